//! Values of positions inside the search.

use crate::Score;

/// What a position is worth to the side to move: an estimate, or a win or loss that counts the turns
/// from the root so that nearer wins are better.
pub(super) type Value = i32;

/// The value of a win at the root.
const WIN: Value = 32_000;
/// Estimates lie between this and its negative; what lies beyond is a win or a loss.
const MOST_ESTIMATE: Value = 28_000;
/// Better than anything.
pub(super) const BEYOND: Value = 32_500;

/// A win by the turn that is so many turns after the root.
pub(super) fn win_at(ply: u32) -> Value {
    WIN - ply as Value
}

/// An estimate.
pub(super) fn estimate(value: i32) -> Value {
    value.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// Whether the value says who wins.
pub(super) fn is_decided(value: Value) -> bool {
    value.abs() > MOST_ESTIMATE
}

/// A value as it is stored for a position so many turns after the root: wins count from there.
pub(super) fn from_here(value: Value, ply: u32) -> Value {
    match value {
        value if value > MOST_ESTIMATE => value + ply as Value,
        value if value < -MOST_ESTIMATE => value - ply as Value,
        value => value,
    }
}

/// The other way round.
pub(super) fn from_root(value: Value, ply: u32) -> Value {
    match value {
        value if value > MOST_ESTIMATE => value - ply as Value,
        value if value < -MOST_ESTIMATE => value + ply as Value,
        value => value,
    }
}

/// The value of the root as others are told.
pub(super) fn score(value: Value) -> Score {
    let plies = (WIN - value.abs()).max(0) as u32;
    match value {
        value if value > MOST_ESTIMATE => Score::Wins(plies / 2 + 1),
        value if value < -MOST_ESTIMATE => Score::Loses(plies.div_ceil(2)),
        value => Score::Estimate(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_told_in_own_turns() {
        assert_eq!(score(win_at(0)), Score::Wins(1));
        assert_eq!(score(win_at(2)), Score::Wins(2));
        assert_eq!(score(-win_at(1)), Score::Loses(1));
        assert_eq!(score(-win_at(3)), Score::Loses(2));
        assert_eq!(score(estimate(99_999)), Score::Estimate(MOST_ESTIMATE));
    }

    #[test]
    fn a_stored_win_counts_from_its_own_position() {
        let value = win_at(7);
        assert_eq!(from_root(from_here(value, 3), 3), value);
        assert_eq!(from_here(value, 3), win_at(4));
        assert_eq!(from_here(-value, 3), -win_at(4));
    }
}
