//! The crossing rule, for connections whose parts overlap: braids (the idea is that of Henderson,
//! Arneson and Hayward, "Hex, Braids, the Crossing Rule, and XH-Search", 2009; the rule is a wider one).
//!
//! The AND rule over an empty middle wants two connections with disjoint carriers. Where all of them
//! overlap, taking the middle may still connect the ends: semi-connections that rest on it leave out
//! each other's cells. So the middle is taken for a moment, both rules are applied to what follows,
//! and what they connect is semi-connected with the middle as its key.

use sixfold_game::Square;

use super::origin::Origins;
use super::pair::EndIndex;
use super::settings::{Crossing, Goal};
use super::{Connections, Found, index};
use crate::cells::CellSet;

/// A semi-connection of two ends as they are without the middle.
struct Braid<const WORDS: usize> {
    ends: [EndIndex; 2],
    found: Found<WORDS>,
}

impl<const WORDS: usize> Connections<WORDS> {
    /// Applies the rule over all empty cells, where nothing is left to do for the other rules. Whether
    /// they have something to do now.
    pub(super) fn cross(&mut self) -> bool {
        if self.settings.crossing == Crossing::Unused {
            return false;
        }
        // While the middle is taken, only the other rules are applied.
        self.settings.crossing = Crossing::Unused;
        let braids: Vec<Braid<WORDS>> =
            self.empty().iter().flat_map(|middle| self.braids_over(middle)).collect();
        self.settings.crossing = Crossing::BetweenGroups;
        for Braid { ends, found } in braids {
            self.add_semi(ends, found);
        }
        !self.queue.is_empty()
    }

    fn braids_over(&mut self, middle: Square) -> Vec<Braid<WORDS>> {
        let groups = self.groups_at(middle);
        let mut braids = Vec::new();
        if groups.len() < 2 {
            return braids;
        }
        self.place(CellSet::of(middle), CellSet::EMPTY, Goal::Everything);
        for (number, &one) in groups.iter().enumerate() {
            for &other in &groups[..number] {
                let joined = [one, other].map(|end| self.representative[usize::from(end)]);
                if joined[0] == joined[1] {
                    continue;
                }
                braids.extend(self.pairs[index(joined)].full.iter().map(|full| {
                    let carrier = full.carrier | CellSet::of(middle);
                    let (origin, depth) = (Origins::OTHER, full.depth + 1);
                    let key = middle.index() as EndIndex;
                    Braid { ends: [one, other], found: Found { carrier, origin, depth, key } }
                }));
            }
        }
        self.take_back();
        braids
    }

    /// The groups and edges that have connections or semi-connections with an empty cell.
    fn groups_at(&self, middle: Square) -> Vec<EndIndex> {
        let middle = middle.index() as EndIndex;
        let ends = 0..self.representative.len() as EndIndex;
        ends.filter(|&end| self.is_own(end) && !self.pairs[index([middle, end])].is_empty())
            .collect()
    }
}
