//! `sixfold puzzle check`: proving a collection again.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::prelude::*;
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_puzzle::{Collection, Puzzle, exhaustive, verify};
use sixfold_solve::{Budget, Control};

use crate::arguments::PuzzleCheckArguments;
use crate::input::{read_bytes, source_name};
use crate::report::{Body, Ending, Report};
use crate::search::{progress_style, stop_on_interrupt};

/// Runs the command.
pub fn run(arguments: &PuzzleCheckArguments) -> anyhow::Result<Report> {
    let collection = read(&arguments.file)?;
    let control = Arc::new(Control::default());
    let stopping = control.clone();
    stop_on_interrupt(move || stopping.cancel())?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    let puzzles = collection.puzzles();
    let bar = progress_bar(puzzles.len());
    let judge = |puzzle: &Puzzle| {
        let own = Arc::new(Control::under(&control));
        let budget = Budget { nodes: Some(arguments.effort), control: own, ..Budget::default() };
        fault(puzzle, arguments, &budget).map(|fault| format!("{}: {fault}", puzzle.id()))
    };
    let faults: Vec<String> =
        pool.install(|| puzzles.par_iter().progress_with(bar.clone()).filter_map(judge).collect());
    bar.finish_and_clear();
    let json = json!({
        "puzzles": puzzles.len(),
        "faults": faults,
        "exhaustive": arguments.exhaustive,
        "stopped": control.is_cancelled(),
    });
    let ending = match (control.is_cancelled(), faults.is_empty()) {
        (true, _) => Ending::Interrupted,
        (false, true) => Ending::Done,
        (false, false) => Ending::Negative,
    };
    let right = puzzles.len() - faults.len();
    let mut lines = faults;
    lines
        .push(format!("{right} of {} proven again\n", counted(puzzles.len(), "puzzle", "puzzles")));
    Ok(Report { body: Body::Text(lines.join("\n")), json, ending })
}

/// What is wrong with a puzzle, if anything is.
fn fault(puzzle: &Puzzle, arguments: &PuzzleCheckArguments, budget: &Budget) -> Option<String> {
    if let Err(fault) = verify(puzzle, budget) {
        return Some(fault.to_string());
    }
    if !arguments.exhaustive {
        return None;
    }
    let mut watch = |_: exhaustive::Progress| {
        if budget.control.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    exhaustive::search(puzzle, &mut watch).err().map(|fault| fault.to_string())
}

/// A collection of puzzles: a file or, where there is none of the name, one that comes with the program.
pub(super) fn read(path: &Path) -> anyhow::Result<Collection> {
    let shipped = || path.to_str().and_then(sixfold_server::shipped_puzzles);
    let shipped = if path.exists() { None } else { shipped() };
    let bytes = shipped.map_or_else(|| read_bytes(path), |bytes| Ok(bytes.into_owned()))?;
    Collection::from_json(&bytes).with_context(|| source_name(path))
}

fn progress_bar(puzzles: usize) -> ProgressBar {
    let style = progress_style("{pos} of {len} puzzles {wide_bar} [{eta}]");
    ProgressBar::new(puzzles as u64).with_style(style)
}
