//! Questions about a position, and their answers as data: what there is to see, who wins, which
//! replies are open, what an engine thinks, what went wrong in a game.
//!
//! The command line and the workbench ask the same questions here and say the same. Nothing is
//! claimed that the independent checker does not accept.
//!
//! Every line in an answer is a legal game. Where a solver says that a stone does not matter (a null
//! stone), the line has one that promises much and changes nothing; only lists of replies, such as
//! those of a verifier, keep null stones apart.

mod error;
pub mod hex;
pub mod level;
pub mod picture;
pub mod proven;
pub mod record;
pub mod review;
mod search;
pub mod solve;
pub mod think;
pub mod verify;
pub mod view;
pub mod wording;

pub use error::AskError;
pub use search::{Checked, check, methods_with};
