//! Libraries as other files: SGF, `RenLib`, JSON, a page of HTML.
//!
//! What is reached in several ways is written once; elsewhere it says where.

mod html;
mod json;

use std::path::Path;

use serde::{Deserialize, Serialize};
use sixfold_game::record::{Edit, Event, NodeId, Property, Record, Stone, sgf};
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
        self.export_below(&[*position], format)
    }

    /// Writes all there is in some format: what is below each position that no move leads to.
    pub fn export_all(&self, format: ExportFormat) -> Result<Vec<u8>, LibraryError> {
        self.export_below(&self.tops()?, format)
    }

    fn export_below(&self, tops: &[Setup], format: ExportFormat) -> Result<Vec<u8>, LibraryError> {
        match format {
            ExportFormat::Sgf => {
                let records = self.records(tops)?;
                let texts = records.iter().map(|record| sgf::write(record, sgf::Style::Standard));
                Ok(texts.map(|text| text + "\n").collect::<String>().into_bytes())
            }
            ExportFormat::Lib => {
                let wrong = |fault: renlib::Fault| Problem::Export(fault.to_string());
                renlib::check_game(self.game())
                    .map_err(wrong)
                    .map_err(LibraryError::of(&self.path))?;
                let records = self.records(tops)?;
                renlib::write(&records[0]).map_err(wrong).map_err(LibraryError::of(&self.path))
            }
            ExportFormat::Json => Ok(json::write(self, &self.trees_below(tops, ALL)?)),
            ExportFormat::Html => {
                let tree = self.trees_below(tops, Extent { most: MOST_PICTURES, ..ALL })?;
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

    /// What is below some positions as records with variations, the first one with all that can
    /// arise in a game. There is at least one.
    fn records(&self, tops: &[Setup]) -> Result<Vec<Record>, LibraryError> {
        let tree = self.trees_below(tops, ALL)?;
        Ok(Writer { library: self, tree: &tree }.records())
    }

    fn trees_below(&self, tops: &[Setup], extent: Extent) -> Result<Tree, LibraryError> {
        let tree = self.trees(tops, extent)?;
        if !tree.branches.is_empty() {
            return Ok(tree);
        }
        let reason = match tops {
            [] => "the library is empty",
            _ => "the library does not have this position",
        };
        let problem = Problem::Export(reason.to_string());
        Err(LibraryError { path: self.path.clone(), problem })
    }
}

/// Records that are made of a tree.
struct Writer<'a> {
    library: &'a Library,
    tree: &'a Tree,
}

/// Where a branch is found in the records.
#[derive(Clone, Copy)]
struct Place {
    record: usize,
    node: NodeId,
}

impl Writer<'_> {
    fn records(&self) -> Vec<Record> {
        let (mut records, mut places) = self.begun();
        for (index, branch) in self.tree.branches.iter().enumerate() {
            let Some(Place { record, node }) = places[index] else { continue };
            let written = &mut records[record];
            self.annotate(written, node, branch);
            for &child in &branch.children {
                if let Some(turn) = self.tree.played(child) {
                    let node = add_turn(written, node, &branch.position, turn);
                    places[child] = Some(Place { record, node });
                }
            }
        }
        records
    }

    /// Records that lead to the tops: one for all that can arise in a game, one for each other.
    fn begun(&self) -> (Vec<Record>, Vec<Option<Place>>) {
        let game = self.library.game();
        let mut places = vec![None; self.tree.branches.len()];
        let (reached, others): (Vec<usize>, Vec<usize>) = self.tree.tops().partition(|&top| {
            let top = &self.tree.branches[top];
            self.plays(&top.line) == top.position
        });
        let mut records = Vec::new();
        if !reached.is_empty() {
            records.push(Record::new(game));
        }
        for top in reached {
            let mut setup = Setup::start(game);
            let mut node = records[0].root();
            for &turn in &self.tree.branches[top].line {
                node = add_turn(&mut records[0], node, &setup, turn);
                setup = self.library.book.after(&setup, turn);
            }
            places[top] = Some(Place { record: 0, node });
        }
        for top in others {
            let record = Record::from_setup(game, &self.tree.branches[top].position);
            places[top] = Some(Place { record: records.len(), node: record.root() });
            records.push(record);
        }
        (records, places)
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

/// The node after a turn, which is added if it is not there. Stones that are not placed have no node
/// of their own: the turn passes.
fn add_turn(record: &mut Record, node: NodeId, before: &Setup, turn: SquareSet) -> NodeId {
    let player = before.turn.player;
    let stones = turn.iter().map(|square| Event::Stone(Stone { player, square }));
    let mut events: Vec<Event> = stones.collect();
    if turn.len() < usize::from(before.turn.stones_left) {
        let stones_left = record.game().turn_order().later;
        let turn = Some(sixfold_game::Turn { player: player.opponent(), stones_left });
        events.push(Event::Edit(Box::new(Edit { turn, ..Edit::default() })));
    }
    let known = after_events(record, node, &events);
    known.unwrap_or_else(|| events.into_iter().fold(node, |node, event| record.add(node, event)))
}

/// The node to which just these events lead, one after the other.
fn after_events(record: &Record, node: NodeId, events: &[Event]) -> Option<NodeId> {
    let Some((first, others)) = events.split_first() else { return Some(node) };
    let children = record.node(node).children().iter();
    let mut same = children.filter(|&&child| record.node(child).event == *first);
    same.find_map(|&child| after_events(record, child, others))
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
