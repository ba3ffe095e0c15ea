//! Which turns are worth looking at.
//!
//! The best squares are taken as first stones; for each, the position is evaluated again and the best
//! second stones are taken, fewer for the later ones; turns that come up in both orders are one
//! (the pair generation of the Connect6 programs, for any number of stones).

use std::ops::ControlFlow;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SquareSet};
use sixfold_solve::{Stones, Zones};

use crate::Board;

/// A turn that may be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) stones: Stones,
    /// What its stones are worth, each after those before it.
    pub(crate) value: i32,
}

/// One way to do what a turn has to do.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The turn must contain these stones, or else the opponent completes a segment.
    pub(crate) stones: SquareSet,
    /// The other stones of the turn must not be irrelevant to these zones, or else the opponent wins
    /// as if they had not been played (THEORY 3).
    pub(crate) against: Option<Box<Zones>>,
}

/// The most steps that the search for ways to parry may take.
const MOST_STEPS: u64 = 20_000;

impl Way {
    /// Anything goes.
    pub(crate) const FREE: Way = Way { stones: SquareSet::EMPTY, against: None };

    /// All ways to parry the opponent's threats; without any, that is one without a stone. None if
    /// they cannot be parried.
    pub(crate) fn to_parry<S: SegmentState>(position: &Position<S>) -> Vec<Way> {
        let turn = position.turn();
        let mut ways: Vec<Way> = Vec::new();
        let _ = position.visit_critical_defences(
            turn.player,
            turn.stones_left,
            MOST_STEPS,
            &mut |squares| {
                ways.push(Way { stones: squares.iter().copied().collect(), against: None });
                ControlFlow::Continue(())
            },
        );
        ways
    }

    /// Whether stones besides those of the way may be part of a turn that has room for so many more of
    /// them. Of a relevant set at least one square is in the zone of its size: that one comes first.
    fn allows(&self, others: SquareSet, room: usize) -> bool {
        let Some(zones) = &self.against else { return true };
        match room {
            0 => !zones.is_irrelevant(others),
            _ => others.iter().any(|square| zones.of_order(others.len() + room).contains(square)),
        }
    }
}

/// How many turns are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width {
    /// Squares for the first stone; one fewer for the second stone of each further one.
    pub(crate) stones: usize,
    /// Turns in all.
    pub(crate) turns: usize,
}

/// The stones of the turn; a board that is nearly full may have no room for all of them.
fn stones_to_place<S: SegmentState>(position: &Position<S>) -> usize {
    usize::from(position.turn().stones_left).min(position.empty_squares().len())
}

/// A turn that is being put together.
struct Begun<'a> {
    way: &'a Way,
    turn: Candidate,
}

/// The most promising turns that follow one of the ways, the best first.
pub(crate) fn candidates<S: SegmentState>(
    board: &mut Board<S>,
    ways: &[Way],
    width: Width,
) -> Vec<Candidate> {
    let whole = stones_to_place(board.position());
    let mut finished: Vec<Begun> = Vec::new();
    let mut begun: Vec<Begun> =
        ways.iter().map(|way| Begun { way, turn: valued(board, way.stones) }).collect();
    keep_best(&mut begun, width.turns);
    while !begun.is_empty() {
        let mut longer = Vec::new();
        for (place, begun) in begun.into_iter().enumerate() {
            if begun.turn.stones.len() == whole {
                finished.push(begun);
            } else {
                let squares = width.stones.saturating_sub(place).max(1);
                longer.extend(with_one_more(board, &begun, whole, squares));
            }
        }
        begun = longer;
        keep_best(&mut begun, width.turns);
    }
    keep_best(&mut finished, width.turns);
    finished.into_iter().map(|begun| begun.turn).collect()
}

/// The stones of a way as the beginning of a turn.
fn valued<S: SegmentState>(board: &mut Board<S>, squares: SquareSet) -> Candidate {
    let mover = board.position().turn().player;
    let stones: Stones = squares.iter().collect();
    let mut value = 0;
    for &square in &stones {
        value += board.stone_value(square, mover);
        board.play(square);
    }
    take_back(board, stones.len());
    Candidate { stones, value }
}

fn take_back<S: SegmentState>(board: &mut Board<S>, stones: usize) {
    for _ in 0..stones {
        board.take_back();
    }
}

