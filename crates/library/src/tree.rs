//! The tree of moves below a position. What is reached in several ways is shown once.

use std::collections::{HashMap, VecDeque};

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

/// A tree as a list: parents before children, the top first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// The positions.
    pub branches: Vec<Branch>,
    /// How many turns lead to the top.
    pub top: usize,
}

impl Tree {
    /// The turn that leads to a position of the tree; nothing at the top.
    #[must_use]
    pub fn played(&self, index: usize) -> Option<SquareSet> {
        let branch = self.branches.get(index).filter(|_| index > 0)?;
        branch.line.last().copied()
    }
}

impl Library {
    /// The moves below a position. A position that is not in the library gives an empty tree.
    pub fn tree(&self, position: &Setup, extent: Extent) -> Result<Tree, LibraryError> {
        self.read(|book, reading| book.tree(reading, position, extent))
    }
}

impl Book {
    pub fn tree(
        &self,
        reading: &Connection,
        position: &Setup,
        extent: Extent,
    ) -> Result<Tree, Problem> {
        let Some(found) = self.lookup(reading, position)? else { return Ok(Tree::default()) };
        let line = self.way_to(reading, position)?.unwrap_or_default();
        let top = line.len();
        let mut places = HashMap::from([(self.image(position), 0)]);
        let branch = |line, position, found: Found, same_as: Option<usize>| {
            let more = if same_as.is_some() { 0 } else { found.moves.len() };
            Branch { line, position, found, same_as, children: Vec::new(), more }
        };
        let mut branches = vec![branch(line, *position, found, None)];
        let mut open = VecDeque::from([0]);
        while let Some(index) = open.pop_front() {
            if branches[index].line.len() - top >= extent.depth {
                continue;
            }
            let moves = branches[index].found.moves.clone();
            for played in moves.into_iter().map(|found| found.stones) {
                if branches.len() >= extent.most {
                    return Ok(Tree { branches, top });
                }
                let after = self.after(&branches[index].position, played);
                let here = self.placed_unchecked(&after)?;
                let Some(found) = self.found(reading, &here)? else { continue };
                let place = branches.len();
                let known = *places.entry(here.canonical).or_insert(place);
                let mut line = branches[index].line.clone();
                line.push(played);
                let same_as = (known != place).then_some(known);
                branches.push(branch(line, after, found, same_as));
                branches[index].children.push(place);
                branches[index].more -= 1;
                if same_as.is_none() {
                    open.push_back(place);
                }
            }
        }
        Ok(Tree { branches, top })
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
    /// The moves below a position in words; nothing if the library does not have it.
    pub fn tree_node(
        &self,
        position: &Setup,
        extent: Extent,
    ) -> Result<Option<TreeNode>, LibraryError> {
        let tree = self.tree(position, extent)?;
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
