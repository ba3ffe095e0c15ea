//! The moves of the attacker in a VCDT: turns that make as many threats as the defender has stones.
//!
//! With p stones a turn a *forcing* move makes at least p threats, so that the defender needs all
//! his stones to block them: double-threat moves in Connect6, fours in Go-Moku. The attacker has
//! no threat before his move, or he would win at once. So every threat of the move comes from a
//! segment that lacks one stone and gets it, or lacks two and gets both.

use sixfold_connect::{Line, Place, Position, Prospect, SegmentState};
use sixfold_game::{Game, MAX_SIDE, Player, Square};
use smallvec::{SmallVec, smallvec};

use crate::solution::Stones;

/// A candidate move with an upper bound of the threats it makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    stones: Stones,
    bound: u8,
    /// How many segments that lack one or two stones the stones lie on.
    weight: u16,
}

/// The moves of the side to move that may make at least `needed` threats, the most promising
/// first: every such move is among them. The side to move cannot complete a segment.
pub(crate) fn candidates<S: SegmentState>(position: &Position<S>, needed: u16) -> Moves {
    let turn = position.turn();
    // Only in the middle of a turn can there be threats already, and then any stone will do.
    let no_threat = position.threat_number(turn.player) == 0;
    if turn.stones_left > 2 || !no_threat {
        let squares: Vec<Square> = position.empty_squares().iter().collect();
        return Moves::All(Subsets::new(squares, turn.stones_left as usize));
    }
    let lines = Lines::new(position, turn.player, needed);
    let mut candidates =
        if turn.stones_left == 1 { lines.single_stones() } else { lines.pairs(position) };
    candidates
        .sort_unstable_by_key(|candidate| std::cmp::Reverse((candidate.bound, candidate.weight)));
    Moves::Listed(candidates.into_iter())
}

/// The moves to try, one after the other.
pub(crate) enum Moves {
    /// One or two stones: listed and ordered.
    Listed(std::vec::IntoIter<Candidate>),
    /// More stones: all sets of empty squares, since nothing better is known.
    All(Subsets),
}

impl Iterator for Moves {
    type Item = Stones;

    fn next(&mut self) -> Option<Stones> {
        match self {
            Moves::Listed(candidates) => candidates.next().map(|candidate| candidate.stones),
            Moves::All(subsets) => subsets.next(),
        }
    }
}

/// All sets of so many squares, made one at a time: on a large board they are beyond counting.
pub(crate) struct Subsets {
    squares: Vec<Square>,
    /// Ascending places in the list; nothing once all sets have been made.
    chosen: Option<Vec<usize>>,
}

impl Subsets {
    pub(crate) fn new(squares: Vec<Square>, size: usize) -> Subsets {
        let size = size.min(squares.len());
        Subsets { squares, chosen: (size > 0).then(|| (0..size).collect()) }
    }
}

impl Iterator for Subsets {
    type Item = Stones;

    fn next(&mut self) -> Option<Stones> {
        let chosen = self.chosen.as_mut()?;
        let set = chosen.iter().map(|&place| self.squares[place]).collect();
        let (size, last) = (chosen.len(), self.squares.len());
        // The last place that can move up does, and those behind it follow at its heels.
        match (0..size).rev().find(|&i| chosen[i] + size - i < last) {
            Some(i) => {
                let first = chosen[i] + 1;
                chosen[i..].iter_mut().zip(first..).for_each(|(place, next)| *place = next);
            }
            None => self.chosen = None,
        }
        Some(set)
    }
}

/// What the lines promise: a view of each, and the threats that single stones make, summed over
/// the lines through them. The sum is an upper bound: one stone may block several lines.
struct Lines<'a> {
    geometry: &'a sixfold_connect::Geometry,
    views: SmallVec<[LineView; 32]>,
    /// By line index: the place of its view, or a number beyond all of them.
    view_of_line: [u8; 256],
    /// By square index.
    bounds: [u8; MAX_SQUARES],
    /// By square index: the segments through the square that lack one or two stones.
    weights: [u16; MAX_SQUARES],
    /// The squares with a bound above 0.
    squares: SmallVec<[Square; 64]>,
    /// The bound that a move needs to be worth trying.
    needed: u16,
}

const MAX_SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

impl<'a> Lines<'a> {
    fn new<S: SegmentState>(position: &'a Position<S>, attacker: Player, needed: u16) -> Lines<'a> {
        let geometry = &**position.geometry();
        let window = !0_u32 >> (32 - geometry.in_a_row());
        let mut views = SmallVec::new();
        let mut view_of_line = [u8::MAX; 256];
        position.visit_prospects(attacker, |Prospect { line, one_short, two_short }| {
            view_of_line[line.index()] = views.len() as u8;
            let stones = position.line_stones(line);
            let empty = !(stones.black | stones.white);
            views.push(LineView { line, one_short, two_short, empty, window });
        });
        let bounds = [0; MAX_SQUARES];
        let weights = [0; MAX_SQUARES];
        let squares = SmallVec::new();
        let mut lines = Lines { geometry, views, view_of_line, bounds, weights, squares, needed };
        lines.add_single_stones();
        lines.add_weights();
        lines
    }

    fn add_single_stones(&mut self) {
        for view in &self.views {
            for offset in offsets(view.empty_squares(view.one_short)) {
                let square = self.geometry.line_squares(view.line)[offset as usize];
                let bound = &mut self.bounds[square.index()];
                if *bound == 0 {
                    self.squares.push(square);
                }
                *bound = bound.saturating_add(view.threats_of_one(offset));
            }
        }
    }

    fn add_weights(&mut self) {
        for view in &self.views {
            let squares = self.geometry.line_squares(view.line);
            for start in offsets(view.one_short | view.two_short) {
                for offset in offsets(view.empty & view.window << start) {
                    self.weights[squares[offset as usize].index()] += 1;
                }
            }
        }
    }

    fn candidate(&self, stones: Stones, bound: u8) -> Candidate {
        let weight = stones.iter().map(|square| self.weights[square.index()]).sum();
        Candidate { stones, bound, weight }
    }

    #[inline]
    fn push(&self, stones: Stones, bound: u8, candidates: &mut Vec<Candidate>) {
        if u16::from(bound) >= self.needed {
            candidates.push(self.candidate(stones, bound));
        }
    }

    fn bound(&self, square: Square) -> u8 {
        self.bounds[square.index()]
    }

    fn single_stones(&self) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for &square in &self.squares {
            self.push(smallvec![square], self.bound(square), &mut candidates);
        }
        candidates
    }

