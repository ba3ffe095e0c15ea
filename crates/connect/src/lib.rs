//! Connect(m, n, k, p, q): the board, positions, and exact threats.
//!
//! The rules are data: a [`Geometry`] holds cells, lines, segments and symmetries of one board and
//! is built once per game. A [`Position`] adds stones, turn and history, and keeps an incremental
//! [`SegmentState`] in step with every stone, from which all questions about threats are answered:
//! their exact number, the threat segments, the critical defences, live and dead shapes.
//!
//! The state is the one thing that is written twice. [`SegmentCounts`] serves every game and is
//! plain; [`LinePlanes`] serves Connect6 on 19x19 and is fast. Both answer the same, which the
//! tests of this crate hold them to.

mod counts;
mod geometry;
mod hash;
pub mod hitting;
mod planes;
mod position;
mod replay;
mod rows;
mod shape;
mod state;

pub use counts::SegmentCounts;
pub use geometry::{Geometry, Line, Place, Segment, Symmetry};
pub use planes::LinePlanes;
pub use position::{
    Connect6Position, CriticalDefence, DefenceKind, GeneralPosition, Position, SetupError,
};
pub use replay::{ReplayError, connect_rules};
pub use shape::{LineShape, ShapeRules};
pub use state::{OpenSegments, Prospect, SegmentState};
