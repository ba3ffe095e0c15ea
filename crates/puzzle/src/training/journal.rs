//! What has been trained, in one `SQLite` file.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration as Patience;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use thiserror::Error;
use time::OffsetDateTime;

use super::{INTERVALS, Outcome, Standing, Streak};

/// What brings a file from each format to the next; the first makes it.
const MIGRATIONS: [&str; 2] = [include_str!("1.sql"), include_str!("2.sql")];

/// The format that this program writes.
const FORMAT: u32 = MIGRATIONS.len() as u32;

/// Tells these files from others of `SQLite`: `6trn`.
const APPLICATION: u32 = u32::from_be_bytes(*b"6trn");

/// How long to wait for another program that writes the file.
const PATIENCE: Patience = Patience::from_secs(10);

/// How long help is remembered: whoever comes back days later begins anew.
const HELP_LASTS: time::Duration = time::Duration::days(1);

/// The file in which every attempt is written down.
#[derive(Debug)]
pub struct Journal(Connection);

/// Why something cannot be read or written down.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It is a file of something else.
    #[error("the file is no journal of training")]
    OtherFile,
    /// It was written by a newer program.
    #[error("the file has format {0}, and this program knows formats up to {FORMAT}")]
    TooNew(u32),
    /// `SQLite` failed.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

/// Names a puzzle among all collections.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PuzzleName<'a> {
    /// The name of the collection.
    pub collection: &'a str,
    /// The puzzle's own.
    pub puzzle: &'a str,
}

/// What came of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// Where the puzzle stands now.
    pub standing: Standing,
    /// The streak by now.
    pub streak: Streak,
}

/// Attempts at all puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Those that solved a puzzle.
    pub solved: u64,
    /// Those that did not.
    pub failed: u64,
    /// Those that solved a puzzle today, by universal time.
    pub solved_today: u64,
    /// The streak.
    pub streak: Streak,
}

impl Journal {
    /// Opens a journal, or begins it.
    pub fn open(path: &Path) -> Result<Journal, JournalError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        update(&mut connection)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // What has been written down survives a failure of power.
        connection.pragma_update(None, "synchronous", "full")?;
        Ok(Journal(connection))
    }

    /// Writes down that somebody has got help with a puzzle: the attempt that is under way is not
    /// unaided any more, also if it ends after the page was closed and opened again.
    pub fn help(&mut self, name: PuzzleName<'_>, now: OffsetDateTime) -> Result<(), JournalError> {
        self.0.execute(
            "INSERT OR REPLACE INTO help VALUES (?, ?, ?)",
            params![name.collection, name.puzzle, now.unix_timestamp()],
        )?;
        Ok(())
    }

    /// Whether the attempt that is under way has been helped.
    pub fn is_helped(
        &self,
        name: PuzzleName<'_>,
        now: OffsetDateTime,
    ) -> Result<bool, JournalError> {
        Ok(read_help(&self.0, name, now)?)
    }

    /// Writes an attempt down. One that was helped does not count as solved unaided, whatever the
    /// outcome says.
    pub fn add(
        &mut self,
        name: PuzzleName<'_>,
        outcome: Outcome,
        seconds: u32,
        now: OffsetDateTime,
    ) -> Result<Record, JournalError> {
        let transaction = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let before = read_standing(&transaction, name)?;
        let outcome = match outcome {
            Outcome::Solved if read_help(&transaction, name, now)? => Outcome::SolvedWithHint,
            outcome => outcome,
        };
        transaction.execute(
            "DELETE FROM help WHERE collection = ? AND puzzle = ?",
            params![name.collection, name.puzzle],
        )?;
        let standing = Standing::after(before, outcome, now);
        let streak = read_streak(&transaction)?.after(before, outcome, now);
        transaction.execute(
            "INSERT INTO attempt (collection, puzzle, moment, outcome, seconds) VALUES (?, ?, ?, ?, ?)",
            params![name.collection, name.puzzle, now.unix_timestamp(), word(outcome), seconds],
        )?;
        transaction.execute(
            "INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?, ?)",
            params![
                name.collection,
                name.puzzle,
                standing.leitner_box as i64,
                standing.due.unix_timestamp(),
                standing.solved,
                standing.failed
            ],
        )?;
        transaction.execute(
            "UPDATE streak SET current = ?, best = ?",
            params![streak.current, streak.best],
        )?;
        transaction.commit()?;
        Ok(Record { standing, streak })
    }

    /// Where a puzzle stands, if it has been tried.
    pub fn standing(&self, name: PuzzleName<'_>) -> Result<Option<Standing>, JournalError> {
        Ok(read_standing(&self.0, name)?)
    }

    /// Where the puzzles of a collection stand that have been tried, by their names.
    pub fn standings(&self, collection: &str) -> Result<HashMap<String, Standing>, JournalError> {
        let mut statement = self.0.prepare_cached(
            "SELECT box, due, solved, failed, puzzle FROM standing WHERE collection = ?",
        )?;
        let rows = statement.query_map([collection], |row| Ok((row.get(4)?, standing(row)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// All attempts together.
    pub fn totals(&self, now: OffsetDateTime) -> Result<Totals, JournalError> {
        let today = now.to_offset(time::UtcOffset::UTC).replace_time(time::Time::MIDNIGHT);
        let count = |condition: &str, since: i64| -> rusqlite::Result<u64> {
            let text = format!("SELECT count(*) FROM attempt WHERE {condition} AND moment >= ?");
            let count: i64 = self.0.query_one(&text, [since], |row| row.get(0))?;
            Ok(count.unsigned_abs())
        };
        let solved = "outcome IN ('solved', 'solved_with_hint')";
        Ok(Totals {
            solved: count(solved, i64::MIN)?,
            failed: count("outcome IN ('failed', 'revealed')", i64::MIN)?,
            solved_today: count(solved, today.unix_timestamp())?,
            streak: read_streak(&self.0)?,
        })
    }
}

/// Brings a file up to the format of this program, or makes it.
fn update(connection: &mut Connection) -> Result<(), JournalError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = format(&transaction)?;
    for migration in MIGRATIONS.iter().skip(found as usize) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT)?;
    Ok(transaction.commit()?)
}

/// The format of a file; 0 is that of an empty one.
fn format(connection: &Connection) -> Result<u32, JournalError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = number("application_id")?;
    if application == 0 && !connection.prepare("SELECT 1 FROM sqlite_schema")?.exists([])? {
        return Ok(0);
    }
    if application != i64::from(APPLICATION) {
        return Err(JournalError::OtherFile);
    }
    let found = u32::try_from(number("user_version")?).unwrap_or(u32::MAX);
    if found > FORMAT { Err(JournalError::TooNew(found)) } else { Ok(found) }
}

