//! The rules, applied until nothing new is found.

use super::or_rule::{Combination, Sharing, combinations};
use super::origin::Origins;
use super::pair::{EndIndex, Entry, NO_KEY, Pending};
use super::settings::{Goal, OverEdges};
use super::{Connections, Found, index};
use crate::cells::CellSet;
use sixfold_game::Square;

/// Cells at most so many rows and columns apart may be connected over an edge that both are near. With
/// three there are more than twice as many connections, and hardly any of use.
const NEAR: u8 = 2;

impl<const WORDS: usize> Connections<WORDS> {
    /// Applies the rules to everything that is new, and to what follows, up to the goal.
    pub(super) fn search(&mut self, goal: Goal) {
        self.apply_both_rules(goal);
        while !self.is_reached(goal) && self.cross() {
            self.apply_both_rules(goal);
        }
        while let Some(ends) = self.queue.pop_front() {
            self.pairs[index(ends)].is_queued = false;
        }
    }

    fn apply_both_rules(&mut self, goal: Goal) {
        while !self.is_reached(goal)
            && let Some(ends) = self.queue.pop_front()
        {
            self.pairs[index(ends)].is_queued = false;
            self.combine_full(ends);
            self.combine_semi(ends);
        }
    }

    fn is_reached(&self, goal: Goal) -> bool {
        match goal {
            Goal::Everything => false,
            Goal::Win => self.winning().is_some(),
            Goal::WinToMove => self.winning().is_some() || self.winning_to_move().next().is_some(),
        }
    }

    /// The AND rule for all new connections of a pair.
    fn combine_full(&mut self, ends: [EndIndex; 2]) {
        let pair = &self.pairs[index(ends)];
        if pair.full.iter().all(|entry| entry.pending == Pending::NOTHING) {
            return;
        }
        self.save(ends);
        let pair = &mut self.pairs[index(ends)];
        let new: Vec<Entry<WORDS>> =
            pair.full.iter().filter(|entry| entry.pending != Pending::NOTHING).copied().collect();
        for entry in &mut pair.full {
            entry.pending = Pending::NOTHING;
        }
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        for entry in new {
            if entry.pending.includes(Pending::AT_LOWER) {
                self.combine_over(low, high, &entry);
            }
            if entry.pending.includes(Pending::AT_HIGHER) {
                self.combine_over(high, low, &entry);
            }
        }
    }

    /// The AND rule for a connection from `from` to `middle` and all others that end there.
    fn combine_over(&mut self, middle: EndIndex, from: EndIndex, one: &Entry<WORDS>) {
        let over_edges = self.settings.over_edges;
        let is_over_edge = self.is_edge(middle);
        if is_over_edge && over_edges == OverEdges::Forbidden {
            return;
        }
        let is_limited = is_over_edge && over_edges == OverEdges::Near;
        let words = self.partner_words();
        for word in 0..words {
            let mut rest = self.partners[usize::from(middle) * words + word];
            while rest != 0 {
                let to = (word * 64) as EndIndex + rest.trailing_zeros() as EndIndex;
                rest &= rest - 1;
                if to == from
                    || self.carrier_holds(&one.carrier, to)
                    || (is_limited && !self.are_near([from, to]))
                {
                    continue;
                }
                let pair = index([middle, to]);
                for number in 0..self.pairs[pair].full.len() {
                    let other = self.pairs[pair].full[number];
                    if self.carrier_holds(&other.carrier, from) {
                        continue;
                    }
                    let (ends, carriers) = ([from, to], [&one.carrier, &other.carrier]);
                    if let Some(needed) = self.needed_to_share(carriers, ends, middle) {
                        self.join(ends, middle, [one, &other], needed);
                    }
                }
            }
        }
    }

    /// Whether one of two ends is a stone or an edge, or both are cells near each other.
    fn are_near(&self, ends: [EndIndex; 2]) -> bool {
        let grid = self.board.grid();
        let [one, other] = ends.map(|end| Square::from_index(end.into()));
        ends.into_iter().any(|end| self.is_own(end))
            || (grid.column(one).abs_diff(grid.column(other)) <= NEAR
                && grid.row(one).abs_diff(grid.row(other)) <= NEAR)
    }

    #[inline]
    fn carrier_holds(&self, carrier: &CellSet<WORDS>, end: EndIndex) -> bool {
        !self.is_edge(end) && carrier.contains(Square::from_index(end.into()))
    }

