//! Line planes: the state for Connect6 on 19x19, made for speed.
//!
//! A line of at most 19 squares fits into half a machine word: the lower half holds Black's
//! stones, the upper half White's, so that each operation serves both players, and a stone touches
//! the same four words whatever happens. The stones in all windows of six squares of a line are
//! counted at once by a bit-sliced adder, for the four lines through a square side by side in one
//! vector.
//!
//! Bits beyond the end of a line are set for *both* players. A window that sticks out is thereby
//! blocked for either of them, and nothing needs to be masked.

use sixfold_game::{ConnectRules, PerPlayer, Player, Square, SquareSet};
use wide::u64x4;

use crate::geometry::Place;
use crate::hitting::HittingNumber;
use crate::rows::Rows;
use crate::state::{OpenSegments, Prospect, SegmentState, bits};
use crate::{Geometry, Line, Segment};

const SIDE: usize = 19;
const SQUARES: usize = SIDE * SIDE;
const IN_A_ROW: usize = 6;
const LINES: usize = 92;
/// Stands for all diagonals that are too short for six: a line of walls only.
const SHORT: Place = Place { line: Line::from_index(LINES), offset: 31 };
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The number of threats that cannot be parried.
const TOO_MANY: u16 = 3;

/// Where each square lies on its four lines, in the numbering of [`Geometry`].
static PLACES: [[Place; 4]; SQUARES] = TABLES.0;
/// The squares of each line.
static LINE_SQUARES: [[u16; SIDE]; LINES] = TABLES.1;
/// The lines of the empty board: nothing but walls behind the end of each.
static WALLS: [u64; LINES + 1] = TABLES.2;

const TABLES: ([[Place; 4]; SQUARES], [[u16; SIDE]; LINES], [u64; LINES + 1]) = tables();

const fn tables() -> ([[Place; 4]; SQUARES], [[u16; SIDE]; LINES], [u64; LINES + 1]) {
    let mut places = [[SHORT; 4]; SQUARES];
    let mut line_squares = [[0; SIDE]; LINES];
    let mut walls = [!0; LINES + 1];
    let mut line = 0;
    let mut direction = 0;
    while direction < 4 {
        let mut start = 0;
        while start < SQUARES {
            let length = line_length(start, DIRECTIONS[direction]);
            if length >= IN_A_ROW {
                let step = DIRECTIONS[direction].0 as isize
                    + DIRECTIONS[direction].1 as isize * SIDE as isize;
                let mut offset = 0;
                while offset < length {
                    let square = (start as isize + offset as isize * step) as usize;
                    places[square][direction] =
                        Place { line: Line::from_index(line), offset: offset as u8 };
                    line_squares[line][offset] = square as u16;
                    offset += 1;
                }
                walls[line] = both_halves((!0_u32) << length);
                line += 1;
            }
            start += 1;
        }
        direction += 1;
    }
    (places, line_squares, walls)
}

/// The length of the line that begins at a square, or 0 if it does not begin there.
const fn line_length(start: usize, (columns, rows): (i8, i8)) -> usize {
    let (column, row) = ((start % SIDE) as i8, (start / SIDE) as i8);
    if on_board(column - columns, row - rows) {
        return 0;
    }
    let mut length = 0;
    while on_board(column + columns * length, row + rows * length) {
        length += 1;
    }
    length as usize
}

const fn on_board(column: i8, row: i8) -> bool {
    column >= 0 && row >= 0 && column < SIDE as i8 && row < SIDE as i8
}

const fn both_halves(bits: u32) -> u64 {
    bits as u64 | (bits as u64) << 32
}

/// The half of a word that belongs to a player.
#[inline]
fn half(word: u64, player: Player) -> u32 {
    (word >> (32 * player.index())) as u32
}

/// Stones and threat segments of all lines of a Connect6 board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePlanes {
    stones: [u64; LINES + 1],
    /// Bit i: the window that begins at offset i is a threat segment.
    threats: [u64; LINES + 1],
    /// The lines on which a player has threat segments.
    threat_lines: PerPlayer<[u64; 2]>,
}

/// The windows of four lines with so many own stones and no opposing one: bit i of a line speaks
/// of the window that begins at offset i.
struct Windows {
    four_or_more: u64x4,
    five_or_more: u64x4,
    six: u64x4,
    exactly_three: u64x4,
    exactly_two: u64x4,
    exactly_one: u64x4,
    none: u64x4,
}

