//! Draws for any number of stones: derivations about infinite bands.
//!
//! N(L, p) says that Breaker holds an infinite band of L rows in which all columns and all diagonals
//! of one direction are lines, with p stones a turn. NX(L, b) says that he leaves at most b stones on every
//! line without a stone of his, whatever the number of Maker's stones in a turn, if every
//! line has one more square that only Breaker may take. The rules of inference, and the numbers of the
//! lemmas, are those of Chiang, Wu and Lin (2011).

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something about the infinite band.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Claim {
    /// N(L, p).
    Band {
        /// L, the length of the lines.
        length: usize,
        /// p, the stones of a turn.
        stones: usize,
    },
    /// NX(L, b).
    Exclusive {
        /// L, the length of the lines.
        length: usize,
        /// b, the most stones of Maker that are left on a line.
        left: usize,
    },
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Band { length, stones } => write!(formatter, "N({length},{stones})"),
            Claim::Exclusive { length, left } => write!(formatter, "NX({length},{left})"),
        }
    }
}

impl Claim {
    /// The length of its lines.
    #[must_use]
    pub const fn length(self) -> usize {
        match self {
            Claim::Band { length, .. } | Claim::Exclusive { length, .. } => length,
        }
    }
}

/// Squares that belong to lines: every column owns its squares in some rows, every diagonal in others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The rows of the columns, counted from 0.
    pub columns: Vec<usize>,
    /// The rows of the diagonals.
    pub diagonals: Vec<usize>,
}

/// The rules of inference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lemma {
    /// N(L, p) gives NX(L, L-p-1).
    Lemma7,
    /// NX(L, b) gives N(2L+1, 2L-b-1).
    Lemma11,
    /// NX(L, b) gives N(2L+2, 2L-b).
    Lemma12,
}

impl Lemma {
    /// What follows from a claim. Lemma 7 cuts a turn into turns of p stones, so there must be one; the
    /// proof of Lemma 12 needs b >= 1.
    #[must_use]
    pub fn apply(self, claim: Claim) -> Option<Claim> {
        let twice = claim.length().checked_mul(2)?;
        Some(match (self, claim) {
            (Lemma::Lemma7, Claim::Band { length, stones: stones @ 1.. }) => {
                Claim::Exclusive { length, left: length.checked_sub(stones)?.checked_sub(1)? }
            }
            (Lemma::Lemma11, Claim::Exclusive { left, .. }) => Claim::Band {
                length: twice.checked_add(1)?,
                stones: twice.checked_sub(left)?.checked_sub(1)?,
            },
            (Lemma::Lemma12, Claim::Exclusive { left: left @ 1.., .. }) => {
                Claim::Band { length: twice.checked_add(2)?, stones: twice.checked_sub(left)? }
            }
            _ => return None,
        })
    }

    /// How the paper calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Lemma::Lemma7 => "Lemma 7",
            Lemma::Lemma11 => "Lemma 11",
            Lemma::Lemma12 => "Lemma 12",
        }
    }
}

/// Why a claim holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Reason {
    /// Breaker answers a stone on a square that a line owns by one on another square of the line.
    Pairing(Pairing),
    /// It follows from the claim before.
    Follows(Lemma),
}

/// A claim with its reason.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inference {
    /// What is claimed.
    pub claim: Claim,
    /// Why.
    pub because: Reason,
}

/// The most stones for which lines of this length are shown to be held; nothing below length 4.
#[must_use]
pub fn most_stones(length: usize) -> Option<usize> {
    match derivation(length)?.last()?.claim {
        Claim::Band { stones, .. } => Some(stones),
        Claim::Exclusive { .. } => None,
    }
}

/// The shortest lines that are shown to be held against so many stones.
#[must_use]
pub fn shortest_lines(stones: usize) -> Option<usize> {
    // L stones more than p always suffice, since a derivation loses less than half of them.
    (4..=2 * stones + 8).find(|&length| most_stones(length).is_some_and(|most| most >= stones))
}

