//! Checking derivations about infinite bands, and that bands cover the plane.

use std::collections::HashMap;

use super::cover::{Lattice, Segment, check_cover};
use super::fault::Fault;
use crate::derivation::{Claim, Inference, Pairing, Reason};
use crate::plane::{Direction, Place};
use crate::tiling::Shift;

/// Longer lines are not looked at.
const LONGEST: usize = 2000;

/// Checks that a derivation shows that nobody forces `run` in a row with `stones` stones a turn: every
/// inference follows from the one before, and bands of the last one, laid over each other, leave no
/// run of that length without a line.
pub fn check_derivation(
    inferences: &[Inference],
    run: usize,
    stones: usize,
) -> Result<usize, Fault> {
    let mut before: Option<Claim> = None;
    for (index, inference) in inferences.iter().enumerate() {
        let is_in_range = is_in_range(inference.claim);
        let follows = match &inference.because {
            Reason::Pairing(pairing) => is_in_range && is_shown(inference.claim, pairing),
            Reason::Follows(lemma) => {
                before.and_then(|claim| lemma.apply(claim)) == Some(inference.claim)
            }
        };
        if !follows || !is_in_range {
            return Err(Fault::Derivation(index + 1));
        }
        before = Some(inference.claim);
    }
    match before {
        Some(Claim::Band { length, stones: held }) if held >= stones => check_bands(length, run),
        _ => Err(Fault::Conclusion),
    }
}

/// Whether a claim says something: about lines that are there, and fewer stones than fill one.
fn is_in_range(claim: Claim) -> bool {
    let (Claim::Band { length, stones: number } | Claim::Exclusive { length, left: number }) =
        claim;
    (1..=LONGEST).contains(&length) && (1..length).contains(&number)
}

/// Whether every line owns the squares it needs, looked at on a band that is closed to a ring: since the
/// pairing is the same in every column, so it is on the infinite band.
fn is_shown(claim: Claim, pairing: &Pairing) -> bool {
    let (length, needed) = match claim {
        // Maker cannot take both squares in one turn, and Breaker takes the other one.
        Claim::Band { length, stones: 1 } => (length, 2),
        // Breaker takes the exclusive square, and a square less is left to Maker.
        Claim::Exclusive { length, left } if left >= length.saturating_sub(1) => (length, 1),
        _ => return false,
    };
    let ring = 2 * length;
    let mut owners = HashMap::new();
    for line in 0..ring {
        for (kind, rows) in [(false, &pairing.columns), (true, &pairing.diagonals)] {
            let mut owned = 0;
            for &row in rows.iter().filter(|&&row| row < length) {
                let column = if kind { (line + row) % ring } else { line };
                if owners.insert((row, column), (kind, line)).is_some() {
                    return false;
                }
                owned += 1;
            }
            if owned < needed {
                return false;
            }
        }
    }
    true
}

/// Checks that bands of this height cover the plane so that every run contains a line.
///
/// A band is cut into squares whose lines are in turn their columns and their rows; all its diagonals of one
/// direction are lines too. The next band is its mirror image, with columns below rows.
pub fn check_bands(length: usize, run: usize) -> Result<usize, Fault> {
    if length == 0 || length > LONGEST || !is_like_columns(length as i32) {
        return Err(Fault::Conclusion);
    }
    let size = length as i32;
    let periods = [Shift { columns: 2 * size, rows: 0 }, Shift { columns: 0, rows: 2 * size }];
    let mut segments = Vec::new();
    let mut add = |column, row, direction| {
        segments.push(Segment { start: Place::new(column, row), direction, length });
    };
    for i in 0..size {
        add(i, 0, Direction::Vertical);
        add(size, i, Direction::Horizontal);
        add(i + size, size, Direction::Vertical);
        add(0, i + size, Direction::Horizontal);
    }
    for column in 0..2 * size {
        add(column, 0, Direction::Rising);
        add(column, 2 * size - 1, Direction::Falling);
    }
    check_cover(Lattice::new(periods)?, &segments, run)
}

