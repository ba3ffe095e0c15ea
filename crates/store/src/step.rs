//! What is written and read: plain data.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sixfold_jobs::{Cost, Digest, Done, Job, JobKey, Kind, Sealed};
use sixfold_proof::job_level::NodeId;

use crate::Node;

/// A job that has been handed out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenJob {
    /// The node that it is for.
    pub node: NodeId,
    /// The job. Refuted replies that it speaks of must be in the file.
    pub job: Job,
}

/// What has become different in the tree.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Changes {
    /// Nodes that are new or have changed, with all their edges, which are numbered from 0.
    pub nodes: Vec<Node>,
    /// Certificates that may be new.
    pub certificates: Vec<Sealed>,
    /// What certificates say of nodes. They must be in the file, or among those above.
    pub evidence: Vec<Evidence>,
}

/// What a certificate says of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The node.
    pub node: NodeId,
    /// What is said of it.
    pub role: Role,
    /// The certificate.
    pub certificate: Digest,
}

/// What a certificate says of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It proves it.
    Proof,
    /// It refutes some of its replies.
    Partial,
}

/// A job that is done, with all that follows from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The job.
    pub key: JobKey,
    /// Who has done it.
    pub worker: String,
    /// What has been found.
    pub done: Done,
    /// When.
    pub finished: SystemTime,
    /// What follows for the tree.
    pub changes: Changes,
}

/// Whether something was new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// It is in the file now.
    Now,
    /// The job was done before: nothing has changed.
    Before,
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredResult {
    /// Its place among all results, in the order in which they came; from 1.
    pub sequence: u64,
    /// What has been found.
    pub done: Done,
    /// Who has done it.
    pub worker: String,
    /// When.
    pub finished: SystemTime,
}

/// What has become of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It has been handed out.
    Open,
    /// It is done.
    Done,
    /// An attempt has failed; another may be made.
    Failed,
    /// No more attempts are made.
    GivenUp,
    /// Its answer is no longer wanted.
    Cancelled,
}

/// A job that has failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedJob {
    /// Its key.
    pub key: JobKey,
    /// The node that it is for.
    pub node: NodeId,
    /// What was asked.
    pub kind: JobKind,
    /// Whether another attempt may be made.
    pub state: JobState,
    /// How often it has failed.
    pub attempts: u32,
    /// What happened last.
    pub reason: String,
}

/// What a job asks, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// See [`Kind::Solve`].
    Solve,
    /// See [`Kind::Move`].
    Move,
    /// See [`Kind::Verify`].
    Verify,
}

impl From<&Kind> for JobKind {
    fn from(kind: &Kind) -> JobKind {
        match kind {
            Kind::Solve => JobKind::Solve,
            Kind::Move { .. } => JobKind::Move,
            Kind::Verify { .. } => JobKind::Verify,
        }
    }
}

/// What a job has cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JobCost {
    /// What was asked.
    pub kind: JobKind,
    /// What it has cost.
    pub cost: Cost,
}

/// All jobs together.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Totals {
    /// Jobs that are done.
    pub done: u64,
    /// Jobs that are handed out.
    pub open: u64,
    /// Jobs that have failed and may be tried again.
    pub failed: u64,
    /// Jobs that have failed for good.
    pub given_up: u64,
    /// What those that are done have cost.
    pub cost: Cost,
}

/// Something that the user did to a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// When.
    pub time: SystemTime,
    /// What.
    pub text: String,
}
