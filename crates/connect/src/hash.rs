//! Zobrist keys: one random number for each player and square, and one for each turn.

use sixfold_game::{MAX_SIDE, Player, Square, Turn};

const SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

static STONE_KEYS: [[u64; SQUARES]; 2] = stone_keys();

const fn stone_keys() -> [[u64; SQUARES]; 2] {
    let mut keys = [[0; SQUARES]; 2];
    let mut i = 0;
    while i < SQUARES {
        keys[0][i] = scramble(2 * i as u64);
        keys[1][i] = scramble(2 * i as u64 + 1);
        i += 1;
    }
    keys
}

/// The output function of `SplitMix64`: a fixed random number for each input.
const fn scramble(input: u64) -> u64 {
    let mut z = (input + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The key of a stone.
#[inline]
pub(crate) fn stone_key(player: Player, square: Square) -> u64 {
    STONE_KEYS[player.index()][square.index()]
}

/// The key of a turn.
#[inline]
pub(crate) fn turn_key(turn: Turn) -> u64 {
    scramble(1 << 32 | u64::from(turn.stones_left) << 1 | turn.player.index() as u64)
}
