//! Wins that the solvers find for players: only what comes with a certificate is called proven.

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Extent, Game, Square, SquareSet};
use sixfold_solve::{Solved, Stones};

use crate::{Ground, Score, Variation};

/// A win that a solver has found.
pub(crate) struct Win {
    pub(crate) variation: Variation,
    /// The proof, where one can be claimed.
    pub(crate) certificate: Option<Arc<Certificate>>,
}

impl Win {
    /// The win that a solver has found in this position, if it has.
    pub(crate) fn of<S: SegmentState>(solved: &Solved, position: &Position<S>) -> Option<Win> {
        let attack = &solved.answer.as_ref()?.attack;
        let mut turns: Vec<Stones> = attack.line_of_play(position);
        let first = turns.first_mut()?;
        *first = whole_turn(position, std::mem::take(first));
        let written = if can_be_claimed(position) { solved.certificate(position) } else { None };
        let certificate = written.and_then(Result::ok).map(Arc::new);
        let ground = if certificate.is_some() { Ground::Proven } else { Ground::Estimated };
        let score = Score::Wins(attack.length() as u32);
        Some(Win { variation: Variation { score, ground, visits: None, turns }, certificate })
    }

    /// The turn that wins.
    pub(crate) fn stones(&self) -> &[Square] {
        &self.variation.turns[0]
    }
}

/// The turn that completes a segment may need fewer stones than it has: the others go to any squares.
fn whole_turn<S: SegmentState>(position: &Position<S>, mut stones: Stones) -> Stones {
    let missing = usize::from(position.turn().stones_left).saturating_sub(stones.len());
    let taken: SquareSet = stones.iter().copied().collect();
    stones.extend((position.empty_squares() - taken).iter().take(missing));
    stones
}

/// Whether proofs are claimed. What holds within a window need not hold on the unbounded board, so
/// players claim nothing there.
pub(crate) fn can_be_claimed<S: SegmentState>(position: &Position<S>) -> bool {
    position.geometry().rules().extent() == Extent::Whole
}
