//! How values stand in columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use sixfold_game::Player;
use sixfold_jobs::Digest;

use crate::Known;

/// What is known, in a word.
const WORDS: [(Known, &str); 5] = [
    (Known::Open, "open"),
    (Known::Won(Player::Black), "black_wins"),
    (Known::Won(Player::White), "white_wins"),
    (Known::NotWon(Player::Black), "black_does_not_win"),
    (Known::NotWon(Player::White), "white_does_not_win"),
];

impl ToSql for Known {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let word = WORDS.iter().find(|(known, _)| known == self).map_or("open", |(_, word)| word);
        Ok(word.into())
    }
}

impl FromSql for Known {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Known> {
        let text = value.as_str()?;
        let known = WORDS.iter().find(|(_, word)| *word == text).map(|(known, _)| *known);
        known.ok_or_else(|| FromSqlError::Other(format!("'{text}' is no result").into()))
    }
}

/// A digest in hexadecimal.
pub(crate) struct Hexadecimal(pub Digest);

impl ToSql for Hexadecimal {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.to_string().into())
    }
}

impl FromSql for Hexadecimal {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Hexadecimal> {
        let digest = value.as_str()?.parse();
        digest.map(Hexadecimal).map_err(|error| FromSqlError::Other(Box::new(error)))
    }
}