/// How N(L, p) is derived, for the largest p that the lemmas give.
#[must_use]
pub fn derivation(length: usize) -> Option<Vec<Inference>> {
    let base =
        |claim| pairing(claim).map(|pairs| Inference { claim, because: Reason::Pairing(pairs) });
    let mut steps = match length {
        0..=3 => return None,
        4 => return Some(vec![base(Claim::Band { length: 4, stones: 1 })?]),
        5 | 6 => vec![base(Claim::Exclusive { length: 2, left: 1 })?],
        7 | 8 => vec![base(Claim::Exclusive { length: 3, left: 2 })?],
        _ => {
            let mut steps = derivation((length - 1) / 2)?;
            follow(&mut steps, Lemma::Lemma7)?;
            steps
        }
    };
    follow(&mut steps, if length % 2 == 1 { Lemma::Lemma11 } else { Lemma::Lemma12 })?;
    Some(steps)
}

fn follow(steps: &mut Vec<Inference>, lemma: Lemma) -> Option<()> {
    let claim = lemma.apply(steps.last()?.claim)?;
    steps.push(Inference { claim, because: Reason::Follows(lemma) });
    Some(())
}

/// How many squares a line must own: two for one stone a turn, of which Maker cannot take both; one
/// beside the exclusive square.
const fn squares_to_own(claim: Claim) -> Option<usize> {
    match claim {
        Claim::Band { stones: 1, .. } => Some(2),
        Claim::Exclusive { length, left } if left >= length.saturating_sub(1) => Some(1),
        _ => None,
    }
}

/// A pairing that shows a claim, if there is one. Every square of a row lies on one column and one
/// diagonal, so a pairing that looks the same everywhere gives whole rows to either kind.
#[must_use]
pub fn pairing(claim: Claim) -> Option<Pairing> {
    let length = claim.length();
    let each = squares_to_own(claim)?;
    (2 * each <= length)
        .then(|| Pairing { columns: (0..each).collect(), diagonals: (each..2 * each).collect() })
}

/// The number of stones in a row that nobody can force with so many stones a turn: 8 and 11 by finite
/// boards, 3L - 1 by the band otherwise.
#[must_use]
pub fn drawn_length(stones: usize) -> Option<usize> {
    match stones {
        0 => None,
        1 => Some(8),
        2 => Some(11),
        _ => Some(3 * shortest_lines(stones)? - 1),
    }
}

/// The same by the formula of the paper: 3p + 3d - 1 for P(d-1) < p <= P(d), P(d) = 2^d - d - 2.
#[must_use]
pub fn drawn_length_by_formula(stones: usize) -> usize {
    let within = |d: &usize| stones + d + 2 <= 1 << d;
    3 * (stones + (1..usize::BITS as usize).find(within).unwrap_or(0)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derivation_gives_what_the_formula_says_up_to_a_thousand_stones() {
        for stones in 3..=1000 {
            assert_eq!(drawn_length(stones), Some(drawn_length_by_formula(stones)), "p = {stones}");
        }
    }

    #[test]
    fn finite_boards_give_less_than_the_formula_for_one_and_two_stones() {
        assert_eq!([1, 2].map(drawn_length), [Some(8), Some(11)]);
        assert_eq!([1, 2].map(drawn_length_by_formula), [11, 14]);
    }

    #[test]
    fn the_first_bands_are_those_of_the_paper_s_tables() {
        let stones: Vec<_> = (4..=18).map(|length| most_stones(length).unwrap()).collect();
        assert_eq!(stones, [1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13]);
    }

    #[test]
    fn lines_of_three_have_no_pairing() {
        assert_eq!(pairing(Claim::Band { length: 3, stones: 1 }), None);
        assert_eq!(pairing(Claim::Band { length: 5, stones: 2 }), None);
    }
}
