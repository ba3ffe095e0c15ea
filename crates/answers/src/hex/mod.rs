//! Questions about positions of Hex.

mod solve;
mod view;

pub(crate) use solve::{solve, verify};
pub(crate) use view::view;
pub use view::{HexLink, HexSide, HexView, HexWins};
