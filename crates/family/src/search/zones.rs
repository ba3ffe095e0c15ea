//! The zones of a solution (THEORY 3), on a board without an edge: only those of order below
//! d = k - p are not the whole board.

use super::board::{Board, Cell, CellSet, Side};
use super::forcing::{Attack, Reply};

/// The zones Z1 ⊆ Z2 ⊆ ... that have an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Zones(Vec<CellSet>);

impl Zones {
    /// The zone of an order, counted from 1, or nothing if it is the whole board.
    pub(super) fn of_order(&self, order: usize) -> Option<&CellSet> {
        self.0.get(order - 1)
    }

    /// How many zones have an end.
    pub(super) fn bounded(&self) -> usize {
        self.0.len()
    }

    /// Whether every Zi holds fewer than i of the squares.
    pub(super) fn are_irrelevant(&self, cells: &[Cell]) -> bool {
        (1..=cells.len()).all(|order| match self.of_order(order) {
            Some(zone) => cells.iter().filter(|&&cell| zone.contains(cell)).count() < order,
            None => false,
        })
    }

    /// **EP** with no stones, the counter-wins of **T(p+1)** with p: Zi holds the empty squares of the
    /// open segments of the defender with at most i + `stones` of them.
    fn of_counter_wins(board: &Board, stones: u16) -> Zones {
        let orders = board.rules.k.saturating_sub(stones + 1) as usize;
        let mut zones = vec![CellSet::EMPTY; orders];
        for segment in board.open_segments(Side::Defender, u32::from(board.rules.k) - 1) {
            let order = (segment.lacking() as usize).saturating_sub(stones.into()).max(1);
            if order <= orders {
                segment.cells().for_each(|cell| zones[order - 1].insert(cell));
            }
        }
        for i in 1..orders {
            let before = zones[i - 1];
            zones[i].add(&before);
        }
        Zones(zones)
    }

    fn add_everywhere(&mut self, cells: impl Iterator<Item = Cell>) {
        for cell in cells {
            self.0.iter_mut().for_each(|zone| zone.insert(cell));
        }
    }

    fn add_promoted(&mut self, other: &Zones, dropped: usize) {
        self.0.truncate(other.bounded().saturating_sub(dropped));
        for (i, zone) in self.0.iter_mut().enumerate() {
            zone.add(&other.0[i + dropped]);
        }
    }
}

/// The zones of a position that the attacker wins by this attack.
pub(super) fn of_attack(board: &mut Board, attack: &Attack) -> Zones {
    board.place(&attack.stones, Side::Attacker);
    let mut zones = if board.can_complete(Side::Attacker, 0) {
        Zones::of_counter_wins(board, 0)
    } else {
        of_defence(board, &attack.replies)
    };
    board.lift(&attack.stones, Side::Attacker);
    zones.add_everywhere(attack.stones.iter().copied());
    zones
}

/// The zones of a position in which the defender is to move and these replies are answered.
pub(super) fn of_defence(board: &mut Board, replies: &[Reply]) -> Zones {
    let mut zones = Zones::of_counter_wins(board, board.rules.p);
    let threats = board.threats(Side::Attacker);
    zones.add_everywhere(threats.into_iter().flatten());
    for reply in replies {
        board.place(&reply.stones, Side::Defender);
        let answered = of_attack(board, &reply.answer);
        board.lift(&reply.stones, Side::Defender);
        zones.add_promoted(&answered, board.rules.p as usize - reply.stones.len());
    }
    zones
}
