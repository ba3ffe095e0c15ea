//! Finding positions by what is said and known of them.

use rusqlite::{Connection, named_params};
use serde::{Deserialize, Serialize};
use sixfold_game::Setup;
use utoipa::ToSchema;

use crate::book::Book;
use crate::rows::{self, POSITION_COLUMNS, PositionRow};
use crate::{Known, Library, LibraryError, Problem, wire};

/// What is looked for. Whatever is not given may be anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// A part of the name or the comment; capital letters do not matter.
    pub text: Option<String>,
    /// What is known.
    pub result: Option<Known>,
    /// Only this position and those that can be reached from it.
    pub below: Option<Setup>,
    /// At most so many are listed: 50 if it is not said.
    pub limit: Option<usize>,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct SearchAnswer {
    /// The positions.
    pub found: Vec<SearchHit>,
    /// Whether there are more.
    pub more: bool,
}

/// A position that was found, as it lies on the way to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SearchHit {
    /// One way to it from the start of the game, empty if there is none.
    pub moves: String,
    /// The position.
    pub fen: String,
    /// What it is called.
    pub name: String,
    /// What there is to say about it.
    pub comment: String,
    /// How it ends.
    pub result: wire::Outcome,
}

/// As many are listed unless another number is given.
const USUAL_LIMIT: usize = 50;

impl Library {
    /// Finds positions.
    pub fn search(&self, search: &Search) -> Result<SearchAnswer, LibraryError> {
        self.read(|book, reading| book.search(reading, search))
    }
}

impl Book {
    fn search(&self, reading: &Connection, search: &Search) -> Result<SearchAnswer, Problem> {
        let below = match &search.below {
            Some(position) => match rows::find(reading, &self.placed(position)?.canonical)? {
                Some(id) => Some(id),
                None => return Ok(SearchAnswer::default()),
            },
            None => None,
        };
        let limit = search.limit.unwrap_or(USUAL_LIMIT);
        let mut statement = reading.prepare_cached(&format!(
            "WITH RECURSIVE reached (id) AS (
                 SELECT :below WHERE :below IS NOT NULL
                 UNION SELECT move.child FROM move JOIN reached ON move.position = reached.id)
             SELECT {POSITION_COLUMNS} FROM position
             WHERE (:below IS NULL OR position.id IN reached)
               AND (:result IS NULL OR position.known = :result)
               AND (:text IS NULL OR instr(lower(position.name), lower(:text))
                    OR instr(lower(position.comment), lower(:text)))
             ORDER BY length(position.name) = 0, position.games DESC, position.id
             LIMIT :limit"
        ))?;
        let parameters = named_params! {
            ":below": below,
            ":result": search.result,
            ":text": search.text,
            ":limit": i64::try_from(limit.saturating_add(1)).unwrap_or(i64::MAX),
        };
        let found = statement.query_map(parameters, |row| PositionRow::read(row, 0))?;
        let mut found = found.collect::<Result<Vec<_>, _>>()?;
        let more = found.len() > limit;
        found.truncate(limit);
        let hits = found.into_iter().map(|row| self.hit(reading, row));
        Ok(SearchAnswer { found: hits.collect::<Result<_, _>>()?, more })
    }

    fn hit(&self, reading: &Connection, row: PositionRow) -> Result<SearchHit, Problem> {
        let position = self.setup(&row.fen)?;
        Ok(SearchHit {
            moves: self.way_name(reading, &position)?,
            result: row.judgement().into(),
            fen: row.fen,
            name: row.name,
            comment: row.comment,
        })
    }
}
