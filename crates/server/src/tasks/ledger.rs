//! The list of tasks, as it survives the server.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use sixfold_answers::record::read_json;
use sixfold_jobs::Sealed;

use super::{Task, TaskId, TaskRequest};

/// A task with what was asked for.
#[derive(Clone, Serialize, Deserialize)]
pub struct Kept {
    /// The task.
    pub task: Task,
    /// What was asked for.
    pub request: TaskRequest,
}

/// The file with the list.
pub struct Ledger(Connection);

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS task (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        document TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE IF NOT EXISTS certificate (
        task INTEGER PRIMARY KEY REFERENCES task ON DELETE CASCADE,
        content BLOB NOT NULL
    ) STRICT;";

impl Ledger {
    /// Opens the list, or begins it.
    pub fn open(path: &Path) -> rusqlite::Result<Ledger> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.execute_batch(TABLES)?;
        Ok(Ledger(connection))
    }

    /// A number that no task has had.
    pub fn next(&self) -> rusqlite::Result<TaskId> {
        self.0.execute("INSERT INTO task DEFAULT VALUES", [])?;
        Ok(TaskId(self.0.last_insert_rowid()))
    }

    /// Writes a task down.
    pub fn write(&self, id: TaskId, kept: &Kept) -> rusqlite::Result<()> {
        let document = serde_json::to_string(kept)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        let mut statement =
            self.0.prepare_cached("UPDATE task SET document = ? WHERE number = ?")?;
        statement.execute(params![document, id.0]).map(drop)
    }

    /// Forgets a task and its certificate.
    pub fn remove(&self, id: TaskId) -> rusqlite::Result<()> {
        self.0.execute("DELETE FROM task WHERE number = ?", [id.0]).map(drop)
    }

    /// All tasks. What cannot be read was written by another version, and is left alone.
    pub fn read(&self) -> rusqlite::Result<Vec<(TaskId, Kept)>> {
        let mut statement = self.0.prepare("SELECT number, document FROM task ORDER BY number")?;
        let rows = statement.query_map([], |row| {
            let document: String = row.get(1)?;
            Ok((TaskId(row.get(0)?), read_json(document.as_bytes()).ok()))
        })?;
        let mut tasks = Vec::new();
        for row in rows {
            let (id, kept) = row?;
            tasks.extend(kept.map(|kept| (id, kept)));
        }
        Ok(tasks)
    }

    /// Keeps the certificate of a task.
    pub fn keep_certificate(&self, id: TaskId, sealed: &Sealed) -> rusqlite::Result<()> {
        self.0
            .execute(
                "INSERT OR REPLACE INTO certificate (task, content) VALUES (?, ?)",
                params![id.0, sealed.bytes()],
            )
            .map(drop)
    }

    /// The certificate of a task.
    pub fn certificate(&self, id: TaskId) -> rusqlite::Result<Option<Sealed>> {
        let mut statement = self.0.prepare("SELECT content FROM certificate WHERE task = ?")?;
        let bytes = statement.query_one([id.0], |row| row.get(0)).optional()?;
        Ok(bytes.map(Sealed::from_bytes))
    }
}
