//! When the defender can block everything: the potential of Erdős, Selfridge and Beck.
//!
//! Let both players place p stones a turn, give every segment that the attacker may still fill
//! the weight (1+p)^(-e/p), e its empty squares, and call the sum the potential. At the beginning
//! of a defender's turn with a potential below 1 he keeps it there by always taking the square
//! that lowers it most; since a filled segment alone weighs 1, the attacker never fills one
//! (Erdős and Selfridge 1973 for p = 1, Beck 1982 for all p). An attacker's stone multiplies the
//! potential by at most (1+p)^(1/p), which covers positions in the middle of a turn.

use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, Player};

/// The weights of segments by their number of empty squares.
pub(super) struct Potential {
    weights: Vec<f64>,
    stones_per_turn: i32,
}

/// Keeps rounding on the safe side: sums of a few thousand doubles are far more exact.
const BELOW_ONE: f64 = 1.0 - 1e-9;

impl Potential {
    pub(super) fn new(in_a_row: usize, stones_per_turn: u16) -> Potential {
        let p = f64::from(stones_per_turn);
        let weight = |empty| (1.0 + p).powf(-(empty as f64) / p);
        Potential {
            weights: (0..=in_a_row).map(weight).collect(),
            stones_per_turn: stones_per_turn.into(),
        }
    }

    /// Whether the potential shows that the attacker cannot win.
    pub(super) fn refutes(&self, position: &GeneralPosition, attacker: Player) -> bool {
        let turn = position.turn();
        let attacking_stones_before_full_defence = if turn.player == attacker {
            i32::from(turn.stones_left)
        } else if i32::from(turn.stones_left) >= self.stones_per_turn {
            0
        } else {
            self.stones_per_turn
        };
        let growth = (1.0 / self.weights[1]).powi(attacking_stones_before_full_defence);
        let limit = BELOW_ONE / growth;
        let mut sum = 0.0;
        for segment in position.geometry().segments() {
            let counts = position.segment_counts(segment);
            if counts[attacker.opponent()] == 0 {
                sum += self.weights[self.weights.len() - 1 - counts[attacker] as usize];
                if sum >= limit {
                    return false;
                }
            }
        }
        true
    }
}
