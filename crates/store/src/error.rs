//! What can go wrong. Whatever fails has changed nothing in the file.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ffi::{ErrorCode, SQLITE_CONSTRAINT_FOREIGNKEY};
use sixfold_jobs::JobKey;
use thiserror::Error;

/// What is wrong with which file.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: Problem,
}

impl StoreError {
    pub(crate) fn of(path: &Path) -> impl Fn(Problem) -> StoreError {
        move |problem| StoreError { path: path.to_path_buf(), problem }
    }
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum Problem {
    /// It cannot be opened, read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The disk does not take what is to be written.
    #[error("the disk is full; all steps up to the last one are kept")]
    DiskFull,
    /// The disk fails.
    #[error("the disk fails ({0}); all steps up to the last one are kept")]
    DiskFails(String),
    /// It is there already.
    #[error("there is such a file already")]
    Exists,
    /// It is something else.
    #[error("this is not the file of a proof")]
    OtherFile,
    /// Nothing is in it: whoever began it did not come far.
    #[error("the file is empty")]
    Empty,
    /// A later program has written it.
    #[error("the file has format {found}, this program knows formats up to {known}")]
    TooNew {
        /// Its format.
        found: u32,
        /// The latest that is known here.
        known: u32,
    },
    /// An earlier program has written it, and a reader may not change it.
    #[error("the file has format {found}; going on with the proof brings it up to {known}")]
    TooOld {
        /// Its format.
        found: u32,
        /// That of this program.
        known: u32,
    },
    /// Another process is writing it.
    #[error("another run is writing to it")]
    InUse,
    /// What is in it makes no sense.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// A step speaks of a node or certificate that is not there.
    #[error("a step refers to a node or certificate that is not in the file")]
    Dangling,
    /// A job that was never handed out.
    #[error("job {0} was never handed out")]
    UnknownJob(JobKey),
    /// Anything else.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl Problem {
    pub(crate) fn damaged(what: &dyn Display) -> Problem {
        Problem::Damaged(what.to_string())
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, SqliteFailure,
        };
        match &error {
            SqliteFailure(failure, _) => match failure.code {
                ErrorCode::DiskFull => Problem::DiskFull,
                ErrorCode::SystemIoFailure => Problem::DiskFails(error.to_string()),
                ErrorCode::NotADatabase => Problem::OtherFile,
                ErrorCode::DatabaseCorrupt => Problem::damaged(&error),
                ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Problem::InUse,
                _ if failure.extended_code == SQLITE_CONSTRAINT_FOREIGNKEY => Problem::Dangling,
                _ => Problem::Database(error),
            },
            FromSqlConversionFailure(..) | InvalidColumnType(..) | IntegralValueOutOfRange(..) => {
                Problem::damaged(&error)
            }
            _ => Problem::Database(error),
        }
    }
}
