//! Job-level proof-number search, against a game whose values are known and against a plain
//! recomputation of everything from the records.

mod drawn;
mod game;
mod naive;
mod properties;
mod restoring;
mod rules;
mod steering;
mod turmoil;
