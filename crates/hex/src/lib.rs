//! Hex: positions, virtual connections, circuits, players and a solver.

mod board;
pub mod brute;
mod cells;
pub mod certificate;
pub mod check;
pub mod circuit;
pub mod connections;
mod groups;
mod hash;
pub mod inferior;
mod position;
pub mod solve;

pub use board::{Board, Edge, Place};
pub use cells::CellSet;
pub use position::{Position, SwapRule};
