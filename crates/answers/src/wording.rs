//! How squares, turns and numbers are said.

use sixfold_game::{Grid, Square, SquareSet};

/// The names of the squares of a list of turns.
#[must_use]
pub fn names_of_turns<T: AsRef<[Square]>>(grid: Grid, turns: &[T]) -> Vec<Vec<String>> {
    turns.iter().map(|turn| grid.names(turn.as_ref().iter().copied())).collect()
}

/// The names of the squares of a list of zones.
#[must_use]
pub fn names_of_zones(grid: Grid, zones: &[SquareSet]) -> Vec<Vec<String>> {
    zones.iter().map(|zone| grid.names(zone.iter())).collect()
}

/// A turn as text; one in which nothing is placed is a null move.
#[must_use]
pub fn turn_name(names: &[String]) -> String {
    if names.is_empty() { "-".to_string() } else { names.concat() }
}

/// A number and what it counts: "1 turn", "2 turns".
#[must_use]
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
