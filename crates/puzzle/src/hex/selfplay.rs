//! Games of Hex that the program plays with itself, quickly and not too well.

use fastrand::Rng;
use sixfold_game::{Game, HexRules, Square, SquareSet};
use sixfold_hex::Position;
use sixfold_hex::solve::{Settings, outlook};

/// The chance, in percent, that the next best move is taken instead.
const CHANCE_OF_NEXT: u8 = 45;
/// The chance, in percent, that any move is made: puzzles come of mistakes.
const CHANCE_OF_MISTAKE: u8 = 30;

/// The moves of a whole game that seed and number decide. The first one is anywhere: games that begin in
/// the middle are soon alike.
pub(crate) fn game(rules: HexRules, seed: u64, number: u64) -> Vec<SquareSet> {
    // Neighbouring seeds of the generator would begin alike.
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
    let mut dice = Rng::with_seed(seed);
    let mut position = Position::start(rules);
    let mut turns = Vec::new();
    while position.winner().is_none() {
        let is_careless = turns.is_empty() || dice.u8(..100) < CHANCE_OF_MISTAKE;
        let promising = if is_careless { None } else { drawn(&position, &mut dice) };
        let any: Vec<Square> = position.empty_cells().iter().collect();
        let Some(cell) = promising.or_else(|| dice.choice(any)) else { break };
        if position.try_play(cell).is_err() {
            break;
        }
        turns.push([cell].into_iter().collect());
    }
    turns
}

/// One of the moves that look good, the first ones more likely than others.
fn drawn(position: &Position, dice: &mut Rng) -> Option<Square> {
    let moves = outlook(position, Settings::default()).moves;
    let mut place = 0;
    while place + 1 < moves.len() && dice.u8(..100) < CHANCE_OF_NEXT {
        place += 1;
    }
    moves.get(place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_and_number_decide_the_game() {
        let rules = HexRules::new(5, 5).unwrap();
        assert_eq!(game(rules, 7, 0), game(rules, 7, 0));
        assert!((1..9).any(|number| game(rules, 7, 0) != game(rules, 7, number)));
    }
}
