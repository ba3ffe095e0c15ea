//! Matches and tournaments.
mod opening;
pub mod rating;
mod spec;
pub mod statistics;
pub use opening::{OpeningError, Openings};
pub use spec::{EngineSpec, SpecError};
