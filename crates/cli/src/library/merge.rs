//! `sixfold library merge`: several libraries become one.

use serde_json::json;
use sixfold_library::{Disagreement, Library};

use crate::arguments::LibraryMergeArguments;
use crate::report::Report;
use crate::search::counted;

/// Runs the command.
pub fn run(arguments: &LibraryMergeArguments) -> anyhow::Result<Report> {
    let mut library = Library::open(&arguments.library)?;
    let mut lines = Vec::new();
    let mut reports = Vec::new();
    for path in &arguments.others {
        let merged = library.merge(&Library::open_read_only(path)?)?;
        let name = path.display();
        let (positions, moves) = (merged.positions, merged.moves);
        lines.push(format!(
            "{name}: {} and {} taken over",
            counted(positions, "position"),
            counted(moves, "move")
        ));
        if !merged.games_counted {
            lines
                .push("  games are not counted: both libraries have imported the same file".into());
        }
        lines.extend(merged.conflicts.iter().map(|conflict| {
            let what = match conflict.what {
                Disagreement::Name => "name",
                Disagreement::Comment => "comment",
                Disagreement::Result => "result",
            };
            let (ours, theirs) = (&conflict.ours, &conflict.theirs);
            format!("  {what} of '{}': '{ours}' stays, not '{theirs}'", conflict.fen)
        }));
        reports.push(json!({ "other": name.to_string(), "merged": merged }));
    }
    Ok(Report::done(lines.join("\n") + "\n", json!({ "merges": reports })))
}
