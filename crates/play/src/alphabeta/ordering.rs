//! In which order turns are looked at: what was best before, what refuted other turns, what has been
//! good elsewhere, and what the patterns promise.

use sixfold_game::{PerPlayer, Player};
use sixfold_solve::Stones;

use crate::candidates::Candidate;

/// What a search has learnt about turns, whatever the position.
pub(super) struct Ordering {
    /// How often a stone on a square has been part of a turn that was too good, by player.
    history: PerPlayer<Box<[i32]>>,
    /// Turns that were too good, by their distance from the root; the newest first.
    killers: Vec<[Stones; 2]>,
}

/// The most that history adds to what a stone is worth.
const MOST_HISTORY: i32 = 2_000;

impl Ordering {
    /// Nothing is known yet of a board with so many squares.
    pub(super) fn new(squares: usize) -> Ordering {
        let history = PerPlayer::from_fn(|_| vec![0; squares].into_boxed_slice());
        Ordering { history, killers: Vec::new() }
    }

    /// Sorts turns, the most promising first.
    pub(super) fn sort(
        &self,
        turns: &mut [Candidate],
        known_best: &Stones,
        player: Player,
        ply: u32,
    ) {
        let killers = self.killers.get(ply as usize);
        turns.sort_by_cached_key(|turn| {
            let is_killer = killers.is_some_and(|killers| killers.contains(&turn.stones));
            let history: i32 = turn.stones.iter().map(|s| self.history[player][s.index()]).sum();
            std::cmp::Reverse((turn.stones == *known_best, is_killer, turn.value + history))
        });
    }

    /// Learns that a turn was so good that nothing else needed to be looked at.
    pub(super) fn was_too_good(&mut self, stones: &Stones, player: Player, ply: u32, depth: i32) {
        for square in stones {
            let value = &mut self.history[player][square.index()];
            let bonus = 30 * (depth + 1).max(1);
            *value += bonus - *value * bonus / MOST_HISTORY;
        }
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [Stones::new(), Stones::new()]);
        }
        let [newest, older] = &mut self.killers[ply];
        if newest != stones {
            *older = std::mem::replace(newest, stones.clone());
        }
    }
}
