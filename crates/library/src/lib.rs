//! Opening libraries: positions, moves, results, comments and games in one `SQLite` file.
//!
//! Positions that are the same up to a symmetry or the order of moves are one entry; whoever asks gets
//! its moves, marks and lines turned the way his position lies. A [`Library`] is everything:
//! looking ([`Library::look`], [`Library::tree`], [`Library::search`]), [`Edit`]s that can be undone,
//! [`Library::import`], [`Library::export`], [`Library::merge`], [`Library::minimax`]. Answers for
//! other programs are in [`wire`]. [`joseki`] fills a library from a proof tree.
//!
//! ```
//! use sixfold_game::{GameName, Setup};
//! use sixfold_library::{Edit, Library, wire};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let game = GameName::CONNECT6;
//! let mut library = Library::create(&folder.path().join("book.6lib"), game).unwrap();
//! let start = Setup::start(game);
//! let centre = wire::stones(game, &["j10".to_string()]).unwrap();
//! library.edit(&start, &[Edit::Add(centre), Edit::Comment("a book".into())]).unwrap();
//! assert_eq!(library.look(&start).unwrap().moves[0].played, ["j10"]);
//! library.undo().unwrap();
//! assert!(!library.look(&start).unwrap().known);
//! ```

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
