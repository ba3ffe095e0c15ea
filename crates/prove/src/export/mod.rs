//! Proof trees for other programs: SGF with variations, Graphviz, JSON.
//!
//! All of them write an [`Outline`]: the part of a tree that is wanted, unfolded from the root and
//! turned as the root was asked for.

pub mod dot;
pub mod json;
mod outline;
pub mod sgf;

pub use outline::{Choice, Item, Outline, Scope, Step, Way};
