//! Opening libraries: positions, moves and proven results in one `SQLite` file.
//!
//! Positions that are the same up to a symmetry or the order of moves are one entry; whoever asks gets
//! its moves turned the way his position lies. [`joseki`] fills a library from a proof tree.

mod column;
mod entry;
mod error;
pub mod joseki;
mod library;
mod schema;

pub use entry::{Counts, Description, Entry, Found, FoundMove, Known};
pub use error::{LibraryError, Problem};
pub use library::Library;
