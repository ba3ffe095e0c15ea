//! Proof-number search for every game.
//!
//! [`memory`] searches a [`sixfold_game::Game`] in memory. [`job_level`] is the same idea where a
//! node is too hard to be expanded here: a state machine that says which jobs to do next and takes
//! in what they have found. It knows nothing of positions beyond their identity, nothing of who
//! does the jobs, and nothing of where they are kept.

pub mod job_level;
pub mod memory;
mod number;

pub use number::{Number, Numbers};
