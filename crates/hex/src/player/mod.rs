//! A player after Hexy: alpha-beta over must-play regions, with circuits for a judge.
//!
//! Wins that connections or a short run of the solver prove are played at once. Elsewhere the search
//! goes a few moves deep, looks at the moves first that matter most in both circuits, and judges the
//! positions at its end by a [`Measure`]. What it leaves of the budget is the solver's.

mod distance;
mod measure;
mod search;
mod turn;

use std::time::Duration;

use sixfold_game::{Square, SquareSet, Value};

use crate::Position;
use crate::connections;
use crate::solve::{Budget, Solution};
pub use measure::Measure;
use turn::Deliberation;

/// Whether the solver is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Solving {
    /// For a small part of the budget before the search, and for all that is left of it afterwards.
    Around,
    /// Never: the player is on his own.
    Never,
}

/// How a player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many moves ahead he looks (D).
    pub depth: usize,
    /// How many moves of a position he looks at; moves that turn out to lose do not count.
    pub breadth: usize,
    /// How far H-search goes: with a limit of 0 connections (M), only neighbours are connected.
    pub connections: connections::Settings,
    /// How he judges positions.
    pub measure: Measure,
    /// Whether the solver is asked, too.
    pub solving: Solving,
}

impl Settings {
    /// Hexy's Advanced Level: depth 3, at most 20 connections for two ends.
    #[must_use]
    pub fn hexy() -> Settings {
        Settings {
            depth: 3,
            breadth: 8,
            connections: connections::Settings { full_limit: 20, ..Default::default() },
            measure: Measure::Resistance,
            solving: Solving::Around,
        }
    }

    /// Hexy's rival: depth 6, without connections.
    #[must_use]
    pub fn deep() -> Settings {
        let connections = connections::Settings { full_limit: 0, ..Default::default() };
        Settings { depth: 6, connections, solving: Solving::Never, ..Settings::hexy() }
    }

    /// One move ahead with connections, for quick answers.
    #[must_use]
    pub fn quick() -> Settings {
        Settings { depth: 1, solving: Solving::Never, ..Settings::hexy() }
    }
}

/// What a player does on his turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// He places a stone.
    Place(Square),
    /// He takes over the first stone.
    Swap,
}

/// What a player has chosen, and what he thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub action: Action,
    /// How well the side to move stands: above 0 is better for it. For resistances this is the
    /// logarithm of the ratio of the opponent's and its own.
    pub score: f64,
    /// Whether the side to move wins or loses, if that is proven.
    pub proven: Option<Value>,
    /// How many moves ahead the whole of the search has looked.
    pub depth: usize,
}

/// What a player is asked besides his move.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Cells that he must not choose, unless nothing else is left.
    pub excluded: SquareSet,
    /// How many of the best moves he should tell, at least 1.
    pub moves: usize,
    /// Is told his best moves whenever he has looked one move further ahead.
    pub listener: &'a dyn Fn(&[Choice]),
}

impl Default for Question<'_> {
    fn default() -> Self {
        Question { excluded: SquareSet::EMPTY, moves: 1, listener: &|_| {} }
    }
}

/// Chooses a move. Nothing if the game is over.
///
/// With a limit on nodes and none on time the choice is always the same. However small the budget,
/// there is a choice.
#[must_use]
pub fn choose(
    position: &Position,
    settings: Settings,
    budget: &Budget,
) -> Solution<Option<Choice>> {
    let Solution { answer, nodes, time } =
        consider(position, settings, budget, Question::default());
    Solution { answer: answer.first().copied(), nodes, time }
}

/// The best moves, the best first, as far as the question allows them: at least one, unless the game
/// is over.
#[must_use]
pub fn consider(
    position: &Position,
    settings: Settings,
    budget: &Budget,
    question: Question,
) -> Solution<Vec<Choice>> {
    match position.board().len() {
        0..=64 => consider_in::<1>(position, settings, budget, question),
        65..=128 => consider_in::<2>(position, settings, budget, question),
        129..=256 => consider_in::<4>(position, settings, budget, question),
        _ => consider_in::<11>(position, settings, budget, question),
    }
}

fn consider_in<const WORDS: usize>(
    position: &Position,
    settings: Settings,
    budget: &Budget,
    question: Question,
) -> Solution<Vec<Choice>> {
    if position.winner().is_some() {
        return Solution { answer: Vec::new(), nodes: 0, time: Duration::ZERO };
    }
    // Where nothing else is left, everything is allowed.
    let is_empty = (position.empty_cells() - question.excluded).is_empty();
    let excluded = if is_empty { SquareSet::EMPTY } else { question.excluded };
    let question = Question { excluded, ..question };
    Deliberation::begin(position, settings, budget).consider::<WORDS>(question)
}

#[cfg(test)]
mod tests;
