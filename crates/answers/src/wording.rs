//! How squares, turns and numbers are said.

use sixfold_game::{GameName, Grid, Square, SquareSet};

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

/// How long a win takes. Where nobody counts the turns of a win, as in Hex, what is said is a bound.
#[must_use]
pub fn length_of_win(game: GameName, turns: usize) -> String {
    let turns = counted(turns, "turn", "turns");
    match game {
        GameName::Connect(_) => turns,
        GameName::Hex(_) => format!("at most {turns}"),
    }
}

/// A number and what it counts: "1 turn", "2 turns".
#[must_use]
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_win_of_hex_is_a_bound() {
        assert_eq!(length_of_win(GameName::CONNECT6, 1), "1 turn");
        assert_eq!(length_of_win("hex5".parse().unwrap(), 7), "at most 7 turns");
    }
}
