//! What is known of positions with the attacker to move.

/// How far a position has been searched. Turns are the attacker's own, the completing one included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// There is a win in so many turns; 0 if none is known.
    pub(super) win_in: u8,
    /// There is no win in so many turns or fewer.
    pub(super) none_within: u8,
}

/// No win at all.
pub(super) const NEVER: u8 = u8::MAX;

const UNKNOWN: Known = Known { win_in: 0, none_within: 0 };

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    known: Known,
}

const FREE: Entry = Entry { hash: 0, known: UNKNOWN };

/// A table keyed by 64-bit hashes that doubles until it has the size allowed, and from then on
/// keeps the newest. It guides the search; wins are replayed before they are believed.
#[derive(Default)]
pub(crate) struct Table {
    buckets: Vec<[Entry; BUCKET]>,
    used: usize,
    most_buckets: usize,
}

const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 1 << 8;

impl Table {
    pub(super) fn new(memory: usize) -> Table {
        let most_buckets = memory / size_of::<[Entry; BUCKET]>();
        Table { buckets: vec![[FREE; BUCKET]; FIRST_BUCKETS], used: 0, most_buckets }
    }

    /// A table that keeps nothing.
    pub(super) fn forgetful() -> Table {
        Table { buckets: Vec::new(), used: 0, most_buckets: 0 }
    }

    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, hash: u64) -> Option<Known> {
        let bucket = self.buckets.get(self.index(hash))?;
        bucket.iter().find(|entry| entry.hash == hash).map(|entry| entry.known)
    }

    pub(super) fn put(&mut self, hash: u64, known: Known) {
        let may_grow = self.buckets.len() * 2 <= self.most_buckets;
        if may_grow && self.used * 2 > self.buckets.len() * BUCKET {
            self.grow();
        }
        let index = self.index(hash);
        let Some(bucket) = self.buckets.get_mut(index) else {
            return;
        };
        let place = bucket.iter().position(|entry| entry.hash == hash).unwrap_or_else(|| {
            // Newer entries come first; the last one makes room.
            bucket.rotate_right(1);
            self.used += usize::from(bucket[0].known == UNKNOWN);
            0
        });
        bucket[place] = Entry { hash, known };
    }

    fn grow(&mut self) {
        let twice = vec![[FREE; BUCKET]; self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, twice);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.known != UNKNOWN) {
            self.put(entry.hash, entry.known);
        }
    }
}
