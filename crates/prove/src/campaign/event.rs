//! What happens while a proof runs, and how it ends.

use std::time::Duration;

use sixfold_jobs::{Done, Failure, Runner, RunnerError};
use sixfold_proof::job_level::NodeId;
use sixfold_store::StoreError;
use thiserror::Error;

use super::Campaign;
use crate::path::PathError;
use crate::steering::Command;
use crate::tree::TreeError;

/// Why a proof cannot go on.
#[derive(Debug, Error)]
pub enum CampaignError {
    /// The file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The workers.
    #[error(transparent)]
    Runner(#[from] RunnerError),
    /// The file was made by another engine.
    #[error(
        "the file belongs to '{found}', this is '{}'; begin a new file",
        sixfold_jobs::ENGINE_VERSION
    )]
    Engine {
        /// The engine that made it.
        found: String,
    },
    /// What is known of the settings cannot be read.
    #[error("the settings in the file cannot be read: {0}")]
    Settings(#[from] serde_json::Error),
    /// What the user wants cannot be done. The proof can go on.
    #[error(transparent)]
    Refused(#[from] PathError),
}

/// Something that happens while a proof runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// A job has been answered.
    Done {
        /// The node.
        node: NodeId,
        /// Who has done it.
        worker: &'a str,
        /// The answer.
        done: &'a Done,
    },
    /// A job was not done.
    Failed {
        /// The node.
        node: NodeId,
        /// Who has tried it.
        worker: &'a str,
        /// What went wrong.
        failure: &'a Failure,
    },
    /// A job fails again and again, or its answers are of no use: its node is left alone until the
    /// user allows it again.
    SetAside {
        /// The node.
        node: NodeId,
    },
    /// A command was taken, or not.
    Steered(Result<String, PathError>),
    /// Time passes.
    Tick,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The prover wins.
    Proven,
    /// He does not.
    Disproven,
    /// Nothing is left that could be tried.
    Stuck,
    /// It was stopped, or the time is up.
    Stopped,
}

/// Is told what happens.
pub type Watch<'a> = dyn FnMut(&Campaign, &dyn Runner, Event<'_>) + 'a;

/// What a run may take, and the line by which it is told something.
pub struct Conditions<'a> {
    /// The time, if it is limited.
    pub time: Option<Duration>,
    /// What the user says, if he has said something.
    pub command: &'a mut dyn FnMut() -> Option<Command>,
    /// Is told what happens.
    pub watch: &'a mut Watch<'a>,
}
