//! One search, played through event by event.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::time::Duration;

use serde::Serialize;
use sixfold_proof::job_level::{
    ApplyError, NodeId, Search, Settings, Side, Status, TaskId, UnknownTask,
};
use thiserror::Error;

use crate::dice::{dice, exponential};
use crate::{Durations, InvalidWorkplace, ModelPosition, ModelTree, Workplace};

/// What is to be played through.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// What jobs find.
    pub tree: ModelTree,
    /// How the search chooses them.
    pub settings: Settings,
    /// How long they take.
    pub durations: &'a Durations,
    /// Who does them.
    pub place: Workplace,
    /// The search is broken off after so many results.
    pub most_jobs: Option<u64>,
}

/// How a search went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Run {
    /// What is known of the root in the end; it is open if the search was broken off.
    pub status: Status,
    /// How long it took.
    pub makespan: Duration,
    /// Results taken in.
    pub jobs: u64,
    /// Results whose position was solved already when they came.
    pub late: u64,
    /// Jobs that were still being done when the root was solved.
    pub unfinished: u64,
    /// Jobs that were lost together with their workers, and done again.
    pub lost: u64,
    /// Time that all workers together spent on jobs.
    pub working: Duration,
    /// How many workers there were.
    pub workers: u32,
}

impl Run {
    /// The share of their time that workers did nothing.
    #[must_use]
    pub fn idle_share(&self) -> f64 {
        let available = self.makespan.as_secs_f64() * f64::from(self.workers);
        if available > 0.0 { 1.0 - self.working.as_secs_f64() / available } else { 0.0 }
    }
}

