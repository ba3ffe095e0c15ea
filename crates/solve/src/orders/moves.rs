//! The moves of the attacker that may belong to a win of a given order, the most promising first.
//!
//! A reply with s null stones must be answered by a win of order r - s. So a move of order r makes
//! at least p + 1 - r threats: only then does the attacker complete a segment against
//! r - 1 stones fewer. With p = 2 that is two threats for order 1, one for order 2, and none for
//! order 3.

use std::collections::HashSet;

use sixfold_connect::{OpenSegments, Position, SegmentState};
use sixfold_game::{Game, MAX_SIDE, Player, Square, SquareSet};

use crate::solution::Stones;
use crate::vcdt::attack::{Moves, Subsets, candidates};

/// Moves that have won similar positions, with how often they did.
#[derive(Default)]
pub(crate) struct History {
    won: Vec<(Stones, u32)>,
}

impl History {
    /// Remembers that a move has won.
    pub(crate) fn add(&mut self, stones: &Stones) {
        if let Some(i) = self.won.iter().position(|(known, _)| is_same(known, stones)) {
            self.won[i].1 += 1;
            // The best stay in front without being sorted all the time.
            if i > 0 && self.won[i - 1].1 < self.won[i].1 {
                self.won.swap(i - 1, i);
            }
        } else {
            self.won.truncate(MOST_REMEMBERED - 1);
            self.won.push((stones.clone(), 1));
        }
    }

    /// These moves and after them those that have won most often, of all that are possible on these
    /// squares.
    pub(super) fn after(&self, favoured: &[Stones], empty: SquareSet) -> Vec<Stones> {
        let is_possible = |stones: &&Stones| stones.iter().all(|&square| empty.contains(square));
        let mut moves: Vec<Stones> = favoured.iter().filter(is_possible).cloned().collect();
        let won = self.won.iter().map(|(stones, _)| stones).filter(is_possible);
        for stones in won.take(FAVOURED) {
            if !contains(&moves, stones) {
                moves.push(stones.clone());
            }
        }
        moves
    }
}

const MOST_REMEMBERED: usize = 256;
/// So many moves that have won elsewhere are tried first.
const FAVOURED: usize = 6;

/// The moves to try, one after the other. Only a page of them is kept at a time.
pub(crate) struct MoveList {
    order: u8,
    /// Moves that come first, whatever they promise.
    favoured: Vec<Stones>,
    page: std::vec::IntoIter<Stones>,
    /// Moves that come before and on this page.
    paged: usize,
    beyond: Beyond,
    taken: usize,
}

/// What comes after the current page.
enum Beyond {
    Nothing,
    /// More pages of the moves that are ordered.
    Pages,
    /// Moves of so little promise that they are not ordered.
    Rest(Rest),
}

struct Rest {
    subsets: Subsets,
    to_parry: Vec<Stones>,
    /// Moves within this set have been listed.
    listed: SquareSet,
}

const PAGE: usize = 128;
/// Quiet moves on so many of the best squares are ordered; the others come last.
const BEST_SQUARES: usize = 36;

impl MoveList {
    /// The moves of the side to move that may win by this order, at least 1, those that are favoured
    /// first. He cannot complete a segment.
    pub(crate) fn new<S: SegmentState>(
        position: &Position<S>,
        order: u8,
        mut favoured: Vec<Stones>,
    ) -> MoveList {
        let full = (position.turn().stones_left as usize).min(position.empty_squares().len());
        let to_parry = threats_to_parry(position);
        favoured.retain(|stones| stones.len() == full && parries(stones, &to_parry));
        let page = Vec::new().into_iter();
        let beyond = Beyond::Pages;
        let mut list = MoveList { order, favoured, page, paged: 0, beyond, taken: 0 };
        list.turn_page(position);
        list
    }

    /// This move and no other.
    pub(super) fn only(stones: Stones) -> MoveList {
        MoveList {
            order: 0,
            favoured: Vec::new(),
            page: vec![stones].into_iter(),
            paged: 1,
            beyond: Beyond::Nothing,
            taken: 0,
        }
    }

