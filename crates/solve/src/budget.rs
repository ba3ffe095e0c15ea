//! How much work a search may do, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sixfold_game::SpentBudget;

/// The limits of a search. The default sets none but the size of tables.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Bytes that the transposition table may take; a full one forgets, which costs time only.
    pub memory: usize,
    /// The line to whoever started the search.
    pub control: Arc<Control>,
}

/// What a running search and its caller tell each other, from whatever threads.
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    nodes: AtomicU64,
}

impl Control {
    /// Asks the search to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The nodes searched so far, as of a moment ago.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: None, time: None, memory: 512 << 20, control: Arc::default() }
    }
}

/// Counts nodes and watches the limits while a search runs.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    nodes: u64,
    ticks: u64,
}

/// The clock and the flag are looked at once in so many ticks; a power of two.
const TICKS_BETWEEN_LOOKS: u64 = 64;

impl Meter {
    /// Starts the clock.
    #[must_use]
    pub fn start(budget: Budget) -> Meter {
        Meter { budget, started: Instant::now(), nodes: 0, ticks: 0 }
    }

    /// Counts one node; an error once a budget is spent.
    pub fn count(&mut self) -> Result<(), SpentBudget> {
        if self.budget.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(SpentBudget::Nodes);
        }
        self.nodes += 1;
        self.tick()
    }

    /// Something was done that is not a node but takes time too: now and then looks at the clock
    /// and the flag, and gives an error once the time is up or the search cancelled.
    pub fn tick(&mut self) -> Result<(), SpentBudget> {
        self.ticks += 1;
        if self.ticks % TICKS_BETWEEN_LOOKS == 1 {
            self.budget.control.nodes.store(self.nodes, Ordering::Relaxed);
            if self.budget.control.cancelled.load(Ordering::Relaxed) {
                return Err(SpentBudget::Cancelled);
            }
            if self.budget.time.is_some_and(|most| self.started.elapsed() >= most) {
                return Err(SpentBudget::Time);
            }
        }
        Ok(())
    }

    /// The nodes counted so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
