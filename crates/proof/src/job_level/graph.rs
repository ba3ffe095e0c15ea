//! The nodes, their moves, and the order in which news travels from children to parents.

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::Hash;

use super::node::{Node, Share};
use super::{Counts, Edge, EdgeError, Grade, NodeId, NodeRecord, Settings, Side, Status};

/// An acyclic graph of positions.
#[derive(Clone, Debug)]
pub(super) struct Graph<P, M> {
    pub root: NodeId,
    pub nodes: Vec<Node<P, M>>,
    pub index: HashMap<P, NodeId>,
    pub settings: Settings,
    pub counts: Counts,
    pub changed: Vec<NodeId>,
}

/// A move that has been taken in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joined {
    pub child: NodeId,
    /// Whether the move was there already.
    pub known: bool,
}

impl<P: Clone + Eq + Hash, M: Clone + Eq> Graph<P, M> {
    pub fn new(root: P, side: Side, settings: Settings) -> Graph<P, M> {
        let mut graph = Graph {
            root: NodeId(0),
            nodes: Vec::new(),
            index: HashMap::new(),
            settings,
            counts: Counts::default(),
            changed: Vec::new(),
        };
        graph.root = graph.insert(NodeRecord::new(NodeId(0), root, side, Grade::Stable), 0);
        graph.update([graph.root]);
        graph
    }

    pub fn at(&self, id: NodeId) -> &Node<P, M> {
        &self.nodes[id.0 as usize]
    }

    pub fn at_mut(&mut self, id: NodeId) -> &mut Node<P, M> {
        &mut self.nodes[id.0 as usize]
    }

    pub fn next_id(&self) -> NodeId {
        NodeId(self.nodes.len() as u32)
    }

    /// Puts a node at the end. Its outlook is not known before the next update.
    pub fn insert(&mut self, record: NodeRecord<P, M>, level: u32) -> NodeId {
        let id = record.id;
        self.index.insert(record.position.clone(), id);
        let node = Node::new(record, level);
        self.counts.enter(node.record.status, node.outlook.stage);
        self.nodes.push(node);
        self.mark_changed(id);
        id
    }

    pub fn mark_changed(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.0 as usize];
        if !std::mem::replace(&mut node.changed, true) {
            self.changed.push(id);
        }
    }

    /// Whether moves from a node to these positions can be taken in.
    pub fn check_edges<'a>(
        &self,
        from: NodeId,
        positions: impl ExactSizeIterator<Item = &'a P>,
    ) -> Result<(), EdgeError>
    where
        P: 'a,
    {
        if self.nodes.len() + positions.len() > u32::MAX as usize {
            return Err(EdgeError::Full);
        }
        for to in positions.filter_map(|position| self.index.get(position).copied()) {
            if self.at(to).record.side == self.at(from).record.side {
                return Err(EdgeError::SameSide { from, to });
            }
            if self.leads_to(to, from) {
                return Err(EdgeError::Cycle { from, to });
            }
        }
        Ok(())
    }

    /// Whether there is a way down from one node to another. Levels rise on the way, so that it is
    /// only looked for where positions come out of order.
    fn leads_to(&self, above: NodeId, below: NodeId) -> bool {
        let bottom = self.at(below).level;
        let mut seen = HashSet::new();
        let mut open = vec![above];
        while let Some(id) = open.pop() {
            if id == below {
                return true;
            }
            let node = self.at(id);
            if node.level < bottom && seen.insert(id) {
                open.extend(&node.children);
            }
        }
        false
    }

    /// Takes in a move that has been checked. A move that is there already stays as it is.
    pub fn join(&mut self, from: NodeId, played: M, position: &P, grade: Grade) -> Joined {
        let parent = self.at(from);
        if let Some(edge) = parent.record.edges.iter().find(|edge| edge.played == played) {
            return Joined { child: edge.child, known: true };
        }
        let (level, side) = (parent.level + 1, parent.record.side.other());
        let child = self.index.get(position).copied().unwrap_or_else(|| {
            self.insert(NodeRecord::new(self.next_id(), position.clone(), side, grade), level)
        });
        let parent = self.at_mut(from);
        let rank = parent.record.edges.len() as u32;
        parent.record.edges.push(Edge { played, child, rank });
        self.mark_changed(from);
        self.connect(from, child);
        self.lower(child, level);
        Joined { child, known: false }
    }

    /// A node is proven or disproven, unless it is solved already.
    pub fn settle(&mut self, id: NodeId, status: Status) {
        let node = self.at_mut(id);
        if node.record.status == Status::Open && status != Status::Open {
            node.record.status = status;
            let stage = node.outlook.stage;
            self.counts.leave(Status::Open, stage);
            self.counts.enter(status, stage);
            self.mark_changed(id);
        }
    }

    /// Makes two nodes parent and child, once.
    pub fn connect(&mut self, parent: NodeId, child: NodeId) {
        // A node seldom has more than a few parents, while it may have hundreds of children.
        if !self.at(child).parents.contains(&parent) {
            self.at_mut(child).parents.push(parent);
            self.at_mut(parent).children.push(child);
        }
    }

    /// Moves a node, and what is below it, down to at least this level.
    fn lower(&mut self, node: NodeId, level: u32) {
        let mut open = vec![(node, level)];
        while let Some((id, level)) = open.pop() {
            let node = self.at_mut(id);
            if node.level < level {
                node.level = level;
                open.extend(node.children.iter().map(|child| (*child, level + 1)));
            }
        }
    }

    /// Lets news travel upwards from these nodes, children before parents, each node once.
    pub fn update(&mut self, from: impl IntoIterator<Item = NodeId>) {
        let mut waiting: BinaryHeap<(u32, NodeId)> =
            from.into_iter().map(|id| (self.at(id).level, id)).collect();
        let mut shares = Vec::new();
        while let Some(next) = waiting.pop() {
            while waiting.peek() == Some(&next) {
                waiting.pop();
            }
            if self.refresh(next.1, &mut shares) {
                let parents = &self.at(next.1).parents;
                waiting.extend(parents.iter().map(|id| (self.at(*id).level, *id)));
            }
        }
    }

    /// Works out a node from its children; whether that is news to its parents.
    fn refresh(&mut self, id: NodeId, shares: &mut Vec<Share>) -> bool {
        shares.clear();
        shares.extend(self.at(id).children.iter().map(|child| self.at(*child).share()));
        let settings = self.settings;
        let node = self.at_mut(id);
        let before = (node.record.status, node.outlook);
        node.record.status = node.status(shares);
        node.outlook = node.outlook(shares, &settings);
        let after = (node.record.status, node.outlook);
        if (before.0, before.1.numbers) != (after.0, after.1.numbers) {
            self.mark_changed(id);
        }
        self.counts.leave(before.0, before.1.stage);
        self.counts.enter(after.0, after.1.stage);
        before != after
    }
}
