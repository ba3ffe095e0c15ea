//! What the player captures by taking an empty cell.
//!
//! An end counts as the player's, so what it captures does too, and connections that end there may
//! both need it (see [`Captured`]). A captured set stays one whatever stones come elsewhere, for dead
//! cells stay dead; and an opponent's stone inside of it is inside the carriers that rest on it.

use super::Connections;
use super::pair::EndIndex;
use super::settings::Captured;
use crate::cells::CellSet;
use crate::inferior::Stones;
use sixfold_game::{PerPlayer, Square};

/// A captured pair is beside the stone that captures it, and what lies around it decides.
const REACH: usize = 3;

impl<const WORDS: usize> Connections<WORDS> {
    /// Finds out again what is captured from cells near new stones; what has become more may join
    /// connections that were kept apart.
    pub(super) fn look_for_captured(&mut self, new: CellSet<WORDS>) {
        let Some(inferior) = self.inferior.clone() else { return };
        let stones = self.stones();
        let near = self.near(new);
        for cell in self.board.cells().iter() {
            let before = self.captured[cell.index()];
            if !near.contains(cell) && !before.meets(&new) {
                continue;
            }
            let is_empty = !stones.black.contains(cell) && !stones.white.contains(cell);
            let now = if is_empty {
                inferior.captured_by(cell, self.player, &stones)
            } else {
                CellSet::EMPTY
            };
            self.captured[cell.index()] = now;
            if !now.is_within(&before) {
                self.combine_again_at(cell.index() as EndIndex);
            }
        }
    }

    fn stones(&self) -> Stones<WORDS> {
        PerPlayer::from_fn(|player| if player == self.player { self.own } else { self.theirs })
    }

    fn near(&self, cells: CellSet<WORDS>) -> CellSet<WORDS> {
        (0..REACH).fold(cells, |near, _| {
            let beside = near.iter().flat_map(|cell| self.board.neighbours(cell)).copied();
            near | beside.collect()
        })
    }

    /// What counts as the player's because this end does.
    #[inline]
    pub(super) fn captured_at(&self, end: EndIndex) -> CellSet<WORDS> {
        if self.settings.captured == Captured::Apart || self.is_edge(end) {
            return CellSet::EMPTY;
        }
        self.captured[usize::from(end)]
    }

    /// What counts as the player's because two ends do.
    pub(super) fn captured_by_ends(&self, ends: [EndIndex; 2]) -> CellSet<WORDS> {
        let captured = self.captured_at(ends[0]) | self.captured_at(ends[1]);
        self.without_ends(captured, ends)
    }

    #[inline]
    pub(super) fn without_ends(
        &self,
        mut cells: CellSet<WORDS>,
        ends: [EndIndex; 2],
    ) -> CellSet<WORDS> {
        for end in ends.into_iter().filter(|&end| !self.is_edge(end)) {
            cells.remove(Square::from_index(end.into()));
        }
        cells
    }

    /// What two connections that end in the middle need beyond their carriers to be put together, if
    /// they can be.
    #[inline]
    pub(super) fn needed_to_share(
        &self,
        carriers: [&CellSet<WORDS>; 2],
        ends: [EndIndex; 2],
        middle: EndIndex,
    ) -> Option<CellSet<WORDS>> {
        let common = *carriers[0] & *carriers[1];
        if common.is_empty() {
            return Some(common);
        }
        let captured = [middle, ends[0], ends[1]].map(|end| self.captured_at(end));
        let needed = captured.into_iter().filter(|captured| captured.meets(&common));
        let needed = needed.fold(CellSet::EMPTY, |needed, captured| needed | captured);
        common.is_within(&needed).then(|| self.without_ends(needed, ends))
    }
}
