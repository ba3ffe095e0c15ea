//! What the tests hold the checker against. None of it is shared with the checker: boards are
//! bit sets of at most 128 squares, and everything is found by trying.

#![allow(dead_code, reason = "each test file uses a part")]

pub mod emit;
pub mod judge;
pub mod mutate;
pub mod orders;
pub mod prover;
pub mod random;

use std::collections::HashMap;

use sixfold_game::{ConnectRules, Lattice, Player, Setup, Square, SquareSet};

/// A set of squares.
pub type Mask = u128;

/// A board, seen by an attacker.
pub struct Board {
    pub rules: ConnectRules,
    pub attacker: Player,
    pub cells: Mask,
    pub segments: Vec<Mask>,
    pub p: usize,
}

/// Stones of the attacker and of the defender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    pub attacker: Mask,
    pub defender: Mask,
}

impl Board {
    pub fn new(rules: ConnectRules, attacker: Player) -> Board {
        let grid = rules.grid();
        assert!(grid.len() <= 128);
        let cells = mask(&rules.cells());
        let directions: &[(i32, i32)] = match rules.lattice() {
            Lattice::Square { .. } => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
            Lattice::Hexagonal { .. } => &[(1, 0), (0, 1), (-1, 1)],
        };
        let k = i32::from(rules.in_a_row());
        let mut segments = Vec::new();
        for column in 0..i32::from(grid.columns()) {
            for row in 0..i32::from(grid.rows()) {
                for (right, up) in directions {
                    let square = |i: i32| {
                        let column = u8::try_from(column + i * right).ok()?;
                        let row = u8::try_from(row + i * up).ok()?;
                        grid.square(column, row).map(|s| 1 << s.index()).filter(|s| cells & s != 0)
                    };
                    if let Some(squares) = (0..k).map(square).collect::<Option<Vec<Mask>>>() {
                        segments.push(squares.into_iter().fold(0, |a, b| a | b));
                    }
                }
            }
        }
        segments.sort_unstable();
        segments.dedup();
        Board { rules, attacker, cells, segments, p: rules.stones_per_turn() as usize }
    }

    pub fn stones(&self, setup: &Setup) -> Stones {
        Stones {
            attacker: mask(&setup.stones(self.attacker)),
            defender: mask(&setup.stones(self.attacker.opponent())),
        }
    }

    pub fn empty(&self, stones: Stones) -> Mask {
        self.cells & !stones.attacker & !stones.defender
    }

    /// The empty squares of the segments that hold no stone of `other` and at most so many empty.
    pub fn active(&self, own: Mask, other: Mask, most: usize) -> Vec<Mask> {
        let open = self.segments.iter().filter(|&&segment| segment & other == 0);
        open.map(|segment| segment & !own)
            .filter(|rest| rest.count_ones() as usize <= most)
            .collect()
    }

    pub fn has_row(&self, own: Mask) -> bool {
        self.segments.iter().any(|&segment| segment & !own == 0)
    }
}

pub fn mask(set: &SquareSet) -> Mask {
    set.iter().fold(0, |mask, square| mask | 1 << square.index())
}

pub fn set(mask: Mask) -> SquareSet {
    bits(mask).map(|bit| Square::from_index(bit.trailing_zeros() as usize)).collect()
}

pub fn squares(mask: Mask) -> Vec<Square> {
    set(mask).iter().collect()
}

/// The squares of a set, one by one.
pub fn bits(mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::successors(Some(mask), |&rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest & rest.wrapping_neg())
}

/// All subsets of a set with exactly so many squares.
pub fn subsets(of: Mask, size: usize) -> Vec<Mask> {
    if size == 0 {
        return vec![0];
    }
    let mut rest = of;
    let mut found = Vec::new();
    for bit in bits(of) {
        rest &= !bit;
        found.extend(subsets(rest, size - 1).into_iter().map(|smaller| smaller | bit));
    }
    found
}

/// Plain minimax, one stone at a time.
#[derive(Default)]
pub struct Minimax {
    known: HashMap<(Stones, bool, usize), bool>,
}

impl Minimax {
    /// Whether the attacker wins: he, or the defender, is to place this many stones.
    pub fn wins(&mut self, board: &Board, stones: Stones, attacks: bool, left: usize) -> bool {
        if board.has_row(stones.defender) {
            return false;
        }
        if board.has_row(stones.attacker) {
            return true;
        }
        let empty = board.empty(stones);
        if empty == 0 {
            return false;
        }
        let key = (stones, attacks, left);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (next, next_left) = if left > 1 { (attacks, left - 1) } else { (!attacks, board.p) };
        let mut after = bits(empty).map(|bit| {
            let mut after = stones;
            *(if attacks { &mut after.attacker } else { &mut after.defender }) |= bit;
            self.wins(board, after, next, next_left)
        });
        let wins = if attacks { after.any(|wins| wins) } else { after.all(|wins| wins) };
        self.known.insert(key, wins);
        wins
    }
}
