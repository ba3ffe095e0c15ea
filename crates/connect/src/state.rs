//! What a position knows of its segments, kept up to date stone by stone.

use sixfold_game::{MAX_SIDE, PerPlayer, Player, Square, SquareSet};

use crate::hitting::{EmptySquares, HittingNumber};
use crate::{Geometry, Line, Segment};

/// A line on which a player is one or two stones short of a threat. Bit i of a mask speaks of the
/// segment that begins at offset i of the line; all of them are free of opposing stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The line.
    pub line: Line,
    /// Segments that lack one stone to be a threat segment.
    pub one_short: u32,
    /// Segments that lack two stones to be a threat segment.
    pub two_short: u32,
}

/// The segments of one line that hold so many stones of a player and none of his opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenSegments {
    /// The line.
    pub line: Line,
    /// The stones on each of the segments.
    pub stones: u8,
    /// Bit i speaks of the segment that begins at offset i of the line; not 0.
    pub starts: u32,
}

/// The incremental knowledge of segments that answers all questions about threats.
///
/// There are two implementations, equal in what they answer: [`crate::SegmentCounts`] for every
/// game, and [`crate::LinePlanes`] for Connect6 alone. All methods must be called with the
/// geometry that the state was made for.
pub trait SegmentState: Clone {
    /// The state of the empty board.
    fn new(geometry: &Geometry) -> Self;

    /// Adds a stone on an empty square, and says whether it completes a segment.
    fn place(&mut self, geometry: &Geometry, square: Square, player: Player) -> bool;

    /// Takes a stone away again.
    fn lift(&mut self, geometry: &Geometry, square: Square, player: Player);

    /// The stones of each player on a segment.
    fn counts(&self, geometry: &Geometry, segment: Segment) -> PerPlayer<u8>;

    /// The stones of each player on a line: bit i is the square at offset i.
    fn line_stones(&self, geometry: &Geometry, line: Line) -> PerPlayer<u32>;

    /// The number of threats of a player: the size of a smallest set of squares that meets all his
    /// threat segments, or p + 1 if that is more than p. A player who has k in a row has p + 1.
    fn threat_number(&self, geometry: &Geometry, player: Player) -> HittingNumber;

    /// Whether the player completes a segment with this many more stones.
    fn can_complete(&self, geometry: &Geometry, player: Player, stones: u16) -> bool;

    /// The threat segments of a player in ascending order.
    fn threat_segments(&self, geometry: &Geometry, player: Player) -> Vec<Segment>;

    /// Visits the empty squares of every threat segment of a player, in ascending order.
    fn visit_threats(&self, geometry: &Geometry, player: Player, mut visit: impl FnMut(&[Square])) {
        for segment in self.threat_segments(geometry, player) {
            visit(&self.empty_squares(geometry, segment));
        }
    }

    /// Visits the lines on which a player is one or two stones short of a threat.
    fn visit_prospects(
        &self,
        geometry: &Geometry,
        player: Player,
        mut visit: impl FnMut(Prospect),
    ) {
        let rules = geometry.rules();
        let threat = u16::from(rules.in_a_row()).saturating_sub(rules.stones_per_turn()) as u32;
        let window = !0_u32 >> (32 - u32::from(rules.in_a_row()));
        for line in geometry.lines() {
            let stones = self.line_stones(geometry, line);
            let (own, opposing) = (stones[player], stones[player.opponent()]);
            let mut prospect = Prospect { line, one_short: 0, two_short: 0 };
            for start in 0..=geometry.line_squares(line).len() - geometry.in_a_row() {
                let count = (own >> start & window).count_ones();
                if opposing >> start & window == 0 {
                    prospect.one_short |= u32::from(count + 1 == threat) << start;
                    prospect.two_short |= u32::from(count + 2 == threat) << start;
                }
            }
            if prospect.one_short | prospect.two_short != 0 {
                visit(prospect);
            }
        }
    }

    /// Visits the open segments of a player, those without a stone of his opponent, that hold at
    /// least so many stones of his, by line and number of stones, in no particular order.
    fn visit_open_segments(
        &self,
        geometry: &Geometry,
        player: Player,
        least_stones: u8,
        mut visit: impl FnMut(OpenSegments),
    ) {
        let k = geometry.in_a_row();
        let window = !0_u32 >> (32 - k);
        for line in geometry.lines() {
            let stones = self.line_stones(geometry, line);
            let (own, opposing) = (stones[player], stones[player.opponent()]);
            let mut starts = [0_u32; MAX_SIDE as usize + 1];
            for start in 0..=geometry.line_squares(line).len() - k {
                if opposing >> start & window == 0 {
                    starts[(own >> start & window).count_ones() as usize] |= 1 << start;
                }
            }
            for stones in (least_stones..=k as u8).rev() {
                let starts = starts[stones as usize];
                if starts != 0 {
                    visit(OpenSegments { line, stones, starts });
                }
            }
        }
    }

    /// Adds the empty squares of a player's open segments to nested sets: to the first those of segments
    /// that hold at least so many stones of his, to each further one those of segments that hold at
    /// least one fewer.
    fn add_open_squares(
        &self,
        geometry: &Geometry,
        player: Player,
        most_stones: u8,
        sets: &mut [SquareSet],
    ) {
        self.add_open_squares_by_line(geometry, player, most_stones, sets);
    }

    /// The same line by line, for every game.
    fn add_open_squares_by_line(
        &self,
        geometry: &Geometry,
        player: Player,
        most_stones: u8,
        sets: &mut [SquareSet],
    ) {
        let window = !0_u32 >> (32 - geometry.in_a_row());
        let least_stones = most_stones.saturating_sub(sets.len().saturating_sub(1) as u8);
        self.visit_open_segments(geometry, player, least_stones, |open| {
            let taken = self.line_stones(geometry, open.line);
            let empty = !(taken.black | taken.white);
            let squares = geometry.line_squares(open.line);
            let fewer = most_stones.saturating_sub(open.stones);
            for start in bits(open.starts.into()) {
                for offset in bits((empty & window << start).into()) {
                    for set in &mut sets[fewer.into()..] {
                        set.insert(squares[offset]);
                    }
                }
            }
        });
    }

    /// The empty squares of a segment in the order of the line.
    fn empty_squares(&self, geometry: &Geometry, segment: Segment) -> EmptySquares {
        let place = geometry.segment_place(segment);
        let stones = self.line_stones(geometry, place.line);
        let taken = (stones.black | stones.white) >> place.offset;
        let squares = geometry.segment_squares(segment).iter().enumerate();
        squares.filter(|&(i, _)| taken >> i & 1 == 0).map(|(_, &square)| square).collect()
    }
}

/// The places of the bits of a mask.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(place)
    })
}
