//! Opening libraries: positions, moves and proven results in one `SQLite` file.
//!
//! Positions that are the same up to a symmetry or the order of moves are one entry; whoever asks gets
//! its moves turned the way his position lies. [`joseki`] fills a library from a proof tree.

mod book;
mod column;
mod edit;
mod entry;
mod error;
mod export;
mod file;
mod import;
pub mod joseki;
mod journal;
mod known;
mod library;
mod look;
mod merge;
mod minimax;
mod paste;
pub mod renlib;
mod rows;
mod schema;
mod search;
pub mod tree;
mod way;
pub mod wire;
mod writing;

pub use edit::Edit;
pub use entry::{Counts, Description, Entry, Evaluation, Found, FoundMove, Statistics};
pub use error::{LibraryError, Problem};
pub use export::ExportFormat;
pub use import::{
    ImportEnding, ImportOptions, ImportProgress, ImportSummary, ImportWatch, Kind, Skipped,
};
pub use known::{Ground, Judgement, Known, NoResult};
pub use library::Library;
pub use merge::{Conflict, Disagreement, Merged};
pub use search::{Search, SearchAnswer, SearchHit};
