//! `sixfold solve`: who wins.

use std::fmt::Write;
use std::time::Instant;

use anyhow::bail;
use serde_json::json;
use sixfold_connect::{
    GeneralPosition, LinePlanes, Position, SegmentCounts, SegmentState, connect_rules,
};
use sixfold_game::certificate::Certificate;
use sixfold_game::{
    Extent, Game, GameName, Record, Setup, SpentBudget, Square, SquareSet, Value, Verdict,
};
use sixfold_solve::exact::{self, ExactResult};
use sixfold_solve::orders::{self, Length, Order, Wanted};
use sixfold_solve::{Budget, Solved, vcdt};

use crate::arguments::{Goal, SolveArguments};
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{
    self, Checked, Finding, certificate_place, counted, grouped, on_growing_window,
    order_and_zones, write_certificate,
};
use crate::show::names_of_turns;

/// Boards up to this size are solved exactly unless something else is asked for.
const SMALL_BOARD: usize = 64;

/// Runs the command.
pub fn run(arguments: &SolveArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let rules = connect_rules(record.game())?;
    let goal = match arguments.goal {
        Some(goal) => goal,
        None if rules.cells().len() <= SMALL_BOARD && rules.extent() == Extent::Whole => {
            Goal::Exact
        }
        None => Goal::Win,
    };
    if goal == Goal::Exact && arguments.cert.is_some() {
        bail!("--cert: the goal exact has no certificates");
    }
    if goal == Goal::Exact && rules.extent() == Extent::Window {
        bail!("--goal: an unbounded board cannot be solved exactly (try win)");
    }
    certificate_place(arguments.cert.as_deref())?;
    let budget = search::budget(&arguments.budget)?;
    let started = Instant::now();
    let search = |record: &Record, budget: &Budget| solve(record, goal, arguments, budget);
    let solution = on_growing_window(record, &budget, search, Solution::checked)?;
    let note = match (&arguments.cert, &solution.certificate) {
        (Some(path), Some(certificate)) => write_certificate(path, certificate)?,
        _ => String::new(),
    };
    let ending = match solution.verdict {
        Verdict::Unknown(SpentBudget::Cancelled) => Ending::Interrupted,
        _ => Ending::Done,
    };
    let answer = Answer { goal: goal.name(), solution, seconds: started.elapsed().as_secs_f64() };
    Ok(Report { body: Body::Text(answer.text() + &note), json: answer.json(), ending })
}

impl Goal {
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Vcdt => "vcdt",
            Goal::Vcst => "vcst",
            Goal::Win => "win",
            Goal::Exact => "exact",
        }
    }
}

fn solve(
    record: &Record,
    goal: Goal,
    arguments: &SolveArguments,
    budget: &Budget,
) -> anyhow::Result<Solution> {
    if goal == Goal::Exact {
        let position = GeneralPosition::replay(record)?;
        return Ok(Solution::exact(&position, exact::solve(&position, budget)));
    }
    if LinePlanes::serve(connect_rules(record.game())?) {
        solve_by_threats::<LinePlanes>(record, goal, arguments, budget)
    } else {
        solve_by_threats::<SegmentCounts>(record, goal, arguments, budget)
    }
}

fn solve_by_threats<S: SegmentState + Send + Sync>(
    record: &Record,
    goal: Goal,
    arguments: &SolveArguments,
    budget: &Budget,
) -> anyhow::Result<Solution> {
    let position = Position::<S>::replay(record)?;
    let methods = search::methods_with(arguments.budget.threads);
    let length = if arguments.shortest { Length::Shortest } else { Length::Any };
    let order = match goal {
        Goal::Vcdt if methods.threads == 1 => {
            return Solution::new(&position, &vcdt::solve(&position, budget));
        }
        Goal::Vcdt => Order::UpTo(1),
        Goal::Vcst => Order::UpTo(2),
        Goal::Win | Goal::Exact => Order::LowestUpTo(arguments.order),
    };
    let solved = orders::solve(&position, Wanted { order, length }, methods, budget);
    Solution::new(&position, &solved)
}

/// What any solver finds.
struct Solution {
    game: GameName,
    setup: Setup,
    verdict: Verdict,
    /// How the game has ended already.
    outcome: Option<sixfold_game::Outcome>,
    order: Option<u16>,
    /// The turns of a line of play.
    line: Vec<Vec<Square>>,
    /// Own turns to the end.
    length: Option<usize>,
    is_shortest: Option<bool>,
    zones: Vec<SquareSet>,
    nodes: u64,
    certificate: Option<Certificate>,
}

impl Finding for Solution {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn nodes_mut(&mut self) -> &mut u64 {
        &mut self.nodes
    }
}

