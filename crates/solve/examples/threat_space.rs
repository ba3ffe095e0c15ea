//! Compares the threat-space solvers on shared positions: how many each solves, with how many
//! nodes and in what time. `cargo run --release --example threat_space [NODES A POSITION]`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use sixfold_connect::Connect6Position;
use sixfold_game::record::move_list;
use sixfold_game::{GameName, Value, Verdict};
use sixfold_solve::ctss::{self, CtssVerdict, DefenderThreats};
use sixfold_solve::{Budget, vcdt};

/// What one solver says of one position.
enum Found {
    Win,
    /// No win in the space of this solver.
    Nothing,
    OutOfBudget,
}

struct Solver {
    name: &'static str,
    solve: fn(&Connect6Position, &Budget) -> (Found, u64),
}

const SOLVERS: [Solver; 4] = [
    Solver {
        name: "CTSS, all drawn threats",
        solve: |position, budget| conservative(DefenderThreats::AllDrawn, position, budget),
    },
    Solver {
        name: "CTSS, possible threats",
        solve: |position, budget| conservative(DefenderThreats::Possible, position, budget),
    },
    Solver {
        name: "ITSS",
        solve: |position, budget| {
            let result = ctss::itss(position, budget);
            (found(result.verdict), result.nodes)
        },
    },
    Solver {
        name: "VCDT",
        solve: |position, budget| {
            let result = vcdt::solve(position, budget);
            (found(result.verdict), result.nodes)
        },
    },
];

fn conservative(
    threats: DefenderThreats,
    position: &Connect6Position,
    budget: &Budget,
) -> (Found, u64) {
    let result = ctss::solve_parrying(threats, position, budget);
    let found = match result.verdict {
        CtssVerdict::Win(_) => Found::Win,
        CtssVerdict::NoneAgainstMacros | CtssVerdict::NoVcdt => Found::Nothing,
        CtssVerdict::Unknown(_) => Found::OutOfBudget,
    };
    (found, result.nodes)
}

fn found(verdict: Verdict) -> Found {
    match verdict {
        Verdict::Proven(Value::Win) => Found::Win,
        Verdict::Proven(_) | Verdict::Absent => Found::Nothing,
        Verdict::Unknown(_) => Found::OutOfBudget,
    }
}

/// The last field of every line of a shared file: a move list. Nothing if there is no such file.
fn move_lists(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    text.lines().filter_map(|line| line.rsplit(',').next()).map(str::to_owned).collect()
}

/// The positions that can be reached by these move lists. Headers and games with moves after their
/// end are none.
fn positions(move_lists: impl IntoIterator<Item = String>) -> Vec<Connect6Position> {
    let records = move_lists.into_iter();
    let records = records.filter_map(|moves| move_list::read(GameName::CONNECT6, &moves).ok());
    records.filter_map(|record| Connect6Position::replay(&record).ok()).collect()
}

/// Real games, each cut two to eleven turns before its end.
fn cut_games() -> impl Iterator<Item = String> {
    let golem = move_lists("connect6-games-littlegolem.csv").into_iter().step_by(60);
    let nebula = move_lists("connect6-games-nebula.csv").into_iter().step_by(60);
    golem.chain(nebula).flat_map(|moves| {
        let turns: Vec<&str> = moves.split_whitespace().collect();
        let lengths = (2..12).filter_map(|back| turns.len().checked_sub(back));
        lengths.filter(|&length| length > 3).map(|l| turns[..l].join(" ")).collect::<Vec<_>>()
    })
}

fn main() {
    let nodes = std::env::args().nth(1).and_then(|nodes| nodes.parse().ok()).unwrap_or(100_000);
    println!("| positions | solver | won | nothing | out of budget | nodes | seconds | slowest |");
    println!("|---|---|--:|--:|--:|--:|--:|--:|");
    for (name, positions) in [
        ("ladder", positions(move_lists("connect6-vcdt-ladder.txt"))),
        ("VCDT positions", positions(move_lists("connect6-vcdt-positions.csv"))),
        ("hard positions", positions(move_lists("connect6-hard-positions.csv"))),
        ("real games", positions(cut_games())),
    ] {
        for solver in &SOLVERS {
            print_row(name, &positions, solver, nodes);
        }
    }
}

fn print_row(name: &str, positions: &[Connect6Position], solver: &Solver, most_nodes: u64) {
    let (mut won, mut nothing, mut out_of_budget, mut nodes) = (0, 0, 0, 0);
    let (mut total, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for position in positions {
        let start = Instant::now();
        let budget = Budget { nodes: Some(most_nodes), ..Budget::default() };
        let (found, count) = (solver.solve)(position, &budget);
        let elapsed = start.elapsed();
        total += elapsed;
        slowest = slowest.max(elapsed);
        nodes += count;
        match found {
            Found::Win => won += 1,
            Found::Nothing => nothing += 1,
            Found::OutOfBudget => out_of_budget += 1,
        }
    }
    println!(
        "| {name} ({}) | {} | {won} | {nothing} | {out_of_budget} | {nodes} | {:.3} | {:.3} |",
        positions.len(),
        solver.name,
        total.as_secs_f64(),
        slowest.as_secs_f64(),
    );
}
