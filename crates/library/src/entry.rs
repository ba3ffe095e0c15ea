//! What is written and read: plain data.

use sixfold_game::{Player, Setup, SquareSet};
use sixfold_jobs::{Digest, Sealed};

/// What is known of a position for certain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Known {
    /// Nothing yet.
    #[default]
    Open,
    /// This player wins.
    Won(Player),
    /// This player cannot force a win.
    NotWon(Player),
}

impl Known {
    /// All that is known once this is known too, unless one excludes the other. That a player wins
    /// says more than that his opponent does not.
    #[must_use]
    pub fn and(self, other: Known) -> Option<Known> {
        match (self, other) {
            (Known::Open, known) | (known, Known::Open) => Some(known),
            (one, other) if one == other => Some(one),
            (Known::Won(winner), Known::NotWon(loser))
            | (Known::NotWon(loser), Known::Won(winner))
                if winner != loser =>
            {
                Some(Known::Won(winner))
            }
            // Neither wins: a draw. The column holds one of them, and the first was there first.
            (Known::NotWon(_), Known::NotWon(_)) => Some(self),
            _ => None,
        }
    }
}

/// What is to be added to a library about a position. Nothing that the library knows is lost by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position, any way round.
    pub position: Setup,
    /// What is known of it.
    pub known: Known,
    /// The proof of that, which speaks of the position in its canonical orientation.
    pub certificate: Option<Sealed>,
    /// Its moves as they lie in this position. If stones are fewer than the turn has, the others
    /// are null stones.
    pub moves: Vec<SquareSet>,
}

/// What people say of a position. Empty if they say nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// What it is called.
    pub name: String,
    /// What there is to say about it.
    pub comment: String,
}

/// What a library holds about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// What is known of it.
    pub known: Known,
    /// The proof of that: see [`crate::Library::certificate`].
    pub certificate: Option<Digest>,
    /// What people say of it.
    pub description: Description,
    /// Its moves, as they lie in the position that was asked for.
    pub moves: Vec<FoundMove>,
}

/// A move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundMove {
    /// Its stones. If they are fewer than the turn has, the others are null stones.
    pub stones: SquareSet,
    /// What is known of the position after it.
    pub known: Known,
    /// The proof of that.
    pub certificate: Option<Digest>,
}

/// How much is in a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions.
    pub positions: u64,
    /// Positions that are won by somebody.
    pub won: u64,
    /// Positions of which nothing is known yet.
    pub open: u64,
    /// Moves.
    pub moves: u64,
    /// Certificates.
    pub certificates: u64,
}
