//! The budget of one move.

use std::time::{Duration, Instant};

use sixfold_solve::Budget;

/// The budget of one move, of which the parts of a player take their shares.
pub(crate) struct Purse {
    budget: Budget,
    started: Instant,
    spent: u64,
}

/// A part of what is left of a budget, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share(pub(crate) u32);

/// Nodes that a share of a budget without any limit may take.
const NODES_WITHOUT_LIMIT: u64 = 200_000;

impl Purse {
    /// The clock starts.
    pub(crate) fn new(budget: Budget) -> Purse {
        Purse { budget, started: Instant::now(), spent: 0 }
    }

    /// A part of what is left, or nothing if nothing is. It has a limit even if the whole has none.
    pub(crate) fn share(&self, Share(hundredths): Share) -> Option<Budget> {
        let Budget { nodes, time, .. } = self.rest();
        if nodes == Some(0) || time == Some(Duration::ZERO) {
            return None;
        }
        let nodes = nodes.map(|left| (left * u64::from(hundredths) / 100).max(1));
        let time = time.map(|left| left * hundredths / 100);
        let unlimited = (nodes.is_none() && time.is_none()).then_some(NODES_WITHOUT_LIMIT);
        Some(Budget { nodes: nodes.or(unlimited), time, ..self.budget.clone() })
    }

    /// All that is left.
    pub(crate) fn rest(&self) -> Budget {
        let nodes = self.budget.nodes.map(|most| most.saturating_sub(self.spent));
        let time = self.budget.time.map(|most| most.saturating_sub(self.started.elapsed()));
        Budget { nodes, time, ..self.budget.clone() }
    }

    /// Notes that so many nodes are spent.
    pub(crate) fn spend(&mut self, nodes: u64) {
        self.spent += nodes;
    }

    /// The nodes spent so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purse(nodes: u64) -> Purse {
        Purse::new(Budget { nodes: Some(nodes), ..Budget::default() })
    }

    #[test]
    fn a_share_is_a_part_of_what_is_left() {
        let mut purse = purse(1000);
        purse.spend(200);
        assert_eq!(purse.share(Share(25)).unwrap().nodes, Some(200));
        assert_eq!(purse.rest().nodes, Some(800));
        purse.spend(900);
        assert!(purse.share(Share(25)).is_none());
    }

    #[test]
    fn a_share_of_everything_has_a_limit_but_the_rest_has_none() {
        let purse = Purse::new(Budget::default());
        assert_eq!(purse.share(Share(25)).unwrap().nodes, Some(NODES_WITHOUT_LIMIT));
        assert_eq!(purse.rest().nodes, None);
    }
}
