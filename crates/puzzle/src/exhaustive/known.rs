//! What has been found out about positions, by all their stones.

use std::collections::HashMap;

use sixfold_game::{Player, SquareSet};

use super::board::Board;
use crate::Goal;

/// Positions that have been settled. They are told apart by every stone that was added to the first
/// one, never by a hash alone.
pub(super) struct Known {
    first: [SquareSet; 2],
    bounds: HashMap<Box<[u16]>, Bounds>,
}

/// In how many turns a position is won by wins of one order.
#[derive(Clone, Copy)]
struct Bounds {
    /// It is won in so many turns, if in any.
    won_in: u8,
    /// It is not won in so many.
    not_in: u8,
}

/// More positions are not remembered: all are forgotten then.
const MOST_POSITIONS: usize = 4_000_000;

impl Known {
    pub(super) fn new(board: &Board) -> Known {
        Known { first: Player::BOTH.map(|player| board.stones(player)), bounds: HashMap::new() }
    }

    /// Whether the position is won within these limits, if that is known.
    pub(super) fn look_up(&self, board: &Board, goal: Goal) -> Option<bool> {
        let bounds = self.bounds.get(&*self.key(board, goal))?;
        if bounds.won_in <= goal.turns {
            return Some(true);
        }
        (goal.turns <= bounds.not_in).then_some(false)
    }

    /// Remembers whether the position is won within these limits.
    pub(super) fn remember(&mut self, board: &Board, goal: Goal, wins: bool) {
        if self.bounds.len() >= MOST_POSITIONS {
            self.bounds.clear();
        }
        let unknown = Bounds { won_in: u8::MAX, not_in: 0 };
        let key = self.key(board, goal);
        let bounds = self.bounds.entry(key).or_insert(unknown);
        if wins {
            bounds.won_in = bounds.won_in.min(goal.turns);
        } else {
            bounds.not_in = bounds.not_in.max(goal.turns);
        }
    }

    /// The order and the stones that were added to the first position, Black's and White's apart.
    fn key(&self, board: &Board, goal: Goal) -> Box<[u16]> {
        let mut key = Vec::with_capacity(32);
        for (player, first) in Player::BOTH.into_iter().zip(self.first) {
            let added = board.stones(player) - first;
            key.extend(added.iter().map(|square| square.index() as u16));
            key.push(u16::MAX);
        }
        key.push(goal.order.into());
        key.into_boxed_slice()
    }
}
