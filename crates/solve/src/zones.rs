//! Sequences of relevance zones (THEORY 3).

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Player, SquareSet};
use smallvec::SmallVec;

/// A sequence Psi of zones Z1 ⊆ Z2 ⊆ ... of empty squares of a position.
///
/// It is *relevant* for the position if the attacker wins it also with defender's stones added on
/// any list of squares that is irrelevant to it: see [`Zones::is_irrelevant`]. Zones of order k - p
/// and above are taken to hold all squares. They nearly would, since an open segment without a
/// stone counts for them, and too large a zone is never wrong.
///
/// Zones of a position may hold squares that have since been occupied; whoever chooses among
/// their squares looks for empty ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zones {
    sets: SmallVec<[SquareSet; 3]>,
    all: SquareSet,
}

impl Zones {
    /// Zi holds the empty squares of all open segments of the defender that have at most
    /// i + `stones` of them: EP with no stones, the second part of T(p+1) with the stones that he
    /// is about to place.
    pub(crate) fn of_counter_wins<S: SegmentState>(
        position: &Position<S>,
        defender: Player,
        stones: usize,
    ) -> Zones {
        let geometry = &**position.geometry();
        let k = geometry.in_a_row();
        let p = geometry.rules().stones_per_turn() as usize;
        let orders = k.saturating_sub(p + 1);
        let mut zones =
            Zones { sets: SmallVec::from_elem(SquareSet::EMPTY, orders), all: geometry.cells() };
        let most_stones = k.saturating_sub(stones + 1) as u8;
        position.add_open_squares(defender, most_stones, &mut zones.sets);
        zones
    }

    /// The zone of an order, counted from 1.
    #[must_use]
    pub fn of_order(&self, order: usize) -> SquareSet {
        self.sets.get(order - 1).copied().unwrap_or(self.all)
    }

    /// Adds squares to every zone.
    pub(crate) fn add_everywhere(&mut self, squares: SquareSet) {
        self.sets.iter_mut().for_each(|zone| *zone |= squares);
    }

    /// Adds the zones of another sequence after its first `dropped` zones have been dropped: the
    /// *promotion* `<<`.
    pub(crate) fn add_promoted(&mut self, other: &Zones, dropped: usize) {
        for (i, zone) in self.sets.iter_mut().enumerate() {
            *zone |= other.of_order(i + 1 + dropped);
        }
    }

    /// Whether a list of squares is irrelevant: it can be ordered so that its first square is
    /// outside Z1, its second outside Z2, and so on. As each zone contains the one before, that is
    /// so just if Zi holds fewer than i of the squares.
    #[must_use]
    pub fn is_irrelevant(&self, squares: SquareSet) -> bool {
        (1..=squares.len()).all(|order| (squares & self.of_order(order)).len() < order)
    }
}
