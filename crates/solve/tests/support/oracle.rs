//! The order and the length of a win by their definition: every move, every reply, with null stones
//! and without. Boards are bit sets.

use std::collections::HashMap;

use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, Lattice, Player, Square, SquareSet};

/// A set of squares.
type Mask = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    attacker: Mask,
    defender: Mask,
}

/// What is wanted of an attack, and with how many stones it begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Aim {
    left: usize,
    order: usize,
    turns: usize,
}

/// Knows all wins of one player from one position on.
pub struct Oracle {
    cells: Mask,
    segments: Vec<Mask>,
    stones_per_turn: usize,
    stones: Stones,
    left: usize,
    known: HashMap<(Stones, Aim), bool>,
}

/// More turns than there are squares.
const ANY_LENGTH: usize = 99;

impl Oracle {
    /// An oracle for the wins of this player, who may be to move or not.
    pub fn new(position: &GeneralPosition, attacker: Player) -> Oracle {
        let rules = position.geometry().rules();
        Oracle {
            cells: mask(rules.cells()),
            segments: segments(position),
            stones_per_turn: rules.stones_per_turn().into(),
            stones: Stones {
                attacker: mask(*position.stones(attacker)),
                defender: mask(*position.stones(attacker.opponent())),
            },
            left: position.turn().stones_left.into(),
            known: HashMap::new(),
        }
    }

    /// Whether the attacker, who is to move, has a win of at most this order.
    pub fn wins(&mut self, order: u8) -> bool {
        self.wins_within(order, ANY_LENGTH)
    }

    /// Whether the attacker, who is to move, has a win of at most this order and so many turns, in
    /// which replies with null stones take no longer either.
    pub fn wins_within(&mut self, order: u8, turns: usize) -> bool {
        let aim = Aim { left: self.left, order: order.into(), turns };
        self.attack(self.stones, aim)
    }

    /// Whether the attacker has a win of at most this order, whatever the side to move replies.
    pub fn wins_against_all_replies(&mut self, order: u8) -> bool {
        let aim = Aim { left: self.left, order: order.into(), turns: ANY_LENGTH };
        self.defence(self.stones, aim)
    }

    /// Whether the attacker has a win of at most this order after a reply of the side to move.
    pub fn wins_after(&mut self, reply: &[Square], order: u8) -> bool {
        let reply = mask(reply.iter().copied().collect());
        let after = Stones { defender: self.stones.defender | reply, ..self.stones };
        let left = self.stones_per_turn;
        self.attack(after, Aim { left, order: order.into(), turns: ANY_LENGTH })
    }

    fn attack(&mut self, stones: Stones, aim: Aim) -> bool {
        if aim.turns > 0 && self.completes(stones.attacker, stones.defender, aim.left) {
            return true;
        }
        let empty = self.empty(stones);
        if aim.order == 0 || aim.turns <= 1 || empty == 0 {
            return false;
        }
        if let Some(&known) = self.known.get(&(stones, aim)) {
            return known;
        }
        let size = aim.left.min(empty.count_ones() as usize);
        let after = Aim { left: self.stones_per_turn, turns: aim.turns - 1, ..aim };
        let wins = subsets(empty, size)
            .into_iter()
            .any(|turn| self.defence(Stones { attacker: stones.attacker | turn, ..stones }, after));
        self.known.insert((stones, aim), wins);
        wins
    }

    /// The defender is to move, and has so many stones left as the aim says.
    fn defence(&mut self, stones: Stones, aim: Aim) -> bool {
        if self.completes(stones.defender, stones.attacker, aim.left) {
            return false;
        }
        let empty = self.empty(stones);
        let most = aim.left.min(empty.count_ones() as usize);
        (0..=most).all(|count| {
            let nulls = if count == most { 0 } else { aim.left - count };
            let order = aim.order.saturating_sub(nulls);
            let after = Aim { left: self.stones_per_turn, order, ..aim };
            subsets(empty, count).into_iter().all(|reply| {
                self.attack(Stones { defender: stones.defender | reply, ..stones }, after)
            })
        })
    }

    fn completes(&self, own: Mask, other: Mask, left: usize) -> bool {
        let mut open = self.segments.iter().filter(|&&segment| segment & other == 0);
        open.any(|segment| (segment & !own).count_ones() as usize <= left)
    }

    fn empty(&self, stones: Stones) -> Mask {
        self.cells & !stones.attacker & !stones.defender
    }
}

fn mask(set: SquareSet) -> Mask {
    set.iter().fold(0, |mask, square| mask | 1 << square.index())
}

/// All runs of k squares, found by walking.
fn segments(position: &GeneralPosition) -> Vec<Mask> {
    let rules = position.geometry().rules();
    let (grid, cells) = (rules.grid(), rules.cells());
    assert!(grid.len() <= 32, "a set of squares has 32 bits");
    let directions: &[(i8, i8)] = match rules.lattice() {
        Lattice::Square { .. } => &[(1, 0), (0, 1), (1, 1), (-1, 1)],
        Lattice::Hexagonal { .. } => &[(1, 0), (0, 1), (-1, 1)],
    };
    let mut segments = Vec::new();
    for start in cells.iter() {
        for (right, up) in directions {
            let square = |i: i8| {
                let column = grid.column(start).checked_add_signed(i * right)?;
                let row = grid.row(start).checked_add_signed(i * up)?;
                grid.square(column, row).filter(|&square| cells.contains(square))
            };
            let run: Option<SquareSet> = (0..rules.in_a_row() as i8).map(square).collect();
            segments.extend(run.map(mask));
        }
    }
    segments
}

/// All subsets of exactly so many squares.
fn subsets(of: Mask, size: usize) -> Vec<Mask> {
    if size == 0 {
        return vec![0];
    }
    let mut found = Vec::new();
    let mut rest = of;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        rest &= !first;
        found.extend(subsets(rest, size - 1).into_iter().map(|smaller| smaller | first));
    }
    found
}