    fn join(
        &mut self,
        ends: [EndIndex; 2],
        middle: EndIndex,
        parts: [&Entry<WORDS>; 2],
        needed: CellSet<WORDS>,
    ) {
        let carrier = parts[0].carrier | parts[1].carrier | needed;
        let depth = parts[0].depth.max(parts[1].depth) + 1;
        let parts = parts.map(|part| part.origin);
        let origin = |origins: &mut Origins| {
            if needed.is_empty() { origins.push_and(parts, ends, middle) } else { Origins::OTHER }
        };
        let pair = &self.pairs[index(ends)];
        if self.is_own(middle) {
            if pair.wants_full(&carrier, self.settings.full_limit) {
                let origin = origin(&mut self.origins);
                self.add_full(ends, Found { carrier, origin, depth, key: NO_KEY });
            }
        } else {
            let carrier = carrier | CellSet::of(Square::from_index(middle.into()));
            if pair.wants_semi(&carrier, self.semi_limit(ends)) {
                let origin = origin(&mut self.origins);
                self.add_semi(ends, Found { carrier, origin, depth, key: middle });
            }
        }
    }

    /// The OR rule for all new semi-connections of a pair.
    fn combine_semi(&mut self, ends: [EndIndex; 2]) {
        loop {
            let pair = &self.pairs[index(ends)];
            let is_new = |entry: &Entry<WORDS>| entry.pending != Pending::NOTHING;
            let Some(newest) = pair.semi.iter().position(is_new) else { return };
            let free = self.captured_by_ends(ends);
            let found = combinations(&pair.semi, newest, &pair.full, &self.settings, free);
            self.save(ends);
            let pair = &mut self.pairs[index(ends)];
            pair.semi[newest].pending = Pending::NOTHING;
            // Adding a connection may drop semi-connections, so look at them before.
            let found: Vec<_> = found
                .into_iter()
                .map(|combination| {
                    let members = combination.members.iter().map(|&number| pair.semi[number]);
                    let members: Vec<_> = members.collect();
                    (combination, members)
                })
                .collect();
            for (Combination { carrier, sharing, .. }, members) in found {
                if self.pairs[index(ends)].wants_full(&carrier, self.settings.full_limit) {
                    let depth = members.iter().map(|semi| semi.depth).max().unwrap_or(0) + 1;
                    let origin = match sharing {
                        Sharing::Nothing => {
                            self.origins.push_or(members.iter().map(|semi| semi.origin))
                        }
                        Sharing::CapturedCells => Origins::OTHER,
                    };
                    self.add_full(ends, Found { carrier, origin, depth, key: NO_KEY });
                }
            }
        }
    }

    pub(super) fn add_full(&mut self, ends: [EndIndex; 2], found: Found<WORDS>) {
        let limit = self.settings.full_limit;
        if !self.pairs[index(ends)].wants_full(&found.carrier, limit) {
            return;
        }
        self.save(ends);
        self.pairs[index(ends)].add_full(found.entry(), limit);
        self.note_partners(ends);
        self.enqueue(ends);
    }

    pub(super) fn add_semi(&mut self, ends: [EndIndex; 2], found: Found<WORDS>) {
        let limit = self.semi_limit(ends);
        if !self.pairs[index(ends)].wants_semi(&found.carrier, limit) {
            return;
        }
        self.save(ends);
        self.pairs[index(ends)].add_semi(found.entry(), limit);
        self.enqueue(ends);
    }

    fn semi_limit(&self, ends: [EndIndex; 2]) -> usize {
        let joins_edges = self.is_edge(ends[0]) && self.is_edge(ends[1]);
        if joins_edges { usize::MAX } else { self.settings.semi_limit }
    }

    pub(super) fn enqueue(&mut self, ends: [EndIndex; 2]) {
        let pair = &mut self.pairs[index(ends)];
        if !pair.is_queued {
            pair.is_queued = true;
            self.queue.push_back(ends);
        }
    }

    #[inline]
    pub(super) fn partner_words(&self) -> usize {
        (self.board.len() + 2).div_ceil(64)
    }

    /// Notes whether two ends have connections.
    pub(super) fn note_partners(&mut self, ends: [EndIndex; 2]) {
        let connected = !self.pairs[index(ends)].full.is_empty();
        let words = self.partner_words();
        for [end, other] in [ends, [ends[1], ends[0]]] {
            let word = &mut self.partners[usize::from(end) * words + usize::from(other) / 64];
            let bit = 1 << (other % 64);
            *word = if connected { *word | bit } else { *word & !bit };
        }
    }
}
