//! What a player is asked and what it answers.

use std::sync::Arc;
use std::time::Duration;

use sixfold_connect::Position;
use sixfold_game::certificate::Certificate;
use sixfold_game::{Square, SquareSet};
use sixfold_solve::{Budget, Stones};

/// A player of one kind of position.
pub trait Player<S>: Send {
    /// Chooses the rest of the turn of the side to move. The game must not be over.
    fn choose(&mut self, position: &Position<S>, task: &Task) -> Choice;

    /// Forgets what it remembers of the game so far.
    fn new_game(&mut self);
}

/// What is asked of a player.
pub struct Task<'a> {
    /// How much it may search, and the line by which it is told to stop. A node is a position in
    /// which moves are generated, those of the solvers included.
    pub budget: Budget,
    /// How many turns it may look ahead, if that is limited.
    pub depth: Option<u32>,
    /// How many of the best turns it should tell, at least 1.
    pub variations: usize,
    /// Turns that it must not choose, unless nothing else is left.
    pub excluded: &'a [SquareSet],
    /// How many threads may work on it, at least 1.
    pub threads: usize,
    /// Is told what the player thinks, as often as that changes.
    pub watch: &'a (dyn Fn(&Thought) + Sync),
}

impl Task<'_> {
    /// A task with nothing but a budget.
    #[must_use]
    pub fn within(budget: Budget) -> Task<'static> {
        Task { budget, depth: None, variations: 1, excluded: &[], threads: 1, watch: &|_| {} }
    }

    /// Whether a turn may be chosen, in whatever order its stones are told.
    pub(crate) fn allows(&self, stones: &[Square]) -> bool {
        !self.excluded.contains(&stones.iter().copied().collect())
    }
}

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best turns with what they lead to, the best first; at least one in a [`Choice`].
    pub variations: Vec<Variation>,
    /// How many turns it has looked ahead.
    pub depth: u32,
    /// Positions in which moves were generated, those of the solvers included.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// What it is worth to the side to move.
    pub score: Score,
    /// What the score rests on.
    pub ground: Ground,
    /// How often a tree search has looked at its first turn.
    pub visits: Option<u64>,
    /// The turns, the chosen one first.
    pub turns: Vec<Stones>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// The logarithm of the odds of winning, in thousandths.
    Estimate(i32),
    /// A win in so many own turns.
    Wins(u32),
    /// A loss after so many turns of the opponent.
    Loses(u32),
}

impl Score {
    /// The chance of winning that the score stands for.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self {
            Score::Estimate(thousandths) => 1.0 / (1.0 + (-f64::from(thousandths) / 1000.0).exp()),
            Score::Wins(_) => 1.0,
            Score::Loses(_) => 0.0,
        }
    }
}

/// What a score rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// On an evaluation, or on a search that leaves out moves.
    Estimated,
    /// On a proof that can be checked.
    Proven,
}

/// The turn that a player chooses.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What it thinks; the first variation begins with the chosen turn.
    pub thought: Thought,
    /// The proof that the side to move wins or loses, if the first variation is proven.
    pub proof: Option<Arc<Certificate>>,
}

impl Choice {
    /// The chosen turn.
    #[must_use]
    pub fn turn(&self) -> &[Square] {
        &self.best().turns[0]
    }

    /// The chosen variation.
    #[must_use]
    pub fn best(&self) -> &Variation {
        &self.thought.variations[0]
    }
}
