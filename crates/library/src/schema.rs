//! The tables, and how old files come to have them.

use rusqlite::{Connection, TransactionBehavior, params};
use sixfold_game::{GameName, Setup};

use crate::Problem;

/// What brings a file from each format to the next; the first makes it.
const MIGRATIONS: [&str; 2] = [include_str!("schema/1.sql"), include_str!("schema/2.sql")];

/// The format that this program writes.
pub(crate) const FORMAT: u32 = MIGRATIONS.len() as u32;

/// Tells libraries from other files of `SQLite`: `6lib`.
const APPLICATION: u32 = u32::from_be_bytes(*b"6lib");

/// Makes a library of an empty file.
pub(crate) fn create(connection: &mut Connection, game: GameName) -> Result<(), Problem> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if !is_empty(&transaction)? {
        return Err(Problem::Exists);
    }
    migrate(&transaction, 0)?;
    transaction.execute(
        "INSERT INTO header (only, game, board) VALUES (1, ?, ?)",
        params![game.to_string(), Setup::start(game).to_string()],
    )?;
    Ok(transaction.commit()?)
}

/// The format of a library. Anything else is refused.
pub(crate) fn format(connection: &Connection) -> Result<u32, Problem> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id")? != i64::from(APPLICATION) {
        return Err(Problem::OtherFile);
    }
    let found = u32::try_from(number("user_version")?).unwrap_or(u32::MAX);
    if found > FORMAT {
        return Err(Problem::TooNew { found, known: FORMAT });
    }
    Ok(found)
}

/// Brings a library up to the format of this program.
pub(crate) fn update(connection: &mut Connection) -> Result<(), Problem> {
    if format(connection)? < FORMAT {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another program may just have done it.
        migrate(&transaction, format(&transaction)?)?;
        transaction.commit()?;
    }
    Ok(())
}

/// What a library is about.
pub(crate) fn game(connection: &Connection) -> Result<GameName, Problem> {
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let (name, board) = connection.query_one("SELECT game, board FROM header", [], read)?;
    let game: GameName = name.parse().map_err(|error| damaged(&error))?;
    game.seen_in_fen(&board).map_err(|error| damaged(&error))
}

pub(crate) fn damaged(error: &dyn std::fmt::Display) -> Problem {
    Problem::Damaged(error.to_string())
}

fn is_empty(connection: &Connection) -> Result<bool, Problem> {
    Ok(!connection.prepare("SELECT 1 FROM sqlite_schema")?.exists([])?)
}

fn migrate(connection: &Connection, found: u32) -> Result<(), Problem> {
    for migration in MIGRATIONS.iter().skip(found as usize) {
        connection.execute_batch(migration)?;
    }
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", FORMAT)?;
    Ok(())
}
