//! The rows of the tables.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use sixfold_game::{GameName, Setup};
use sixfold_jobs::{Digest, Sealed};

use crate::column::Hexadecimal;
use crate::schema::damaged;
use crate::{Evaluation, Ground, Judgement, Known, Problem, Statistics, wire};

/// The number of a position in the file.
pub(crate) type PositionId = i64;

/// Everything that is kept of a position but its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct PositionRow {
    pub fen: String,
    #[serde(default)]
    pub known: Known,
    #[serde(default)]
    pub ground: Option<Ground>,
    #[serde(default)]
    pub certificate: Option<Digest>,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub comment: String,
    /// JSON, or nothing.
    #[serde(default)]
    pub marks: String,
    /// JSON.
    #[serde(default)]
    pub evaluation: Option<String>,
    #[serde(default)]
    pub statistics: Statistics,
}

/// Everything that is kept of a move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MoveRow {
    pub child: PositionId,
    #[serde(default)]
    pub statistics: Statistics,
}

/// The columns of a position in the order in which [`PositionRow::read`] wants them.
pub(crate) const POSITION_COLUMNS: &str = "position.fen, position.known, position.ground, \
    position.certificate, position.name, position.comment, position.marks, position.evaluation, \
    position.games, position.black_wins, position.white_wins, position.draws";

/// How many they are.
pub(crate) const POSITION_WIDTH: usize = 12;

impl PositionRow {
    pub fn new(fen: String) -> PositionRow {
        PositionRow {
            fen,
            known: Known::Open,
            ground: None,
            certificate: None,
            name: String::new(),
            comment: String::new(),
            marks: String::new(),
            evaluation: None,
            statistics: Statistics::default(),
        }
    }

    /// Reads a row from this column on.
    pub fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<PositionRow> {
        let certificate: Option<Hexadecimal> = row.get(first + 3)?;
        Ok(PositionRow {
            fen: row.get(first)?,
            known: row.get(first + 1)?,
            ground: row.get(first + 2)?,
            certificate: certificate.map(|Hexadecimal(digest)| digest),
            name: row.get(first + 4)?,
            comment: row.get(first + 5)?,
            marks: row.get(first + 6)?,
            evaluation: row.get(first + 7)?,
            statistics: read_statistics(row, first + 8)?,
        })
    }

    pub fn judgement(&self) -> Judgement {
        Judgement { known: self.known, ground: self.ground }
    }

    pub fn judge(&mut self, judgement: Judgement) {
        (self.known, self.ground) = (judgement.known, judgement.ground);
    }

    /// Marks as they lie in the file.
    pub fn marks(&self, game: GameName) -> Result<Vec<sixfold_game::record::Mark>, Problem> {
        if self.marks.is_empty() {
            return Ok(Vec::new());
        }
        let marks: Vec<wire::Mark> =
            serde_json::from_str(&self.marks).map_err(|error| damaged(&error))?;
        let marks = marks.iter().map(|mark| mark.to_mark(game));
        marks.collect::<Result<_, _>>().map_err(|error| damaged(&error))
    }

    pub fn set_marks(&mut self, game: GameName, marks: &[sixfold_game::record::Mark]) {
        let marks: Vec<wire::Mark> = marks.iter().map(|mark| wire::Mark::of(game, mark)).collect();
        // Texts and lists of them can always be written.
        self.marks = if marks.is_empty() {
            String::new()
        } else {
            serde_json::to_string(&marks).unwrap_or_default()
        };
    }

    /// The evaluation as its line lies in the file.
    pub fn evaluation(&self, game: GameName) -> Result<Option<Evaluation>, Problem> {
        let Some(text) = &self.evaluation else { return Ok(None) };
        let evaluation: wire::Evaluation =
            serde_json::from_str(text).map_err(|error| damaged(&error))?;
        evaluation.to_evaluation(game).map(Some).map_err(|error| damaged(&error))
    }

    pub fn set_evaluation(&mut self, game: GameName, evaluation: Option<&Evaluation>) {
        self.evaluation = evaluation.and_then(|evaluation| {
            serde_json::to_string(&wire::Evaluation::of(game, evaluation)).ok()
        });
    }
}

fn read_statistics(row: &Row<'_>, first: usize) -> rusqlite::Result<Statistics> {
    let count = |column| row.get::<_, i64>(column).map(i64::unsigned_abs);
    Ok(Statistics {
        games: count(first)?,
        black_wins: count(first + 1)?,
        white_wins: count(first + 2)?,
        draws: count(first + 3)?,
    })
}

/// The number of a canonical position.
pub(crate) fn find(reading: &Connection, canonical: &Setup) -> Result<Option<PositionId>, Problem> {
    let mut statement = reading.prepare_cached("SELECT id FROM position WHERE fen = ?")?;
    Ok(statement.query_one([canonical.to_string()], |row| row.get(0)).optional()?)
}