impl Solution {
    fn exact(position: &impl Game, result: ExactResult) -> Solution {
        let decided = matches!(result.verdict, Verdict::Proven(Value::Win | Value::Loss));
        Solution {
            game: position.name(),
            setup: position.setup(),
            verdict: result.verdict,
            outcome: position.outcome(),
            order: None,
            length: decided.then_some(result.line.len().div_ceil(2)),
            is_shortest: None,
            line: result.line,
            zones: Vec::new(),
            nodes: result.nodes,
            certificate: None,
        }
    }

    fn new(position: &impl Game, solved: &Solved) -> anyhow::Result<Solution> {
        Ok(Solution {
            game: position.name(),
            setup: position.setup(),
            verdict: solved.verdict,
            outcome: position.outcome(),
            order: None,
            length: solved.length(),
            is_shortest: solved.is_shortest,
            line: solved.line(),
            zones: Vec::new(),
            nodes: solved.nodes,
            certificate: solved.certificate(position).transpose()?,
        })
    }

    /// The solution as the checker confirms it. Where the board has no edge, what holds within the
    /// window is not enough.
    fn checked(self) -> anyhow::Result<Solution> {
        let beyond_window = Verdict::Unknown(SpentBudget::Window);
        let is_window =
            matches!(self.game, GameName::Connect(rules) if rules.extent() == Extent::Window);
        let Some(certificate) = &self.certificate else {
            let settles = !is_window || self.verdict != Verdict::Absent || self.outcome.is_some();
            return Ok(if settles { self } else { Solution { verdict: beyond_window, ..self } });
        };
        Ok(match search::check(certificate)? {
            Checked::Proof(report) => {
                Solution { order: Some(report.order), zones: report.zones, ..self }
            }
            Checked::RestsOnEdge => Solution {
                verdict: beyond_window,
                certificate: None,
                line: Vec::new(),
                length: None,
                ..self
            },
        })
    }
}

/// A turn as text; one in which nothing is placed is a null move.
fn turn_name(names: &[String]) -> String {
    if names.is_empty() { "-".to_string() } else { names.concat() }
}

struct Answer {
    goal: &'static str,
    solution: Solution,
    seconds: f64,
}

impl Answer {
    /// The stones of the first turn of the line.
    fn best_turn(&self) -> Vec<String> {
        let first = self.solution.line.first().cloned().unwrap_or_default();
        self.solution.game.grid().names(first)
    }

    fn json(&self) -> serde_json::Value {
        let solution = &self.solution;
        let grid = solution.game.grid();
        let zones: Vec<_> = solution.zones.iter().map(|zone| grid.names(zone.iter())).collect();
        json!({
            "game": solution.game.to_string(),
            "fen": solution.setup.to_string(),
            "to_move": solution.setup.turn.player,
            "goal": self.goal,
            "result": solution.verdict.result(),
            "reason": solution.verdict.reason(),
            "order": solution.order,
            "move": self.best_turn(),
            "line": names_of_turns(grid, &solution.line),
            "length": solution.length,
            "shortest": solution.is_shortest,
            "nodes": solution.nodes,
            "seconds": self.seconds,
            "zones": zones,
        })
    }

    fn text(&self) -> String {
        let Solution { game, setup, verdict, .. } = &self.solution;
        if let Some(outcome) = self.solution.outcome {
            return format!("{game}: the game is over, {outcome}\n");
        }
        let mut text = format!("{game}, {} to move: {}\n", setup.turn.player, self.finding());
        // Writing to a string cannot fail.
        if !self.solution.line.is_empty() {
            let _ = writeln!(text, "move    {}", self.best_turn().concat());
        }
        if self.solution.line.len() > 1 {
            let turns = names_of_turns(game.grid(), &self.solution.line);
            let turns: Vec<String> = turns.iter().map(|names| turn_name(names)).collect();
            let _ = writeln!(text, "line    {}", turns.join(" "));
        }
        if let (Some(order), Verdict::Proven(_)) = (self.solution.order, verdict) {
            text += &order_and_zones(order, &self.solution.zones);
        }
        let (nodes, seconds) = (self.solution.nodes, self.seconds);
        let rate = nodes as f64 / seconds.max(1e-9);
        let _ = writeln!(
            text,
            "nodes   {} in {seconds:.3} s ({}/s)",
            grouped(nodes),
            grouped(rate as u64)
        );
        text
    }

    fn finding(&self) -> String {
        let verdict = self.solution.verdict;
        match (verdict, self.solution.length) {
            (Verdict::Absent, _) => format!("no {} (the whole space is searched)", self.goal),
            (Verdict::Unknown(_), _) => format!("{} unknown ({})", self.goal, verdict.reason()),
            (Verdict::Proven(_), Some(length)) if self.solution.certificate.is_some() => {
                let shortest = match self.solution.is_shortest {
                    Some(true) => ", none is shorter",
                    _ => "",
                };
                let turns = counted(length, "turn", "turns");
                format!("{} in {turns} (proven{shortest})", verdict.result())
            }
            (Verdict::Proven(_), _) => format!("{} (proven)", verdict.result()),
        }
    }
}
