//! Which turns a person looks at first.

use std::cmp::Reverse;

use sixfold_connect::{Geometry, Position, Prospect, SegmentState};
use sixfold_game::{Game, Square, SquareSet};
use sixfold_play::{Board, promising_turns};

/// A turn, and how natural it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NaturalTurn {
    pub(super) stones: SquareSet,
    /// What the tables of patterns say of its stones, the better one first: the logarithm of the odds
    /// that they are played.
    pub(super) value: i32,
}

/// Of turns of more than two stones only so many are looked at.
const MOST_OF_MANY_STONES: usize = 200;

/// The turns of the side to move that parry all threats and make at least so many of their own, the most
/// natural first. Of turns of more than two stones there are only the most promising ones.
pub(super) fn natural_turns<S: SegmentState>(
    position: &Position<S>,
    least_threats: u16,
) -> Vec<NaturalTurn> {
    let mut turns = match position.turn().stones_left {
        1 => Survey::new(position, least_threats).single_stones(),
        2 => Survey::new(position, least_threats).pairs(),
        _ => promising(position, least_threats),
    };
    turns.sort_by_key(|turn| (Reverse(turn.value), turn.stones));
    turns
}

fn promising<S: SegmentState>(position: &Position<S>, least_threats: u16) -> Vec<NaturalTurn> {
    let turns = promising_turns(position, MOST_OF_MANY_STONES).into_iter().map(|stones| {
        let mut board = Board::new(position.clone());
        let mover = position.turn().player;
        let mut value = 0;
        for &square in &stones {
            value += board.stone_value(square, mover);
            board.play(square);
        }
        (board, NaturalTurn { stones: stones.iter().copied().collect(), value })
    });
    let makes_threats =
        |board: &Board<S>| board.position().threat_number(position.turn().player) >= least_threats;
    turns.filter(|(board, _)| makes_threats(board)).map(|(_, turn)| turn).collect()
}

/// What is known of single stones before they are put together.
struct Survey<'a, S> {
    position: &'a Position<S>,
    board: Board<S>,
    least_threats: u16,
    /// The empty squares of each threat of the opponent.
    to_parry: Vec<SquareSet>,
    /// Squares where a stone may help to make a threat.
    attacking: SquareSet,
    /// The threats that a single stone makes, by the square.
    threats: Vec<u16>,
}

impl<'a, S: SegmentState> Survey<'a, S> {
    fn new(position: &'a Position<S>, least_threats: u16) -> Survey<'a, S> {
        let mover = position.turn().player;
        let mut to_parry = Vec::new();
        position.visit_threats(mover.opponent(), |squares| {
            to_parry.push(squares.iter().copied().collect());
        });
        let attacking = attacking_squares(position);
        let mut threats = vec![0; position.grid().len()];
        let mut probe = position.clone();
        for square in attacking.iter() {
            probe.add_stone(square, mover);
            threats[square.index()] = probe.threat_number(mover);
            probe.remove_stone(square);
        }
        let board = Board::new(position.clone());
        Survey { position, board, least_threats, to_parry, attacking, threats }
    }

    fn parries(&self, stones: SquareSet) -> bool {
        self.to_parry.iter().all(|&squares| !(squares & stones).is_empty())
    }

    fn value(&self, square: Square) -> i32 {
        self.board.stone_value(square, self.position.turn().player)
    }

    fn is_enough_alone(&self, square: Square) -> bool {
        self.threats[square.index()] >= self.least_threats
    }

    fn single_stones(&self) -> Vec<NaturalTurn> {
        let empty = self.position.empty_squares();
        let turns = empty.iter().filter(|&square| self.is_enough_alone(square));
        turns
            .map(|square| NaturalTurn {
                stones: std::iter::once(square).collect(),
                value: self.value(square),
            })
            .filter(|turn| self.parries(turn.stones))
            .collect()
    }

    fn pairs(mut self) -> Vec<NaturalTurn> {
        let empty = self.position.empty_squares();
        let mut firsts: Vec<Square> =
            if self.least_threats == 0 { empty } else { self.attacking }.iter().collect();
        firsts.sort_by_key(|&square| (Reverse(self.value(square)), square));
        let mut seconds = empty;
        let mut turns = Vec::new();
        let mut probe = self.position.clone();
        let mover = self.position.turn().player;
        for first in firsts {
            // A pair of firsts is looked at once, the better stone first.
            seconds.remove(first);
            let first_value = self.value(first);
            probe.add_stone(first, mover);
            self.board.play(first);
            for second in seconds.iter() {
                let stones: SquareSet = [first, second].into_iter().collect();
                if self.parries(stones) && self.makes_threats(&mut probe, first, second) {
                    turns.push(NaturalTurn { stones, value: first_value + self.value(second) });
                }
            }
            self.board.take_back();
            probe.remove_stone(first);
        }
        turns
    }

    /// Whether a pair makes enough threats. The first stone is on the probe already.
    fn makes_threats(&self, probe: &mut Position<S>, first: Square, second: Square) -> bool {
        if self.is_enough_alone(first) || self.is_enough_alone(second) {
            return true;
        }
        if !self.attacking.contains(second) {
            return false;
        }
        let threats = |square: Square| self.threats[square.index()];
        let both_alone = threats(first) > 0 && threats(second) > 0;
        if !both_alone && !share_a_line(self.position.geometry(), first, second) {
            return false;
        }
        let mover = self.position.turn().player;
        probe.add_stone(second, mover);
        let is_enough = probe.threat_number(mover) >= self.least_threats;
        probe.remove_stone(second);
        is_enough
    }
}

/// The empty squares of the segments on which the side to move is one or two stones short of a threat.
fn attacking_squares<S: SegmentState>(position: &Position<S>) -> SquareSet {
    let geometry = &**position.geometry();
    let window = !0_u32 >> (32 - geometry.in_a_row());
    let mut squares = SquareSet::EMPTY;
    position.visit_prospects(position.turn().player, |Prospect { line, one_short, two_short }| {
        let on_line = geometry.line_squares(line);
        let starts = one_short | two_short;
        let covered = (0..on_line.len()).filter(|&start| starts >> start & 1 == 1);
        let covered = covered.fold(0, |covered, start| covered | window << start);
        let offsets = (0..on_line.len()).filter(|&offset| covered >> offset & 1 == 1);
        squares |= offsets.map(|offset| on_line[offset]).collect();
    });
    squares & position.empty_squares()
}

fn share_a_line(geometry: &Geometry, one: Square, other: Square) -> bool {
    let places = geometry.places(other);
    geometry.places(one).iter().any(|place| places.iter().any(|p| p.line == place.line))
}
