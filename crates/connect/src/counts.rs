//! Segment counts: the state that serves every Connect game.

use sixfold_game::{PerPlayer, Player, Square};

use crate::hitting::{HittingNumber, smallest_hitting_set};
use crate::state::SegmentState;
use crate::{Geometry, Line, Segment};

/// The number of stones of each player on every segment, and the segments that are threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentCounts {
    counts: Vec<PerPlayer<u8>>,
    lines: Vec<PerPlayer<u32>>,
    /// Threat segments by the number of squares they lack: entry i holds those that lack i.
    threats: PerPlayer<Vec<SegmentSet>>,
}

impl SegmentCounts {
    /// How many squares a segment lacks if it is a threat segment of the player.
    fn lacking(&self, geometry: &Geometry, segment: Segment, player: Player) -> Option<usize> {
        let counts = self.counts[segment.index()];
        let lacking = geometry.in_a_row() - counts[player] as usize;
        let few = lacking < self.threats[player].len();
        (counts[player.opponent()] == 0 && few).then_some(lacking)
    }

    /// Changes the counts of one segment and keeps the threat sets in step.
    fn update(
        &mut self,
        geometry: &Geometry,
        segment: Segment,
        change: impl FnOnce(&mut PerPlayer<u8>),
    ) {
        for player in Player::BOTH {
            if let Some(lacking) = self.lacking(geometry, segment, player) {
                self.threats[player][lacking].remove(segment);
            }
        }
        change(&mut self.counts[segment.index()]);
        for player in Player::BOTH {
            if let Some(lacking) = self.lacking(geometry, segment, player) {
                self.threats[player][lacking].insert(segment);
            }
        }
    }

    fn toggle_on_lines(&mut self, geometry: &Geometry, square: Square, player: Player) {
        for place in geometry.places(square) {
            self.lines[place.line.index()][player] ^= 1 << place.offset;
        }
    }
}

impl SegmentState for SegmentCounts {
    fn new(geometry: &Geometry) -> Self {
        let segments = geometry.segments().len();
        // A threat segment lacks at most p squares, and no segment lacks more than k.
        let most = geometry.in_a_row().min(geometry.rules().stones_per_turn() as usize);
        let mut state = SegmentCounts {
            counts: vec![PerPlayer::default(); segments],
            lines: vec![PerPlayer::default(); geometry.lines().len()],
            threats: PerPlayer::from_fn(|_| vec![SegmentSet::new(segments); most + 1]),
        };
        for segment in geometry.segments() {
            state.update(geometry, segment, |_| {});
        }
        state
    }

    fn place(&mut self, geometry: &Geometry, square: Square, player: Player) -> bool {
        self.toggle_on_lines(geometry, square, player);
        let mut completes = false;
        for &segment in geometry.segments_through(square) {
            self.update(geometry, segment, |counts| counts[player] += 1);
            completes |= self.counts[segment.index()][player] as usize == geometry.in_a_row();
        }
        completes
    }

    fn lift(&mut self, geometry: &Geometry, square: Square, player: Player) {
        self.toggle_on_lines(geometry, square, player);
        for &segment in geometry.segments_through(square) {
            self.update(geometry, segment, |counts| counts[player] -= 1);
        }
    }

    fn counts(&self, _: &Geometry, segment: Segment) -> PerPlayer<u8> {
        self.counts[segment.index()]
    }

    fn line_stones(&self, _: &Geometry, line: Line) -> PerPlayer<u32> {
        self.lines[line.index()]
    }

    fn threat_number(&self, geometry: &Geometry, player: Player) -> HittingNumber {
        if self.threats[player].iter().all(SegmentSet::is_empty) {
            return HittingNumber::Exactly(0);
        }
        let segments = self.threat_segments(geometry, player);
        let segments: Vec<_> =
            segments.into_iter().map(|segment| self.empty_squares(geometry, segment)).collect();
        smallest_hitting_set(&segments, geometry.rules().stones_per_turn())
    }

    fn can_complete(&self, geometry: &Geometry, player: Player, stones: u16) -> bool {
        let threats = &self.threats[player];
        if stones as usize >= threats.len() && threats.len() <= geometry.in_a_row() {
            // More stones than a turn has (a first turn with q > p): beyond the threat sets.
            return geometry.segments().any(|segment| {
                let counts = self.counts[segment.index()];
                counts[player.opponent()] == 0
                    && geometry.in_a_row() - counts[player] as usize <= stones as usize
            });
        }
        threats.iter().take(stones as usize + 1).any(|segments| !segments.is_empty())
    }

    fn threat_segments(&self, _: &Geometry, player: Player) -> Vec<Segment> {
        let mut segments: Vec<Segment> =
            self.threats[player].iter().flat_map(SegmentSet::iter).collect();
        segments.sort_unstable();
        segments
    }
}

/// A set of segments: one bit a segment, and one bit for each word of them that is not zero, so
/// that a nearly empty set is walked through in no time.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SegmentSet {
    words: Vec<u64>,
    used: u64,
}

impl SegmentSet {
    fn new(segments: usize) -> SegmentSet {
        let words = segments.div_ceil(64);
        debug_assert!(words <= 64, "one bit of `used` for every word");
        SegmentSet { words: vec![0; words], used: 0 }
    }

    fn is_empty(&self) -> bool {
        self.used == 0
    }

    fn insert(&mut self, segment: Segment) {
        let word = segment.index() / 64;
        self.words[word] |= 1 << (segment.index() % 64);
        self.used |= 1 << word;
    }

    fn remove(&mut self, segment: Segment) {
        let word = segment.index() / 64;
        self.words[word] &= !(1 << (segment.index() % 64));
        if self.words[word] == 0 {
            self.used &= !(1 << word);
        }
    }

    fn iter(&self) -> impl Iterator<Item = Segment> + '_ {
        ones(self.used).flat_map(|word| {
            ones(self.words[word]).map(move |bit| Segment::from_index(word * 64 + bit))
        })
    }
}

fn ones(word: u64) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}
