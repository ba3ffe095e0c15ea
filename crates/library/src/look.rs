//! Looking: what a library holds, turned the way the position lies for whoever asks.

use rusqlite::{Connection, Row};
use sixfold_game::{Setup, SquareSet};
use sixfold_prove::Orientation;

use crate::book::{Book, Placed, turned_marks};
use crate::rows::{self, POSITION_COLUMNS, POSITION_WIDTH, PositionId, PositionRow};
use crate::{Description, Evaluation, Found, FoundMove, Problem, Statistics};

/// The last turns that lead to a position are listed up to this number.
pub(crate) const MOST_ARRIVALS: usize = 20;

/// A position from which another one is reached by a move.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub parent: PositionId,
    /// The position before, as it lies beside the one that is reached.
    pub before: Setup,
    pub turn: SquareSet,
}

impl Book {
    pub fn lookup(&self, reading: &Connection, position: &Setup) -> Result<Option<Found>, Problem> {
        self.found(reading, &self.placed(position)?)
    }

    /// The same for a position that has been placed.
    pub fn found(&self, reading: &Connection, placed: &Placed) -> Result<Option<Found>, Problem> {
        let Some(id) = rows::find(reading, &placed.canonical)? else { return Ok(None) };
        let Some(row) = rows::read_position(reading, id)? else { return Ok(None) };
        let evaluation = row.evaluation(self.game)?;
        Ok(Some(Found {
            judgement: row.judgement(),
            certificate: row.certificate,
            marks: turned_marks(&row.marks(self.game)?, &placed.outwards),
            evaluation: evaluation.map(|it| turned_evaluation(it, &placed.outwards)),
            statistics: row.statistics,
            moves: self.found_moves(reading, id, placed)?,
            description: Description { name: row.name, comment: row.comment },
        }))
    }

    fn found_moves(
        &self,
        reading: &Connection,
        id: PositionId,
        placed: &Placed,
    ) -> Result<Vec<FoundMove>, Problem> {
        let mut statement = reading.prepare_cached(&format!(
            "SELECT {POSITION_COLUMNS}, move.played, move.games, move.black_wins,
                 move.white_wins, move.draws,
                 (SELECT count(*) FROM move AS other WHERE other.child = position.id),
                 (SELECT count(*) FROM move AS next WHERE next.position = position.id)
             FROM move JOIN position ON position.id = move.child
             WHERE move.position = ? ORDER BY move.games DESC, move.played"
        ))?;
        let mut found = statement.query([id])?;
        let mut moves = Vec::new();
        while let Some(row) = found.next()? {
            moves.push(self.found_move(row, placed)?);
        }
        Ok(moves)
    }

    fn found_move(&self, row: &Row<'_>, placed: &Placed) -> Result<FoundMove, Problem> {
        let child = PositionRow::read(row, 0)?;
        let kept = self.squares(&row.get::<_, String>(POSITION_WIDTH)?)?;
        let stones = placed.outwards.images(kept);
        let stones = self.as_named(&placed.position, stones, &child.name);
        let number = |column| row.get::<_, i64>(POSITION_WIDTH + column).map(i64::unsigned_abs);
        let statistics = Statistics {
            games: number(1)?,
            black_wins: number(2)?,
            white_wins: number(3)?,
            draws: number(4)?,
        };
        let evaluation = match child.evaluation(self.game)? {
            Some(evaluation) => {
                let after = self.placed_unchecked(&self.after(&placed.position, stones))?;
                Some(turned_evaluation(evaluation, &after.outwards))
            }
            None => None,
        };
        Ok(FoundMove {
            stones,
            judgement: child.judgement(),
            certificate: child.certificate,
            evaluation,
            description: Description { name: child.name, comment: child.comment },
            statistics,
            arrivals: number(5)?,
            moves: number(6)?,
        })
    }

    /// The moves that lead to a position, as they lie beside it.
    pub fn arrivals(
        &self,
        reading: &Connection,
        position: &Setup,
    ) -> Result<Vec<Arrival>, Problem> {
        let canonical = self.image(position);
        let Some(id) = rows::find(reading, &canonical)? else { return Ok(Vec::new()) };
        let mut statement = reading.prepare_cached(
            "SELECT position.id, position.fen, move.played
             FROM move JOIN position ON position.id = move.position
             WHERE move.child = ? ORDER BY move.games DESC, position.id, move.played",
        )?;
        let mut found = statement.query([id])?;
        let mut arrivals = Vec::new();
        while let Some(row) = found.next()? {
            let before = self.setup(&row.get::<_, String>(1)?)?;
            let turn = self.squares(&row.get::<_, String>(2)?)?;
            let way = self.symmetries.between(&self.after(&before, turn), position);
            let way = way.ok_or_else(|| Problem::Damaged("a move leads elsewhere".to_string()))?;
            arrivals.push(Arrival {
                parent: row.get(0)?,
                before: before.mapped(|square| way.image(square)),
                turn: way.images(turn),
            });
        }
        Ok(arrivals)
    }
}

pub(crate) fn turned_evaluation(evaluation: Evaluation, way: &Orientation) -> Evaluation {
    let line = evaluation.line.iter().map(|&turn| way.images(turn)).collect();
    Evaluation { line, ..evaluation }
}
