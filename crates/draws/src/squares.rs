//! Sets of squares of one board.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

/// The most squares that a board may have.
pub const MOST_SQUARES: usize = 64;

/// A set of squares of a board, which are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const NONE: Squares = Squares(0);

    /// The set of one square.
    ///
    /// # Panics
    /// If no board has such a square.
    #[must_use]
    pub const fn one(square: usize) -> Squares {
        assert!(square < MOST_SQUARES);
        Squares(1 << square)
    }

    /// The first squares of a board.
    ///
    /// # Panics
    /// If no board has so many.
    #[must_use]
    pub const fn first(count: usize) -> Squares {
        assert!(count <= MOST_SQUARES);
        if count == MOST_SQUARES { Squares(u64::MAX) } else { Squares((1 << count) - 1) }
    }

    /// How many squares there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is among them.
    #[must_use]
    pub const fn contains(self, square: usize) -> bool {
        square < MOST_SQUARES && self.0 >> square & 1 == 1
    }

    /// Whether the two sets share a square.
    #[must_use]
    pub const fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the other set has all these squares.
    #[must_use]
    pub const fn is_within(self, other: Squares) -> bool {
        self.0 & !other.0 == 0
    }

    /// The squares in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let square = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(square)
        })
    }

    /// The set as a number, one bit a square.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of the squares whose bits are set.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Squares {
        Squares(bits)
    }
}

impl BitOr for Squares {
    type Output = Squares;
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl Sub for Squares {
    type Output = Squares;
    fn sub(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }
}

impl FromIterator<usize> for Squares {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set | Squares::one(square))
    }
}

impl FromIterator<Squares> for Squares {
    fn from_iter<I: IntoIterator<Item = Squares>>(sets: I) -> Squares {
        sets.into_iter().fold(Squares::NONE, BitOr::bitor)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}
