//! Importing files: collections of games, tables of games, trees of variations, `RenLib` libraries.
//!
//! A file is known by its digest. What has been read of it is written in batches, each with a note how
//! far the file is read: so an import that was broken off goes on where it stopped, and a file that is
//! imported twice counts once.

mod batch;
mod records;

use std::ops::ControlFlow;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use sixfold_jobs::Digest;
use utoipa::ToSchema;

use self::batch::Batch;
use self::records::{Item, Records};
use crate::column::Hexadecimal;
use crate::journal::Keeping;
use crate::writing::Done;
use crate::{Library, LibraryError, Problem};

pub use self::records::Kind;

/// Larger files are refused before they fill the memory.
const MOST_BYTES: u64 = 1 << 30;

/// So many records are written at a time.
const BATCH: usize = 2000;

/// After so many records it is told how far things are.
const REPORT: usize = 200;

/// So many reasons for skipping records are told.
const MOST_REASONS: usize = 20;

/// How to import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportOptions {
    /// How many turns of a plain game are kept. Variations and commented games are kept whole.
    pub turns: usize,
}

impl Default for ImportOptions {
    /// Beyond eight turns nearly every game of Connect6 has a position of its own.
    fn default() -> ImportOptions {
        ImportOptions { turns: 8 }
    }
}

/// How far an import is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ImportProgress {
    /// Bytes that are read.
    pub done: u64,
    /// Bytes of the file.
    pub of: u64,
    /// Games that are read, those of an earlier run included.
    pub games: u64,
    /// Positions that were added.
    pub positions: u64,
}

/// A record that was not taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Skipped {
    /// Where it is in the file.
    pub place: String,
    /// Why.
    pub reason: String,
}

/// How an import ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportEnding {
    /// All of the file is in the library.
    #[default]
    Done,
    /// All of it had been there before: nothing was done.
    Already,
    /// It was stopped, and can be gone on with.
    Stopped,
}

/// What an import has brought.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ImportSummary {
    /// How it ended.
    pub ending: ImportEnding,
    /// Games of the file that are in the library now.
    pub games: u64,
    /// Positions of the library.
    pub positions: u64,
    /// Positions that were added.
    pub added: u64,
    /// The first records that were not taken.
    pub skipped: Vec<Skipped>,
    /// How many were not taken.
    pub skipped_count: u64,
}

/// What is told how far an import is, and may stop it.
pub type ImportWatch<'a> = dyn FnMut(&ImportProgress) -> ControlFlow<()> + 'a;

/// How far a file had been read before.
#[derive(Clone, Copy, Default)]
struct Mark {
    records: u64,
    games: u64,
    is_complete: bool,
}

impl Library {
    /// Imports a file of any kind. This cannot be undone, nor what was done before it: a copy of the
    /// file is the way back.
    pub fn import(
        &mut self,
        path: &Path,
        options: ImportOptions,
        watch: &mut ImportWatch<'_>,
    ) -> Result<ImportSummary, LibraryError> {
        let read = || {
            if path.metadata()?.len() > MOST_BYTES {
                return Err(Problem::Import(format!("more than {} MiB", MOST_BYTES >> 20)));
            }
            Ok(std::fs::read(path)?)
        };
        let bytes = read().map_err(LibraryError::of(path))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        self.import_bytes(&name, &bytes, options, watch).map_err(|error| match error.problem {
            Problem::Import(_) => LibraryError { path: path.to_path_buf(), ..error },
            _ => error,
        })
    }

