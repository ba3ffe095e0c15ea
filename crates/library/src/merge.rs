//! Two libraries become one. What contradicts each other is listed, and ours stays; but what is proven
//! stands above what is claimed.

use std::collections::HashMap;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use sixfold_jobs::Digest;
use utoipa::ToSchema;

use crate::book::turned_marks;
use crate::column::Hexadecimal;
use crate::journal::Keeping;
use crate::rows::{self, POSITION_COLUMNS, PositionId, PositionRow};
use crate::writing::{Done, Writing};
use crate::{Known, Library, LibraryError, Problem, Statistics, edit};

/// What two libraries disagree about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Disagreement {
    /// The name of a position.
    Name,
    /// The comment on a position.
    Comment,
    /// How a position ends.
    Result,
}

/// A disagreement of two libraries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Conflict {
    /// The position.
    pub fen: String,
    /// What it is about.
    pub what: Disagreement,
    /// What this library says, and goes on to say unless a proof says otherwise.
    pub ours: String,
    /// What the other library says.
    pub theirs: String,
}

/// What a merge has brought.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Merged {
    /// Positions that were added.
    pub positions: u64,
    /// Moves that were added.
    pub moves: u64,
    /// What the libraries disagree about.
    pub conflicts: Vec<Conflict>,
    /// Whether games were counted: they are not if a file was imported into both libraries.
    pub games_counted: bool,
}

impl Library {
    /// Takes over what another library of the same game holds, in one step.
    pub fn merge(&mut self, other: &Library) -> Result<Merged, LibraryError> {
        if self.game() != other.game() {
            let problem = Problem::OtherGame(other.game());
            return Err(LibraryError { path: other.path.clone(), problem });
        }
        let theirs = other.read(|_, reading| Theirs::read(reading))?;
        let certificate = |digest| other.certificate(digest);
        let before = self.counts()?;
        let mut merged = self.write(Keeping::Step, |writing| {
            let mut merging =
                Merging { writing, merged: Merged::default(), numbers: HashMap::new() };
            merging.all(&theirs, &certificate)?;
            Ok(Done { title: "merge".to_string(), answer: merging.merged })
        })?;
        let after = self.counts()?;
        merged.positions = after.positions - before.positions;
        merged.moves = after.moves - before.moves;
        Ok(merged)
    }
}

/// What the other library holds.
struct Theirs {
    positions: Vec<(PositionId, PositionRow)>,
    sources: Vec<Source>,
    moves: Vec<(PositionId, rows::KeptMove)>,
}

/// A file that was imported.
struct Source {
    digest: Digest,
    name: String,
    records: i64,
    games: i64,
    complete: bool,
}

impl Theirs {
    fn read(reading: &Connection) -> Result<Theirs, Problem> {
        let mut statement =
            reading.prepare(&format!("SELECT id, {POSITION_COLUMNS} FROM position ORDER BY id"))?;
        let positions = statement
            .query_map([], |row| Ok((row.get(0)?, PositionRow::read(row, 1)?)))?
            .collect::<Result<Vec<(PositionId, PositionRow)>, _>>()?;
        let mut moves = Vec::new();
        for (id, _) in &positions {
            moves.extend(rows::read_moves(reading, *id)?.into_iter().map(|kept| (*id, kept)));
        }
        let mut statement =
            reading.prepare("SELECT digest, name, records, games, complete FROM source")?;
        let sources = statement.query_map([], |row| {
            let Hexadecimal(digest) = row.get(0)?;
            Ok(Source {
                digest,
                name: row.get(1)?,
                records: row.get(2)?,
                games: row.get(3)?,
                complete: row.get(4)?,
            })
        })?;
        Ok(Theirs { positions, sources: sources.collect::<Result<_, _>>()?, moves })
    }
}

/// How a certificate of the other library is got.
type Certificates<'a> = dyn Fn(Digest) -> Result<Option<sixfold_jobs::Sealed>, LibraryError> + 'a;

/// A merge under way.
struct Merging<'a, 'b> {
    writing: &'a mut Writing<'b>,
    merged: Merged,
    /// The numbers of their positions here.
    numbers: HashMap<PositionId, PositionId>,
}

