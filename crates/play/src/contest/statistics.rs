//! What the results of a match say about the strength of two engines.
//!
//! The unit is a *pair* of games: one opening played twice with colours swapped. The two games of a
//! pair depend on each other, pairs do not; so variances are taken over the five scores that a pair
//! can have, the *pentanomial* counts. Elo differences are logistic.

use serde::Serialize;

/// How many pairs of games had each score: 0, ½, 1, 1½ and 2 points for the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(transparent)]
pub struct Pentanomial {
    /// The counts, by half points.
    pub counts: [u32; 5],
}

/// The standard normal distribution has 95% of its mass within so many deviations.
const DEVIATIONS_OF_95_PERCENT: f64 = 1.959_963_984_540_054;
/// What a score that no pair had counts for in the likelihood ratio, which else has no bound.
const RARE: f64 = 1e-3;

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The same pairs as the second engine sees them.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.counts.reverse();
        self
    }

    /// The share of all points that the first engine won. Nothing without a pair.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let points = (0_u32..).zip(self.counts).map(|(half_points, pairs)| half_points * pairs);
        let points: u32 = points.sum();
        (self.pairs() > 0).then(|| f64::from(points) / f64::from(4 * self.pairs()))
    }

    /// The standard error of the score.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let score = self.score()?;
        let squares = shares().zip(self.counts).map(|(share, pairs)| {
            let distance: f64 = share - score;
            f64::from(pairs) * distance * distance
        });
        let variance = squares.sum::<f64>() / f64::from(self.pairs());
        Some((variance / f64::from(self.pairs())).sqrt())
    }

    /// Whether all pairs had the same score, so that they say nothing about its spread.
    fn are_alike(&self) -> bool {
        self.counts.contains(&self.pairs())
    }

    /// The difference in Elo with its error bars. Nothing without a pair.
    ///
    /// If all pairs are alike, the bars rest on how many others there may be: as many as would
    /// have shown with a probability of 95%.
    #[must_use]
    pub fn elo(&self) -> Option<EloEstimate> {
        let score = self.score()?;
        let (low, high) = if self.are_alike() {
            let others = 1.0 - 0.05_f64.powf(1.0 / f64::from(self.pairs()));
            (score * (1.0 - others), score * (1.0 - others) + others)
        } else {
            let margin = DEVIATIONS_OF_95_PERCENT * self.standard_error()?;
            (score - margin, score + margin)
        };
        let [value, low, high] = [score, low, high].map(elo_of_score);
        Some(EloEstimate { value, low, high })
    }

    /// The likelihood that the first engine is the stronger one.
    ///
    /// If all pairs are alike, each counts like a toss of a coin.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let advantage = self.score()? - 0.5;
        if advantage == 0.0 {
            return Some(0.5);
        }
        if self.are_alike() {
            let doubt = 0.5_f64.powf(f64::from(self.pairs()) + 1.0);
            return Some(if advantage > 0.0 { 1.0 - doubt } else { doubt });
        }
        let deviations = advantage / self.standard_error()?;
        Some(0.5 * libm::erfc(-deviations / std::f64::consts::SQRT_2))
    }

    /// How much likelier the pairs are if the first engine's score is `high` than if it is `low`, as
    /// a logarithm. Of all distributions with such a mean, the one that suits the pairs best counts.
    fn log_likelihood_ratio(&self, low: f64, high: f64) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.counts.map(|pairs| f64::from(pairs).max(RARE));
        let tilts = [low, high].map(|mean| Tilt::towards(mean, &counts));
        let terms = shares().zip(counts).map(|(share, count)| {
            count * (tilts[0].factor(share).ln() - tilts[1].factor(share).ln())
        });
        terms.sum()
    }
}

/// The shares of the two points of a pair that an engine can win.
fn shares() -> impl Iterator<Item = f64> {
    (0..5).map(|half_points| f64::from(half_points) / 4.0)
}

