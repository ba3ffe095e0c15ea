//! What a position and what a stone are worth, from the patterns of its lines.
//!
//! The value of a position is the sum of the values of all windows of eight squares on all lines
//! (seven and fewer near the edge, which is part of the pattern), seen by the side to move. The
//! value of a stone is the sum over the lines through its square of what the four squares on either side
//! are worth. Both are tables of patterns: for Connect6 tuned on real games, for other games by a
//! formula.

mod pattern;
mod tables;

pub(crate) use pattern::{PaddedLine, REACH};
pub use pattern::{Pattern, SPAN};
pub use tables::Tables;
