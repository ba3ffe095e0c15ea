//! Proofs by jobs: what more workers gain, and what the policies differ in.

use std::time::{Duration, Instant};

use anyhow::Context;
use serde::Serialize;
use sixfold_game::GameName;
use sixfold_game::record::move_list;
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{Effort, Runner};
use sixfold_proof::job_level::Policy;
use sixfold_prove::{Campaign, Conditions, Ending, Settings};

use super::overhead::await_workers;
use super::table::Table;
use crate::arguments::BenchArguments;
use crate::prove::start_workforce;

/// A proof of one position.
#[derive(Clone, Serialize)]
pub struct ProofRow {
    moves: &'static str,
    workers: String,
    policy: &'static str,
    result: &'static str,
    jobs: u64,
    nodes: u64,
    /// Seconds that workers spent on jobs.
    busy: f64,
    seconds: f64,
    /// Against one worker of this process with the same policy.
    speedup: Option<f64>,
}

/// All proofs, those of each way of working together.
#[derive(Default, Serialize)]
pub struct JobRows {
    proofs: Vec<ProofRow>,
}

/// Openings, and replies to two attacks, that take from a few to some dozen jobs.
const POSITIONS: [&str; 10] = [
    "j10 d10j4",
    "j10 d10p10",
    "j10 d10p4",
    "j10 n7p4",
    "j10 h9i8 k11l10 k8m9",
    "j10 h9i8 k11l10 h10h12",
    "j10 i8k8 i9j8 k7j11",
    "j10 i8k8 i9j8 h10j11",
    "j10 i8k8 i9j8 g11j11",
    "j10 i8k8 i9j8 j9j11",
];

/// Small jobs, so that there are many of them.
const EFFORT: Effort = Effort { order: 3, nodes: 30_000, player_nodes: 3_000, memory: 128 };
/// A position that takes longer counts as not solved.
const MOST_TIME: Duration = Duration::from_secs(30);

const POLICIES: [(Policy, &str); 4] = [
    (Policy::VirtualEquivalence, "virtual equivalence"),
    (Policy::VirtualLoss, "virtual loss"),
    (Policy::VirtualWin, "virtual win"),
    (Policy::Greedy, "greedy"),
];

/// Proves the positions with one worker, with two, and with those of a broker if one is named.
pub fn measure(arguments: &BenchArguments) -> anyhow::Result<JobRows> {
    let mut rows = JobRows::default();
    for workers in [1, 2] {
        let mut runner = LocalRunner::start(workers)?;
        let name = format!("{workers} local");
        let policies = if workers == 1 { &POLICIES[..1] } else { &POLICIES[..] };
        for &policy in policies {
            rows.prove_all(&name, policy, &mut runner)?;
        }
    }
    if arguments.workforce.nats.is_some() {
        let name = format!("bench-{}", std::process::id());
        let mut runner = start_workforce(&arguments.workforce, &name)?;
        await_workers(&mut *runner)?;
        rows.prove_all("broker", POLICIES[0], &mut *runner)?;
    }
    Ok(rows)
}

impl JobRows {
    fn prove_all(
        &mut self,
        workers: &str,
        (policy, name): (Policy, &'static str),
        runner: &mut dyn Runner,
    ) -> anyhow::Result<()> {
        for moves in POSITIONS {
            let mut row = prove(moves, policy, runner)?;
            (row.workers, row.policy) = (workers.to_string(), name);
            let alone = self.proofs.iter().find(|one| one.moves == moves);
            row.speedup = alone.map(|one| one.seconds / row.seconds);
            self.proofs.push(row);
        }
        Ok(())
    }
}

fn prove(moves: &'static str, policy: Policy, runner: &mut dyn Runner) -> anyhow::Result<ProofRow> {
    let settings = Settings { effort: EFFORT, policy, ..Settings::default() };
    let root = move_list::read(GameName::CONNECT6, moves)?.final_setup();
    let header = settings.header(GameName::CONNECT6, root, Some(moves.to_string()));
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut campaign = Campaign::begin(&folder.path().join("proof"), &header, settings)?;
    let started = Instant::now();
    let ending = campaign.run(
        runner,
        &mut Conditions { time: Some(MOST_TIME), command: &mut || None, watch: &mut |_, _, _| {} },
    )?;
    let totals = campaign.store().totals()?;
    Ok(ProofRow {
        moves,
        workers: String::new(),
        policy: "",
        result: match ending {
            Ending::Proven => "win",
            Ending::Disproven => "none",
            Ending::Stuck | Ending::Stopped => "unknown",
        },
        jobs: totals.done,
        nodes: totals.cost.nodes,
        busy: totals.cost.seconds,
        seconds: started.elapsed().as_secs_f64(),
        speedup: None,
    })
}

/// The proofs, and the sums of each way of working.
pub fn tables(rows: &JobRows) -> [Table; 2] {
    [proofs(rows), sums(rows)]
}

fn proofs(rows: &JobRows) -> Table {
    let cells = |row: &ProofRow| {
        vec![
            row.moves.to_string(),
            row.workers.clone(),
            row.policy.to_string(),
            row.result.to_string(),
            row.jobs.to_string(),
            format!("{:.1}", row.busy),
            format!("{:.1}", row.seconds),
            row.speedup.map_or_else(String::new, |speedup| format!("{speedup:.2}")),
        ]
    };
    Table {
        title: "Proofs by jobs".to_string(),
        head: vec![
            "position", "workers", "policy", "result", "jobs", "busy s", "seconds", "speed-up",
        ],
        rows: rows.proofs.iter().map(cells).collect(),
        note: format!(
            "Connect6, Black to move and win; jobs of {} nodes. Speed-up against one local worker.",
            EFFORT.nodes
        ),
    }
}

/// Each way of working over all positions.
fn sums(rows: &JobRows) -> Table {
    let alone = &rows.proofs[..POSITIONS.len().min(rows.proofs.len())];
    let seconds = |rows: &[ProofRow]| rows.iter().map(|row| row.seconds).sum::<f64>();
    let cells = |ways: &[ProofRow]| {
        let mean = |value: &dyn Fn(&ProofRow) -> f64| {
            ways.iter().map(value).sum::<f64>() / ways.len() as f64
        };
        let solved = ways.iter().filter(|row| row.result == "win").count();
        vec![
            format!("{}, {}", ways[0].workers, ways[0].policy),
            format!("{solved}/{}", ways.len()),
            format!("{:.0}", ways.iter().map(|row| row.jobs as f64).sum::<f64>()),
            format!("{:.1}", ways.iter().map(|row| row.busy).sum::<f64>()),
            format!("{:.1}", seconds(ways)),
            format!("{:.2}", seconds(alone) / seconds(ways)),
            format!("{:.2}", mean(&|row| row.speedup.unwrap_or(1.0))),
        ]
    };
    Table {
        title: "Proofs by jobs, all positions together".to_string(),
        head: vec!["workers, policy", "solved", "jobs", "busy s", "seconds", "speed-up", "mean"],
        rows: rows.proofs.chunks(POSITIONS.len()).map(cells).collect(),
        note: "Speed-up of the sums, and the mean of the speed-ups of the positions.".to_string(),
    }
}
