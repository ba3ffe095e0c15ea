//! Hex: positions, virtual connections, circuits and a solver.
//!
//! * [`Position`] is a game that can be played on, through [`sixfold_game::Game`].
//! * [`connections`] deduces what is joined whoever moves (H-search), [`inferior`] which cells do not
//!   matter, [`circuit`] how much the others do.
//! * [`solve`] puts them together: who wins, proven, with a
//!   [certificate](sixfold_game::certificate::Plans).
//! * [`threats`] takes such certificates apart and puts them together.
//! * [`player`] chooses moves where nothing is proven; [`survey`] is what there is to see.
//! * [`brute`] tries everything.
//!
//! Search handles sets of cells in as few words as the board needs: [`CellSet`] and whatever is built
//! on it is generic in their number, and one `match` on the size of the board chooses it.

mod board;
pub mod brute;
mod cells;
pub mod circuit;
pub mod connections;
mod groups;
mod hash;
pub mod inferior;
pub mod line;
pub mod player;
mod position;
mod replay;
pub mod solve;
pub mod survey;
pub mod threats;

pub use board::{Board, Edge, Place};
pub use cells::CellSet;
pub use position::{Position, SwapRule};
pub use replay::{ReplayError, hex_rules};
