//! The tree of moves below a position. What is reached in several ways is shown once.

use std::collections::HashMap;

use rusqlite::Connection;
use serde::Serialize;
use sixfold_game::{Setup, SquareSet};
use utoipa::ToSchema;

use crate::book::Book;
use crate::{Found, Library, LibraryError, Problem, wire};

/// How much of a tree is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Turns below the position.
    pub depth: usize,
    /// Positions in all; those closest to the top come first.
    pub most: usize,
}

impl Default for Extent {
    fn default() -> Extent {
        Extent { depth: 3, most: 500 }
    }
}

/// A position of a tree, as it lies on the way from the top.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The turns from the start of the game.
    pub line: Vec<SquareSet>,
    /// How many of these turns are below the top.
    pub depth: usize,
    /// The position.
    pub position: Setup,
    /// What the library holds about it.
    pub found: Found,
    /// The place of a position in the tree that is the same, whose moves are not repeated here.
    pub same_as: Option<usize>,
    /// Its moves in the tree, by their places.
    pub children: Vec<usize>,
    /// How many of its moves are left out.
    pub more: usize,
}

/// A tree as a list: parents before children, the top first. If it has several tops, it is as many
/// trees that refer to each other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// The positions.
    pub branches: Vec<Branch>,
}

impl Tree {
    /// The turn that leads to a position of the tree; nothing at the top.
    #[must_use]
    pub fn played(&self, index: usize) -> Option<SquareSet> {
        let branch = self.branches.get(index).filter(|branch| branch.depth > 0)?;
        branch.line.last().copied()
    }

    /// The places of the tops.
    pub fn tops(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.branches.len()).take_while(|&index| self.branches[index].depth == 0)
    }
}

impl Library {
    /// The moves below a position. A position that is not in the library gives an empty tree.
    pub fn tree(&self, position: &Setup, extent: Extent) -> Result<Tree, LibraryError> {
        self.trees(&[*position], extent)
    }

    /// The moves below some positions, without those that are not in the library.
    pub(crate) fn trees(&self, tops: &[Setup], extent: Extent) -> Result<Tree, LibraryError> {
        self.read(|book, reading| book.trees(reading, tops, extent, &[]))
    }

    /// The positions that no move leads to, the start of the game first if it is one of them.
    pub(crate) fn tops(&self) -> Result<Vec<Setup>, LibraryError> {
        let start = Setup::start(self.game());
        let mut tops = self.read(Book::tops)?;
        tops.sort_by_key(|&top| top != start);
        Ok(tops)
    }
}

impl Book {
    fn tops(&self, reading: &Connection) -> Result<Vec<Setup>, Problem> {
        let mut statement = reading.prepare_cached(
            "SELECT fen FROM position
             WHERE NOT EXISTS (SELECT 1 FROM move WHERE move.child = position.id) ORDER BY id",
        )?;
        let mut found = statement.query([])?;
        let mut tops = Vec::new();
        while let Some(row) = found.next()? {
            tops.push(self.setup(&row.get::<_, String>(0)?)?);
        }
        Ok(tops)
    }

    /// The trees; moves that are images of those of this line, played from the start of the game, are
    /// shown as they lie there.
    fn trees(
        &self,
        reading: &Connection,
        tops: &[Setup],
        extent: Extent,
        line: &[SquareSet],
    ) -> Result<Tree, Problem> {
        let mut tree =
            Growing { branches: Vec::new(), places: HashMap::new(), next: self.next_turns(line) };
        for position in tops.iter().take(extent.most) {
            let Some(found) = self.lookup(reading, position)? else { continue };
            let line = self.way_to(reading, position)?.unwrap_or_default();
            tree.add(Spot { line, depth: 0, position: *position }, self.image(position), found);
        }
        let mut index = 0;
        while index < tree.branches.len() {
            if tree.branches[index].same_as.is_none() && tree.branches[index].depth < extent.depth {
                self.unfold(reading, &mut tree, index, extent.most)?;
            }
            index += 1;
        }
        Ok(Tree { branches: tree.branches })
    }

