//! What players claim to be proven, and how much of their budget they spend on it.

use std::sync::Arc;
use std::time::Instant;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Game, SquareSet};
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};
use sixfold_solve::{Budget, Solved, Stones, vcdt};

use crate::{Choice, Ground, Score, Thought, Variation};

/// The budget of one move, of which the parts of a player take their shares.
pub(crate) struct Purse {
    budget: Budget,
    started: Instant,
    spent: u64,
}

/// Nodes that a share of a budget without any limit may take.
const NODES_WITHOUT_LIMIT: u64 = 200_000;

impl Purse {
    /// The clock starts.
    pub(crate) fn new(budget: Budget) -> Purse {
        Purse { budget, started: Instant::now(), spent: 0 }
    }

    /// A part of what is left, in hundredths.
    pub(crate) fn share(&self, hundredths: u32) -> Budget {
        let nodes = self.budget.nodes.map(|most| most.saturating_sub(self.spent));
        let time = self.budget.time.map(|most| most.saturating_sub(self.started.elapsed()));
        let nodes = nodes.map(|left| (left * u64::from(hundredths) / 100).max(1));
        let time = time.map(|left| left * hundredths / 100);
        let unlimited = (nodes.is_none() && time.is_none()).then_some(NODES_WITHOUT_LIMIT);
        Budget { nodes: nodes.or(unlimited), time, ..self.budget.clone() }
    }

    /// All that is left.
    pub(crate) fn rest(&self) -> Budget {
        let Budget { nodes, time, .. } = self.share(100);
        let is_limited = self.budget.nodes.is_some() || self.budget.time.is_some();
        Budget { nodes: nodes.filter(|_| is_limited), time, ..self.budget.clone() }
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
    pub(crate) fn elapsed(&self) -> std::time::Duration {
        self.started.elapsed()
    }
}

/// The choice to complete a segment at once, if that is possible: whatever the budget, and with a
/// proof.
pub(crate) fn completing<S: SegmentState>(position: &Position<S>, purse: &Purse) -> Option<Choice> {
    position.completing_squares()?;
    let budget = Budget { memory: 1 << 10, ..Budget::default() };
    choice_of(&vcdt::solve(position, &budget), position, purse)
}

/// Looks for a win of the side to move of at most this order.
pub(crate) fn solve<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    order: u8,
    threads: usize,
    budget: &Budget,
    purse: &mut Purse,
) -> Solved {
    let wanted = Wanted { order: Order::UpTo(order), length: Length::Any };
    let methods = Methods { threads, ..Methods::default() };
    let budget = Budget { memory: budget.memory / 2, ..budget.clone() };
    let solved = orders::solve(position, wanted, methods, &budget);
    purse.spend(solved.nodes);
    solved
}

/// The choice of a proven win, if that is what a solver has found.
pub(crate) fn choice_of<S: SegmentState>(
    solved: &Solved,
    position: &Position<S>,
    purse: &Purse,
) -> Option<Choice> {
    let proof: Option<Arc<Certificate>> = solved.certificate(position)?.ok().map(Arc::new);
    let mut turns: Vec<Stones> = solved.answer.as_ref()?.attack.longest_line();
    let first = whole_turn(position, turns.first()?.clone());
    turns[0] = first;
    let variation = Variation {
        score: Score::Wins(solved.length()? as u32),
        ground: if proof.is_some() { Ground::Proven } else { Ground::Estimated },
        turns,
    };
    let thought = Thought {
        depth: variation.turns.len() as u32,
        variations: vec![variation],
        nodes: purse.spent(),
        elapsed: purse.elapsed(),
    };
    Some(Choice { thought, proof })
}

/// A win may need fewer stones than the turn has: the others go to any squares.
fn whole_turn<S: SegmentState>(position: &Position<S>, mut stones: Stones) -> Stones {
    let missing = usize::from(position.turn().stones_left).saturating_sub(stones.len());
    let taken: SquareSet = stones.iter().copied().collect();
    stones.extend((position.empty_squares() - taken).iter().take(missing));
    stones
}
