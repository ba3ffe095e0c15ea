//! What is written and read: plain data.

use serde::{Deserialize, Serialize};
use sixfold_game::record::Mark;
use sixfold_game::{Outcome, Player, Setup, SquareSet};
use sixfold_jobs::{Digest, Sealed};

use crate::{Judgement, Known};

/// What is to be added to a library about a position. Nothing that the library knows is lost by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position, any way round.
    pub position: Setup,
    /// What is known of it.
    pub known: Known,
    /// The proof of that, which speaks of the position in its canonical orientation. A win without
    /// one follows from that of another position.
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

/// How games went on from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Statistics {
    /// Games, whatever their result.
    pub games: u64,
    /// Games that Black won.
    pub black_wins: u64,
    /// Games that White won.
    pub white_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
}

impl Statistics {
    /// One game with this result, if it is known.
    #[must_use]
    pub fn of_game(result: Option<Outcome>) -> Statistics {
        let count = |outcome| u64::from(result == Some(outcome));
        Statistics {
            games: 1,
            black_wins: count(Outcome::Win(Player::Black)),
            white_wins: count(Outcome::Win(Player::White)),
            draws: count(Outcome::Draw),
        }
    }
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.games += other.games;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
    }
}

/// What an engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// How likely it is that Black wins, from 0 to 1.
    pub chance_black: f64,
    /// Which engine.
    pub engine: String,
    /// How much work it has done, such as `12,345 nodes`.
    pub effort: String,
    /// What it expects to be played.
    pub line: Vec<SquareSet>,
    /// When, as ISO 8601 has it.
    pub date: String,
}

/// What a library holds about a position, as it lies for whoever asks.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What is known of it, and why.
    pub judgement: Judgement,
    /// The proof of that: see [`crate::Library::certificate`].
    pub certificate: Option<Digest>,
    /// What people say of it.
    pub description: Description,
    /// Signs on its squares.
    pub marks: Vec<Mark>,
    /// What an engine thinks of it.
    pub evaluation: Option<Evaluation>,
    /// How games went on from it.
    pub statistics: Statistics,
    /// Its moves: those that were played most first.
    pub moves: Vec<FoundMove>,
}

/// A move of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundMove {
    /// Its stones. If they are fewer than the turn has, the others are null stones.
    pub stones: SquareSet,
    /// What is known of the position after it, and why.
    pub judgement: Judgement,
    /// The proof of that.
    pub certificate: Option<Digest>,
    /// What people say of the position after it.
    pub description: Description,
    /// What an engine thinks of the position after it.
    pub evaluation: Option<Evaluation>,
    /// How the games went in which it was played here.
    pub statistics: Statistics,
    /// How many moves of the library lead to the position after it: more than one where moves
    /// transpose.
    pub arrivals: u64,
    /// How many moves that position has.
    pub moves: u64,
}

/// How much is in a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions.
    pub positions: u64,
    /// Positions that are won by somebody.
    pub won: u64,
    /// Positions whose result is proven, by a certificate or by what follows from others.
    pub proven: u64,
    /// Positions of which nothing is known yet.
    pub open: u64,
    /// Moves.
    pub moves: u64,
    /// Certificates.
    pub certificates: u64,
    /// Games that were imported.
    pub games: u64,
    /// How large it is, with what `SQLite` has not put into the file itself yet.
    pub bytes: u64,
    /// How often the library has been changed.
    pub version: u64,
}
