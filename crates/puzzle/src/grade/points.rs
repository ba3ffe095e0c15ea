//! Points for what makes a puzzle hard, and the levels that follow from them.

use super::{Features, Level};

/// The least points of the levels from 2 on.
const THRESHOLDS: [u32; Level::MOST as usize - 1] = [30, 40, 50, 60, 75];

/// What one feature adds to the difficulty.
pub(super) struct Term {
    /// The feature in words.
    pub(super) words: String,
    /// Its points.
    pub(super) points: u32,
}

/// The points of each feature. Numbers that span orders of magnitude count by their logarithm.
pub(super) fn terms(features: &Features) -> Vec<Term> {
    let each = |number: u32, points: u32| number * points;
    let Features { turns, quiet_turns, single_threats, .. } = *features;
    let Features { tempting_turns, first_turns, defences, considered, .. } = *features;
    let Features { counter_threats, distance, .. } = *features;
    let term = |number: u32, one: &str, many: &str, points: u32| Term {
        words: format!("{number} {}", if number == 1 { one } else { many }),
        points,
    };
    vec![
        term(turns.into(), "turn", "turns", each(turns.saturating_sub(1).into(), 4)),
        term(quiet_turns.into(), "quiet turn", "quiet turns", each(quiet_turns.into(), 8)),
        term(
            single_threats.into(),
            "single threat",
            "single threats",
            each(single_threats.into(), 4),
        ),
        term(
            counter_threats.into(),
            "counter-threat",
            "counter-threats",
            each(counter_threats.into(), 3),
        ),
        term(
            tempting_turns.into(),
            "tempting turn",
            "tempting turns",
            by_magnitude(tempting_turns.into(), 2),
        ),
        term(
            first_turns,
            "first turn to choose from",
            "first turns to choose from",
            by_magnitude(first_turns, 1),
        ),
        term(defences.into(), "defence", "defences", by_magnitude(defences.into(), 1)),
        term(
            distance.into(),
            "square away from the nearest stone",
            "squares away from the nearest stone",
            each(distance.into(), 2),
        ),
        term(considered, "turn to consider", "turns to consider", by_magnitude(considered, 2)),
    ]
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
        let few = Features { turns: 3, first_turns: 5, considered: 10, ..Features::default() };
        for more in [
            Features { turns: 4, ..few },
            Features { quiet_turns: 1, ..few },
            Features { single_threats: 1, ..few },
            Features { counter_threats: 1, ..few },
            Features { tempting_turns: 1, ..few },
            Features { first_turns: 500, ..few },
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
