//! Solvers for Connect games.
//!
//! A solver answers with a [`sixfold_game::Verdict`] and never conflates "proven absent" with
//! "not found in time". [`exact`] gives the game-theoretic value of small games.

mod budget;
pub mod exact;
pub mod vcdt;

pub use budget::{Budget, Control, Meter};
