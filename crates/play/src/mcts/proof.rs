//! What the tree believes, proven by the solvers: only they give certificates.

use std::sync::Arc;
use std::time::Duration;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Extent, SquareSet, Value, Verdict};
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};
use sixfold_solve::verify::verify;
use sixfold_solve::{Answer, Budget, Meter, Solved};

use super::examine::is_within_reach;
use crate::{Ground, Score, Variation};

/// A win that can be checked.
pub(super) struct ProvenWin {
    pub(super) variation: Variation,
    pub(super) certificate: Arc<Certificate>,
}

impl ProvenWin {
    fn new<S: SegmentState>(solved: &Solved, position: &Position<S>) -> Option<ProvenWin> {
        let attack = &solved.answer.as_ref()?.attack;
        let certificate = Arc::new(solved.certificate(position)?.ok()?);
        let score = Score::Wins(attack.length() as u32);
        let variation = Variation { score, ground: Ground::Proven, turns: attack.longest_line() };
        Some(ProvenWin { variation, certificate })
    }

    /// A win that a solver has found in this position.
    pub(super) fn from_answer<S: SegmentState>(
        answer: Answer,
        position: &Position<S>,
    ) -> Option<ProvenWin> {
        let verdict = Verdict::Proven(Value::Win);
        let solved = Solved { verdict, answer: Some(answer), is_shortest: None, nodes: 0 };
        ProvenWin::new(&solved, position)
    }

    /// The turn that wins.
    pub(super) fn turn(&self) -> SquareSet {
        self.variation.turns.iter().take(1).flatten().copied().collect()
    }
}

/// Whether proofs are looked for. What holds within a window need not hold on the unbounded board, so
/// there the search claims nothing.
pub(super) fn can_be_proven<S: SegmentState>(position: &Position<S>) -> bool {
    is_within_reach(position) && position.geometry().rules().extent() == Extent::Whole
}

/// The highest order of wins that are looked for.
const MOST_ORDER: u8 = 3;
/// The share of what is left of the budget that a proof may take.
const SHARE_OF_WIN: u32 = 2;
const SHARE_OF_LOSS: u32 = 8;
/// What a proof may take if there is no limit.
const DEFAULT_NODES: u64 = 200_000;

/// Proves a win that the tree believes in.
pub(super) fn prove_win<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    budget: &Budget,
    meter: &Meter,
    threads: usize,
) -> Option<ProvenWin> {
    let wanted = Wanted { order: Order::LowestUpTo(MOST_ORDER), length: Length::Any };
    let methods = Methods { threads, ..Methods::default() };
    let share = share(budget, meter, SHARE_OF_WIN)?;
    ProvenWin::new(&orders::solve(position, wanted, methods, &share), position)
}

/// Proves a loss that the tree believes in, if that is easy.
pub(super) fn prove_loss<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    budget: &Budget,
    meter: &Meter,
    threads: usize,
) -> Option<Arc<Certificate>> {
    let methods = Methods { threads, ..Methods::default() };
    let share = share(budget, meter, SHARE_OF_LOSS)?;
    let verified = verify(position, MOST_ORDER, methods, &share);
    Some(Arc::new(verified.certificate(position)?.ok()?))
}

/// A part of what is left, or nothing if nothing is.
fn share(budget: &Budget, meter: &Meter, part: u32) -> Option<Budget> {
    let nodes = budget.nodes.map(|most| most.saturating_sub(meter.nodes()) / u64::from(part));
    let time = budget.time.map(|most| most.saturating_sub(meter.elapsed()) / part);
    let nodes = if time.is_none() { nodes.or(Some(DEFAULT_NODES)) } else { nodes };
    let is_left = nodes != Some(0) && time != Some(Duration::ZERO);
    let memory = budget.memory / 4;
    is_left.then(|| Budget { nodes, time, memory, control: budget.control.clone() })
}
