//! The exact solver: win, loss or draw of a small game.
//!
//! The value is settled by at most two questions, each a proof or a refutation: can the side to
//! move force a win, and if not, can the opponent? A question is answered by depth-first
//! proof-number search (`search`) over single stones, with a transposition table on canonical
//! keys (`key`). Two things keep it small: a player who is about to lose must parry, so threats
//! restrict the moves, and a potential argument (`bound`) recognises positions in which the
//! opponent can simply block everything.

mod bound;
mod key;
mod search;
mod table;

use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, Outcome, Player, SpentBudget, Square, Value, Verdict};

use crate::{Budget, Meter};
use search::{Answer, Search};

/// What the exact solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactResult {
    /// Win, loss or draw for the side to move, or unknown.
    pub verdict: Verdict,
    /// A line of play, turn by turn: to the end of the game if somebody wins, else just
    /// the best turn.
    pub line: Vec<Vec<Square>>,
    /// Nodes of the proof-number search.
    pub nodes: u64,
}

impl ExactResult {
    /// The stones of the best turn: they win, keep the draw, or hold out for a while. Empty if the
    /// game is over or the value unknown.
    #[must_use]
    pub fn best_turn(&self) -> &[Square] {
        self.line.first().map_or(&[], Vec::as_slice)
    }
}

/// Solves a position exactly.
///
/// ```
/// use std::sync::Arc;
/// use sixfold_connect::{GeneralPosition, Geometry, Position};
/// use sixfold_game::{ConnectRules, Value, Verdict};
/// use sixfold_solve::{Budget, exact};
///
/// let geometry = Arc::new(Geometry::new(ConnectRules::TICTACTOE));
/// let position: GeneralPosition = Position::start(geometry);
/// let result = exact::solve(&position, &Budget::default());
/// assert_eq!(result.verdict, Verdict::Proven(Value::Draw));
/// ```
#[must_use]
pub fn solve(position: &GeneralPosition, budget: &Budget) -> ExactResult {
    let mut meter = Meter::start(budget.clone());
    let (verdict, line) = match value(position, budget.memory, &mut meter) {
        Ok((value, line)) => (Verdict::Proven(value), line),
        Err(spent) => (Verdict::Unknown(spent), Vec::new()),
    };
    ExactResult { verdict, line, nodes: meter.nodes() }
}

type Line = Vec<Vec<Square>>;

fn value(
    position: &GeneralPosition,
    memory: usize,
    meter: &mut Meter,
) -> Result<(Value, Line), SpentBudget> {
    let mover = position.turn().player;
    if let Some(outcome) = position.outcome() {
        return Ok((outcome.value_for(mover), Vec::new()));
    }
    let mut search = Search::new(position.clone(), mover, memory);
    if search.prove(meter)? == Answer::Proven {
        return Ok((Value::Win, turns(position, search.winning_line())));
    }
    let mut search = Search::new(position.clone(), mover.opponent(), memory);
    if search.prove(meter)? == Answer::Proven {
        return Ok((Value::Loss, turns(position, search.winning_line())));
    }
    // Whoever keeps the opponent from winning, having no win himself, draws.
    Ok((Value::Draw, vec![search.refuting_turn()]))
}

/// Groups the stones of a line by turns.
fn turns(position: &GeneralPosition, stones: Vec<Square>) -> Line {
    let mut position = position.clone();
    let mut turns: Line = Vec::new();
    let mut mover = None::<Player>;
    for square in stones {
        if mover != Some(position.turn().player) {
            turns.push(Vec::new());
        }
        mover = Some(position.turn().player);
        if let Some(turn) = turns.last_mut() {
            turn.push(square);
        }
        position.play(square);
    }
    debug_assert!(matches!(position.outcome(), Some(Outcome::Win(_))));
    turns
}
