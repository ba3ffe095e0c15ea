//! Who has jobs done.

use std::time::Duration;

use thiserror::Error;

use crate::{Done, JobKey, Order, Rejected};

/// Has jobs done by workers, here or elsewhere.
///
/// Jobs that are handed in twice are done once. What comes back has been checked: see
/// [`accept`](crate::accept).
pub trait Runner {
    /// How many more jobs it could begin with now.
    fn free(&self) -> usize;

    /// Hands in a job.
    fn submit(&mut self, order: Order) -> Result<(), RunnerError>;

    /// The answer is no longer wanted. It may still come.
    fn cancel(&mut self, key: JobKey);

    /// The next answer, or nothing after this time.
    fn receive(&mut self, patience: Duration) -> Result<Option<Report>, RunnerError>;

    /// The report of this job has been stored by whoever received it. Until then, a runner whose
    /// answers outlive it keeps the answer, and gives it again after a restart.
    fn settle(&mut self, _key: JobKey) {}

    /// The workers as they are known now.
    fn workers(&self) -> Vec<WorkerStatus>;
}

/// What has come of a job.
#[derive(Debug)]
pub struct Report {
    /// The job.
    pub key: JobKey,
    /// Who has done it.
    pub worker: String,
    /// What came of it.
    pub result: Result<Done, Failure>,
}

/// Why a job was not done.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// Its answer was a false claim; the job is to be done again by somebody else.
    #[error("false claim: {0}")]
    Rejected(#[from] Rejected),
    /// It cannot be done.
    #[error("{0}")]
    Impossible(String),
    /// It has been tried too often; its workers were lost.
    #[error("given up after {attempts} attempts: {reason}")]
    GivenUp {
        /// How often.
        attempts: u32,
        /// What happened last.
        reason: String,
    },
    /// Nobody wants the answer any more.
    #[error("cancelled")]
    Cancelled,
}

/// Why a runner can no longer have jobs done.
#[derive(Debug, Error)]
pub enum RunnerError {
    /// The line to the workers is broken.
    #[error("{0}")]
    Broken(String),
}

/// What is known of a worker.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// How many jobs it does at a time.
    pub cores: usize,
    /// The engine that it runs.
    pub version: String,
    /// What it is doing now.
    pub current: Vec<JobKey>,
    /// Jobs that it has done.
    pub done: u64,
    /// Answers of it that were false claims.
    pub rejected: u64,
    /// How long ago it was heard of.
    pub silent: Duration,
}
