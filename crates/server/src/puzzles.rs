//! The collections of puzzles: those of the program and those of the data folder.

mod judging;
mod validity;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use axum::http::StatusCode;
use rust_embed::RustEmbed;
use sixfold_puzzle::training::{Journal, JournalError, Standing};
use sixfold_puzzle::{Collection, CollectionError, Puzzle};

pub use judging::Judging;

use crate::error::ApiError;
use crate::folder::{CheckedName, DataFolder, PUZZLES_ENDING};

/// The collections that are part of the program.
#[derive(RustEmbed)]
#[folder = "../../data/puzzles"]
struct Files;

/// The most bytes of a collection that is sent.
pub const MOST_BYTES: usize = 64 << 20;

/// All puzzles, and what has been trained.
#[derive(Clone)]
pub struct Puzzles(Arc<Inner>);

struct Inner {
    folder: Arc<DataFolder>,
    read: Mutex<HashMap<CheckedName, Shelved>>,
    journal: Mutex<Journal>,
    judging: Judging,
}

/// A collection that has been read.
#[derive(Clone)]
struct Shelved {
    volume: Arc<Volume>,
    stamp: Stamp,
}

/// Tells whether a file has been changed since it was read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stamp {
    Embedded,
    File { modified: Option<SystemTime>, bytes: u64 },
}

/// A collection whose puzzles are found by their names.
pub struct Volume {
    /// What it is asked for by.
    pub name: CheckedName,
    /// What its author calls it.
    pub title: String,
    /// Whether it can be removed.
    pub origin: Origin,
    entries: Vec<Entry>,
    places: HashMap<String, usize>,
}

/// Where a collection comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is part of the program.
    Program,
    /// It lies in the data folder.
    Folder,
}

/// A puzzle with its name, which takes a while to work out.
pub struct Entry {
    /// Its name.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// What has become of a collection that was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// There was none of this name.
    New,
    /// It takes the place of another one, which has been put aside.
    Replaced,
}

impl Volume {
    fn new(name: CheckedName, origin: Origin, collection: &Collection) -> Volume {
        let entry = |puzzle: &Puzzle| Entry { id: puzzle.id(), puzzle: puzzle.clone() };
        let entries: Vec<Entry> = collection.puzzles().iter().map(entry).collect();
        let places = entries.iter().enumerate().map(|(i, entry)| (entry.id.clone(), i)).collect();
        Volume { name, title: collection.name().to_string(), origin, entries, places }
    }

    /// The puzzles in their order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All of it as a collection.
    pub fn collection(&self) -> Collection {
        let mut collection = Collection::new(self.title.clone(), None);
        collection.extend(self.entries.iter().map(|entry| entry.puzzle.clone()));
        collection
    }

    /// The puzzle of this name.
    pub fn puzzle(&self, id: &str) -> Result<&Puzzle, ApiError> {
        let place = self.places.get(id);
        let missing = || ApiError::missing("the collection has no such puzzle");
        place.map(|&i| &self.entries[i].puzzle).ok_or_else(missing)
    }
}

impl Puzzles {
    pub fn new(folder: Arc<DataFolder>) -> Result<Puzzles, JournalError> {
        let journal = Mutex::new(Journal::open(&folder.training())?);
        let (read, judging) = (Mutex::default(), Judging::default());
        Ok(Puzzles(Arc::new(Inner { folder, read, journal, judging })))
    }

    /// All collections. One that cannot be read is left out, and the log says so.
    pub fn list(&self) -> Result<Vec<Arc<Volume>>, ApiError> {
        let mut names = embedded_names();
        names.extend(self.0.folder.puzzle_collections().map_err(ApiError::internal)?);
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        let volume = |name: &CheckedName| match self.get(name) {
            Ok(volume) => Some(volume),
            Err(error) => {
                tracing::warn!(collection = name.as_str(), ?error, "it cannot be read");
                None
            }
        };
        Ok(names.iter().filter_map(volume).collect())
    }

    /// A collection. What is part of the program comes before a file of the same name.
    pub fn get(&self, name: &CheckedName) -> Result<Arc<Volume>, ApiError> {
        let stamp = self.stamp(name)?;
        if let Some(known) = self.read().get(name).filter(|known| known.stamp == stamp) {
            return Ok(known.volume.clone());
        }
        let (origin, collection) = match stamp {
            Stamp::Embedded => (Origin::Program, read_embedded(name)?),
            Stamp::File { .. } => {
                (Origin::Folder, Collection::read(&self.0.folder.puzzle_collection(name))?)
            }
        };
        let volume = Arc::new(Volume::new(name.clone(), origin, &collection));
        self.read().insert(name.clone(), Shelved { volume: volume.clone(), stamp });
        Ok(volume)
    }

