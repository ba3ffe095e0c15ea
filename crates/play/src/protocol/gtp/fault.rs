//! Why a command fails.

use sixfold_game::{FenError, NameError};
use thiserror::Error;

use crate::PositionError;
use crate::protocol::session::{BadValue, NoMove};
use crate::protocol::{CannotPlace, CannotSwap, LoadFault, NotationError, SolverFault};

/// Why a command fails; the first words are those that the protocol prescribes.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: {0}")]
    Syntax(&'static str),
    #[error("illegal move: {0}")]
    Square(#[from] NotationError),
    #[error("illegal move: {square}: {}", fault.reason)]
    Stone { square: String, fault: CannotPlace },
    #[error("illegal move: {0}")]
    Swap(#[from] CannotSwap),
    #[error("the other side is to move")]
    NotToMove,
    #[error(transparent)]
    File(#[from] LoadFault),
    #[error("unacceptable size")]
    Size,
    #[error("unacceptable size: {0}")]
    Rules(#[from] NameError),
    #[error("no letter is left for the last column (try sixfold-coordinates plain)")]
    NoLetter,
    #[error("cannot undo")]
    CannotUndo,
    #[error("the game is not over")]
    NotOver,
    #[error(transparent)]
    Value(#[from] BadValue),
    #[error("{0}")]
    Game(NameError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    NoMove(#[from] NoMove),
    #[error(transparent)]
    Solver(#[from] SolverFault),
}
