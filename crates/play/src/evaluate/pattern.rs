//! Patterns: what stands on eight neighbouring squares of a line.

use std::fmt;
use std::str::FromStr;

use sixfold_game::{PerPlayer, Player};
use thiserror::Error;

/// The squares of a pattern.
pub const SPAN: usize = 8;
/// How many squares of a window may lie beyond the end of a line: three squares in a row fit in.
const OVERHANG: usize = SPAN - 3;
/// The squares on either side of a stone that its pattern holds.
pub const REACH: usize = SPAN / 2;

/// Eight squares as one of the players sees them: bit i of the low byte is his stone on square i, bit
/// i of the high byte one of his opponent. A square beyond the edge has both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern(pub u16);

impl Pattern {
    /// The pattern as an index of a table.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same squares as the opponent sees them.
    #[must_use]
    #[inline]
    pub const fn swapped(self) -> Pattern {
        Pattern(self.0.swap_bytes())
    }

    /// The same squares from the other end.
    #[must_use]
    pub const fn mirrored(self) -> Pattern {
        Pattern(self.0.reverse_bits().swap_bytes())
    }

    /// Whether nobody has a stone here.
    #[must_use]
    pub const fn is_bare(self) -> bool {
        let [own, opposing] = self.0.to_le_bytes();
        own == opposing
    }

    /// Whether a line can hold these squares: some are on the board, next to each other.
    #[must_use]
    pub const fn is_possible(self) -> bool {
        let [own, opposing] = self.0.to_le_bytes();
        let on_board = !(own & opposing);
        on_board.count_ones() + on_board.leading_zeros() + on_board.trailing_zeros() == u8::BITS
    }

    /// The one of a pattern and its mirror image that stands for both.
    #[must_use]
    pub fn canonical(self) -> Pattern {
        self.min(self.mirrored())
    }
}

/// The letters of a square by its own bit and its opposing bit.
const LETTERS: [[char; 2]; 2] = [['.', 'o'], ['x', '#']];

/// Eight letters: `x` own stone, `o` opposing stone, `.` empty, `#` beyond the edge.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, opposing] = self.0.to_le_bytes().map(usize::from);
        let letters = (0..SPAN).map(|i| LETTERS[own >> i & 1][opposing >> i & 1]);
        f.pad(&letters.collect::<String>())
    }
}

/// A text that is no pattern.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not eight squares of a line (x own, o opposing, . empty, # beyond the edge)")]
pub struct PatternError(String);

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let error = || PatternError(text.chars().take(2 * SPAN).collect());
        let (mut own, mut opposing, mut squares) = (0, 0, 0);
        for letter in text.chars() {
            if squares == SPAN {
                return Err(error());
            }
            let square = 1 << squares;
            match letter {
                '.' => {}
                'x' => own |= square,
                'o' => opposing |= square,
                '#' => (own, opposing) = (own | square, opposing | square),
                _ => return Err(error()),
            }
            squares += 1;
        }
        let pattern = Pattern(u16::from_le_bytes([own, opposing]));
        if squares == SPAN && pattern.is_possible() { Ok(pattern) } else { Err(error()) }
    }
}

/// A line with what lies beyond its ends, as both players see it.
#[derive(Clone, Copy, Debug)]
pub struct PaddedLine {
    own: u64,
    opposing: u64,
    length: usize,
}

impl PaddedLine {
    /// A line of this length with these stones, as a player sees it.
    #[inline]
    pub fn new(stones: PerPlayer<u32>, length: usize, player: Player) -> PaddedLine {
        let beyond = !(!(!0_u64 << length) << OVERHANG);
        let padded = |stones: u32| u64::from(stones) << OVERHANG | beyond;
        PaddedLine {
            own: padded(stones[player]),
            opposing: padded(stones[player.opponent()]),
            length,
        }
    }

    #[inline]
    fn squares_from(self, padded_offset: usize) -> Pattern {
        let byte = |bits: u64| (bits >> padded_offset) as u8;
        Pattern(u16::from_le_bytes([byte(self.own), byte(self.opposing)]))
    }

    /// The windows that hold the square at this offset.
    #[inline]
    pub fn windows_around(self, offset: usize) -> impl Iterator<Item = Pattern> {
        let first = (offset + OVERHANG + 1).saturating_sub(SPAN);
        let last = (offset + OVERHANG).min((self.length + 2 * OVERHANG).saturating_sub(SPAN));
        (first..=last).map(move |start| self.squares_from(start))
    }

    /// All windows of the line.
    pub fn windows(self) -> impl Iterator<Item = Pattern> {
        let last = (self.length + 2 * OVERHANG).saturating_sub(SPAN);
        (0..=last).map(move |start| self.squares_from(start))
    }

    /// The squares on either side of the one at this offset.
    #[inline]
    pub fn around(self, offset: usize) -> Pattern {
        let near = |bits: u64| {
            let first = offset + OVERHANG - REACH;
            let low = (bits >> first) as u8 & 0x0f;
            let high = (bits >> (first + 1)) as u8 & 0xf0;
            low | high
        };
        Pattern(u16::from_le_bytes([near(self.own), near(self.opposing)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(own: u32, opposing: u32, length: usize) -> PaddedLine {
        PaddedLine::new(PerPlayer { black: own, white: opposing }, length, Player::Black)
    }

    #[test]
    fn the_edge_is_part_of_the_pattern() {
        // Own stone on the first square of seven, an opposing one on the third.
        let around = line(0b1, 0b100, 7).around(1);
        assert_eq!(around.0.to_le_bytes(), [0b0000_1111, 0b0001_0111]);
    }

    #[test]
    fn each_square_is_in_eight_windows_away_from_the_edge() {
        let line = line(1 << 9, 0, 19);
        assert_eq!(line.windows_around(9).count(), 8);
        assert!(line.windows_around(9).all(|window| !window.is_bare()));
        assert_eq!(line.windows().filter(|window| !window.is_bare()).count(), 8);
    }

    #[test]
    fn windows_around_a_square_are_those_that_a_stone_there_changes() {
        for length in 1..=26 {
            for offset in 0..length {
                let (before, after) = (line(0, 0, length), line(1 << offset, 0, length));
                let changed = before.windows().zip(after.windows()).filter(|(b, a)| a != b);
                let around: Vec<Pattern> = after.windows_around(offset).collect();
                assert_eq!(changed.map(|(_, after)| after).collect::<Vec<_>>(), around);
            }
        }
    }

    #[test]
    fn every_possible_pattern_is_written_as_it_is_read() {
        let all = (0..=u16::MAX).map(Pattern);
        for pattern in all.filter(|pattern| pattern.is_possible()) {
            assert_eq!(pattern.to_string().parse(), Ok(pattern));
        }
        assert_eq!("##xo....".parse(), Ok(Pattern(0b0000_1011_0000_0111)));
    }

    #[test]
    fn a_text_that_is_no_pattern_is_refused() {
        for text in ["", "x......", "x........", "x...-...", "x.#.....", "äöü....."] {
            let reason = text.parse::<Pattern>().unwrap_err().to_string();
            assert!(reason.starts_with(&format!("'{text}' is not eight squares")), "{reason}");
        }
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        let pattern = Pattern(0b1010_0001_0000_1100);
        assert_eq!(pattern.mirrored().mirrored(), pattern);
        assert_eq!(pattern.mirrored().0, 0b1000_0101_0011_0000);
        assert_eq!(pattern.swapped().0, 0b0000_1100_1010_0001);
    }
}
