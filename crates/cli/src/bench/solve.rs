//! The solvers on files of positions, and on positions that the program makes itself.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde::Serialize;
use sixfold_answers::methods_with;
use sixfold_connect::{Connect6Position, LinePlanes};
use sixfold_game::{ConnectRules, Game, Value, Verdict};
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};
use sixfold_solve::{Budget, Solved, vcdt};

use super::positions::{self, Listed};
use super::table::Table;
use super::workload::samples;
use crate::arguments::{BenchArguments, Goal};
use crate::search::grouped;

/// What a solver did on a set of positions.
#[derive(Serialize)]
pub struct SolveRow {
    set: String,
    goal: &'static str,
    positions: usize,
    wins: usize,
    none: usize,
    unknown: usize,
    longest: usize,
    /// Wins that are longer than the file says.
    longer_than_listed: usize,
    nodes: u64,
    seconds: f64,
    median_ms: f64,
}

/// A position, and the length of its shortest win if the file tells.
struct Task {
    position: Connect6Position,
    listed: Option<usize>,
}

/// Nodes that each position of the built-in set may cost.
const NODES: u64 = 20_000;
/// Every so many positions of the core workload are in the built-in set.
const STRIDE: usize = 8;

/// Solves the positions of the files that were named; without any, the built-in ones.
pub fn measure(arguments: &BenchArguments) -> anyhow::Result<Vec<SolveRow>> {
    if arguments.positions.is_empty() {
        let budget = || Budget { nodes: Some(NODES), ..Budget::default() };
        let rows = [Goal::Vcst, Goal::Win].map(|goal| {
            run("built-in", &built_in(), goal, Methods::default(), arguments.order, budget)
        });
        return Ok(rows.into());
    }
    if arguments.goal == Goal::Exact {
        bail!("--goal: the positions of files are not solved exactly (vcdt, vcst or win)");
    }
    let methods = methods_with(arguments.threads);
    let budget = || Budget { time: Some(arguments.limit), ..Budget::default() };
    let mut rows = Vec::new();
    for file in &arguments.positions {
        let tasks = read(file)?;
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        rows.push(run(&name, &tasks, arguments.goal, methods, arguments.order, budget));
    }
    Ok(rows)
}

fn built_in() -> Vec<Task> {
    let full_turn = ConnectRules::CONNECT6.stones_per_turn();
    samples::<LinePlanes>(ConnectRules::CONNECT6)
        .into_iter()
        .filter(|sample| sample.position.turn().stones_left == full_turn)
        .step_by(STRIDE)
        .map(|sample| Task { position: sample.position, listed: None })
        .collect()
}

/// The positions of a file.
fn read(file: &Path) -> anyhow::Result<Vec<Task>> {
    let task = |(listed, number): (Listed, usize)| {
        let place = || format!("{}, position {number}", file.display());
        let position = Connect6Position::replay(&listed.record).with_context(place)?;
        Ok(Task { position, listed: listed.length })
    };
    positions::read(file)?.into_iter().zip(1..).map(task).collect()
}

fn run(
    set: &str,
    tasks: &[Task],
    goal: Goal,
    methods: Methods,
    order: u8,
    budget: impl Fn() -> Budget,
) -> SolveRow {
    let mut row = SolveRow {
        set: set.to_string(),
        goal: sixfold_answers::solve::Goal::from(goal).name(),
        positions: tasks.len(),
        wins: 0,
        none: 0,
        unknown: 0,
        longest: 0,
        longer_than_listed: 0,
        nodes: 0,
        seconds: 0.0,
        median_ms: 0.0,
    };
    let mut times = Vec::new();
    for task in tasks {
        let started = Instant::now();
        let solved = solve(&task.position, goal, methods, order, &budget());
        times.push(started.elapsed());
        match solved.verdict {
            Verdict::Proven(Value::Win) => row.wins += 1,
            Verdict::Absent => row.none += 1,
            _ => row.unknown += 1,
        }
        let length = solved.length().unwrap_or(0);
        row.longest = row.longest.max(length);
        row.longer_than_listed += usize::from(task.listed.is_some_and(|listed| length > listed));
        row.nodes += solved.nodes;
    }
    row.seconds = times.iter().sum::<Duration>().as_secs_f64();
    times.sort_unstable();
    row.median_ms = times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    row
}

fn solve(
    position: &Connect6Position,
    goal: Goal,
    methods: Methods,
    order: u8,
    budget: &Budget,
) -> Solved {
    let order = match goal {
        Goal::Vcdt | Goal::Exact => return vcdt::solve(position, budget),
        Goal::Vcst => Order::UpTo(2),
        Goal::Win => Order::LowestUpTo(order),
    };
    orders::solve(position, Wanted { order, length: Length::Any }, methods, budget)
}

/// The results as a table.
pub fn table(rows: &[SolveRow], files: &[impl AsRef<Path>]) -> Table {
    let cells = |row: &SolveRow| {
        vec![
            row.set.clone(),
            row.goal.to_string(),
            row.positions.to_string(),
            row.wins.to_string(),
            row.none.to_string(),
            row.unknown.to_string(),
            row.longest.to_string(),
            row.longer_than_listed.to_string(),
            grouped(row.nodes),
            format!("{:.3}", row.seconds),
            format!("{:.2}", row.median_ms),
            grouped((row.nodes as f64 / row.seconds.max(1e-9)) as u64),
        ]
    };
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let note = if files.is_empty() {
        format!(
            "Built-in: every {STRIDE}th Connect6 position of the core workload with a full turn, at \
             most {} nodes each. Signature: {} nodes.",
            grouped(NODES),
            grouped(nodes)
        )
    } else {
        format!("{} nodes in all.", grouped(nodes))
    };
    Table {
        title: "Solvers: wins of any order, with zones and certificates".into(),
        head: vec![
            "positions",
            "goal",
            "number",
            "wins",
            "none",
            "unknown",
            "longest",
            "longer",
            "nodes",
            "seconds",
            "median ms",
            "nodes/s",
        ],
        rows: rows.iter().map(cells).collect(),
        note,
    }
}
