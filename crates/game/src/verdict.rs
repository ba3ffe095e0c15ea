//! How a game ended, and what a search has found out about one that has not.

use std::fmt;

use serde::Serialize;

use crate::Player;

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody can win any more.
    Draw,
}

impl Outcome {
    /// The outcome as the given player sees it.
    #[must_use]
    pub fn value_for(self, player: Player) -> Value {
        match self {
            Outcome::Draw => Value::Draw,
            Outcome::Win(winner) if winner == player => Value::Win,
            Outcome::Win(_) => Value::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "{player} wins"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// The game-theoretic value of a position for one of the players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The opponent can force a win.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player can force a win.
    Win,
}

impl Value {
    /// The same value seen by the opponent.
    #[must_use]
    pub const fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

/// What a search says about the side to move. The three answers are never conflated: a proof, a
/// proof that nothing of the kind searched for exists, or no answer within the budget.
///
/// ```
/// use sixfold_game::{SpentBudget, Value, Verdict};
///
/// assert_eq!(Verdict::Proven(Value::Win).result(), "win");
/// assert_eq!(Verdict::Absent.result(), "none");
/// assert_eq!(Verdict::Unknown(SpentBudget::Nodes).result(), "unknown");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The value of the position is proven.
    Proven(Value),
    /// The whole search space was exhausted: it holds no win for the side to move. This says
    /// nothing about wins outside that space.
    Absent,
    /// The search ended before it had an answer.
    Unknown(SpentBudget),
}

impl Verdict {
    /// The word that scripts see: `win`, `loss`, `draw`, `none` or `unknown`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Verdict::Proven(Value::Win) => "win",
            Verdict::Proven(Value::Loss) => "loss",
            Verdict::Proven(Value::Draw) => "draw",
            Verdict::Absent => "none",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// One sentence for a person: what the answer rests on.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Verdict::Proven(_) => "proven",
            Verdict::Absent => "the search space is exhausted",
            Verdict::Unknown(SpentBudget::Nodes) => "the node budget is spent",
            Verdict::Unknown(SpentBudget::Time) => "the time is up",
            Verdict::Unknown(SpentBudget::Depth) => "the search has gone as deep as it can",
            Verdict::Unknown(SpentBudget::Memory) => "the memory is used up",
            Verdict::Unknown(SpentBudget::Window) => "the window on the board cannot grow further",
            Verdict::Unknown(SpentBudget::Cancelled) => "the search was cancelled",
        }
    }
}

/// Which budget ended a search without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SpentBudget {
    /// The node budget.
    Nodes,
    /// The time budget.
    Time,
    /// The search has gone as deep as it can.
    Depth,
    /// The memory for the search tree.
    Memory,
    /// The window through which an unbounded board is seen.
    Window,
    /// Someone asked the search to stop.
    Cancelled,
}
