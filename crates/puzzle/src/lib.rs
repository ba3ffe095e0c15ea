//! Puzzles: positions in which one turn wins, found by machine and proven to be what they claim.
//!
//! A [`Puzzle`] is a position, a [`Goal`] (a win of at most this order in so many turns), the *key*
//! that alone reaches it, and a certificate of the win. Puzzles are kept in a [`Collection`].

mod collection;
mod connect;
mod goal;
mod grade;
mod puzzle;
mod referee;
mod session;
mod shape;
pub mod training;
mod wire;

pub use collection::{Collection, CollectionError, Filter, Making};
pub use goal::Goal;
pub use grade::{Features, Grade, Level, Theme};
pub use puzzle::{Duals, Puzzle, Source, Try};
pub use referee::{Judgement, Referee, Win, referee};
pub use session::{Response, SessionError, respond, right_turn};
pub use shape::Shape;
pub use wire::{WireError, WirePuzzle, WireTry};
