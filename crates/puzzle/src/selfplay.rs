//! Games that the program plays with itself, quickly and not too well, so that somebody gets a win.

use std::sync::Arc;

use fastrand::Rng;
use sixfold_connect::{Geometry, LinePlanes, Position, SegmentCounts, SegmentState};
use sixfold_game::{ConnectRules, Game, Square, SquareSet};
use sixfold_play::promising_turns;
use sixfold_solve::{Budget, Meter, Stones, vcdt::Vcdt};

/// So many turns are chosen from.
const CHOICE: usize = 24;
/// The chance, in percent, that the next best turn is taken instead.
const CHANCE_OF_NEXT: u8 = 45;
/// The chance, in percent, that a player looks whether a turn loses at once.
const CHANCE_OF_CARE: u8 = 90;
/// So many turns are looked at by one who takes care.
const PATIENCE: usize = 8;
/// The nodes that a look may take.
const NODES: u64 = 2_000;

/// The turns of a game that seed and number decide. It ends when the side to move has a win by threats.
pub(crate) fn game(rules: ConnectRules, seed: u64, number: u64) -> Vec<SquareSet> {
    // Neighbouring seeds of the generator would begin alike.
    let seed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
    let geometry = Arc::new(Geometry::new(rules));
    if LinePlanes::serve(rules) {
        SelfPlay::<LinePlanes>::new(geometry, seed).play()
    } else {
        SelfPlay::<SegmentCounts>::new(geometry, seed).play()
    }
}

struct SelfPlay<S> {
    position: Position<S>,
    solver: Vcdt,
    dice: Rng,
}

impl<S: SegmentState> SelfPlay<S> {
    fn new(geometry: Arc<Geometry>, seed: u64) -> SelfPlay<S> {
        let position = Position::start(geometry);
        SelfPlay { position, solver: Vcdt::new(1 << 24), dice: Rng::with_seed(seed) }
    }

    fn play(mut self) -> Vec<SquareSet> {
        let mut turns = Vec::new();
        while self.position.outcome().is_none() && !self.is_won() {
            let Some(turn) = self.choose() else { break };
            if self.position.play_turn(&turn).is_err() {
                break;
            }
            turns.push(turn.iter().copied().collect());
        }
        turns
    }

    /// Whether the side to move is seen to win by threats.
    fn is_won(&mut self) -> bool {
        let budget = Budget { nodes: Some(NODES), ..Budget::default() };
        let found = self.solver.find(&self.position, u8::MAX, &mut Meter::start(budget));
        matches!(found, Ok(Some(_)))
    }

    fn choose(&mut self) -> Option<Stones> {
        let mut turns = promising_turns(&self.position, CHOICE);
        let mut chosen = self.draw(&mut turns)?;
        if self.dice.u8(..100) < CHANCE_OF_CARE {
            let first = chosen.clone();
            for _ in 0..PATIENCE {
                if !self.loses(&chosen) {
                    return Some(chosen);
                }
                let Some(next) = self.draw(&mut turns) else { break };
                chosen = next;
            }
            return Some(first);
        }
        Some(chosen)
    }

    /// Takes one of the turns out of the list, the first ones more likely than others.
    fn draw(&mut self, turns: &mut Vec<Stones>) -> Option<Stones> {
        if turns.is_empty() {
            return self.any_turn();
        }
        let mut place = 0;
        while place + 1 < turns.len() && self.dice.u8(..100) < CHANCE_OF_NEXT {
            place += 1;
        }
        Some(turns.remove(place))
    }

    /// Some turn for a player who is lost.
    fn any_turn(&mut self) -> Option<Stones> {
        let empty: Vec<Square> = self.position.empty_squares().iter().collect();
        let stones = usize::from(self.position.turn().stones_left).min(empty.len());
        let chosen = self.dice.choose_multiple(empty, stones);
        (!chosen.is_empty()).then(|| chosen.into_iter().collect())
    }

    fn loses(&mut self, turn: &Stones) -> bool {
        if self.position.play_turn(turn).is_err() {
            return true;
        }
        let loses = self.position.outcome().is_none() && self.is_won();
        self.position.undo_stones(turn.len());
        loses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_and_number_decide_the_game() {
        let rules = ConnectRules::CONNECT6;
        assert_eq!(game(rules, 7, 0), game(rules, 7, 0));
        assert_ne!(game(rules, 7, 0), game(rules, 7, 1));
    }

    #[test]
    fn every_turn_is_whole() {
        let turns = game(ConnectRules::CONNECT6, 3, 0);
        assert_eq!(turns[0].len(), 1);
        assert!(turns[1..].iter().all(|turn| turn.len() == 2));
    }
}
