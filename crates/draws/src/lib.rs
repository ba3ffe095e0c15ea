//! Drawn games: boards on which a Breaker holds, tilings of the plane by them, and what follows.
//!
//! On a [`Board`] Maker places up to p stones a turn and Breaker answers with at most as many as Maker
//! has just placed; Maker wants to fill a line. Where Breaker holds, and copies of the board tile the
//! plane so that every run of L squares contains a line, Connect(L, p) is drawn on every board:
//! each player takes the part of Breaker in every copy by itself, which is why an answer must not need
//! more stones than the turn that it answers. See `docs/theorems.md`.

pub mod bands;
pub mod board;
pub mod check;
pub mod derivation;
pub mod document;
pub mod picture;
pub mod plan;
pub mod plane;
pub mod prove;
pub mod search;
pub mod solve;
pub mod squares;
pub mod strategy;
pub mod tiling;

pub use board::{Board, BoardError};
pub use plane::{Direction, Orientation, Place};
pub use squares::Squares;
