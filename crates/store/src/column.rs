//! How values stand in columns.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A value that is a single word, as serde writes it.
pub(crate) struct Word<T>(pub T);

impl<T: Serialize> ToSql for Word<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0) {
            Ok(Value::String(word)) => Ok(word.into()),
            Ok(other) => Err(unwritable(format!("{other} is not a word"))),
            Err(error) => Err(unwritable(error)),
        }
    }
}

impl<T: for<'a> Deserialize<'a>> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<T>> {
        let word: StrDeserializer<'_, Error> = value.as_str()?.into_deserializer();
        T::deserialize(word).map(Word).map_err(unreadable)
    }
}

/// A value as JSON.
pub(crate) struct Json<T>(pub T);

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        serde_json::to_string(&self.0).map(Into::into).map_err(unwritable)
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Json<T>> {
        serde_json::from_str(value.as_str()?).map(Json).map_err(unreadable)
    }
}

/// A time, to the millisecond.
pub(crate) struct Moment(pub SystemTime);

impl ToSql for Moment {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let since = self.0.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(i64::try_from(since.as_millis()).unwrap_or(i64::MAX).into())
    }
}

impl FromSql for Moment {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Moment> {
        let since = Duration::from_millis(Count::column_result(value)?.0);
        UNIX_EPOCH.checked_add(since).map(Moment).ok_or(FromSqlError::InvalidType)
    }
}

/// A count. Columns hold one bit less than a worker may claim.
pub(crate) struct Count(pub u64);

impl ToSql for Count {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(i64::try_from(self.0).unwrap_or(i64::MAX).into())
    }
}

impl FromSql for Count {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Count> {
        let count = value.as_i64()?;
        u64::try_from(count).map(Count).map_err(|_| FromSqlError::OutOfRange(count))
    }
}

type Cause = Box<dyn std::error::Error + Send + Sync>;

fn unwritable(cause: impl Into<Cause>) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(cause.into())
}

fn unreadable(cause: impl Into<Cause>) -> FromSqlError {
    FromSqlError::Other(cause.into())
}
