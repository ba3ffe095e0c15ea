//! The connections between one pair of ends.

use crate::cells::CellSet;

/// An end: the number of a cell, or one of the two numbers behind the last cell for the player's
/// edges. A group is known by one of its members.
pub(super) type EndIndex = u16;

/// In place of a key where there is none.
pub(super) const NO_KEY: EndIndex = EndIndex::MAX;

/// Work that is still to be done with a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pending(u8);

impl Pending {
    pub(super) const NOTHING: Pending = Pending(0);
    /// Combine it at the end with the lower number.
    pub(super) const AT_LOWER: Pending = Pending(1);
    /// Combine it at the end with the higher number.
    pub(super) const AT_HIGHER: Pending = Pending(2);
    /// Combine it at both ends; or, for a semi-connection, with the others of its pair.
    pub(super) const EVERYTHING: Pending = Pending(3);

    #[inline]
    pub(super) fn includes(self, other: Pending) -> bool {
        self.0 & other.0 == other.0
    }

    #[inline]
    pub(super) fn and(self, other: Pending) -> Pending {
        Pending(self.0 | other.0)
    }
}

/// A connection or semi-connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry<const WORDS: usize> {
    pub(super) carrier: CellSet<WORDS>,
    /// How it was derived: a number of the list of origins.
    pub(super) origin: u32,
    /// The cells of the carrier.
    pub(super) size: u16,
    /// How many rules were applied one after the other.
    pub(super) depth: u16,
    /// Where the first stone of a semi-connection goes.
    pub(super) key: EndIndex,
    pub(super) pending: Pending,
}

/// What is known to connect two ends. Carriers are minimal: none holds another of its kind, and no
/// semi-connection's holds a connection's. They are sorted by size.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair<const WORDS: usize> {
    pub(super) full: Vec<Entry<WORDS>>,
    pub(super) semi: Vec<Entry<WORDS>>,
    /// When the pair was last put into the log.
    pub(super) epoch: u32,
    pub(super) is_queued: bool,
}

impl<const WORDS: usize> Pair<WORDS> {
    pub(super) fn is_empty(&self) -> bool {
        self.full.is_empty() && self.semi.is_empty()
    }

    /// Whether a connection with this carrier would be new and among the smallest.
    #[inline]
    pub(super) fn wants_full(&self, carrier: &CellSet<WORDS>, limit: usize) -> bool {
        wants(&self.full, carrier, limit)
    }

    /// Whether a semi-connection with this carrier would be new and among the smallest.
    #[inline]
    pub(super) fn wants_semi(&self, carrier: &CellSet<WORDS>, limit: usize) -> bool {
        wants(&self.semi, carrier, limit)
            && !self.full.iter().any(|known| known.carrier.is_within(carrier))
    }

    /// Adds a connection that [is wanted](Pair::wants_full).
    pub(super) fn add_full(&mut self, entry: Entry<WORDS>, limit: usize) {
        add(&mut self.full, entry, limit);
        self.semi.retain(|semi| !entry.carrier.is_within(&semi.carrier));
    }

    /// Adds a semi-connection that [is wanted](Pair::wants_semi).
    pub(super) fn add_semi(&mut self, entry: Entry<WORDS>, limit: usize) {
        add(&mut self.semi, entry, limit);
    }
}

#[inline]
fn wants<const WORDS: usize>(
    list: &[Entry<WORDS>],
    carrier: &CellSet<WORDS>,
    limit: usize,
) -> bool {
    let is_small = || list.last().is_some_and(|last| carrier.len() < last.size.into());
    // Neighbours stay neighbours, whatever the limit.
    (carrier.is_empty() || list.len() < limit || is_small())
        && !list.iter().any(|known| known.carrier.is_within(carrier))
}

fn add<const WORDS: usize>(list: &mut Vec<Entry<WORDS>>, entry: Entry<WORDS>, limit: usize) {
    list.retain(|known| !entry.carrier.is_within(&known.carrier));
    let place = list.partition_point(|known| known.size <= entry.size);
    list.insert(place, entry);
    list.truncate(limit.max(1));
}
