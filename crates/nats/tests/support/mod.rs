//! The real broker, and what stands around it in a test.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub mod broker;
pub mod fake;
pub mod proxy;

use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sixfold_game::{GameName, Setup};
use sixfold_jobs::{Effort, Job, Kind, Order, Report, Runner};
use sixfold_nats::worker::{self, Departure, Farewell, WorkerOptions};
use sixfold_nats::{Connection, NatsError, NatsRunner, RunnerOptions};

/// Nothing here takes that long unless something is wrong.
const DEADLINE: Duration = Duration::from_secs(120);

/// Waits until something is so.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < DEADLINE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Black has three stones in a row and wins at once by double threats.
const WON: &str = "o17o/19/19/19/19/19/19/9x9/9x9/9x9/19/19/19/19/19/19/19/19/o17o b 2";

/// Nobody has found a win here, so that a solver takes all the nodes that it is given.
const OPEN: &str = "19/19/19/19/19/19/19/19/19/9x9/8o1o8/19/19/19/19/19/19/19/19 b 2";

fn order(fen: &str, kind: Kind, effort: Effort) -> Order {
    let game: GameName = "connect6".parse().unwrap();
    let position = Setup::from_fen(game, fen).unwrap();
    Order { job: Job::new(game, position, kind, effort), known: None }
}

/// A job that is done in no time and has a proof. Different numbers are different jobs.
pub fn quick(number: u64) -> Order {
    order(WON, Kind::Solve, Effort { order: 1, nodes: 100_000 + number, ..Effort::default() })
}

/// A job of a few seconds.
pub fn long(number: u64) -> Order {
    order(OPEN, Kind::Solve, Effort { order: 3, nodes: 100_000 + number, ..Effort::default() })
}

/// A job that nobody waits for.
pub fn endless() -> Order {
    order(OPEN, Kind::Solve, Effort { order: 3, nodes: u64::MAX, ..Effort::default() })
}

/// All that a runner or worker has told, as text.
#[derive(Clone, Default)]
pub struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    pub fn note(&self, event: &impl Display) {
        let line = event.to_string();
        println!("{line}");
        self.0.lock().unwrap().push(line);
    }

    pub fn tells(&self, text: &str) -> bool {
        self.0.lock().unwrap().iter().any(|line| line.contains(text))
    }
}

pub struct TestRunner {
    pub runner: NatsRunner,
    pub diary: Diary,
}

pub fn connection(url: &str) -> Connection {
    Connection::to(url.parse().unwrap())
}

/// A runner that looks often at its queue.
pub fn runner(url: &str, campaign: &str) -> TestRunner {
    runner_with(RunnerOptions {
        inspection: Duration::from_millis(300),
        ..RunnerOptions::new(connection(url), campaign.parse().unwrap())
    })
}

pub fn runner_with(options: RunnerOptions) -> TestRunner {
    let diary = Diary::default();
    let own = diary.clone();
    let runner = NatsRunner::start(options, move |event| own.note(&event)).unwrap();
    TestRunner { runner, diary }
}

impl TestRunner {
    /// The next report.
    pub fn next(&mut self) -> Report {
        let report = self.runner.receive(DEADLINE).unwrap();
        report.expect("a report in time")
    }

    /// Whether some worker is busy.
    pub fn somebody_works(&self) -> bool {
        self.runner.workers().iter().any(|worker| !worker.current.is_empty())
    }

    /// Nothing more comes.
    pub fn is_silent(&mut self) -> bool {
        self.runner.receive(Duration::from_secs(2)).unwrap().is_none()
    }
}

/// A worker in a thread of the test.
pub struct TestWorker {
    pub departure: Departure,
    pub diary: Diary,
    thread: Option<JoinHandle<Result<Farewell, NatsError>>>,
}

pub fn worker(url: &str, name: &str) -> TestWorker {
    let connection = connection(url);
    let ack_wait = Duration::from_secs(2);
    let options =
        WorkerOptions { cores: 1, ack_wait, ..WorkerOptions::new(connection, name.into()) };
    let (departure, diary) = (Departure::default(), Diary::default());
    let (own_departure, own) = (departure.clone(), diary.clone());
    let name = name.to_string();
    let thread = std::thread::spawn(move || {
        worker::run(options, &own_departure, move |event| own.note(&format!("{name}: {event}")))
    });
    TestWorker { departure, diary, thread: Some(thread) }
}

impl TestWorker {
    /// Waits until it has left.
    pub fn farewell(mut self) -> Result<Farewell, NatsError> {
        self.thread.take().unwrap().join().unwrap()
    }
}

impl Drop for TestWorker {
    fn drop(&mut self) {
        self.departure.at_once();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