pub(crate) fn read_position(
    reading: &Connection,
    id: PositionId,
) -> Result<Option<PositionRow>, Problem> {
    let question = format!("SELECT {POSITION_COLUMNS} FROM position WHERE id = ?");
    let mut statement = reading.prepare_cached(&question)?;
    Ok(statement.query_one([id], |row| PositionRow::read(row, 0)).optional()?)
}

/// Lets a position be so, whatever it was.
pub(crate) fn write_position(
    writing: &Connection,
    id: PositionId,
    row: Option<&PositionRow>,
) -> Result<(), Problem> {
    let Some(row) = row else {
        writing.prepare_cached("DELETE FROM position WHERE id = ?")?.execute([id])?;
        return Ok(());
    };
    let Statistics { games, black_wins, white_wins, draws } = row.statistics;
    writing
        .prepare_cached(
            "INSERT INTO position (id, fen, known, ground, certificate, name, comment, marks,
                 evaluation, games, black_wins, white_wins, draws)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
             ON CONFLICT (id) DO UPDATE SET fen = ?2, known = ?3, ground = ?4, certificate = ?5,
                 name = ?6, comment = ?7, marks = ?8, evaluation = ?9, games = ?10,
                 black_wins = ?11, white_wins = ?12, draws = ?13",
        )?
        .execute(params![
            id,
            row.fen,
            row.known,
            row.ground,
            row.certificate.map(Hexadecimal),
            row.name,
            row.comment,
            row.marks,
            row.evaluation,
            games as i64,
            black_wins as i64,
            white_wins as i64,
            draws as i64,
        ])?;
    Ok(())
}

/// A move of a position as it is kept.
pub(crate) struct KeptMove {
    pub played: String,
    pub row: MoveRow,
}

pub(crate) fn read_moves(
    reading: &Connection,
    position: PositionId,
) -> Result<Vec<KeptMove>, Problem> {
    let mut statement = reading.prepare_cached(
        "SELECT played, child, games, black_wins, white_wins, draws FROM move
         WHERE position = ? ORDER BY games DESC, played",
    )?;
    let rows = statement.query_map([position], |row| {
        let kept = MoveRow { child: row.get(1)?, statistics: read_statistics(row, 2)? };
        Ok(KeptMove { played: row.get(0)?, row: kept })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn read_move(
    reading: &Connection,
    position: PositionId,
    played: &str,
) -> Result<Option<MoveRow>, Problem> {
    let mut statement = reading.prepare_cached(
        "SELECT child, games, black_wins, white_wins, draws FROM move
         WHERE position = ? AND played = ?",
    )?;
    let read =
        |row: &Row<'_>| Ok(MoveRow { child: row.get(0)?, statistics: read_statistics(row, 1)? });
    Ok(statement.query_one(params![position, played], read).optional()?)
}

/// Lets a move be so, whatever it was.
pub(crate) fn write_move(
    writing: &Connection,
    position: PositionId,
    played: &str,
    row: Option<&MoveRow>,
) -> Result<(), Problem> {
    let Some(row) = row else {
        writing
            .prepare_cached("DELETE FROM move WHERE position = ? AND played = ?")?
            .execute(params![position, played])?;
        return Ok(());
    };
    let Statistics { games, black_wins, white_wins, draws } = row.statistics;
    writing
        .prepare_cached(
            "INSERT INTO move (position, played, child, games, black_wins, white_wins, draws)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (position, played) DO UPDATE SET child = ?3, games = ?4,
                 black_wins = ?5, white_wins = ?6, draws = ?7",
        )?
        .execute(params![
            position,
            played,
            row.child,
            games as i64,
            black_wins as i64,
            white_wins as i64,
            draws as i64,
        ])?;
    Ok(())
}

/// How many moves lead to a position.
pub(crate) fn count_arrivals(reading: &Connection, child: PositionId) -> Result<u64, Problem> {
    let mut statement = reading.prepare_cached("SELECT count(*) FROM move WHERE child = ?")?;
    Ok(statement.query_one([child], |row| row.get::<_, i64>(0))?.unsigned_abs())
}

pub(crate) fn write_certificate(writing: &Connection, sealed: &Sealed) -> Result<(), Problem> {
    writing
        .prepare_cached(
            "INSERT INTO certificate (digest, content) VALUES (?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![Hexadecimal(sealed.digest()), sealed.bytes()])?;
    Ok(())
}

/// A certificate, whose content is held against its digest.
pub(crate) fn read_certificate(
    reading: &Connection,
    digest: Digest,
) -> Result<Option<Sealed>, Problem> {
    let bytes: Option<Vec<u8>> = reading
        .prepare_cached("SELECT content FROM certificate WHERE digest = ?")?
        .query_one([Hexadecimal(digest)], |row| row.get(0))
        .optional()?;
    match bytes.map(Sealed::from_bytes) {
        Some(sealed) if sealed.digest() != digest => {
            Err(Problem::Damaged(format!("certificate {digest} has another content")))
        }
        sealed => Ok(sealed),
    }
}
