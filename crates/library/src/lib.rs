//! Opening libraries: positions, moves and proven results in one `SQLite` file.
//!
//! Positions that are the same up to a symmetry or the order of moves are one entry; whoever asks gets
//! its moves turned the way his position lies. [`joseki`] fills a library from a proof tree.

mod book;
mod column;
mod edit;
mod entry;
mod error;
mod file;
pub mod joseki;
mod journal;
mod known;
mod library;
mod look;
mod rows;
mod schema;
pub mod wire;
mod writing;

pub use edit::Edit;
pub use entry::{Counts, Description, Entry, Evaluation, Found, FoundMove, Statistics};
pub use error::{LibraryError, Problem};
pub use known::{Ground, Judgement, Known, NoResult};
pub use library::Library;
