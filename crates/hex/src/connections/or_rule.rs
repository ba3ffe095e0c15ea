//! The OR rule: semi-connections without a common cell make a connection.
//!
//! Wherever the opponent plays, one of them is left untouched, and its key completes it.

use super::pair::{Entry, Pending};
use super::settings::{OrRule, Settings};
use crate::cells::CellSet;

/// Semi-connections that make a connection together.
#[derive(Clone, Debug)]
pub(super) struct Combination<const WORDS: usize> {
    pub(super) carrier: CellSet<WORDS>,
    /// Their numbers in the list of semi-connections.
    pub(super) members: Vec<usize>,
    pub(super) sharing: Sharing,
}

/// What all members of a combination have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sharing {
    Nothing,
    /// Cells that are captured by the ends, all of which the carrier takes in.
    CapturedCells,
}

/// The connections that a new semi-connection makes with older ones of the same pair: those whose
/// carriers hold no carrier of a known connection. Free cells are captured by the ends: it does not
/// matter if all of them need these.
pub(super) fn combinations<const WORDS: usize>(
    semi: &[Entry<WORDS>],
    newest: usize,
    full: &[Entry<WORDS>],
    settings: &Settings,
    free: CellSet<WORDS>,
) -> Vec<Combination<WORDS>> {
    let usable = |index: usize| index == newest || semi[index].pending == Pending::NOTHING;
    let common = (0..semi.len())
        .filter(|&index| usable(index))
        .fold(semi[newest].carrier - free, |common, index| common & semi[index].carrier);
    if !common.is_empty() {
        return Vec::new();
    }
    let none = CellSet::EMPTY;
    let mut search =
        Search { semi, full, usable: &usable, settings, free: none, found: Vec::new() };
    search.extend_from(newest);
    if search.found.is_empty() && !free.is_empty() {
        search.free = free;
        search.extend_from(newest);
    }
    if search.found.is_empty() && settings.or_rule == OrRule::CoveringThenGreedy {
        search.put_together_greedily(newest);
    }
    search.found
}

struct Search<'a, const WORDS: usize, Usable> {
    semi: &'a [Entry<WORDS>],
    full: &'a [Entry<WORDS>],
    usable: &'a Usable,
    settings: &'a Settings,
    free: CellSet<WORDS>,
    found: Vec<Combination<WORDS>>,
}

impl<const WORDS: usize, Usable: Fn(usize) -> bool> Search<'_, WORDS, Usable> {
    fn extend_from(&mut self, newest: usize) {
        let carrier = self.semi[newest].carrier;
        let common = carrier - self.free;
        if common.is_empty() {
            let combination = self.combine(carrier, vec![newest]);
            self.found.push(combination);
        } else {
            self.extend(&mut vec![newest], carrier, common);
        }
    }

    fn extend(&mut self, members: &mut Vec<usize>, union: CellSet<WORDS>, common: CellSet<WORDS>) {
        let Some(to_avoid) = common.first() else { return };
        // Subsets are listed in ascending order; the covering ones need not be.
        let start = match (self.settings.or_rule, &members[..]) {
            (OrRule::Subsets, [_, .., last]) => last + 1,
            _ => 0,
        };
        for index in (start..self.semi.len()).filter(|&index| (self.usable)(index)) {
            let carrier = self.semi[index].carrier;
            if self.settings.or_rule == OrRule::Subsets {
                if members.contains(&index) {
                    continue;
                }
            } else if carrier.contains(to_avoid) {
                continue;
            }
            let union = union | carrier;
            if self.is_known(&union) {
                continue;
            }
            let common = common & carrier;
            members.push(index);
            if common.is_empty() {
                let combination = self.combine(union, members.clone());
                self.found.push(combination);
            } else if members.len() < self.settings.or_limit {
                self.extend(members, union, common);
            }
            members.pop();
        }
    }

    fn is_known(&self, union: &CellSet<WORDS>) -> bool {
        self.full.iter().any(|known| known.carrier.is_within(union))
            || self.found.iter().any(|known| known.carrier.is_within(union))
    }

    /// Adds whatever leaves the fewest cells in common, until none is left.
    fn put_together_greedily(&mut self, newest: usize) {
        let mut members = vec![newest];
        let mut union = self.semi[newest].carrier;
        let mut common = union - self.free;
        while !common.is_empty() {
            let rest = |index: &usize| {
                let carrier = self.semi[*index].carrier;
                ((common & carrier).len(), (union | carrier).len())
            };
            let others = (0..self.semi.len()).filter(|&index| (self.usable)(index));
            let Some(best) = others.min_by_key(rest) else { return };
            if (common & self.semi[best].carrier) == common {
                return;
            }
            common = common & self.semi[best].carrier;
            union = union | self.semi[best].carrier;
            members.push(best);
        }
        if !self.is_known(&union) {
            let combination = self.combine(union, members);
            self.found.push(combination);
        }
    }

    fn combine(&self, union: CellSet<WORDS>, members: Vec<usize>) -> Combination<WORDS> {
        let carriers = members.iter().map(|&number| self.semi[number].carrier);
        let common = carriers.fold(self.free, |common, carrier| common & carrier);
        if common.is_empty() {
            return Combination { carrier: union, members, sharing: Sharing::Nothing };
        }
        let sharing = Sharing::CapturedCells;
        Combination { carrier: union | self.free, members, sharing }
    }
}
