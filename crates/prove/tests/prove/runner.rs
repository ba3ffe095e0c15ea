//! Workers as they may be: slow, forgetful, or liars.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use sixfold_jobs::{
    Cost, Done, Failure, Finding, GradedTurn, JobKey, Order, Report, Runner, RunnerError,
    WorkerStatus, accept, perform,
};
use sixfold_proof::job_level::{Grade, Others};
use sixfold_solve::Control;

/// How workers behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// They answer, in any order.
    Honest,
    /// They answer everything twice.
    Twice,
    /// Their first answer to each job is a lie.
    LyingFirst,
    /// All their answers are lies.
    Lying,
}

/// Workers that do jobs at once, and whose answers come in any order.
pub struct Scripted {
    manner: Manner,
    workers: usize,
    random: Rng,
    open: HashSet<JobKey>,
    /// The jobs that were handed in before.
    seen: HashSet<JobKey>,
    answers: Vec<Report>,
}

impl Scripted {
    pub fn new(manner: Manner, seed: u64) -> Scripted {
        Scripted {
            manner,
            workers: 3,
            random: Rng::with_seed(seed),
            open: HashSet::new(),
            seen: HashSet::new(),
            answers: Vec::new(),
        }
    }

    fn answer(&mut self, order: &Order) -> Result<Done, Failure> {
        let is_new = self.seen.insert(order.job.key());
        let done = match self.manner {
            Manner::LyingFirst if is_new => self.lie(order),
            Manner::Lying => self.lie(order),
            _ => perform(order, &Arc::new(Control::default()))
                .map_err(|error| Failure::Impossible(error.to_string()))?,
        };
        accept(&order.job, &done)?;
        Ok(done)
    }

    /// A false claim.
    fn lie(&mut self, order: &Order) -> Done {
        let turn = order.job.position.turn;
        let stones = (0..).map(sixfold_game::Square::from_index);
        let taken = order.job.position.stones(turn.player)
            | order.job.position.stones(turn.player.opponent());
        let stones = stones.filter(|&square| !taken.contains(square));
        let stones = stones.take(usize::from(turn.stones_left)).collect();
        let finding = match self.random.u8(..4) {
            0 => Finding::Won,
            1 => Finding::Lost,
            2 => Finding::Best {
                turns: vec![GradedTurn { stones, grade: Grade::Won }],
                others: Others::Open,
            },
            _ => Finding::Unrefuted(vec![GradedTurn { stones, grade: Grade::Lost }]),
        };
        Done { finding, certificate: None, cost: Cost::default() }
    }
}

impl Runner for Scripted {
    fn free(&self) -> usize {
        self.workers.saturating_sub(self.open.len())
    }

    fn submit(&mut self, order: Order) -> Result<(), RunnerError> {
        let key = order.job.key();
        if !self.open.insert(key) {
            return Ok(());
        }
        let times = if self.manner == Manner::Twice { 2 } else { 1 };
        for _ in 0..times {
            let result = self.answer(&order);
            self.answers.push(Report { key, worker: "scripted".to_string(), result });
        }
        Ok(())
    }

    fn cancel(&mut self, key: JobKey) {
        self.open.remove(&key);
    }

    fn receive(&mut self, _patience: Duration) -> Result<Option<Report>, RunnerError> {
        if self.answers.is_empty() {
            return Ok(None);
        }
        let report = self.answers.swap_remove(self.random.usize(..self.answers.len()));
        self.open.remove(&report.key);
        Ok(Some(report))
    }

    fn workers(&self) -> Vec<WorkerStatus> {
        Vec::new()
    }
}

/// Nobody is there to do anything.
pub struct Absent;

impl Runner for Absent {
    fn free(&self) -> usize {
        0
    }

    fn submit(&mut self, _order: Order) -> Result<(), RunnerError> {
        Ok(())
    }

    fn cancel(&mut self, _key: JobKey) {}

    fn receive(&mut self, _patience: Duration) -> Result<Option<Report>, RunnerError> {
        Ok(None)
    }

    fn workers(&self) -> Vec<WorkerStatus> {
        Vec::new()
    }
}
