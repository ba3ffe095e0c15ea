//! Ratings of all engines of a tournament, fitted to all its games at once.

/// Points of one engine against another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Points {
    /// The points won, half of them for draws.
    pub won: f64,
    /// The games played.
    pub games: f64,
}

/// Rounds of the iteration; each brings the ratings closer to the likeliest ones.
const ROUNDS: usize = 10_000;
/// Ratings that change by less than this factor have settled.
const SETTLED: f64 = 1e-10;

/// The likeliest Elo ratings under the logistic model, their mean 0: `points[i][j]` is what engine i
/// won against engine j. One drawn game is added between any two engines that have met, so that a
/// whitewash does not make a rating infinite.
#[must_use]
pub fn ratings(points: &[Vec<Points>]) -> Vec<f64> {
    let with_draw = |points: &Points| match points.games {
        0.0 => Points::default(),
        games => Points { won: points.won + 0.5, games: games + 1.0 },
    };
    let points: Vec<Vec<Points>> =
        points.iter().map(|row| row.iter().map(with_draw).collect()).collect();
    // Zermelo's iteration for strengths whose ratios are the odds.
    let mut strengths = vec![1.0_f64; points.len()];
    for _ in 0..ROUNDS {
        let mut change: f64 = 0.0;
        for engine in 0..points.len() {
            let own = strengths[engine];
            let won: f64 = points[engine].iter().map(|points| points.won).sum();
            let met = points[engine].iter().zip(&strengths);
            let expected: f64 = met.map(|(points, other)| points.games / (own + other)).sum();
            if expected > 0.0 {
                strengths[engine] = won / expected;
                change = change.max((strengths[engine] / own).ln().abs());
            }
        }
        if change < SETTLED {
            break;
        }
    }
    let elo: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = elo.iter().sum::<f64>() / elo.len().max(1) as f64;
    elo.into_iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[&[(f64, f64)]]) -> Vec<Vec<Points>> {
        let points = |&(won, games): &(f64, f64)| Points { won, games };
        rows.iter().map(|row| row.iter().map(points).collect()).collect()
    }

    #[test]
    fn two_engines_are_as_far_apart_as_their_score_says() {
        // With the added draw it is 10 of 11 points: 400 Elo.
        let found = ratings(&table(&[&[(0.0, 0.0), (9.5, 10.0)], &[(0.5, 10.0), (0.0, 0.0)]]));
        assert!((found[0] - 200.0).abs() < 1e-3 && (found[1] + 200.0).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn engines_that_never_met_are_compared_through_a_third() {
        let none = (0.0, 0.0);
        let found = ratings(&table(&[
            &[none, (9.5, 10.0), none],
            &[(0.5, 10.0), none, (9.5, 10.0)],
            &[none, (0.5, 10.0), none],
        ]));
        assert!((found[0] - found[2] - 800.0).abs() < 1e-3, "{found:?}");
        assert!(found.iter().sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn a_whitewash_leaves_ratings_finite() {
        let found = ratings(&table(&[&[(0.0, 0.0), (8.0, 8.0)], &[(0.0, 8.0), (0.0, 0.0)]]));
        assert!(found.iter().all(|elo| elo.is_finite()));
        assert!(ratings(&[]).is_empty());
    }
}