    /// Adds a collection to the data folder.
    pub fn add(&self, name: &CheckedName, bytes: &[u8]) -> Result<Added, ApiError> {
        if is_embedded(name) {
            return Err(ApiError::conflict("a collection of the program has that name"));
        }
        let collection = Collection::from_json(bytes)?;
        validity::check(&collection).map_err(ApiError::bad)?;
        let mut read = self.read();
        let path = self.0.folder.puzzle_collection(name);
        let added = if path.exists() { Added::Replaced } else { Added::New };
        if added == Added::Replaced {
            // A copy, so that one of the two is in its place whatever happens.
            std::fs::copy(&path, self.place_aside(name)).map_err(ApiError::internal)?;
        }
        read.remove(name);
        collection.write(&path)?;
        Ok(added)
    }

    /// Adds a puzzle to a collection of the data folder, which is made if it is not there.
    pub fn add_puzzle(&self, name: &CheckedName, puzzle: Puzzle) -> Result<usize, ApiError> {
        if is_embedded(name) {
            return Err(ApiError::conflict("the collection is part of the program"));
        }
        // Held until the file is written, so that two puzzles at a time are both kept.
        let mut read = self.read();
        let path = self.0.folder.puzzle_collection(name);
        let mut collection = if path.exists() {
            Collection::read(&path)?
        } else {
            Collection::new(name.as_str(), None)
        };
        let number = collection.add(puzzle).map_err(ApiError::conflict)?;
        validity::check(&collection).map_err(ApiError::bad)?;
        read.remove(name);
        collection.write(&path)?;
        Ok(number)
    }

    /// Moves a collection of the data folder to the folder of what was deleted. What was trained with
    /// it is remembered.
    pub fn delete(&self, name: &CheckedName) -> Result<(), ApiError> {
        if is_embedded(name) {
            return Err(ApiError::conflict("the collection is part of the program"));
        }
        let mut read = self.read();
        if !self.0.folder.puzzle_collection(name).exists() {
            return Err(no_such_collection());
        }
        read.remove(name);
        let path = self.0.folder.puzzle_collection(name);
        std::fs::rename(path, self.place_aside(name)).map_err(ApiError::internal)
    }

    /// Looks into the journal of training, or writes into it.
    pub fn journal<T>(
        &self,
        work: impl FnOnce(&mut Journal) -> Result<T, JournalError>,
    ) -> Result<T, ApiError> {
        let mut journal = self.0.journal.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut journal).map_err(ApiError::internal)
    }

    /// Where the puzzles of a collection stand that have been tried, by their names.
    pub fn standings(&self, volume: &Volume) -> Result<HashMap<String, Standing>, ApiError> {
        self.journal(|journal| journal.standings(volume.name.as_str()))
    }

    /// Who says which turns are right.
    pub fn judging(&self) -> Judging {
        self.0.judging.clone()
    }

    fn stamp(&self, name: &CheckedName) -> Result<Stamp, ApiError> {
        if is_embedded(name) {
            return Ok(Stamp::Embedded);
        }
        let file = self.0.folder.puzzle_collection(name).metadata();
        let file = file.map_err(|_| no_such_collection())?;
        Ok(Stamp::File { modified: file.modified().ok(), bytes: file.len() })
    }

    /// Where a collection goes that is not wanted any more.
    fn place_aside(&self, name: &CheckedName) -> PathBuf {
        let moment = time::OffsetDateTime::now_utc().unix_timestamp_nanos();
        self.0.folder.deleted().join(format!("{}-{moment}.{PUZZLES_ENDING}", name.as_str()))
    }

    fn read(&self) -> MutexGuard<'_, HashMap<CheckedName, Shelved>> {
        self.0.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The file of a collection that is part of the program, by the name of the collection.
#[must_use]
pub fn shipped_puzzles(name: &str) -> Option<Cow<'static, [u8]>> {
    let name = CheckedName::new(name).ok()?;
    Files::get(&embedded_path(&name)).map(|file| file.data)
}

fn embedded_path(name: &CheckedName) -> String {
    format!("{}.{PUZZLES_ENDING}", name.as_str())
}

fn is_embedded(name: &CheckedName) -> bool {
    Files::get(&embedded_path(name)).is_some()
}

fn embedded_names() -> Vec<CheckedName> {
    let stem =
        |path: &str| path.strip_suffix(PUZZLES_ENDING)?.strip_suffix('.').map(str::to_string);
    Files::iter().filter_map(|path| CheckedName::new(&stem(&path)?).ok()).collect()
}

fn read_embedded(name: &CheckedName) -> Result<Collection, ApiError> {
    let file = Files::get(&embedded_path(name)).ok_or_else(no_such_collection)?;
    Ok(Collection::from_json(&file.data)?)
}

fn no_such_collection() -> ApiError {
    ApiError::missing("there is no such collection of puzzles")
}

impl From<CollectionError> for ApiError {
    /// Where the file is, is nobody's business.
    fn from(error: CollectionError) -> ApiError {
        match error {
            CollectionError::Io { error, .. } => ApiError::internal(error),
            CollectionError::Json(_) => ApiError::bad(error),
            _ => ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, error),
        }
    }
}
