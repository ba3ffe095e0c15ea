//! A small region in which everything is tried.

use std::collections::HashMap;

use sixfold_game::{Square, SquareSet};

use super::board::{Board, Place};

/// The most cells of a region in which everything is tried.
pub(super) const MAX_CELLS: usize = 8;

/// Who places the next stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mover {
    Winner,
    Opponent,
}

/// Whether the winner joins the places with these stones and stones in the region alone, though his
/// opponent begins.
pub(super) fn is_joined(
    board: &Board,
    ends: [Place; 2],
    own: SquareSet,
    region: SquareSet,
) -> bool {
    let cells = region.iter().collect();
    let mut trial = Trial { board, ends, own, cells, known: HashMap::new() };
    let all = (1 << trial.cells.len()) - 1;
    trial.wins(Stand { taken: 0, free: all, mover: Mover::Opponent })
}

/// The region as bits: what the winner has taken, and what is still free.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stand {
    taken: u32,
    free: u32,
    mover: Mover,
}

struct Trial<'a> {
    board: &'a Board,
    ends: [Place; 2],
    own: SquareSet,
    cells: Vec<Square>,
    known: HashMap<Stand, bool>,
}

impl Trial<'_> {
    fn wins(&mut self, stand: Stand) -> bool {
        if let Some(&answer) = self.known.get(&stand) {
            return answer;
        }
        let answer = self.are_joined_by(stand.taken)
            || self.are_joined_by(stand.taken | stand.free) && self.wins_by_a_move(stand);
        self.known.insert(stand, answer);
        answer
    }

    fn wins_by_a_move(&mut self, stand: Stand) -> bool {
        let mut moves =
            (0..self.cells.len()).map(|index| 1 << index).filter(|bit| stand.free & bit != 0);
        let free_after = |bit: u32| stand.free & !bit;
        match stand.mover {
            Mover::Winner => moves.any(|bit| {
                let taken = stand.taken | bit;
                self.wins(Stand { taken, free: free_after(bit), mover: Mover::Opponent })
            }),
            Mover::Opponent => moves.all(|bit| {
                self.wins(Stand { free: free_after(bit), mover: Mover::Winner, ..stand })
            }),
        }
    }

    fn are_joined_by(&self, taken: u32) -> bool {
        let cells = self.cells.iter().enumerate().filter(|(index, _)| taken & (1 << index) != 0);
        let stones: SquareSet = cells.map(|(_, &cell)| cell).collect();
        self.board.are_joined(self.ends, self.own | stones)
    }
}