fn read_standing(
    connection: &Connection,
    name: PuzzleName<'_>,
) -> rusqlite::Result<Option<Standing>> {
    let mut statement = connection.prepare_cached(
        "SELECT box, due, solved, failed FROM standing WHERE collection = ? AND puzzle = ?",
    )?;
    statement.query_one([name.collection, name.puzzle], standing).optional()
}

fn read_help(
    connection: &Connection,
    name: PuzzleName<'_>,
    now: OffsetDateTime,
) -> rusqlite::Result<bool> {
    let mut statement = connection
        .prepare_cached("SELECT 1 FROM help WHERE collection = ? AND puzzle = ? AND moment > ?")?;
    let since = (now - HELP_LASTS).unix_timestamp();
    statement.exists(params![name.collection, name.puzzle, since])
}

fn standing(row: &Row<'_>) -> rusqlite::Result<Standing> {
    let leitner_box: i64 = row.get(0)?;
    let due: i64 = row.get(1)?;
    Ok(Standing {
        leitner_box: usize::try_from(leitner_box).unwrap_or(0).min(INTERVALS.len() - 1),
        due: OffsetDateTime::from_unix_timestamp(due).unwrap_or(OffsetDateTime::UNIX_EPOCH),
        solved: row.get(2)?,
        failed: row.get(3)?,
    })
}

fn read_streak(connection: &Connection) -> rusqlite::Result<Streak> {
    let mut statement = connection.prepare_cached("SELECT current, best FROM streak")?;
    statement.query_one([], |row| Ok(Streak { current: row.get(0)?, best: row.get(1)? }))
}

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::SolvedWithHint => "solved_with_hint",
        Outcome::Failed => "failed",
        Outcome::Revealed => "revealed",
    }
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const FIRST: PuzzleName<'_> = PuzzleName { collection: "starter", puzzle: "first" };
    const SECOND: PuzzleName<'_> = PuzzleName { collection: "starter", puzzle: "second" };

    #[test]
    fn what_was_trained_is_there_when_the_file_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training.db");
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!(journal.standing(FIRST).unwrap(), None);
        let record = journal.add(FIRST, Outcome::Solved, 12, NOW).unwrap();
        assert_eq!(record.streak, Streak { current: 1, best: 1 });
        journal.add(SECOND, Outcome::Failed, 5, NOW).unwrap();
        drop(journal);
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.standing(FIRST).unwrap(), Some(record.standing));
        assert_eq!(journal.standings("starter").unwrap().len(), 2);
        assert_eq!(journal.standings("other").unwrap().len(), 0);
        let totals = journal.totals(NOW).unwrap();
        assert_eq!((totals.solved, totals.failed, totals.solved_today), (1, 1, 1));
        assert_eq!(totals.streak, Streak { current: 0, best: 1 });
        let tomorrow = journal.totals(NOW + Duration::days(1)).unwrap();
        assert_eq!((tomorrow.solved, tomorrow.solved_today), (1, 0));
    }

    #[test]
    fn what_was_helped_is_not_solved_unaided_though_the_file_was_closed_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("training.db");
        Journal::open(&path).unwrap().help(FIRST, NOW).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        assert!(journal.is_helped(FIRST, NOW).unwrap());
        assert!(!journal.is_helped(SECOND, NOW).unwrap());
        let record = journal.add(FIRST, Outcome::Solved, 12, NOW).unwrap();
        let hinted = Standing::after(None, Outcome::SolvedWithHint, NOW);
        assert_eq!((record.standing, record.streak.current), (hinted, 0));
        assert!(!journal.is_helped(FIRST, NOW).unwrap(), "the next attempt begins anew");
    }

    #[test]
    fn help_is_forgotten_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(&folder.path().join("training.db")).unwrap();
        journal.help(FIRST, NOW).unwrap();
        let later = NOW + Duration::days(2);
        let record = journal.add(FIRST, Outcome::Solved, 12, later).unwrap();
        assert_eq!(record.streak.current, 1);
    }

    #[test]
    fn files_of_others_and_of_the_future_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("other.db");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
        assert!(matches!(Journal::open(&other), Err(JournalError::OtherFile)));
        let newer = folder.path().join("newer.db");
        drop(Journal::open(&newer).unwrap());
        let connection = Connection::open(&newer).unwrap();
        connection.pragma_update(None, "user_version", 7).unwrap();
        assert!(matches!(Journal::open(&newer), Err(JournalError::TooNew(7))));
        let nonsense = folder.path().join("nonsense.db");
        std::fs::write(&nonsense, "not a database, but long enough to be looked at".repeat(50))
            .unwrap();
        assert!(matches!(Journal::open(&nonsense), Err(JournalError::Database(_))));
    }
}
