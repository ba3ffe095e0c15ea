//! Collections: many puzzles in one file.

use std::collections::HashSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sixfold_game::file::write_whole;
use thiserror::Error;

use crate::{Level, Puzzle, Theme, WireError, WirePuzzle};

/// What the files say they are.
const FORMAT: &str = "sixfold-puzzles";
/// The version of the files that this module reads and writes.
const VERSION: u32 = 1;

/// Puzzles with a name. No two have the same shape.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    name: String,
    making: Option<Making>,
    puzzles: Vec<Puzzle>,
}

/// How a collection was made: the same again makes the same collection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Making {
    /// The command.
    pub command: String,
    /// The version of the program.
    pub version: String,
}

/// The first lines of the file.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    name: String,
    made: Option<Making>,
}

#[derive(Deserialize)]
struct File {
    #[serde(flatten)]
    head: Head,
    puzzles: Vec<WirePuzzle>,
}

/// A collection has a puzzle already.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the puzzle is there already, as number {number} ({id})")]
pub struct AlreadyThere {
    /// Its number, from 1.
    pub number: usize,
    /// Its name.
    pub id: String,
}

/// Why a file is no collection.
#[derive(Debug, Error)]
pub enum CollectionError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is no JSON of the right form.
    #[error("it is no collection of puzzles: {0}")]
    Json(serde_json::Error),
    /// It is something else.
    #[error("it is no collection of puzzles but {0:?}")]
    Format(String),
    /// It is of another version.
    #[error("it has version {0}, and this program reads version {VERSION}")]
    Version(u32),
    /// A puzzle is none.
    #[error("puzzle {number}: {error}")]
    Puzzle {
        /// Its number, from 1.
        number: usize,
        /// Why.
        error: WireError,
    },
}

/// Which puzzles are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Those of these levels; none stand for all.
    pub levels: Vec<Level>,
    /// Those with one of these themes; none stand for all.
    pub themes: Vec<Theme>,
    /// Those won in so many turns; none stand for all.
    pub turns: Vec<u8>,
}

impl Filter {
    /// Whether a puzzle is wanted.
    #[must_use]
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        let grade = &puzzle.grade;
        let any = |is_empty: bool, is_in: bool| is_empty || is_in;
        any(self.levels.is_empty(), self.levels.contains(&grade.level))
            && any(self.turns.is_empty(), self.turns.contains(&puzzle.goal.turns))
            && any(self.themes.is_empty(), grade.themes.iter().any(|t| self.themes.contains(t)))
    }
}

impl Collection {
    /// An empty collection.
    #[must_use]
    pub fn new(name: impl Into<String>, making: Option<Making>) -> Collection {
        Collection { name: name.into(), making, puzzles: Vec::new() }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it was made.
    #[must_use]
    pub fn making(&self) -> Option<&Making> {
        self.making.as_ref()
    }

    /// The puzzles in their order.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle of this name.
    #[must_use]
    pub fn puzzle(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id() == id)
    }

    /// Adds puzzles that are not there yet, in any place and orientation.
    pub fn extend(&mut self, puzzles: impl IntoIterator<Item = Puzzle>) {
        let mut known: HashSet<String> = self.puzzles.iter().map(Puzzle::id).collect();
        self.puzzles.extend(puzzles.into_iter().filter(|puzzle| known.insert(puzzle.id())));
    }

    /// Adds a puzzle that somebody has composed, at the end, and tells its number. What is said about
    /// how the collection was made is true no longer, and goes.
    pub fn add(&mut self, puzzle: Puzzle) -> Result<usize, AlreadyThere> {
        let id = puzzle.id();
        if let Some(place) = self.puzzles.iter().position(|known| known.id() == id) {
            return Err(AlreadyThere { number: place + 1, id });
        }
        self.puzzles.push(puzzle);
        self.making = None;
        Ok(self.puzzles.len())
    }

    /// Brings the easiest to the front.
    pub fn sort_by_difficulty(&mut self) {
        self.puzzles
            .sort_by_key(|puzzle| (puzzle.grade.level, puzzle.grade.difficulty, puzzle.id()));
    }

    /// The same collection with the puzzles that a filter accepts.
    #[must_use]
    pub fn filtered(&self, filter: &Filter) -> Collection {
        let puzzles = self.puzzles.iter().filter(|puzzle| filter.accepts(puzzle));
        Collection { puzzles: puzzles.cloned().collect(), ..self.clone() }
    }

    /// The text of the file: one puzzle a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let head = Head {
            format: FORMAT.to_string(),
            version: VERSION,
            name: self.name.clone(),
            made: self.making.clone(),
        };
        let mut text = serde_json::to_string(&head).unwrap_or_default();
        text.truncate(text.len() - 1);
        text += ",\"puzzles\":[";
        for (i, puzzle) in self.puzzles.iter().enumerate() {
            let line = serde_json::to_string(&puzzle.to_wire()).unwrap_or_default();
            let _ = write!(text, "{}\n{line}", if i == 0 { "" } else { "," });
        }
        text += "\n]}\n";
        text
    }

    /// Reads the text of a file.
    pub fn from_json(text: &[u8]) -> Result<Collection, CollectionError> {
        let File { head, puzzles } = serde_json::from_slice(text).map_err(CollectionError::Json)?;
        if head.format != FORMAT {
            return Err(CollectionError::Format(head.format));
        }
        if head.version != VERSION {
            return Err(CollectionError::Version(head.version));
        }
        let read = |(i, wire)| {
            Puzzle::from_wire(wire)
                .map_err(|error| CollectionError::Puzzle { number: i + 1, error })
        };
        let puzzles: Vec<Puzzle> =
            puzzles.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let mut collection = Collection::new(head.name, head.made);
        collection.extend(puzzles);
        Ok(collection)
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Collection, CollectionError> {
        let failed = |error| CollectionError::Io { path: path.to_path_buf(), error };
        Collection::from_json(&std::fs::read(path).map_err(failed)?)
    }

    /// Writes the file, beside its place and renamed.
    pub fn write(&self, path: &Path) -> Result<(), CollectionError> {
        let written = write_whole(path, self.to_json().as_bytes());
        written.map_err(|error| CollectionError::Io { path: path.to_path_buf(), error })
    }
}
