//! What puzzles need of a game: somebody who knows for certain which turns win.

use sixfold_game::certificate::Certificate;
use sixfold_game::{GameName, Setup, SpentBudget, SquareSet};
use sixfold_solve::Budget;

use crate::Goal;

/// Knows who wins. Every answer is a proof; what could not be found out is an error.
pub trait Referee: Send + Sync {
    /// The shortest win by threats alone; if there is none, the shortest of the lowest order that is
    /// found, up to the goal's. None that takes more turns than the goal allows.
    fn win(&self, setup: &Setup, most: Goal, budget: &Budget) -> Result<Option<Win>, SpentBudget>;

    /// A win within the goal that begins with this turn; the attacker cannot complete a row at once.
    fn win_by(
        &self,
        setup: &Setup,
        goal: Goal,
        turn: SquareSet,
        budget: &Budget,
    ) -> Result<Option<Win>, SpentBudget>;

    /// First turns that reach the goal. No more than so many are looked for; if there are fewer, all
    /// other turns are proven not to reach it.
    fn winning_turns(
        &self,
        setup: &Setup,
        goal: Goal,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<SquareSet>, SpentBudget>;

    /// Whether a turn reaches the goal, and what to reply.
    fn judge(
        &self,
        setup: &Setup,
        goal: Goal,
        turn: SquareSet,
        budget: &Budget,
    ) -> Result<Judgement, SpentBudget>;

    /// First turns that look as if they might reach the goal, the most tempting first.
    fn tempting_turns(&self, setup: &Setup, goal: Goal) -> Vec<SquareSet>;

    /// Where a turn may come to lie if the board is turned so that the position stays the same.
    fn same_turns(&self, setup: &Setup, turn: SquareSet) -> Vec<SquareSet>;
}

/// A win with its proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// Its order and length.
    pub goal: Goal,
    /// The turns of both sides if the defender holds out as long as he can.
    pub line: Vec<SquareSet>,
    /// The proof.
    pub certificate: Certificate,
}

/// What a turn of the attacker is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It completes a row, or makes more threats than can be parried.
    Wins,
    /// It reaches the goal; this reply holds out longest.
    Continues {
        /// All stones of the defender's turn.
        reply: SquareSet,
    },
    /// It does not reach the goal.
    Fails {
        /// A reply after which the goal is out of reach; nothing if none is needed, because the
        /// defender completes a row himself.
        reply: SquareSet,
    },
}

/// The referee of a game, if puzzles of it are understood.
#[must_use]
pub fn referee(game: GameName) -> Option<Box<dyn Referee>> {
    match game {
        GameName::Connect(rules) => Some(crate::connect::referee(rules)),
        GameName::Hex(rules) => Some(crate::hex::referee(rules)),
    }
}
