//! What can be undone: each step is kept in the file as the rows that it changed, before and after.
//!
//! Undoing goes from the last step to the first and redoing back, so rows are always found as the step
//! left them. What is too large to be kept, above all an import, empties the journal.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::rows::{self, MoveRow, PositionId, PositionRow};
use crate::schema::damaged;

/// So many steps can be undone.
const MOST_STEPS: i64 = 1000;

/// A step that changes more rows than this is not kept.
pub(crate) const MOST_CHANGES: usize = 20_000;

/// A row that was changed. Nothing stands for a row that is not there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub(crate) enum Change {
    Position { id: PositionId, before: Option<Box<PositionRow>>, after: Option<Box<PositionRow>> },
    Move { position: PositionId, played: String, before: Option<MoveRow>, after: Option<MoveRow> },
}

/// Whether a step can be undone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keeping {
    /// It can, unless it is too large.
    Step,
    /// It cannot, and neither can what was done before it.
    Forget,
}

/// Which way to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Undo,
    Redo,
}

impl Change {
    fn apply(&self, writing: &Connection, direction: Direction) -> Result<(), Problem> {
        match self {
            Change::Position { id, before, after } => {
                let row = if direction == Direction::Undo { before } else { after };
                rows::write_position(writing, *id, row.as_deref())
            }
            Change::Move { position, played, before, after } => {
                let row = if direction == Direction::Undo { before } else { after };
                rows::write_move(writing, *position, played, row.as_ref())
            }
        }
    }
}

/// Notes a step that has just been taken. What had been undone before cannot be redone any more; and
/// if the step itself cannot be undone, neither can those before it.
pub(crate) fn note(
    writing: &Connection,
    title: &str,
    changes: Option<&[Change]>,
) -> Result<(), Problem> {
    let Some(changes) = changes else {
        writing.execute("DELETE FROM journal", [])?;
        return Ok(());
    };
    let text = serde_json::to_string(changes).map_err(|error| damaged(&error))?;
    writing.execute("DELETE FROM journal WHERE undone = 1", [])?;
    writing.execute("INSERT INTO journal (title, changes) VALUES (?, ?)", params![title, text])?;
    let last = writing.last_insert_rowid();
    writing.execute("DELETE FROM journal WHERE id <= ?", [last - MOST_STEPS])?;
    Ok(())
}

/// Which step is next.
fn choice(direction: Direction) -> &'static str {
    match direction {
        Direction::Undo => "WHERE undone = 0 ORDER BY id DESC LIMIT 1",
        Direction::Redo => "WHERE undone = 1 ORDER BY id LIMIT 1",
    }
}

/// What would be undone or redone.
pub(crate) fn title(reading: &Connection, direction: Direction) -> Result<Option<String>, Problem> {
    let question = format!("SELECT title FROM journal {}", choice(direction));
    Ok(reading.prepare_cached(&question)?.query_one([], |row| row.get(0)).optional()?)
}

/// A step of the journal.
struct Step {
    id: i64,
    title: String,
    changes: String,
}

fn next(reading: &Connection, direction: Direction) -> Result<Option<Step>, Problem> {
    let question = format!("SELECT id, title, changes FROM journal {}", choice(direction));
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Step { id: row.get(0)?, title: row.get(1)?, changes: row.get(2)? })
    };
    Ok(reading.prepare_cached(&question)?.query_one([], read).optional()?)
}

/// Undoes or redoes a step, and says which.
pub(crate) fn go(writing: &Connection, direction: Direction) -> Result<Option<String>, Problem> {
    let Some(step) = next(writing, direction)? else { return Ok(None) };
    let changes: Vec<Change> =
        serde_json::from_str(&step.changes).map_err(|error| damaged(&error))?;
    // Moves and the positions that they join come and go in any order.
    writing.pragma_update(None, "defer_foreign_keys", true)?;
    match direction {
        Direction::Undo => changes.iter().rev().try_for_each(|it| it.apply(writing, direction))?,
        Direction::Redo => changes.iter().try_for_each(|it| it.apply(writing, direction))?,
    }
    let undone = direction == Direction::Undo;
    writing.execute("UPDATE journal SET undone = ? WHERE id = ?", params![undone, step.id])?;
    Ok(Some(step.title))
}
