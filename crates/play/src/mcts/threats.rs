//! Turns that threaten: the first stage of the search.

use std::cmp::Reverse;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Square, SquareSet};
use sixfold_solve::Stones;
use smallvec::smallvec;

use crate::Board;
use crate::candidates::{Candidate, Ways, Width, best_squares, candidates};

/// More threatening turns than this are not kept.
const MOST_TURNS: usize = 32;
/// Among so many squares the stone is chosen that goes with one that threatens by itself.
const COMPANIONS: usize = 8;
/// So many turns of more than two stones are looked at.
const WIDTH_OF_LARGE_TURNS: Width = Width { stones: 8, turns: 16 };

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
    turns.sort_by_key(|(threats, candidate)| Reverse((*threats, candidate.value)));
    turns.truncate(MOST_TURNS);
    turns.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Turns that may make threats, each once.
fn possible_turns<S: SegmentState>(board: &mut Board<S>) -> Vec<Candidate> {
    let stones_left = board.position().turn().stones_left;
    let lines = Lines::of(board.position());
    let mover = board.position().turn().player;
    match stones_left {
        1 => {
            let value = |square| board.stone_value(square, mover);
            let turn = |square| Candidate { stones: smallvec![square], value: value(square) };
            lines.one_short.iter().map(turn).collect()
        }
        2 => pairs(board, lines),
        _ => {
            let ways = Ways::to_parry(board.position());
            candidates(board, &ways, WIDTH_OF_LARGE_TURNS).list
        }
    }
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
        lines
    }
}

/// Pairs of stones of which one threatens by itself or both together.
fn pairs<S: SegmentState>(board: &Board<S>, lines: Lines) -> Vec<Candidate> {
    let mover = board.position().turn().player;
    let best = best_squares(board, board.position().empty_squares(), COMPANIONS);
    let Lines { one_short, mut pairs } = lines;
    for first in one_short.iter() {
        let others = one_short.iter().chain(best.iter().copied()).filter(|&other| other != first);
        pairs.extend(others.map(|other| [first.min(other), first.max(other)]));
    }
    pairs.sort_unstable();
    pairs.dedup();
    let turn = |stones: [Square; 2]| Candidate {
        value: stones.iter().map(|&square| board.stone_value(square, mover)).sum(),
        stones: Stones::from_slice(&stones),
    };
    pairs.into_iter().map(turn).collect()
}
