//! What has been tried in vain. Wins need no table: in an OR tree the first one ends the search.

use std::collections::HashMap;

use super::search::{Limits, Space};

/// The largest limits within which a position was searched without finding a win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tried(Limits);

/// Stands for no limit.
const ANY: u8 = u8::MAX;

impl Tried {
    pub(super) fn new(limits: Limits, space: Space) -> Tried {
        Tried(match space {
            Space::Everything => Limits { turns: ANY, choices: ANY },
            Space::Conservative => Limits { turns: ANY, ..limits },
            Space::Limited => limits,
        })
    }

    /// What the search has found out if it went at least as far as these limits: a win against
    /// macro defences is one against normal defences too, so fewer choices win no more.
    pub(super) fn covers(self, limits: Limits) -> Option<Space> {
        let Tried(tried) = self;
        if tried.turns < limits.turns || tried.choices < limits.choices {
            return None;
        }
        Some(match tried {
            Limits { turns: ANY, choices: ANY } => Space::Everything,
            Limits { turns: ANY, .. } => Space::Conservative,
            _ => Space::Limited,
        })
    }
}

/// A table keyed by 64-bit hashes. One that is full starts anew.
pub(super) struct Table {
    tried: HashMap<u64, Tried>,
    most: usize,
}

/// About what an entry takes, with the room that a hash map leaves free.
const BYTES_PER_ENTRY: usize = 40;

impl Table {
    pub(super) fn new(memory: usize) -> Table {
        Table { tried: HashMap::new(), most: memory / BYTES_PER_ENTRY }
    }

    pub(super) fn get(&self, hash: u64) -> Option<Tried> {
        self.tried.get(&hash).copied()
    }

    pub(super) fn put(&mut self, hash: u64, tried: Tried) {
        if self.tried.len() >= self.most {
            self.tried.clear();
        }
        self.tried.insert(hash, tried);
    }
}
