//! `sixfold prove --nats` through the real program, with real workers and the real broker.

#[path = "../../nats/tests/support/broker.rs"]
mod broker;
mod support;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use broker::TestBroker;
use sixfold_store::{JobCost, Reader};
use support::json;
use support::worker::Worker;

const DEADLINE: Duration = Duration::from_secs(240);

/// A win by single threats, in jobs that are too small for it: it takes dozens of them.
const LONG: [&str; 7] =
    ["prove", "--moves", "j10 h9i8 k11l10 k8m9", "--nodes", "4500", "--player-nodes", "200"];

/// White loses after this opening of Hex, in jobs that see next to nothing: it takes hundreds of them,
/// and their refutations are put together.
const HEX: [&str; 9] =
    ["prove", "--game", "hex6", "--moves", "c2", "--nodes", "1", "--player-nodes", "8"];

/// Begins a run that is not meant to end by itself.
fn spawn(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What the finished jobs have cost, in their order; nothing as long as there is no file.
fn finished(folder: &Path) -> Vec<JobCost> {
    let reader = Reader::open(&folder.join("proof.db"));
    reader.and_then(|reader| reader.job_costs()).unwrap_or_default()
}

/// kill -9 once so many jobs are finished.
fn kill_after(folder: &Path, mut coordinator: Child, jobs: usize) {
    let started = Instant::now();
    while finished(folder).len() < jobs && coordinator.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < DEADLINE, "no {jobs} jobs are finished");
        std::thread::sleep(Duration::from_millis(5));
    }
    coordinator.kill().unwrap();
    coordinator.wait().unwrap();
}

#[test]
fn a_killed_coordinator_goes_on_with_its_workers_and_ends_the_same() {
    ends_the_same(&LONG, "win");
}

#[test]
fn a_killed_coordinator_of_hex_goes_on_and_ends_the_same() {
    ends_the_same(&HEX, "loss");
}

/// The coordinator of a proof with this result is killed again and again.
fn ends_the_same(proof: &[&str], result: &str) {
    let Some(broker) = TestBroker::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = broker.url();
    let _workers = [Worker::start(&url, "ada"), Worker::start(&url, "bob")];
    let arguments = [proof, &["--store", "proof.db", "--nats", &url]].concat();
    let mut kept = Vec::new();
    for jobs in [2, 3, 4] {
        // Workers go on with their jobs when the coordinator is dead; the answers wait for the next.
        kill_after(folder.path(), spawn(folder.path(), &arguments), kept.len() + jobs);
        let now = finished(folder.path());
        assert!(now.starts_with(&kept), "finished jobs are kept as they are");
        kept = now;
    }
    assert!(kept.len() >= 9, "{} jobs", kept.len());
    let go_on = ["prove", "--store", "proof.db", "--nats", &url, "--cert", "proof.gz"];
    let resumed = json(folder.path(), &go_on);
    assert_eq!(resumed["result"], result);
    let all = finished(folder.path());
    assert!(all.starts_with(&kept), "finished jobs are kept as they are");
    assert!(all.len() > kept.len(), "{} jobs", all.len());
    // Each job counts once, and what it took too.
    assert_eq!(resumed["jobs"], all.len());
    let nodes: u64 = all.iter().map(|job| job.cost.nodes).sum();
    assert_eq!(resumed["nodes"], nodes);
    assert_eq!(json(folder.path(), &["check", "proof.gz"])["result"], "accepted");
    let again = json(folder.path(), &["prove", "--store", "proof.db"]);
    assert_eq!((&again["result"], &again["jobs"]), (&resumed["result"], &resumed["jobs"]));
}
