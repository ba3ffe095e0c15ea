//! The transposition table: whole positions up to symmetry, no hashes, so no collisions.

use std::collections::HashMap;

use sixfold_game::{PerPlayer, Player, Square};

use super::node::Ranking;
use crate::board::Board;
use crate::cells::CellSet;
use crate::hash::KeyHashing;
use crate::inferior::Stones;

/// How hard it seems to prove that the side to move wins, and that it loses. Zero means proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) win: u32,
    pub(super) loss: u32,
}

impl Numbers {
    /// More than any sum.
    pub(super) const INFINITE: u32 = 1 << 30;
    pub(super) const WON: Numbers = Numbers { win: 0, loss: Numbers::INFINITE };
    pub(super) const LOST: Numbers = Numbers { win: Numbers::INFINITE, loss: 0 };
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known<const WORDS: usize> {
    pub(super) numbers: Numbers,
    /// Moves of the side to move that are not refuted, while nothing is proven.
    pub(super) moves: CellSet<WORDS>,
    /// The empty cells that the winner needs; while nothing is proven, those that the opponent of
    /// the side to move needs against the moves left out.
    pub(super) carrier: CellSet<WORDS>,
    /// Moves that were left out because of a killing reply.
    pub(super) vulnerable: CellSet<WORDS>,
    /// The winning move.
    pub(super) best: Option<Square>,
    /// The moves that looked best, best first.
    pub(super) ranking: Ranking,
    /// The nodes spent below it.
    pub(super) work: u32,
}

/// A position as the table knows it: the smallest of its images.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key<const WORDS: usize> {
    black: [u64; WORDS],
    white: [u64; WORDS],
    to_move: Player,
}

/// A position's key, and the symmetry that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<const WORDS: usize> {
    key: Key<WORDS>,
    symmetry: usize,
}

/// A symmetry: each is its own inverse or the inverse of another with the same effect on sets.
#[derive(Clone, Debug)]
struct Symmetry {
    image: Vec<Square>,
    /// Whether the players change places.
    exchanges: bool,
    inverse: usize,
}

pub(super) struct Table<const WORDS: usize> {
    symmetries: Vec<Symmetry>,
    known: HashMap<Key<WORDS>, Known<WORDS>, KeyHashing>,
    limit: usize,
}

impl<const WORDS: usize> Table<WORDS> {
    pub(super) fn new(board: &Board, memory: usize) -> Table<WORDS> {
        let cells = || board.grid().squares();
        let rotation = |cell: Square| board.rotated(cell);
        let mut symmetries = vec![
            Symmetry { image: cells().collect(), exchanges: false, inverse: 0 },
            Symmetry { image: cells().map(rotation).collect(), exchanges: false, inverse: 1 },
        ];
        let reflected: Option<Vec<Square>> = cells().map(|cell| board.reflected(cell)).collect();
        if let Some(reflected) = reflected {
            // The rotation and the reflection commute, so all four are their own inverses.
            let both = reflected.iter().map(|&cell| rotation(cell)).collect();
            symmetries.push(Symmetry { image: reflected, exchanges: true, inverse: 2 });
            symmetries.push(Symmetry { image: both, exchanges: true, inverse: 3 });
        }
        let entry = size_of::<(Key<WORDS>, Known<WORDS>)>() * 2;
        Table { symmetries, known: HashMap::default(), limit: (memory / entry).max(1024) }
    }

    /// Where a position is kept.
    pub(super) fn slot(&self, stones: &Stones<WORDS>, to_move: Player) -> Slot<WORDS> {
        let keys = self.symmetries.iter().enumerate().map(|(symmetry, description)| {
            let image = PerPlayer::from_fn(|player| description.apply(stones[player]));
            let key = if description.exchanges {
                Key {
                    black: image.white.words(),
                    white: image.black.words(),
                    to_move: to_move.opponent(),
                }
            } else {
                Key { black: image.black.words(), white: image.white.words(), to_move }
            };
            Slot { key, symmetry }
        });
        keys.min_by_key(|slot| (slot.key.to_move, slot.key.black, slot.key.white))
            .expect("every board has the identity among its symmetries")
    }

    pub(super) fn get(&self, slot: &Slot<WORDS>) -> Option<Known<WORDS>> {
        let known = self.known.get(&slot.key)?;
        let back = &self.symmetries[self.symmetries[slot.symmetry].inverse];
        Some(back.apply_to(known))
    }

    pub(super) fn numbers(&self, slot: &Slot<WORDS>) -> Option<Numbers> {
        self.known.get(&slot.key).map(|known| known.numbers)
    }

    pub(super) fn put(&mut self, slot: &Slot<WORDS>, known: &Known<WORDS>) {
        if self.known.len() >= self.limit {
            self.forget();
        }
        let stored = self.symmetries[slot.symmetry].apply_to(known);
        self.known.insert(slot.key, stored);
    }

    /// Forgets the half of the positions that cost the least work.
    fn forget(&mut self) {
        let mut work: Vec<u32> = self.known.values().map(|known| known.work).collect();
        let middle = work.len() / 2;
        let (_, &mut median, _) = work.select_nth_unstable(middle);
        let mut to_drop = middle;
        self.known.retain(|_, known| {
            let drop = known.work <= median && to_drop > 0;
            to_drop -= usize::from(drop);
            !drop
        });
    }
}

impl Symmetry {
    fn apply<const WORDS: usize>(&self, cells: CellSet<WORDS>) -> CellSet<WORDS> {
        if self.inverse == 0 {
            return cells;
        }
        cells.iter().map(|cell| self.image[cell.index()]).collect()
    }

    fn apply_to<const WORDS: usize>(&self, known: &Known<WORDS>) -> Known<WORDS> {
        Known {
            moves: self.apply(known.moves),
            carrier: self.apply(known.carrier),
            vulnerable: self.apply(known.vulnerable),
            best: known.best.map(|cell| self.image[cell.index()]),
            ranking: known
                .ranking
                .iter()
                .map(|&cell| self.image[usize::from(cell)].index() as u16)
                .collect(),
            ..*known
        }
    }
}
