//! Turns that threaten: the first stage of the search.

use std::cmp::Reverse;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Square, SquareSet};
use sixfold_solve::Stones;
use smallvec::smallvec;

use super::candidates::{Beginnings, Candidate, best_of_each};
use crate::Board;

/// More threatening turns than this are not kept.
const MOST_TURNS: usize = 32;
/// Among so many squares the stone is chosen that goes with one that threatens by itself.
const COMPANIONS: usize = 8;
/// Among so many squares turns of more than two stones are chosen.
const WIDTH_OF_LARGE_TURNS: usize = 8;

/// The turns of the side to move that parry all threats and make at least so many, those with
/// the most threats first. The side to move cannot complete a segment.
pub(super) fn threat_turns<S: SegmentState>(board: &mut Board<S>, least: u16) -> Vec<Candidate> {
    let mover = board.position().turn().player;
    let possible = possible_turns(board);
    let mut position = board.position().clone();
    let mut turns: Vec<(u16, Candidate)> = possible
        .into_iter()
        .filter_map(|candidate| {
            let stones = candidate.stones.len();
            candidate.stones.iter().for_each(|&square| position.play(square));
            let threats = position.threat_number(mover);
            let parries = !position.can_complete(mover.opponent());
            position.undo_stones(stones);
            (threats >= least && parries).then_some((threats, candidate))
        })
        .collect();
    turns.sort_by_key(|(threats, candidate)| Reverse((*threats, candidate.score)));
    turns.truncate(MOST_TURNS);
    turns.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Turns that may make threats, each once.
fn possible_turns<S: SegmentState>(board: &mut Board<S>) -> Vec<Candidate> {
    let stones_left = board.position().turn().stones_left;
    let lines = Lines::of(board.position());
    let mover = board.position().turn().player;
    let turns = match stones_left {
        1 => {
            let value = |square| board.stone_value(square, mover);
            let turn = |square| Candidate { stones: smallvec![square], score: value(square) };
            lines.one_short.iter().map(turn).collect()
        }
        2 => pairs(board, &lines),
        _ => Beginnings::of(board).menu(board, WIDTH_OF_LARGE_TURNS).candidates,
    };
    best_of_each(turns)
}

/// What a player lacks to threats.
struct Lines {
    /// Squares on which one stone makes a threat.
    one_short: SquareSet,
    /// Pairs of squares on which two stones make a threat together.
    pairs: Vec<[Square; 2]>,
}

impl Lines {
    fn of<S: SegmentState>(position: &Position<S>) -> Lines {
        let mut lines = Lines { one_short: SquareSet::EMPTY, pairs: Vec::new() };
        let geometry = position.geometry();
        let empty = position.empty_squares();
        let in_a_row = geometry.in_a_row();
        position.visit_prospects(position.turn().player, |prospect| {
            let squares = geometry.line_squares(prospect.line);
            for start in 0..=squares.len() - in_a_row {
                let segment = squares[start..start + in_a_row].iter().copied();
                if prospect.one_short >> start & 1 == 1 {
                    lines.one_short |= segment.filter(|&square| empty.contains(square)).collect();
                } else if prospect.two_short >> start & 1 == 1 {
                    let free: Stones = segment.filter(|&square| empty.contains(square)).collect();
                    for (i, &first) in free.iter().enumerate() {
                        lines.pairs.extend(free[i + 1..].iter().map(|&second| [first, second]));
                    }
                }
            }
        });
        lines.pairs.sort_unstable();
        lines.pairs.dedup();
        lines
    }
}

fn pairs<S: SegmentState>(board: &Board<S>, lines: &Lines) -> Vec<Candidate> {
    let mover = board.position().turn().player;
    let mut best: Vec<Square> = board.position().empty_squares().iter().collect();
    let mut values = vec![0; board.position().grid().len()];
    for &square in &best {
        values[square.index()] = board.stone_value(square, mover);
    }
    best.sort_by_key(|square| Reverse(values[square.index()]));
    best.truncate(COMPANIONS);
    let with_companion = lines.one_short.iter().flat_map(|first| {
        let others = lines.one_short.iter().filter(move |&second| second > first);
        let companions = best.iter().copied().filter(move |&second| second != first);
        others.chain(companions).map(move |second| [first, second]).collect::<Vec<_>>()
    });
    let turn = |stones: [Square; 2]| Candidate {
        score: stones.iter().map(|square| values[square.index()]).sum(),
        stones: Stones::from_buf(stones),
    };
    lines.pairs.iter().copied().chain(with_companion).map(turn).collect()
}
