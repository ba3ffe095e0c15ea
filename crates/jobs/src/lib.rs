//! Jobs: a position, what to find out about it, and who does it.
//!
//! A [`Job`] is pure: the same job gives the same kind of answer anywhere, may be done twice without
//! harm, and is known by its [`JobKey`]. [`perform`] does one, in whatever process; a [`Runner`] has
//! them done, on threads here ([`local`]) or on other machines. Nothing that can be checked is taken
//! on trust: [`accept`] has every proof that comes with an answer checked before it counts.

mod accept;
mod choose;
mod hex;
mod job;
pub mod local;
mod outcome;
mod perform;
mod runner;
mod sealed;
pub mod wire;

pub use accept::{Rejected, accept};
pub use job::{Effort, Job, JobError, JobKey, Kind, Order};
pub use outcome::{Cost, Done, Finding, GradedTurn};
pub use perform::perform;
pub use runner::{Failure, Report, Runner, RunnerError, WorkerStatus};
pub use sealed::{Digest, Sealed, UnsealError};

/// What must be equal on both sides for a job's answer to count: engines of other versions may
/// answer otherwise.
pub const ENGINE_VERSION: &str = concat!("sixfold ", env!("CARGO_PKG_VERSION"), " jobs 3");
