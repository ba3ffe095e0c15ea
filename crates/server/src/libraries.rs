//! The opening libraries of the data folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use serde::Serialize;
use serde_json::json;
use sixfold_game::GameName;
use sixfold_library::{Counts, Library, LibraryError, Problem};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::folder::{CheckedName, DataFolder, LIBRARY_ENDING, NameError};
use crate::tasks::Hub;

/// The opening libraries of the data folder.
#[derive(Clone)]
pub struct Libraries(Arc<Inner>);

struct Inner {
    folder: Arc<DataFolder>,
    hub: Hub,
    open: Mutex<HashMap<CheckedName, Shared>>,
}

/// A library that several requests use, one after the other.
type Shared = Arc<Mutex<Library>>;

/// A library in the list of all.
#[derive(Serialize, ToSchema)]
pub struct LibrarySummary {
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: String,
    /// How many positions it has.
    pub positions: u64,
    /// How many moves.
    pub moves: u64,
    /// How many positions with a proven result.
    pub proven: u64,
    /// How many games were imported.
    pub games: u64,
    /// How large the file is.
    pub bytes: u64,
    /// How often it has been changed.
    pub version: u64,
    /// Whose it is.
    pub origin: Origin,
    /// Whether the program is still putting into it what comes with it.
    pub is_being_made: bool,
}

/// Whose a library is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LibraryOrigin)]
pub enum Origin {
    /// It comes with the program: it can be read, merged into others and deleted, and not changed.
    Program,
    /// It is the user's.
    User,
}

impl Origin {
    /// Whose the library of this name is.
    #[must_use]
    pub fn of(name: &str) -> Origin {
        if name == SAMPLE { Origin::Program } else { Origin::User }
    }
}

/// The library that comes with the program.
pub const SAMPLE: &str = "Solved openings";

/// Why the library that comes with the program is left as it is.
pub const NOT_TO_BE_CHANGED: &str =
    "the library comes with the program and is not changed: use one of your own";

/// How long requests may go on with a library that is to be deleted.
const PATIENCE: Duration = Duration::from_secs(10);
const GLANCE: Duration = Duration::from_millis(10);

impl Libraries {
    pub fn new(folder: Arc<DataFolder>, hub: Hub) -> Libraries {
        Libraries(Arc::new(Inner { folder, hub, open: Mutex::default() }))
    }

    /// All libraries. One that cannot be read is left out, and the log says so.
    pub fn list(&self) -> Result<Vec<LibrarySummary>, ApiError> {
        let names = self.0.folder.libraries().map_err(ApiError::internal)?;
        let summary = |name: &CheckedName| match self.summary(name) {
            Ok(summary) => Some(summary),
            Err(error) => {
                tracing::warn!(library = name.as_str(), ?error, "it cannot be read");
                None
            }
        };
        Ok(names.iter().filter_map(summary).collect())
    }

    /// A library in short.
    pub fn summary(&self, name: &CheckedName) -> Result<LibrarySummary, ApiError> {
        let seen = |library: &Library| Ok((library.game(), library.counts()?));
        let (game, counts) = self.read(name, seen)?;
        let Counts { positions, moves, proven, games, bytes, version, .. } = counts;
        let origin = Origin::of(name.as_str());
        Ok(LibrarySummary {
            name: name.as_str().to_string(),
            game: game.to_string(),
            positions,
            moves,
            proven,
            games,
            bytes,
            version,
            origin,
            is_being_made: origin == Origin::Program && self.0.folder.unfinished_sample().exists(),
        })
    }

    /// Begins a library.
    pub fn create(&self, name: &CheckedName, game: GameName) -> Result<(), ApiError> {
        let mut open = self.open();
        let path = self.free_path(name)?;
        let library = Library::create(&path, game)?;
        open.insert(name.clone(), Arc::new(Mutex::new(library)));
        drop(open);
        self.tell(name, 0);
        Ok(())
    }

    /// Where a library of this name would lie, if it can be made.
    fn free_path(&self, name: &CheckedName) -> Result<PathBuf, ApiError> {
        let path = self.0.folder.library(name);
        if path.exists() {
            return Err(ApiError::conflict("there is a library of that name already"));
        }
        expect_own(name)?;
        Ok(path)
    }

    /// Makes a file a library of this name, if it is one. The file is moved.
    pub fn adopt(&self, name: &CheckedName, file: &Path) -> Result<(), ApiError> {
        let open = self.open();
        let path = self.free_path(name)?;
        // Opened for writing, so that an old format is brought up to date beside the others.
        let version = Library::open(file)?.version()?;
        std::fs::rename(file, &path).map_err(ApiError::internal)?;
        drop(open);
        self.tell(name, version);
        Ok(())
    }

