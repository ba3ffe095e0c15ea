//! Sequences of relevance zones (THEORY 3).

use sixfold_game::{Player, Square, SquareSet};

use crate::board::Board;

/// A sequence of zones Z1 ⊆ Z2 ⊆ ... of empty squares of a position.
///
/// It is *relevant* for the position if the attacker wins it also with defender's stones added on
/// any list of squares that is irrelevant to the zones; see [`is_irrelevant`]. Only the zones up to
/// order k are kept. All higher ones equal Zk: no rule looks at more than k empty squares of a
/// segment, so that all of them would come out the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Zones {
    sets: Vec<SquareSet>,
    /// The zones below this order are the same on an unbounded board, if all stones are far enough
    /// from the edge; the others hold a whole unbounded board.
    pub(crate) bounded: usize,
}

impl Zones {
    /// Zi holds the empty squares of all active segments of the defender that have at most
    /// i + `stones` of them: EP with no stones, the second part of T(p+1) with the stones that the
    /// defender is about to place.
    ///
    /// Defender's stones on an irrelevant list take fewer than i squares of Zi, and so leave more
    /// than `stones` squares of every such segment empty.
    pub(crate) fn of_counter_wins(board: &Board, defender: Player, stones: usize) -> Zones {
        let k = board.rules.in_a_row() as usize;
        let mut zones =
            Zones { sets: vec![SquareSet::EMPTY; k], bounded: k.saturating_sub(stones) };
        for (segment, empty) in board.active(defender, k) {
            let order = empty.saturating_sub(stones).max(1);
            zones.sets[order - 1] |= segment.squares;
        }
        let empty = board.empty_squares();
        zones.sets.iter_mut().for_each(|zone| *zone = *zone & empty);
        zones.nest();
        zones
    }

    /// Makes every zone contain the zones before it.
    fn nest(&mut self) {
        for i in 1..self.sets.len() {
            let before = self.sets[i - 1];
            self.sets[i] |= before;
        }
    }

    /// The zone of an order, counted from 1.
    pub(crate) fn of_order(&self, order: usize) -> SquareSet {
        self.sets[order.min(self.sets.len()) - 1]
    }

    /// The zones of the first orders.
    pub(crate) fn first(&self, orders: usize) -> Vec<SquareSet> {
        (1..=orders).map(|order| self.of_order(order)).collect()
    }

    /// Adds squares to every zone.
    pub(crate) fn add_everywhere(&mut self, squares: impl IntoIterator<Item = Square>) {
        let squares: SquareSet = squares.into_iter().collect();
        self.sets.iter_mut().for_each(|zone| *zone |= squares);
    }

    /// Adds the zones of another sequence after its first `dropped` zones have been dropped: the
    /// *promotion* `<<`.
    pub(crate) fn add_promoted(&mut self, other: &Zones, dropped: usize) {
        for (i, zone) in self.sets.iter_mut().enumerate() {
            *zone |= other.of_order(i + 1 + dropped);
        }
        self.bounded = self.bounded.min(other.bounded.saturating_sub(dropped));
    }

    /// Enlarges the first zones to the claimed ones. `Err` is the order of a claimed zone that
    /// lacks a square.
    pub(crate) fn enlarge(&mut self, claimed: &[SquareSet]) -> Result<(), usize> {
        for (i, &claim) in claimed.iter().enumerate().take(self.sets.len()) {
            if !(self.sets[i] - claim).is_empty() {
                return Err(i + 1);
            }
            self.sets[i] = claim;
        }
        self.nest();
        Ok(())
    }

    /// All zones that are kept.
    pub(crate) fn into_sets(self) -> Vec<SquareSet> {
        self.sets
    }
}

/// Whether a list of squares is irrelevant to zones: it can be ordered so that its first square is
/// outside Z1, its second outside Z2, and so on.
///
/// As each zone contains the one before, that is so just if Zi holds fewer than i of the squares.
pub(crate) fn is_irrelevant(squares: SquareSet, zones: &[SquareSet]) -> bool {
    zones.iter().zip(1..).all(|(&zone, order)| (squares & zone).len() < order)
}
