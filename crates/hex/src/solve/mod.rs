//! The solver: who wins a position, proven.
//!
//! Each position is first filled in ([`inferior`](crate::inferior)), then decided by its
//! connections if they can ([`connections`]); otherwise a depth-first
//! proof-number search goes on in the must-play region.

mod budget;
mod moves;
pub(crate) mod node;
mod outlook;
mod proof;
mod search;
mod symmetry;
mod table;
mod wins;

use std::time::Duration;

use sixfold_game::{PerPlayer, Player, SpentBudget, Square, SquareSet, Value, Verdict};

use crate::Position;
use crate::connections;
use crate::inferior::Filling;
pub(crate) use budget::Meter;
pub use budget::{Budget, Control};
use node::Evaluator;
pub use outlook::{Outlook, outlook};
pub use proof::{prove, shown_threats, write};
use search::{Search, Shared};
use table::Numbers;

/// What the solver makes use of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How far H-search goes.
    pub connections: connections::Settings,
    /// Which cells are filled in.
    pub filling: Filling,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { connections: connections::Settings::default(), filling: Filling::Both }
    }
}

/// What is found out about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Whether the side to move wins; there are no draws.
    pub verdict: Verdict,
    /// A winning move, if the side to move wins and the game is not over.
    pub best: Option<Square>,
    /// The empty cells that the winner needs: he wins even if all others are his opponent's.
    pub carrier: SquareSet,
}

/// What a search has found, and how much work it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<T> {
    /// The answer.
    pub answer: T,
    /// Positions evaluated by their connections.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// A move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedMove {
    /// The cell.
    pub cell: Square,
    /// What is found out about the position after the move: a loss means that the move wins.
    pub finding: Finding,
}

/// Finds out who wins a position.
///
/// ```
/// use sixfold_game::{HexRules, Value, Verdict};
/// use sixfold_hex::Position;
/// use sixfold_hex::solve::{Budget, Settings, solve};
///
/// let position = Position::start(HexRules::new(4, 4).unwrap());
/// let solution = solve(&position, Settings::default(), Budget::default());
/// assert_eq!(solution.answer.verdict, Verdict::Proven(Value::Win));
/// ```
#[must_use]
pub fn solve(position: &Position, settings: Settings, budget: Budget) -> Solution<Finding> {
    match position.board().len() {
        0..=64 => Solver::<1>::new(position, settings, budget).solve(position),
        65..=128 => Solver::<2>::new(position, settings, budget).solve(position),
        129..=256 => Solver::<4>::new(position, settings, budget).solve(position),
        _ => Solver::<11>::new(position, settings, budget).solve(position),
    }
}

/// Finds out for each move of a position whether it wins: inferior moves too, each by itself. On the
/// empty board these are the openings. Whenever a move is decided the listener is told. As many moves
/// are searched at a time as the budget has threads.
#[must_use]
pub fn solve_moves(
    position: &Position,
    settings: Settings,
    budget: Budget,
    listener: impl FnMut(&JudgedMove),
) -> Solution<Vec<JudgedMove>> {
    match position.board().len() {
        0..=64 => Solver::<1>::new(position, settings, budget).solve_moves(position, listener),
        65..=128 => Solver::<2>::new(position, settings, budget).solve_moves(position, listener),
        129..=256 => Solver::<4>::new(position, settings, budget).solve_moves(position, listener),
        _ => Solver::<11>::new(position, settings, budget).solve_moves(position, listener),
    }
}

struct Solver<const WORDS: usize> {
    search: Search<WORDS>,
}

impl<const WORDS: usize> Solver<WORDS> {
    fn new(position: &Position, settings: Settings, budget: Budget) -> Self {
        let meter = Meter::start(budget);
        let evaluator = Evaluator::new(position.board().clone(), settings);
        let shared = Shared::new(evaluator.board(), meter.memory());
        Solver { search: Search { evaluator, shared, meter } }
    }

    fn solve(mut self, position: &Position) -> Solution<Finding> {
        let answer = self.find(position);
        self.tell(answer)
    }

    fn tell<T>(&self, answer: T) -> Solution<T> {
        let meter = &self.search.meter;
        Solution { answer, nodes: meter.total(), time: meter.elapsed() }
    }

    fn find(&mut self, position: &Position) -> Finding {
        if let Some(winner) = position.winner() {
            let value = if winner == position.to_move() { Value::Win } else { Value::Loss };
            let verdict = Verdict::Proven(value);
            return Finding { verdict, best: None, carrier: SquareSet::EMPTY };
        }
        match self.decide(position) {
            Ok(finding) => finding,
            Err(spent) => {
                let verdict = Verdict::Unknown(spent);
                Finding { verdict, best: None, carrier: SquareSet::EMPTY }
            }
        }
    }

    fn decide(&mut self, position: &Position) -> Result<Finding, SpentBudget> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        let node = self.search.evaluator.node(stones, position.to_move());
        let known = self.search.decide(&node)?;
        let winner = match known.numbers {
            Numbers::WON => position.to_move(),
            _ => position.to_move().opponent(),
        };
        let value = if winner == position.to_move() { Value::Win } else { Value::Loss };
        let best = (value == Value::Win).then(|| winning_cell(known.best, &node, winner));
        Ok(Finding {
            verdict: Verdict::Proven(value),
            best: best.flatten(),
            carrier: (known.carrier | node.filled[winner]).to_squares(),
        })
    }
}

/// The winning move. If the stones filled in have won already, any of the winner's is one: the
/// opponent cannot gain by what he does in captured cells.
pub(crate) fn winning_cell<const WORDS: usize>(
    best: Option<Square>,
    node: &node::Node<WORDS>,
    winner: Player,
) -> Option<Square> {
    best.or_else(|| node.filled[winner].first())
}

#[cfg(test)]
mod tests;
