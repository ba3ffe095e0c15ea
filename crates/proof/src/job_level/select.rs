//! Which leaf is the most proving one.

use std::hash::Hash;

use super::graph::Graph;
use super::node::Node;
use super::{NodeId, Siblings, Stage, Status};

impl<P: Clone + Eq + Hash, M: Clone + Eq> Graph<P, M> {
    /// The nodes whose jobs are to be given out next: the most proving leaf, then the OR nodes above
    /// it whose next move is due.
    pub fn picked(&self) -> Vec<NodeId> {
        let mut picked = Vec::new();
        let mut id = self.root;
        if !self.may_pick(id) {
            return picked;
        }
        while self.at(id).outlook.stage != Stage::Leaf {
            let Some(child) = self.most_proving(self.at(id)) else { return Vec::new() };
            if self.sibling_is_due(self.at(id), child) {
                picked.push(id);
            }
            id = child;
        }
        picked.push(id);
        picked.reverse();
        picked
    }

    fn may_pick(&self, id: NodeId) -> bool {
        let node = self.at(id);
        !node.record.forbidden && node.outlook.invites()
    }

    /// The child on the way to the most proving leaf: one that somebody has suggested, else the
    /// one that is nearest to being proven (or disproven, if the opponent is to move).
    fn most_proving(&self, node: &Node<P, M>) -> Option<NodeId> {
        node.children.iter().copied().filter(|child| self.may_pick(*child)).min_by_key(|child| {
            let child = self.at(*child);
            (!child.record.suggested, node.record.side.effort(child.outlook.expected))
        })
    }

    /// Whether the next move of a node is to be asked for as the search passes it on its way to a
    /// child. With postponed siblings it is once the last move is no longer waiting for its turn.
    fn sibling_is_due(&self, node: &Node<P, M>, chosen: NodeId) -> bool {
        if !node.in_flight.is_empty() || !node.record.may_have_other_moves() {
            return false;
        }
        match self.settings.siblings {
            Siblings::Eager => true,
            Siblings::Postponed => node
                .record
                .edges
                .last()
                .is_none_or(|last| last.child == chosen || !self.is_waiting(last.child)),
        }
    }

    /// Whether a node is yet to be expanded and nobody is about to.
    fn is_waiting(&self, id: NodeId) -> bool {
        let node = self.at(id);
        node.record.status == Status::Open
            && node.record.expansions == 0
            && node.in_flight.is_empty()
            && !node.record.forbidden
    }
}
