//! `sixfold worker`: does the jobs of coordinators on other machines.

use std::io::{self, Write};

use anyhow::Context;
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_nats::worker::{self, Departure, Farewell, Priority, Stage, WorkerOptions};

use crate::arguments::WorkerArguments;
use crate::report::{Body, Ending, Report};

/// Runs the command.
pub fn run(arguments: &WorkerArguments) -> anyhow::Result<Report> {
    let departure = Departure::default();
    let asked = departure.clone();
    ctrlc::set_handler(move || ask_to_leave(&asked)).context("cannot watch for Ctrl-C")?;
    let farewell = worker::run(options(arguments), &departure, |event| note(&event.to_string()))?;
    Ok(report(&farewell, departure.stage()))
}

fn options(arguments: &WorkerArguments) -> WorkerOptions {
    let connection = arguments.access.connection(&arguments.nats);
    let name = arguments.name.clone().unwrap_or_else(default_name);
    let mut options = WorkerOptions::new(connection, name);
    if arguments.cores > 0 {
        options.cores = arguments.cores.into();
    }
    options.ack_wait = arguments.silence;
    options.priority = if arguments.eager { Priority::Normal } else { Priority::Low };
    options
}

/// The first Ctrl-C lets it finish, the second does not, the third is for whoever cannot wait.
fn ask_to_leave(departure: &Departure) {
    match departure.stage() {
        Stage::Working => note("finishing the jobs at hand; Ctrl-C again gives them back"),
        Stage::Finishing => note("giving the jobs back"),
        Stage::AtOnce => std::process::exit(crate::INTERRUPTED.into()),
    }
    departure.hurry();
}

fn note(line: &str) {
    // A worker goes on even if nobody reads what it says.
    let _ = writeln!(io::stderr(), "{}", line.replace(char::is_control, " "));
}

/// The machine and the process, so that two workers on one machine are told apart.
fn default_name() -> String {
    let file = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = file.or_else(|| std::env::var("HOSTNAME").ok()).unwrap_or_default();
    let host = if host.trim().is_empty() { "worker" } else { host.trim() };
    format!("{host}-{}", std::process::id())
}

fn report(farewell: &Farewell, stage: Stage) -> Report {
    let done = counted(farewell.done as usize, "job", "jobs");
    let reason = farewell.dismissal.as_ref().map(|dismissal| dismissal.reason.clone());
    let ending = match (&reason, stage) {
        (Some(_), _) => Ending::Negative,
        (None, Stage::AtOnce) => Ending::Interrupted,
        (None, _) => Ending::Done,
    };
    let json = json!({ "jobs": farewell.done, "dismissed": reason });
    Report { body: Body::Text(format!("{done} done\n")), json, ending }
}
