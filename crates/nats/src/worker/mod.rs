//! A worker: takes jobs from the broker, does them, and sends the answers back.

mod event;
mod presence;
mod slot;

use std::sync::Arc;
use std::time::Duration;

pub use event::{Farewell, WorkerEvent};
use presence::Presence;
use sixfold_jobs::ENGINE_VERSION;
use slot::Slot;
use tokio::sync::watch;

use crate::broker::Broker;
use crate::connection::{Connection, Line, NatsError, PAUSE};
use crate::protocol::WorkerId;

/// What a worker is told when it starts.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Where the jobs are.
    pub connection: Connection,
    /// What people call it.
    pub name: String,
    /// How many jobs it does at a time.
    pub cores: usize,
    /// After how long a silence its jobs go to somebody else. The first worker on a broker decides.
    pub ack_wait: Duration,
    /// How much it stands back for other programs.
    pub priority: Priority,
}

/// How much a worker stands back for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// It takes what nobody else wants.
    Low,
    /// Not at all.
    Normal,
}

impl WorkerOptions {
    /// A worker on all cores, at low priority, which is given up after half a minute of silence.
    #[must_use]
    pub fn new(connection: Connection, name: String) -> WorkerOptions {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let ack_wait = Duration::from_secs(30);
        WorkerOptions { connection, name, cores, ack_wait, priority: Priority::Low }
    }
}

/// Tells a running worker to leave.
#[derive(Clone, Debug)]
pub struct Departure(Arc<watch::Sender<Stage>>);

/// How much of a hurry there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// None: it works.
    Working,
    /// It takes no more jobs, and finishes those that it has.
    Finishing,
    /// It gives its jobs back.
    AtOnce,
}

impl Default for Departure {
    fn default() -> Self {
        Departure(Arc::new(watch::Sender::new(Stage::Working)))
    }
}

impl Departure {
    /// Lets it finish its jobs and go. The second time: at once.
    pub fn hurry(&self) {
        self.0.send_modify(|stage| {
            *stage = if *stage == Stage::Working { Stage::Finishing } else { Stage::AtOnce };
        });
    }

    /// Lets it give its jobs back and go.
    pub fn at_once(&self) {
        self.0.send_replace(Stage::AtOnce);
    }

    /// How much of a hurry there is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        *self.0.borrow()
    }

    /// Waits until there is at least so much of a hurry.
    pub(crate) async fn wait_for(&self, least: Stage) {
        // It is only closed when there is nobody left to ask.
        let _ = self.0.subscribe().wait_for(|stage| *stage >= least).await;
    }
}

/// Works until told to leave. It keeps trying to reach the broker, also at the start.
pub fn run(
    options: WorkerOptions,
    departure: &Departure,
    events: impl Fn(WorkerEvent) + Send + Sync + 'static,
) -> Result<Farewell, NatsError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| NatsError::Threads(error.to_string()))?;
    let farewell = runtime.block_on(work(options, departure.clone(), Arc::new(events)));
    runtime.shutdown_background();
    farewell
}

type Events = Arc<dyn Fn(WorkerEvent) + Send + Sync>;

async fn work(
    options: WorkerOptions,
    departure: Departure,
    events: Events,
) -> Result<Farewell, NatsError> {
    let Some(broker) = reach(&options, &departure, &events).await? else {
        return Ok(Farewell { done: 0, dismissal: None });
    };
    let id = format!("{}-{}", options.name, broker.unique());
    let worker = WorkerId { id: crate::protocol::token(&id), name: options.name.clone() };
    let presence =
        Arc::new(Presence::new(worker, options.cores, departure.clone(), events.clone()));
    let told = tokio::spawn(presence.clone().tell(broker.clone()));
    let heard = tokio::spawn(presence.clone().hear(broker.clone()));
    let slots: Vec<_> = (0..options.cores.max(1))
        .map(|_| {
            let slot = Slot {
                broker: broker.clone(),
                presence: presence.clone(),
                departure: departure.clone(),
                events: events.clone(),
                ack_wait: options.ack_wait,
                priority: options.priority,
            };
            tokio::spawn(slot.work())
        })
        .collect();
    for slot in slots {
        // A slot that panicked has said so already.
        let _ = slot.await;
    }
    told.abort();
    heard.abort();
    presence.say_goodbye(&broker).await;
    Ok(presence.farewell())
}

/// Tries to reach the broker until it is there, or nobody wants it any more.
async fn reach(
    options: &WorkerOptions,
    departure: &Departure,
    events: &Events,
) -> Result<Option<Broker>, NatsError> {
    let mut said = None;
    while departure.stage() == Stage::Working {
        let listener = events.clone();
        let on_line = move |line| {
            listener(match line {
                Line::Up => WorkerEvent::Connected { version: ENGINE_VERSION.to_string() },
                Line::Down => WorkerEvent::Disconnected,
            });
        };
        let name = format!("sixfold worker {}", options.name);
        match options.connection.connect(&name, on_line).await {
            Ok(client) => return Ok(Some(Broker::new(client))),
            Err(NatsError::Unreachable { address, reason }) => {
                let event = WorkerEvent::Unreachable { address, reason };
                if said.as_ref() != Some(&event) {
                    events(event.clone());
                    said = Some(event);
                }
            }
            Err(fatal) => return Err(fatal),
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = departure.wait_for(Stage::Finishing) => {}
        }
    }
    Ok(None)
}
