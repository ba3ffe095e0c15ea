//! Somebody solves a puzzle: he plays the attacker, the program defends.

use sixfold_game::{GameName, Setup, SpentBudget, Square, SquareSet};
use sixfold_solve::Budget;
use thiserror::Error;

use crate::{Goal, Judgement, Puzzle, referee};

/// What the program says to a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Response {
    /// The puzzle is solved.
    Solved,
    /// The turn is right, and this is the reply.
    Right {
        /// All stones of the defender's turn.
        reply: SquareSet,
    },
    /// The turn is wrong: after this reply the goal is out of reach.
    Wrong {
        /// All stones of the defender's turn.
        reply: SquareSet,
    },
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SessionError {
    /// Puzzles of this game are not understood.
    #[error("there are no puzzles of this game")]
    Game,
    /// A turn has too few or too many stones, or they are not on empty squares.
    #[error("turn {0} is not a legal turn")]
    Turn(usize),
    /// It is the defender's turn.
    #[error("it is not the attacker's turn")]
    NotToMove,
    /// There are more turns than the puzzle has.
    #[error("the puzzle is over")]
    Over,
    /// The budget was not enough.
    #[error("it could not be found out within the budget")]
    Spent(SpentBudget),
}

/// What the program says to the last of these turns, which are those of both sides from the puzzle's
/// position on, the attacker's first and last.
pub fn respond(
    puzzle: &Puzzle,
    turns: &[SquareSet],
    budget: &Budget,
) -> Result<Response, SessionError> {
    let (&last, before) = turns.split_last().ok_or(SessionError::NotToMove)?;
    let setup = reached(puzzle, before)?;
    after(puzzle, &setup, last).ok_or(SessionError::Turn(turns.len()))?;
    let goal = goal_left(puzzle, before.len())?;
    let referee = referee(puzzle.game).ok_or(SessionError::Game)?;
    let judged = referee.judge(&setup, goal, last, budget).map_err(SessionError::Spent)?;
    Ok(match judged {
        Judgement::Wins => Response::Solved,
        Judgement::Continues { reply } => Response::Right { reply },
        Judgement::Fails { reply } => Response::Wrong { reply },
    })
}

/// A turn that is right after these turns of both sides.
pub fn right_turn(
    puzzle: &Puzzle,
    turns: &[SquareSet],
    budget: &Budget,
) -> Result<Option<SquareSet>, SessionError> {
    if turns.is_empty() {
        return Ok(Some(puzzle.key));
    }
    let setup = reached(puzzle, turns)?;
    let goal = goal_left(puzzle, turns.len())?;
    let referee = referee(puzzle.game).ok_or(SessionError::Game)?;
    let found = referee.winning_turns(&setup, goal, 1, budget);
    Ok(found.map_err(SessionError::Spent)?.first().copied())
}

/// The goal that is left after so many turns of both sides.
fn goal_left(puzzle: &Puzzle, turns: usize) -> Result<Goal, SessionError> {
    let mut goal = puzzle.goal;
    if let GameName::Hex(_) = puzzle.game {
        return Ok(goal);
    }
    for _ in 0..turns / 2 {
        goal = goal.after_reply();
    }
    if goal.turns == 0 { Err(SessionError::Over) } else { Ok(goal) }
}

/// The position after these turns; the attacker must be to move.
fn reached(puzzle: &Puzzle, turns: &[SquareSet]) -> Result<Setup, SessionError> {
    if !turns.len().is_multiple_of(2) {
        return Err(SessionError::NotToMove);
    }
    let mut setup = puzzle.setup;
    for (i, &turn) in turns.iter().enumerate() {
        setup = after(puzzle, &setup, turn).ok_or(SessionError::Turn(i + 1))?;
    }
    Ok(setup)
}

/// The position after a whole turn, if it is legal.
fn after(puzzle: &Puzzle, setup: &Setup, turn: SquareSet) -> Option<Setup> {
    let is_empty =
        |square: Square| square.index() < setup.grid().len() && setup.stone(square).is_none();
    let is_whole = turn.len() == usize::from(setup.turn.stones_left);
    if !is_whole || !turn.iter().all(is_empty) {
        return None;
    }
    Some(setup.after_turn(turn, puzzle.game.turn_order()))
}
