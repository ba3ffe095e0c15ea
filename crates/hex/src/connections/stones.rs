//! Keeping connections in step with stones, and taking stones back.

use super::origin;
use super::pair::{EndIndex, NO_KEY, Pair, Pending};
use super::settings::Goal;
use super::{Connections, Found, index};
use crate::board::Edge;
use crate::cells::CellSet;
use crate::groups::Groups;
use sixfold_game::Square;

/// What has to be put back when stones are taken back.
#[derive(Clone, Debug)]
pub(super) struct Level<const WORDS: usize> {
    own: CellSet<WORDS>,
    theirs: CellSet<WORDS>,
    representative: Vec<EndIndex>,
    captured: Vec<CellSet<WORDS>>,
    origins: origin::Mark,
    logged: usize,
}

/// A pair as it was before the stones of a level.
#[derive(Clone, Debug)]
pub(super) struct Logged<const WORDS: usize> {
    ends: [EndIndex; 2],
    before: Pair<WORDS>,
}

impl<const WORDS: usize> Connections<WORDS> {
    /// Places stones of both players on empty cells, all at once, and searches up to the goal.
    /// [`Connections::take_back`] takes back all of them.
    ///
    /// A search that stopped at a goal has not found everything: what is built on it may miss
    /// connections, and never claims one that is not there.
    pub fn place(&mut self, own: CellSet<WORDS>, theirs: CellSet<WORDS>, goal: Goal) {
        self.epoch += 1;
        self.levels.push(Level {
            own: self.own,
            theirs: self.theirs,
            representative: self.representative.clone(),
            captured: self.captured.clone(),
            origins: self.origins.mark(),
            logged: self.log.len(),
        });
        self.own = self.own | own;
        self.theirs = self.theirs | theirs;
        let ends = (self.board.len() + 2) as EndIndex;
        for high in 0..ends {
            for low in 0..high {
                if !self.pairs[index([low, high])].is_empty() {
                    self.apply_stones([low, high], &own, &theirs);
                }
            }
        }
        if !own.is_empty() {
            self.merge_groups(&own);
        }
        self.look_for_captured(own | theirs);
        self.search(goal);
    }

    /// Takes back the stones placed last. Without any, nothing happens.
    pub fn take_back(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        while self.log.len() > level.logged
            && let Some(logged) = self.log.pop()
        {
            self.pairs[index(logged.ends)] = logged.before;
            self.note_partners(logged.ends);
        }
        self.own = level.own;
        self.theirs = level.theirs;
        self.representative = level.representative;
        self.captured = level.captured;
        self.origins.back_to(level.origins);
    }

    /// The stones placed so far can no longer be taken back.
    pub(super) fn forget_history(&mut self) {
        self.levels.clear();
        self.log.clear();
    }

    /// Before a pair is changed: what it was at the beginning of this level goes into the log.
    #[inline]
    pub(super) fn save(&mut self, ends: [EndIndex; 2]) {
        let pair = &mut self.pairs[index(ends)];
        if pair.epoch != self.epoch {
            let mut before = pair.clone();
            before.is_queued = false;
            self.log.push(Logged { ends, before });
            pair.epoch = self.epoch;
        }
    }

    #[inline]
    pub(super) fn is_own(&self, end: EndIndex) -> bool {
        self.is_edge(end) || self.own.contains(Square::from_index(end.into()))
    }

    /// Removes from a pair what the opponent's stones end, and takes own stones out of the carriers.
    fn apply_stones(&mut self, ends: [EndIndex; 2], own: &CellSet<WORDS>, theirs: &CellSet<WORDS>) {
        let pair = &self.pairs[index(ends)];
        let is_theirs = |end: EndIndex| {
            usize::from(end) < self.board.len() && theirs.contains(Square::from_index(end.into()))
        };
        let stones = *own | *theirs;
        let ends_lost = ends.into_iter().any(is_theirs);
        let all = || pair.full.iter().chain(&pair.semi);
        if !ends_lost && !all().any(|entry| entry.carrier.meets(&stones)) {
            return;
        }
        self.save(ends);
        let pair = &mut self.pairs[index(ends)];
        if ends_lost {
            pair.full.clear();
            pair.semi.clear();
        }
        pair.full.retain(|entry| !entry.carrier.meets(theirs));
        pair.semi.retain(|entry| !entry.carrier.meets(theirs));
        let changed: Vec<_> = pair.full.extract_if(.., |entry| entry.carrier.meets(own)).collect();
        let changed_semi: Vec<_> =
            pair.semi.extract_if(.., |entry| entry.carrier.meets(own)).collect();
        for entry in changed {
            let carrier = entry.carrier - *own;
            let (origin, depth) = (entry.origin, entry.depth);
            self.add_full(ends, Found { carrier, origin, depth, key: NO_KEY });
        }
        for entry in changed_semi {
            let carrier = entry.carrier - *own;
            let (origin, depth, key) = (entry.origin, entry.depth, entry.key);
            if own.contains(Square::from_index(key.into())) {
                self.add_full(ends, Found { carrier, origin, depth, key: NO_KEY });
            } else {
                self.add_semi(ends, Found { carrier, origin, depth, key });
            }
        }
        self.note_partners(ends);
    }

