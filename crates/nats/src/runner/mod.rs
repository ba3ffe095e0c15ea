//! Has jobs done by workers on other machines.

mod book;
mod coordinator;
mod crew;
mod event;

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use coordinator::Coordinator;
use crew::Crew;
pub use event::{DeadLetter, RunnerEvent};
use sixfold_jobs::{JobKey, Order, Report, Runner, RunnerError, WorkerStatus};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::connection::{Connection, NatsError};
use crate::protocol::Campaign;

/// What a runner is told when it starts.
#[derive(Clone, Debug)]
pub struct RunnerOptions {
    /// Where the broker is.
    pub connection: Connection,
    /// Under which name jobs are handed out.
    pub campaign: Campaign,
    /// How often a job is tried before it is given up.
    pub most_attempts: u32,
    /// How often the queue is looked at for jobs that it has lost.
    pub inspection: Duration,
    /// How long the broker is waited for at the start.
    pub patience: Duration,
}

impl RunnerOptions {
    /// What does for most: four attempts, a look at the queue every five seconds.
    #[must_use]
    pub fn new(connection: Connection, campaign: Campaign) -> RunnerOptions {
        RunnerOptions {
            connection,
            campaign,
            most_attempts: 4,
            inspection: Duration::from_secs(5),
            patience: Duration::from_secs(10),
        }
    }
}

/// Has jobs done by workers on other machines.
///
/// An answer stays on the broker until its report is [settled](Runner::settle): a coordinator that
/// is killed before gets it again when it hands in the job again. When the runner is dropped, jobs
/// that nobody has begun with are withdrawn; those that have begun are finished, and their answers
/// wait for the next runner of the campaign. If even those are not wanted, cancel them before.
pub struct NatsRunner {
    commands: Option<UnboundedSender<Command>>,
    reports: Receiver<Report>,
    shared: Arc<Mutex<Shared>>,
    thread: Option<JoinHandle<()>>,
}

/// What a runner asks its coordinator to do.
enum Command {
    Submit(Box<Order>),
    Cancel(JobKey),
    Settle(JobKey),
}

/// What both know.
#[derive(Default)]
struct Shared {
    crew: Crew,
    /// Jobs that are handed in and not reported.
    open: HashSet<JobKey>,
    /// All jobs that were ever handed in. An answer may be here before its worker has said that he
    /// is done: he is not busy for others then.
    ours: HashSet<JobKey>,
    dead_letters: Vec<DeadLetter>,
    /// Why nothing more will come.
    broken: Option<String>,
}

type Events = Arc<dyn Fn(RunnerEvent) + Send + Sync>;

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl NatsRunner {
    /// Connects to the broker. Events may come from any thread.
    pub fn start(
        options: RunnerOptions,
        events: impl Fn(RunnerEvent) + Send + Sync + 'static,
    ) -> Result<NatsRunner, NatsError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| NatsError::Threads(error.to_string()))?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let (report, reports) = channel();
        let events: Events = Arc::new(events);
        let coordinator = Coordinator::start(options, shared.clone(), events, report);
        let coordinator = runtime.block_on(coordinator)?;
        let (commands, orders) = unbounded_channel();
        let builder = std::thread::Builder::new().name("coordinator".to_string());
        let thread = builder
            .spawn(move || {
                runtime.block_on(coordinator.run(orders));
                runtime.shutdown_background();
            })
            .map_err(|error| NatsError::Threads(error.to_string()))?;
        Ok(NatsRunner { commands: Some(commands), reports, shared, thread: Some(thread) })
    }

    /// The jobs that were given up, in the order in which that happened.
    #[must_use]
    pub fn dead_letters(&self) -> Vec<DeadLetter> {
        lock(&self.shared).dead_letters.clone()
    }

    fn command(&self, command: Command) -> Result<(), RunnerError> {
        let sent = self.commands.as_ref().map(|commands| commands.send(command));
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { Err(self.broken()) }
    }

    fn broken(&self) -> RunnerError {
        let reason = lock(&self.shared).broken.clone();
        RunnerError::Broken(reason.unwrap_or_else(|| "the coordinator has stopped".to_string()))
    }
}

impl Runner for NatsRunner {
    /// Cores that are free, and a few jobs more, so that no worker waits for the next one.
    fn free(&self) -> usize {
        let shared = lock(&self.shared);
        let capacity = shared.crew.capacity(|key| shared.ours.contains(&key), Instant::now());
        let reserve = if capacity == 0 { 0 } else { 1 + capacity / 4 };
        (capacity + reserve).saturating_sub(shared.open.len())
    }

    fn submit(&mut self, order: Order) -> Result<(), RunnerError> {
        let key = order.job.key();
        let is_new = {
            let mut shared = lock(&self.shared);
            shared.ours.insert(key);
            shared.open.insert(key)
        };
        if is_new { self.command(Command::Submit(Box::new(order))) } else { Ok(()) }
    }

    fn cancel(&mut self, key: JobKey) {
        // One that has stopped has nothing to cancel.
        let _ = self.command(Command::Cancel(key));
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<Report>, RunnerError> {
        match self.reports.recv_timeout(patience) {
            Ok(report) => Ok(Some(report)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.broken()),
        }
    }

    fn settle(&mut self, key: JobKey) {
        // What is not settled comes again, which does no harm.
        let _ = self.command(Command::Settle(key));
    }

    fn workers(&self) -> Vec<WorkerStatus> {
        lock(&self.shared).crew.statuses(Instant::now())
    }
}

impl Drop for NatsRunner {
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // One that panicked has said so already.
            let _ = thread.join();
        }
    }
}
