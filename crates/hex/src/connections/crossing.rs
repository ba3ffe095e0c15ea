//! The crossing rule: a look one stone ahead, at what the other two rules know.
//!
//! Let x and y be two ends and u an empty cell. Once u is the player's, a semi-connection of x and u
//! together with a connection of u and y is a semi-connection of x and y, and so is the reverse. If no
//! cell is common to all of them and to the semi-connections of x and y known before, they are a
//! connection by the OR rule: then x and y are semi-connected with the key u. The AND rule knows only
//! the case in which u is connected with both.

use super::origin::Origins;
use super::pair::{EndIndex, Entry};
use super::settings::Crossing;
use super::{Connections, Found, index};
use crate::cells::CellSet;
use sixfold_game::Square;

/// So many of the smallest carriers of each pair are tried.
const TRIED: usize = 6;

/// A way to join the ends once the key is the player's, if he moves first.
#[derive(Clone, Copy, Debug)]
struct Way<const WORDS: usize> {
    carrier: CellSet<WORDS>,
    depth: u16,
}

impl<const WORDS: usize> Connections<WORDS> {
    /// Applies the crossing rule where something is new; whether it has found anything.
    pub(super) fn cross(&mut self) -> bool {
        if self.settings.crossing == Crossing::Never || !self.fresh.contains(&true) {
            return false;
        }
        let mut is_found = false;
        let fresh = self.fresh.clone();
        self.fresh.fill(false);
        let ends = (self.board.len() + 2) as EndIndex;
        let targets: Vec<EndIndex> =
            (0..ends).rev().filter(|&end| self.is_crossed_at(end)).collect();
        for &target in &targets {
            for end in 0..ends {
                // Two targets are a pair once.
                let is_pair = !targets.contains(&end) || end < target;
                let is_wanted = self.settings.crossing != Crossing::Edges || self.is_edge(end);
                let is_fresh = fresh[usize::from(end)] || fresh[usize::from(target)];
                if end != target && is_pair && is_wanted && is_fresh && self.is_end(end) {
                    is_found |= self.cross_between([end, target]);
                }
            }
        }
        is_found
    }

    fn is_end(&self, end: EndIndex) -> bool {
        let is_theirs = !self.is_edge(end) && self.theirs.contains(Square::from_index(end.into()));
        !is_theirs && self.representative[usize::from(end)] == end
    }

    fn is_crossed_at(&self, end: EndIndex) -> bool {
        let is_wanted = match self.settings.crossing {
            Crossing::Never => false,
            Crossing::Edges | Crossing::AtEdges => self.is_edge(end),
            Crossing::AtStones => self.is_own(end),
        };
        is_wanted && self.is_end(end)
    }

    fn cross_between(&mut self, ends: [EndIndex; 2]) -> bool {
        let mut is_found = false;
        for cell in self.empty().iter() {
            let key = cell.index() as EndIndex;
            if ends.contains(&key) || !ends.iter().all(|&end| self.is_known([end, key])) {
                continue;
            }
            if !self.pairs[index(ends)].full.is_empty() {
                break;
            }
            let Some(found) = self.found_over(ends, key) else { continue };
            let limit = self.semi_limit(ends);
            if self.pairs[index(ends)].wants_semi(&found.carrier, limit) {
                self.add_semi(ends, found);
                is_found = true;
            }
        }
        is_found
    }

    /// A semi-connection with this key, if the rule gives one.
    fn found_over(&self, ends: [EndIndex; 2], key: EndIndex) -> Option<Found<WORDS>> {
        let [from, to] = ends;
        let mut ways = Vec::new();
        self.list_ways([from, key, to], &mut ways);
        self.list_ways([to, key, from], &mut ways);
        if ways.is_empty() {
            return None;
        }
        let cell = CellSet::of(Square::from_index(key.into()));
        let known = self.pairs[index(ends)].semi.iter();
        ways.extend(known.map(|semi| Way { carrier: semi.carrier - cell, depth: semi.depth }));
        let free = self.without_ends(self.captured_at(key), ends);
        let way = without_common_cell(&ways, free)?;
        let (origin, depth) = (Origins::OTHER, way.depth + 2);
        Some(Found { carrier: way.carrier | cell, origin, depth, key })
    }

    /// The semi-connections from the first place to the key with the connections from there to the
    /// last.
    fn list_ways(&self, [from, key, to]: [EndIndex; 3], ways: &mut Vec<Way<WORDS>>) {
        let semi = &self.pairs[index([from, key])].semi;
        let full = &self.pairs[index([key, to])].full;
        let holds = |entry: &Entry<WORDS>, end: EndIndex| self.carrier_holds(&entry.carrier, end);
        for one in semi.iter().filter(|one| !holds(one, to)).take(TRIED) {
            for other in full.iter().filter(|other| !holds(other, from)).take(TRIED) {
                let carriers = [&one.carrier, &other.carrier];
                let Some(needed) = self.needed_to_share(carriers, [from, to], key) else {
                    continue;
                };
                let carrier = one.carrier | other.carrier | needed;
                ways.push(Way { carrier, depth: one.depth.max(other.depth) });
            }
        }
    }
}

/// Ways that have no cell in common but free ones, together. The smallest come first, then whichever
/// leaves the fewest cells in common.
fn without_common_cell<const WORDS: usize>(
    ways: &[Way<WORDS>],
    free: CellSet<WORDS>,
) -> Option<Way<WORDS>> {
    let all = ways.iter().skip(1).fold(ways[0].carrier, |common, way| common & way.carrier);
    if !all.is_within(&free) {
        return None;
    }
    let mut together = *ways.iter().min_by_key(|way| way.carrier.len())?;
    let mut common = together.carrier;
    while !common.is_within(&free) {
        let rest = |way: &&Way<WORDS>| {
            ((common & way.carrier - free).len(), (way.carrier | together.carrier).len())
        };
        let next = ways.iter().min_by_key(rest)?;
        common = common & next.carrier;
        together.carrier = together.carrier | next.carrier;
        together.depth = together.depth.max(next.depth);
    }
    if !common.is_empty() {
        together.carrier = together.carrier | free;
    }
    Some(together)
}
