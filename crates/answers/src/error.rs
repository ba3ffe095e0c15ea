//! Why a question has no answer.

use sixfold_game::NameError;
use sixfold_game::certificate::SinkError;
use sixfold_play::PositionError;
use sixfold_play::engine::EngineError;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Debug, Error)]
pub enum AskError {
    /// The record does not lead to a position.
    #[error(transparent)]
    Replay(#[from] PositionError),
    /// Hex has no threats.
    #[error("Hex has no threats, so no {0} (try exact)")]
    NoThreats(&'static str),
    /// The window of an unbounded board cannot grow.
    #[error(transparent)]
    Window(#[from] NameError),
    /// The proof cannot be written down.
    #[error(transparent)]
    Certificate(#[from] SinkError),
    /// The independent checker finds a fault in a proof.
    #[error("the solver's proof is wrong, please report this: {0}")]
    WrongProof(#[from] sixfold_check::Fault),
    /// The exact solver needs to see the whole board.
    #[error("an unbounded board cannot be solved exactly (try win)")]
    ExactWithoutEdge,
    /// Somebody asked to stop.
    #[error("it was cancelled")]
    Cancelled,
    /// The engine does not answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl From<sixfold_connect::ReplayError> for AskError {
    fn from(error: sixfold_connect::ReplayError) -> AskError {
        AskError::Replay(error.into())
    }
}

impl From<sixfold_hex::ReplayError> for AskError {
    fn from(error: sixfold_hex::ReplayError) -> AskError {
        AskError::Replay(error.into())
    }
}
