//! What a worker has to tell.

use std::fmt;

use sixfold_jobs::JobKey;

use crate::protocol::{Campaign, Dismissal};

/// Something happened to a worker.
#[derive(Clone, PartialEq, Debug)]
pub enum WorkerEvent {
    /// The broker is not there; it is tried again.
    Unreachable {
        /// Where it should be.
        address: String,
        /// What was tried.
        reason: String,
    },
    /// The broker is there.
    Connected {
        /// The engine whose jobs are done.
        version: String,
    },
    /// The broker is gone; it is tried again.
    Disconnected,
    /// The broker does not do what it is asked; it is tried again.
    Trouble {
        /// What it says.
        reason: String,
    },
    /// A job has begun.
    Began {
        /// Whose.
        campaign: Campaign,
        /// Which.
        key: JobKey,
        /// What is asked, for people.
        title: String,
    },
    /// A job is done and its answer sent.
    Finished {
        /// Which.
        key: JobKey,
        /// How long it took.
        seconds: f64,
    },
    /// A job that cannot be done.
    Refused {
        /// Which.
        key: JobKey,
        /// Why.
        reason: String,
    },
    /// The answer to a job is no longer wanted.
    Cancelled {
        /// Which.
        key: JobKey,
    },
    /// A job goes to somebody else.
    GaveBack {
        /// Which.
        key: JobKey,
    },
    /// A coordinator wants workers of another version.
    OtherVersion {
        /// Whose jobs.
        campaign: Campaign,
        /// The engine that they are for.
        wanted: String,
        /// The engine here.
        here: String,
    },
    /// A coordinator has sent the worker away.
    Dismissed {
        /// Whose.
        campaign: Campaign,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for WorkerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerEvent::Unreachable { address, reason } => {
                write!(f, "no broker at {address} ({reason}); trying again")
            }
            WorkerEvent::Connected { version } => write!(f, "connected; doing jobs for {version}"),
            WorkerEvent::Disconnected => write!(f, "the broker is gone; trying again"),
            WorkerEvent::Trouble { reason } => write!(f, "{reason}; trying again"),
            WorkerEvent::Began { campaign, key, title } => {
                write!(f, "{} of {campaign}: {title}", short(key))
            }
            WorkerEvent::Finished { key, seconds } => {
                write!(f, "{} done in {seconds:.1} s", short(key))
            }
            WorkerEvent::Refused { key, reason } => write!(f, "{} refused: {reason}", short(key)),
            WorkerEvent::Cancelled { key } => write!(f, "{} is no longer wanted", short(key)),
            WorkerEvent::GaveBack { key } => write!(f, "{} given back", short(key)),
            WorkerEvent::OtherVersion { campaign, wanted, here } => write!(
                f,
                "the jobs of {campaign} are for '{wanted}', this is '{here}': they are left to others"
            ),
            WorkerEvent::Dismissed { campaign, reason } => {
                write!(f, "sent away by {campaign}: {reason}")
            }
        }
    }
}

/// The first digits of a key tell jobs apart well enough for people.
fn short(key: &JobKey) -> String {
    key.to_string().chars().take(8).collect()
}

/// How a worker has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Farewell {
    /// Jobs that it has done.
    pub done: u64,
    /// Set if a coordinator has sent it away.
    pub dismissal: Option<Dismissal>,
}