impl Windows {
    /// A bit-sliced adder: two neighbouring squares make a two-bit number, three such numbers
    /// make the window. With `c` the twos and `s` the ones of a pair, the window holds four or
    /// more exactly if two of its four twos (three pairs and the carry of the ones) are set.
    #[inline]
    fn count(own: u64x4) -> Windows {
        let opposing = (own << 32) | (own >> 32);
        let two: u64x4 = opposing | (opposing >> 1);
        let blocked: u64x4 = two | (two >> 2) | (two >> 4);
        let active = !blocked;

        let (s, c): (u64x4, u64x4) = (own ^ (own >> 1), own & (own >> 1));
        let s_pair: u64x4 = s ^ (s >> 2);
        let carry = (s & (s >> 2)) | (s_pair & (s >> 4));
        let c_pair = c ^ (c >> 2);
        let c_both = c & (c >> 2);
        let c_third: u64x4 = c >> 4;
        let four: u64x4 = c_both | (c_third & carry) | (c_pair & (c_third ^ carry));
        let six = c_both & c_third;
        let odd: u64x4 = s_pair ^ (s >> 4);
        // One of the four twos, or three: but then there are four stones or more.
        let one_two = (c_pair ^ c_third ^ carry) & !four;
        let some_two: u64x4 = c_pair | c_both | c_third | carry;
        Windows {
            four_or_more: four & active,
            five_or_more: (six | (four & odd)) & active,
            six: six & active,
            exactly_three: one_two & odd & active,
            exactly_two: one_two & !odd & active,
            exactly_one: odd & active & !some_two,
            none: active & !(odd | some_two),
        }
    }
}

/// Whether any of the four words has a bit.
#[inline]
fn any(words: u64x4) -> bool {
    words != u64x4::ZERO
}

impl LinePlanes {
    /// Whether these are the rules this state is made for: six in a row and two stones a turn on
    /// 19x19, however many stones come first.
    #[must_use]
    pub fn serve(rules: ConnectRules) -> bool {
        rules.lattice() == ConnectRules::CONNECT6.lattice()
            && rules.in_a_row() == ConnectRules::CONNECT6.in_a_row()
            && rules.stones_per_turn() == ConnectRules::CONNECT6.stones_per_turn()
    }

    /// Adds or takes away a stone, and says whether the player now has six in a row through it.
    #[inline]
    fn toggle(&mut self, square: Square, player: Player) -> bool {
        let places = PLACES[square.index()];
        let lines = places.map(|place| place.line.index());
        let half = 32 * player.index();
        let stone = 1_u64 << half;
        let mut stones = [0; 4];
        for i in 0..4 {
            stones[i] = self.stones[lines[i]] ^ stone << places[i].offset;
            self.stones[lines[i]] = stones[i];
        }
        let windows = Windows::count(u64x4::new(stones));
        let threats_before = u64x4::new(lines.map(|line| self.threats[line]));
        if any(threats_before ^ windows.four_or_more) {
            self.set_threats(lines, windows.four_or_more.to_array());
        }
        any(windows.six & u64x4::splat(u64::from(u32::MAX) << half))
    }

    /// Most stones neither make nor end a threat: kept apart, this does not burden them.
    #[inline(never)]
    fn set_threats(&mut self, lines: [usize; 4], threats: [u64; 4]) {
        for (line, threats) in lines.into_iter().zip(threats) {
            if self.threats[line] != threats {
                self.threats[line] = threats;
                for player in Player::BOTH {
                    let word = &mut self.threat_lines[player][line / 64];
                    *word &= !(1 << (line % 64));
                    *word |= u64::from(half(threats, player) != 0) << (line % 64);
                }
            }
        }
    }

    fn threat_lines(&self, player: Player) -> impl Iterator<Item = usize> + use<> {
        let [low, high] = self.threat_lines[player];
        bits(low).chain(bits(high).map(|line| 64 + line))
    }

    /// The empty squares of a line: walls count as taken.
    fn empty_on(&self, line: usize) -> u32 {
        let stones = self.stones[line];
        !((stones | stones >> 32) as u32)
    }

    /// The number of threats on one line: stab the first threat segment at its last empty square,
    /// drop all segments that contain it, and go on ([Family], Lemma 1).
    fn threats_on_line(&self, line: usize, player: Player) -> u16 {
        let mut open = half(self.threats[line], player);
        let empty = self.empty_on(line);
        let mut number = 0;
        while open != 0 && number < TOO_MANY {
            let start = open.trailing_zeros();
            let squares = empty & 0b11_1111 << start;
            if squares == 0 {
                return TOO_MANY;
            }
            let last = squares.ilog2();
            open &= !0_u32 << last << 1;
            number += 1;
        }
        number
    }

