//! Proving a position by jobs.
//!
//! A [`Tree`] is a job-level search ([`sixfold_proof::job_level`]) over positions of a game,
//! together with its evidence: the certificate of every proven node. It makes jobs of the search's
//! tasks and takes in their answers, and knows nothing of who does them. A [`Campaign`] keeps a tree
//! in a file, has its jobs done by a [`sixfold_jobs::Runner`], and lets the user steer it.

mod answer;
pub mod atlas;
mod campaign;
mod evidence;
pub mod export;
mod orientation;
mod path;
mod progress;
mod proofs;
mod reading;
mod refutation;
mod settings;
pub mod steering;
mod tree;

pub use answer::Answer;
pub use campaign::{Campaign, CampaignError, Conditions, Ending, Event, Watch};
pub use evidence::{Evidence, EvidenceError, News};
pub use orientation::{Orientation, PositionError, Symmetries};
pub use path::{PathError, Seen};
pub use progress::{Progress, ProgressReport};
pub use proofs::first_turn;
pub use settings::Settings;
pub use tree::{Assignment, Kept, Next, PositionSearch, Tree, TreeError};
