//! Many searches, side by side.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rayon::prelude::*;
use serde::Serialize;
use sixfold_proof::job_level::{Policy, Settings, Siblings, Status};
use thiserror::Error;

use crate::dice::mixed;
use crate::{Durations, ModelTree, Run, Simulation, SimulationError, Workplace};

/// What is to be compared: every policy with every number of workers on the same trees.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    /// How leaves in flight are looked at.
    pub policies: Vec<Policy>,
    /// The numbers of workers.
    pub workers: Vec<u32>,
    /// How many trees.
    pub trees: u32,
    /// About how many jobs each takes when they are done one after the other.
    pub jobs: u32,
    /// When the next move of an OR node is asked for.
    pub siblings: Siblings,
    /// How long jobs take.
    pub durations: Durations,
    /// Everything about the workers except how many they are.
    pub place: Workplace,
    /// A search is broken off after so many results: some wander off into parts of a tree that one
    /// worker never sees.
    pub most_jobs: Option<u64>,
    /// Everything follows from it.
    pub seed: u64,
}

/// What has been found out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    /// The trees.
    pub trees: Vec<Subject>,
    /// A curve for each policy.
    pub curves: Vec<Curve>,
}

/// A tree and what it takes one worker whom nothing disturbs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Subject {
    /// The tree.
    #[serde(skip)]
    pub tree: ModelTree,
    /// The jobs.
    pub jobs: u64,
    /// The time: that of all jobs together.
    #[serde(rename = "seconds", serialize_with = "in_seconds")]
    pub time: Duration,
}

/// What a policy makes of more and more workers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The policy.
    pub policy: Policy,
    /// A row for each number of workers.
    pub rows: Vec<Row>,
}

/// What so many workers achieve, over all trees.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Row {
    /// How many workers.
    pub workers: u32,
    /// Searches that were broken off. They count as if they had ended there, so that what the row
    /// says of speed is at most what it would be, and of time and jobs at least.
    pub broken_off: usize,
    /// Seconds until the root was solved.
    pub makespan: Figure,
    /// How many times as fast as one worker whom nothing disturbs.
    pub speed_up: Figure,
    /// The same for each worker.
    pub efficiency: Figure,
    /// Results taken in.
    pub jobs: Figure,
    /// How many times as many as one worker needs, counting those that were never finished.
    pub effort: Figure,
    /// Results that came when their position was solved already.
    pub late: Figure,
    /// Jobs that were lost and done again.
    pub lost: Figure,
    /// The share of their time that workers did nothing.
    pub idle: Figure,
}

/// A figure over all trees.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The standard deviation from tree to tree; 0 for a single tree.
    pub deviation: f64,
}

/// How far a study is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Searches done.
    pub done: usize,
    /// Of so many.
    pub of: usize,
}

/// Why a study fails.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum StudyError {
    /// A search cannot be played through.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// No tree of that size comes up.
    #[error("no tree of about {0} jobs was found")]
    NoTree(u32),
    /// Threads cannot be started.
    #[error("the threads cannot be started")]
    Threads,
}

/// The name of a policy, as people write it.
#[must_use]
pub const fn policy_name(policy: Policy) -> &'static str {
    match policy {
        Policy::VirtualWin => "virtual win",
        Policy::VirtualLoss => "virtual loss",
        Policy::Greedy => "greedy",
        Policy::VirtualEquivalence => "virtual equivalence",
    }
}

impl Study {
    /// All policies, the one with the best name in the papers last.
    pub const POLICIES: [Policy; 4] =
        [Policy::VirtualWin, Policy::VirtualLoss, Policy::Greedy, Policy::VirtualEquivalence];

