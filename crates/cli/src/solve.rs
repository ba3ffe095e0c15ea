//! `sixfold solve`: who wins.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sixfold_connect::{
    GeneralPosition, LinePlanes, Position, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Game, Record, SpentBudget, Square, SquareSet, Value, Verdict};
use sixfold_solve::exact::{self, ExactResult};
use sixfold_solve::vcdt::{self, VcdtResult};
use sixfold_solve::{Budget, Control};

use crate::arguments::{BudgetArguments, Goal, SolveArguments};
use crate::input::read_record;
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::show::names_of_turns;

/// Boards up to this size are solved exactly unless something else is asked for.
const SMALL_BOARD: usize = 64;

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let rules = connect_rules(record.game())?;
    let goal = match arguments.goal {
        Some(goal) => goal,
        None if rules.cells().len() <= SMALL_BOARD => Goal::Exact,
        None => Goal::Vcdt,
    };
    if goal == Goal::Exact && arguments.cert.is_some() {
        bail!("--cert: the goal exact has no certificates");
    }
    match goal {
        Goal::Exact => {
            let position = GeneralPosition::replay(&record)?;
            solve(&position, arguments, "exact", |budget| exact::solve(&position, budget).into())
        }
        Goal::Vcdt if LinePlanes::serve(rules) => solve_vcdt::<LinePlanes>(&record, arguments),
        Goal::Vcdt => solve_vcdt::<SegmentCounts>(&record, arguments),
    }
}

fn solve_vcdt<S: SegmentState>(
    record: &Record,
    arguments: &SolveArguments,
) -> anyhow::Result<Report> {
    let position = Position::<S>::replay(record)?;
    solve(&position, arguments, "vcdt", |budget| vcdt::solve(&position, budget).into())
}

/// Runs a solver under the budget that was asked for, and reports what it found.
fn solve(
    game: &impl Game,
    arguments: &SolveArguments,
    goal: &'static str,
    search: impl FnOnce(&Budget) -> Solution,
) -> anyhow::Result<Report> {
    let budget = budget(&arguments.budget);
    stop_on_interrupt(&budget.control)?;
    let started = Instant::now();
    let solution = watched(&budget.control, || search(&budget));
    let seconds = started.elapsed().as_secs_f64();
    let mut answer = Answer { game, goal, solution, seconds, zones: Vec::new() };
    let mut note = String::new();
    if let Some(certificate) = answer.solution.certificate.take() {
        // Nothing is claimed that the independent checker does not accept.
        let report = sixfold_check::check(&certificate)
            .map_err(|fault| anyhow!("the solver's proof is wrong, please report this: {fault}"))?;
        answer.solution.order = u8::try_from(report.order).ok();
        answer.zones = report.zones;
        if let Some(path) = &arguments.cert {
            let Body::Text(written) = deliver(path, certificate.to_string().into(), "certificate")?
            else {
                bail!("--cert: the certificate needs a file of its own");
            };
            note = written;
        }
    }
    let ending = match answer.solution.verdict {
        Verdict::Unknown(SpentBudget::Cancelled) => Ending::Interrupted,
        _ => Ending::Done,
    };
    Ok(Report { body: Body::Text(answer.text() + &note), json: answer.json(), ending })
}

/// What any solver finds.
struct Solution {
    verdict: Verdict,
    order: Option<u8>,
    /// The turns of a line of play.
    line: Vec<Vec<Square>>,
    /// Own turns to the end.
    length: Option<usize>,
    nodes: u64,
    certificate: Option<Certificate>,
}

impl From<ExactResult> for Solution {
    fn from(result: ExactResult) -> Solution {
        let decided = matches!(result.verdict, Verdict::Proven(Value::Win | Value::Loss));
        Solution {
            verdict: result.verdict,
            order: None,
            length: decided.then_some(result.line.len().div_ceil(2)),
            line: result.line,
            nodes: result.nodes,
            certificate: None,
        }
    }
}

impl From<VcdtResult> for Solution {
    fn from(result: VcdtResult) -> Solution {
        Solution {
            verdict: result.verdict,
            order: result.length.map(|_| 1),
            length: result.length.map(usize::from),
            line: result.line,
            nodes: result.nodes,
            certificate: result.certificate,
        }
    }
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

struct Answer<'a, G> {
    game: &'a G,
    goal: &'static str,
    solution: Solution,
    seconds: f64,
    zones: Vec<SquareSet>,
}

impl<G: Game> Answer<'_, G> {
    /// The stones of the first turn of the line.
    fn best_turn(&self) -> Vec<String> {
        let first = self.solution.line.first().cloned().unwrap_or_default();
        self.game.name().grid().names(first)
    }

    fn json(&self) -> serde_json::Value {
        let grid = self.game.name().grid();
        let zones: Vec<_> = self.zones.iter().map(|zone| grid.names(zone.iter())).collect();
        json!({
            "game": self.game.name().to_string(),
            "fen": self.game.setup().to_string(),
            "to_move": self.game.turn().player,
            "goal": self.goal,
            "result": self.solution.verdict.result(),
            "reason": self.solution.verdict.reason(),
            "order": self.solution.order,
            "move": self.best_turn(),
            "line": names_of_turns(grid, &self.solution.line),
            "length": self.solution.length,
            "nodes": self.solution.nodes,
            "seconds": self.seconds,
            "zones": zones,
        })
    }

    fn text(&self) -> String {
        let (game, solution) = (self.game, &self.solution);
        if let Some(outcome) = game.outcome() {
            return format!("{}: the game is over, {outcome}\n", game.name());
        }
        let verdict = solution.verdict;
        let found = match verdict {
            Verdict::Absent => format!("no {} (the whole space is searched)", self.goal),
            Verdict::Unknown(_) => format!("{} unknown ({})", self.goal, verdict.reason()),
            Verdict::Proven(_) => match solution.length {
                Some(length) if solution.order.is_some() => {
                    format!("{} in {length} turns (proven)", verdict.result())
                }
                _ => format!("{} (proven)", verdict.result()),
            },
        };
        let mut text = format!("{}, {} to move: {found}\n", game.name(), game.turn().player);
        // Writing to a string cannot fail.
        if !solution.line.is_empty() {
            let _ = writeln!(text, "move    {}", self.best_turn().concat());
        }
        if solution.line.len() > 1 {
            let turns = names_of_turns(game.name().grid(), &solution.line);
            let turns: Vec<String> = turns.iter().map(|names| names.concat()).collect();
            let _ = writeln!(text, "line    {}", turns.join(" "));
        }
        let rate = solution.nodes as f64 / self.seconds.max(1e-9);
        let _ = writeln!(
            text,
            "nodes   {} in {:.3} s ({}/s)",
            grouped(solution.nodes),
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
