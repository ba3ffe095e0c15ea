//! `sixfold draws`: drawn games as checked theorems.

mod board;
mod prove;
mod search;
mod table;

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_draws::bands::{TiledBoard, b1, b2};
use sixfold_draws::check::{Checked, check_document, check_tiling};
use sixfold_draws::document::Document;
use sixfold_draws::picture;
use sixfold_draws::plan::Plan;

use crate::arguments::{
    DrawsArguments, DrawsCheckArguments, DrawsCommand, DrawsPictureArguments, DrawsTileArguments,
};
use crate::input::{read_bytes, source_name};
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::grouped;

/// Runs the command.
pub fn run(arguments: &DrawsArguments) -> anyhow::Result<Report> {
    match &arguments.command {
        DrawsCommand::Prove(arguments) => prove::run(arguments),
        DrawsCommand::Board(arguments) => board::run(arguments),
        DrawsCommand::Tile(arguments) => tile(arguments),
        DrawsCommand::Check(arguments) => check(arguments),
        DrawsCommand::Table(arguments) => table::run(arguments),
        DrawsCommand::Search(arguments) => search::run(arguments),
        DrawsCommand::Picture(arguments) => draw(arguments),
    }
}

fn read_plan(path: &Path) -> anyhow::Result<Plan> {
    let bytes = read_bytes(path)?;
    let text = std::str::from_utf8(&bytes).with_context(|| source_name(path))?;
    Plan::read(text).with_context(|| source_name(path))
}

fn tile(arguments: &DrawsTileArguments) -> anyhow::Result<Report> {
    let plan = read_plan(&arguments.file)?;
    let Some(tiling) = &plan.tiling else {
        bail!("{}: no tiling (lines 'period' and 'copy')", source_name(&arguments.file));
    };
    let run = arguments.run;
    Ok(match check_tiling(&plan.boards, tiling, run.into()) {
        Ok(report) => {
            let share = format!("{} of {} squares", report.covered, report.squares);
            Report::done(
                format!(
                    "Every run of {run} squares contains a line.\n\
                     {share} of a period lie on a board, {} runs looked at\n",
                    grouped(report.runs as u64)
                ),
                json!({
                    "tiles": true, "run": run, "squares": report.squares,
                    "covered": report.covered, "runs": report.runs,
                }),
            )
        }
        Err(fault) => negative(
            format!("No tiling for runs of {run}: {fault}\n"),
            json!({ "tiles": false, "run": run, "reason": fault.to_string() }),
        ),
    })
}

fn negative(text: String, json: serde_json::Value) -> Report {
    Report { body: Body::Text(text), json, ending: Ending::Negative }
}

fn check(arguments: &DrawsCheckArguments) -> anyhow::Result<Report> {
    let document = Document::read(&read_bytes(&arguments.file)?)
        .with_context(|| source_name(&arguments.file))?;
    Ok(match check_document(&document) {
        Ok(checked) => Report::done(told(&checked), as_json(&checked)),
        Err(fault) => negative(
            format!("This is no proof: {fault}\n"),
            json!({ "proven": false, "reason": fault.to_string() }),
        ),
    })
}

/// What a document proves, in words.
fn told(checked: &Checked) -> String {
    match checked {
        Checked::Held { board, stones, stances, moves } => format!(
            "Breaker holds {board} with {stones} a turn.\nchecked: {} stances, {} moves of Maker\n",
            grouped(*stances as u64),
            grouped(*moves)
        ),
        Checked::Lost { board, stones, steps } => format!(
            "Maker wins {board} with {stones} a turn.\nchecked: {} steps\n",
            grouped(*steps as u64)
        ),
        Checked::DrawnByTiling { run, stones, stances, moves, runs } => format!(
            "Nobody forces {run} in a row with {stones} a turn: Connect({run},{stones}) is drawn on \
             every board.\nchecked: {} stances, {} moves of Maker, {} runs of the tiling\n",
            grouped(*stances as u64),
            grouped(*moves),
            grouped(*runs as u64)
        ),
        Checked::DrawnByDerivation { run, stones, steps, runs } => format!(
            "Nobody forces {run} in a row with {stones} a turn: Connect({run},{stones}) is drawn on \
             every board.\nchecked: {steps} inferences by the lemmas of Chiang, Wu and Lin, {} runs \
             of the bands\n",
            grouped(*runs as u64)
        ),
    }
}

fn as_json(checked: &Checked) -> serde_json::Value {
    match checked {
        Checked::Held { board, stones, stances, moves } => json!({
            "proven": true, "held": board, "stones": stones, "stances": stances, "moves": moves,
        }),
        Checked::Lost { board, stones, steps } => json!({
            "proven": true, "lost": board, "stones": stones, "steps": steps,
        }),
        Checked::DrawnByTiling { run, stones, stances, moves, runs } => json!({
            "proven": true, "drawn": { "run": run, "stones": stones }, "by": "tiling",
            "stances": stances, "moves": moves, "runs": runs,
        }),
        Checked::DrawnByDerivation { run, stones, steps, runs } => json!({
            "proven": true, "drawn": { "run": run, "stones": stones }, "by": "derivation",
            "steps": steps, "runs": runs,
        }),
    }
}

fn draw(arguments: &DrawsPictureArguments) -> anyhow::Result<Report> {
    let known = |tiled: TiledBoard| Plan { boards: vec![tiled.board], tiling: Some(tiled.tiling) };
    let plan = match arguments.board.to_str() {
        Some("b1") => known(b1()?),
        Some("b2") => known(b2()?),
        _ => read_plan(&arguments.board)?,
    };
    let svg = match (&plan.tiling, arguments.tiling, &plan.boards[..]) {
        (Some(tiling), true, boards) => picture::tiling(boards, tiling),
        (None, true, _) => bail!("{}: no tiling to draw", source_name(&arguments.board)),
        (_, false, [board]) => picture::board(board),
        (_, false, _) => bail!("{}: more than one board", source_name(&arguments.board)),
    };
    let body = deliver(&arguments.out, svg.into_bytes(), "picture")?;
    Ok(Report { body, json: json!({ "picture": arguments.out }), ending: Ending::Done })
}
