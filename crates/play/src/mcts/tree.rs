//! The tree of turns, with what is known of each position.

use std::ops::{Index, IndexMut};

use sixfold_game::{Player, SquareSet};
use sixfold_solve::Stones;

use crate::candidates::{Candidate, Coverage};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

/// How a position ends, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// Nobody knows.
    Open,
    /// It wins in so many of its turns.
    Wins(u32, Certainty),
    /// It loses after so many turns of the opponent.
    Loses(u32, Certainty),
}

/// Whether anything has been left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Certainty {
    /// The loser may have turns that nobody has looked at.
    Likely,
    /// All turns of the loser are refuted.
    Sure,
}

/// How far a position has been looked into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Not at all.
    New,
    /// The game is over.
    Over,
    /// Only turns that threaten are tried, and some of them may lead somewhere.
    Threats,
    /// Turns that threaten lead nowhere or there are none, and others have not been tried yet.
    Barren,
    /// All turns may be tried.
    All,
}

/// A position at the beginning of a turn.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) hash: u64,
    pub(super) mover: Player,
    pub(super) fate: Fate,
    pub(super) stage: Stage,
    pub(super) coverage: Coverage,
    /// Someone is looking into it right now.
    pub(super) is_busy: bool,
    /// The squares among which each stone has been chosen.
    pub(super) width: u16,
    /// The visits for which the paper's bonus favours it.
    pub(super) bonus: u16,
    pub(super) visits: u32,
    /// Visits whose result is not known yet.
    pub(super) in_flight: u32,
    /// The sum of all results, as the side to move sees them.
    pub(super) worth: f64,
    pub(super) edges: Vec<Edge>,
}

/// A turn.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) stones: Stones,
    /// What its stones are worth, in thousandths of the logarithm of their odds.
    pub(super) value: i32,
    pub(super) prior: f32,
    pub(super) child: Option<NodeId>,
}

impl Node {
    pub(super) fn new(mover: Player) -> Node {
        Node {
            hash: 0,
            mover,
            fate: Fate::Open,
            stage: Stage::New,
            coverage: Coverage::Partial,
            is_busy: false,
            width: 0,
            bonus: 0,
            visits: 0,
            in_flight: 0,
            worth: 0.0,
            edges: Vec::new(),
        }
    }

    /// The mean of all results.
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.worth / f64::from(self.visits) }
    }

    /// Whether it is known who wins.
    pub(super) fn is_settled(&self) -> bool {
        self.fate != Fate::Open
    }
}

/// All nodes. The first one is the root.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: usize,
}

impl Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

impl IndexMut<NodeId> for Tree {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

impl Tree {
    pub(super) const ROOT: NodeId = NodeId(0);

    /// A tree with a root that nobody has looked at.
    pub(super) fn new(mover: Player, hash: u64) -> Tree {
        Tree { nodes: vec![Node { hash, ..Node::new(mover) }], edges: 0 }
    }

    /// The memory that the nodes take, in bytes.
    pub(super) fn size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.edges * size_of::<Edge>()
    }

    /// The child that a turn leads to; it is made if need be.
    pub(super) fn child(&mut self, node: NodeId, edge: usize) -> NodeId {
        if let Some(child) = self[node].edges[edge].child {
            return child;
        }
        let child = NodeId(self.nodes.len() as u32);
        let mover = self[node].mover.opponent();
        self.nodes.push(Node::new(mover));
        self[node].edges[edge].child = Some(child);
        child
    }

    /// What a turn leads to, if anybody has looked.
    pub(super) fn after(&self, edge: &Edge) -> Option<&Node> {
        edge.child.map(|child| &self[child])
    }

    /// Adds turns that are not there yet, and says how many. Their priors grow with their values:
    /// at a temperature of 1 a value is the logarithm of the odds in thousandths.
    pub(super) fn add_edges(
        &mut self,
        node: NodeId,
        candidates: Vec<Candidate>,
        temperature: f64,
    ) -> usize {
        let edges = &mut self.nodes[node.0 as usize].edges;
        let set = |stones: &Stones| stones.iter().copied().collect::<SquareSet>();
        let known: Vec<SquareSet> = edges.iter().map(|edge| set(&edge.stones)).collect();
        let new = candidates.into_iter().filter(|c| !known.contains(&set(&c.stones)));
        edges.extend(new.map(|Candidate { stones, value }| Edge {
            stones,
            value,
            prior: 0.0,
            child: None,
        }));
        let best = edges.iter().map(|edge| edge.value).max().unwrap_or(0);
        let odds = |edge: &Edge| (f64::from(edge.value - best) / (1000.0 * temperature)).exp();
        let sum: f64 = edges.iter().map(odds).sum();
        for edge in edges.iter_mut() {
            edge.prior = (odds(edge) / sum) as f32;
        }
        let added = edges.len() - known.len();
        self.edges += added;
        added
    }

    /// Learns how a node ends from what its turns lead to.
    pub(super) fn settle(&mut self, id: NodeId) {
        let node = &self[id];
        let fates =
            || node.edges.iter().map(|edge| self.after(edge).map_or(Fate::Open, |n| n.fate));
        let wins = fates().filter_map(|fate| match fate {
            Fate::Loses(turns, certainty) => Some((certainty, turns + 1)),
            _ => None,
        });
        let best = wins.max_by_key(|&(certainty, turns)| (certainty, std::cmp::Reverse(turns)));
        if let Some((certainty, turns)) = best {
            // A win that the solver has found is not given up for one that is less certain.
            if !matches!(node.fate, Fate::Wins(_, Certainty::Sure)) {
                self[id].fate = Fate::Wins(turns, certainty);
            }
            return;
        }
        if node.fate != Fate::Open || node.stage != Stage::All || node.edges.is_empty() {
            return;
        }
        let all_covered = match node.coverage {
            Coverage::Partial => return,
            Coverage::Closed => Certainty::Likely,
            Coverage::Complete => Certainty::Sure,
        };
        let losses = fates().map(|fate| match fate {
            Fate::Wins(turns, certainty) => Some((turns, certainty)),
            _ => None,
        });
        let worst = losses.reduce(|one, other| {
            let ((turns, certainty), (other_turns, other_certainty)) = (one?, other?);
            Some((turns.max(other_turns), certainty.min(other_certainty)))
        });
        if let Some(Some((turns, certainty))) = worst {
            self[id].fate = Fate::Loses(turns, certainty.min(all_covered));
        }
    }

