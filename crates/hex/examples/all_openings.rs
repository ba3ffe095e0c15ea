//! Which openings win, and how long it takes to prove all of them:
//! `cargo run --release -p sixfold-hex --example all_openings -- 6 THREADS SECONDS`.
//! Further words are options of H-search.

mod options;

use std::time::Duration;

use sixfold_game::{HexRules, Value, Verdict};
use sixfold_hex::Position;
use sixfold_hex::solve::{Budget, Settings, solve_moves};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (connections, rest) = options::read(std::env::args().skip(1).collect())?;
    let side = rest.first().map_or("5", String::as_str).parse()?;
    let threads = rest.get(1).map_or("1", String::as_str).parse()?;
    let seconds = rest.get(2).map(|seconds| seconds.parse()).transpose()?;
    let time = seconds.map(Duration::from_secs);
    let budget = Budget { threads, time, ..Budget::default() };
    let settings = Settings { connections, ..Settings::default() };
    let position = Position::start(HexRules::new(side, side)?);
    let solution = solve_moves(&position, settings, budget, |judged| {
        let name = position.grid().name(judged.cell);
        println!("{name} {}", judged.finding.verdict.result());
    });
    let wins = solution.answer.iter();
    let wins = wins.filter(|judged| judged.finding.verdict == Verdict::Proven(Value::Loss)).count();
    println!(
        "{side}x{side}: {wins} winning openings, {} nodes, {:.2} s",
        solution.nodes,
        solution.time.as_secs_f64()
    );
    Ok(())
}