    /// The number of threats on several lines. One stone may block where two lines cross, so
    /// the lines' numbers do not simply add up.
    #[inline(never)]
    fn threats_on_lines(&self, player: Player) -> u16 {
        let mut pairs = Pairs::default();
        for line in self.threat_lines(player) {
            let empty = self.empty_on(line);
            let mut open = half(self.threats[line], player);
            while open != 0 {
                let squares = empty & 0b11_1111 << open.trailing_zeros();
                if squares == 0 {
                    return TOO_MANY;
                }
                let first = squares.trailing_zeros() as usize;
                let last = squares.ilog2() as usize;
                pairs.push(LINE_SQUARES[line][first], LINE_SQUARES[line][last]);
                open &= open - 1;
            }
        }
        pairs.smallest_hitting_set()
    }
}

/// The empty squares of threat segments: two each, or the same one twice.
#[derive(Default)]
struct Pairs(arrayvec::ArrayVec<[u16; 2], 64>);

impl Pairs {
    /// Segments with the same empty squares are one. A full list cannot occur with fewer than
    /// three disjoint segments, since two stones meet at most 48 segments; what is left out then
    /// does not change the answer.
    fn push(&mut self, first: u16, last: u16) {
        if self.0.last() != Some(&[first, last]) {
            let _ = self.0.try_push([first, last]);
        }
    }

    fn smallest_hitting_set(&self) -> u16 {
        let Some(&pair) = self.0.first() else {
            return 0;
        };
        if pair.iter().any(|&a| self.first_missed(a, a).is_none()) {
            return 1;
        }
        let two = pair.iter().any(|&a| {
            self.first_missed(a, a)
                .is_none_or(|other| other.iter().any(|&b| self.first_missed(a, b).is_none()))
        });
        if two { 2 } else { TOO_MANY }
    }

    /// The first pair that contains neither square.
    fn first_missed(&self, a: u16, b: u16) -> Option<[u16; 2]> {
        self.0.iter().find(|pair| !pair.contains(&a) && !pair.contains(&b)).copied()
    }
}

impl SegmentState for LinePlanes {
    fn new(geometry: &Geometry) -> Self {
        assert!(LinePlanes::serve(geometry.rules()), "line planes are for Connect6 only");
        LinePlanes { stones: WALLS, threats: [0; LINES + 1], threat_lines: PerPlayer::default() }
    }

    #[inline]
    fn place(&mut self, _: &Geometry, square: Square, player: Player) -> bool {
        self.toggle(square, player)
    }

    #[inline]
    fn lift(&mut self, _: &Geometry, square: Square, player: Player) {
        self.toggle(square, player);
    }

    fn counts(&self, geometry: &Geometry, segment: Segment) -> PerPlayer<u8> {
        let Place { line, offset } = geometry.segment_place(segment);
        PerPlayer::from_fn(|player| {
            let window = half(self.stones[line.index()], player) >> offset & 0b11_1111;
            window.count_ones() as u8
        })
    }

    fn line_stones(&self, _: &Geometry, line: Line) -> PerPlayer<u32> {
        let stones = self.stones[line.index()] ^ WALLS[line.index()];
        PerPlayer::from_fn(|player| half(stones, player))
    }

    #[inline]
    fn threat_number(&self, _: &Geometry, player: Player) -> HittingNumber {
        HittingNumber::Exactly(match self.threat_lines[player] {
            [0, 0] => 0,
            [low, 0] if low.is_power_of_two() => {
                self.threats_on_line(low.trailing_zeros() as usize, player)
            }
            [0, high] if high.is_power_of_two() => {
                self.threats_on_line(64 + high.trailing_zeros() as usize, player)
            }
            _ => self.threats_on_lines(player),
        })
    }

    fn can_complete(&self, geometry: &Geometry, player: Player, stones: u16) -> bool {
        let mut lines = self.threat_lines(player).map(|line| self.stones[line]);
        let count = |line| Windows::count(u64x4::splat(line));
        let holds = |windows: u64x4| half(windows.to_array()[0], player) != 0;
        match stones {
            0 => lines.any(|line| holds(count(line).six)),
            1 => lines.any(|line| holds(count(line).five_or_more)),
            2 => lines.next().is_some(),
            more => geometry.segments().any(|segment| {
                let counts = self.counts(geometry, segment);
                counts[player.opponent()] == 0 && u16::from(counts[player]) + more >= 6
            }),
        }
    }

