//! `sixfold review`: what went wrong in a game.

use std::fmt::Write;
use std::sync::Arc;

use indicatif::ProgressBar;
use serde_json::json;
use sixfold_answers::AskError;
use sixfold_answers::review::{self as question, FindingKind, Progress, Question, Review};
use sixfold_answers::wording::counted;
use sixfold_game::Record;
use sixfold_game::record::sgf::{self, Style};
use sixfold_play::clock::Limits;
use sixfold_solve::Control;

use crate::arguments::ReviewArguments;
use crate::input::read_record;
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::{progress_style, stop_on_interrupt};
use crate::thinking;

/// Runs the command.
pub fn run(arguments: &ReviewArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let control: Arc<Control> = Arc::default();
    let question = Question {
        engine: thinking::engine_named(arguments.engine.as_deref(), record.game())?,
        limits: match arguments.nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits { time: Some(arguments.time_per_move), ..Limits::default() },
        },
        threads: arguments.threads,
        memory: (arguments.memory as usize) << 20,
        control: control.clone(),
    };
    stop_on_interrupt(move || control.cancel())?;
    let bar = progress_bar();
    let reviewed = question::review(&record, &question, &mut |Progress { done, of }| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let review = match reviewed {
        Err(AskError::Cancelled) => {
            let body = Body::Text("interrupted\n".to_string());
            return Ok(Report {
                body,
                json: json!({ "interrupted": true }),
                ending: Ending::Interrupted,
            });
        }
        reviewed => reviewed?,
    };
    let body = match &arguments.sgf {
        None => Body::Text(text(&record, &review)),
        Some(path) => {
            let annotated = question::annotated(&record, &review);
            let contents = sgf::write(&annotated, Style::Standard) + "\n";
            match deliver(path, contents.into_bytes(), "game")? {
                Body::Text(note) => Body::Text(text(&record, &review) + &note),
                file @ Body::File(_) => file,
            }
        }
    };
    Ok(Report { body, json: json!(review), ending: Ending::Done })
}

fn progress_bar() -> ProgressBar {
    let style =
        progress_style("{bar:24} {pos}/{len} positions [{elapsed_precise}, {eta_precise} left]");
    let bar = ProgressBar::new(1).with_style(style);
    bar.enable_steady_tick(std::time::Duration::from_secs(1));
    bar
}

/// A line for each finding. Turns are numbered as in a move list, from 1.
fn text(record: &Record, review: &Review) -> String {
    let turns = review.positions.len() - 1;
    let found = match review.findings.len() {
        0 => "nothing wrong is found".to_string(),
        number => counted(number, "finding", "findings"),
    };
    let mut text = format!("{}, {}: {found}\n", record.game(), counted(turns, "turn", "turns"));
    for finding in &review.findings {
        let kind = match finding.kind {
            FindingKind::MissedWin => "missed win",
            FindingKind::Blunder => "blunder",
            FindingKind::Mistake => "mistake",
        };
        let (number, played) = (finding.turn + 1, finding.played.concat());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{number:>4}. {played:<8} {kind:<11} {}", finding.words());
    }
    text
}