/// Why a search cannot be played through.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SimulationError {
    /// There is no such workplace.
    #[error(transparent)]
    Workplace(#[from] InvalidWorkplace),
    /// The search refuses what the model finds.
    #[error("the search refuses a finding of the model")]
    Refused(#[from] ApplyError),
    /// The search does not know its own job.
    #[error("the search has forgotten a job")]
    Forgotten(#[from] UnknownTask),
    /// The search is not done and has nothing to do.
    #[error("the search of tree {0} is stuck")]
    Stuck(u64),
    /// Workers are lost faster than they finish a job.
    #[error("a job was lost {LARGEST_ATTEMPT} times: workers are lost faster than they can work")]
    NeverDone,
}

/// A job that is lost so often will not be done.
const LARGEST_ATTEMPT: u32 = 1000;

impl Simulation<'_> {
    /// Plays it through. The same simulation always goes the same way.
    pub fn run(&self) -> Result<Run, SimulationError> {
        self.place.validate()?;
        let mut state = State::new(self);
        state.give_out()?;
        while !state.is_over() {
            let Some(Reverse(event)) = state.events.pop() else {
                return Err(SimulationError::Stuck(self.tree.seed()));
            };
            state.clock = event.time;
            state.take(event.what)?;
            state.give_out()?;
        }
        Ok(state.finished())
    }
}

/// A job that the search has given out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Job {
    task: TaskId,
    node: NodeId,
    /// How many moves the node had.
    known: usize,
    /// How often it has been lost.
    attempt: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worker(u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Event {
    time: Duration,
    /// Events at the same time happen in the order in which they were foreseen.
    number: u64,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// A result reaches the coordinator.
    Arrived(Worker, Job),
    /// The coordinator is done with it.
    TakenIn(Worker, Job),
    /// It is noticed that a worker was lost with its job.
    Missed(Job),
    /// A lost worker is replaced.
    Replaced(Worker),
}

/// When a worker is, or was last, at work.
#[derive(Clone, Copy, Default)]
struct Span {
    from: Duration,
    to: Duration,
}

struct State<'a> {
    simulation: &'a Simulation<'a>,
    search: Search<ModelPosition, u32>,
    clock: Duration,
    coordinator_is_free: Duration,
    events: BinaryHeap<Reverse<Event>>,
    foreseen: u64,
    /// Those who have waited longest first.
    idle: VecDeque<Worker>,
    /// Jobs that no worker has.
    waiting: VecDeque<Job>,
    spans: Vec<Span>,
    run: Run,
}

impl<'a> State<'a> {
    fn new(simulation: &'a Simulation<'a>) -> State<'a> {
        let workers = simulation.place.workers;
        State {
            simulation,
            search: Search::new(simulation.tree.root(), Side::Prover, simulation.settings),
            clock: Duration::ZERO,
            coordinator_is_free: Duration::ZERO,
            events: BinaryHeap::new(),
            foreseen: 0,
            idle: (0..workers).map(Worker).collect(),
            waiting: VecDeque::new(),
            spans: vec![Span::default(); workers as usize],
            run: Run {
                status: Status::Open,
                makespan: Duration::ZERO,
                jobs: 0,
                late: 0,
                unfinished: 0,
                lost: 0,
                working: Duration::ZERO,
                workers,
            },
        }
    }

    fn is_over(&self) -> bool {
        self.search.status() != Status::Open
            || self.simulation.most_jobs.is_some_and(|most| self.run.jobs >= most)
    }

    fn finished(self) -> Run {
        let (status, makespan) = (self.search.status(), self.clock);
        let cut_short = |span: &Span| span.to.saturating_sub(span.from.max(makespan));
        let cut_short = self.spans.iter().map(cut_short).sum();
        let begun = self.search.counts().in_flight - self.waiting.len();
        Run {
            status,
            makespan,
            unfinished: begun as u64,
            working: self.run.working.saturating_sub(cut_short),
            ..self.run
        }
    }

    fn foresee(&mut self, time: Duration, what: What) {
        self.events.push(Reverse(Event { time, number: self.foreseen, what }));
        self.foreseen += 1;
    }

    fn take(&mut self, what: What) -> Result<(), SimulationError> {
        match what {
            What::Arrived(worker, job) => {
                let begins = self.clock.max(self.coordinator_is_free);
                self.coordinator_is_free = begins + self.simulation.place.coordinator;
                self.foresee(self.coordinator_is_free, What::TakenIn(worker, job));
            }
            What::TakenIn(worker, job) => {
                self.idle.push_back(worker);
                self.apply(job)?;
            }
            What::Missed(job) if job.attempt >= LARGEST_ATTEMPT => {
                return Err(SimulationError::NeverDone);
            }
            What::Missed(job) => {
                self.run.lost += 1;
                self.waiting.push_front(Job { attempt: job.attempt + 1, ..job });
            }
            What::Replaced(worker) => self.idle.push_back(worker),
        }
        Ok(())
    }

    fn apply(&mut self, job: Job) -> Result<(), SimulationError> {
        let position = self.position(job)?;
        self.run.jobs += 1;
        self.run.late += u64::from(self.is_solved(job));
        self.search.apply(job.task, position.finding(job.known))?;
        Ok(())
    }

    /// Gives jobs to workers, as long as there are both.
    fn give_out(&mut self) -> Result<(), SimulationError> {
        while !self.idle.is_empty() && !self.is_over() {
            let Some(job) = self.next_job()? else { break };
            let Some(worker) = self.idle.pop_front() else { break };
            self.begin(worker, job)?;
        }
        Ok(())
    }

    fn next_job(&mut self) -> Result<Option<Job>, SimulationError> {
        loop {
            while let Some(job) = self.waiting.pop_front() {
                if !self.is_solved(job) {
                    return Ok(Some(job));
                }
                self.search.give_back(job.task)?;
            }
            let tasks = self.search.next();
            if tasks.is_empty() {
                return Ok(None);
            }
            for task in tasks {
                let known = self.search.node(task.node).map_or(0, |node| node.record.edges.len());
                let job = Job { task: task.id, node: task.node, known, attempt: 0 };
                self.waiting.push_back(job);
            }
        }
    }

    fn begin(&mut self, worker: Worker, job: Job) -> Result<(), SimulationError> {
        let place = &self.simulation.place;
        let position = self.position(job)?;
        let takes = self.simulation.durations.of(&position, job.known);
        let takes = place.stretched(worker.0, takes);
        let from = self.clock + place.latency;
        let lost_after = lost_after(&position, job, place.losses_per_hour);
        let works = lost_after.map_or(takes, |lost| lost.min(takes));
        let to = from + works;
        self.spans[worker.0 as usize] = Span { from, to };
        self.run.working += works;
        if lost_after.is_some_and(|lost| lost < takes) {
            self.foresee(to + place.ack_wait, What::Missed(job));
            self.foresee(to + place.replacement, What::Replaced(worker));
        } else {
            self.foresee(to + place.latency, What::Arrived(worker, job));
        }
        Ok(())
    }

    fn is_solved(&self, job: Job) -> bool {
        self.search.node(job.node).is_some_and(|node| node.record.status != Status::Open)
    }

    fn position(&self, job: Job) -> Result<ModelPosition, SimulationError> {
        let node = self.search.node(job.node).ok_or(UnknownTask(job.task))?;
        Ok(node.record.position)
    }
}

/// How long the worker who does a job now would last.
fn lost_after(position: &ModelPosition, job: Job, losses_per_hour: f64) -> Option<Duration> {
    /// Tells these random numbers from those that the tree is made of.
    const PURPOSE: u64 = 0x6c6f_7373;
    const SECONDS_PER_HOUR: f64 = 3600.0;
    if losses_per_hour <= 0.0 {
        return None;
    }
    let place = [position.number(), PURPOSE, job.known as u64, u64::from(job.attempt)];
    let hours = exponential(&mut dice(&place)) / losses_per_hour;
    Duration::try_from_secs_f64(hours * SECONDS_PER_HOUR).ok()
}
