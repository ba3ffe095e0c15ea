//! What can go wrong. Whatever fails has changed nothing in the file.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ffi::ErrorCode;
use sixfold_game::GameName;
use sixfold_prove::PositionError;
use thiserror::Error;

use crate::Known;

/// What is wrong with which library.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct LibraryError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: Problem,
}

impl LibraryError {
    pub(crate) fn of(path: &Path) -> impl Fn(Problem) -> LibraryError {
        move |problem| LibraryError { path: path.to_path_buf(), problem }
    }
}

/// What is wrong with a library.
#[derive(Debug, Error)]
pub enum Problem {
    /// It cannot be opened, read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is there already.
    #[error("there is such a file already")]
    Exists,
    /// It is something else.
    #[error("this is not an opening library")]
    OtherFile,
    /// A later program has written it.
    #[error("the library has format {found}, this program knows formats up to {known}")]
    TooNew {
        /// Its format.
        found: u32,
        /// The latest that is known here.
        known: u32,
    },
    /// A position that is not one of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A position of another board.
    #[error("the library is about {0}, on another board than this position")]
    Board(GameName),
    /// A record or a library of another game.
    #[error("this is {0}, which the library is not about")]
    OtherGame(GameName),
    /// A file that cannot be imported.
    #[error("{0}")]
    Import(String),
    /// What cannot be written in some format.
    #[error("{0}")]
    Export(String),
    /// A move that cannot be played.
    #[error("a move of '{0}' is not possible there")]
    Move(String),
    /// A turn that a player cannot make.
    #[error("{turn}: {reason}")]
    Turn {
        /// The turn.
        turn: String,
        /// Why not.
        reason: &'static str,
    },
    /// A move that the library does not have.
    #[error("the library has no move {0} there")]
    NoMove(String),
    /// A sign or a line beside the board.
    #[error("there is no such square on the board")]
    Mark,
    /// A chance that is none.
    #[error("a chance is a number from 0 to 1")]
    Chance,
    /// A claim against a proof.
    #[error("it is proven: {0}")]
    Proven(Known),
    /// A certificate that proves nothing here.
    #[error("the certificate is not accepted: {0}")]
    Certificate(String),
    /// What is to be added is the opposite of what is known.
    #[error("the library knows the opposite of '{0}'")]
    Contradiction(String),
    /// The disk does not take what is to be written.
    #[error("the disk is full; the library is as it was before")]
    DiskFull,
    /// Another program is writing it.
    #[error("another program is writing to it")]
    InUse,
    /// What is in it makes no sense.
    #[error("the library is damaged: {0}")]
    Damaged(String),
    /// Anything else.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        use rusqlite::Error::{FromSqlConversionFailure, InvalidColumnType, SqliteFailure};
        match &error {
            SqliteFailure(failure, _) => match failure.code {
                ErrorCode::DiskFull => Problem::DiskFull,
                ErrorCode::NotADatabase => Problem::OtherFile,
                ErrorCode::DatabaseCorrupt => Problem::Damaged(error.to_string()),
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Problem::InUse,
                _ => Problem::Database(error),
            },
            FromSqlConversionFailure(..) | InvalidColumnType(..) => {
                Problem::Damaged(error.to_string())
            }
            _ => Problem::Database(error),
        }
    }
}
