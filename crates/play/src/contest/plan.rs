//! What is played in a contest: the engines, the rules, and which game is which.

use std::time::Duration;

use serde::Serialize;
use sixfold_game::{GameName, PerPlayer};
use sixfold_hex::SwapRule;

use super::statistics::Sprt;
use super::{EngineSpec, Openings};
use crate::clock::Limits;

/// A match of two engines, or a tournament of more in which everybody meets everybody.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game.
    pub game: GameName,
    engines: Vec<EngineSpec>,
    names: Vec<String>,
    openings: Openings,
    /// Everything else.
    pub terms: Terms,
}

/// The terms of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    /// The openings that any two engines play, each with both colours.
    pub pairs: usize,
    /// How long an engine may think.
    pub limits: Limits,
    /// How much longer than its limit an engine may take before it loses.
    pub margin: Duration,
    /// The memory of each engine, in bytes.
    pub memory: usize,
    /// Decides the order of the openings.
    pub seed: u64,
    /// The turns after which a game is a draw, if there is such a limit.
    pub moves_limit: Option<usize>,
    /// Whether proofs end games.
    pub adjudication: Adjudication,
    /// Whether the first stone of Hex may be taken over.
    pub swap: SwapRule,
    /// The test that ends a match early.
    pub sprt: Option<Sprt>,
}

/// Whether a proven position ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudication {
    /// A proof that the checker accepts ends the game.
    Proofs,
    /// Games are played to their end.
    Off,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            pairs: 50,
            limits: Limits::default(),
            margin: Duration::from_secs(1),
            memory: 128 << 20,
            seed: 0,
            moves_limit: None,
            adjudication: Adjudication::Proofs,
            swap: SwapRule::Off,
            sprt: None,
        }
    }
}

/// A game of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game, from 0.
    pub number: usize,
    /// How often all have met before: decides the opening.
    pub round: usize,
    /// The engines, by their place in the contest.
    pub engines: PerPlayer<usize>,
}

impl Contest {
    /// A contest of at least two engines. Those of the same name are numbered.
    #[must_use]
    pub fn new(
        game: GameName,
        engines: Vec<EngineSpec>,
        openings: Openings,
        terms: Terms,
    ) -> Contest {
        let mut names: Vec<String> = Vec::new();
        for engine in &engines {
            let mut name = engine.name().to_string();
            let mut number = 2;
            while names.contains(&name) {
                name = format!("{}-{number}", engine.name());
                number += 1;
            }
            names.push(name);
        }
        let openings = openings.shuffled(terms.seed);
        Contest { game, engines, names, openings, terms }
    }

    /// The engines.
    #[must_use]
    pub fn engines(&self) -> &[EngineSpec] {
        &self.engines
    }

    /// What the engines are called, each differently.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The openings in the order in which they are played.
    #[must_use]
    pub fn openings(&self) -> &Openings {
        &self.openings
    }

    /// All that meet: each engine with each one after it.
    fn meetings(&self) -> usize {
        self.engines.len() * self.engines.len().saturating_sub(1) / 2
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.terms.pairs * self.meetings()
    }

    /// A game by its number. Numbers do not depend on how many games there are, so that a contest
    /// can be made longer.
    ///
    /// # Panics
    /// If there are fewer than two engines.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let mut second = pair % self.meetings();
        let mut first = 0;
        let mut opponents = self.engines.len() - 1;
        while second >= opponents {
            second -= opponents;
            first += 1;
            opponents -= 1;
        }
        second += first + 1;
        let (black, white) =
            if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        Fixture { number, round: pair / self.meetings(), engines: PerPlayer { black, white } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(engines: usize) -> Contest {
        let game: GameName = "tictactoe".parse().unwrap();
        let engines = vec!["greedy".parse().unwrap(); engines];
        let terms = Terms { pairs: 2, ..Terms::default() };
        Contest::new(game, engines, Openings::built_in(game).unwrap(), terms)
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let contest = contest(3);
        let sides: Vec<(usize, usize, usize)> = (0..contest.games())
            .map(|number| contest.fixture(number))
            .map(|game| (game.round, game.engines.black, game.engines.white))
            .collect();
        let round = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
        let expected: Vec<(usize, usize, usize)> =
            (0..2).flat_map(|n| round.map(|(black, white)| (n, black, white))).collect();
        assert_eq!(sides, expected);
    }

    #[test]
    fn engines_of_one_name_are_told_apart() {
        assert_eq!(contest(3).names(), ["greedy", "greedy-2", "greedy-3"]);
    }
}
