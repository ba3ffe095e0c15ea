//! The table of df-pn.

use std::collections::HashMap;

use sixfold_game::Setup;

use crate::Numbers;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Its numbers.
    pub(super) numbers: Numbers,
    /// The nodes that they have cost.
    pub(super) work: u64,
}

/// What is known of positions, by their canonical setups. A full table drops the half of them
/// that was cheapest to find.
pub(super) struct Table {
    entries: HashMap<Setup, Known>,
    capacity: usize,
}

impl Table {
    pub(super) fn new(capacity: usize) -> Table {
        Table { entries: HashMap::new(), capacity: capacity.max(1) }
    }

    pub(super) fn get(&self, position: &Setup) -> Option<Known> {
        self.entries.get(position).copied()
    }

    /// Takes in new numbers, and the work that was needed since the last ones.
    pub(super) fn put(&mut self, position: &Setup, known: Known) {
        if let Some(entry) = self.entries.get_mut(position) {
            *entry = Known { numbers: known.numbers, work: entry.work + known.work };
            return;
        }
        if self.entries.len() >= self.capacity {
            self.drop_the_cheaper_half();
        }
        self.entries.insert(*position, known);
    }

    /// What stays depends on the work alone, not on the order of the map, so that a search can be
    /// repeated node by node.
    fn drop_the_cheaper_half(&mut self) {
        let mut work: Vec<u64> = self.entries.values().map(|known| known.work).collect();
        let middle = work.len() / 2;
        let (_, &mut median, _) = work.select_nth_unstable(middle);
        self.entries.retain(|_, known| known.work > median);
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::{GameName, Player, Square};

    use super::*;

    fn setup(square: usize) -> Setup {
        let mut setup = Setup::start(GameName::CONNECT6);
        setup.set(Square::from_index(square), Some(Player::Black));
        setup
    }

    fn known(work: u64) -> Known {
        Known { numbers: Numbers::UNKNOWN, work }
    }

    #[test]
    fn a_full_table_keeps_what_was_expensive() {
        let mut table = Table::new(4);
        for (square, work) in [(0, 8), (1, 3), (2, 1), (3, 2), (4, 1)] {
            table.put(&setup(square), known(work));
        }
        let kept: Vec<usize> =
            (0..5).filter(|&square| table.get(&setup(square)).is_some()).collect();
        assert_eq!(kept, [0, 4]);
    }

    #[test]
    fn work_adds_up_and_numbers_are_the_latest() {
        let mut table = Table::new(1);
        table.put(&setup(0), known(5));
        table.put(&setup(0), Known { numbers: Numbers::PROVEN, work: 2 });
        assert_eq!(table.get(&setup(0)), Some(Known { numbers: Numbers::PROVEN, work: 7 }));
        table.put(&setup(1), known(1));
        assert_eq!(table.get(&setup(0)), None);
    }
}
