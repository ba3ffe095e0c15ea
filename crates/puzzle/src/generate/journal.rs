//! What has been made so far, on disk: a line for every batch of games.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Plan;
use crate::{Puzzle, WirePuzzle};

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is about something else.
    #[error("{} belongs to another plan: remove it to begin anew", .0.display())]
    OtherPlan(PathBuf),
}

/// The puzzles of a batch.
#[derive(Serialize, Deserialize)]
struct Batch {
    /// Games looked at when it ended.
    games: u64,
    puzzles: Vec<WirePuzzle>,
}

pub(super) struct Journal {
    path: PathBuf,
    file: File,
    games: u64,
}

impl Journal {
    /// Opens the journal of a plan, or begins it, and gives what has been made already. A line that
    /// was being written when the program ended is dropped.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Journal, Vec<Puzzle>), JournalError> {
        let failed = |error| JournalError::Io { path: path.to_path_buf(), error };
        let head = serde_json::to_string(plan).unwrap_or_default();
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut lines = BufReader::new(&file).lines();
        match lines.next().transpose().map_err(failed)? {
            Some(line) if line == head => {}
            Some(_) => return Err(JournalError::OtherPlan(path.to_path_buf())),
            None => file.write_all(format!("{head}\n").as_bytes()).map_err(failed)?,
        }
        let mut whole = head.len() as u64 + 1;
        let (mut games, mut puzzles) = (0, Vec::new());
        for line in BufReader::new(File::open(path).map_err(failed)?).lines().skip(1) {
            let line = line.map_err(failed)?;
            let Ok(batch) = serde_json::from_str::<Batch>(&line) else { break };
            let read = batch.puzzles.into_iter().map(Puzzle::from_wire);
            let Ok(read) = read.collect::<Result<Vec<_>, _>>() else { break };
            puzzles.extend(read);
            games = batch.games;
            whole += line.len() as u64 + 1;
        }
        file.set_len(whole).map_err(failed)?;
        Ok((Journal { path: path.to_path_buf(), file, games }, puzzles))
    }

    /// The games that have been looked at.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// Adds what a batch has yielded.
    pub(super) fn append(&mut self, games: u64, puzzles: &[Puzzle]) -> Result<(), JournalError> {
        let batch = Batch { games, puzzles: puzzles.iter().map(Puzzle::to_wire).collect() };
        let line = serde_json::to_string(&batch).unwrap_or_default() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        self.games = games;
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// The work is done.
    pub(super) fn remove(self) -> Result<(), JournalError> {
        std::fs::remove_file(&self.path)
            .map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}
