//! Points for what makes a puzzle hard, and the levels that follow from them.
//!
//! How the weights were found is told in `docs/puzzles.md`.

use super::{Features, Level};

/// The least points of the levels from 2 on.
const THRESHOLDS: [u32; Level::MOST as usize - 1] = [20, 30, 39, 48, 58];

/// What one feature adds to the difficulty.
pub(super) struct Term {
    /// The feature in words.
    pub(super) words: String,
    /// Its points.
    pub(super) points: u32,
}

/// The points of each feature. Numbers that span orders of magnitude count by their logarithm. What
/// is not among them makes no difference to those who solve.
pub(super) fn terms(features: &Features) -> [Term; 8] {
    let turns = u32::from(features.turns);
    let quiet = u32::from(features.quiet_turns);
    let single = u32::from(features.single_threats);
    let counter = u32::from(features.counter_threats);
    let tempting = u32::from(features.tempting_turns);
    let defences = u32::from(features.defences);
    let distance = u32::from(features.distance);
    let considered = features.considered;
    [
        term(turns, "turn", "turns", 4 * turns.saturating_sub(1)),
        term(quiet, "quiet turn", "quiet turns", 6 * quiet),
        term(single, "single threat", "single threats", 2 * single),
        term(counter, "counter-threat", "counter-threats", counter),
        term(tempting, "tempting turn", "tempting turns", by_magnitude(tempting, 4)),
        term(defences, "defence", "defences", by_magnitude(defences, 3)),
        term(distance, "square between stones", "squares between stones", distance),
        term(considered, "turn to consider", "turns to consider", by_magnitude(considered, 2)),
    ]
}

fn term(number: u32, one: &str, many: &str, points: u32) -> Term {
    Term { words: format!("{number} {}", if number == 1 { one } else { many }), points }
}

/// The sum of all points.
pub(super) fn points(features: &Features) -> u32 {
    terms(features).iter().map(|term| term.points).sum()
}

/// The level of so many points.
pub(super) fn level(points: u32) -> Level {
    let passed = THRESHOLDS.iter().filter(|&&least| points >= least).count();
    Level::all().nth(passed).unwrap_or(Level::HARDEST)
}

/// Points for every doubling of a number.
fn by_magnitude(number: u32, points: u32) -> u32 {
    // In quarters, since whole doublings are coarse; in integers, so that all machines agree.
    let quarters = u128::from(number.saturating_add(1)).pow(4).ilog2();
    quarters * points / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_of_anything_is_never_easier() {
        let few = Features { turns: 3, considered: 10, ..Features::default() };
        for more in [
            Features { turns: 4, ..few },
            Features { quiet_turns: 1, ..few },
            Features { single_threats: 1, ..few },
            Features { counter_threats: 1, ..few },
            Features { tempting_turns: 1, ..few },
            Features { defences: 1, ..few },
            Features { distance: 1, ..few },
            Features { considered: 100, ..few },
        ] {
            assert!(points(&more) > points(&few), "{more:?}");
        }
    }

    #[test]
    fn every_level_has_its_points() {
        assert!(THRESHOLDS.is_sorted_by(|a, b| a < b));
        assert_eq!(level(0).number(), 1);
        for (i, &least) in THRESHOLDS.iter().enumerate() {
            assert_eq!(usize::from(level(least - 1).number()), i + 1);
            assert_eq!(usize::from(level(least).number()), i + 2);
        }
        assert_eq!(level(u32::MAX).number(), Level::MOST);
    }

    #[test]
    fn numbers_count_by_their_magnitude() {
        assert_eq!([0, 1, 3, 7, 1023].map(|number| by_magnitude(number, 4)), [0, 4, 8, 12, 40]);
        assert_eq!(by_magnitude(u32::MAX, 1), 31);
    }
}