    /// Moves a library to the folder of what was deleted.
    pub fn delete(&self, name: &CheckedName) -> Result<(), ApiError> {
        let mut open = self.open();
        let path = self.0.folder.library(name);
        if !path.exists() {
            return Err(no_such_library());
        }
        if let Some(mut library) = open.remove(name) {
            let mut waited = Duration::ZERO;
            // Whoever still works with it has it from before; nobody else can get it now.
            while let Err(again) = Arc::try_unwrap(library) {
                if waited >= PATIENCE {
                    open.insert(name.clone(), again);
                    return Err(ApiError::conflict("somebody is working with the library"));
                }
                library = again;
                waited += GLANCE;
                std::thread::sleep(GLANCE);
            }
        }
        let moment = time::OffsetDateTime::now_utc().unix_timestamp();
        let deleted = format!("{}-{moment}.{LIBRARY_ENDING}", name.as_str());
        let moved = std::fs::rename(&path, self.0.folder.deleted().join(deleted));
        moved.map_err(ApiError::internal)?;
        drop(open);
        self.0.hub.tell("library", &json!({ "name": name.as_str(), "version": null }));
        Ok(())
    }

    /// Looks into a library.
    pub fn read<T>(
        &self,
        name: &CheckedName,
        look: impl FnOnce(&Library) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let library = self.get(name)?;
        let library = library.lock().unwrap_or_else(PoisonError::into_inner);
        look(&library)
    }

    /// Changes a library, and tells whoever listens.
    pub fn change<T>(
        &self,
        name: &CheckedName,
        work: impl FnOnce(&mut Library) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        expect_own(name)?;
        let library = self.get(name)?;
        let mut library = library.lock().unwrap_or_else(PoisonError::into_inner);
        let before = library.version()?;
        let result = work(&mut library);
        let after = library.version()?;
        drop(library);
        if after != before {
            self.tell(name, after);
        }
        result
    }

    /// Opens a library for work that takes long, so that others can look into it meanwhile. It is
    /// made if it is not there.
    pub fn open_apart(&self, name: &CheckedName, game: GameName) -> Result<Library, LibraryError> {
        let _nobody_else = self.open();
        let path = self.0.folder.library(name);
        if path.exists() { Library::open(&path) } else { Library::create(&path, game) }
    }

    /// Opens a library only to read it, whatever others do with it meanwhile.
    pub fn open_to_read(&self, name: &CheckedName) -> Result<Library, ApiError> {
        let path = self.0.folder.library(name);
        if !path.exists() {
            return Err(no_such_library());
        }
        Ok(Library::open_read_only(&path)?)
    }

    /// Tells whoever listens that a library has changed.
    pub fn tell(&self, name: &CheckedName, version: u64) {
        self.0.hub.tell("library", &json!({ "name": name.as_str(), "version": version }));
    }

    fn get(&self, name: &CheckedName) -> Result<Shared, ApiError> {
        let mut open = self.open();
        if let Some(library) = open.get(name) {
            return Ok(library.clone());
        }
        let path = self.0.folder.library(name);
        if !path.exists() {
            return Err(no_such_library());
        }
        let library = Arc::new(Mutex::new(Library::open(&path)?));
        open.insert(name.clone(), library.clone());
        Ok(library)
    }

    fn open(&self) -> MutexGuard<'_, HashMap<CheckedName, Shared>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses to change what comes with the program.
fn expect_own(name: &CheckedName) -> Result<(), ApiError> {
    match Origin::of(name.as_str()) {
        Origin::Program => Err(ApiError::conflict(NOT_TO_BE_CHANGED)),
        Origin::User => Ok(()),
    }
}

fn no_such_library() -> ApiError {
    ApiError::missing("there is no such library")
}

impl From<NameError> for ApiError {
    fn from(error: NameError) -> ApiError {
        ApiError::bad(error)
    }
}

impl From<LibraryError> for ApiError {
    /// Where the file is, is nobody's business.
    fn from(LibraryError { problem, .. }: LibraryError) -> ApiError {
        let status = match &problem {
            Problem::Exists | Problem::InUse | Problem::Contradiction(_) | Problem::Proven(_) => {
                StatusCode::CONFLICT
            }
            Problem::DiskFull => StatusCode::INSUFFICIENT_STORAGE,
            Problem::Io(_) | Problem::Damaged(_) | Problem::Database(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            _ => StatusCode::BAD_REQUEST,
        };
        ApiError::new(status, problem)
    }
}
