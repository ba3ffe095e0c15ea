//! How values stand in columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use sixfold_jobs::Digest;

use crate::{Ground, Known};

impl ToSql for Known {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.word().into())
    }
}

impl FromSql for Known {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Known> {
        value.as_str()?.parse().map_err(|error| FromSqlError::Other(Box::new(error)))
    }
}

impl ToSql for Ground {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.word().into())
    }
}

impl FromSql for Ground {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Ground> {
        let text = value.as_str()?;
        let grounds = [Ground::Claim, Ground::Minimax, Ground::Certificate];
        let ground = grounds.into_iter().find(|ground| ground.word() == text);
        ground.ok_or_else(|| FromSqlError::Other(format!("'{text}' is no ground").into()))
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