    fn pairs<S: SegmentState>(&self, position: &Position<S>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for view in &self.views {
            self.add_pairs_of_line(*view, &mut candidates);
        }
        for (i, &first) in self.squares.iter().enumerate() {
            let partners = self.partners(first);
            for &second in &self.squares[i + 1..] {
                let bound = self.bound(first).saturating_add(self.bound(second));
                if u16::from(bound) >= self.needed && !self.are_partners(&partners, second) {
                    candidates.push(self.candidate(smallvec![first, second], bound));
                }
            }
            if u16::from(self.bound(first)) >= self.needed {
                self.add_free_stones(position, first, &partners, &mut candidates);
            }
        }
        candidates
    }

    /// Pairs that together fill what a segment of this line lacks.
    fn add_pairs_of_line(&self, view: LineView, candidates: &mut Vec<Candidate>) {
        let squares = self.geometry.line_squares(view.line);
        let empty = view.empty_squares(view.two_short);
        for first in offsets(empty) {
            let through_first = view.through(first);
            for second in offsets(empty & (!0_u32 << first << 1)) {
                let through_second = view.through(second);
                let of_both = view.two_short & through_first & through_second;
                if of_both == 0 {
                    break;
                }
                let of_one = view.one_short & (through_first | through_second);
                let pair = [first, second].map(|offset| squares[offset as usize]);
                if self.needed > 2 && pair.iter().all(|&square| self.bound(square) == 0) {
                    // Segments with both stones on one line make two threats at the most.
                    continue;
                }
                let on_line = view.threats(of_both | of_one, 1 << first | 1 << second);
                let elsewhere =
                    |i: usize, offset| self.bound(pair[i]) - view.threats_of_one(offset);
                let bound = on_line + elsewhere(0, first) + elsewhere(1, second);
                self.push(Stones::from_buf(pair), bound, candidates);
            }
        }
    }

    /// The lines on which [`Lines::add_pairs_of_line`] pairs a square with others.
    fn partners(&self, square: Square) -> Partners {
        let on_line = |place: &Place| {
            let view = self.views.get(self.view_of_line[place.line.index()] as usize)?;
            let segments = view.two_short & view.through(place.offset.into());
            (segments != 0).then_some((*view, segments))
        };
        self.geometry.places(square).iter().filter_map(on_line).collect()
    }

    /// Whether [`Lines::add_pairs_of_line`] has paired a square with this one.
    fn are_partners(&self, partners: &Partners, square: Square) -> bool {
        partners.iter().any(|(view, segments)| {
            let mut places = self.geometry.places(square).iter();
            places.any(|p| p.line == view.line && segments & view.through(p.offset.into()) != 0)
        })
    }

    /// One stone makes two threats by itself: the other may be anywhere.
    fn add_free_stones<S: SegmentState>(
        &self,
        position: &Position<S>,
        first: Square,
        partners: &Partners,
        candidates: &mut Vec<Candidate>,
    ) {
        let squares = position.empty_squares();
        let free = squares.iter().filter(|&second| {
            second != first && self.bound(second) == 0 && !self.are_partners(partners, second)
        });
        let bound = self.bound(first);
        candidates.extend(free.map(|second| self.candidate(smallvec![first, second], bound)));
    }
}

/// Lines through a square, with the segments through it that lack two stones.
type Partners = SmallVec<[(LineView, u32); 4]>;

/// One line on which the attacker is one or two stones short of a threat.
#[derive(Clone, Copy)]
struct LineView {
    line: Line,
    one_short: u32,
    two_short: u32,
    empty: u32,
    window: u32,
}

impl LineView {
    /// The segments that contain the square at an offset: those that begin at it or up to k - 1
    /// squares before.
    fn through(self, offset: u32) -> u32 {
        let in_a_row = self.window.count_ones();
        match (offset + 1).checked_sub(in_a_row) {
            Some(first) => self.window << first,
            None => self.window >> (in_a_row - 1 - offset),
        }
    }

    /// The number of threats that these segments are once the given squares are filled.
    fn threats(self, mut segments: u32, filled: u32) -> u8 {
        let empty = self.empty & !filled;
        let mut number = 0;
        while segments != 0 {
            let squares = empty & self.window << segments.trailing_zeros();
            number += 1;
            let Some(last) = squares.checked_ilog2() else {
                // The stones complete the segment: more than any number of threats.
                return u8::MAX / 4;
            };
            segments &= !0_u32 << last << 1;
        }
        number
    }

    /// The threats that one stone makes on this line.
    fn threats_of_one(self, offset: u32) -> u8 {
        self.threats(self.one_short & self.through(offset), 1 << offset)
    }

    /// The empty squares of the given segments.
    fn empty_squares(self, mut segments: u32) -> u32 {
        let mut squares = 0;
        while segments != 0 {
            squares |= self.window << segments.trailing_zeros();
            segments &= segments - 1;
        }
        squares & self.empty
    }
}

fn offsets(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let offset = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(offset)
    })
}
