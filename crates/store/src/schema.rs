//! The tables, and how old files come to have them.

use rusqlite::Connection;

use crate::Problem;

/// What brings a file from each format to the next; the first makes it.
const MIGRATIONS: [&str; 1] = [include_str!("schema/1.sql")];

/// The format that this program writes.
pub(crate) const FORMAT: u32 = MIGRATIONS.len() as u32;

/// Tells our files from those of others that use `SQLite` too: `6fld`.
const APPLICATION: u32 = u32::from_be_bytes(*b"6fld");

/// The format of a file.
pub(crate) fn format(connection: &Connection) -> Result<u32, Problem> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = number("application_id")?;
    if application == 0 && !has_tables(connection)? {
        return Err(Problem::Empty);
    }
    if application != i64::from(APPLICATION) {
        return Err(Problem::OtherFile);
    }
    let found = u32::try_from(number("user_version")?).map_err(|error| Problem::damaged(&error))?;
    if found > FORMAT {
        return Err(Problem::TooNew { found, known: FORMAT });
    }
    Ok(found)
}

fn has_tables(connection: &Connection) -> Result<bool, Problem> {
    let mut statement = connection.prepare("SELECT 1 FROM sqlite_schema")?;
    Ok(statement.exists([])?)
}

/// Brings a file up to the format of this program. Belongs into a transaction.
pub(crate) fn migrate(connection: &Connection, found: u32) -> Result<(), Problem> {
    for migration in MIGRATIONS.iter().skip(found as usize) {
        connection.execute_batch(migration)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    Ok(())
}

/// Refuses a file whose pages are damaged.
pub(crate) fn check(connection: &Connection) -> Result<(), Problem> {
    let answer: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    if answer == "ok" { Ok(()) } else { Err(Problem::Damaged(answer.replace('\n', " "))) }
}
