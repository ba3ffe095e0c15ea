//! Zobrist keys: one random number for each player and cell, and one for each side to move. A quick
//! hasher for tables.

use std::hash::{BuildHasherDefault, Hasher};

use sixfold_game::{MAX_SIDE, Player, Square};

const CELLS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

static STONE_KEYS: [[u64; CELLS]; 2] = stone_keys();

const fn stone_keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = scramble(2 * i as u64);
        keys[1][i] = scramble(2 * i as u64 + 1);
        i += 1;
    }
    keys
}

/// The output function of `SplitMix64`: a fixed random number for each input.
pub(crate) const fn scramble(input: u64) -> u64 {
    let mut z = input.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The key of a stone.
#[inline]
pub(crate) fn stone_key(player: Player, cell: Square) -> u64 {
    STONE_KEYS[player.index()][cell.index()]
}

/// The key of the side to move.
#[inline]
pub(crate) fn turn_key(player: Player) -> u64 {
    scramble(1 << 32 | player.index() as u64)
}

/// Makes hashers for keys that are a few words long.
pub(crate) type KeyHashing = BuildHasherDefault<KeyHasher>;

/// A quick hasher for keys of words. Nobody from outside chooses the keys.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        scramble(self.0)
    }
}
