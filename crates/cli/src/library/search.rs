//! `sixfold library search`: positions by what is said and known of them.

use sixfold_library::{Library, Search};

use super::{is_given, record_of};
use crate::arguments::LibrarySearchArguments;
use crate::report::{Body, Ending, Report};

/// Runs the command. Finding nothing is a negative answer.
pub fn run(arguments: &LibrarySearchArguments) -> anyhow::Result<Report> {
    let library = Library::open_read_only(&arguments.library)?;
    let below = if is_given(&arguments.position) {
        Some(record_of(&library, &arguments.position)?.final_setup())
    } else {
        None
    };
    let answer = library.search(&Search {
        text: arguments.text.clone(),
        result: arguments.result,
        below,
        limit: Some(arguments.limit),
    })?;
    let mut lines: Vec<String> = Vec::new();
    for hit in &answer.found {
        let way = if hit.moves.is_empty() { &hit.fen } else { &hit.moves };
        let said = [hit.name.as_str(), hit.comment.lines().next().unwrap_or_default()];
        let said: Vec<&str> = said.into_iter().filter(|said| !said.is_empty()).collect();
        lines.push(format!("{way}: {} {}", hit.result.value, said.join(": ")).trim_end().into());
    }
    match (answer.found.is_empty(), answer.more) {
        (true, _) => lines.push("nothing found".to_string()),
        (false, true) => lines.push("and more (see --limit)".to_string()),
        (false, false) => {}
    }
    let ending = if answer.found.is_empty() { Ending::Negative } else { Ending::Done };
    let body = Body::Text(lines.join("\n") + "\n");
    Ok(Report { body, json: serde_json::to_value(&answer)?, ending })
}
