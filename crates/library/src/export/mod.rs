//! Libraries as other files: SGF, `RenLib`, JSON, a page of HTML.
//!
//! What is reached in several ways is written once; elsewhere it says where.

mod html;
mod json;

use std::path::Path;

use serde::{Deserialize, Serialize};
use sixfold_game::record::{Event, NodeId, Property, Record, Stone, sgf};
use sixfold_game::{GameName, Player, Setup, SquareSet};
use utoipa::ToSchema;

use crate::tree::{Branch, Extent, Tree};
use crate::{Found, Known, Library, LibraryError, Problem, renlib};

/// A format that a library can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// A game record with variations.
    Sgf,
    /// A library of `RenLib`.
    Lib,
    /// A list of positions.
    Json,
    /// A page that shows the tree.
    Html,
}

/// No limit.
const ALL: Extent = Extent { depth: usize::MAX, most: usize::MAX };

/// A page with more pictures than this is too large for a browser.
const MOST_PICTURES: usize = 500;

impl Library {
    /// Writes what is below a position in some format.
    pub fn export(&self, position: &Setup, format: ExportFormat) -> Result<Vec<u8>, LibraryError> {
        match format {
            ExportFormat::Sgf => {
                let record = self.record(position)?;
                Ok((sgf::write(&record, sgf::Style::Standard) + "\n").into_bytes())
            }
            ExportFormat::Lib => {
                let wrong = |fault: renlib::Fault| Problem::Export(fault.to_string());
                renlib::check_game(self.game())
                    .map_err(wrong)
                    .map_err(LibraryError::of(&self.path))?;
                let record = self.record(position)?;
                renlib::write(&record).map_err(wrong).map_err(LibraryError::of(&self.path))
            }
            ExportFormat::Json => json::write(self, position),
            ExportFormat::Html => {
                let tree = self.tree_below(position, Extent { most: MOST_PICTURES, ..ALL })?;
                Ok(html::write(self, &tree).into_bytes())
            }
        }
    }

    /// Writes the whole library as another file of the same kind, without what could be undone.
    /// There must be no such file.
    pub fn copy_to(&self, path: &Path) -> Result<(), LibraryError> {
        let copy = || {
            if path.exists() {
                return Err(Problem::Exists);
            }
            let name = path.to_str().ok_or_else(|| Problem::Export("no such name".to_string()))?;
            self.connection.execute("VACUUM INTO ?", [name])?;
            Ok(())
        };
        copy().map_err(LibraryError::of(path))?;
        let mut copied = Library::open(path)?;
        copied.transact(|_, connection| {
            connection.execute("DELETE FROM journal", [])?;
            Ok(())
        })
    }

    /// What is below a position as a record with variations.
    pub fn record(&self, position: &Setup) -> Result<Record, LibraryError> {
        let tree = self.tree_below(position, ALL)?;
        Ok(Writer { library: self, tree: &tree }.record())
    }

    fn tree_below(&self, position: &Setup, extent: Extent) -> Result<Tree, LibraryError> {
        let tree = self.tree(position, extent)?;
        if tree.branches.is_empty() {
            let problem = Problem::Export("the library does not have this position".to_string());
            return Err(LibraryError { path: self.path.clone(), problem });
        }
        Ok(tree)
    }
}

/// A record that is made of a tree.
struct Writer<'a> {
    library: &'a Library,
    tree: &'a Tree,
}

impl Writer<'_> {
    fn record(&self) -> Record {
        let game = self.library.game();
        let top = &self.tree.branches[0];
        let reaches = top.line.len() == self.tree.top && self.plays(&top.line) == top.position;
        let mut record =
            if reaches { Record::new(game) } else { Record::from_setup(game, &top.position) };
        let mut node = record.root();
        let mut setup = Setup::start(game);
        for &turn in top.line.iter().filter(|_| reaches) {
            node = add_turn(&mut record, node, &setup, turn);
            setup = self.library.book.after(&setup, turn);
        }
        let mut nodes = vec![None; self.tree.branches.len()];
        nodes[0] = Some(node);
        for (index, branch) in self.tree.branches.iter().enumerate() {
            let Some(node) = nodes[index] else { continue };
            self.annotate(&mut record, node, branch);
            for &child in &branch.children {
                if let Some(turn) = self.tree.played(child) {
                    nodes[child] = Some(add_turn(&mut record, node, &branch.position, turn));
                }
            }
        }
        record
    }

    fn plays(&self, line: &[SquareSet]) -> Setup {
        let start = Setup::start(self.library.game());
        line.iter().fold(start, |setup, &turn| self.library.book.after(&setup, turn))
    }

    fn annotate(&self, record: &mut Record, id: NodeId, branch: &Branch) {
        let mut comment = remarks(&branch.found);
        if let Some(same) = branch.same_as {
            let line = self.library.book.line_name(&self.tree.branches[same].line);
            comment.push(format!("see {line}"));
        }
        let name = &branch.found.description.name;
        let node = record.node_mut(id);
        node.comment = comment.join("\n");
        node.marks.clone_from(&branch.found.marks);
        node.properties.extend(name_property(name));
    }
}

/// Adds the stones of a turn. Those that are not placed have no node of their own: the turn passes.
fn add_turn(record: &mut Record, node: NodeId, before: &Setup, turn: SquareSet) -> NodeId {
    let player = before.turn.player;
    let mut node = node;
    for square in turn.iter() {
        node = record.add(node, Event::Stone(Stone { player, square }));
    }
    if turn.len() < usize::from(before.turn.stones_left) {
        let stones_left = record.game().turn_order().later;
        let turn = sixfold_game::Turn { player: player.opponent(), stones_left };
        let edit = sixfold_game::record::Edit {
            turn: Some(turn),
            ..sixfold_game::record::Edit::default()
        };
        node = record.add(node, Event::Edit(Box::new(edit)));
    }
    node
}

fn name_property(name: &str) -> Option<Property> {
    let name = name.replace('\\', "\\\\").replace(']', "\\]");
    Property::new("N", [name]).filter(|property| property.values() != [""])
}

/// What there is to say of a position, line by line: the comment, then what is known and counted.
pub(crate) fn remarks(found: &Found) -> Vec<String> {
    let mut remarks = Vec::new();
    if !found.description.comment.is_empty() {
        remarks.push(found.description.comment.clone());
    }
    if found.judgement.known != Known::Open {
        let ground = found.judgement.ground.map_or("", crate::Ground::word);
        remarks.push(format!("{} ({ground})", found.judgement.known));
    }
    if let Some(evaluation) = &found.evaluation {
        let percent = 100.0 * evaluation.chance_black;
        let (engine, effort) = (&evaluation.engine, &evaluation.effort);
        remarks.push(format!("Black's chances: {percent:.0}% ({engine}, {effort})"));
    }
    if found.statistics.games > 0 {
        let statistics = found.statistics;
        remarks.push(format!(
            "{} games: Black {}, White {}, drawn {}",
            statistics.games, statistics.black_wins, statistics.white_wins, statistics.draws
        ));
    }
    remarks
}

/// The player whose stones a turn has, and the stones.
pub(crate) fn turn_title(game: GameName, player: Player, turn: SquareSet) -> String {
    format!("{player} {}", game.grid().names(turn.iter()).concat())
}
