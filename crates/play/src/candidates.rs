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

/// What a turn must achieve.
pub(crate) enum Duty {
    /// Nothing.
    Free,
    /// It must contain one of these sets of squares, or else the opponent completes a segment.
    Parry(Vec<SquareSet>),
    /// It must not be irrelevant to these zones, or else the opponent wins as if it had not been
    /// played (THEORY 3).
    Meet(Box<Zones>),
}

/// The most steps that the search for ways to parry may take.
const MOST_STEPS: u64 = 20_000;

impl Duty {
    /// The duty to parry the opponent's threats, if he has any.
    pub(crate) fn to_parry<S: SegmentState>(position: &Position<S>) -> Duty {
        let turn = position.turn();
        let mut defences: Vec<SquareSet> = Vec::new();
        let _ = position.visit_critical_defences(
            turn.player,
            turn.stones_left,
            MOST_STEPS,
            &mut |squares| {
                defences.push(squares.iter().copied().collect());
                ControlFlow::Continue(())
            },
        );
        match defences.as_slice() {
            [] => Duty::Free,
            [only] if only.is_empty() => Duty::Free,
            _ => Duty::Parry(defences),
        }
    }

    /// Whether a whole turn does its duty.
    fn is_done_by(&self, squares: SquareSet) -> bool {
        match self {
            Duty::Free => true,
            Duty::Parry(defences) => defences.iter().any(|&defence| (defence - squares).is_empty()),
            Duty::Meet(zones) => !zones.is_irrelevant(squares),
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

/// The most promising turns that do their duty, the best first.
pub(crate) fn candidates<S: SegmentState>(
    board: &mut Board<S>,
    duty: &Duty,
    width: Width,
) -> Vec<Candidate> {
    let stones_left = stones_to_place(board.position());
    let mut begun = first_stones(board, duty, width);
    let mut finished: Vec<Candidate> = Vec::new();
    loop {
        let (whole, begun_here): (Vec<_>, Vec<_>) =
            begun.into_iter().partition(|turn| turn.stones.len() == stones_left);
        finished.extend(whole);
        if begun_here.is_empty() {
            break;
        }
        begun = Vec::new();
        for (place, turn) in begun_here.iter().enumerate() {
            let seconds = width.stones.saturating_sub(place).max(1);
            begun.extend(with_one_more(board, turn, duty, seconds));
        }
        keep_best(&mut begun, width.turns);
    }
    keep_best(&mut finished, width.turns);
    finished
}

/// The first stones of all turns that are looked at: those that parry stand together.
fn first_stones<S: SegmentState>(
    board: &mut Board<S>,
    duty: &Duty,
    width: Width,
) -> Vec<Candidate> {
    let empty = board.position().empty_squares();
    let stones_left = stones_to_place(board.position());
    let allowed = match duty {
        Duty::Free => empty,
        Duty::Meet(zones) => empty & zones.of_order(stones_left),
        Duty::Parry(defences) => {
            let mut begun: Vec<Candidate> =
                defences.iter().map(|&defence| valued(board, defence)).collect();
            keep_best(&mut begun, width.turns);
            return begun;
        }
    };
    let mover = board.position().turn().player;
    best_squares(board, allowed, width.stones)
        .into_iter()
        .map(|square| Candidate {
            stones: Stones::from_slice(&[square]),
            value: board.stone_value(square, mover),
        })
        .collect()
}

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
fn with_one_more<S: SegmentState>(
    board: &mut Board<S>,
    turn: &Candidate,
    duty: &Duty,
    count: usize,
) -> Vec<Candidate> {
    let current = board.position().turn();
    let is_last = turn.stones.len() + 1 == stones_to_place(board.position());
    let played: SquareSet = turn.stones.iter().copied().collect();
    for &square in &turn.stones {
        board.play(square);
    }
    let mut allowed = board.position().empty_squares();
    if is_last && matches!(duty, Duty::Meet(_)) {
        let with = |square| played | std::iter::once(square).collect();
        allowed = allowed.iter().filter(|&square| duty.is_done_by(with(square))).collect();
    }
    let next = best_squares(board, allowed, count);
    let longer = next.into_iter().map(|square| {
        let mut stones = turn.stones.clone();
        stones.push(square);
        stones.sort_unstable();
        Candidate { stones, value: turn.value + board.stone_value(square, current.player) }
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

/// Keeps the best of the turns, each once.
fn keep_best(turns: &mut Vec<Candidate>, count: usize) {
    turns.sort_unstable_by(|one, other| {
        other.value.cmp(&one.value).then_with(|| one.stones.cmp(&other.stones))
    });
    let mut seen: Vec<Stones> = Vec::new();
    turns.retain(|turn| {
        let is_new = !seen.contains(&turn.stones);
        if is_new {
            seen.push(turn.stones.clone());
        }
        is_new
    });
    turns.truncate(count);
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
        let duty = Duty::to_parry(board.position());
        let turns = candidates(&mut board, &duty, WIDTH);
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
        candidates(&mut board, &Duty::Free, WIDTH);
        assert_eq!((board.position().hash(), board.value()), before);
    }

    #[test]
    fn turns_have_as_many_stones_as_are_left_and_no_two_are_the_same() {
        for name in ["gomoku", "connect6", "connect(7,7,5,3,1)", "connect(1,2,1,2,2)"] {
            let game: GameName = name.parse().unwrap();
            let position = GeneralPosition::replay(&Record::new(game)).unwrap();
            let mut board = Board::new(position);
            let turns = candidates(&mut board, &Duty::Free, WIDTH);
            let stones = usize::from(game.turn_order().first);
            assert!(turns.iter().all(|turn| turn.stones.len() == stones), "{name}");
            let mut sets: Vec<&Stones> = turns.iter().map(|turn| &turn.stones).collect();
            sets.sort();
            sets.dedup();
            assert_eq!(sets.len(), turns.len(), "{name}");
        }
    }
}
