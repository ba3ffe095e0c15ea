//! Taking files into a library.

use std::ops::ControlFlow;

use serde_json::json;
use sixfold_game::GameName;
use sixfold_library::{ImportEnding, ImportOptions, ImportProgress};

use super::desk::{Desk, Outcome, TaskFailure};
use super::request::ImportRequest;
use crate::folder::CheckedName;

/// Imports an upload. What was imported before it was broken off is not imported again.
pub fn run(desk: &Desk, request: &ImportRequest) -> Result<Outcome, TaskFailure> {
    let shelf = desk.tasks.shelf();
    let name = CheckedName::new(&request.library)?;
    let gone = || TaskFailure("there is no such upload (any more)".to_string());
    let path = shelf.uploads.find(&request.upload).ok_or_else(gone)?;
    if !shelf.folder.library(&name).exists() {
        return Err(TaskFailure("there is no such library".to_string()));
    }
    let bytes = std::fs::read(&path)?;
    let mut library = shelf.libraries.open_apart(&name, GameName::CONNECT6)?;
    let mut watch = |progress: &ImportProgress| {
        desk.report(progress);
        if desk.line.farewell().is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let file_name = shelf.uploads.name(&request.upload);
    let summary = library.import_bytes(&file_name, &bytes, ImportOptions::default(), &mut watch);
    let version = library.version()?;
    shelf.libraries.tell(&name, version);
    let summary = summary.map_err(|error| TaskFailure(error.problem.to_string()))?;
    if summary.ending == ImportEnding::Done {
        shelf.uploads.remove(&request.upload);
    }
    Ok(Outcome { result: Some(json!(summary)), certificate: None })
}
