//! How much work a search may do, and how it is told to stop.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sixfold_game::SpentBudget;

/// The limits of a search. The default sets none but the size of the table.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Bytes that the transposition table may take; a full one forgets, which costs time only.
    pub memory: usize,
    /// How many threads may search the moves of a position.
    pub threads: NonZeroUsize,
    /// The line to whoever started the search.
    pub control: Arc<Control>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            nodes: None,
            time: None,
            memory: 512 << 20,
            threads: NonZeroUsize::MIN,
            control: Arc::default(),
        }
    }
}

impl Budget {
    /// What is left of it after so many nodes and so much time.
    #[must_use]
    pub fn after(self, nodes: u64, time: Duration) -> Budget {
        Budget {
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
            time: self.time.map(|most| most.saturating_sub(time)),
            ..self
        }
    }
}

/// What a running search and its caller tell each other, from whatever threads.
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    nodes: AtomicU64,
    above: Option<Above>,
}

/// Somebody else who may stop a search.
struct Above(Box<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Above {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Above")
    }
}

impl Control {
    /// The line to a search that stops when this says so, too.
    #[must_use]
    pub fn under(is_stopped: impl Fn() -> bool + Send + Sync + 'static) -> Control {
        Control { above: Some(Above(Box::new(is_stopped))), ..Control::default() }
    }

    /// Asks the search to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it has been asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.above.as_ref().is_some_and(|Above(is_stopped)| is_stopped())
    }

    /// The nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// Counts nodes and watches the limits while a search runs.
#[derive(Debug)]
pub(crate) struct Meter {
    budget: Budget,
    started: Instant,
    nodes: u64,
    /// The nodes of all searches that run beside each other.
    total: Arc<AtomicU64>,
    /// This search has to stop for now after so many of its own nodes.
    turn_ends: Option<u64>,
}

impl Meter {
    pub(crate) fn start(budget: Budget) -> Meter {
        Meter { budget, started: Instant::now(), nodes: 0, total: Arc::default(), turn_ends: None }
    }

    /// The meter of a search that runs beside this one, on the same budget.
    pub(crate) fn beside(&self) -> Meter {
        let (budget, total) = (self.budget.clone(), self.total.clone());
        Meter { budget, started: self.started, nodes: 0, total, turn_ends: None }
    }

    /// Counts one node; an error once a budget is spent. A node takes long enough to look at the
    /// clock each time.
    pub(crate) fn count(&mut self) -> Result<(), SpentBudget> {
        if self.has_spent_its_nodes() || self.turn_ends.is_some_and(|end| self.nodes >= end) {
            return Err(SpentBudget::Nodes);
        }
        self.look()?;
        self.nodes += 1;
        self.total.fetch_add(1, Ordering::Relaxed);
        self.budget.control.nodes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// From here on the search may visit so many nodes, as long as the budget lasts.
    pub(crate) fn begin_turn(&mut self, nodes: u64) {
        self.turn_ends = Some(self.nodes.saturating_add(nodes));
    }

    /// The search goes on as long as the budget lasts.
    pub(crate) fn end_turn(&mut self) {
        self.turn_ends = None;
    }

    /// Whether there are no nodes left, for this search or any beside it.
    pub(crate) fn has_spent_its_nodes(&self) -> bool {
        self.budget.nodes.is_some_and(|most| self.total() >= most)
    }

    /// Looks at the clock and the flag.
    pub(crate) fn look(&self) -> Result<(), SpentBudget> {
        if self.budget.control.is_cancelled() {
            return Err(SpentBudget::Cancelled);
        }
        if self.budget.time.is_some_and(|most| self.started.elapsed() >= most) {
            return Err(SpentBudget::Time);
        }
        Ok(())
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of this search and of those beside it.
    pub(crate) fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    pub(crate) fn threads(&self) -> usize {
        self.budget.threads.get()
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn memory(&self) -> usize {
        self.budget.memory
    }
}
