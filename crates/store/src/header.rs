//! What a file is about.

use std::time::SystemTime;

use rusqlite::{Connection, params};
use serde_json::Value;
use sixfold_game::{GameName, Player, Setup};

use crate::Problem;
use crate::column::{Json, Moment, Word};

/// What a proof is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The game.
    pub game: GameName,
    /// The position that is to be proven, as the user gave it.
    pub root: Setup,
    /// The moves that lead to it, if he gave moves.
    pub moves: Option<String>,
    /// The player who is to be shown to win.
    pub prover: Player,
    /// The engine that began it.
    pub engine: String,
    /// When it was begun.
    pub created: SystemTime,
    /// What may be chosen about the search: efforts, policy and the like.
    pub settings: Value,
}

impl Header {
    pub(crate) fn write(&self, connection: &Connection) -> Result<(), Problem> {
        connection.execute(
            "INSERT INTO header (only, game, root, moves, prover, engine, created, settings)
             VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
            params![
                self.game.to_string(),
                self.root.to_string(),
                self.moves,
                Word(self.prover),
                self.engine,
                Moment(self.created),
                Json(&self.settings),
            ],
        )?;
        Ok(())
    }

    pub(crate) fn read(connection: &Connection) -> Result<Header, Problem> {
        connection
            .query_one(
                "SELECT game, root, moves, prover, engine, created, settings FROM header",
                [],
                |row| {
                    let (name, fen): (String, String) = (row.get(0)?, row.get(1)?);
                    let (moves, engine) = (row.get(2)?, row.get(4)?);
                    let (Word(prover), Moment(created)) = (row.get(3)?, row.get(5)?);
                    let Json(settings) = row.get(6)?;
                    Ok(position(&name, &fen).map(|(game, root)| Header {
                        game,
                        root,
                        moves,
                        prover,
                        engine,
                        created,
                        settings,
                    }))
                },
            )
            .map_err(|error| match error {
                rusqlite::Error::QueryReturnedNoRows => Problem::damaged(&"it has no header"),
                error => error.into(),
            })?
    }
}

fn position(name: &str, fen: &str) -> Result<(GameName, Setup), Problem> {
    let game: GameName = name.parse().map_err(|error| Problem::damaged(&error))?;
    let game = game.seen_in_fen(fen).map_err(|error| Problem::damaged(&error))?;
    Ok((game, Setup::from_fen(game, fen).map_err(|error| Problem::damaged(&error))?))
}
