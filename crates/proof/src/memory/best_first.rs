//! Best-first proof-number search: the whole tree is kept, and a most-proving leaf expanded.
//!
//! A node stands for a position and all its mirror images. Its edges are moves of the one image in
//! which it was first met, so the stones that led there then are those by which it is set up
//! again, whatever path through the tree has chosen it.

use std::collections::{BinaryHeap, HashMap};

use sixfold_game::{Game, Setup, SpentBudget, Square};

use super::Solution;
use super::limits::Meter;
use super::node::Kind;
use super::question::{Question, place};
use crate::Numbers;

/// Answers the question with a tree of at most this many nodes.
pub(super) fn search<G: Game, R: Fn(&G, Square) -> i64>(
    position: &G,
    question: &Question<R>,
    memory: usize,
    mut meter: Meter,
) -> Solution {
    let mut tree = Tree::new(position, question, memory);
    let spent = tree.grow(position, question, &mut meter).err();
    let numbers = tree[NodeId::ROOT].numbers;
    match spent {
        None => Solution::settled(numbers, meter.nodes(), tree.line(position)),
        Some(spent) => Solution::unknown(spent, numbers, meter.nodes()),
    }
}

/// The place of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct NodeId(u32);

impl NodeId {
    const ROOT: NodeId = NodeId(0);
}

struct Node {
    kind: Kind,
    numbers: Numbers,
    /// Stones below the root.
    depth: u32,
    /// The node and its stone that made this one.
    origin: Option<Edge>,
    /// Moves, and the nodes that they lead to; none before the node is expanded.
    children: Vec<Edge>,
    parents: Vec<NodeId>,
    /// How often a leaf was chosen through this node.
    work: u64,
}

/// A stone, and the node at the other end.
#[derive(Clone, Copy)]
struct Edge {
    square: Square,
    node: NodeId,
}

struct Tree {
    nodes: Vec<Node>,
    ids: HashMap<Setup, NodeId>,
    capacity: usize,
}

impl std::ops::Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl std::ops::IndexMut<NodeId> for Tree {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl Tree {
    /// A tree that is just the root.
    fn new<G: Game, R>(position: &G, question: &Question<R>, memory: usize) -> Tree {
        let root = Node {
            kind: question.kind(position),
            numbers: question.leaf(position, 0),
            depth: 0,
            origin: None,
            children: Vec::new(),
            parents: Vec::new(),
            work: 0,
        };
        Tree {
            nodes: vec![root],
            ids: HashMap::from([(position.canonical_setup(), NodeId::ROOT)]),
            capacity: memory.min(u32::MAX as usize),
        }
    }

    /// Expands leaves until the root is settled.
    fn grow<G: Game, R: Fn(&G, Square) -> i64>(
        &mut self,
        position: &G,
        question: &Question<R>,
        meter: &mut Meter,
    ) -> Result<(), SpentBudget> {
        let mut position = position.clone();
        while !self[NodeId::ROOT].is_settled() {
            meter.count()?;
            let leaf = self.most_proving_leaf();
            let stones = self.stones_to(leaf);
            for &square in &stones {
                place(&mut position, square);
            }
            self.expand(leaf, &mut position, question)?;
            for _ in stones {
                position.undo();
            }
            self.update(leaf);
        }
        Ok(())
    }

    /// The leaf below the best children.
    fn most_proving_leaf(&mut self) -> NodeId {
        let mut id = NodeId::ROOT;
        loop {
            self[id].work += 1;
            let kind = self[id].kind;
            let own = |edge: &&Edge| kind.prospects(self[edge.node].numbers).own;
            match self[id].children.iter().min_by_key(own) {
                Some(edge) => id = edge.node,
                None => return id,
            }
        }
    }

    /// The stones by which a node was made.
    fn stones_to(&self, id: NodeId) -> Vec<Square> {
        let origins = std::iter::successors(self[id].origin, |edge| self[edge.node].origin);
        let mut stones: Vec<Square> = origins.map(|edge| edge.square).collect();
        stones.reverse();
        stones
    }

    /// Gives a node its children: mirror images once, and none after one that settles the node
    /// for the side to move.
    fn expand<G: Game, R: Fn(&G, Square) -> i64>(
        &mut self,
        id: NodeId,
        position: &mut G,
        question: &Question<R>,
    ) -> Result<(), SpentBudget> {
        for square in question.squares(position) {
            place(position, square);
            let child = self.child(Edge { square, node: id }, position, question);
            position.undo();
            let child = child?;
            // A child that this node has already has been linked to it last.
            if self[child].parents.last() == Some(&id) {
                continue;
            }
            self[child].parents.push(id);
            self[id].children.push(Edge { square, node: child });
            if self[id].kind.is_reached_by(self[child].numbers) {
                break;
            }
        }
        Ok(())
    }

    /// The node of a position, which is made if there is none.
    fn child<G: Game, R>(
        &mut self,
        origin: Edge,
        position: &G,
        question: &Question<R>,
    ) -> Result<NodeId, SpentBudget> {
        let setup = position.canonical_setup();
        if let Some(&id) = self.ids.get(&setup) {
            return Ok(id);
        }
        if self.nodes.len() >= self.capacity {
            return Err(SpentBudget::Memory);
        }
        let depth = self[origin.node].depth + 1;
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            kind: question.kind(position),
            numbers: question.leaf(position, depth),
            depth,
            origin: Some(origin),
            children: Vec::new(),
            parents: Vec::new(),
            work: 0,
        });
        self.ids.insert(setup, id);
        Ok(id)
    }

    /// Computes the numbers of a node and of all nodes above it that they change, the deepest
    /// first, so that each is computed after its children.
    fn update(&mut self, id: NodeId) {
        let mut stale = BinaryHeap::from([(self[id].depth, id)]);
        while let Some((_, id)) = stale.pop() {
            let node = &self[id];
            let children = node.children.iter().map(|edge| self[edge.node].numbers);
            let numbers = node.kind.combine(children);
            if numbers != node.numbers {
                self[id].numbers = numbers;
                stale.extend(self[id].parents.iter().map(|&parent| (self[parent].depth, parent)));
            }
        }
    }

    /// From a settled root to the end of the game. Whoever gets what he wants takes the least
    /// searched of his moves that get it, the other one the most searched of all.
    fn line<G: Game>(&self, position: &G) -> Vec<Square> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut id = NodeId::ROOT;
        while let Some(child) = self.telling_child(id) {
            let Some(square) = self.stone_between(&mut position, child) else { break };
            place(&mut position, square);
            line.push(square);
            id = child;
        }
        line
    }

    fn telling_child(&self, id: NodeId) -> Option<NodeId> {
        let children = || self[id].children.iter().map(|edge| edge.node);
        let reaching = children().filter(|&child| self[id].kind.is_reached_by(self[child].numbers));
        reaching
            .min_by_key(|&child| self[child].work)
            .or_else(|| children().max_by_key(|&child| self[child].work))
    }

    /// The stone that leads to a child from a position that may be a mirror image of its parent's.
    fn stone_between<G: Game>(&self, position: &mut G, child: NodeId) -> Option<Square> {
        position.legal_squares().iter().find(|&square| {
            place(position, square);
            let id = self.ids.get(&position.canonical_setup());
            position.undo();
            id == Some(&child)
        })
    }
}

impl Node {
    fn is_settled(&self) -> bool {
        matches!(self.numbers, Numbers::PROVEN | Numbers::DISPROVEN)
    }
}
