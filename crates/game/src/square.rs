//! Squares, the grid that names them, and sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use thiserror::Error;

/// The largest number of rows or columns of a board.
pub const MAX_SIDE: u8 = 26;

const MAX_SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;
const WORDS: usize = MAX_SQUARES.div_ceil(64);

/// A square (in Hex: a cell) of a board, numbered row by row from A1.
///
/// Only together with a [`Grid`] does a square have a row, a column and a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u16);

impl Square {
    /// The square with the given number.
    ///
    /// # Panics
    /// If there is no such square on the largest board.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        assert!(index < MAX_SQUARES);
        Square(index as u16)
    }

    /// The number of the square: `row * columns + column`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where row 1 is drawn, and so in which order a FEN lists the rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowOne {
    /// Row 1 is the lowest row: Connect games.
    Bottom,
    /// Row 1 is the highest row: Hex.
    Top,
}

/// The rectangle of named squares that a board is drawn on.
///
/// ```
/// use sixfold_game::{Grid, RowOne};
///
/// let grid = Grid::new(19, 19, RowOne::Bottom).unwrap();
/// let centre = grid.parse("j10").unwrap();
/// assert_eq!((grid.column(centre), grid.row(centre)), (9, 9));
/// assert_eq!(grid.name(centre).to_string(), "j10");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: u8,
    columns: u8,
    row_one: RowOne,
}

impl Grid {
    /// A grid of the given size, or nothing if a side is 0 or above [`MAX_SIDE`].
    #[must_use]
    pub const fn new(rows: u8, columns: u8, row_one: RowOne) -> Option<Grid> {
        if rows == 0 || columns == 0 || rows > MAX_SIDE || columns > MAX_SIDE {
            return None;
        }
        Some(Grid { rows, columns, row_one })
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Where row 1 is drawn.
    #[must_use]
    pub const fn row_one(self) -> RowOne {
        self.row_one
    }

    /// The number of squares.
    #[must_use]
    pub const fn len(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// A grid always has a square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        false
    }

    /// All squares, from A1 row by row.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.len()).map(Square::from_index)
    }

    /// The rows in the order in which they are drawn and written, from the top.
    pub fn rows_from_top(self) -> impl Iterator<Item = u8> {
        let rows = self.rows;
        (0..rows).map(move |i| match self.row_one {
            RowOne::Bottom => rows - 1 - i,
            RowOne::Top => i,
        })
    }

    /// The square in this column and row, both counted from 0.
    #[must_use]
    pub const fn square(self, column: u8, row: u8) -> Option<Square> {
        if column >= self.columns || row >= self.rows {
            return None;
        }
        Some(Square(row as u16 * self.columns as u16 + column as u16))
    }

    /// The column of a square, counted from 0.
    #[must_use]
    pub const fn column(self, square: Square) -> u8 {
        (square.0 % self.columns as u16) as u8
    }

    /// The row of a square, counted from 0.
    #[must_use]
    pub const fn row(self, square: Square) -> u8 {
        (square.0 / self.columns as u16) as u8
    }

    /// The square whose column is this one's row, and the other way round: where the first stone of Hex
    /// comes to lie when it is taken over. Only a board with as many rows as columns has this symmetry.
    #[must_use]
    pub const fn reflected(self, square: Square) -> Option<Square> {
        if self.rows != self.columns {
            return None;
        }
        self.square(self.row(square), self.column(square))
    }

    /// The name of a square: column letter, row number. `{}` writes lower case (`j10`), as move
    /// lists do; `{:#}` writes upper case (`J10`), as diagrams do.
    #[must_use]
    pub const fn name(self, square: Square) -> SquareName {
        SquareName { column: self.column(square), row: self.row(square) }
    }

    /// The names of several squares, in their order.
    pub fn names(self, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
        squares.into_iter().map(|square| self.name(square).to_string()).collect()
    }

    /// Reads one square name that fills the whole text; case does not matter.
    pub fn parse(self, text: &str) -> Result<Square, SquareError> {
        match self.parse_prefix(text)? {
            (square, "") => Ok(square),
            _ => Err(SquareError::NotASquare(excerpt(text))),
        }
    }

    /// Reads a square name from the beginning of the text, and returns the rest of the text too.
    pub fn parse_prefix(self, text: &str) -> Result<(Square, &str), SquareError> {
        let bytes = text.as_bytes();
        let digits = bytes.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
        let is_name = bytes.first().is_some_and(u8::is_ascii_alphabetic) && digits > 0;
        if !is_name {
            return Err(SquareError::NotASquare(excerpt(text)));
        }
        let (name, rest) = text.split_at(1 + digits);
        let column = bytes[0].to_ascii_lowercase() - b'a';
        let row = name[1..].parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        row.and_then(|row| self.square(column, row)).map(|square| (square, rest)).ok_or_else(|| {
            SquareError::OffTheBoard { name: excerpt(name), rows: self.rows, columns: self.columns }
        })
    }
}

/// At most the first 20 characters of a text, without control characters, for an error message.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    if text.chars().nth(20).is_some() {
        short.push('…');
    }
    short
}

/// Why a text is not the name of a square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SquareError {
    /// It does not look like a square name.
    #[error("'{0}' is not a square (a letter and a number, such as j10)")]
    NotASquare(String),
    /// It names a square of a larger board.
    #[error("square {name} is not on the {rows}x{columns} board")]
    OffTheBoard {
        /// The name as it was written.
        name: String,
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        columns: u8,
    },
}

/// The name of a square, ready to be written: see [`Grid::name`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareName {
    column: u8,
    row: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if f.alternate() { b'A' } else { b'a' };
        write!(f, "{}{}", (first + self.column) as char, self.row + 1)
    }
}

/// A set of squares, one bit a square.
///
/// ```
/// use sixfold_game::{Square, SquareSet};
///
/// let set: SquareSet = [3, 70].map(Square::from_index).into_iter().collect();
/// assert!(set.contains(Square::from_index(70)));
/// assert_eq!(set.len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet([u64; WORDS]);

impl SquareSet {
    /// The set without squares.
    pub const EMPTY: SquareSet = SquareSet([0; WORDS]);

    /// The first `len` squares: a whole grid of that size.
    #[must_use]
    pub fn first(len: usize) -> SquareSet {
        (0..len).map(Square::from_index).collect()
    }

    /// Whether the set holds no square.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The number of squares in the set.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Adds squares that follow one another, one bit a square; the first bit is this one.
    ///
    /// ```
    /// use sixfold_game::{Square, SquareSet};
    ///
    /// let mut set = SquareSet::EMPTY;
    /// set.insert_run(Square::from_index(62), 0b1101);
    /// assert_eq!(set, [62, 64, 65].map(Square::from_index).into_iter().collect());
    /// ```
    ///
    /// # Panics
    /// If there is no such square on the largest board.
    #[inline]
    pub fn insert_run(&mut self, first: Square, squares: u64) {
        let (word, shift) = (first.index() / 64, first.index() % 64);
        self.0[word] |= squares << shift;
        let beyond = squares.checked_shr(64 - shift as u32).unwrap_or(0);
        if beyond != 0 {
            self.0[word + 1] |= beyond;
        }
    }

    /// Takes a square away.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// The squares of the set in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| Square::from_index(index * 64 + rest.trailing_zeros() as usize))
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::index)).finish()
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(mut self, other: SquareSet) -> SquareSet {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn sub(mut self, other: SquareSet) -> SquareSet {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }
}
