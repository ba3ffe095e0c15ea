//! The baseline: a player that looks at the board and does not search.

use std::time::{Duration, Instant};

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Square, SquareSet};
use sixfold_solve::Stones;

use crate::{Board, Choice, Ground, Player, Score, Task, Thought, Variation};

/// Completes a segment if it can, and else places each stone where it is worth most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<S: SegmentState + Send> Player<S> for Greedy {
    fn choose(&mut self, position: &Position<S>, task: &Task) -> Choice {
        let started = Instant::now();
        let mut board = Board::new(position.clone());
        let mut stones = Stones::new();
        let mover = position.turn().player;
        while board.position().turn().player == mover && board.position().outcome().is_none() {
            let completing = board.position().completing_squares();
            let square = match completing.as_deref() {
                Some([square, ..]) => Some(*square),
                _ => best_square(&board, &stones, task.excluded),
            };
            let Some(square) = square else { break };
            stones.push(square);
            board.play(square);
        }
        let score = match board.position().outcome() {
            Some(_) => Score::Wins(1),
            None => Score::Estimate(-board.value()),
        };
        let variation =
            Variation { score, ground: Ground::Estimated, visits: None, turns: vec![stones] };
        Choice { thought: thought(variation, started.elapsed()), proof: None }
    }

    fn new_game(&mut self) {}
}

fn thought(variation: Variation, elapsed: Duration) -> Thought {
    Thought { variations: vec![variation], depth: 1, nodes: 1, elapsed }
}

/// The square that is worth most, unless it would end an excluded turn.
fn best_square<S: SegmentState>(
    board: &Board<S>,
    stones: &[Square],
    excluded: &[SquareSet],
) -> Option<Square> {
    let played: SquareSet = stones.iter().copied().collect();
    let is_last = board.position().turn().stones_left == 1;
    let is_excluded = |square: Square| {
        is_last && excluded.contains(&(played | std::iter::once(square).collect()))
    };
    let mover = board.position().turn().player;
    let squares = board.position().legal_squares();
    squares.iter().max_by_key(|&square| (!is_excluded(square), board.stone_value(square, mover)))
}
