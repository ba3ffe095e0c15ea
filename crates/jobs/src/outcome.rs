//! What a job has found.

use serde::{Deserialize, Serialize};
use sixfold_game::SquareSet;
use sixfold_proof::job_level::{Grade, Others};

use crate::Sealed;

/// What a job has found, in words of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The side to move wins; a certificate comes with it.
    Won,
    /// The side to move loses; a certificate comes with it.
    Lost,
    /// There is no win of the order that was looked for.
    NoWin,
    /// The effort was not enough to find out.
    Unknown,
    /// The best turn except those that are known. The grade is that of the side to move.
    Best {
        /// The stones of the turn.
        turn: SquareSet,
        /// What is thought of the position after it.
        grade: Grade,
        /// What is known of all other turns.
        others: Others,
    },
    /// Every turn that is not known yet loses.
    NoOtherTurn,
    /// Replies that are not refuted. If others are, a certificate that lacks these comes with it.
    Unrefuted(Vec<OpenReply>),
}

/// A reply that is not refuted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenReply {
    /// Its stones. If they are fewer than the turn has, the others are null stones.
    pub stones: SquareSet,
    /// What is thought of the position after it, by the opponent of the side to move: he is the one
    /// who wants to win.
    pub grade: Grade,
}

/// What a job has cost.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Nodes of solvers and players.
    pub nodes: u64,
    /// Seconds on the worker's clock.
    pub seconds: f64,
}

/// A job that is done.
#[derive(Clone, PartialEq, Debug)]
pub struct Done {
    /// What has been found.
    pub finding: Finding,
    /// The proof, or the part of one.
    pub certificate: Option<Sealed>,
    /// What it has cost.
    pub cost: Cost,
}
