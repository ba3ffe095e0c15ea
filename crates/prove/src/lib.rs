//! Proving a position by jobs.
//!
//! A [`Tree`] is a job-level search ([`sixfold_proof::job_level`]) over positions of a game,
//! together with its evidence: the certificate of every proven node. It makes jobs of the search's
//! tasks and takes in their answers, and knows nothing of who does them.

mod evidence;
mod orientation;
mod tree;

pub use evidence::{Evidence, EvidenceError};
pub use orientation::{Orientation, Symmetries};
pub use tree::{Assignment, Next, PositionSearch, Tree, TreeError};
