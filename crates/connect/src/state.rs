//! What a position knows of its segments, kept up to date stone by stone.

use sixfold_game::{PerPlayer, Player, Square};

use crate::hitting::EmptySquares;
use crate::{Geometry, Line, Segment};

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
    fn threat_number(&self, geometry: &Geometry, player: Player) -> u16;

    /// Whether the player completes a segment with this many more stones.
    fn can_complete(&self, geometry: &Geometry, player: Player, stones: u16) -> bool;

    /// The threat segments of a player in ascending order.
    fn threat_segments(&self, geometry: &Geometry, player: Player) -> Vec<Segment>;

    /// The empty squares of a segment in the order of the line.
    fn empty_squares(&self, geometry: &Geometry, segment: Segment) -> EmptySquares {
        let place = geometry.segment_place(segment);
        let stones = self.line_stones(geometry, place.line);
        let taken = (stones.black | stones.white) >> place.offset;
        let squares = geometry.segment_squares(segment).iter().enumerate();
        squares.filter(|&(i, _)| taken >> i & 1 == 0).map(|(_, &square)| square).collect()
    }
}
