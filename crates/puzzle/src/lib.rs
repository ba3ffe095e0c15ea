//! Puzzles: positions in which one turn wins, found by machine and proven to be what they claim.
//!
//! A [`Puzzle`] is a position, a [`Goal`] (a win of at most this order in so many turns), the *key*
//! that alone reaches it, and a certificate of the win. Puzzles are kept in a [`Collection`].

mod collection;
mod compose;
mod connect;
pub mod exhaustive;
pub mod export;
mod generate;
mod goal;
mod grade;
mod hex;
mod puzzle;
mod referee;
mod selfplay;
mod session;
mod shape;
pub mod training;
mod verify;
mod wire;

pub use collection::{AlreadyThere, Collection, CollectionError, Filter, Making};
pub use compose::{
    Appraisal, Cooked, Economy, Finding, Illegal, Limits, Needless, OneKey, Remark, Tone, Topic,
    appraise, compose, legality,
};
pub use generate::{
    Ending, GenerateError, JournalError, Material, Plan, PlayedGame, Progress, generate,
};
pub use goal::Goal;
pub use grade::{Features, Grade, Level, NoSuchLevel, Subject, Theme, grade};
pub use puzzle::{Duals, Puzzle, Source, Try};
pub use referee::{Judgement, Referee, Win, referee};
pub use session::{Response, SessionError, respond, right_turn};
pub use shape::Shape;
pub use verify::{Fault, verify};
pub use wire::{WireError, WirePuzzle, WireTry};
