//! Turns of several stones that make many threats, found stone by stone.
//!
//! All sets of p squares are too many from p = 3 on. A beam keeps the sets of the first stones that
//! promise most, by the threats summed over lines, and extends them. It may overlook a turn, so
//! whoever uses it proves wins and never their absence.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use sixfold_connect::hitting::{smallest_hitting_set, visit_minimal_hitting_sets};

use super::board::{Board, Cell, CellSet, Place, Side};
use super::line::Worth;

/// How widely turns are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// Sets of stones that are kept after each stone.
    pub beam: usize,
    /// Turns whose threats are counted exactly.
    pub turns: usize,
}

/// A turn that does not let the opponent complete a segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) stones: Vec<Cell>,
    /// The exact number of threats after it, p + 1 standing for more than p.
    pub(super) threats: u16,
}

/// A set of stones on the way to a turn.
#[derive(Clone)]
struct Draft {
    stones: Vec<Cell>,
    worth: Worth,
}

/// A threat is worth so many points of promise while a turn is made.
const POINTS_OF_A_THREAT: u32 = 96;
/// So many ways to parry the opponent's threats are tried.
const MOST_PARRIES: usize = 24;
const MOST_PARRY_STEPS: u64 = 20_000;

/// Turns of the attacker, who is to move with p stones and cannot complete a segment: those that make
/// at least `needed` threats, the most threats first.
pub(super) fn turns(board: &mut Board, needed: u16, width: Width) -> Vec<Turn> {
    let parries = parries(board);
    // A turn that may parry in many ways has few stones left for each of them.
    let beam_width = if parries.len() > 4 { (width.beam / 3).max(4) } else { width.beam };
    let mut drafts: Vec<Draft> = Vec::new();
    for parry in parries {
        let mut beam = vec![Draft { stones: parry, worth: Worth::default() }];
        while beam.first().is_some_and(|draft| draft.stones.len() < board.rules.p as usize) {
            beam = extend(board, &beam, beam_width);
        }
        drafts.extend(beam);
    }
    drafts.retain(|draft| draft.worth.threats >= u32::from(needed));
    let best = |draft: &Draft| Reverse((draft.worth.threats, draft.worth.promise));
    drafts.sort_by(|one, other| (best(one), &one.stones).cmp(&(best(other), &other.stones)));
    drafts.dedup_by(|one, other| one.stones == other.stones);
    drafts.truncate(width.turns);
    let mut turns: Vec<Turn> =
        drafts.into_iter().filter_map(|draft| judged(board, draft.stones, needed)).collect();
    turns.sort_by_key(|turn| Reverse(turn.threats));
    turns
}

/// A turn of these stones, if it makes so many threats and does not let the opponent win.
pub(super) fn judged(board: &mut Board, stones: Vec<Cell>, needed: u16) -> Option<Turn> {
    board.place(&stones, Side::Attacker);
    let holds = !board.can_complete(Side::Defender, board.rules.p);
    let threats = if holds { threat_number(board) } else { 0 };
    board.lift(&stones, Side::Attacker);
    (holds && threats >= needed).then_some(Turn { stones, threats })
}

/// The number of the attacker's threats, p + 1 standing for more than p.
pub(super) fn threat_number(board: &Board) -> u16 {
    smallest_hitting_set(&board.threats(Side::Attacker), board.rules.p).lower_bound()
}

/// The sets of stones with which a turn may begin: the ways to parry what the defender threatens, or
/// no stone if he threatens nothing.
fn parries(board: &Board) -> Vec<Vec<Cell>> {
    let threats = board.threats(Side::Defender);
    let mut parries: Vec<Vec<Cell>> = Vec::new();
    let p = board.rules.p;
    let _ = visit_minimal_hitting_sets(&threats, p, MOST_PARRY_STEPS, &mut |cells| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        parries.push(cells);
        ControlFlow::Continue(())
    });
    // Parries that also build something come first.
    let gain = |parry: &Vec<Cell>| -> u32 {
        let places = parry.iter().flat_map(|cell| cell.places());
        places.map(|place| board.worth(place.line).promise).sum()
    };
    parries.sort_by_key(|parry| (parry.len(), Reverse(gain(parry))));
    parries.truncate(MOST_PARRIES);
    parries
}

/// The best sets with one stone more.
fn extend(board: &mut Board, beam: &[Draft], most: usize) -> Vec<Draft> {
    struct Next {
        points: u32,
        draft: usize,
        cell: Cell,
        worth: Worth,
    }
    let mut seen: HashSet<u64> = HashSet::new();
    let mut next: Vec<Next> = Vec::new();
    for (i, draft) in beam.iter().enumerate() {
        board.place(&draft.stones, Side::Attacker);
        let base = total(board);
        let known = draft.stones.iter().fold(0, |sum: u64, &cell| sum.wrapping_add(key(cell)));
        for cell in neighbours(board).iter() {
            if seen.insert(known.wrapping_add(key(cell))) {
                let worth = with(board, base, cell);
                let points = worth.threats * POINTS_OF_A_THREAT + worth.promise;
                next.push(Next { points, draft: i, cell, worth });
            }
        }
        board.lift(&draft.stones, Side::Attacker);
    }
    next.sort_by_key(|next| (Reverse(next.points), next.draft, next.cell));
    next.truncate(most);
    let draft = |next: Next| {
        let mut stones = beam[next.draft].stones.clone();
        stones.push(next.cell);
        stones.sort_unstable();
        Draft { stones, worth: next.worth }
    };
    next.into_iter().map(draft).collect()
}

/// Sums of such keys tell sets apart; two that are taken for one cost a turn, nothing else.
fn key(cell: Cell) -> u64 {
    let Place { line, offset } = cell.places()[0];
    let number = (line as u64) << 6 | u64::from(offset);
    (number + 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
        .wrapping_mul(0xd6e8_feb8_6659_fd93)
}

fn total(board: &Board) -> Worth {
    let used = board.lines().iter().filter(|line| line.attacker != 0);
    used.map(|&line| board.line_rules.worth(line)).fold(Worth::default(), |sum, line| Worth {
        threats: sum.threats + line.threats,
        promise: sum.promise + line.promise,
    })
}

/// The worth of all lines with one stone more.
fn with(board: &Board, base: Worth, cell: Cell) -> Worth {
    let mut worth = base;
    for place in cell.places() {
        let mut stones = board.line(place.line);
        let old = board.line_rules.worth(stones);
        stones.attacker |= 1 << place.offset;
        let new = board.line_rules.worth(stones);
        worth.threats = worth.threats + new.threats - old.threats;
        worth.promise = worth.promise + new.promise - old.promise;
    }
    worth
}

/// The empty squares on open segments that hold a stone of the attacker.
fn neighbours(board: &Board) -> CellSet {
    let mut cells = CellSet::EMPTY;
    let mut empty = vec![0_u64; board.lines().len()];
    for segment in board.open_segments(Side::Attacker, u32::from(board.rules.k)) {
        empty[segment.line] |= segment.empty;
    }
    for (line, &empty) in empty.iter().enumerate().filter(|(_, empty)| **empty != 0) {
        let offsets = (0..u64::BITS).filter(|offset| empty >> offset & 1 == 1);
        let near = offsets.map(|offset| Cell::on(line, offset));
        near.filter(|&cell| board.has_room(cell)).for_each(|cell| cells.insert(cell));
    }
    cells
}
