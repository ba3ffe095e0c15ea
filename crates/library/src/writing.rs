//! Writing: a transaction that remembers what it changes, so that it can be undone.

use rusqlite::Connection;
use sixfold_game::{Setup, SquareSet};
use sixfold_jobs::Sealed;
use sixfold_jobs::wire::name;

use crate::book::Book;
use crate::journal::{Change, Keeping, MOST_CHANGES};
use crate::rows::{self, MoveRow, PositionId, PositionRow};
use crate::{Problem, Statistics};

/// A transaction under way.
pub(crate) struct Writing<'a> {
    pub book: &'a Book,
    pub connection: &'a Connection,
    keeping: Keeping,
    changes: Vec<Change>,
    changed: usize,
}

/// How the work of a transaction ends.
pub(crate) struct Done<T> {
    /// What was done, for whoever may undo it.
    pub title: String,
    /// What came of it.
    pub answer: T,
}

/// What a transaction has done.
pub(crate) struct Written {
    /// How many rows it has changed.
    pub changed: usize,
    /// Which, in this order, if they can be undone.
    pub changes: Option<Vec<Change>>,
}

impl<'a> Writing<'a> {
    pub fn new(book: &'a Book, connection: &'a Connection, keeping: Keeping) -> Writing<'a> {
        Writing { book, connection, keeping, changes: Vec::new(), changed: 0 }
    }

    /// What has been done.
    pub fn finish(self) -> Written {
        let is_kept = self.keeping == Keeping::Step && self.changed <= MOST_CHANGES;
        Written { changed: self.changed, changes: is_kept.then_some(self.changes) }
    }

    /// Something has changed that cannot be undone.
    pub fn forget(&mut self) {
        self.keeping = Keeping::Forget;
        self.changed += 1;
    }

    fn note(&mut self, change: impl FnOnce() -> Change) {
        self.changed += 1;
        if self.keeping == Keeping::Step && self.changed <= MOST_CHANGES {
            self.changes.push(change());
        }
    }

    /// The number of a canonical position, which is added if it is not there.
    pub fn position(&mut self, canonical: &Setup) -> Result<PositionId, Problem> {
        if let Some(id) = rows::find(self.connection, canonical)? {
            return Ok(id);
        }
        let row = PositionRow::new(canonical.to_string());
        self.connection
            .prepare_cached("INSERT INTO position (fen) VALUES (?)")?
            .execute([&row.fen])?;
        let id = self.connection.last_insert_rowid();
        self.note(|| Change::Position { id, before: None, after: Some(Box::new(row)) });
        Ok(id)
    }

    /// What is kept of a position.
    pub fn row(&self, id: PositionId) -> Result<PositionRow, Problem> {
        let row = rows::read_position(self.connection, id)?;
        row.ok_or_else(|| Problem::Damaged(format!("there is no position {id}")))
    }

    /// Lets a position be other than it was.
    pub fn change(
        &mut self,
        id: PositionId,
        change: impl FnOnce(&mut PositionRow),
    ) -> Result<(), Problem> {
        let before = self.row(id)?;
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return Ok(());
        }
        rows::write_position(self.connection, id, Some(&after))?;
        let (before, after) = (Some(Box::new(before)), Some(Box::new(after)));
        self.note(|| Change::Position { id, before, after });
        Ok(())
    }

    /// Adds a move of a canonical position, given as it lies there, and the position after it,
    /// whose number it returns.
    pub fn add_move(
        &mut self,
        canonical: &Setup,
        turn: SquareSet,
        games: Statistics,
    ) -> Result<PositionId, Problem> {
        let turn = self.book.representative(canonical, turn);
        let played = name(self.book.game, turn);
        let position = self.position(canonical)?;
        let before = rows::read_move(self.connection, position, &played)?;
        let mut after = if let Some(row) = before {
            row
        } else {
            let child = self.book.image(&self.book.after(canonical, turn));
            MoveRow { child: self.position(&child)?, statistics: Statistics::default() }
        };
        after.statistics += games;
        if before != Some(after) {
            self.put_move(position, played, before, Some(after))?;
        }
        Ok(after.child)
    }

    fn put_move(
        &mut self,
        position: PositionId,
        played: String,
        before: Option<MoveRow>,
        after: Option<MoveRow>,
    ) -> Result<(), Problem> {
        rows::write_move(self.connection, position, &played, after.as_ref())?;
        self.note(|| Change::Move { position, played, before, after });
        Ok(())
    }

    /// Removes a move of a canonical position, and whatever cannot be reached any more. Says
    /// whether there was such a move.
    pub fn remove_move(&mut self, canonical: &Setup, turn: SquareSet) -> Result<bool, Problem> {
        let turn = self.book.representative(canonical, turn);
        let played = name(self.book.game, turn);
        let Some(position) = rows::find(self.connection, canonical)? else { return Ok(false) };
        let Some(row) = rows::read_move(self.connection, position, &played)? else {
            return Ok(false);
        };
        self.put_move(position, played, Some(row), None)?;
        self.remove_unreached(row.child)?;
        Ok(true)
    }

    fn remove_unreached(&mut self, id: PositionId) -> Result<(), Problem> {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if rows::count_arrivals(self.connection, id)? > 0 {
                continue;
            }
            for kept in rows::read_moves(self.connection, id)? {
                open.push(kept.row.child);
                self.put_move(id, kept.played, Some(kept.row), None)?;
            }
            let before = self.row(id)?;
            rows::write_position(self.connection, id, None)?;
            let before = Some(Box::new(before));
            self.note(|| Change::Position { id, before, after: None });
        }
        Ok(())
    }

    /// Keeps a certificate. It stays when what it proves is undone, so that it can be redone.
    pub fn keep(&self, sealed: &Sealed) -> Result<(), Problem> {
        rows::write_certificate(self.connection, sealed)
    }
}
