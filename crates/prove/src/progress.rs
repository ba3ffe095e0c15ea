//! How far a proof is.

use std::time::Duration;

use serde::Serialize;
use sixfold_game::SquareSet;
use sixfold_proof::Numbers;
use sixfold_proof::job_level::Counts;

use crate::campaign::Pace;
use crate::tree::Tree;

/// How far a proof is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The proof and disproof number of the root.
    pub root: Numbers,
    /// Nodes of all kinds.
    pub counts: Counts,
    /// Jobs done in this run.
    pub done: u64,
    /// Jobs that are being done.
    pub running: usize,
    /// Jobs that failed in this run.
    pub failed: u64,
    /// How long this run has taken.
    pub elapsed: Duration,
    /// Seconds that workers have spent on jobs in this run.
    pub busy_seconds: f64,
    /// The line that the search thinks most of.
    pub best_line: Vec<SquareSet>,
}

/// What JSON says of the progress.
#[derive(Clone, Debug, Serialize)]
pub struct ProgressReport {
    proof: Option<u32>,
    disproof: Option<u32>,
    nodes: usize,
    proven: usize,
    disproven: usize,
    jobs_done: u64,
    jobs_running: usize,
    jobs_failed: u64,
    seconds: f64,
}

impl Progress {
    pub(crate) fn of(tree: &Tree, pace: Pace, running: usize) -> Progress {
        let search = tree.search();
        let root = search.node(search.root()).map_or(Numbers::UNKNOWN, |view| view.numbers);
        Progress {
            root,
            counts: search.counts(),
            done: pace.done,
            running,
            failed: pace.failed,
            elapsed: pace.started.elapsed(),
            busy_seconds: pace.seconds,
            best_line: tree.best_line(),
        }
    }

    /// Jobs done in a minute.
    #[must_use]
    pub fn jobs_a_minute(&self) -> f64 {
        self.done as f64 * 60.0 / self.elapsed.as_secs_f64().max(1e-3)
    }

    /// A guess of the time that is left: as if each leaf that the proof number counts took one job.
    /// Nothing before the first jobs are done.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let leaves = f64::from(self.root.proof.finite().filter(|_| self.done > 0)?);
        let seconds = leaves * self.elapsed.as_secs_f64() / self.done as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// The progress as JSON can hold it.
    #[must_use]
    pub fn report(&self) -> ProgressReport {
        ProgressReport {
            proof: self.root.proof.finite(),
            disproof: self.root.disproof.finite(),
            nodes: self.counts.nodes,
            proven: self.counts.proven,
            disproven: self.counts.disproven,
            jobs_done: self.done,
            jobs_running: self.running,
            jobs_failed: self.failed,
            seconds: self.elapsed.as_secs_f64(),
        }
    }
}
