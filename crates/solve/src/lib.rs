//! Solvers for Connect games.
//!
//! A solver answers with a [`sixfold_game::Verdict`] and never conflates "proven absent" with
//! "not found in time". [`exact`] gives the game-theoretic value of small games.

mod budget;
pub mod ctss;
mod defence;
pub mod exact;
mod line;
pub mod orders;
pub mod recall;
mod replay;
mod solution;
pub mod vcdt;
pub mod verify;
mod zones;

pub(crate) use budget::Part;
pub use budget::{Budget, Control, Meter, Replies};
pub use solution::{Answer, Attack, Reply, Solved, Stones, Then, attack_certificate};
pub use zones::Zones;
