//! The blind check of puzzles: a plain search from the rules alone.
//!
//! It shares no code with the solvers and knows nothing of what makes them fast. A *win of order r in
//! n turns* is just what THEORY 2 defines: the attacker completes a row now, or n is at least 2, r at
//! least 1, and some turn of his leaves the defender unable to complete a row at once, while every
//! reply with s null stones (s from 0 to p) is followed by a win in n - 1 turns, of order r if s is 0
//! and of order r - s otherwise; order 0 is a row completed at once.
//!
//! What is left out, and why nothing is lost:
//! * Turns that make fewer than p + 1 - r threats: the reply that stops these with r or more null stones
//!   leaves an order of 0, and no row can be completed.
//! * Two turns before the end, turns that can be stopped: the attacker must complete a row after every
//!   reply.
//! * Replies that leave a threat: a row is completed at once, which is a win of any order.
//! * Turns that leave a threat of the defender: he completes his row.
//! * Turns after which no more squares are empty than the defender has stones: he fills the board.
//!
//! Everything else is tried. Replies with null stones come first, and turns and replies that were good
//! elsewhere; what is found out about a position is remembered by all of its stones.

mod board;
mod hex;
mod known;
mod search;
mod turns;

use std::ops::ControlFlow;

use sixfold_game::{ConnectRules, GameName, Player, Setup, Square, SquareSet};
use thiserror::Error;

use crate::{Goal, Puzzle};
use board::{Board, Spot};
use search::{Search, Stopped};
use turns::Turn;

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// First turns that have been settled.
    pub settled: usize,
    /// First turns in all.
    pub first_turns: usize,
    /// Positions that have been searched.
    pub positions: u64,
}

/// A search that found nothing against a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// The first turns that were refuted one by one, besides those that the rules alone refute.
    pub first_turns: usize,
    /// Positions that were searched.
    pub positions: u64,
}

/// What a search found against a puzzle, or why it found nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The board is too large for everything to be tried.
    #[error("the board is too large for everything to be tried")]
    TooLarge,
    /// The key does not win.
    #[error("the key does not win")]
    Fails,
    /// The position cannot be a puzzle.
    #[error("the game is over in the position")]
    Over,
    /// The position is not at the beginning of a turn.
    #[error("the position is not at the beginning of a turn")]
    MidTurn,
    /// A row can be completed at once.
    #[error("the first turn completes a row")]
    AtOnce,
    /// The key cannot be played.
    #[error("the key is not a turn of {0} stones on empty squares")]
    Key(usize),
    /// The key wins in fewer turns.
    #[error("the key wins in fewer turns")]
    Shorter,
    /// The key wins by a lower order.
    #[error("the key wins by a lower order")]
    LowerOrder,
    /// Another turn reaches the goal.
    #[error("another first turn reaches the goal: {0}")]
    Another(String),
    /// Whoever watched asked for the end.
    #[error("the search was cancelled")]
    Cancelled,
}

impl From<Stopped> for Fault {
    fn from(_: Stopped) -> Fault {
        Fault::Cancelled
    }
}

/// Tries to refute a puzzle: by a first turn other than the key that reaches the goal, or by the key
/// reaching more than the goal. That the key does reach it is for its certificate to prove.
///
/// The watcher hears now and then how far the search is, and can end it.
pub fn search(
    puzzle: &Puzzle,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Exhausted, Fault> {
    let rules = match puzzle.game {
        GameName::Connect(rules) => rules,
        GameName::Hex(rules) => return hex::search(puzzle, rules, watch),
    };
    let mut search = begin(rules, &puzzle.setup, watch)?;
    let goal = puzzle.goal;
    let key = turn_of(puzzle.key);
    let stones = search.board.stones_per_turn;
    if key.len() != stones || !puzzle.key.iter().all(|s| search.board.empty().contains(s)) {
        return Err(Fault::Key(stones));
    }
    let fewer = Goal { turns: goal.turns.saturating_sub(1), ..goal };
    if fewer.turns >= 2 && search.turn_wins(&key, fewer)? {
        return Err(Fault::Shorter);
    }
    let lower = Goal { order: goal.order.saturating_sub(1), ..goal };
    if lower.order >= 1 && goal.turns >= 2 && search.turn_wins(&key, lower)? {
        return Err(Fault::LowerOrder);
    }
    match winners(&mut search, goal, &key, 1)?.first() {
        Some(turn) => {
            let names = puzzle.game.grid().names(turn.iter().map(|&spot| square(spot)));
            Err(Fault::Another(names.concat()))
        }
        None => Ok(Exhausted {
            first_turns: search.progress.settled,
            positions: search.progress.positions,
        }),
    }
}

/// The first turns that reach a goal: all of them, or so many. No row can be completed at once.
pub fn winning_turns(
    game: GameName,
    setup: &Setup,
    goal: Goal,
    most: usize,
    watch: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Vec<SquareSet>, Fault> {
    let rules = match game {
        GameName::Connect(rules) => rules,
        GameName::Hex(rules) => return hex::winning_turns(rules, setup, most, watch),
    };
    let mut search = begin(rules, setup, watch)?;
    let found = winners(&mut search, goal, &Turn::new(), most)?;
    Ok(found.iter().map(|turn| turn.iter().map(|&spot| square(spot)).collect()).collect())
}

fn begin<'a>(
    rules: ConnectRules,
    setup: &Setup,
    watch: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Search<'a>, Fault> {
    if setup.turn.stones_left != rules.stones_per_turn() {
        return Err(Fault::MidTurn);
    }
    let board = Board::new(rules, setup);
    if Player::BOTH.into_iter().any(|player| board.has_row(player)) || board.empty().is_empty() {
        return Err(Fault::Over);
    }
    if board.can_complete(setup.turn.player) {
        return Err(Fault::AtOnce);
    }
    Ok(Search::new(board, setup.turn.player, watch))
}

/// First turns other than this one that reach the goal: all of them, or so many.
fn winners(
    search: &mut Search<'_>,
    goal: Goal,
    except: &Turn,
    most: usize,
) -> Result<Vec<Turn>, Stopped> {
    let mut found = Vec::new();
    if goal.turns < 2 || goal.order == 0 {
        return Ok(found);
    }
    let mut turns = search.turns(goal);
    turns.retain(|turn| turn != except);
    search.progress.first_turns = turns.len();
    for turn in turns {
        if found.len() == most {
            break;
        }
        if search.turn_wins(&turn, goal)? {
            found.push(turn);
        }
        search.progress.settled += 1;
        search.report()?;
    }
    Ok(found)
}

fn turn_of(squares: SquareSet) -> Turn {
    squares.iter().map(|square| square.index() as Spot).collect()
}

fn square(spot: Spot) -> Square {
    Square::from_index(spot.into())
}
