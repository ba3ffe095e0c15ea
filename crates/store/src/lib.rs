//! The file of a proof: its tree, the results of its jobs and its certificates, in `SQLite`.
//!
//! A [`Store`] writes it and is the only one to do so; any number of [`Reader`]s may look at it
//! meanwhile. Whatever a job brings about is written in one transaction: its result, its
//! certificates, and the nodes that it has changed. So the file always holds a whole number of steps,
//! however the program ends, and a step that has been confirmed is in it.

mod column;
mod error;
mod header;
mod jobs;
mod lock;
mod reader;
mod schema;
mod step;
mod store;
mod tree;

pub use error::{Problem, StoreError};
pub use header::Header;
pub use reader::Reader;
pub use step::{
    Changes, Counted, Evidence, FailedJob, JobCost, JobKind, JobState, Note, OpenJob, Role, Step,
    StoredResult, Totals,
};
pub use store::Store;

/// A node of a proof: positions are canonical ones, moves are the stones of a turn.
pub type Node = sixfold_proof::job_level::NodeRecord<sixfold_game::Setup, sixfold_game::SquareSet>;
