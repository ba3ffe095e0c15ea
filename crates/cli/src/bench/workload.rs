//! The positions that the core is measured on: games of a simple player against itself.
//!
//! The player takes the square where the segments through it hold most stones of one colour, with
//! some noise. Its games look like fights between beginners: threats come up all the time, which
//! is what a solver spends its time on, but quiet positions are not missing.

use std::sync::Arc;

use sixfold_connect::{Geometry, Position, SegmentState};
use sixfold_game::{ConnectRules, Game, Player, Square};

const GAMES: u64 = 24;
const MOST_STONES: usize = 90;
/// Squares at most so many steps from a stone are candidates.
const NEIGHBOURHOOD: u8 = 2;

/// A position and the squares that a search would try in it.
pub struct Sample<S> {
    pub position: Position<S>,
    pub candidates: Vec<Square>,
}

/// Plays the games and keeps the position after every stone.
pub fn samples<S: SegmentState>(rules: ConnectRules) -> Vec<Sample<S>> {
    let geometry = Arc::new(Geometry::new(rules));
    let mut samples = Vec::new();
    for seed in 0..GAMES {
        let mut random = Random(seed);
        let mut position: Position<S> = Position::start(geometry.clone());
        let grid = geometry.grid();
        position.play(Square::from_index(grid.len() / 2));
        while position.outcome().is_none() && position.history().len() < MOST_STONES {
            let candidates = candidates(&position);
            let Some(&best) = candidates
                .iter()
                .max_by_key(|&&square| position.promise(square) * (256 + random.below(256)))
            else {
                break;
            };
            samples.push(Sample { position: position.clone(), candidates });
            position.play(best);
        }
    }
    samples
}

/// The empty squares near a stone.
fn candidates<S: SegmentState>(position: &Position<S>) -> Vec<Square> {
    let grid = position.grid();
    let near = |a: Square, b: Square| {
        grid.column(a).abs_diff(grid.column(b)) <= NEIGHBOURHOOD
            && grid.row(a).abs_diff(grid.row(b)) <= NEIGHBOURHOOD
    };
    let stones = *position.stones(Player::Black) | *position.stones(Player::White);
    let squares = position.legal_squares();
    squares.iter().filter(|&square| stones.iter().any(|stone| near(square, stone))).collect()
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % limit
    }
}
