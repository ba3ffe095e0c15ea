//! `sixfold draws prove`, and what the commands that solve boards share.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sixfold_draws::check::check_document;
use sixfold_draws::document::Document;
use sixfold_draws::prove::{NotProven, prove};
use sixfold_draws::solve::Watch;

use super::{as_json, negative, told};
use crate::arguments::DrawsProveArguments;
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::{file_place, grouped, stop_on_interrupt};

/// Runs the command.
pub fn run(arguments: &DrawsProveArguments) -> anyhow::Result<Report> {
    place(arguments.out.as_deref())?;
    let watch = Arc::new(Watch::default());
    stop_watch(&watch)?;
    let started = Instant::now();
    let (run, stones) = (arguments.run.into(), arguments.stones.into());
    let document = match watched(&watch, || prove(run, stones, &watch)) {
        Ok(document) => document,
        Err(NotProven::Stopped) => {
            let (body, json) = (Body::Text("stopped\n".to_string()), serde_json::json!({}));
            return Ok(Report { body, json, ending: Ending::Interrupted });
        }
        Err(reason @ NotProven::TooShort { least, .. }) => {
            let json = serde_json::json!({ "proven": false, "known": least });
            return Ok(negative(format!("Not proven: {reason}\n"), json));
        }
        Err(reason) => return Err(reason.into()),
    };
    let solved = started.elapsed().as_secs_f64();
    let checked = check_document(&document)
        .map_err(|fault| anyhow::anyhow!("the proof is wrong, please report this: {fault}"))?;
    let seconds = started.elapsed().as_secs_f64();
    let mut json = as_json(&checked);
    json["nodes"] = watch.nodes().into();
    json["seconds"] = seconds.into();
    let mut text = told(&checked);
    let _ = writeln!(
        text,
        "proven with {} positions in {solved:.3} s, checked in {:.3} s",
        grouped(watch.nodes()),
        seconds - solved
    );
    text += &written(arguments.out.as_deref(), &document)?;
    Ok(Report { body: Body::Text(text), json, ending: Ending::Done })
}

/// Refuses a place where no proof can be written, before a long search is wasted on it.
pub fn place(out: Option<&Path>) -> anyhow::Result<()> {
    out.map_or(Ok(()), |path| file_place("--out", "the proof", path))
}

/// Writes a proof if it is asked for, and says so.
pub fn written(out: Option<&Path>, document: &Document) -> anyhow::Result<String> {
    let Some(path) = out else { return Ok(String::new()) };
    match deliver(path, document.write().into_bytes(), "proof")? {
        Body::Text(text) => Ok(text),
        Body::File(_) => Ok(String::new()),
    }
}

/// Ctrl-C ends the solver.
pub fn stop_watch(watch: &Arc<Watch>) -> anyhow::Result<()> {
    let watch = Arc::clone(watch);
    stop_on_interrupt(move || watch.stop())
}

/// Runs a solver while a line on the terminal, if there is one, shows how far it is.
pub fn watched<T>(watch: &Watch, solver: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed_precise}]") {
        bar.set_style(style);
    }
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(100));
                bar.set_message(format!("{} positions", grouped(watch.nodes())));
                bar.tick();
            }
        });
        let result = solver();
        finished.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        bar.finish_and_clear();
        result
    })
}
