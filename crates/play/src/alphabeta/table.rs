//! The transposition table: what is known of positions seen before, shared by all threads.
//!
//! Each entry is two words without a lock; the key is mixed with the data, so that a torn entry is
//! not found. It guides the search and proves nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use sixfold_game::Square;
use sixfold_solve::Stones;

use super::value::Value;

pub(super) struct Table {
    entries: Box<[Entry]>,
}

#[derive(Default)]
struct Entry {
    mixed_key: AtomicU64,
    data: AtomicU64,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) depth: i32,
    /// The best turn; empty if none is known or it has too many stones to be stored.
    pub(super) best: Stones,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// Stones of a best turn that fit into an entry.
const MOST_STONES: usize = 3;
/// Bits of a square and one that says that there is one.
const SQUARE_BITS: u32 = 10;
const NO_SQUARE: u64 = (1 << SQUARE_BITS) - 1;
/// Added to a depth to make it positive.
const DEPTH_OFFSET: i32 = 64;

impl Table {
    /// A table of about so many bytes.
    pub(super) fn new(memory: usize) -> Table {
        let entries = (memory / size_of::<Entry>()).max(1024).next_power_of_two();
        Table { entries: (0..entries).map(|_| Entry::default()).collect() }
    }

    pub(super) fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry = Entry::default();
        }
    }

    fn entry(&self, key: u64) -> &Entry {
        &self.entries[key as usize & (self.entries.len() - 1)]
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let entry = self.entry(key);
        let data = entry.data.load(Ordering::Relaxed);
        let is_whole = entry.mixed_key.load(Ordering::Relaxed) ^ data == key;
        (is_whole && data != 0).then(|| Known::unpack(data))
    }

    pub(super) fn put(&self, key: u64, known: &Known) {
        let entry = self.entry(key);
        let data = known.pack();
        entry.data.store(data, Ordering::Relaxed);
        entry.mixed_key.store(key ^ data, Ordering::Relaxed);
    }
}

impl Known {
    fn pack(&self) -> u64 {
        let value = u64::from(self.value as i16 as u16);
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 127) as u64;
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        let mut squares = 0;
        for place in 0..MOST_STONES {
            let square = match self.best.get(place) {
                Some(square) if self.best.len() <= MOST_STONES => square.index() as u64,
                _ => NO_SQUARE,
            };
            squares |= square << (place as u32 * SQUARE_BITS);
        }
        value | depth << 16 | bound << 23 | squares << 25
    }

    fn unpack(data: u64) -> Known {
        let squares = data >> 25;
        let square = |place: usize| squares >> (place as u32 * SQUARE_BITS) & NO_SQUARE;
        let stones = (0..MOST_STONES).map(square).take_while(|&square| square != NO_SQUARE);
        Known {
            value: Value::from(data as u16 as i16),
            depth: (data >> 16 & 127) as i32 - DEPTH_OFFSET,
            bound: match data >> 23 & 3 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            best: stones.map(|square| Square::from_index(square as usize)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let table = Table::new(1 << 16);
        let best: Stones = [3, 675].map(Square::from_index).into_iter().collect();
        for (value, depth, bound) in
            [(-31_999, -3, Bound::AtMost), (12, 9, Bound::Exact), (31_998, 0, Bound::AtLeast)]
        {
            let known = Known { value, bound, depth, best: best.clone() };
            table.put(0xdead_beef_0bad_cafe, &known);
            assert_eq!(table.get(0xdead_beef_0bad_cafe), Some(known));
        }
        assert_eq!(table.get(0xdead_beef_0bad_caff), None);
    }
}
