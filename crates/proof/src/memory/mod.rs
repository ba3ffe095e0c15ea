//! Proof-number search in memory.
//!
//! The question is whether one player, the *prover*, can force a win; a draw is no win. A node is
//! a position before one stone. Where the prover is to place it one proven child proves the node
//! (an OR node), elsewhere all children must be proven (an AND node). Whose node it is follows the
//! turn, so turns may have any number of stones.
//!
//! Two methods answer the question. [`Method::BestFirst`] keeps the whole tree and always expands
//! a most-proving leaf. [`Method::DepthFirst`] (df-pn) walks the same way with thresholds and keeps
//! only a table, which may forget.
//!
//! **Identity.** Both know a position by its whole [`canonical_setup`], never by a hash alone: a
//! collision would make a false proof, and a proof claimed here is not replayed by anyone. So a
//! position found again, by another order of stones or as a mirror image, is the same node.
//! Sums over shared children count them more than once, which misleads the search a little and its
//! answer never.
//!
//! [`canonical_setup`]: sixfold_game::Game::canonical_setup

mod best_first;
mod depth_first;
mod limits;
mod node;
mod question;
mod settings;
mod table;

use sixfold_game::{Game, Player, SpentBudget, Square};

use crate::Numbers;
use limits::Meter;
use question::Question;

pub use limits::Limits;
pub use settings::{LeafNumbers, Method, Settings, Widening};

/// Whether the prover wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The prover can force a win.
    Proven,
    /// The opponent can keep the prover from winning: he wins himself, or draws.
    Disproven,
    /// The search ended before it had an answer.
    Unknown(SpentBudget),
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// The numbers of the root when the search ended.
    pub numbers: Numbers,
    /// Positions whose moves were generated, each time that they were.
    pub nodes: u64,
    /// Stone by stone how the game may end as answered, against replies that took long to refute.
    /// Empty without an answer; it breaks off where the limits end the search for it.
    pub line: Vec<Square>,
}

/// Asks whether the prover can force a win, trying moves in the order of their squares.
///
/// ```
/// use std::sync::Arc;
/// use sixfold_connect::{GeneralPosition, Geometry, Position};
/// use sixfold_game::{ConnectRules, Player};
/// use sixfold_proof::memory::{Answer, Limits, Settings, prove};
///
/// let geometry = Arc::new(Geometry::new(ConnectRules::TICTACTOE));
/// let position: GeneralPosition = Position::start(geometry);
/// let solution = prove(&position, Player::Black, &Settings::default(), &Limits::default());
/// assert_eq!(solution.answer, Answer::Disproven);
/// ```
#[must_use]
pub fn prove<G: Game>(
    position: &G,
    prover: Player,
    settings: &Settings,
    limits: &Limits,
) -> Solution {
    prove_ranked(position, prover, settings, limits, |_, _| 0)
}

/// Like [`prove`], trying moves of a higher rank first among those that look equally good. The
/// ranking tells how a move of the position is liked; it cannot change the answer.
#[must_use]
pub fn prove_ranked<G: Game>(
    position: &G,
    prover: Player,
    settings: &Settings,
    limits: &Limits,
    ranking: impl Fn(&G, Square) -> i64,
) -> Solution {
    let question = Question { prover, leaves: settings.leaves, ranking };
    let meter = Meter::start(limits);
    match settings.method {
        Method::BestFirst => best_first::search(position, &question, settings.memory, meter),
        Method::DepthFirst(widening) => {
            depth_first::search(position, &question, widening, settings.memory, meter)
        }
    }
}

impl Solution {
    fn settled(numbers: Numbers, nodes: u64, line: Vec<Square>) -> Solution {
        let proven = numbers == Numbers::PROVEN;
        let answer = if proven { Answer::Proven } else { Answer::Disproven };
        Solution { answer, numbers, nodes, line }
    }

    fn unknown(spent: SpentBudget, numbers: Numbers, nodes: u64) -> Solution {
        Solution { answer: Answer::Unknown(spent), numbers, nodes, line: Vec::new() }
    }
}
