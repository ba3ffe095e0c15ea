//! The theorems that are kept: a folder of proofs with an index.

use std::io;
use std::path::{Path, PathBuf};

use sixfold_game::file::{json_list, write_whole};
use thiserror::Error;

use crate::game::Family;
use crate::prove::Proven;
use crate::theorem::{Confirmed, FirstTurn, NotProven, Theorem};

/// The name of the index in its folder.
pub const INDEX: &str = "theorems.json";

/// A folder of theorems that is read or written.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    folder: PathBuf,
    theorems: Vec<Theorem>,
}

/// Why a folder cannot be read or written, or does not prove what its index says.
#[derive(Debug, Error)]
pub enum BookError {
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
    /// Two theorems about one game.
    #[error("{}: there is more than one theorem about {game}", path.display())]
    Twice {
        /// The index.
        path: PathBuf,
        /// The game.
        game: Family,
    },
    /// The name of a file leads out of the folder.
    #[error("{}: '{name}' is not the name of a file in the folder", path.display())]
    Name {
        /// The index.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// A proof does not prove what the index says.
    #[error("{game} ({file}): {reason}")]
    NotProven {
        /// The game.
        game: Family,
        /// The file.
        file: String,
        /// What is wrong.
        reason: NotProven,
    },
}

impl Book {
    /// The theorems of a folder; none if it has no index yet.
    pub fn open(folder: &Path) -> Result<Book, BookError> {
        let path = folder.join(INDEX);
        let theorems: Vec<Theorem> = match std::fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .map_err(|error| BookError::Index { path: path.clone(), error })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(BookError::Io { path, error }),
        };
        let book = Book { folder: folder.to_path_buf(), theorems };
        match book.said_twice() {
            Some(game) => Err(BookError::Twice { path, game }),
            None => Ok(book),
        }
    }

    fn said_twice(&self) -> Option<Family> {
        let mut games = std::collections::BTreeSet::new();
        self.theorems.iter().map(|theorem| theorem.game).find(|&game| !games.insert(game))
    }

    /// The theorems, by game.
    #[must_use]
    pub fn theorems(&self) -> &[Theorem] {
        &self.theorems
    }

    /// The theorem about a game.
    #[must_use]
    pub fn find(&self, game: Family) -> Option<&Theorem> {
        self.theorems.iter().find(|theorem| theorem.game == game)
    }

    /// The size of the file of a theorem, in bytes.
    #[must_use]
    pub fn size(&self, theorem: &Theorem) -> Option<u64> {
        let path = self.folder.join(theorem.proof.file()?);
        std::fs::metadata(path).ok().map(|metadata| metadata.len())
    }

    /// Adds a theorem: first its proof is written, then the index that speaks of it. One file may prove
    /// several theorems, so what is there stays if it proves this one too, and is replaced only by what
    /// proves the others.
    pub fn add(&mut self, proven: Proven) -> Result<(), BookError> {
        let Proven { theorem, file } = proven;
        if let (Some(name), Some(bytes)) = (theorem.proof.file(), file) {
            let is_shared =
                |known: &&Theorem| known.game != theorem.game && known.proof.file() == Some(name);
            let others: Vec<&Theorem> = self.theorems.iter().filter(is_shared).collect();
            if others.is_empty() || self.check(&theorem).is_err() {
                for other in others {
                    Book::hold(other, name, &bytes)?;
                }
                self.write(name, &bytes)?;
            }
        }
        self.theorems.retain(|known| known.game != theorem.game);
        self.theorems.push(theorem);
        self.theorems.sort_by_key(|theorem| theorem.game);
        let lines: Vec<_> =
            self.theorems.iter().map(|theorem| serde_json::json!(theorem)).collect();
        self.write(INDEX, json_list(&lines).as_bytes())
    }

    /// Writes a file whole or not at all.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), BookError> {
        let path = self.folder.join(name);
        let written =
            std::fs::create_dir_all(&self.folder).and_then(|()| write_whole(&path, bytes));
        written.map_err(|error| BookError::Io { path, error })
    }

    /// Checks a theorem by its file.
    pub fn check(&self, theorem: &Theorem) -> Result<Confirmed, BookError> {
        let name = theorem.proof.file().unwrap_or_default();
        let bytes = if name.is_empty() { Vec::new() } else { self.read(name)? };
        Book::hold(theorem, if name.is_empty() { INDEX } else { name }, &bytes)
    }

    /// Holds a theorem to the contents of a file.
    fn hold(theorem: &Theorem, name: &str, bytes: &[u8]) -> Result<Confirmed, BookError> {
        let file = name.to_string();
        let game = theorem.game;
        theorem.check(bytes).map_err(|reason| BookError::NotProven { game, file, reason })
    }

    /// The winner's first turn.
    pub fn first_turn(&self, theorem: &Theorem) -> Result<FirstTurn, BookError> {
        let name = theorem.proof.file().unwrap_or_default();
        let bytes = if name.is_empty() { Vec::new() } else { self.read(name)? };
        theorem.first_turn(&bytes).map_err(|reason| BookError::NotProven {
            game: theorem.game,
            file: name.to_string(),
            reason,
        })
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, BookError> {
        let is_plain = Path::new(name).file_name().is_some_and(|file| file == name);
        if !is_plain {
            let path = self.folder.join(INDEX);
            return Err(BookError::Name { path, name: name.chars().take(80).collect() });
        }
        let path = self.folder.join(name);
        std::fs::read(&path).map_err(|error| BookError::Io { path, error })
    }
}
