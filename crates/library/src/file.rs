//! Opening files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::{Connection, OpenFlags};
use sixfold_game::GameName;
use tempfile::TempPath;

use crate::{Problem, schema};

/// How long to wait for another program that writes the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file that is only looked at.
pub(crate) struct ReadOnly {
    pub connection: Connection,
    /// The copy that is looked at in place of a file in an old format.
    pub copy: Option<TempPath>,
}

pub(crate) fn create(path: &Path, game: GameName) -> Result<Connection, Problem> {
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
    schema::create(&mut connection, game)?;
    prepare_writing(&connection)?;
    Ok(connection)
}

pub(crate) fn open(path: &Path) -> Result<Connection, Problem> {
    // The system says better than SQLite why a file cannot be opened.
    path.metadata()?;
    let mut connection = connect(path, OpenFlags::empty())?;
    schema::update(&mut connection)?;
    prepare_writing(&connection)?;
    Ok(connection)
}

pub(crate) fn open_read_only(path: &Path) -> Result<ReadOnly, Problem> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(Problem::OtherFile);
    }
    let connection = look_at(path)?;
    if schema::format(&connection)? == schema::FORMAT {
        return Ok(ReadOnly { connection, copy: None });
    }
    drop(connection);
    let copy = tempfile::Builder::new().prefix("sixfold-library-").tempfile()?.into_temp_path();
    std::fs::copy(path, &copy)?;
    let mut connection = connect(&copy, OpenFlags::empty())?;
    schema::update(&mut connection)?;
    Ok(ReadOnly { connection, copy: Some(copy) })
}

/// A file that nobody writes at the moment is opened as one that does not change: else `SQLite` would
/// put files of its own beside it.
fn look_at(path: &Path) -> Result<Connection, Problem> {
    let access = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = if beside(path, "-wal").exists() {
        Connection::open_with_flags(path, access)?
    } else {
        let name = percent_encode(path.as_os_str().as_encoded_bytes(), NON_ALPHANUMERIC);
        let address = format!("file:{name}?immutable=1");
        Connection::open_with_flags(address, access | OpenFlags::SQLITE_OPEN_URI)?
    };
    guard(&connection)?;
    Ok(connection)
}

/// A file that `SQLite` keeps beside another.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, Problem> {
    let access = access | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, access)?;
    guard(&connection)?;
    Ok(connection)
}

fn guard(connection: &Connection) -> Result<(), Problem> {
    connection.busy_timeout(PATIENCE)?;
    // The file may come from somebody else: what it says must not do anything but be read.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

fn prepare_writing(connection: &Connection) -> Result<(), Problem> {
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    Ok(())
}
