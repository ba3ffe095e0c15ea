//! Players for Connect games and Hex.
//!
//! A [`Player`] chooses a turn in a [`Position`](sixfold_connect::Position) of a Connect game,
//! [`Hexy`](hexy::Hexy) a cell in one of Hex. It says what it thinks
//! of the position in three kinds of score that are never conflated: an estimate, a win or loss that
//! its search believes in, and one that is proven, for which it gives a certificate.
//!
//! An [`Engine`](engine::Engine) is a player of any game, built in or another program. Searches report
//! events and never print.

pub mod alphabeta;
mod board;
pub mod book;
mod candidates;
pub mod clock;
pub mod contest;
pub mod engine;
pub mod evaluate;
pub mod greedy;
pub mod hexy;
pub mod mcts;
mod player;
mod position;
mod proof;
pub mod protocol;
mod purse;
mod root;
mod tactics;
mod threads;
pub mod tune;

pub use board::Board;
pub use candidates::promising_turns;
pub use player::{Choice, Ground, Player, Score, Task, Thought, Variation};
pub use position::{AnyBoard, AnyPosition, PositionError};
