//! `sixfold solve`: who wins.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, SpentBudget, Value, Verdict};
use sixfold_solve::exact::{self, ExactResult};
use sixfold_solve::{Budget, Control};

use crate::arguments::{BudgetArguments, Goal, SolveArguments};
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::show::names_of_turns;

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<Report> {
    let position = GeneralPosition::replay(&read_record(&arguments.position)?)?;
    let budget = budget(&arguments.budget);
    stop_on_interrupt(&budget.control)?;
    let started = Instant::now();
    let control = budget.control.clone();
    let result = watched(&control, || match arguments.goal {
        Goal::Exact => exact::solve(&position, &budget),
    });
    let seconds = started.elapsed().as_secs_f64();
    let ending = match result.verdict {
        Verdict::Unknown(SpentBudget::Cancelled) => Ending::Interrupted,
        _ => Ending::Done,
    };
    let answer = Answer { position: &position, result: &result, seconds };
    Ok(Report { body: Body::Text(answer.text()), json: answer.json(), ending })
}

fn budget(arguments: &BudgetArguments) -> Budget {
    Budget {
        nodes: arguments.nodes,
        time: arguments.time,
        memory: (arguments.memory as usize) << 20,
        ..Budget::default()
    }
}

/// The first Ctrl-C ends the search, which then says how far it got; the second ends the program.
fn stop_on_interrupt(control: &Arc<Control>) -> anyhow::Result<()> {
    let control = control.clone();
    let interrupted = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::INTERRUPTED.into());
        }
        control.cancel();
    })
    .context("cannot watch for Ctrl-C")
}

/// Runs a search while a line on the terminal, if there is one, shows how far it is.
fn watched<T>(control: &Control, search: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed_precise}]") {
        bar.set_style(style);
    }
    let finished = AtomicBool::new(false);
    let started = Instant::now();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(100));
                let nodes = control.nodes();
                let rate = nodes as f64 / started.elapsed().as_secs_f64();
                bar.set_message(format!("{} nodes, {}/s", grouped(nodes), grouped(rate as u64)));
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

struct Answer<'a> {
    position: &'a GeneralPosition,
    result: &'a ExactResult,
    seconds: f64,
}

impl Answer<'_> {
    /// The turns of the side to move until the end of the game.
    fn length(&self) -> Option<usize> {
        match self.result.verdict {
            Verdict::Proven(Value::Win | Value::Loss) => Some(self.result.line.len().div_ceil(2)),
            _ => None,
        }
    }

    fn json(&self) -> serde_json::Value {
        let grid = self.position.grid();
        json!({
            "game": self.position.name().to_string(),
            "fen": self.position.setup().to_string(),
            "to_move": self.position.turn().player,
            "goal": "exact",
            "result": self.result.verdict.result(),
            "reason": self.result.verdict.reason(),
            "order": null,
            "move": grid.names(self.result.best_turn.iter().copied()),
            "line": names_of_turns(grid, &self.result.line),
            "length": self.length(),
            "nodes": self.result.nodes,
            "seconds": self.seconds,
            "zones": [],
        })
    }

    fn text(&self) -> String {
        let grid = self.position.grid();
        let verdict = self.result.verdict;
        let mut text = format!(
            "{}, {} to move: {} ({})\n",
            self.position.name(),
            self.position.turn().player,
            verdict.result(),
            verdict.reason()
        );
        // Writing to a string cannot fail.
        if !self.result.best_turn.is_empty() {
            let squares = grid.names(self.result.best_turn.iter().copied());
            let _ = writeln!(text, "move    {}", squares.concat());
        }
        if self.length().is_some() && !self.result.line.is_empty() {
            let turns = names_of_turns(grid, &self.result.line);
            let turns: Vec<String> = turns.iter().map(|names| names.concat()).collect();
            let _ = writeln!(text, "line    {}", turns.join(" "));
        }
        let rate = self.result.nodes as f64 / self.seconds.max(1e-9);
        let _ = writeln!(
            text,
            "nodes   {} in {:.3} s ({}/s)",
            grouped(self.result.nodes),
            self.seconds,
            grouped(rate as u64)
        );
        text
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