    /// Lets groups that new own stones have joined become one end, and everything that ends there
    /// combine there: the middle is an own one now.
    fn merge_groups(&mut self, own: &CellSet<WORDS>) {
        let merged = self.merged_representatives();
        let before = std::mem::replace(&mut self.representative, merged);
        let ends = before.len();
        for (end, &old) in before.iter().enumerate() {
            let new = self.representative[end];
            // Only ends that stood for themselves have lists of connections.
            if usize::from(old) != end || old == new {
                continue;
            }
            for other in (0..ends as EndIndex).filter(|&other| other != old) {
                self.move_pair([old, other], [new, self.representative[usize::from(other)]]);
            }
        }
        let mut grown: Vec<EndIndex> =
            own.iter().map(|cell| self.representative[cell.index()]).collect();
        grown.sort_unstable();
        grown.dedup();
        for end in grown {
            self.combine_again_at(end);
        }
    }

    fn merged_representatives(&self) -> Vec<EndIndex> {
        let cells = self.board.len();
        let mut groups = Groups::new(cells + 2);
        for cell in self.own.iter() {
            let own_beside =
                self.board.neighbours(cell).iter().filter(|&&cell| self.own.contains(cell));
            for beside in own_beside {
                groups.join(cell.index() as EndIndex, beside.index() as EndIndex);
            }
            for (number, edge) in Edge::of(self.player).into_iter().enumerate() {
                if self.board.touches(cell, edge) {
                    groups.join(cell.index() as EndIndex, (cells + number) as EndIndex);
                }
            }
        }
        // An edge stands for its group, otherwise the cell with the lowest number.
        let mut representative: Vec<EndIndex> = (0..(cells + 2) as EndIndex).collect();
        let order = (0..cells).rev().chain([cells + 1, cells]);
        let mut of_root = vec![0; cells + 2];
        for end in order {
            of_root[usize::from(groups.root(end as EndIndex))] = end as EndIndex;
        }
        for (end, representative) in representative.iter_mut().enumerate() {
            *representative = of_root[usize::from(groups.root(end as EndIndex))];
        }
        representative
    }

    fn move_pair(&mut self, from: [EndIndex; 2], to: [EndIndex; 2]) {
        if self.pairs[index(from)].is_empty() {
            return;
        }
        self.save(from);
        let pair = &mut self.pairs[index(from)];
        let full = std::mem::take(&mut pair.full);
        let semi = std::mem::take(&mut pair.semi);
        self.note_partners(from);
        if to[0] == to[1] {
            return;
        }
        for entry in full {
            let (carrier, origin, depth) = (entry.carrier, entry.origin, entry.depth);
            self.add_full(to, Found { carrier, origin, depth, key: NO_KEY });
        }
        for entry in semi {
            let (carrier, origin, depth, key) =
                (entry.carrier, entry.origin, entry.depth, entry.key);
            self.add_semi(to, Found { carrier, origin, depth, key });
        }
    }

    /// Everything that ends here may be put together in new ways.
    pub(super) fn combine_again_at(&mut self, end: EndIndex) {
        for other in (0..self.representative.len() as EndIndex).filter(|&other| other != end) {
            let ends = [end, other];
            if self.pairs[index(ends)].full.is_empty() {
                continue;
            }
            self.save(ends);
            let here = if end < other { Pending::AT_LOWER } else { Pending::AT_HIGHER };
            for entry in &mut self.pairs[index(ends)].full {
                entry.pending = entry.pending.and(here);
            }
            self.enqueue(ends);
        }
    }
}
