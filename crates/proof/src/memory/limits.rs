//! How much work a search may do, and how it is told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sixfold_game::SpentBudget;

/// The limits of a search. The default sets none.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits<'a> {
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop soon after this has become true.
    pub cancelled: Option<&'a AtomicBool>,
}

/// Counts the nodes of a search against its limits.
pub(super) struct Meter<'a> {
    limits: Limits<'a>,
    started: Instant,
    nodes: u64,
}

impl Meter<'_> {
    pub(super) fn start<'a>(limits: &Limits<'a>) -> Meter<'a> {
        Meter { limits: *limits, started: Instant::now(), nodes: 0 }
    }

    /// The nodes counted so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one more node, unless a limit is reached.
    pub(super) fn count(&mut self) -> Result<(), SpentBudget> {
        if self.limits.cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed)) {
            return Err(SpentBudget::Cancelled);
        }
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(SpentBudget::Nodes);
        }
        if self.limits.time.is_some_and(|time| self.started.elapsed() >= time) {
            return Err(SpentBudget::Time);
        }
        self.nodes += 1;
        Ok(())
    }
}
