//! Matches and tournaments: many games between engines, counted, recorded, and resumed.
//!
//! A [`Contest`] is the plan. Which game has which number, opening and colours follows from it
//! alone, so that the same games come out whatever the number of threads, and a [`Journal`] of the
//! games that are done is all that is needed to go on later. [`run`] plays what is missing and
//! reports each game; [`Standings`] count them; [`statistics`] says what they mean.

mod game_report;
mod halt;
mod journal;
mod opening;
mod plan;
pub mod rating;
mod referee;
mod results;
mod runner;
mod spec;
mod standings;
pub mod statistics;

pub use game_report::{Effort, Ending, Fault, GameReport};
pub use halt::Halt;
pub use journal::{Journal, JournalError, OpenedJournal};
pub use opening::{OpeningError, Openings};
pub use plan::{Adjudication, Contest, Fixture, Terms};
pub use referee::{Judge, ProofVerdict};
pub use results::Results;
pub use runner::{ContestError, Staff, run};
pub use spec::{EngineSpec, SpecError};
pub use standings::{Meeting, Score, Standings, Tally};
