//! The order of a win, as THEORY 2 defines it, by trying everything.

use std::collections::HashMap;

use super::{Board, Stones, bits, subsets};

#[derive(Default)]
pub struct Orders {
    known: HashMap<(Stones, usize, usize), bool>,
}

impl Orders {
    /// Whether the attacker, who is to place this many stones, has a win of at most this order.
    pub fn attack(&mut self, board: &Board, stones: Stones, left: usize, order: usize) -> bool {
        if !board.active(stones.attacker, stones.defender, left).is_empty() {
            return true;
        }
        let empty = board.empty(stones);
        if order == 0 || empty == 0 {
            return false;
        }
        let key = (stones, left, order);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let turns = subsets(empty, left.min(bits(empty).count()));
        let wins = turns.into_iter().any(|turn| {
            let after = Stones { attacker: stones.attacker | turn, ..stones };
            self.defence(board, after, board.p, order)
        });
        self.known.insert(key, wins);
        wins
    }

    /// Whether the attacker has such a win after every reply, with null stones or without.
    pub fn defence(&mut self, board: &Board, stones: Stones, left: usize, order: usize) -> bool {
        if !board.active(stones.defender, stones.attacker, left).is_empty() {
            return false;
        }
        let empty = board.empty(stones);
        let most = left.min(bits(empty).count());
        (0..=most).all(|count| {
            let nulls = if count == most { 0 } else { left - count };
            subsets(empty, count).into_iter().all(|reply| {
                let after = Stones { defender: stones.defender | reply, ..stones };
                self.attack(board, after, board.p, order.saturating_sub(nulls))
            })
        })
    }
}
