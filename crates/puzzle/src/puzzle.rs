//! A puzzle.

use serde::{Deserialize, Serialize};
use sixfold_game::certificate::Certificate;
use sixfold_game::{GameName, Player, Setup, SquareSet};
use utoipa::ToSchema;

use crate::{Goal, Grade, Shape};

/// A position in which one turn wins. Turns are sets: the order of their stones does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The game.
    pub game: GameName,
    /// The position, at the beginning of the attacker's turn.
    pub setup: Setup,
    /// The win that is asked for. None of its order is shorter, and none of a lower order as short.
    pub goal: Goal,
    /// The only first turn that reaches the goal.
    pub key: SquareSet,
    /// The turns of both sides if the defender holds out as stubbornly as he can, the key first.
    pub line: Vec<SquareSet>,
    /// Where the attacker has a choice later on.
    pub duals: Duals,
    /// First turns that look good and fail.
    pub tries: Vec<Try>,
    /// Stones that the solution does not need: they are there for the right number of stones only, or
    /// because the composer wants them.
    pub spare: SquareSet,
    /// How hard it is.
    pub grade: Grade,
    /// Where it comes from.
    pub source: Source,
    /// The proof of the win.
    pub certificate: Certificate,
}

/// How often the attacker has more than one winning turn after the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Duals {
    /// Positions of the solution that were looked at.
    pub positions: u32,
    /// Those with more than one turn that wins in time.
    pub with_choice: u32,
}

/// A wrong first turn that looks good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try {
    /// The turn.
    pub turn: SquareSet,
    /// A reply after which the goal is out of reach.
    pub refutation: SquareSet,
}

/// Where a puzzle comes from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Source {
    /// A game of a file.
    Game {
        /// The name of the file.
        file: String,
        /// The number of the game in it, from 1.
        number: usize,
        /// The stones on the board before the puzzle was made simpler.
        stones: usize,
    },
    /// A game that the program played with itself.
    SelfPlay {
        /// The seed of all games.
        seed: u64,
        /// The number of the game, from 0.
        number: u64,
        /// The stones on the board before the puzzle was made simpler.
        stones: usize,
    },
    /// Somebody composed it.
    Composed,
}

impl Puzzle {
    /// The player who is to win.
    #[must_use]
    pub fn attacker(&self) -> Player {
        self.setup.turn.player
    }

    /// The task in words.
    #[must_use]
    pub fn task(&self) -> String {
        self.goal.task(self.game, self.attacker())
    }

    /// What stays the same however the board is turned and the stones are shifted.
    #[must_use]
    pub fn shape(&self) -> Shape {
        Shape::of(self.game, &self.setup)
    }

    /// A name that the position alone decides; puzzles that differ in place and orientation only have
    /// the same one.
    #[must_use]
    pub fn id(&self) -> String {
        self.shape().digest()
    }
}