/// Turns observed frequencies into the likeliest ones with a given mean: each is divided by a
/// factor that is linear in its share of the points.
struct Tilt {
    mean: f64,
    slope: f64,
}

/// Halvings after which a slope is as exact as a number can be.
const HALVINGS: usize = 100;

impl Tilt {
    fn towards(mean: f64, counts: &[f64; 5]) -> Tilt {
        // Between these slopes all factors are positive, and the excess falls from +∞ to -∞.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..HALVINGS {
            let tilt = Tilt { mean, slope: f64::midpoint(low, high) };
            let excess = shares().zip(counts);
            let excess = excess.map(|(share, count)| count * (share - mean) / tilt.factor(share));
            if excess.sum::<f64>() > 0.0 {
                low = tilt.slope;
            } else {
                high = tilt.slope;
            }
        }
        Tilt { mean, slope: f64::midpoint(low, high) }
    }

    fn factor(&self, share: f64) -> f64 {
        1.0 + self.slope * (share - self.mean)
    }
}

/// A difference in Elo, and the bounds between which it lies with a probability of 95%. One that
/// knows no bound is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloEstimate {
    /// The likeliest value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The Elo difference at which this share of the points is expected.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The share of the points that is expected at this Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: are the engines `elo0` apart, or `elo1`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that is taken for granted.
    pub elo0: f64,
    /// The difference that is hoped for; more than `elo0`.
    pub elo1: f64,
    /// The most likely that `elo1` is accepted though `elo0` is true.
    pub alpha: f64,
    /// The most likely that `elo0` is accepted though `elo1` is true.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Neither, so far.
    Open,
    /// The difference is no more than `elo0`.
    Elo0,
    /// The difference is at least `elo1`.
    Elo1,
}

impl Sprt {
    /// The ratio at or below which `elo0` is accepted.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The ratio at or above which `elo1` is accepted.
    #[must_use]
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The generalised log-likelihood ratio of `elo1` to `elo0`.
    #[must_use]
    pub fn ratio(&self, pairs: &Pentanomial) -> f64 {
        pairs.log_likelihood_ratio(score_of_elo(self.elo0), score_of_elo(self.elo1))
    }

