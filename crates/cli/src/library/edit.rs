//! `sixfold library edit`, `minimax`, `undo` and `redo`.

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_game::certificate::Certificate;
use sixfold_game::{GameName, SquareSet};
use sixfold_jobs::Sealed;
use sixfold_jobs::wire::squares;
use sixfold_library::{Edit, Library};

use super::record_of;
use crate::arguments::{LibraryEditArguments, LibraryFile};
use crate::input::{read_bytes, source_name};
use crate::report::{Body, Ending, Report};

/// Runs the command.
pub fn run(arguments: &LibraryEditArguments) -> anyhow::Result<Report> {
    let mut library = Library::open(&arguments.library)?;
    let position = record_of(&library, &arguments.position)?.final_setup();
    let edits = edits(arguments, library.game())?;
    if edits.is_empty() {
        bail!("nothing to change (try 'sixfold library edit --help')");
    }
    library.edit(&position, &edits)?;
    let done = library.can_undo()?;
    let text = format!("done: {}\n", done.as_deref().unwrap_or("nothing"));
    let entry = serde_json::to_value(library.look(&position)?)?;
    Ok(Report::done(text, json!({ "done": done, "entry": entry })))
}

fn edits(arguments: &LibraryEditArguments, game: GameName) -> anyhow::Result<Vec<Edit>> {
    let mut edits = Vec::new();
    edits.extend(arguments.name.clone().map(Edit::Name));
    edits.extend(arguments.comment.clone().map(Edit::Comment));
    for line in &arguments.add {
        edits.push(Edit::AddLine(turns(game, line).context("--add")?));
    }
    for line in &arguments.remove {
        edits.extend(turns(game, line).context("--remove")?.into_iter().map(Edit::Remove));
    }
    edits.extend(arguments.claim.map(Edit::Claim));
    if let Some(path) = &arguments.proof {
        let bytes = read_bytes(path)?;
        let certificate = Certificate::read(&bytes[..]).with_context(|| source_name(path))?;
        edits.push(Edit::Proof(Sealed::seal(&certificate)?));
    }
    Ok(edits)
}

/// Turns as they are written, one token each.
fn turns(game: GameName, line: &str) -> anyhow::Result<Vec<SquareSet>> {
    line.split_whitespace().map(|turn| Ok(squares(game, turn)?)).collect()
}

/// Works out what follows from proven results.
pub fn minimax(arguments: &LibraryFile) -> anyhow::Result<Report> {
    let changed = Library::open(&arguments.library)?.minimax()?;
    let text = format!("{changed} positions are known better\n");
    Ok(Report::done(text, json!({ "changed": changed })))
}

/// Undoes the last step.
pub fn undo(arguments: &LibraryFile) -> anyhow::Result<Report> {
    let done = Library::open(&arguments.library)?.undo()?;
    Ok(gone(done, "undone", "there is nothing to undo"))
}

/// Does again what was undone.
pub fn redo(arguments: &LibraryFile) -> anyhow::Result<Report> {
    let done = Library::open(&arguments.library)?.redo()?;
    Ok(gone(done, "done again", "there is nothing to do again"))
}

fn gone(done: Option<String>, verb: &str, nothing: &str) -> Report {
    let json = json!({ "done": done });
    match done {
        Some(step) => Report::done(format!("{verb}: {step}\n"), json),
        None => Report { body: Body::Text(format!("{nothing}\n")), json, ending: Ending::Negative },
    }
}
