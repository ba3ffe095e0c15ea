//! The data folder: the only place where the server reads and writes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use thiserror::Error;

/// The folder with everything that the workbench keeps. Only one server at a time uses it.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    is_new: bool,
    /// The system releases it however the process ends.
    lock: File,
}

/// Why there is no data folder.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The platform does not say where data belongs.
    #[error("the platform names no folder for data (name one with --data)")]
    Nowhere,
    /// It cannot be made or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// Another server uses it.
    #[error("{}: another server uses this folder", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
}

/// A name that something in the folder may have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CheckedName(String);

/// Text that is no such name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{}' is not a name (1 to 64 letters, digits, spaces, _ and -, no space at the ends)", sixfold_game::excerpt(.0))]
pub struct NameError(String);

const LONGEST_NAME: usize = 64;

/// File systems count bytes, and endings are added to a name.
const MOST_BYTES: usize = 200;

impl CheckedName {
    /// Takes a name if it can do no harm as the name of a file.
    pub fn new(text: &str) -> Result<CheckedName, NameError> {
        let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '-');
        let is_fine = !text.is_empty()
            && text.chars().count() <= LONGEST_NAME
            && text.len() <= MOST_BYTES
            && text.chars().all(is_plain)
            && text.trim() == text;
        if is_fine { Ok(CheckedName(text.to_string())) } else { Err(NameError(text.to_string())) }
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The folders inside.
const PROOFS: &str = "proofs";
const UPLOADS: &str = "uploads";
const DELETED: &str = "deleted";
const PUZZLES: &str = "puzzles";

impl DataFolder {
    /// Where data of this program belongs on this platform.
    pub fn usual() -> Result<PathBuf, FolderError> {
        let strategy = etcetera::choose_base_strategy().map_err(|_| FolderError::Nowhere)?;
        Ok(strategy.data_dir().join("sixfold"))
    }

    /// Opens a folder, or makes it.
    pub fn open(path: &Path) -> Result<DataFolder, FolderError> {
        let failed = |error| FolderError::Io { path: path.to_path_buf(), error };
        for folder in [PROOFS, UPLOADS, DELETED, PUZZLES] {
            std::fs::create_dir_all(path.join(folder)).map_err(failed)?;
        }
        let lock_path = path.join("server-lock");
        let is_new = !lock_path.exists();
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(lock_path);
        let lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(DataFolder { path: path.to_path_buf(), is_new, lock }),
            Err(TryLockError::WouldBlock) => Err(FolderError::InUse { path: path.to_path_buf() }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Lets another server use the folder, though threads that have done their work may still know it.
    pub(crate) fn release(&self) {
        // The system releases it at the latest when the process ends.
        let _ = self.lock.unlock();
    }

    /// Whether nothing was there before.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Is there as long as the sample library is not finished.
    pub(crate) fn unfinished_sample(&self) -> PathBuf {
        self.path.join("sample-unfinished")
    }

    /// The folder itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The list of tasks.
    #[must_use]
    pub fn tasks(&self) -> PathBuf {
        self.path.join("tasks.db")
    }

    /// The file of a library.
    #[must_use]
    pub fn library(&self, name: &CheckedName) -> PathBuf {
        self.path.join(format!("{}.{LIBRARY_ENDING}", name.as_str()))
    }

    /// The names of the libraries, in order.
    pub fn libraries(&self) -> io::Result<Vec<CheckedName>> {
        names(&self.path, LIBRARY_ENDING)
    }

    /// The file of a collection of puzzles.
    #[must_use]
    pub fn puzzle_collection(&self, name: &CheckedName) -> PathBuf {
        self.path.join(PUZZLES).join(format!("{}.{PUZZLES_ENDING}", name.as_str()))
    }

    /// The names of the collections of puzzles, in order.
    pub fn puzzle_collections(&self) -> io::Result<Vec<CheckedName>> {
        names(&self.path.join(PUZZLES), PUZZLES_ENDING)
    }

    /// What has been trained.
    #[must_use]
    pub fn training(&self) -> PathBuf {
        self.path.join("training.db")
    }

    /// The file of a proof.
    #[must_use]
    pub fn proof(&self, name: &CheckedName) -> PathBuf {
        self.path.join(PROOFS).join(format!("{}.db", name.as_str()))
    }

    /// Where an upload is kept.
    #[must_use]
    pub fn upload(&self, name: &CheckedName) -> PathBuf {
        self.path.join(UPLOADS).join(name.as_str())
    }

    /// The folder of what was deleted.
    #[must_use]
    pub fn deleted(&self) -> PathBuf {
        self.path.join(DELETED)
    }

    /// The folder of what was uploaded.
    #[must_use]
    pub fn uploads(&self) -> PathBuf {
        self.path.join(UPLOADS)
    }
}

/// What the name of a library ends with.
pub const LIBRARY_ENDING: &str = "6lib";
/// What the name of a collection of puzzles ends with.
pub const PUZZLES_ENDING: &str = "json";

/// The names of the files in a folder that end like this, in order and without the ending.
fn names(folder: &Path, wanted: &str) -> io::Result<Vec<CheckedName>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_wanted = path.extension().is_some_and(|ending| ending == wanted);
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        names.extend(stem.filter(|_| is_wanted).and_then(|stem| CheckedName::new(stem).ok()));
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in
            ["", "..", "../x", "a/b", "a\\b", "a\0b", "a\u{202e}b", " x", "x ", ".x", "a.6lib"]
        {
            assert!(CheckedName::new(name).is_err(), "{name:?}");
        }
        assert!(CheckedName::new(&"x".repeat(65)).is_err());
        assert!(CheckedName::new(&"\u{4e94}".repeat(67)).is_err());
        for name in ["Solved openings_2-b", "Mein Öffnungs-Buch 1", "\u{4e94}\u{5b50}\u{68cb}"] {
            assert!(CheckedName::new(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn only_one_server_uses_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = DataFolder::open(folder.path()).unwrap();
        assert!(first.is_new());
        let error = DataFolder::open(folder.path()).unwrap_err();
        assert!(matches!(error, FolderError::InUse { .. }), "{error}");
        drop(first);
        assert!(!DataFolder::open(folder.path()).unwrap().is_new());
    }
}
