//! Games of Hex that the program plays with itself, quickly and not too well.

use fastrand::Rng;
use sixfold_game::{Game, HexRules, SquareSet};
use sixfold_hex::Position;
use sixfold_hex::solve::{Settings, outlook};

/// The chance, in percent, that the next best move is taken instead.
const CHANCE_OF_NEXT: u8 = 45;

/// The moves of a game that seed and number decide. It ends where connections show who wins.
pub(crate) fn game(rules: HexRules, seed: u64, number: u64) -> Vec<SquareSet> {
    // Neighbouring seeds of the generator would begin alike.
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
    let mut dice = Rng::with_seed(seed);
    let mut position = Position::start(rules);
    let mut turns = Vec::new();
    while position.winner().is_none() {
        let first = if turns.is_empty() { opening(&position, &mut dice) } else { None };
        let moves = outlook(&position, Settings::default()).moves;
        let mut place = 0;
        while place + 1 < moves.len() && dice.u8(..100) < CHANCE_OF_NEXT {
            place += 1;
        }
        let decided = moves.len() <= 1 && !turns.is_empty();
        let Some(cell) = first.or(moves.get(place).copied()).filter(|_| !decided) else { break };
        if position.try_play(cell).is_err() {
            break;
        }
        turns.push([cell].into_iter().collect());
    }
    turns
}

/// Any cell: games that begin in the middle are soon alike.
fn opening(position: &Position, dice: &mut Rng) -> Option<sixfold_game::Square> {
    let cells: Vec<_> = position.empty_cells().iter().collect();
    dice.choice(cells)
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
