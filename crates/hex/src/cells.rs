//! Sets of cells in as few words as the board needs.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use sixfold_game::{Square, SquareSet};

/// A set of cells of a board with at most `64 * WORDS` cells.
///
/// Search handles many thousands of these sets, so it is written for every number of words and the
/// size of the board chooses one; [`SquareSet`], which serves every board, has eleven.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for CellSet<WORDS> {
    fn default() -> Self {
        CellSet::EMPTY
    }
}

impl<const WORDS: usize> CellSet<WORDS> {
    /// The set without cells.
    pub const EMPTY: Self = CellSet([0; WORDS]);

    /// The set of one cell.
    #[must_use]
    #[inline]
    pub fn of(cell: Square) -> Self {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether the set holds no cell.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == CellSet::EMPTY
    }

    /// The number of cells in the set.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the cell is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Square) -> bool {
        self.0.get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 == 1)
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Square) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Takes a cell away.
    #[inline]
    pub fn remove(&mut self, cell: Square) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether the two sets have a cell in common.
    #[must_use]
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// Whether all cells of this set are in the other.
    #[must_use]
    #[inline]
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    /// The cell with the lowest number.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let (index, word) = self.0.iter().enumerate().find(|&(_, &word)| word != 0)?;
        Some(Square::from_index(index * 64 + word.trailing_zeros() as usize))
    }

    /// The cells of the set in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| Square::from_index(index * 64 + rest.trailing_zeros() as usize))
        })
    }

    /// The words that hold the set, as a key of tables.
    #[must_use]
    #[inline]
    pub fn words(&self) -> [u64; WORDS] {
        self.0
    }

    /// The same set for boards of every size.
    #[must_use]
    pub fn to_squares(self) -> SquareSet {
        self.iter().collect()
    }
}

impl<const WORDS: usize> From<SquareSet> for CellSet<WORDS> {
    /// The cells must be of a board that is small enough.
    fn from(squares: SquareSet) -> Self {
        squares.iter().collect()
    }
}

impl<const WORDS: usize> FromIterator<Square> for CellSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = Square>>(cells: I) -> Self {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const WORDS: usize> fmt::Debug for CellSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

impl<const WORDS: usize> BitOr for CellSet<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }
}

impl<const WORDS: usize> BitAnd for CellSet<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl<const WORDS: usize> Sub for CellSet<WORDS> {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_a_square_set_with_fewer_words(
            one in proptest::collection::vec(0_usize..128, 0..40),
            other in proptest::collection::vec(0_usize..128, 0..40),
        ) {
            let squares = |cells: &[usize]| -> SquareSet {
                cells.iter().map(|&index| Square::from_index(index)).collect()
            };
            let (one, other) = (squares(&one), squares(&other));
            let (a, b): (CellSet<2>, CellSet<2>) = (one.into(), other.into());
            prop_assert_eq!((a | b).to_squares(), one | other);
            prop_assert_eq!((a & b).to_squares(), one & other);
            prop_assert_eq!((a - b).to_squares(), one - other);
            prop_assert_eq!(a.len(), one.len());
            prop_assert_eq!(a.meets(&b), !(one & other).is_empty());
            prop_assert_eq!(a.is_within(&b), (one - other).is_empty());
            prop_assert_eq!(a.first(), one.iter().next());
        }
    }
}
