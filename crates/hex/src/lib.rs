//! Hex: positions, virtual connections, circuits, players and a solver.

mod board;
pub mod brute;
mod groups;
mod hash;
mod position;

pub use board::{Board, Edge};
pub use position::{Position, SwapRule};
