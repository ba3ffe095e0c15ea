//! How many positions of a table are decided without search, and how many by how much of it:
//! `cargo run --release -p sixfold-hex --example templates -- hex-edge-templates.csv 10 captured`.
//!
//! The table has the columns game, fen and winner. The second argument is the limit in seconds; the
//! others are options of H-search.

mod options;

use std::time::{Duration, Instant};

use sixfold_game::{GameName, Value, Verdict};
use sixfold_hex::Position;
use sixfold_hex::solve::{Budget, Settings, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (connections, rest) = options::read(std::env::args().skip(1).collect())?;
    let path = rest.first().ok_or("the table is missing")?;
    let seconds: u64 = rest.get(1).map_or("0", String::as_str).parse()?;
    let settings = Settings { connections, ..Settings::default() };
    let (mut rows, mut at_once, mut solved, mut wrong, mut nodes) = (0, 0, 0, 0, 0);
    let mut static_time = Duration::ZERO;
    let started = Instant::now();
    for row in csv::Reader::from_path(path)?.records() {
        let row = row?;
        let GameName::Hex(rules) = row[2].parse()? else { return Err("not a game of Hex".into()) };
        let position = Position::from_fen(rules, &row[3])?;
        rows += 1;
        let one_node = Budget { nodes: Some(1), ..Budget::default() };
        let mut solution = solve(&position, settings, one_node);
        static_time += solution.time;
        if let Verdict::Unknown(_) = solution.answer.verdict {
            let limit = Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() };
            solution = solve(&position, settings, limit);
        } else {
            at_once += 1;
        }
        nodes += solution.nodes;
        match solution.answer.verdict {
            Verdict::Proven(value) => {
                let wins = row[4].eq_ignore_ascii_case(&position.to_move().to_string());
                solved += 1;
                wrong += u32::from((value == Value::Win) != wins);
            }
            _ => println!("undecided: {} {} {}", &row[1], &row[2], &row[3]),
        }
    }
    println!(
        "{rows} positions: {at_once} decided without search in {:.2} s, {solved} within {seconds} s \
         each, {wrong} wrong, {nodes} nodes, {:.2} s",
        static_time.as_secs_f64(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}
