//! The part of a tree that is wanted, unfolded.

use std::collections::{HashMap, VecDeque};

use sixfold_game::{Setup, SquareSet};
use sixfold_proof::job_level::{Edge, NodeId, NodeView, Side, Status};

use crate::path::Seen;
use crate::tree::Tree;

/// Which part of a tree is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// Nothing that is more turns away from the root.
    pub depth: Option<u32>,
    /// So many nodes at most, those closest to the root first.
    pub most: Option<usize>,
    /// Which moves of a node.
    pub scope: Scope,
}

/// Which moves of a node are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope {
    /// All of them.
    #[default]
    Everything,
    /// What is needed: where a player is shown to win, one winning move of his and all answers of
    /// his opponent. Nodes that are open keep all their moves.
    Proof,
}

/// A part of a tree, from the root down, breadth first. Each node is in it once, as it is seen where
/// it comes first; other moves that lead to it refer to it.
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    tree: &'a Tree,
    items: Vec<Item>,
    index: HashMap<NodeId, usize>,
}

/// A node of an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The node.
    pub node: NodeId,
    /// The turns that lead to it from the root, as they lie for whoever asked.
    pub moves: Vec<SquareSet>,
    /// Its position after these turns.
    pub position: Setup,
    /// Its moves that are wanted.
    pub steps: Vec<Step>,
    /// How many of its moves are not in the outline.
    pub left_out: usize,
}

/// A move of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The stones, as they lie at the node that it belongs to. If they are fewer than the turn has,
    /// the others are null stones.
    pub played: SquareSet,
    /// Where it leads.
    pub child: NodeId,
    /// Whether the child goes on here.
    pub way: Way,
}

/// How a move comes to its child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The child is seen here.
    First,
    /// It is seen elsewhere, maybe turned.
    Again,
}

impl<'a> Outline<'a> {
    /// The wanted part of a tree.
    #[must_use]
    pub fn of(tree: &'a Tree, choice: Choice) -> Outline<'a> {
        let mut outline = Outline { tree, items: Vec::new(), index: HashMap::new() };
        let mut open = VecDeque::new();
        if let Some(root) = tree.seen_root() {
            outline.enter(&root, Vec::new());
            open.push_back(root);
        }
        while let Some(seen) = open.pop_front() {
            open.extend(outline.unfold(&seen, choice));
        }
        outline
    }

    /// The tree that it is a part of.
    #[must_use]
    pub fn tree(&self) -> &'a Tree {
        self.tree
    }

    /// Its nodes, the root first, each after the one that it is reached from.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// A node, if it is in the outline.
    #[must_use]
    pub fn item(&self, node: NodeId) -> Option<&Item> {
        self.index.get(&node).map(|&index| &self.items[index])
    }

    /// What the search knows of a node.
    #[must_use]
    pub fn view(&self, node: NodeId) -> Option<NodeView<'a, Setup, SquareSet>> {
        self.tree.search().node(node)
    }

    fn enter(&mut self, seen: &Seen, moves: Vec<SquareSet>) {
        let Seen { node, position, .. } = *seen;
        self.index.insert(node, self.items.len());
        self.items.push(Item { node, moves, position, steps: Vec::new(), left_out: 0 });
    }

    /// Adds the moves of a node, and the nodes that are seen there for the first time.
    fn unfold(&mut self, seen: &Seen, choice: Choice) -> Vec<Seen> {
        let (Some(view), Some(&index)) = (self.view(seen.node), self.index.get(&seen.node)) else {
            return Vec::new();
        };
        let moves = self.items[index].moves.clone();
        let is_deep = choice.depth.is_some_and(|most| moves.len() as u32 >= most);
        let mut found = Vec::new();
        for edge in wanted(self.tree, &view, choice.scope) {
            let is_known = self.index.contains_key(&edge.child);
            let is_full = choice.most.is_some_and(|most| self.items.len() >= most);
            let child = self.tree.seen_child(seen, edge).filter(|_| !is_deep);
            let Some(child) = child.filter(|_| is_known || !is_full) else {
                self.items[index].left_out += 1;
                continue;
            };
            let played = seen.way.images(edge.played);
            let way = if is_known { Way::Again } else { Way::First };
            self.items[index].steps.push(Step { played, child: edge.child, way });
            if !is_known {
                self.enter(&child, moves.iter().copied().chain([played]).collect());
                found.push(child);
            }
        }
        found
    }
}

fn wanted<'a>(
    tree: &Tree,
    view: &NodeView<'a, Setup, SquareSet>,
    scope: Scope,
) -> Vec<&'a Edge<SquareSet>> {
    let edges = view.record.edges.iter();
    let status = view.record.status;
    let one_is_enough = matches!(
        (status, view.record.side),
        (Status::Proven, Side::Prover) | (Status::Disproven, Side::Opponent)
    );
    if scope == Scope::Everything || !one_is_enough {
        return edges.collect();
    }
    let decides = |edge: &&Edge<SquareSet>| {
        tree.search().node(edge.child).is_some_and(|child| child.record.status == status)
    };
    edges.filter(decides).take(1).collect()
}
