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
    /// The best turns except those that are known, the best first; at least one. The grades are
    /// those of the side to move.
    Best {
        /// The turns.
        turns: Vec<GradedTurn>,
        /// What is known of all other turns.
        others: Others,
    },
    /// Every turn that is not known yet loses.
    NoOtherTurn,
    /// Replies that are not refuted. If others are, a certificate that lacks these comes with it.
    Unrefuted(Vec<GradedTurn>),
}

/// A turn, and what is thought of the position after it by the player who wants to win: the side to
/// move if it is a best turn, its opponent if it is a reply that is not refuted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GradedTurn {
    /// Its stones. If they are fewer than the turn has, the others are null stones.
    pub stones: SquareSet,
    /// What is thought of it.
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
