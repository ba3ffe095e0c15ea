//! What a runner has to tell beside its reports.

use std::collections::BTreeSet;
use std::fmt;

use sixfold_jobs::{ENGINE_VERSION, JobKey};

/// Something happened that the user may want to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunnerEvent {
    /// The broker is there.
    Connected,
    /// The broker is gone; it is tried again.
    Disconnected,
    /// The broker does not do what it is asked; it is tried again.
    Trouble {
        /// What it says.
        reason: String,
    },
    /// A worker has claimed something that is not so. Its answers are ignored from now on.
    FalseClaim {
        /// Who.
        worker: String,
        /// The job.
        key: JobKey,
        /// What is wrong with the answer.
        reason: String,
    },
    /// A job is handed out again.
    HandedOutAgain {
        /// The job.
        key: JobKey,
        /// Why.
        reason: String,
    },
    /// A job has been tried too often.
    GivenUp(DeadLetter),
    /// There are workers, but none of our version.
    OnlyOtherVersions {
        /// Their versions.
        versions: BTreeSet<String>,
    },
}

impl fmt::Display for RunnerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunnerEvent::Connected => write!(f, "connected to the broker"),
            RunnerEvent::Disconnected => write!(f, "the broker is gone; trying again"),
            RunnerEvent::Trouble { reason } => write!(f, "{reason}; trying again"),
            RunnerEvent::FalseClaim { worker, key, reason } => {
                write!(f, "worker {worker} is ignored from now on: false claim in {key}: {reason}")
            }
            RunnerEvent::HandedOutAgain { key, reason } => {
                write!(f, "job {key} is handed out again: {reason}")
            }
            RunnerEvent::GivenUp(DeadLetter { key, attempts, reason }) => {
                write!(f, "job {key} is given up after {attempts} attempts: {reason}")
            }
            RunnerEvent::OnlyOtherVersions { versions } => {
                let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
                write!(
                    f,
                    "all workers are of other versions ('{}'); the jobs need '{ENGINE_VERSION}'",
                    versions.join("', '")
                )
            }
        }
    }
}

/// A job that was given up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadLetter {
    /// The job.
    pub key: JobKey,
    /// How often it was tried.
    pub attempts: u32,
    /// What happened last.
    pub reason: String,
}
