//! `sixfold analyze`: what an engine thinks of a position, while it thinks.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::json;
use sixfold_answers::think::{Considered, Opinion, Trust, think};
use sixfold_game::Record;
use sixfold_play::Thought;
use sixfold_play::clock::Limits;
use sixfold_play::engine::Request;
use sixfold_solve::Budget;

use crate::arguments::{AnalyzeArguments, OutputOptions};
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{progress_style, stop_on_interrupt};
use crate::thinking;

/// An analysis without limits ends after this time.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// Runs the command.
pub fn run(arguments: &AnalyzeArguments, output: OutputOptions) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let mut worker = thinking::worker(&arguments.thinking, record.game())?;
    let budget = Budget { memory: worker.resources.memory, ..Budget::default() };
    let control = budget.control.clone();
    stop_on_interrupt(move || control.cancel())?;
    let screen = Screen::new(&record, output);
    let limits = match Limits::from(arguments.thinking.limits) {
        none if none == Limits::default() => Limits { time: Some(USUAL_TIME), ..none },
        limits => limits,
    };
    let watch = |thought: &Thought| {
        // If nobody reads any more, nobody needs the rest.
        if screen.show(thought).is_err() {
            budget.control.cancel();
        }
    };
    let request = Request {
        variations: arguments.variations.into(),
        threads: worker.resources.threads,
        budget: budget.clone(),
        watch: &watch,
        ..Request::within(limits)
    };
    let Considered { choice, trust } = think(&mut *worker.engine, &record, &request)?;
    screen.leave(&choice.thought);
    let engine = worker.engine.name();
    let opinion = Opinion { record: &record, engine, thought: &choice.thought, trust };
    let text = thinking::title(&opinion) + &block(&opinion);
    let mut json = thinking::json(&opinion);
    json["variations"] = json!(opinion.analysis().variations);
    let ending = if budget.control.is_cancelled() { Ending::Interrupted } else { Ending::Done };
    Ok(Report { body: Body::Text(text), json, ending })
}

/// The variations one below the other.
fn block(opinion: &Opinion) -> String {
    let game = opinion.record.game();
    let player = opinion.record.final_setup().turn.player;
    let effort = thinking::effort(opinion.thought);
    let mut text = format!("depth {}, nodes {effort}\n", opinion.thought.depth);
    for ((variation, trust), number) in opinion.variations().zip(1..) {
        let score = thinking::score(game, variation.score, trust, player);
        let line = thinking::turns(game.grid(), variation).join(" ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{number:>3}. {score}: {line}");
    }
    text
}

/// Shows thoughts: on a terminal in place, elsewhere the last one of each depth.
struct Screen<'a> {
    record: &'a Record,
    kind: ScreenKind,
    /// The newest thought.
    newest: Mutex<Option<Thought>>,
}

enum ScreenKind {
    Terminal(ProgressBar),
    Pipe,
    /// Only the final answer is wanted.
    Blank,
}

impl<'a> Screen<'a> {
    fn new(record: &'a Record, output: OutputOptions) -> Screen<'a> {
        let kind = if output.json {
            ScreenKind::Blank
        } else if io::stdout().is_terminal() {
            ScreenKind::Terminal(ProgressBar::new_spinner().with_style(progress_style("{msg}")))
        } else {
            ScreenKind::Pipe
        };
        Screen { record, kind, newest: Mutex::new(None) }
    }

    fn block(&self, thought: &Thought) -> String {
        block(&Opinion { record: self.record, engine: "", thought, trust: Trust::Claimed })
    }

    fn show(&self, thought: &Thought) -> io::Result<()> {
        match &self.kind {
            ScreenKind::Terminal(bar) => {
                bar.set_message(self.block(thought));
                bar.tick();
                Ok(())
            }
            ScreenKind::Pipe => {
                let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
                let before = newest.replace(thought.clone());
                match before.filter(|before| before.depth < thought.depth) {
                    Some(before) => self.print(&before),
                    None => Ok(()),
                }
            }
            ScreenKind::Blank => Ok(()),
        }
    }

    fn print(&self, thought: &Thought) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(self.block(thought).as_bytes())?;
        stdout.flush()
    }

    /// Makes room for the final answer.
    fn leave(&self, last: &Thought) {
        if let ScreenKind::Terminal(bar) = &self.kind {
            bar.finish_and_clear();
        }
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(newest) = newest.filter(|newest| newest.depth < last.depth) {
            // If nobody reads it, the final answer will notice.
            let _ = self.print(&newest);
        }
    }
}