    /// What the test says after these pairs.
    #[must_use]
    pub fn decision(&self, pairs: &Pentanomial) -> Decision {
        let ratio = self.ratio(pairs);
        if ratio <= self.lower_bound() {
            Decision::Elo0
        } else if ratio >= self.upper_bound() {
            Decision::Elo1
        } else {
            Decision::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pairs(counts: [u32; 5]) -> Pentanomial {
        Pentanomial { counts }
    }

    fn close(a: f64, b: f64) -> bool {
        a.total_cmp(&b).is_eq() || (a - b).abs() < 1e-6
    }

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn ten_to_one_is_four_hundred_elo() {
        assert!(close(elo_of_score(10.0 / 11.0), 400.0));
        assert!(close(elo_of_score(0.75), 190.848_501_887_864_98));
        assert!(close(score_of_elo(0.0), 0.5));
        assert!(close(elo_of_score(1.0), f64::INFINITY));
    }

    #[test]
    fn the_figures_of_a_small_match_are_those_done_by_hand() {
        // Points: 1·0.5 + 2·1 + 1·1.5 of 8; squares: 2·(1/4)² / 4 = 1/32; error: √(1/128).
        let even = pairs([0, 1, 2, 1, 0]);
        assert!(close(even.score().unwrap(), 0.5));
        assert!(close(even.standard_error().unwrap(), (1.0_f64 / 128.0).sqrt()));
        assert!(close(even.superiority().unwrap(), 0.5));
        // Scores 1 and ½ once each: the mean is 3/4 with an error of ¼/√2, so √2 deviations above ½.
        let better = pairs([0, 0, 1, 0, 1]);
        assert!(close(better.elo().unwrap().value, 190.848_501_887_864_98));
        assert!(close(better.superiority().unwrap(), 0.921_350_396_474_857_4));
    }

    #[test]
    fn nothing_is_said_without_games() {
        assert_eq!(pairs([0; 5]).elo(), None);
        assert_eq!(pairs([0; 5]).superiority(), None);
    }

    #[test]
    fn pairs_that_are_all_alike_leave_doubts() {
        // With 1 - 0.05^(1/2) of the pairs lost, two in a row are won one time in twenty.
        let whitewash = pairs([0, 0, 0, 0, 2]);
        let elo = whitewash.elo().unwrap();
        assert!(close(elo.high, f64::INFINITY) && close(score_of_elo(elo.low), 0.05_f64.sqrt()));
        assert!(close(whitewash.superiority().unwrap(), 0.875));
        let even = pairs([0, 0, 7, 0, 0]);
        let elo = even.elo().unwrap();
        assert!(elo.low < -50.0 && close(elo.low, -elo.high), "{elo:?}");
        assert!(close(even.superiority().unwrap(), 0.5));
    }

    #[test]
    fn the_bounds_of_a_test_with_five_percent_errors_are_ln_19() {
        assert!(close(TEST.upper_bound(), 19_f64.ln()));
        assert!(close(TEST.lower_bound(), -(19_f64.ln())));
    }

    #[test]
    fn the_ratio_of_pairs_that_are_won_or_lost_is_that_of_coin_tosses() {
        // Scores in between have next to no weight, so the likeliest distribution is the coin itself.
        let ratio = TEST.ratio(&pairs([400, 0, 0, 0, 600]));
        let chance = score_of_elo(10.0);
        let coin = 600.0 * (chance / 0.5).ln() + 400.0 * ((1.0 - chance) / 0.5).ln();
        assert!((ratio - coin).abs() < 1e-3, "{ratio} {coin}");
    }

    #[test]
    fn a_test_ends_for_either_side() {
        assert_eq!(TEST.decision(&pairs([0; 5])), Decision::Open);
        assert_eq!(TEST.decision(&pairs([50, 100, 500, 250, 100])), Decision::Elo1);
        assert_eq!(TEST.decision(&pairs([100, 250, 500, 100, 50])), Decision::Elo0);
    }

    proptest! {
        #[test]
        fn the_second_engine_sees_the_opposite(counts in prop::array::uniform5(0_u32..300)) {
            let pairs = pairs(counts);
            prop_assume!(pairs.pairs() > 0);
            let (mine, theirs) = (pairs.elo().unwrap(), pairs.reversed().elo().unwrap());
            prop_assert!(close(mine.value, -theirs.value));
            prop_assert!(close(mine.low, -theirs.high));
            let certain = pairs.superiority().unwrap() + pairs.reversed().superiority().unwrap();
            prop_assert!(close(certain, 1.0));
            let mirrored = Sprt { elo0: -10.0, elo1: 0.0, ..TEST };
            prop_assert!((TEST.ratio(&pairs) + mirrored.ratio(&pairs.reversed())).abs() < 1e-6);
        }

        #[test]
        fn a_better_pair_never_speaks_for_the_opponent(
            counts in prop::array::uniform5(1_u32..100),
            half_points in 0_usize..4,
        ) {
            let (mut worse, mut better) = (pairs(counts), pairs(counts));
            worse.add(half_points);
            better.add(half_points + 1);
            prop_assert!(better.elo().unwrap().value > worse.elo().unwrap().value);
            prop_assert!(TEST.ratio(&better) > TEST.ratio(&worse));
        }

        #[test]
        fn more_of_the_same_narrows_the_bars(counts in prop::array::uniform5(1_u32..50)) {
            let once = pairs(counts).elo().unwrap();
            let often = pairs(counts.map(|pairs| 4 * pairs)).elo().unwrap();
            prop_assert!(close(once.value, often.value));
            prop_assert!(often.low >= once.low && often.high <= once.high);
        }
    }
}