    #[inline]
    fn visit_threats(&self, _: &Geometry, player: Player, mut visit: impl FnMut(&[Square])) {
        for line in self.threat_lines(player) {
            let empty = self.empty_on(line);
            for start in bits(half(self.threats[line], player).into()) {
                let squares = empty & 0b11_1111 << start;
                if squares == 0 {
                    visit(&[]);
                    continue;
                }
                let [first, last] = [squares.trailing_zeros(), squares.ilog2()]
                    .map(|offset| Square::from_index(LINE_SQUARES[line][offset as usize].into()));
                let both = [first, last];
                visit(if first == last { &both[..1] } else { &both });
            }
        }
    }

    #[inline]
    fn visit_prospects(&self, _: &Geometry, player: Player, mut visit: impl FnMut(Prospect)) {
        for (chunk, words) in self.stones.as_chunks::<4>().0.iter().enumerate() {
            let windows = Windows::count(u64x4::new(*words));
            if !any(windows.exactly_two | windows.exactly_three) {
                continue;
            }
            let three = windows.exactly_three.to_array();
            let two = windows.exactly_two.to_array();
            for i in 0..4 {
                let prospect = Prospect {
                    line: Line::from_index(4 * chunk + i),
                    one_short: half(three[i], player),
                    two_short: half(two[i], player),
                };
                if prospect.one_short | prospect.two_short != 0 {
                    visit(prospect);
                }
            }
        }
    }

    fn visit_open_segments(
        &self,
        _: &Geometry,
        player: Player,
        least_stones: u8,
        mut visit: impl FnMut(OpenSegments),
    ) {
        let own = u64x4::splat(u64::from(u32::MAX) << (32 * player.index()));
        let walls = WALLS.as_chunks::<4>().0;
        for (chunk, words) in self.stones.as_chunks::<4>().0.iter().enumerate() {
            let stones = u64x4::new(*words) ^ u64x4::new(walls[chunk]);
            if least_stones > 0 && !any(stones & own) {
                continue;
            }
            let windows = Windows::count(u64x4::new(*words));
            let by_stones = [
                windows.none,
                windows.exactly_one,
                windows.exactly_two,
                windows.exactly_three,
                windows.four_or_more & !windows.five_or_more,
                windows.five_or_more & !windows.six,
                windows.six,
            ];
            for (stones, starts) in by_stones.iter().enumerate().skip(least_stones.into()).rev() {
                if !any(*starts) {
                    continue;
                }
                for (i, starts) in starts.to_array().into_iter().enumerate() {
                    let (line, starts) = (Line::from_index(4 * chunk + i), half(starts, player));
                    if starts != 0 {
                        visit(OpenSegments { line, stones: stones as u8, starts });
                    }
                }
            }
        }
    }

    fn add_open_squares(
        &self,
        geometry: &Geometry,
        player: Player,
        most_stones: u8,
        sets: &mut [SquareSet],
    ) {
        let rows = || {
            let halves = |&word: &u64| [player, player.opponent()].map(|side| half(word, side));
            Rows::new(self.stones[..SIDE].iter().map(halves))
        };
        let squares = match most_stones {
            3 => rows().open_squares::<3>(),
            5 => rows().open_squares::<5>(),
            _ => return self.add_open_squares_by_line(geometry, player, most_stones, sets),
        };
        sets.iter_mut().zip(squares).for_each(|(set, squares)| *set |= squares);
    }

    fn threat_segments(&self, geometry: &Geometry, player: Player) -> Vec<Segment> {
        self.threat_lines(player)
            .flat_map(|line| {
                let starts = half(self.threats[line], player);
                bits(starts.into()).map(move |start| (line, start))
            })
            .map(|(line, start)| {
                geometry.segment_at(Place { line: Line::from_index(line), offset: start as u8 })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_number_lines_as_the_geometry_does() {
        let geometry = Geometry::new(ConnectRules::CONNECT6);
        for square in geometry.grid().squares() {
            let long = PLACES[square.index()].iter().filter(|&&place| place != SHORT);
            assert!(long.eq(geometry.places(square)));
        }
        for line in geometry.lines() {
            let squares = geometry.line_squares(line);
            let table = &LINE_SQUARES[line.index()][..squares.len()];
            assert!(table.iter().map(|&s| s as usize).eq(squares.iter().map(|s| s.index())));
        }
    }
}
