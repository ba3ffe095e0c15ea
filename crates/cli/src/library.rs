//! `sixfold library`: opening libraries.

mod build;
mod edit;
mod export;
mod import;
mod merge;
mod search;
mod show;

use anyhow::bail;
use serde_json::json;
use sixfold_game::record::Record;
use sixfold_library::Library;

use crate::arguments::{LibraryArguments, LibraryCommand, LibraryNewArguments, PositionArguments};
use crate::input::read_record;
use crate::report::Report;

/// Runs the command.
pub fn run(arguments: &LibraryArguments) -> anyhow::Result<Report> {
    match &arguments.command {
        LibraryCommand::New(arguments) => begin(arguments),
        LibraryCommand::Import(arguments) => import::run(arguments),
        LibraryCommand::Export(arguments) => export::run(arguments),
        LibraryCommand::Merge(arguments) => merge::run(arguments),
        LibraryCommand::Build(arguments) => build::run(arguments),
        LibraryCommand::Show(arguments) => show::run(arguments),
        LibraryCommand::Search(arguments) => search::run(arguments),
        LibraryCommand::Edit(arguments) => edit::run(arguments),
        LibraryCommand::Minimax(arguments) => edit::minimax(arguments),
        LibraryCommand::Undo(arguments) => edit::undo(arguments),
        LibraryCommand::Redo(arguments) => edit::redo(arguments),
    }
}

fn begin(arguments: &LibraryNewArguments) -> anyhow::Result<Report> {
    let library = Library::create(&arguments.library, arguments.game)?;
    let path = library.path().display().to_string();
    let game = library.game().to_string();
    Ok(Report::done(
        format!("{path}: an empty library of {game}\n"),
        json!({
            "library": path,
            "game": game,
        }),
    ))
}

/// Whether the user has named a position.
fn is_given(position: &PositionArguments) -> bool {
    position.file.is_some() || position.fen.is_some() || position.moves.is_some()
}

/// The game that leads to a position of a library.
fn record_of(library: &Library, position: &PositionArguments) -> anyhow::Result<Record> {
    let game = position.game.or(Some(library.game()));
    let record = read_record(&PositionArguments { game, ..position.clone() })?;
    if record.game() != library.game() {
        bail!("the library is about {}, not {}", library.game(), record.game());
    }
    Ok(record)
}
