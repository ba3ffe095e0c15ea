//! What a protocol lets the engine do.

use std::sync::Arc;

use sixfold_game::{GameName, Record};
use sixfold_solve::{Budget, Control};

use super::solver::{self, Solution, SolverFault};
use crate::clock::Limits;
use crate::engine::{Engine, EngineError, Request};
use crate::{Choice, Thought};

/// A job for the engine.
#[derive(Clone, Debug)]
pub enum Job {
    /// A new game begins.
    NewGame(GameName),
    /// Choose the rest of the turn after the main line of a record.
    Choose {
        /// The game so far.
        record: Box<Record>,
        /// How long it may take.
        limits: Limits,
    },
    /// Think about the position while the opponent does, until something happens.
    Ponder {
        /// The game so far.
        record: Box<Record>,
    },
    /// Find out whether the side to move wins.
    Solve {
        /// The game so far.
        record: Box<Record>,
        /// How long it may take.
        limits: Limits,
    },
}

/// The answer to a job.
#[derive(Debug)]
pub enum Answer {
    /// It is done.
    Done,
    /// The engine has chosen.
    Choice(Result<Choice, EngineError>),
    /// The solver has an answer.
    Solution(Result<Solution, SolverFault>),
}

/// What searches may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Bytes for tables.
    pub memory: usize,
    /// Threads that work on one position.
    pub threads: usize,
}

/// An engine with what it may use.
pub struct Worker {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// What it may use.
    pub resources: Resources,
}

impl Worker {
    /// Does a job, unless it is told to stop.
    pub fn work(
        &mut self,
        job: &Job,
        control: &Arc<Control>,
        watch: &(dyn Fn(&Thought) + Sync),
    ) -> Answer {
        let Resources { memory, threads } = self.resources;
        let budget = Budget { memory, control: control.clone(), ..Budget::default() };
        match job {
            Job::NewGame(game) => {
                // An engine that cannot play the game says so when it is to choose.
                let _ = self.engine.new_game(*game);
                Answer::Done
            }
            Job::Choose { record, limits } => {
                let request = Request {
                    limits: *limits,
                    variations: 1,
                    excluded: &[],
                    threads,
                    budget,
                    watch,
                };
                Answer::Choice(self.engine.choose(record, &request))
            }
            Job::Ponder { record } => {
                let request = Request { threads, budget, ..Request::within(Limits::default()) };
                // What counts is what the engine remembers of it.
                let _ = self.engine.choose(record, &request);
                Answer::Done
            }
            Job::Solve { record, limits } => {
                let (nodes, time) = (limits.nodes, limits.time_for_move());
                Answer::Solution(solver::solve(record, threads, &Budget { nodes, time, ..budget }))
            }
        }
    }
}