/// Whether the columns and rows of such a band meet its diagonals as the columns of the band N do: each
/// meets `length` diagonals that follow each other, and each diagonal is the first one of just one line.
/// Then the two bands are the same game.
fn is_like_columns(length: i32) -> bool {
    let mut is_first = vec![false; 2 * length as usize];
    for line in 0..length {
        let column = (0..length).map(|row| line - row);
        let row = (length..2 * length).map(|column| column - line);
        for diagonals in [column.collect::<Vec<i32>>(), row.collect()] {
            let least = diagonals.iter().copied().min().unwrap_or(0);
            let mut sorted = diagonals;
            sorted.sort_unstable();
            let is_gapless = sorted.into_iter().eq(least..least + length);
            let first = &mut is_first[least.rem_euclid(2 * length) as usize];
            if !is_gapless || *first {
                return false;
            }
            *first = true;
        }
    }
    is_first.into_iter().all(|is_first| is_first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derivation::{Lemma, derivation};

    #[test]
    fn bands_of_height_l_leave_no_run_of_3l_less_1_but_runs_that_are_shorter() {
        for length in 1..=12 {
            assert!(check_bands(length, 3 * length - 1).is_ok());
            let Err(Fault::OpenRun { .. }) = check_bands(length, 3 * length - 2) else {
                panic!("bands of height {length}")
            };
        }
    }

    #[test]
    fn three_stones_do_not_force_seventeen() {
        let steps = derivation(6).unwrap();
        assert!(check_derivation(&steps, 17, 3).is_ok());
        assert!(check_derivation(&steps, 16, 3).is_err());
        assert_eq!(check_derivation(&steps, 17, 4), Err(Fault::Conclusion));
    }

    #[test]
    fn a_changed_number_of_a_derivation_is_found_out() {
        let steps = derivation(19).unwrap();
        assert!(check_derivation(&steps, 56, 14).is_ok());
        for index in 0..steps.len() {
            let mut wrong = steps.clone();
            match &mut wrong[index].claim {
                Claim::Band { stones, .. } => *stones += 1,
                Claim::Exclusive { left, .. } => *left -= 1,
            }
            assert!(check_derivation(&wrong, 56, 14).is_err(), "{wrong:?}");
        }
        let mut wrong = steps;
        wrong[1].because = Reason::Follows(Lemma::Lemma11);
        assert_eq!(check_derivation(&wrong, 56, 14), Err(Fault::Derivation(2)));
    }

    #[test]
    fn claims_about_nothing_prove_nothing() {
        let nothing = Pairing { columns: Vec::new(), diagonals: Vec::new() };
        let exclusive = |length, left| Claim::Exclusive { length, left };
        let band = |length, stones| Claim::Band { length, stones };
        let follows = |claim, lemma| Inference { claim, because: Reason::Follows(lemma) };
        let steps = [
            Inference { claim: exclusive(0, usize::MAX), because: Reason::Pairing(nothing) },
            follows(band(1, 0), Lemma::Lemma11),
            follows(exclusive(1, 0), Lemma::Lemma7),
            follows(band(3, 1), Lemma::Lemma11),
            follows(exclusive(3, 1), Lemma::Lemma7),
            follows(band(8, 5), Lemma::Lemma12),
        ];
        assert_eq!(check_derivation(&steps, 23, 5), Err(Fault::Derivation(1)));
        assert_eq!(Lemma::Lemma7.apply(band(1, 0)), None);
        assert_eq!(Lemma::Lemma12.apply(exclusive(4, 0)), None);
        assert_eq!(Lemma::Lemma11.apply(exclusive(usize::MAX, 1)), None);
    }

    #[test]
    fn a_row_that_belongs_to_columns_and_diagonals_is_no_pairing() {
        let claim = Claim::Band { length: 4, stones: 1 };
        let pairing = |columns: &[usize], diagonals: &[usize]| Pairing {
            columns: columns.to_vec(),
            diagonals: diagonals.to_vec(),
        };
        assert!(is_shown(claim, &pairing(&[0, 1], &[2, 3])));
        assert!(!is_shown(claim, &pairing(&[0, 1], &[1, 3])));
        assert!(!is_shown(claim, &pairing(&[0, 1], &[3, 3])));
        assert!(!is_shown(claim, &pairing(&[0, 1], &[2, 4])));
    }
}
