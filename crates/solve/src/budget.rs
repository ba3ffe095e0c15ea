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
    open_replies: AtomicU64,
    refuted_replies: AtomicU64,
    above: Option<Arc<Control>>,
}

/// How far a verifier is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replies {
    /// Replies that it has refuted one by one.
    pub refuted: u64,
    /// Replies that it knows to be open; more may come up.
    pub open: u64,
}

impl Control {
    /// The line to one of several searches that run at the same time: what stops all of them stops it,
    /// and its nodes are counted apart.
    #[must_use]
    pub fn under(above: &Arc<Control>) -> Control {
        Control { above: Some(above.clone()), ..Control::default() }
    }

    /// Asks the search to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether it has been asked to stop.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.above.as_ref().is_some_and(|above| above.is_cancelled())
    }

    /// How far a verifier is.
    #[must_use]
    pub fn replies(&self) -> Replies {
        let load = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Replies { refuted: load(&self.refuted_replies), open: load(&self.open_replies) }
    }

    pub(crate) fn set_replies(&self, replies: Replies) {
        self.refuted_replies.store(replies.refuted, Ordering::Relaxed);
        self.open_replies.store(replies.open, Ordering::Relaxed);
    }

    /// The nodes searched so far, as of a moment ago.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A part of a search, which threads work on together while others work on other parts. It has
/// allowances of its own, and can be dropped without ending the search.
#[derive(Debug, Default)]
pub(crate) struct Part {
    nodes: AtomicU64,
    dropped: AtomicBool,
}

impl Part {
    /// Tells all threads that work on it to leave it.
    pub(crate) fn drop_it(&self) {
        self.dropped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_dropped(&self) -> bool {
        self.dropped.load(Ordering::Relaxed)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: None, time: None, memory: 512 << 20, control: Arc::default() }
    }
}

/// Counts nodes and watches the limits while a search runs. Each thread of a search has its own.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    part: Arc<Part>,
    started: Instant,
    /// What the control had counted before the search began.
    counted_before: u64,
    nodes: u64,
    /// Own nodes that the control knows of.
    reported: u64,
    /// Nodes of other threads, as of the last look.
    others: u64,
    /// Nodes of other threads on the same part, as of the last look.
    others_of_part: u64,
    /// The number of nodes of this part at which the current allowance ends.
    allowance_end: u64,
    /// The number of own nodes at which the allowance of this thread ends.
    own_allowance_end: u64,
    ticks: u64,
}

/// The clock and the flag are looked at once in so many ticks; a power of two.
const TICKS_BETWEEN_LOOKS: u64 = 64;

impl Meter {
    /// Starts the clock.
    #[must_use]
    pub fn start(budget: Budget) -> Meter {
        Meter {
            counted_before: budget.control.nodes(),
            budget,
            part: Arc::default(),
            started: Instant::now(),
            nodes: 0,
            reported: 0,
            others: 0,
            others_of_part: 0,
            allowance_end: u64::MAX,
            own_allowance_end: u64::MAX,
            ticks: 0,
        }
    }

    /// A meter for a thread on the same part of the search, under the same budget and allowance.
    #[must_use]
    pub fn fork(&mut self) -> Meter {
        self.report();
        Meter {
            budget: self.budget.clone(),
            part: self.part.clone(),
            nodes: 0,
            reported: 0,
            others: self.nodes(),
            others_of_part: self.nodes_of_part(),
            own_allowance_end: u64::MAX,
            ..*self
        }
    }

    /// A meter for another part of the search, under the same budget.
    pub(crate) fn apart(&mut self) -> Meter {
        Meter { part: Arc::default(), others_of_part: 0, allowance_end: u64::MAX, ..self.fork() }
    }

    /// The part of the search that this meter counts for.
    pub(crate) fn part(&self) -> &Arc<Part> {
        &self.part
    }

    /// Counts one node; an error once a budget is spent.
    pub fn count(&mut self) -> Result<(), SpentBudget> {
        if self.has_spent_nodes() {
            return Err(SpentBudget::Nodes);
        }
        self.nodes += 1;
        self.tick()
    }

    /// Something was done that is not a node but takes time too: now and then looks at the clock
    /// and the flag, and gives an error once the time is up or the search cancelled.
    pub fn tick(&mut self) -> Result<(), SpentBudget> {
        self.ticks += 1;
        if self.ticks % TICKS_BETWEEN_LOOKS == 1 { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and the flag, and tells the control how far the search is.
    pub fn look(&mut self) -> Result<(), SpentBudget> {
        self.report();
        if self.budget.control.is_cancelled() || self.part.is_dropped() {
            return Err(SpentBudget::Cancelled);
        }
        if self.budget.time.is_some_and(|most| self.started.elapsed() >= most) {
            return Err(SpentBudget::Time);
        }
        if self.has_spent_nodes() {
            return Err(SpentBudget::Nodes);
        }
        Ok(())
    }

    /// Tells the control of the nodes counted here, and learns of those counted elsewhere.
    pub fn report(&mut self) {
        let new = self.nodes - self.reported;
        let before = self.budget.control.nodes.fetch_add(new, Ordering::Relaxed);
        let before_in_part = self.part.nodes.fetch_add(new, Ordering::Relaxed);
        self.reported = self.nodes;
        self.others = (before + new - self.counted_before).saturating_sub(self.nodes);
        self.others_of_part = (before_in_part + new).saturating_sub(self.nodes);
    }

    fn has_spent_nodes(&self) -> bool {
        self.budget.nodes.is_some_and(|most| self.nodes() >= most)
            || self.nodes_of_part() >= self.allowance_end
            || self.nodes >= self.own_allowance_end
    }

    /// Runs something in which all threads on this part may together count at most so many nodes.
    /// Nothing comes back if they were not enough, an error if the whole budget is spent.
    pub fn within<T>(
        &mut self,
        nodes: u64,
        task: impl FnOnce(&mut Meter) -> Result<T, SpentBudget>,
    ) -> Result<Option<T>, SpentBudget> {
        let outer = self.allowance_end;
        self.allowance_end = outer.min(self.nodes_of_part().saturating_add(nodes));
        let result = task(self);
        self.allowance_end = outer;
        self.enough(result)
    }

    /// The same for something that this thread does alone, whatever others count meanwhile.
    pub fn within_own<T>(
        &mut self,
        nodes: u64,
        task: impl FnOnce(&mut Meter) -> Result<T, SpentBudget>,
    ) -> Result<Option<T>, SpentBudget> {
        let outer = self.own_allowance_end;
        self.own_allowance_end = outer.min(self.nodes.saturating_add(nodes));
        let result = task(self);
        self.own_allowance_end = outer;
        self.enough(result)
    }

    /// Tells an allowance that was not enough from a budget that is spent.
    fn enough<T>(&self, result: Result<T, SpentBudget>) -> Result<Option<T>, SpentBudget> {
        match result {
            Ok(result) => Ok(Some(result)),
            Err(SpentBudget::Nodes) if !self.has_spent_nodes() => Ok(None),
            Err(spent) => Err(spent),
        }
    }

    /// The line to whoever started the search.
    pub(crate) fn control(&self) -> &Control {
        &self.budget.control
    }

    /// The nodes counted so far, in all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes + self.others
    }

    /// The nodes counted so far by the threads on this part of the search.
    fn nodes_of_part(&self) -> u64 {
        self.nodes + self.others_of_part
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