    /// Plays everything through on so many threads, or on all cores if none are asked for. The
    /// outcome does not depend on them.
    pub fn run(
        &self,
        threads: usize,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Outcome, StudyError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|_| StudyError::Threads)?.install(|| self.play(progress))
    }

    fn play(&self, progress: &(dyn Fn(Progress) + Sync)) -> Result<Outcome, StudyError> {
        let of = self.trees as usize * (1 + self.policies.len() * self.workers.len());
        let done = AtomicUsize::new(0);
        let one_more = || progress(Progress { done: 1 + done.fetch_add(1, Ordering::Relaxed), of });
        let trees: Vec<Subject> = (0..self.trees)
            .into_par_iter()
            .map(|number| self.subject(number).inspect(|_| one_more()))
            .collect::<Result<_, _>>()?;
        let lines = self
            .policies
            .iter()
            .flat_map(|policy| self.workers.iter().map(move |workers| (*policy, *workers)));
        let lines: Vec<(Policy, u32)> = lines.collect();
        let rows: Vec<Row> = lines
            .into_par_iter()
            .map(|(policy, workers)| {
                let runs = trees.par_iter().map(|subject| {
                    self.simulation(subject.tree, policy, workers).run().inspect(|_| one_more())
                });
                Ok(Row::new(workers, &trees, &runs.collect::<Result<Vec<Run>, _>>()?))
            })
            .collect::<Result<_, SimulationError>>()?;
        let curves = self.policies.iter().zip(rows.chunks(self.workers.len().max(1)));
        let curves = curves.map(|(policy, rows)| Curve { policy: *policy, rows: rows.to_vec() });
        Ok(Outcome { curves: curves.collect(), trees })
    }

    fn simulation(&self, tree: ModelTree, policy: Policy, workers: u32) -> Simulation<'_> {
        let settings = Settings { policy, siblings: self.siblings, ..Settings::default() };
        let place = self.place.with_workers(workers);
        let (durations, most_jobs) = (&self.durations, self.most_jobs);
        Simulation { tree, settings, durations, place, most_jobs }
    }

    /// The tree of a number, found by trying seeds until one has the right size. What the policy
    /// is does not matter to one worker.
    fn subject(&self, number: u32) -> Result<Subject, StudyError> {
        const ATTEMPTS: u64 = 500;
        /// A tree may be so many times as large or as small as was asked for.
        const TOLERANCE: f64 = 2.0;
        let most = (f64::from(self.jobs) * TOLERANCE) as u64;
        let least = (f64::from(self.jobs) / TOLERANCE) as u64;
        let mut difficulty = self.jobs.max(2).ilog2();
        for attempt in 0..ATTEMPTS {
            let tree = ModelTree::new(mixed(&[self.seed, u64::from(number), attempt]), difficulty);
            let run = Simulation {
                place: Workplace::undisturbed(1),
                most_jobs: Some(most + 1),
                ..self.simulation(tree, Policy::default(), 1)
            }
            .run()?;
            if run.status == Status::Open {
                difficulty = (difficulty - 1).max(1);
            } else if run.jobs < least {
                difficulty += 1;
            } else {
                return Ok(Subject { tree, jobs: run.jobs, time: run.makespan });
            }
        }
        Err(StudyError::NoTree(self.jobs))
    }
}

impl Row {
    fn new(workers: u32, trees: &[Subject], runs: &[Run]) -> Row {
        let figure = |value: &dyn Fn(&Subject, &Run) -> f64| {
            let values = trees.iter().zip(runs).map(|(subject, run)| value(subject, run));
            Figure::of(&values.collect::<Vec<f64>>())
        };
        let speed_up =
            |subject: &Subject, run: &Run| subject.time.as_secs_f64() / run.makespan.as_secs_f64();
        Row {
            workers,
            broken_off: runs.iter().filter(|run| run.status == Status::Open).count(),
            makespan: figure(&|_, run| run.makespan.as_secs_f64()),
            speed_up: figure(&speed_up),
            efficiency: figure(&|subject, run| speed_up(subject, run) / f64::from(workers)),
            jobs: figure(&|_, run| run.jobs as f64),
            effort: figure(&|subject, run| {
                (run.jobs + run.unfinished) as f64 / subject.jobs as f64
            }),
            late: figure(&|_, run| run.late as f64),
            lost: figure(&|_, run| run.lost as f64),
            idle: figure(&|_, run| run.idle_share()),
        }
    }
}

impl Figure {
    /// Of these values.
    #[must_use]
    pub fn of(values: &[f64]) -> Figure {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Figure { mean, deviation: (squares / (count - 1.0).max(1.0)).sqrt() }
    }
}

fn in_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
