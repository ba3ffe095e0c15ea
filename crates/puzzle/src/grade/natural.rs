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
/// natural first. He cannot complete a row. Of turns of more than two stones there are only the most
/// promising ones.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use sixfold_connect::GeneralPosition;
    use sixfold_game::{GameName, Setup};

    use super::super::testing::Drawn;
    use super::super::walk::after_turn;
    use super::*;

    fn position(game: &str, fen: &str) -> GeneralPosition {
        let game: GameName = game.parse().unwrap();
        let GameName::Connect(rules) = game else { panic!("no Connect game") };
        let setup = Setup::from_fen(game, fen).unwrap();
        Position::from_setup(Arc::new(Geometry::new(rules)), &setup).unwrap()
    }

    /// All sets of one or two empty squares that parry and make so many threats, found by trying.
    fn by_trying<S: SegmentState>(
        position: &Position<S>,
        least_threats: u16,
    ) -> HashSet<SquareSet> {
        let mover = position.turn().player;
        let empty: Vec<Square> = position.empty_squares().iter().collect();
        let is_single = position.turn().stones_left == 1;
        let pairs = empty.iter().enumerate().flat_map(|(i, &one)| {
            let others = if is_single { &empty[i..=i] } else { &empty[i + 1..] };
            others.iter().map(move |&other| [one, other].into_iter().collect::<SquareSet>())
        });
        let fits = |stones: &SquareSet| {
            let after = after_turn(position, *stones).unwrap();
            after.threat_number(mover) >= least_threats && !after.can_complete(mover.opponent())
        };
        pairs.filter(fits).collect()
    }

    fn assert_all_are_listed<S: SegmentState>(position: &Position<S>, least_threats: u16) {
        let listed = natural_turns(position, least_threats);
        let sets: HashSet<SquareSet> = listed.iter().map(|turn| turn.stones).collect();
        assert_eq!(sets.len(), listed.len(), "each once");
        assert_eq!(sets, by_trying(position, least_threats), "{}", position.setup());
    }

    #[test]
    fn every_turn_that_makes_enough_threats_is_listed() {
        for fen in ["7/2x4/2xo3/1xo4/7/3x3/6o b 2", "7/2o1x2/2xo3/1xooo2/7/3x3/6o b 2"] {
            let position = position("connect(7,7,5,2,1)", fen);
            for least_threats in 0..=3 {
                assert_all_are_listed(&position, least_threats);
            }
        }
        let gomoku = position("connect(7,7,5,1,1)", "7/2x4/2xo3/2xxx2/7/3x3/6o b 1");
        for least_threats in 0..=2 {
            assert_all_are_listed(&gomoku, least_threats);
        }
    }

    #[test]
    fn turns_of_many_stones_are_limited_and_fit_as_well() {
        let position = position("connect(7,7,6,3,3)", "7/7/2xo3/2xo3/7/7/7 b 3");
        let listed = natural_turns(&position, 1);
        assert!(!listed.is_empty() && listed.len() <= MOST_OF_MANY_STONES);
        for turn in listed {
            assert!(
                after_turn(&position, turn.stones).unwrap().threat_number(position.turn().player)
                    > 0
            );
        }
    }

    #[test]
    fn a_turn_beside_the_stones_is_more_natural_than_one_far_away() {
        let near = Drawn::new(&["..xx11.."], 3);
        let turns = natural_turns(&near.position(), 0);
        let place = |stones| turns.iter().position(|turn| turn.stones == stones);
        let corner = [0, 360].map(Square::from_index).into_iter().collect();
        assert!(place(near.line[0]) < place(corner));
    }
}
