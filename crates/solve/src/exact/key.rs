//! Exact canonical keys.
//!
//! During one search only the squares that were empty at the root change, and the stones on them
//! tell the turn. Written in base 3, up to 80 such squares fit into 128 bits without any
//! collision, so that the table of a search *is* exact. With more squares the digits' weights are
//! random numbers instead: 128 bits, of which two of a billion positions share one with a
//! probability below 10^-20.

use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, Player, Square};

const MAX_SYMMETRIES: usize = 12;

/// The weight of every stone in every symmetric image of the position.
pub(super) struct Weights {
    /// By square index, then player.
    weights: Vec<[KeySet; 2]>,
}

/// The keys of all images of a position under the symmetries that the root has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeySet {
    keys: [u128; MAX_SYMMETRIES],
    used: usize,
}

impl KeySet {
    /// The keys after one more stone.
    #[inline]
    pub(super) fn plus(&self, weight: &KeySet) -> KeySet {
        let mut sum = *self;
        for (key, weight) in sum.keys[..self.used].iter_mut().zip(weight.keys) {
            *key = key.wrapping_add(weight);
        }
        sum
    }

    /// The key that all symmetric images share.
    #[inline]
    pub(super) fn canonical(&self) -> u128 {
        self.keys[..self.used].iter().fold(u128::MAX, |least, &key| least.min(key))
    }

    /// The canonical key after one more stone.
    #[inline]
    pub(super) fn canonical_after(&self, weight: &KeySet) -> u128 {
        let keys = self.keys[..self.used].iter().zip(weight.keys);
        keys.fold(u128::MAX, |least, (&key, weight)| least.min(key.wrapping_add(weight)))
    }
}

impl Weights {
    /// Numbers the empty squares of the root.
    pub(super) fn new(root: &GeneralPosition) -> Weights {
        let geometry = root.geometry();
        let setup = root.setup();
        let symmetries: Vec<_> = geometry
            .symmetries()
            .iter()
            .filter(|symmetry| setup.mapped(|square| symmetry.image(square)) == setup)
            .collect();
        let mut digits = vec![0; geometry.grid().len()];
        let empty = root.empty_squares();
        let mut powers = powers_of_three();
        let mut random = random_numbers();
        for square in empty.iter() {
            let weight = if empty.len() <= 80 { powers.next() } else { random.next() };
            digits[square.index()] = weight.unwrap_or_default();
        }
        let weights = geometry.grid().squares().map(|square| {
            Player::BOTH.map(|player| {
                let mut keys = [0; MAX_SYMMETRIES];
                for (key, symmetry) in keys.iter_mut().zip(&symmetries) {
                    let digit: u128 = digits[symmetry.image(square).index()];
                    *key = digit.wrapping_mul(1 + player.index() as u128);
                }
                KeySet { keys, used: symmetries.len() }
            })
        });
        Weights { weights: weights.collect() }
    }

    /// The keys of the root.
    pub(super) fn root(&self) -> KeySet {
        let used = self.weights.first().map_or(1, |weights| weights[0].used);
        KeySet { keys: [0; MAX_SYMMETRIES], used }
    }

    /// What a stone adds to the keys.
    #[inline]
    pub(super) fn of(&self, square: Square, player: Player) -> &KeySet {
        &self.weights[square.index()][player.index()]
    }
}

fn powers_of_three() -> impl Iterator<Item = u128> {
    std::iter::successors(Some(1_u128), |power| power.checked_mul(3))
}

/// A fixed sequence of 128-bit numbers: a multiplicative congruential generator whose state's
/// upper half is well mixed.
fn random_numbers() -> impl Iterator<Item = u128> {
    let mut state = 0x1234_5678_9abc_def1_u128;
    let mut half = move || {
        state = state.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x1405_7b7e_f767_814f);
        state >> 64
    };
    std::iter::from_fn(move || Some(half() << 64 | half()))
}
