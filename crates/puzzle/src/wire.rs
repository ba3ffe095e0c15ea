//! Puzzles as JSON.

use serde::{Deserialize, Serialize};
use sixfold_game::certificate::{Certificate, ReadError};
use sixfold_game::{FenError, GameName, NameError, Setup, SquareError, SquareSet};
use thiserror::Error;
use utoipa::ToSchema;

use crate::{Duals, Goal, Grade, Puzzle, Source, Try};

/// A [`Puzzle`] as it is written down. Turns are lists of the names of squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Puzzle)]
pub struct WirePuzzle {
    /// The name that follows from the position.
    pub id: String,
    /// The game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The win that is asked for.
    pub goal: Goal,
    /// The only first turn that reaches it.
    pub key: Vec<String>,
    /// The main line, the key first.
    pub line: Vec<Vec<String>>,
    /// Where the attacker has a choice later on.
    pub duals: Duals,
    /// First turns that look good and fail.
    pub tries: Vec<WireTry>,
    /// Stones that are there for the right number of stones only.
    pub spare: Vec<String>,
    /// How hard it is.
    pub grade: Grade,
    /// Where it comes from.
    pub source: Source,
    /// The proof of the win, as the text of a certificate.
    pub certificate: String,
}

/// A [`Try`] as it is written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Try)]
pub struct WireTry {
    /// The turn.
    pub turn: Vec<String>,
    /// A reply after which the goal is out of reach.
    pub refutation: Vec<String>,
}

/// Why JSON is no puzzle.
#[derive(Debug, Error)]
pub enum WireError {
    /// The name of the game.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The certificate.
    #[error("the certificate: {0}")]
    Certificate(#[from] ReadError),
    /// The name says another position.
    #[error("its name is {name}, but its position is that of {id}")]
    Id {
        /// The name that it bears.
        name: String,
        /// The name that follows from the position.
        id: String,
    },
}

impl Puzzle {
    /// The puzzle as it is written down.
    #[must_use]
    pub fn to_wire(&self) -> WirePuzzle {
        let grid = self.game.grid();
        let names = |turn: SquareSet| grid.names(turn.iter());
        WirePuzzle {
            id: self.id(),
            game: self.game.to_string(),
            fen: self.setup.to_string(),
            goal: self.goal,
            key: names(self.key),
            line: self.line.iter().copied().map(names).collect(),
            duals: self.duals,
            tries: self
                .tries
                .iter()
                .map(|t| WireTry { turn: names(t.turn), refutation: names(t.refutation) })
                .collect(),
            spare: names(self.spare),
            grade: self.grade.clone(),
            source: self.source.clone(),
            certificate: self.certificate.to_string(),
        }
    }

    /// Reads a puzzle as it is written down. What it claims is not checked.
    pub fn from_wire(wire: WirePuzzle) -> Result<Puzzle, WireError> {
        let game: GameName = wire.game.parse()?;
        let game = game.seen_in_fen(&wire.fen)?;
        let squares = |names: &[String]| -> Result<SquareSet, SquareError> {
            names.iter().map(|name| game.grid().parse(name)).collect()
        };
        let read_try = |t: &WireTry| -> Result<Try, SquareError> {
            Ok(Try { turn: squares(&t.turn)?, refutation: squares(&t.refutation)? })
        };
        let puzzle = Puzzle {
            game,
            setup: Setup::from_fen(game, &wire.fen)?,
            goal: wire.goal,
            key: squares(&wire.key)?,
            line: wire.line.iter().map(|turn| squares(turn)).collect::<Result<_, _>>()?,
            duals: wire.duals,
            tries: wire.tries.iter().map(read_try).collect::<Result<_, _>>()?,
            spare: squares(&wire.spare)?,
            grade: wire.grade,
            source: wire.source,
            certificate: Certificate::read(wire.certificate.as_bytes())?,
        };
        let id = puzzle.id();
        if wire.id == id { Ok(puzzle) } else { Err(WireError::Id { name: wire.id, id }) }
    }
}