/// A turn that has begun, with each of the best next stones.
fn with_one_more<'a, S: SegmentState>(
    board: &mut Board<S>,
    begun: &Begun<'a>,
    whole: usize,
    count: usize,
) -> Vec<Begun<'a>> {
    let Begun { way, turn } = begun;
    let mover = board.position().turn().player;
    let room = whole - turn.stones.len() - 1;
    let played: SquareSet = turn.stones.iter().copied().collect();
    for &square in &turn.stones {
        board.play(square);
    }
    let mut allowed = board.position().empty_squares();
    if way.against.is_some() {
        let others = |square| (played - way.stones) | std::iter::once(square).collect();
        allowed = allowed.iter().filter(|&square| way.allows(others(square), room)).collect();
    }
    let longer = best_squares(board, allowed, count).into_iter().map(|square| {
        let mut stones = turn.stones.clone();
        stones.push(square);
        stones.sort_unstable();
        let value = turn.value + board.stone_value(square, mover);
        Begun { way, turn: Candidate { stones, value } }
    });
    let longer = longer.collect();
    take_back(board, turn.stones.len());
    longer
}

/// The squares where a stone of the side to move is worth most.
fn best_squares<S: SegmentState>(
    board: &Board<S>,
    allowed: SquareSet,
    count: usize,
) -> Vec<sixfold_game::Square> {
    let mover = board.position().turn().player;
    let mut best: Vec<(i32, sixfold_game::Square)> = Vec::with_capacity(count + 1);
    for square in allowed.iter() {
        let value = board.stone_value(square, mover);
        if best.len() < count || best.last().is_some_and(|&(least, _)| value > least) {
            let place = best.partition_point(|&(other, _)| other >= value);
            best.insert(place, (value, square));
            best.truncate(count);
        }
    }
    best.into_iter().map(|(_, square)| square).collect()
}

/// Keeps the best turns, each once.
fn keep_best(turns: &mut Vec<Begun>, count: usize) {
    turns.sort_by(|Begun { turn: one, .. }, Begun { turn: other, .. }| {
        other.value.cmp(&one.value).then_with(|| one.stones.cmp(&other.stones))
    });
    let mut seen: Vec<Stones> = Vec::new();
    turns.retain(|begun| {
        let is_new = seen.len() < count && !seen.contains(&begun.turn.stones);
        if is_new {
            seen.push(begun.turn.stones.clone());
        }
        is_new
    });
}

#[cfg(test)]
mod tests {
    use sixfold_connect::{Connect6Position, GeneralPosition};
    use sixfold_game::record::move_list;
    use sixfold_game::{GameName, Record};

    use super::*;

    const WIDTH: Width = Width { stones: 12, turns: 30 };

    fn board(moves: &str) -> Board<sixfold_connect::LinePlanes> {
        let record = move_list::read(GameName::CONNECT6, moves).unwrap();
        Board::new(Connect6Position::replay(&record).unwrap())
    }

    #[test]
    fn under_threat_every_turn_parries() {
        let mut board = board("j10 a1b1 k10l10 a2b2 m10s1");
        let ways = Way::to_parry(board.position());
        let turns = candidates(&mut board, &ways, WIDTH);
        assert!(!turns.is_empty());
        for turn in turns {
            let mut position = board.position().clone();
            position.play_turn(&turn.stones).unwrap();
            assert!(!position.can_complete(sixfold_game::Player::Black), "{turn:?}");
        }
    }

    #[test]
    fn the_position_is_left_as_it_was() {
        let mut board = board("j10 k11i9 h9j9");
        let before = (board.position().hash(), board.value());
        candidates(&mut board, &[Way::FREE], WIDTH);
        assert_eq!((board.position().hash(), board.value()), before);
    }

    #[test]
    fn turns_have_as_many_stones_as_are_left_and_no_two_are_the_same() {
        for name in ["gomoku", "connect6", "connect(7,7,5,3,1)", "connect(1,2,1,2,2)"] {
            let game: GameName = name.parse().unwrap();
            let position = GeneralPosition::replay(&Record::new(game)).unwrap();
            let mut board = Board::new(position);
            let turns = candidates(&mut board, &[Way::FREE], WIDTH);
            let stones = usize::from(game.turn_order().first);
            assert!(turns.iter().all(|turn| turn.stones.len() == stones), "{name}");
            let mut sets: Vec<&Stones> = turns.iter().map(|turn| &turn.stones).collect();
            sets.sort();
            sets.dedup();
            assert_eq!(sets.len(), turns.len(), "{name}");
        }
    }
}
