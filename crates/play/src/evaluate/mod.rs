//! What a position and what a stone are worth, from the patterns of its lines.
//!
//! The value of a position is the sum of the values of all windows of eight squares on all lines
//! (seven and fewer near the edge, which is part of the pattern), seen by the side to move. The
//! value of a stone is the sum over the lines through its square of what the four squares on either side
//! are worth. Both are tables of patterns: for Connect6 tuned on real games (see [`crate::tune`]), for
//! other games by a formula.

pub(crate) mod formula;
mod pattern;
mod segments;
mod tables;
mod text;

pub(crate) use pattern::{PaddedLine, REACH};
pub use pattern::{Pattern, PatternError, SPAN};
pub(crate) use segments::{Segments, Standing};
pub use tables::Tables;
pub use text::{TableError, TableFault, Values};

/// How many patterns there are, the impossible ones among them.
const TABLE_LENGTH: usize = 1 << (2 * SPAN);