    /// Whether there is perhaps another move.
    pub(crate) fn has_more(&self) -> bool {
        self.page.len() > 0 || !matches!(self.beyond, Beyond::Nothing)
    }

    /// How many moves have been taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// Takes the next move; the position must be the one that the list was made for.
    pub(crate) fn take<S: SegmentState>(&mut self, position: &Position<S>) -> Option<Stones> {
        if self.page.len() == 0 {
            self.turn_page(position);
        }
        let next = self.page.next();
        self.taken += usize::from(next.is_some());
        next
    }

    /// Puts a move that was taken back to where it was.
    pub(crate) fn give_back(&mut self, stones: Stones) {
        self.page = std::iter::once(stones).chain(&mut self.page).collect::<Vec<_>>().into_iter();
        self.taken -= 1;
    }

    fn turn_page<S: SegmentState>(&mut self, position: &Position<S>) {
        if let Beyond::Rest(Rest { subsets, to_parry, listed }) = &mut self.beyond {
            let favoured = &self.favoured;
            let new = |s: &Stones| {
                parries(s, to_parry)
                    && !s.iter().all(|&q| listed.contains(q))
                    && !contains(favoured, s)
            };
            let page: Vec<Stones> = subsets.filter(new).take(PAGE).collect();
            if page.len() < PAGE {
                self.beyond = Beyond::Nothing;
            }
            self.page = page.into_iter();
        } else if matches!(self.beyond, Beyond::Pages) {
            let Ordered { mut moves, rest } = Ordered::new(position, self.order);
            moves.retain(|stones| !contains(&self.favoured, stones));
            let is_first = self.paged == 0;
            let page: Vec<Stones> = moves.drain(self.paged.min(moves.len())..).take(PAGE).collect();
            self.paged += page.len();
            if page.len() < PAGE {
                self.beyond = rest.map_or(Beyond::Nothing, Beyond::Rest);
            }
            let first = if is_first { &self.favoured[..] } else { &[] };
            self.page = [first, &page].concat().into_iter();
        }
    }
}

/// All moves worth ordering, and what is needed to find the others.
struct Ordered {
    moves: Vec<Stones>,
    rest: Option<Rest>,
}

impl Ordered {
    fn new<S: SegmentState>(position: &Position<S>, order: u8) -> Ordered {
        let turn = position.turn();
        let opponent = turn.player.opponent();
        if position.threat_number(opponent) > turn.stones_left {
            return Ordered { moves: Vec::new(), rest: None };
        }
        let p = position.geometry().rules().stones_per_turn();
        let threats = (p + 1).saturating_sub(order.into());
        let to_parry = threats_to_parry(position);
        let promise = Promise::new(position);
        let few_stones = turn.stones_left <= 2;
        let mut moves = if few_stones {
            promise.sorted(candidates(position, threats.max(1)), &to_parry)
        } else {
            Vec::new()
        };
        let rest = (threats == 0 || !few_stones).then(|| {
            let squares = promise.best_squares(position.empty_squares());
            let size = (turn.stones_left as usize).min(squares.len());
            let mut listed = SquareSet::EMPTY;
            if few_stones {
                listed = best_squares(&squares, &to_parry);
                let within = Subsets::new(listed.iter().collect(), size);
                let quiet = promise.sorted(Moves::All(within), &to_parry);
                moves = alternating(std::mem::take(&mut moves), quiet);
            }
            Rest { subsets: Subsets::new(squares, size), to_parry, listed }
        });
        Ordered { moves, rest }
    }
}

/// The empty squares of the opponent's threat segments.
fn threats_to_parry<S: SegmentState>(position: &Position<S>) -> Vec<Stones> {
    let mut to_parry = Vec::new();
    let opponent = position.turn().player.opponent();
    position.visit_threats(opponent, |squares| to_parry.push(Stones::from_slice(squares)));
    to_parry
}

/// Whether a list holds these stones, in whatever order.
fn contains(moves: &[Stones], stones: &Stones) -> bool {
    moves.iter().any(|known| is_same(known, stones))
}

