//! What a collection must be before it is taken.

use sixfold_game::certificate::Claim;
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_puzzle::{Collection, Puzzle, referee};
use thiserror::Error;

/// The most puzzles of a collection.
const MOST_PUZZLES: usize = 20_000;

/// Why a collection is not taken.
#[derive(Debug, Error)]
pub enum Invalid {
    /// There is nothing in it.
    #[error("the collection is empty")]
    Empty,
    /// There is too much in it.
    #[error("a collection may have {MOST_PUZZLES} puzzles")]
    TooMany,
    /// A puzzle is none.
    #[error("puzzle {number}: {reason}")]
    Puzzle {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        reason: Reason,
    },
}

/// What is wrong with a puzzle.
#[derive(Debug, Error)]
pub enum Reason {
    /// Nobody could referee it.
    #[error("there are no puzzles of its game")]
    Game,
    /// It asks for no win.
    #[error("it asks for no win")]
    Goal,
    /// A turn of its solution cannot be played.
    #[error("a turn of its solution cannot be played")]
    Turn,
    /// Its proof is about something else.
    #[error("its proof is that of something else")]
    Claim,
    /// Its proof is none.
    #[error("its proof does not hold: {0}")]
    Proof(Box<sixfold_check::Fault>),
}

/// Whether the puzzles can be played and their proofs hold. That the key is the only one is not checked.
pub fn check(collection: &Collection) -> Result<(), Invalid> {
    if collection.puzzles().is_empty() {
        return Err(Invalid::Empty);
    }
    if collection.puzzles().len() > MOST_PUZZLES {
        return Err(Invalid::TooMany);
    }
    for (i, puzzle) in collection.puzzles().iter().enumerate() {
        check_puzzle(puzzle).map_err(|reason| Invalid::Puzzle { number: i + 1, reason })?;
    }
    Ok(())
}

fn check_puzzle(puzzle: &Puzzle) -> Result<(), Reason> {
    referee(puzzle.game).ok_or(Reason::Game)?;
    // Wins of Hex have no order.
    let has_order = puzzle.goal.order > 0 || matches!(puzzle.game, GameName::Hex(_));
    if !has_order || puzzle.goal.turns == 0 {
        return Err(Reason::Goal);
    }
    check_turns(puzzle)?;
    let Claim { game, setup, winner, .. } = puzzle.certificate.claim;
    if game != puzzle.game || setup != puzzle.setup || winner != puzzle.attacker() {
        return Err(Reason::Claim);
    }
    sixfold_check::check(&puzzle.certificate).map_err(|fault| Reason::Proof(Box::new(fault)))?;
    Ok(())
}

/// Whether the key, the main line and the tries are on empty squares and have the right length.
fn check_turns(puzzle: &Puzzle) -> Result<(), Reason> {
    let whole = usize::from(puzzle.setup.turn.stones_left);
    let is_whole = |turn: SquareSet| turn.len() == whole;
    let mut lines = vec![puzzle.line.clone(), vec![puzzle.key]];
    lines.extend(puzzle.tries.iter().map(|t| vec![t.turn, t.refutation]));
    let is_fine = puzzle.line.first() == Some(&puzzle.key)
        && lines.iter().all(|line| is_whole(line[0]) && is_playable(&puzzle.setup, line));
    if is_fine { Ok(()) } else { Err(Reason::Turn) }
}

fn is_playable(setup: &Setup, line: &[SquareSet]) -> bool {
    let mut setup = *setup;
    let mut player = setup.turn.player;
    for turn in line {
        for square in turn.iter() {
            if setup.stone(square).is_some() {
                return false;
            }
            setup.set(square, Some(player));
        }
        player = player.opponent();
    }
    true
}
