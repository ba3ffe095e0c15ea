//! The transposition table: whole positions up to symmetry, no hashes, so no collisions.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sixfold_game::{Player, Square};

use super::node::Ranking;
use super::symmetry::Symmetry;
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

    pub(super) fn are_proof(self) -> bool {
        self == Numbers::WON || self == Numbers::LOST
    }
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
    pub(super) key: Key<WORDS>,
    symmetry: usize,
}

/// A table that several searches may share.
pub(super) struct Table<const WORDS: usize> {
    symmetries: Vec<Symmetry>,
    shards: Vec<Shard<WORDS>>,
    /// So many positions are kept in a shard.
    limit: usize,
}

/// Searches seldom wait for each other, since a key says in which part a position is.
type Shard<const WORDS: usize> = Mutex<HashMap<Key<WORDS>, Known<WORDS>, KeyHashing>>;

const SHARDS: usize = 16;

impl<const WORDS: usize> Table<WORDS> {
    pub(super) fn new(board: &Board, memory: usize) -> Table<WORDS> {
        let entry = size_of::<(Key<WORDS>, Known<WORDS>)>() * 2;
        Table {
            symmetries: Symmetry::all(board),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            limit: (memory / entry / SHARDS).max(64),
        }
    }

    /// Where a position is kept.
    pub(super) fn slot(&self, stones: &Stones<WORDS>, to_move: Player) -> Slot<WORDS> {
        let keys = self.symmetries.iter().enumerate().map(|(symmetry, description)| {
            let image =
                |player| description.of_cells(stones[description.of_player(player)]).words();
            let key = Key {
                black: image(Player::Black),
                white: image(Player::White),
                to_move: description.of_player(to_move),
            };
            Slot { key, symmetry }
        });
        keys.min_by_key(|slot| (slot.key.to_move, slot.key.black, slot.key.white))
            .expect("every board has the identity among its symmetries")
    }

    pub(super) fn get(&self, slot: &Slot<WORDS>) -> Option<Known<WORDS>> {
        let known = self.shard(slot).get(&slot.key).cloned()?;
        Some(image_of(&known, &self.symmetries[slot.symmetry]))
    }

    pub(super) fn numbers(&self, slot: &Slot<WORDS>) -> Option<Numbers> {
        self.shard(slot).get(&slot.key).map(|known| known.numbers)
    }

    pub(super) fn put(&self, slot: &Slot<WORDS>, known: &Known<WORDS>) {
        let stored = image_of(known, &self.symmetries[slot.symmetry]);
        let mut shard = self.shard(slot);
        if shard.len() >= self.limit {
            forget(&mut shard);
        }
        shard.insert(slot.key, stored);
    }

    fn shard(
        &self,
        slot: &Slot<WORDS>,
    ) -> MutexGuard<'_, HashMap<Key<WORDS>, Known<WORDS>, KeyHashing>> {
        let hash = KeyHashing::default().hash_one(slot.key);
        let shard = &self.shards[(hash >> 32) as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the half of the positions that cost the least work.
fn forget<const WORDS: usize>(shard: &mut HashMap<Key<WORDS>, Known<WORDS>, KeyHashing>) {
    let mut work: Vec<u32> = shard.values().map(|known| known.work).collect();
    let middle = work.len() / 2;
    let (_, &mut median, _) = work.select_nth_unstable(middle);
    let mut to_drop = middle;
    shard.retain(|_, known| {
        let drop = known.work <= median && to_drop > 0;
        to_drop -= usize::from(drop);
        !drop
    });
}

fn image_of<const WORDS: usize>(known: &Known<WORDS>, symmetry: &Symmetry) -> Known<WORDS> {
    let image = |&cell: &u16| symmetry.of_cell(Square::from_index(cell.into())).index() as u16;
    Known {
        moves: symmetry.of_cells(known.moves),
        carrier: symmetry.of_cells(known.carrier),
        vulnerable: symmetry.of_cells(known.vulnerable),
        best: known.best.map(|cell| symmetry.of_cell(cell)),
        ranking: known.ranking.iter().map(image).collect(),
        ..*known
    }
}
