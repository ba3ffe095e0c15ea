//! Writing a file.

use std::ops::Deref;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};
use serde_json::Value;
use sixfold_game::GameName;
use sixfold_jobs::{Failure, JobKey};

use crate::column::{Json, Moment};
use crate::lock::Lock;
use crate::reader::{Reader, connect};
use crate::{
    Changes, Counted, Header, JobState, Note, OpenJob, Problem, Step, StoreError, jobs, schema,
    tree,
};

/// A proof that is being written. As long as it is open nobody else can write it.
///
/// When a method returns, what it has written survives a crash and a loss of power; when it fails,
/// nothing of it is in the file, and the store can be used further.
#[derive(Debug)]
pub struct Store {
    // Dropped in this order: whoever comes next finds the file closed.
    reader: Reader,
    _lock: Lock,
}

/// Whoever may write may read.
impl Deref for Store {
    type Target = Reader;

    fn deref(&self) -> &Reader {
        &self.reader
    }
}

impl Store {
    /// Begins a file. There must be none, or an empty one.
    pub fn create(path: &Path, header: &Header) -> Result<Store, StoreError> {
        let create = || {
            let access = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let mut connection = connect(path, access)?;
            expect_empty(&connection)?;
            let lock = Lock::take(path)?;
            let transaction = begin(&mut connection)?;
            expect_empty(&transaction)?;
            schema::migrate(&transaction, 0)?;
            header.write(&transaction)?;
            transaction.commit()?;
            Store::over(path, connection, lock)
        };
        create().map_err(StoreError::of(path))
    }

    /// Opens a file to go on with it. Its pages are checked.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let open = || {
            let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            schema::format(&connection)?;
            let lock = Lock::take(path)?;
            schema::check(&connection)?;
            let found = schema::format(&connection)?;
            if found < schema::FORMAT {
                let transaction = begin(&mut connection)?;
                schema::migrate(&transaction, found)?;
                transaction.commit()?;
            }
            Store::over(path, connection, lock)
        };
        open().map_err(StoreError::of(path))
    }

    fn over(path: &Path, connection: Connection, lock: Lock) -> Result<Store, Problem> {
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        Ok(Store { reader: Reader::over(path, connection)?, _lock: lock })
    }

    /// Jobs are handed out, for the first time or again. One that is done stays done.
    pub fn begin(&mut self, open: &[OpenJob]) -> Result<(), StoreError> {
        self.write(|writing| open.iter().try_for_each(|job| jobs::write_open(writing, job)))
    }

    /// A job is done: its result and all that follows from it are written, together and once.
    pub fn finish(&mut self, step: &Step) -> Result<Counted, StoreError> {
        let game = self.game();
        self.write(|writing| {
            if jobs::state(writing, step.key)? == JobState::Done {
                return Ok(Counted::Before);
            }
            step.done
                .certificate
                .iter()
                .try_for_each(|sealed| jobs::write_certificate(writing, sealed))?;
            jobs::write_result(writing, game, step)?;
            write_changes(writing, game, &step.changes)?;
            Ok(Counted::Now)
        })
    }

    /// A job has failed, or is no longer wanted. One that is done stays done.
    pub fn fail(&mut self, key: JobKey, failure: &Failure) -> Result<Counted, StoreError> {
        self.write(|writing| {
            if jobs::state(writing, key)? == JobState::Done {
                return Ok(Counted::Before);
            }
            jobs::write_failure(writing, key, failure)?;
            Ok(Counted::Now)
        })
    }

    /// The tree has changed without a new result: it has been begun, or a result that was known
    /// already has been used again.
    pub fn save(&mut self, changes: &Changes) -> Result<(), StoreError> {
        let game = self.game();
        self.write(|writing| write_changes(writing, game, changes))
    }

    /// The user did something, which changed the tree like this.
    pub fn note(&mut self, note: &Note, changes: &Changes) -> Result<(), StoreError> {
        let game = self.game();
        self.write(|writing| {
            writing.execute(
                "INSERT INTO note (time, text) VALUES (?, ?)",
                params![Moment(note.time), note.text],
            )?;
            write_changes(writing, game, changes)
        })
    }

    /// What has been chosen about the search is now this.
    pub fn set_settings(&mut self, settings: &Value) -> Result<(), StoreError> {
        self.write(|writing| {
            writing.execute("UPDATE header SET settings = ?", [Json(settings)])?;
            Ok(())
        })
    }

    /// Writes all or nothing.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        let Reader { path, connection, .. } = &mut self.reader;
        let all_or_nothing = || {
            let transaction = begin(connection)?;
            let answer = work(&transaction)?;
            transaction.commit()?;
            Ok(answer)
        };
        all_or_nothing().map_err(StoreError::of(path))
    }
}

fn write_changes(
    connection: &Connection,
    game: GameName,
    changes: &Changes,
) -> Result<(), Problem> {
    let Changes { nodes, certificates, evidence } = changes;
    certificates.iter().try_for_each(|sealed| jobs::write_certificate(connection, sealed))?;
    nodes.iter().try_for_each(|node| tree::write(connection, game, node))?;
    evidence.iter().try_for_each(|evidence| jobs::write_evidence(connection, *evidence))
}

fn begin(connection: &mut Connection) -> Result<Transaction<'_>, Problem> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

fn expect_empty(connection: &Connection) -> Result<(), Problem> {
    match schema::format(connection) {
        Err(Problem::Empty) => Ok(()),
        Ok(_) | Err(Problem::OtherFile | Problem::TooNew { .. }) => Err(Problem::Exists),
        Err(problem) => Err(problem),
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use sixfold_game::{Player, Setup};
    use sixfold_jobs::Sealed;

    use super::*;

    #[test]
    fn a_file_that_may_not_grow_is_a_full_disk_and_takes_smaller_things_still() {
        let folder = tempfile::tempdir().unwrap();
        let game = GameName::CONNECT6;
        let header = Header {
            game,
            root: Setup::start(game),
            moves: None,
            prover: Player::Black,
            engine: String::new(),
            created: SystemTime::now(),
            settings: Value::Null,
        };
        let mut store = Store::create(&folder.path().join("proof.db"), &header).unwrap();
        store.reader.connection.pragma_update(None, "max_page_count", 50).unwrap();
        let large = Sealed::from_bytes(vec![7; 300_000]);
        let small = Sealed::from_bytes(vec![7; 3000]);
        let certificates = vec![small.clone(), large];
        let full = store.save(&Changes { certificates, ..Changes::default() }).unwrap_err();
        assert!(matches!(full.problem, Problem::DiskFull), "{full}");
        assert_eq!(store.certificate(small.digest()).unwrap(), None);
        let certificates = vec![small.clone()];
        store.save(&Changes { certificates, ..Changes::default() }).unwrap();
        assert_eq!(store.certificate(small.digest()).unwrap(), Some(small));
    }
}
