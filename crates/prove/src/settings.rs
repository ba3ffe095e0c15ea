//! What may be chosen about a proof, as it is kept in its file.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sixfold_game::{GameName, Setup};
use sixfold_jobs::{ENGINE_VERSION, Effort};
use sixfold_proof::job_level::{self, GradeTable, Policy, Siblings};
use sixfold_store::Header;

/// What may be chosen about a proof. It can be changed when the proof is gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How much work each job is worth.
    pub effort: Effort,
    /// How leaves that are being worked on are looked at.
    pub policy: Policy,
    /// When the next move of an OR node is asked for.
    pub siblings: Siblings,
    /// The numbers that leaves begin with.
    pub grades: GradeTable,
}

impl Settings {
    /// What is usual for proofs of this game.
    #[must_use]
    pub fn usual(game: GameName) -> Settings {
        Settings { effort: Effort::usual(game), ..Settings::default() }
    }

    /// The header of a new proof: the side to move is to be shown to win the position.
    #[must_use]
    pub fn header(&self, game: GameName, root: Setup, moves: Option<String>) -> Header {
        Header {
            game,
            root,
            moves,
            prover: root.turn.player,
            engine: ENGINE_VERSION.to_string(),
            created: SystemTime::now(),
            settings: json!(self),
        }
    }

    /// Those that a file keeps.
    pub fn of(header: &Header) -> Result<Settings, serde_json::Error> {
        match &header.settings {
            Value::Null => Ok(Settings::default()),
            kept => Settings::deserialize(kept),
        }
    }

    /// What the search wants to know of them.
    #[must_use]
    pub fn search(&self) -> job_level::Settings {
        let Settings { policy, siblings, grades, .. } = *self;
        job_level::Settings { grades, policy, siblings }
    }
}
