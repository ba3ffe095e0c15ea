//! `sixfold library import`: games and variations from files.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;
use serde_json::{Value, json};
use sixfold_library::{ImportEnding, ImportOptions, ImportProgress, ImportSummary, Library};

use crate::arguments::LibraryImportArguments;
use crate::report::{Body, Ending, Report};
use crate::search::{progress_style, stop_on_interrupt};

/// Runs the command.
pub fn run(arguments: &LibraryImportArguments) -> anyhow::Result<Report> {
    let mut library = Library::open(&arguments.library)?;
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = is_stopped.clone();
    stop_on_interrupt(move || stop.store(true, Ordering::Relaxed))?;
    let options = ImportOptions { turns: arguments.turns };
    let mut text = String::new();
    let mut files = Vec::new();
    for file in &arguments.files {
        let bar =
            ProgressBar::new(0).with_style(progress_style("{msg} {wide_bar} {percent} % [{eta}]"));
        let mut watch = |progress: &ImportProgress| {
            show(&bar, progress);
            if is_stopped.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let summary = library.import(file, options, &mut watch)?;
        bar.finish_and_clear();
        let name = file.display().to_string();
        text += &sentence(&name, &summary);
        files.push(file_json(&name, &summary)?);
        if summary.ending == ImportEnding::Stopped {
            let json = json!({ "files": files, "stopped": true });
            text += "stopped: the same command goes on with it\n";
            return Ok(Report { body: Body::Text(text), json, ending: Ending::Interrupted });
        }
    }
    Ok(Report::done(text, json!({ "files": files, "stopped": false })))
}

fn show(bar: &ProgressBar, progress: &ImportProgress) {
    bar.set_length(progress.of);
    bar.set_position(progress.done);
    bar.set_message(format!("{} games, {} new positions", progress.games, progress.positions));
}

fn sentence(name: &str, summary: &ImportSummary) -> String {
    if summary.ending == ImportEnding::Already {
        return format!("{name}: it is in the library already\n");
    }
    let ImportSummary { games, added, skipped_count, .. } = summary;
    let mut line = format!("{name}: {games} games, {added} new positions");
    if *skipped_count > 0 {
        line = format!("{line}, {skipped_count} skipped");
    }
    let skipped = summary.skipped.iter().map(|it| format!("  {}: {}", it.place, it.reason));
    std::iter::once(line).chain(skipped).map(|line| line + "\n").collect()
}

fn file_json(name: &str, summary: &ImportSummary) -> anyhow::Result<Value> {
    let mut json = serde_json::to_value(summary)?;
    if let Some(object) = json.as_object_mut() {
        object.insert("file".to_string(), name.into());
    }
    Ok(json)
}
