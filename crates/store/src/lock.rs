//! Only one process writes a file.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::Problem;

/// The right to write a file, as long as it lives.
///
/// The lock is on an empty file beside it, named `FILE-lock`, which stays: removing it would let two
/// processes hold locks on two files of that name. The file itself cannot be locked, since that
/// interferes with the locks of `SQLite`, by which readers come in. The system releases the lock
/// however a process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _held: File,
}

impl Lock {
    /// Takes the lock of a file that is there.
    pub fn take(path: &Path) -> Result<Lock, Problem> {
        // A link and what it leads to are the same file.
        let mut name = path.canonicalize()?.into_os_string();
        name.push("-lock");
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(name)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _held: file }),
            Err(TryLockError::WouldBlock) => Err(Problem::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}