    /// Learns whether threats lead nowhere at a node that has tried nothing else.
    pub(super) fn note_barren(&mut self, id: NodeId) {
        let node = &self[id];
        let leads_somewhere = |edge: &Edge| {
            self.after(edge).is_none_or(|reply| !reply.is_settled() && !self.is_escape(reply))
        };
        if node.stage == Stage::Threats && !node.edges.iter().any(leads_somewhere) {
            self[id].stage = Stage::Barren;
        }
    }

    /// Whether the side to move gets away from continuous threats.
    pub(super) fn is_escape(&self, defender: &Node) -> bool {
        let is_way_out = |edge: &Edge| {
            self.after(edge).is_some_and(|n| matches!(n.stage, Stage::Barren | Stage::All))
        };
        defender.stage == Stage::Over || defender.edges.iter().any(is_way_out)
    }

    /// The node with this hash, if it is at most two turns from the root.
    pub(super) fn find(&self, hash: u64) -> Option<NodeId> {
        let mut level = vec![Tree::ROOT];
        for _ in 0..=2 {
            let found =
                level.iter().find(|&&id| self[id].hash == hash && !self[id].edges.is_empty());
            if let Some(&id) = found {
                return Some(id);
            }
            let children = level.iter().flat_map(|&id| &self[id].edges);
            level = children.filter_map(|edge| edge.child).collect();
        }
        None
    }

    /// The part of the tree below a node.
    pub(super) fn subtree(&self, root: NodeId) -> Tree {
        let mut part = Tree { nodes: vec![self[root].clone()], edges: 0 };
        let mut next = 0;
        while next < part.nodes.len() {
            part.edges += part.nodes[next].edges.len();
            for edge in 0..part.nodes[next].edges.len() {
                if let Some(old) = part.nodes[next].edges[edge].child {
                    let new = NodeId(part.nodes.len() as u32);
                    part.nodes.push(self[old].clone());
                    part.nodes[next].edges[edge].child = Some(new);
                }
            }
            next += 1;
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::Square;

    use super::*;

    /// A root with as many turns as fates, which have been found after each.
    fn tree(coverage: Coverage, fates: &[Fate]) -> Tree {
        let mut tree = Tree::new(Player::Black, 0);
        let turn = |i| Stones::from_slice(&[Square::from_index(i)]);
        let candidates = (0..fates.len()).map(|i| Candidate { stones: turn(i), value: 0 });
        tree.add_edges(Tree::ROOT, candidates.collect(), 1.0);
        for (edge, &fate) in fates.iter().enumerate() {
            let child = tree.child(Tree::ROOT, edge);
            tree[child].fate = fate;
        }
        (tree[Tree::ROOT].stage, tree[Tree::ROOT].coverage) = (Stage::All, coverage);
        tree.settle(Tree::ROOT);
        tree
    }

    fn fate(coverage: Coverage, fates: &[Fate]) -> Fate {
        tree(coverage, fates)[Tree::ROOT].fate
    }

    use Certainty::{Likely, Sure};

    #[test]
    fn one_turn_that_beats_the_opponent_is_enough() {
        let fates = [Fate::Open, Fate::Loses(3, Likely), Fate::Loses(4, Sure), Fate::Wins(1, Sure)];
        assert_eq!(fate(Coverage::Partial, &fates), Fate::Wins(5, Sure));
    }

    #[test]
    fn a_loss_is_sure_only_if_nothing_was_left_out() {
        let fates = [Fate::Wins(3, Sure), Fate::Wins(2, Sure)];
        assert_eq!(fate(Coverage::Complete, &fates), Fate::Loses(3, Sure));
        assert_eq!(fate(Coverage::Closed, &fates), Fate::Loses(3, Likely));
        assert_eq!(fate(Coverage::Partial, &fates), Fate::Open);
        let fates = [Fate::Wins(3, Sure), Fate::Wins(2, Likely)];
        assert_eq!(fate(Coverage::Complete, &fates), Fate::Loses(3, Likely));
    }

    #[test]
    fn a_turn_that_nobody_has_refuted_keeps_the_position_open() {
        let fates = [Fate::Wins(3, Sure), Fate::Open];
        assert_eq!(fate(Coverage::Complete, &fates), Fate::Open);
    }

    #[test]
    fn the_part_below_a_turn_is_found_by_its_hash() {
        let mut tree = tree(Coverage::Partial, &[Fate::Open, Fate::Open]);
        let child = tree.child(Tree::ROOT, 1);
        let stones = Stones::from_slice(&[Square::from_index(7)]);
        tree.add_edges(child, vec![Candidate { stones, value: 0 }], 1.0);
        (tree[child].hash, tree[child].visits) = (42, 5);
        let part = tree.subtree(tree.find(42).unwrap());
        assert_eq!((part[Tree::ROOT].visits, part[Tree::ROOT].mover), (5, Player::White));
        assert!(tree.find(43).is_none());
    }
}
