//! How a position is named in a request.

use serde::{Deserialize, Serialize};
use sixfold_game::record::{Located, Record, move_list};
use sixfold_game::{FenError, GameName, NameError, Setup};
use thiserror::Error;
use utoipa::ToSchema;

/// Names a position: by the moves that lead to it or by a FEN. By neither, it is the empty board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game: connect6 unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "connect6")]
    pub game: Option<String>,
    /// The moves, one word a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "j10 i9k9")]
    pub moves: Option<String>,
    /// The position as a FEN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// Why something names no position.
#[derive(Debug, Error)]
pub enum PlaceError {
    /// The game is none.
    #[error("game: {0}")]
    Game(#[from] NameError),
    /// Both moves and a FEN.
    #[error("a position is named by moves or by a fen, not by both")]
    Both,
    /// The moves are none.
    #[error("moves: {0}")]
    Moves(#[from] Located<move_list::Fault>),
    /// The FEN is none.
    #[error("fen: {0}")]
    Fen(#[from] FenError),
}

impl Place {
    /// The game that it is about.
    pub fn game(&self) -> Result<GameName, PlaceError> {
        match &self.game {
            Some(name) => Ok(name.parse()?),
            None => Ok(GameName::CONNECT6),
        }
    }

    /// The record that leads there.
    pub fn record(&self) -> Result<Record, PlaceError> {
        let game = self.game()?;
        match (&self.moves, &self.fen) {
            (Some(_), Some(_)) => Err(PlaceError::Both),
            (None, Some(fen)) => {
                let game = game.seen_in_fen(fen)?;
                Ok(Record::from_setup(game, &Setup::from_fen(game, fen)?))
            }
            // An empty list is the start of the game, though an empty file would be a mistake.
            (Some(moves), None) if !moves.trim().is_empty() => Ok(move_list::read(game, moves)?),
            _ => Ok(Record::new(game)),
        }
    }

    /// A position in a few words, for the title of a task.
    #[must_use]
    pub fn in_words(&self) -> String {
        let moves = self.moves.as_deref().map(str::trim).filter(|moves| !moves.is_empty());
        match (moves, &self.fen, &self.game) {
            (Some(moves), _, _) => moves.chars().take(60).collect(),
            (None, Some(_), _) => "a position".to_string(),
            (None, None, Some(game)) => format!("the empty board of {game}"),
            (None, None, None) => "the empty board".to_string(),
        }
    }
}
