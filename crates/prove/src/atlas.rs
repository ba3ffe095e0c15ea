//! An atlas of solved positions: a folder of certificates with an index.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sixfold_game::certificate::Certificate;
use sixfold_game::file::{json_list, write_whole};
use sixfold_game::record::move_list;
use sixfold_game::{GameName, Player};
use sixfold_jobs::{Sealed, UnsealError};
use thiserror::Error;

use crate::first_turn;

/// The name of the index in its folder.
pub const INDEX: &str = "atlas.json";

/// A solved position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The moves that lead to it.
    pub moves: String,
    /// Who wins.
    pub winner: Player,
    /// The winning turn, if the winner is to move.
    pub key_move: Option<String>,
    /// The order of the win, as the checker derives it (THEORY 2); Hex has none.
    pub order: Option<u16>,
    /// Jobs that it took.
    pub jobs: u64,
    /// Seconds that workers have spent on these jobs, over all runs.
    pub seconds: f64,
    /// The file of the certificate, in the folder of the index.
    pub certificate: String,
}

/// An atlas that is read or written.
#[derive(Clone, PartialEq, Debug)]
pub struct Atlas {
    folder: PathBuf,
    entries: Vec<Entry>,
}

/// Why an atlas cannot be read or written.
#[derive(Debug, Error)]
pub enum AtlasError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The index is not one.
    #[error("{}: {error}", path.display())]
    Index {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A certificate cannot be read.
    #[error("{}: {error}", path.display())]
    Unseal {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: UnsealError,
    },
    /// A certificate does not prove what the index says.
    #[error("{}: {reason}", path.display())]
    NotProven {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl Atlas {
    /// The atlas of a folder; an empty one if it has no index yet.
    pub fn open(folder: &Path) -> Result<Atlas, AtlasError> {
        let path = folder.join(INDEX);
        let entries = match std::fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .map_err(|error| AtlasError::Index { path: path.clone(), error })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(AtlasError::Io { path, error }),
        };
        Ok(Atlas { folder: folder.to_path_buf(), entries })
    }

    /// The solved positions, in the order in which they were added.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The solved position after these moves.
    #[must_use]
    pub fn find(&self, moves: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.moves == moves)
    }

    /// Adds a solved position: first its certificate is written, then the index that speaks of it.
    pub fn add(&mut self, entry: Entry, certificate: &Sealed) -> Result<(), AtlasError> {
        self.write(&entry.certificate, certificate.bytes())?;
        self.entries.retain(|known| known.moves != entry.moves);
        self.entries.push(entry);
        self.entries.sort_by(|one, other| one.moves.cmp(&other.moves));
        let lines: Vec<_> = self.entries.iter().map(|entry| serde_json::json!(entry)).collect();
        self.write(INDEX, json_list(&lines).as_bytes())
    }

    /// Writes a file whole or not at all.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), AtlasError> {
        let path = self.folder.join(name);
        let written =
            std::fs::create_dir_all(&self.folder).and_then(|()| write_whole(&path, bytes));
        written.map_err(|error| AtlasError::Io { path, error })
    }

    /// The certificate of an entry, checked: it proves what the index says.
    pub fn certificate(&self, entry: &Entry) -> Result<Certificate, AtlasError> {
        let path = self.folder.join(&entry.certificate);
        let bytes =
            std::fs::read(&path).map_err(|error| AtlasError::Io { path: path.clone(), error })?;
        let certificate = Sealed::from_bytes(bytes)
            .open()
            .map_err(|error| AtlasError::Unseal { path: path.clone(), error })?;
        let wrong = |reason: String| AtlasError::NotProven { path: path.clone(), reason };
        let claim = certificate.claim;
        let record = move_list::read(claim.game, &entry.moves).map_err(|e| wrong(e.to_string()))?;
        if claim.setup != record.final_setup() || claim.winner != entry.winner {
            return Err(wrong(format!("it is not about {}", entry.moves)));
        }
        let report =
            sixfold_check::check(&certificate).map_err(|fault| wrong(fault.to_string()))?;
        if report.order != entry.order {
            let told = |order: Option<u16>| order.map_or("none".into(), |order| order.to_string());
            let (shown, said) = (told(report.order), told(entry.order));
            return Err(wrong(format!("it has order {shown}, not {said}")));
        }
        Ok(certificate)
    }

    /// The atlas as a table in Markdown.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| moves | winner | key move | order | jobs | seconds | certificate |\n\
             | --- | --- | --- | ---: | ---: | ---: | --- |\n",
        );
        for entry in &self.entries {
            let size = std::fs::metadata(self.folder.join(&entry.certificate));
            let kilobytes = size.map_or(0, |size| size.len().div_ceil(1024));
            let _ = writeln!(
                text,
                "| `{}` | {} | `{}` | {} | {} | {:.1} | [{} kB]({}) |",
                entry.moves,
                entry.winner,
                entry.key_move.as_deref().unwrap_or("-"),
                entry.order.map_or("-".into(), |order| order.to_string()),
                entry.jobs,
                entry.seconds,
                kilobytes,
                entry.certificate,
            );
        }
        text
    }
}

/// The file name of the certificate of a position.
#[must_use]
pub fn file_name(moves: &str) -> String {
    moves.split_whitespace().collect::<Vec<_>>().join("-") + ".cert.gz"
}

/// The winning turn with which a certificate begins.
#[must_use]
pub fn key_move(game: GameName, certificate: &Certificate) -> Option<String> {
    let stones = first_turn(certificate)?;
    Some(game.grid().names(stones.iter()).concat())
}
