//! What a job costs besides its work: the time it waits in queues and is on its way.

use std::time::{Duration, Instant};

use anyhow::bail;
use serde::Serialize;
use sixfold_game::GameName;
use sixfold_game::record::move_list;
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{Effort, Job, Kind, Order, Runner};

use super::table::Table;
use crate::arguments::BenchArguments;
use crate::prove::start_workforce;

/// What a job costs besides its own work.
#[derive(Serialize)]
pub struct OverheadRow {
    workers: String,
    cores: usize,
    /// Jobs that were done with all workers busy, and as many more one by one.
    jobs: usize,
    /// Milliseconds of a worker that a job took more than its work, with all of them busy.
    busy_milliseconds: f64,
    /// Milliseconds from handing in a job to its answer, less its work, with nothing else to do.
    alone_milliseconds: f64,
}

/// Jobs of each measurement.
const SHORT_JOBS: usize = 200;
/// All of them are done long before.
const MOST_TIME: Duration = Duration::from_secs(120);
/// How long to wait for an answer before looking again who is free, as a proof does.
const GLANCE: Duration = Duration::from_millis(100);
/// Workers say that they are there every second.
const PATIENCE: Duration = Duration::from_secs(10);

/// Measures workers of this process, and those of a broker if one is named.
pub fn measure(arguments: &BenchArguments) -> anyhow::Result<Vec<OverheadRow>> {
    let mut rows = Vec::new();
    for workers in [1, 2] {
        let mut runner = LocalRunner::start(workers)?;
        rows.push(overhead(&format!("{workers} local"), &mut runner)?);
    }
    if arguments.workforce.nats.is_some() {
        let name = format!("overhead-{}", std::process::id());
        let mut runner = start_workforce(&arguments.workforce, &name)?;
        rows.push(overhead("broker", &mut *runner)?);
    }
    Ok(rows)
}

fn overhead(name: &str, runner: &mut dyn Runner) -> anyhow::Result<OverheadRow> {
    await_workers(runner)?;
    let mut jobs = ShortJobs { given: 0 };
    let alone = jobs.run(runner, &|_, waiting| waiting == 0)?;
    let busy = jobs.run(runner, &|runner, _| runner.free() > 0)?;
    let milliseconds = |time: f64| time * 1000.0 / SHORT_JOBS as f64;
    let cores: usize = runner.workers().iter().map(|worker| worker.cores).sum();
    Ok(OverheadRow {
        workers: name.to_string(),
        cores,
        jobs: SHORT_JOBS,
        busy_milliseconds: milliseconds(busy.elapsed * cores as f64 - busy.work),
        alone_milliseconds: milliseconds(alone.elapsed - alone.work),
    })
}

/// Whoever works on a broker is known when he has said so. Waiting for that is no part of a job.
pub fn await_workers(runner: &mut dyn Runner) -> anyhow::Result<()> {
    let started = Instant::now();
    while runner.free() == 0 {
        if started.elapsed() > PATIENCE {
            bail!("no worker is there: start some with 'sixfold worker'");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // Others may be just as late.
    std::thread::sleep(Duration::from_secs(1));
    Ok(())
}

/// Jobs that are solved in a moment, each with a key of its own.
struct ShortJobs {
    given: u64,
}

/// Seconds that passed, and those that workers say they have worked.
struct Spent {
    elapsed: f64,
    work: f64,
}

impl ShortJobs {
    /// Has jobs done, another one handed in whenever it is time for that, by the runner and the number
    /// of jobs under way.
    fn run(
        &mut self,
        runner: &mut dyn Runner,
        is_time: &dyn Fn(&dyn Runner, usize) -> bool,
    ) -> anyhow::Result<Spent> {
        let started = Instant::now();
        let (mut given, mut taken, mut work) = (0, 0, 0.0);
        while taken < SHORT_JOBS {
            while given < SHORT_JOBS && is_time(runner, given - taken) {
                self.give(runner)?;
                given += 1;
            }
            if let Some(report) = runner.receive(GLANCE)? {
                runner.settle(report.key);
                taken += 1;
                work += report.result?.cost.seconds;
            } else if started.elapsed() > MOST_TIME {
                bail!("{taken} of {SHORT_JOBS} short jobs are done after {MOST_TIME:?}");
            }
        }
        Ok(Spent { elapsed: started.elapsed().as_secs_f64(), work })
    }

    fn give(&mut self, runner: &mut dyn Runner) -> anyhow::Result<()> {
        let won = move_list::read(GameName::CONNECT6, "j10 a1s1 j11j12 a19s19 j13k10 a3a5")?;
        // The effort is part of the key.
        let effort = Effort { nodes: 30_000 + self.given, ..Effort::default() };
        let job = Job::new(GameName::CONNECT6, won.final_setup(), Kind::Solve, effort);
        runner.submit(Order { job, known: None })?;
        self.given += 1;
        Ok(())
    }
}

/// The rows.
pub fn table(rows: &[OverheadRow]) -> Table {
    let cells = |row: &OverheadRow| {
        vec![
            row.workers.clone(),
            row.cores.to_string(),
            row.jobs.to_string(),
            format!("{:.2}", row.busy_milliseconds),
            format!("{:.2}", row.alone_milliseconds),
        ]
    };
    Table {
        title: "What a job costs besides its work".to_string(),
        head: vec!["workers", "cores", "jobs", "ms/job, busy", "ms/job, alone"],
        rows: rows.iter().map(cells).collect(),
        note: "Short jobs, answers checked. Busy: the time of all workers less that of the work; \
               alone: from handing in to the answer, one job after the other."
            .to_string(),
    }
}
