//! What a protocol lets the engine do.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sixfold_game::{GameName, Record};
use sixfold_hex::SwapRule;
use sixfold_solve::{Budget, Control};

use super::load::{self, LoadFault};
use super::sketch::Sketch;
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
        /// Whether the first stone of Hex may be taken over.
        swap: SwapRule,
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
    /// Draw what is known of a position of Hex.
    Draw {
        /// The game so far.
        record: Box<Record>,
        /// What is wanted.
        sketch: Sketch,
    },
    /// Read a game from a file.
    Load {
        /// The file.
        path: PathBuf,
        /// Only what comes before this move is wanted, counted from 1.
        before_move: Option<usize>,
    },
}

/// The answer to a job.
#[derive(Debug)]
pub enum Answer {
    /// It is done.
    Done,
    /// The engine has chosen.
    Choice(Result<Choice, EngineError>),
    /// The engine takes over the first stone, after so long a time.
    Swap(Duration),
    /// The game from a file.
    Loaded(Result<Box<Record>, LoadFault>),
    /// What was to be drawn.
    Drawing(Result<String, EngineError>),
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
            Job::Choose { record, limits, swap } => {
                let (limits, swap) = (*limits, *swap);
                let request = Request { threads, budget, swap, watch, ..Request::within(limits) };
                self.choose(record, &request)
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
            Job::Draw { record, sketch } => Answer::Drawing(sketch.draw(record)),
            Job::Load { path, before_move } => {
                Answer::Loaded(load::load(path, *before_move).map(Box::new))
            }
        }
    }

    /// A turn, or the first stone if the engine may and wants to take it over.
    fn choose(&mut self, record: &Record, request: &Request) -> Answer {
        let started = Instant::now();
        let is_offered = matches!(record.game(), GameName::Hex(_))
            && record.final_setup().after_swap().is_some();
        if is_offered {
            match self.engine.takes_over(record, request) {
                Ok(true) => return Answer::Swap(started.elapsed()),
                Ok(false) => {}
                Err(error) => return Answer::Choice(Err(error)),
            }
        }
        Answer::Choice(self.engine.choose(record, request))
    }
}
