//! The workbench: a page on which one studies, proves, builds opening libraries and plays, and the
//! HTTP API behind it. Everything is done by the crates below; here is how it is asked for.
//!
//! A [`Server`] owns a [`DataFolder`]: libraries, proofs, uploads and the list of tasks are files in
//! it, and nothing else on the machine is ever read or written. Long work is a *task* ([`tasks`]):
//! it has a thread of its own, is told about over server-sent events, and does not care whether
//! anybody listens. Whoever may ask is decided in one place, before anything else.

mod api;
mod error;
mod folder;
mod hexadecimal;
mod libraries;
pub mod log;
mod page;
mod place;
mod puzzles;
mod safety;
mod sample;
mod server;
pub mod tasks;
mod uploads;
mod workbench;

pub use api::openapi;
pub use folder::{DataFolder, FolderError};
pub use place::Place;
pub use puzzles::shipped_puzzles;
pub use safety::Token;
pub use server::{Options, Server, ServerError, Stopper};
