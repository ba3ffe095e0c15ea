//! Looking at a search from outside.

use std::hash::Hash;

use super::{NodeId, NodeRecord, Search, Settings, Status, TaskId};
use crate::Numbers;

/// What there is to be done at a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Nothing: it is solved.
    Solved,
    /// A job is to be done here, or is being done.
    Leaf,
    /// Work is to be done below it.
    Inner,
    /// Nothing can be done: jobs repeat themselves, or what is left is forbidden or stuck itself.
    Stuck,
}

/// All there is to know of a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a, P, M> {
    /// What a store keeps.
    pub record: &'a NodeRecord<P, M>,
    /// What there is to be done.
    pub stage: Stage,
    /// Its proof and disproof number, with nothing pretended of leaves in flight.
    pub numbers: Numbers,
    /// Nothing is left to be picked at or below it: all is in flight, solved, stuck or forbidden.
    pub flagged: bool,
    /// The nodes with a move that leads here.
    pub parents: &'a [NodeId],
    /// Its own jobs in flight.
    pub in_flight: &'a [TaskId],
}

/// How many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Nodes in all.
    pub nodes: usize,
    /// Proven nodes.
    pub proven: usize,
    /// Disproven nodes.
    pub disproven: usize,
    /// Nodes where a job is to be done, or is being done.
    pub leaves: usize,
    /// Open nodes where nothing can be done.
    pub stuck: usize,
    /// Jobs in flight.
    pub in_flight: usize,
}

impl Counts {
    pub(super) fn enter(&mut self, status: Status, stage: Stage) {
        self.each(status, stage, |count| *count += 1);
    }

    pub(super) fn leave(&mut self, status: Status, stage: Stage) {
        self.each(status, stage, |count| *count -= 1);
    }

    fn each(&mut self, status: Status, stage: Stage, change: fn(&mut usize)) {
        change(&mut self.nodes);
        match (status, stage) {
            (Status::Proven, _) => change(&mut self.proven),
            (Status::Disproven, _) => change(&mut self.disproven),
            (Status::Open, Stage::Leaf) => change(&mut self.leaves),
            (Status::Open, Stage::Stuck) => change(&mut self.stuck),
            (Status::Open, Stage::Inner | Stage::Solved) => {}
        }
    }
}

impl<P: Clone + Eq + Hash, M: Clone + Eq> Search<P, M> {
    /// The position that is to be proven.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.graph.root
    }

    /// What was chosen.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.graph.settings
    }

    /// What is known of the root.
    #[must_use]
    pub fn status(&self) -> Status {
        self.graph.at(self.graph.root).record.status
    }

    /// A node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeView<'_, P, M>> {
        self.graph.nodes.get(id.0 as usize).map(|node| NodeView {
            record: &node.record,
            stage: node.outlook.stage,
            numbers: node.outlook.numbers,
            flagged: node.outlook.flagged,
            parents: &node.parents,
            in_flight: &node.in_flight,
        })
    }

    /// All nodes, in the order in which they were made.
    pub fn nodes(&self) -> impl Iterator<Item = NodeView<'_, P, M>> {
        (0..self.graph.nodes.len()).filter_map(|id| self.node(NodeId(id as u32)))
    }

    /// The node of a position.
    #[must_use]
    pub fn find(&self, position: &P) -> Option<NodeId> {
        self.graph.index.get(position).copied()
    }

    /// How many nodes and jobs there are.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts { in_flight: self.tasks.len(), ..self.graph.counts }
    }

    /// The nodes whose records or numbers have changed since the last call, or since the search was
    /// made or restored.
    pub fn take_changed(&mut self) -> Vec<NodeId> {
        let mut changed = std::mem::take(&mut self.graph.changed);
        for id in &changed {
            self.graph.at_mut(*id).changed = false;
        }
        changed.sort_unstable();
        changed
    }
}
