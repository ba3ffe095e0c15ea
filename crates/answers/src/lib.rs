//! Questions about a position, and their answers as data: what there is to see, who wins, which
//! replies are open, what an engine thinks, what went wrong in a game.
//!
//! The command line and the workbench ask the same questions here and say the same. Nothing is
//! claimed that the independent checker does not accept.

mod error;
pub mod level;
pub mod picture;
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
