//! What is said of a puzzle on paper.

use sixfold_game::{Grid, SquareSet};

use crate::{Puzzle, Source, Theme, Try};

/// The names of themes, as a list.
#[must_use]
pub fn themes(themes: &[Theme]) -> String {
    themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(", ")
}

/// The level in words.
pub(super) fn level(puzzle: &Puzzle) -> String {
    let level = puzzle.grade.level;
    format!("level {} ({})", level.number(), level.name())
}

/// Where a puzzle comes from.
pub(super) fn source(source: &Source) -> String {
    match source {
        Source::Game { file, number, .. } => format!("From game {number} of {file}."),
        Source::SelfPlay { seed, number, .. } => {
            format!("From game {number} that the program played with itself (seed {seed}).")
        }
        Source::Composed => "Composed.".to_string(),
    }
}

/// A turn by the names of its squares.
pub(super) fn turn(grid: Grid, turn: SquareSet) -> String {
    if turn.is_empty() { "any turn".to_string() } else { grid.names(turn.iter()).concat() }
}

/// The key by the names of its squares.
#[must_use]
pub fn key(puzzle: &Puzzle) -> String {
    turn(puzzle.game.grid(), puzzle.key)
}

/// A wrong first turn and its refutation.
#[must_use]
pub fn refuted(puzzle: &Puzzle, wrong: &Try) -> String {
    let grid = puzzle.game.grid();
    format!("{}: {} refutes it", turn(grid, wrong.turn), turn(grid, wrong.refutation))
}

/// The main line with numbered turns: `1. j10k12 a1b2 2. c3d4`.
#[must_use]
pub fn line(puzzle: &Puzzle) -> String {
    let grid = puzzle.game.grid();
    let pairs = puzzle.line.chunks(2).zip(1..).map(|(pair, number)| {
        let turns: Vec<String> = pair.iter().map(|&squares| turn(grid, squares)).collect();
        format!("{number}. {}", turns.join(" "))
    });
    pairs.collect::<Vec<_>>().join(" ")
}
