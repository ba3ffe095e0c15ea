//! Hex: positions, virtual connections, circuits, players and a solver.

mod board;
pub mod brute;
mod cells;
pub mod connections;
mod groups;
mod hash;
mod position;

pub use board::{Board, Edge, Place};
pub use cells::CellSet;
pub use position::{Position, SwapRule};
