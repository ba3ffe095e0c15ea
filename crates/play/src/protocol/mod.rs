//! Text protocols by which other programs play with an engine.
//!
//! A [`Protocol`] is a state machine: it is told a line of input, or what the engine answers, and
//! says what is to be done. It reads, writes and searches nothing itself, so that a dialogue can be
//! tested line by line ([`converse`]). [`run`] does what it says: it reads lines in one thread and
//! lets the engine think in another, so that a running search can be stopped.

mod c6;
mod gtp;
mod info;
mod lines;
mod load;
mod notation;
mod played;
mod run;
mod session;
mod sketch;
mod solver;
#[cfg(test)]
mod testing;
mod work;

pub use c6::C6;
pub use gtp::Gtp;
pub use info::info_lines;
pub use load::LoadFault;
pub use notation::{Notation, NotationError};
pub use played::{CannotPlace, CannotSwap, PlayedGame};
pub use run::{converse, run};
pub use sketch::Sketch;
pub use solver::{Solution, SolverFault};
pub use work::{Answer, Job, Resources, Worker};

use crate::Thought;

/// One side of a dialogue: lines come in, things to do come out.
pub trait Protocol {
    /// Takes a line of input, without its end and without control characters.
    fn take_line(&mut self, line: &str) -> Vec<Action>;

    /// Takes the answer to a job that it has given.
    fn take_answer(&mut self, answer: Answer) -> Vec<Action>;

    /// What it tells of what the engine thinks while it thinks.
    fn tell_thought(&self, thought: &Thought) -> Vec<Action>;

    /// Whether a line ends a running search, before its own turn has come.
    fn urgency(&self, line: &str) -> Urgency;
}

/// What a protocol wants to be done.
#[derive(Clone, Debug)]
pub enum Action {
    /// Write a line, or several.
    Print(String),
    /// Write a line where it does not disturb the dialogue.
    Note(String),
    /// Let the engine work. No line is taken before it has answered.
    Work(Job),
    /// End the dialogue.
    Quit,
}

/// What a line does to a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Nothing: it waits.
    None,
    /// The search ends with what it knows.
    Stops,
    /// The search ends, and so does every later one at once.
    Quits,
}