fn is_same(one: &Stones, other: &Stones) -> bool {
    one.len() == other.len() && one.iter().all(|square| other.contains(square))
}

/// Takes moves from both lists in turn, each move once.
fn alternating(first: Vec<Stones>, second: Vec<Stones>) -> Vec<Stones> {
    let mut seen: HashSet<SquareSet> = HashSet::with_capacity(first.len() + second.len());
    let mut is_new = |stones: &Stones| seen.insert(stones.iter().copied().collect());
    let (mut first, mut second) = (first.into_iter(), second.into_iter());
    let mut moves = Vec::with_capacity(first.len() + second.len());
    while first.len() + second.len() > 0 {
        moves.extend(first.next().into_iter().chain(second.next()).filter(&mut is_new));
    }
    moves
}

fn parries(stones: &[Square], to_parry: &[Stones]) -> bool {
    to_parry.iter().all(|squares| stones.iter().any(|stone| squares.contains(stone)))
}

/// The best squares and those where a threat can be parried.
fn best_squares(squares: &[Square], to_parry: &[Stones]) -> SquareSet {
    let parrying = to_parry.iter().flatten();
    squares.iter().take(BEST_SQUARES).chain(parrying).copied().collect()
}

/// What a stone on each square would add to the attacker's open segments, and take from the
/// defender's.
struct Promise {
    of_square: [u32; MAX_SQUARES],
    rows: u8,
    columns: u8,
}

const MAX_SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

impl Promise {
    fn new<S: SegmentState>(position: &Position<S>) -> Promise {
        let grid = position.grid();
        let mut promise =
            Promise { of_square: [0; MAX_SQUARES], rows: grid.rows(), columns: grid.columns() };
        let attacker = position.turn().player;
        promise.add(position, attacker, ATTACKING);
        promise.add(position, attacker.opponent(), BLOCKING);
        promise
    }

    fn add<S: SegmentState>(&mut self, position: &Position<S>, player: Player, weights: [u32; 6]) {
        let geometry = &**position.geometry();
        let window = !0_u32 >> (32 - geometry.in_a_row());
        position.visit_open_segments(player, 0, |OpenSegments { line, stones, mut starts }| {
            let weight = weights[(stones as usize).min(weights.len() - 1)];
            let taken = position.line_stones(line);
            let empty = !(taken.black | taken.white);
            let squares = geometry.line_squares(line);
            while starts != 0 {
                let mut offsets = empty & window << starts.trailing_zeros();
                while offsets != 0 {
                    self.of_square[squares[offsets.trailing_zeros() as usize].index()] += weight;
                    offsets &= offsets - 1;
                }
                starts &= starts - 1;
            }
        });
    }

    fn of(&self, stones: &[Square]) -> u32 {
        stones.iter().map(|square| self.of_square[square.index()]).sum()
    }

    /// The moves that parry, the most promising first.
    fn sorted(&self, moves: Moves, to_parry: &[Stones]) -> Vec<Stones> {
        let mut moves: Vec<(u32, Stones)> = moves
            .filter(|stones| parries(stones, to_parry))
            .map(|stones| (self.of(&stones), stones))
            .collect();
        moves.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        moves.into_iter().map(|(_, stones)| stones).collect()
    }

    /// All these squares, the most promising first, of equal ones those near the centre.
    fn best_squares(&self, squares: SquareSet) -> Vec<Square> {
        let mut squares: Vec<Square> = squares.iter().collect();
        squares.sort_by_key(|&square| {
            let (column, row) = (
                square.index() as u32 % u32::from(self.columns),
                square.index() as u32 / u32::from(self.columns),
            );
            let distance = (2 * column + 1).abs_diff(self.columns.into()).pow(2)
                + (2 * row + 1).abs_diff(self.rows.into()).pow(2);
            (std::cmp::Reverse(self.of_square[square.index()]), distance)
        });
        squares
    }
}

/// The worth of an open segment to a stone on it, by the stones that it holds already.
const ATTACKING: [u32; 6] = [0, 2, 12, 40, 40, 40];
const BLOCKING: [u32; 6] = [0, 1, 3, 8, 20, 20];