    /// Adds the moves of a position, as long as there is room for them.
    fn unfold(
        &self,
        reading: &Connection,
        tree: &mut Growing,
        index: usize,
        most: usize,
    ) -> Result<(), Problem> {
        let moves = tree.branches[index].found.moves.clone();
        for kept in moves.into_iter().map(|found| found.stones) {
            if tree.branches.len() >= most {
                return Ok(());
            }
            let branch = &tree.branches[index];
            let wanted = tree.next.get(&branch.position);
            let played = match wanted {
                Some(&wanted) if self.is_same_turn(&branch.position, kept, wanted) => wanted,
                _ => kept,
            };
            let after = self.after(&branch.position, played);
            let here = self.placed_unchecked(&after)?;
            let Some(found) = self.found(reading, &here)? else { continue };
            let line = branch.line.iter().copied().chain([played]).collect();
            let spot = Spot { line, depth: branch.depth + 1, position: after };
            let place = tree.add(spot, here.canonical, found);
            tree.branches[index].children.push(place);
            tree.branches[index].more -= 1;
        }
        Ok(())
    }
}

impl Book {
    /// The turn of a line, played from the start of the game, in each of its positions.
    fn next_turns(&self, line: &[SquareSet]) -> HashMap<Setup, SquareSet> {
        let mut position = Setup::start(self.game);
        let mut turns = HashMap::new();
        for &turn in line {
            turns.insert(position, turn);
            position = self.after(&position, turn);
        }
        turns
    }
}

/// A tree to which branches are added.
struct Growing {
    /// The turns that are to be shown as they lie, by the positions in which they are played.
    next: HashMap<Setup, SquareSet>,
    branches: Vec<Branch>,
    /// Where each position is seen first.
    places: HashMap<Setup, usize>,
}

/// Where a branch is.
struct Spot {
    line: Vec<SquareSet>,
    depth: usize,
    position: Setup,
}

impl Growing {
    fn add(&mut self, spot: Spot, canonical: Setup, found: Found) -> usize {
        let place = self.branches.len();
        let known = *self.places.entry(canonical).or_insert(place);
        let same_as = (known != place).then_some(known);
        let more = if same_as.is_some() { 0 } else { found.moves.len() };
        let Spot { line, depth, position } = spot;
        let children = Vec::new();
        self.branches.push(Branch { line, depth, position, found, same_as, children, more });
        place
    }
}

/// A position of a tree in words.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct TreeNode {
    /// The turn that leads to it; empty at the top.
    #[serde(rename = "move")]
    pub played: wire::Turn,
    /// What it is called.
    pub name: String,
    /// What there is to say about it.
    pub comment: String,
    /// How it ends.
    pub result: wire::Outcome,
    /// What an engine thinks of it.
    pub evaluation: Option<wire::Evaluation>,
    /// How many games had it.
    pub games: u64,
    /// The way to the same position elsewhere in the tree, where its moves are.
    pub transposition_of: Option<String>,
    /// How many of its moves are left out.
    pub more: usize,
    /// Its moves.
    #[schema(no_recursion)]
    pub children: Vec<TreeNode>,
}

impl Library {
    /// The moves below a position in words; nothing if the library does not have it. Moves that are
    /// images of those of the line, played from the start of the game, are shown as they lie there.
    pub fn tree_node(
        &self,
        position: &Setup,
        extent: Extent,
        line: &[SquareSet],
    ) -> Result<Option<TreeNode>, LibraryError> {
        let tree = self.read(|book, reading| book.trees(reading, &[*position], extent, line))?;
        let nodes = (0..tree.branches.len()).map(|index| Some(self.node(&tree, index)));
        let mut nodes: Vec<Option<TreeNode>> = nodes.collect();
        // Children come behind their parents: from the last on, each is complete when it is taken.
        for (index, branch) in tree.branches.iter().enumerate().rev() {
            let children = branch.children.iter().filter_map(|&child| nodes[child].take());
            let children: Vec<TreeNode> = children.collect();
            if let Some(node) = &mut nodes[index] {
                node.children = children;
            }
        }
        Ok(nodes.into_iter().next().flatten())
    }

    fn node(&self, tree: &Tree, index: usize) -> TreeNode {
        let branch = &tree.branches[index];
        let found = &branch.found;
        let evaluation = found.evaluation.as_ref();
        let same_as = branch.same_as.map(|same| self.book.line_name(&tree.branches[same].line));
        TreeNode {
            played: tree
                .played(index)
                .map_or_else(Vec::new, |stones| wire::turn(self.book.game, stones)),
            name: found.description.name.clone(),
            comment: found.description.comment.clone(),
            result: found.judgement.into(),
            evaluation: evaluation.map(|it| wire::Evaluation::of(self.book.game, it)),
            games: found.statistics.games,
            transposition_of: same_as,
            more: branch.more,
            children: Vec::new(),
        }
    }
}
