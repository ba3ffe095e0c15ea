//! What is told of a proof while it runs.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sixfold_answers::wording::names_of_turns;
use sixfold_game::Square;
use sixfold_jobs::{JobKey, Kind, Runner};
use sixfold_proof::job_level::NodeId;
use sixfold_prove::{Campaign, Tree};

use super::history::{History, Sample};
use crate::tasks::desk::{Desk, TaskFailure};

/// How often it is told.
const GLANCE: Duration = Duration::from_millis(250);

/// How far a proof is, over all its runs.
#[derive(Serialize)]
struct ProofProgress<'a> {
    proof: Option<u32>,
    disproof: Option<u32>,
    nodes: usize,
    proven: usize,
    disproven: usize,
    jobs_done: u64,
    jobs_running: usize,
    jobs_failed: u64,
    jobs_a_minute: f64,
    seconds: f64,
    time_left: Option<f64>,
    best_line: Vec<Vec<String>>,
    workers: Vec<WorkerProgress>,
    history: &'a [Sample],
}

#[derive(Serialize)]
struct WorkerProgress {
    name: String,
    state: WorkerState,
    /// What it does, in words.
    job: Option<String>,
    /// Jobs that it has done in this run.
    done: u64,
    /// How long it has been at its job.
    seconds: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum WorkerState {
    Idle,
    Working,
}

/// What was told when the proof ran before.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Before {
    seconds: f64,
    history: Vec<Sample>,
}

/// Looks at a proof now and then, and tells how far it is.
pub struct Watcher<'a> {
    desk: &'a Desk,
    looked: Instant,
    /// Seconds of earlier runs.
    seconds_before: f64,
    /// Jobs of earlier runs.
    done_before: u64,
    failed_before: u64,
    history: History,
    /// What is being done, and since when.
    jobs: HashMap<JobKey, Doing>,
}

struct Doing {
    words: String,
    since: Instant,
}

impl<'a> Watcher<'a> {
    pub fn new(desk: &'a Desk, campaign: &Campaign) -> Result<Watcher<'a>, TaskFailure> {
        let before = desk.before.clone().and_then(|before| serde_json::from_value(before).ok());
        let Before { seconds, history } = before.unwrap_or_default();
        let totals = campaign.store().totals()?;
        Ok(Watcher {
            desk,
            looked: Instant::now(),
            seconds_before: seconds,
            done_before: totals.done,
            failed_before: totals.failed + totals.given_up,
            history: History::after(history),
            jobs: HashMap::new(),
        })
    }

    /// Tells how far the proof is, if it has not just been told.
    pub fn look(&mut self, campaign: &Campaign, runner: &dyn Runner) {
        if self.looked.elapsed() >= GLANCE {
            self.looked = Instant::now();
            self.report(campaign, runner);
        }
    }

    /// Tells how far the proof is.
    pub fn report(&mut self, campaign: &Campaign, runner: &dyn Runner) {
        let progress = campaign.progress();
        let (root, counts) = (progress.root, progress.counts);
        let seconds = self.seconds_before + progress.elapsed.as_secs_f64();
        let jobs_done = self.done_before + progress.done;
        let (proof, disproof) = (root.proof.finite(), root.disproof.finite());
        self.history.add(Sample { seconds, proof, disproof, jobs_done, nodes: counts.nodes });
        let workers = self.workers(campaign, runner);
        let line: Vec<Vec<Square>> =
            progress.best_line.iter().map(|turn| turn.iter().collect()).collect();
        self.desk.report(&ProofProgress {
            proof,
            disproof,
            nodes: counts.nodes,
            proven: counts.proven,
            disproven: counts.disproven,
            jobs_done,
            jobs_running: progress.running,
            jobs_failed: self.failed_before + progress.failed,
            jobs_a_minute: progress.jobs_a_minute(),
            seconds,
            time_left: progress.time_left().map(|left| left.as_secs_f64()),
            best_line: names_of_turns(campaign.tree().game().grid(), &line),
            workers,
            history: self.history.samples(),
        });
    }

    fn workers(&mut self, campaign: &Campaign, runner: &dyn Runner) -> Vec<WorkerProgress> {
        let statuses = runner.workers();
        let current: Vec<JobKey> = statuses.iter().flat_map(|one| one.current.clone()).collect();
        self.jobs.retain(|key, _| current.contains(key));
        if current.iter().any(|key| !self.jobs.contains_key(key)) {
            self.learn(campaign, &current);
        }
        let describe = |status: sixfold_jobs::WorkerStatus| {
            let doing = status.current.first().and_then(|key| self.jobs.get(key));
            let is_idle = status.current.is_empty();
            WorkerProgress {
                state: if is_idle { WorkerState::Idle } else { WorkerState::Working },
                job: doing.map(|doing| doing.words.clone()),
                done: status.done,
                seconds: doing.map_or(0.0, |doing| doing.since.elapsed().as_secs_f64()),
                name: status.name,
            }
        };
        statuses.into_iter().map(describe).collect()
    }

    /// Finds words for jobs that have just begun.
    fn learn(&mut self, campaign: &Campaign, current: &[JobKey]) {
        // The jobs that are handed out are few; if they cannot be read, the proof itself will say so.
        for open in campaign.store().open_jobs().unwrap_or_default() {
            let key = open.job.key();
            if current.contains(&key) && !self.jobs.contains_key(&key) {
                let what = match open.job.kind {
                    Kind::Move { .. } => "find a move",
                    Kind::Verify { .. } => "verify",
                    Kind::Solve => "solve",
                };
                let words = format!("{what}: {}", way_to(campaign.tree(), open.node));
                self.jobs.insert(key, Doing { words, since: Instant::now() });
            }
        }
    }
}

/// One way from the root to a node, as it is written.
fn way_to(tree: &Tree, node: NodeId) -> String {
    let search = tree.search();
    let parent = |&id: &NodeId| search.node(id).and_then(|view| view.parents.first().copied());
    let mut nodes: Vec<NodeId> = std::iter::successors(Some(node), parent).collect();
    nodes.reverse();
    let mut turns = Vec::new();
    let mut seen = tree.seen_root();
    for child in nodes.into_iter().skip(1) {
        let Some(here) = &seen else { break };
        let view = search.node(here.node);
        let edge = view.and_then(|view| view.record.edges.iter().find(|edge| edge.child == child));
        let Some(edge) = edge else { break };
        turns.push(here.way.images(edge.played));
        seen = tree.seen_child(here, edge);
    }
    if turns.is_empty() { "the root".to_string() } else { tree.line_name(&turns) }
}
