//! Puzzles for other programs and on paper.

mod page;
mod record;
mod sheet;
mod words;

use sixfold_game::record::sgf;

pub use sheet::{PerPage, diagram, html};
pub use words::{key, line, refuted, themes};

use crate::{Collection, Puzzle};
use record::record;

/// A collection as an SGF file: one game tree a puzzle, with its whole solution.
#[must_use]
pub fn sgf(collection: &Collection) -> String {
    let trees = collection.puzzles().iter().map(|puzzle| tree(puzzle, collection.name()));
    trees.map(|tree| tree + "\n").collect()
}

/// A puzzle as an SGF game tree, with its whole solution.
#[must_use]
pub fn tree(puzzle: &Puzzle, collection: &str) -> String {
    sgf::write(&record(puzzle, collection), sgf::Style::Standard)
}

/// The name of the file that a puzzle's certificate is kept in.
#[must_use]
pub fn certificate_name(puzzle: &Puzzle) -> String {
    format!("{}.cert", puzzle.id())
}
