//! The line that a search thinks most of.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::{Edge, NodeId, Search, Side, Status};

impl<P: Clone + Eq + Hash, M: Clone + Eq> Search<P, M> {
    /// The moves from the root to the most proving leaf, as if nothing were in flight; once the root
    /// is solved, the line on which the winner wins fast and the loser holds out long, as far as
    /// it is in the tree.
    #[must_use]
    pub fn best_line(&self) -> Vec<Edge<M>> {
        let solved = self.status();
        if solved == Status::Open {
            return self.follow(|node| self.most_promising(node));
        }
        let lengths = self.lengths(solved);
        self.follow(|node| {
            let lengths = self.solved_children(node, solved).map(|child| (lengths[&child], child));
            // Of equal ones the first, as everywhere.
            let by_length =
                |best: (u32, NodeId), next: (u32, NodeId)| match self.wants(node, solved) {
                    Wish::Short if next.0 < best.0 => next,
                    Wish::Long if next.0 > best.0 => next,
                    _ => best,
                };
            lengths.reduce(by_length).map(|(_, child)| child)
        })
    }

    fn follow(&self, mut choose: impl FnMut(NodeId) -> Option<NodeId>) -> Vec<Edge<M>> {
        let mut line = Vec::new();
        let mut node = self.graph.root;
        while let Some(child) = choose(node) {
            let edges = &self.graph.at(node).record.edges;
            line.extend(edges.iter().find(|edge| edge.child == child).cloned());
            node = child;
        }
        line
    }

    fn most_promising(&self, node: NodeId) -> Option<NodeId> {
        let node = self.graph.at(node);
        let open = node
            .children
            .iter()
            .map(|child| self.graph.at(*child))
            .filter(|child| child.record.status == Status::Open && !child.record.forbidden);
        open.min_by_key(|child| {
            (!child.record.suggested, node.record.side.effort(child.outlook.numbers))
        })
        .map(|child| child.record.id)
    }

    /// The children through which a node is solved.
    fn solved_children(&self, node: NodeId, status: Status) -> impl Iterator<Item = NodeId> {
        let children = self.graph.at(node).children.iter().copied();
        children.filter(move |child| self.graph.at(*child).record.status == status)
    }

    /// How many moves each node of the proof is from its end.
    fn lengths(&self, solved: Status) -> HashMap<NodeId, u32> {
        let mut proof = vec![self.graph.root];
        let mut seen = HashSet::from([self.graph.root]);
        let mut next = 0;
        while let Some(node) = proof.get(next).copied() {
            proof.extend(self.solved_children(node, solved).filter(|child| seen.insert(*child)));
            next += 1;
        }
        proof.sort_by_key(|node| std::cmp::Reverse(self.graph.at(*node).level));
        let mut lengths = HashMap::new();
        for node in proof {
            let below = self.solved_children(node, solved).map(|child| lengths[&child] + 1);
            let length = match self.wants(node, solved) {
                Wish::Short => below.min(),
                Wish::Long => below.max(),
            };
            lengths.insert(node, length.unwrap_or(0));
        }
        lengths
    }

    fn wants(&self, node: NodeId, solved: Status) -> Wish {
        match (self.graph.at(node).record.side, solved) {
            (Side::Prover, Status::Disproven) | (Side::Opponent, Status::Proven) => Wish::Long,
            _ => Wish::Short,
        }
    }
}

/// What the side to move wants of the line.
#[derive(Clone, Copy)]
enum Wish {
    Short,
    Long,
}
