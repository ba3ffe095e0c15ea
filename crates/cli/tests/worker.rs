//! `sixfold worker` through the real program, with the real broker.

#[path = "../../nats/tests/support/broker.rs"]
mod broker;
mod support;

use std::time::Duration;

use broker::{TestBroker, free_port};
use sixfold_game::{GameName, Setup};
use sixfold_jobs::{Effort, Job, Kind, Order, Report, Runner};
use sixfold_nats::{Connection, NatsRunner, RunnerOptions};
use support::sixfold;
use support::worker::Worker;

const DEADLINE: Duration = Duration::from_secs(120);

fn runner(url: &str) -> NatsRunner {
    let connection = Connection::to(url.parse().unwrap());
    let options = RunnerOptions::new(connection, "processes".parse().unwrap());
    NatsRunner::start(options, |event| println!("coordinator: {event}")).unwrap()
}

/// A job of a few seconds: nobody has found a win here.
fn long() -> Order {
    let fen = "19/19/19/19/19/19/19/19/19/9x9/8o1o8/19/19/19/19/19/19/19/19 b 2";
    let game: GameName = "connect6".parse().unwrap();
    let effort = Effort { order: 3, nodes: 100_000, ..Effort::default() };
    let position = Setup::from_fen(game, fen).unwrap();
    Order { job: Job::new(game, position, Kind::Solve, effort), known: None }
}

fn next(runner: &mut NatsRunner) -> Report {
    runner.receive(DEADLINE).unwrap().expect("a report in time")
}

#[test]
fn a_worker_that_is_killed_in_the_middle_of_a_job_leaves_it_to_another() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url());
    let mut first = Worker::start(&broker.url(), "first");
    coordinator.submit(long()).unwrap();
    first.says("solve connect6");
    first.process.kill().unwrap();
    let _second = Worker::start(&broker.url(), "second");
    let report = next(&mut coordinator);
    assert_eq!((report.worker.as_str(), report.result.is_ok()), ("second", true));
}

#[test]
fn the_first_interrupt_lets_a_worker_finish_its_job() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url());
    let worker = Worker::start(&broker.url(), "polite");
    coordinator.submit(long()).unwrap();
    worker.says("solve connect6");
    worker.interrupt();
    let output = worker.ends();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, b"1 job done\n");
    assert_eq!(next(&mut coordinator).worker, "polite");
}

#[test]
fn the_second_interrupt_gives_the_job_back() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url());
    let hasty = Worker::start(&broker.url(), "hasty");
    coordinator.submit(long()).unwrap();
    hasty.says("solve connect6");
    hasty.interrupt();
    hasty.says("finishing the jobs at hand");
    hasty.interrupt();
    assert_eq!(hasty.ends().status.code(), Some(130));
    let _other = Worker::start(&broker.url(), "other");
    assert_eq!(next(&mut coordinator).worker, "other");
}

#[test]
fn a_worker_waits_for_its_broker_and_says_so() {
    let url = format!("nats://127.0.0.1:{}", free_port());
    let worker = Worker::start(&url, "patient");
    worker.says("no broker at 127.0.0.1");
    worker.interrupt();
    let output = worker.ends();
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(0), &b"0 jobs done\n"[..]));
}

#[test]
fn wrong_arguments_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let here = "nats://127.0.0.1:1";
    let cases: [(&[&str], &str); 5] = [
        (&["--nats", "http://lab"], "'http://lab' is not the address of a broker"),
        (&["--nats", here, "--credentials", "none.creds"], "none.creds: No such file"),
        (&["--nats", here, "--tls-ca", "none.pem"], "none.pem: No such file"),
        (&["--nats", here, "--tls-cert", "a.pem"], "--tls-key"),
        (&[], "--nats"),
    ];
    for (arguments, message) in cases {
        let output = sixfold(folder.path(), &[&["worker"], arguments].concat(), b"");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(message) && errors.lines().count() == 1, "{errors}");
    }
}
