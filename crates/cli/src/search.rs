//! What all commands that search have in common: budgets, Ctrl-C, progress, files of certificates.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressStyle};
use sixfold_game::SquareSet;
use sixfold_game::certificate::{Certificate, SinkError};
use sixfold_solve::{Budget, Control};

use crate::arguments::BudgetArguments;
use crate::output::deliver_stream;

/// The budget that was asked for, with a line to Ctrl-C.
pub fn budget(arguments: &BudgetArguments) -> anyhow::Result<Budget> {
    let budget = Budget {
        nodes: arguments.nodes,
        time: arguments.time,
        memory: (arguments.memory as usize) << 20,
        ..Budget::default()
    };
    let control = budget.control.clone();
    stop_on_interrupt(move || control.cancel())?;
    Ok(budget)
}

/// The first Ctrl-C ends the search, which then says how far it got; the second ends the program.
pub fn stop_on_interrupt(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let interrupted = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::INTERRUPTED.into());
        }
        stop();
    })
    .context("cannot watch for Ctrl-C")
}

/// How a line on the terminal that shows how far a command is looks.
pub fn progress_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Runs a search while a line on the terminal, if there is one, shows how far it is.
pub fn watched<T>(control: &Control, search: impl FnOnce() -> T) -> T {
    let style = progress_style("{spinner} {msg} [{elapsed_precise}]");
    let bar = ProgressBar::new_spinner().with_style(style);
    let finished = AtomicBool::new(false);
    let started = Instant::now();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(100));
                bar.set_message(progress(control, started.elapsed()));
                bar.tick();
            }
        });
        let result = search();
        finished.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        bar.finish_and_clear();
        result
    })
}

fn progress(control: &Control, elapsed: Duration) -> String {
    let nodes = control.nodes();
    let rate = nodes as f64 / elapsed.as_secs_f64();
    let searched = format!("{} nodes, {}/s", grouped(nodes), grouped(rate as u64));
    let replies = control.replies();
    if replies.refuted + replies.open == 0 {
        return searched;
    }
    format!("{} replies refuted, {} open, {searched}", replies.refuted, replies.open)
}

/// Refuses a place where no certificate can be written, before a long search is wasted on it.
pub fn certificate_place(path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| file_place("--cert", "the certificate", path))
}

/// Refuses a place where no file can be written.
pub fn file_place(option: &str, what: &str, path: &Path) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("{option}: {what} needs a file of its own");
    }
    if path.is_dir() {
        bail!("{option}: {} is a folder", path.display());
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            bail!("{option}: cannot write {}: there is no such folder", path.display())
        }
        _ => Ok(()),
    }
}

/// Writes a certificate to a file, compressed if the name asks for it, and says so.
pub fn write_certificate(path: &Path, certificate: &Certificate) -> anyhow::Result<String> {
    deliver_stream(path, "certificate", |out| {
        let written = if path.extension().is_some_and(|ending| ending == "gz") {
            let mut packed = GzEncoder::new(out, Compression::best());
            certificate.write(&mut packed).and_then(|()| Ok(packed.finish().map(drop)?))
        } else {
            certificate.write(out)
        };
        written.map_err(|error| match error {
            SinkError::Io(error) => error,
            SinkError::Structure(error) => std::io::Error::other(error),
        })
    })
}

/// How the text calls a win of this order with these zones. Zones that are all of an unbounded board
/// have no size.
pub fn order_and_zones(order: u16, zones: &[SquareSet]) -> String {
    let sizes: Vec<String> = zones.iter().take(3).map(|zone| zone.len().to_string()).collect();
    match sizes.as_slice() {
        [] => format!("order   {order}\n"),
        _ => format!("order   {order}, zones of {} squares\n", sizes.join(", ")),
    }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
