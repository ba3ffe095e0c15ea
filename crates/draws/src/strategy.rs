//! Strategies as data: what Breaker or Maker needs to know to hold or to win a board.
//!
//! A position is told by what is *open*: for every line without a stone of Breaker, its squares
//! without a stone of Maker. Nothing else matters for the rest of the game.

use crate::squares::Squares;

/// A symmetry of a board: the square that each square is taken to.
pub type Symmetry = Vec<usize>;

/// How Breaker holds a board.
///
/// When it is Maker's turn, every connected part of the position is a *stance*, or easier than one: up
/// to a symmetry, everything that is open contains something that is open in the stance. Breaker answers
/// Maker's stones in a stance by the first of its replies that leads to stances again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Defence {
    /// Symmetries of the board that are made use of, besides leaving everything where it is.
    pub symmetries: Vec<Symmetry>,
    /// The stances.
    pub stances: Vec<Stance>,
}

/// A position that Breaker holds when Maker is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stance {
    /// What is open.
    pub open: Vec<Squares>,
    /// The replies, in the order in which they are tried.
    pub replies: Vec<Squares>,
}

/// How Maker wins a board.
///
/// The last step is the beginning of the game. Whatever Breaker answers to a step, Maker can then fill
/// a line at once, or an earlier step is at hand: up to a symmetry, everything that is open in it
/// contains something that is open now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attack {
    /// Symmetries of the board that are made use of, besides leaving everything where it is.
    pub symmetries: Vec<Symmetry>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A position that Maker wins, and how he begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is open.
    pub open: Vec<Squares>,
    /// Maker's stones.
    pub stones: Squares,
}
