//! Proofs for other programs: trees as SGF with variations, Graphviz and JSON, and durations of jobs.
//!
//! Trees are written from an [`Outline`]: the part of a tree that is wanted, unfolded from the root
//! and turned as the root was asked for.

pub mod dot;
pub mod durations;
pub mod json;
mod outline;
pub mod sgf;

pub use outline::{Choice, Item, Outline, Scope, Step, Way};
