//! Proofs as data: a strategy with which the winner joins his edges, whatever his opponent does.
//!
//! A [`Plan`] joins two places while the opponent is to move. Its *region* is the set of empty cells
//! that it plays on; what happens elsewhere does not matter. There are four kinds:
//!
//! * the places hang together already;
//! * a *chain* over own stones, whose plans have no cell in common: each attack is answered where it
//!   falls;
//! * *threats*: moves each of which leaves a plan, and no cell is in all of their regions, so that
//!   some threat is left wherever the opponent plays;
//! * a small region in which trying everything shows that the places are joined.
//!
//! A certificate is checked by [`check`](crate::check), from the rules alone.

mod json;

use sixfold_game::{HexRules, Player, Setup, Square};

pub use json::{FormatError, read, write};

/// The number of a plan in its certificate.
pub type PlanNumber = u32;

/// How two places are joined while the opponent is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// They hang together.
    Joined,
    /// From one place over own stones to the other.
    Chain {
        /// The stones, in order.
        over: Vec<Square>,
        /// The plans between the first place, the stones, and the last place: one more than stones.
        plans: Vec<PlanNumber>,
    },
    /// Moves of which one is left after any move of the opponent.
    Threats(Vec<Threat>),
    /// Trying everything on these few cells shows it.
    Region(Vec<Square>),
}

/// A move after which a plan joins the places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Where the stone goes.
    pub cell: Square,
    /// The plan after that.
    pub plan: PlanNumber,
}

/// The proof that a player wins a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The size of the board.
    pub rules: HexRules,
    /// The position.
    pub setup: Setup,
    /// Who wins it.
    pub winner: Player,
    /// His first move, if it is his turn and he needs one.
    pub first: Option<Square>,
    /// All plans. Each is used by one that comes later; the last joins the winner's edges.
    pub plans: Vec<Plan>,
}
