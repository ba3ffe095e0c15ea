//! What is asked of a game, and what every method asks a position.

use std::cmp::Reverse;

use sixfold_game::{Game, Outcome, Player, Square};

use super::LeafNumbers;
use super::node::Kind;
use crate::Numbers;

/// The question of a search, with what guides it.
pub(super) struct Question<R> {
    pub(super) prover: Player,
    pub(super) leaves: LeafNumbers,
    pub(super) ranking: R,
}

impl<R> Question<R> {
    /// Whose node the position is.
    pub(super) fn kind<G: Game>(&self, position: &G) -> Kind {
        if position.turn().player == self.prover { Kind::Or } else { Kind::And }
    }

    /// The numbers of a position in which nothing is left to be played.
    pub(super) fn settled<G: Game>(&self, position: &G) -> Option<Numbers> {
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == self.prover => Some(Numbers::PROVEN),
            Some(_) => Some(Numbers::DISPROVEN),
            // A full window of an unbounded board: no win was found within it.
            None if position.legal_squares().is_empty() => Some(Numbers::DISPROVEN),
            None => None,
        }
    }

    /// The numbers of a position so many stones below the root of which nothing is known.
    pub(super) fn leaf<G: Game>(&self, position: &G, depth: u32) -> Numbers {
        self.settled(position).unwrap_or_else(|| self.leaves.at(depth))
    }

    /// The moves of a position in the order in which they are to be tried.
    pub(super) fn squares<G: Game>(&self, position: &G) -> Vec<Square>
    where
        R: Fn(&G, Square) -> i64,
    {
        let mut squares: Vec<Square> = position.legal_squares().iter().collect();
        squares.sort_by_cached_key(|&square| Reverse((self.ranking)(position, square)));
        squares
    }
}

/// Places a stone on a square that is known to be legal.
pub(super) fn place<G: Game>(position: &mut G, square: Square) {
    position.try_play(square).expect("a game takes a stone on each of its legal squares");
}