impl Merging<'_, '_> {
    fn all(&mut self, theirs: &Theirs, certificate: &Certificates<'_>) -> Result<(), Problem> {
        self.merged.games_counted = self.take_sources(&theirs.sources)?;
        for (id, row) in &theirs.positions {
            let position = self.writing.book.setup(&row.fen)?;
            let number = self.writing.position(&self.writing.book.image(&position))?;
            self.numbers.insert(*id, number);
            self.judge(number, row, certificate)?;
            self.describe(number, row)?;
        }
        let by_id: HashMap<PositionId, &PositionRow> =
            theirs.positions.iter().map(|(id, row)| (*id, row)).collect();
        for (id, kept) in &theirs.moves {
            let Some(row) = by_id.get(id) else { continue };
            let position = self.writing.book.setup(&row.fen)?;
            let placed = self.writing.book.placed_unchecked(&position)?;
            let turn = placed.inwards.images(self.writing.book.squares(&kept.played)?);
            if !self.writing.book.has_room(&placed.canonical, turn) {
                return Err(Problem::Damaged(format!("a move of '{}' is not possible", row.fen)));
            }
            let games =
                if self.merged.games_counted { kept.row.statistics } else { Statistics::default() };
            self.writing.add_move(&placed.canonical, turn, games)?;
        }
        Ok(())
    }

    /// Notes the files that they have imported, and says whether none of them is one of ours.
    fn take_sources(&mut self, sources: &[Source]) -> Result<bool, Problem> {
        let connection = self.writing.connection;
        let mut is_new = true;
        for source in sources {
            let mut known = connection.prepare_cached("SELECT 1 FROM source WHERE digest = ?")?;
            is_new &= !known.exists([Hexadecimal(source.digest)])?;
        }
        for source in sources.iter().filter(|_| is_new) {
            connection
                .prepare_cached(
                    "INSERT INTO source (digest, name, records, games, complete)
                     VALUES (?, ?, ?, ?, ?)",
                )?
                .execute(rusqlite::params![
                    Hexadecimal(source.digest),
                    source.name,
                    source.records,
                    source.games,
                    source.complete
                ])?;
            self.writing.forget();
        }
        Ok(is_new)
    }

    fn judge(
        &mut self,
        number: PositionId,
        theirs: &PositionRow,
        certificate: &Certificates<'_>,
    ) -> Result<(), Problem> {
        if theirs.known == Known::Open {
            return Ok(());
        }
        let ours = self.writing.row(number)?;
        if ours.known.and(theirs.known).is_none() {
            self.conflict(&ours, Disagreement::Result, ours.known.word(), theirs.known.word());
            // Two proofs of the opposite: one of the files lies, and ours stays.
            if ours.judgement().and(theirs.judgement()).is_none() {
                return Ok(());
            }
        }
        let sealed = match theirs.certificate {
            Some(digest) => certificate(digest).map_err(|error| error.problem)?,
            None => None,
        };
        edit::learn(self.writing, number, theirs.judgement(), sealed.as_ref())
    }

    fn describe(&mut self, number: PositionId, theirs: &PositionRow) -> Result<(), Problem> {
        let game = self.writing.book.game;
        let ours = self.writing.row(number)?;
        for (what, mine, other) in [
            (Disagreement::Name, &ours.name, &theirs.name),
            (Disagreement::Comment, &ours.comment, &theirs.comment),
        ] {
            if !mine.is_empty() && !other.is_empty() && mine != other {
                self.conflict(&ours, what, mine, other);
            }
        }
        let mut marks = ours.marks(game)?;
        if !theirs.marks.is_empty() {
            let position = self.writing.book.setup(&theirs.fen)?;
            let way = self.writing.book.placed_unchecked(&position)?.inwards;
            marks.extend(turned_marks(&theirs.marks(game)?, &way));
            marks.sort_unstable();
            marks.dedup();
        }
        let is_counted = self.merged.games_counted;
        self.writing.change(number, |row| {
            if row.name.is_empty() {
                row.name.clone_from(&theirs.name);
            }
            if row.comment.is_empty() {
                row.comment.clone_from(&theirs.comment);
            }
            if row.evaluation.is_none() {
                row.evaluation.clone_from(&theirs.evaluation);
            }
            row.set_marks(game, &marks);
            if is_counted {
                row.statistics += theirs.statistics;
            }
        })
    }

    fn conflict(&mut self, row: &PositionRow, what: Disagreement, ours: &str, theirs: &str) {
        let (ours, theirs) = (ours.to_string(), theirs.to_string());
        self.merged.conflicts.push(Conflict { fen: row.fen.clone(), what, ours, theirs });
    }
}
