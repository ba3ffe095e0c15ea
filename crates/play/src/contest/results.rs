//! The games of a contest that are done.

use std::collections::BTreeMap;

use sixfold_game::Player;

use super::statistics::{Decision, Pentanomial};
use super::{Contest, GameReport};

/// Finished games by their numbers.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results {
    games: BTreeMap<usize, GameReport>,
}

impl Results {
    /// Adds a game.
    pub fn insert(&mut self, game: GameReport) {
        self.games.insert(game.number, game);
    }

    /// A game by its number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&GameReport> {
        self.games.get(&number)
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether no game is done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The games in the order of their numbers.
    pub fn games(&self) -> impl Iterator<Item = &GameReport> {
        self.games.values()
    }

    /// Forgets all games from this number on.
    pub fn truncate(&mut self, number: usize) {
        self.games.split_off(&number);
    }

    /// The half points that the engine with Black in the first game of a pair has won in both.
    /// Nothing unless both are done.
    #[must_use]
    pub fn half_points_of_pair(&self, pair: usize) -> Option<usize> {
        let first = half_points(self.get(2 * pair)?, Player::Black);
        let second = half_points(self.get(2 * pair + 1)?, Player::White);
        Some(first + second)
    }

    /// The games after which the test of a match is decided. Pairs count in the order of their
    /// numbers, so that it does not matter which game happens to end first.
    #[must_use]
    pub fn decided_after(&self, contest: &Contest) -> Option<usize> {
        let sprt = contest.terms.sprt?;
        let mut pairs = Pentanomial::default();
        for pair in 0.. {
            pairs.add(self.half_points_of_pair(pair)?);
            if sprt.decision(&pairs) != Decision::Open {
                return Some(2 * (pair + 1));
            }
        }
        None
    }
}

/// What a player has won in one game.
pub(super) fn half_points(game: &GameReport, player: Player) -> usize {
    match game.winner {
        None => 1,
        Some(winner) if winner == player => 2,
        Some(_) => 0,
    }
}
