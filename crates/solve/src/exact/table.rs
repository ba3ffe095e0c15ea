//! The transposition table: what is known of positions met before.

/// How far a question is from being answered: the least number of leaves that must be proven to
/// prove it, and refuted to refute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// Stands for "never".
pub(super) const INFINITE: u32 = u32::MAX / 4;

impl Numbers {
    pub(super) const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const REFUTED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    pub(super) const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
}

#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    numbers: Numbers,
    /// Nodes searched below: 0 marks a free entry.
    work: u32,
}

const BUCKET: usize = 4;
const FREE: Entry = Entry { key: 0, numbers: Numbers::UNKNOWN, work: 0 };

/// A table that doubles when it fills up, and once it may not grow any more forgets the positions
/// that cost least.
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
    most_entries: usize,
}

const FIRST_ENTRIES: usize = 1 << 12;

impl Table {
    /// A table within the given memory.
    pub(super) fn new(memory: usize) -> Table {
        // While it grows, the old and the new table are both there.
        let most_entries = memory / size_of::<Entry>() * 2 / 3;
        Table { entries: vec![FREE; FIRST_ENTRIES], used: 0, most_entries }
    }

    fn bucket(&self, key: u128) -> usize {
        // Keys are sums of powers of three: mix them before taking a remainder.
        let mixed = (key ^ key >> 67).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let buckets = self.entries.len() / BUCKET;
        (((mixed >> 64) * buckets as u128) >> 64) as usize * BUCKET
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: u128) -> Option<Numbers> {
        let start = self.bucket(key);
        let entries = &self.entries[start..start + BUCKET];
        entries.iter().find(|entry| entry.work > 0 && entry.key == key).map(|entry| entry.numbers)
    }

    /// Remembers a position that cost so many nodes.
    pub(super) fn put(&mut self, key: u128, numbers: Numbers, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        self.insert(Entry { key, numbers, work });
        let may_grow = self.entries.len() * 2 <= self.most_entries;
        if may_grow && self.used * 4 > self.entries.len() * 3 {
            self.grow();
        }
    }

    fn insert(&mut self, mut entry: Entry) {
        let start = self.bucket(entry.key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket.iter().position(|old| old.work > 0 && old.key == entry.key);
        let cheapest = (0..BUCKET).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let place = same.unwrap_or(cheapest);
        if same.is_some() {
            entry.work = entry.work.saturating_add(bucket[place].work);
        } else if bucket[place].work == 0 {
            self.used += 1;
        }
        bucket[place] = entry;
    }

    fn grow(&mut self) {
        let twice = vec![FREE; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, twice);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            self.insert(entry);
        }
    }
}