    /// Imports the contents of a file with this name.
    pub fn import_bytes(
        &mut self,
        name: &str,
        bytes: &[u8],
        options: ImportOptions,
        watch: &mut ImportWatch<'_>,
    ) -> Result<ImportSummary, LibraryError> {
        let digest = Digest::of(bytes);
        let mark = self.read(|_, reading| read_mark(reading, digest))?;
        let before = self.counts()?.positions;
        let mut run = Run {
            library: self,
            name,
            digest,
            options,
            mark,
            before,
            progress: ImportProgress {
                of: bytes.len() as u64,
                games: mark.games,
                ..ImportProgress::default()
            },
            summary: ImportSummary::default(),
        };
        if mark.is_complete {
            run.summary.ending = ImportEnding::Already;
            return run.finish();
        }
        let game = run.library.game();
        let records = Records::of(bytes, game);
        let records = records.map_err(Problem::Import).map_err(LibraryError::of(&run.library.path));
        run.read_all(records?, watch)?;
        run.finish()
    }
}

/// An import under way.
struct Run<'a> {
    library: &'a mut Library,
    name: &'a str,
    digest: Digest,
    options: ImportOptions,
    mark: Mark,
    before: u64,
    progress: ImportProgress,
    summary: ImportSummary,
}

impl Run<'_> {
    fn read_all(
        &mut self,
        mut records: Records<'_>,
        watch: &mut ImportWatch<'_>,
    ) -> Result<(), LibraryError> {
        let mut batch = Batch::new(self.library.book.clone(), self.options.turns);
        let known = self.mark.records;
        for number in 1.. {
            let Some(item) = records.next() else { break };
            self.progress.done = item.end;
            if number > known {
                self.take(&mut batch, item);
                self.mark.records = number;
            }
            if batch.len() >= BATCH {
                self.flush(&mut batch)?;
            }
            if number % REPORT as u64 == 0 && watch(&self.progress).is_break() {
                self.summary.ending = ImportEnding::Stopped;
                return self.flush(&mut batch);
            }
        }
        self.mark.is_complete = true;
        self.progress.done = self.progress.of;
        self.flush(&mut batch)?;
        // All is written: it is too late to stop.
        let _ = watch(&self.progress);
        Ok(())
    }

    fn take(&mut self, batch: &mut Batch, item: Item) {
        let taken = item.record.and_then(|record| batch.take(record, item.nature));
        match taken {
            Ok(games) => self.mark.games += games,
            Err(reason) => {
                self.summary.skipped_count += 1;
                if self.summary.skipped.len() < MOST_REASONS {
                    self.summary.skipped.push(Skipped { place: item.place, reason });
                }
            }
        }
        self.progress.games = self.mark.games;
    }

    fn flush(&mut self, batch: &mut Batch) -> Result<(), LibraryError> {
        let (digest, name, mark) = (self.digest, self.name, self.mark);
        let added = self.library.write(Keeping::Forget, |writing| {
            let added = batch.write(writing)?;
            write_mark(writing.connection, digest, name, mark)?;
            writing.forget();
            Ok(Done { title: "import".to_string(), answer: added })
        })?;
        self.progress.positions += added;
        Ok(())
    }

    fn finish(mut self) -> Result<ImportSummary, LibraryError> {
        self.summary.games = self.mark.games;
        self.summary.positions = self.library.counts()?.positions;
        self.summary.added = self.summary.positions.saturating_sub(self.before);
        Ok(self.summary)
    }
}

fn read_mark(reading: &Connection, digest: Digest) -> Result<Mark, Problem> {
    let found = reading
        .prepare_cached("SELECT records, games, complete FROM source WHERE digest = ?")?
        .query_one([Hexadecimal(digest)], |row| {
            Ok(Mark {
                records: row.get::<_, i64>(0)?.unsigned_abs(),
                games: row.get::<_, i64>(1)?.unsigned_abs(),
                is_complete: row.get(2)?,
            })
        })
        .optional()?;
    Ok(found.unwrap_or_default())
}

fn write_mark(writing: &Connection, digest: Digest, name: &str, mark: Mark) -> Result<(), Problem> {
    writing
        .prepare_cached(
            "INSERT INTO source (digest, name, records, games, complete)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (digest) DO UPDATE SET records = ?3, games = ?4, complete = ?5",
        )?
        .execute(params![
            Hexadecimal(digest),
            name,
            mark.records as i64,
            mark.games as i64,
            mark.is_complete
        ])?;
    Ok(())
}
