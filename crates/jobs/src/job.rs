//! What a job is.

use std::fmt;

use serde::{Deserialize, Serialize};
use sixfold_game::{GameName, Setup, SquareSet};
use thiserror::Error;

use crate::wire::WireJob;
use crate::{Digest, ENGINE_VERSION, Sealed};

/// Something to be found out about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "WireJob", try_from = "WireJob")]
pub struct Job {
    /// The game.
    pub game: GameName,
    /// The position.
    pub position: Setup,
    /// What is asked.
    pub kind: Kind,
    /// How much work it is worth.
    pub effort: Effort,
    /// Which engine is to answer: see [`ENGINE_VERSION`].
    pub version: String,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Does the side to move win?
    Solve,
    /// Does the side to move win? If that is not found out: its best turn except these.
    Move {
        /// The turns that are known already.
        excluded: Vec<SquareSet>,
    },
    /// Does the side to move lose, whatever it replies? If not: the replies that are not refuted.
    Verify {
        /// Replies that are known to be refuted, as a certificate that lacks the others.
        known: Option<Digest>,
    },
}

/// How much work a job is worth. Nodes, not seconds: a slow machine gives the same answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// The highest order of wins that solvers look for (THEORY 2).
    pub order: u8,
    /// Nodes of the solvers.
    pub nodes: u64,
    /// Nodes of the player who chooses a turn.
    pub player_nodes: u64,
    /// Memory in MiB.
    pub memory: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { order: 3, nodes: 4_000_000, player_nodes: 100_000, memory: 512 }
    }
}

impl Effort {
    /// What a job of this game is usually worth. In Hex a node is a whole search for connections.
    #[must_use]
    pub fn usual(game: GameName) -> Effort {
        match game {
            GameName::Connect(_) => Effort::default(),
            GameName::Hex(_) => Effort { nodes: 2_000, ..Effort::default() },
        }
    }
}

/// What a job is known by. Jobs with equal keys have equal answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobKey(pub Digest);

impl fmt::Display for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Job {
    /// A job for the engine of this program.
    #[must_use]
    pub fn new(game: GameName, position: Setup, kind: Kind, effort: Effort) -> Job {
        Job { game, position, kind, effort, version: ENGINE_VERSION.to_string() }
    }

    /// What it is known by.
    #[must_use]
    pub fn key(&self) -> JobKey {
        // A job is a few strings and numbers, which can always be written.
        let text = serde_json::to_vec(self).unwrap_or_default();
        JobKey(Digest::of(&text))
    }
}

/// A job with what it needs to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The job.
    pub job: Job,
    /// The replies that are known to be refuted, if the job speaks of them.
    pub known: Option<Sealed>,
}

/// Why something is no job that can be done.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum JobError {
    /// It is for another engine.
    #[error("the job is for '{wanted}', this is '{ENGINE_VERSION}'")]
    Version {
        /// The engine that it is for.
        wanted: String,
    },
    /// The position is not one.
    #[error("the position of the job: {0}")]
    Position(String),
    /// The game is over in this position.
    #[error("the game is over in the position of the job")]
    GameOver,
    /// The refuted replies that it speaks of are missing or others.
    #[error("the refuted replies that the job speaks of are missing")]
    KnownMissing,
    /// The refuted replies cannot be read.
    #[error("the refuted replies of the job: {0}")]
    KnownUnreadable(String),
    /// The proof that was found cannot be written.
    #[error("the proof: {0}")]
    Unwritten(String),
}
