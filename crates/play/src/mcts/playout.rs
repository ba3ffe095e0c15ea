//! Games between two hasty players, as far as they are worth following.

use fastrand::Rng;
use sixfold_connect::SegmentState;
use sixfold_game::{Game, Outcome, Player};

use super::threats::threat_turns;
use crate::Board;
use crate::candidates::{Ways, best_squares};

/// A playout that is not decided after so many turns counts as a draw.
const MOST_TURNS: usize = 10;
/// Each stone is chosen among so many squares.
const WIDTH: usize = 6;

/// Plays on for a while: 1 if the side to move wins, -1 if it loses, 0 if neither is seen. Whoever
/// can threaten does.
pub(super) fn playout<S: SegmentState>(board: &mut Board<S>, rng: &mut Rng) -> f64 {
    let side = board.position().turn().player;
    let before = board.position().history().len();
    let winner = play_on(board, rng);
    let played = board.position().history().len() - before;
    (0..played).for_each(|_| board.take_back());
    winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 })
}

fn play_on<S: SegmentState>(board: &mut Board<S>, rng: &mut Rng) -> Option<Player> {
    for _ in 0..MOST_TURNS {
        let position = board.position();
        if let Some(outcome) = position.outcome() {
            return match outcome {
                Outcome::Win(winner) => Some(winner),
                Outcome::Draw => None,
            };
        }
        let turn = position.turn();
        if position.can_complete(turn.player) {
            return Some(turn.player);
        }
        if position.threat_number(turn.player.opponent()) > turn.stones_left {
            return Some(turn.player.opponent());
        }
        let threats = threat_turns(board, 1);
        if threats.is_empty() {
            play_quietly(board, rng);
        } else {
            let stones = &threats[rng.usize(..threats.len())].stones;
            stones.iter().for_each(|&square| board.play(square));
        }
    }
    None
}

/// Parries all threats, and places the other stones where they are worth something.
fn play_quietly<S: SegmentState>(board: &mut Board<S>, rng: &mut Rng) {
    let mover = board.position().turn().player;
    let ways = Ways::to_parry(board.position()).list;
    if let Some(way) = rng.choice(&ways) {
        way.stones.iter().for_each(|square| board.play(square));
    }
    while board.position().turn().player == mover {
        let squares = best_squares(board, board.position().empty_squares(), WIDTH);
        let Some(&square) = rng.choice(&squares) else { return };
        board.play(square);
    }
}
