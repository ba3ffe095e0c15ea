//! Solves the puzzles of a table and tells what each of them took:
//! `cargo run --release -p sixfold-hex --example puzzles -- hex-puzzles.csv 10 11x11`.
//!
//! The table has the columns name, game, fen, kind, answer and the seconds that another solver took.
//! The second argument is the limit in seconds, the third a word that the names must have;
//! further words are options of H-search.

mod options;

use std::time::Duration;

use sixfold_game::{GameName, Value, Verdict};
use sixfold_hex::Position;
use sixfold_hex::solve::{Budget, Settings, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (connections, arguments) = options::read(std::env::args().skip(1).collect())?;
    let settings = Settings { connections, ..Settings::default() };
    let path = arguments.first().ok_or("the table is missing")?;
    let seconds = arguments.get(1).map_or("10", String::as_str).parse()?;
    let word = arguments.get(2).map_or("", String::as_str);
    let (mut solved, mut wrong, mut time) = (0, 0, Duration::ZERO);
    for row in csv::Reader::from_path(path)?.records() {
        let row = row?;
        if !row[0].contains(word) {
            continue;
        }
        let GameName::Hex(rules) = row[1].parse()? else { return Err("not a game of Hex".into()) };
        let position = Position::from_fen(rules, &row[2])?;
        let limit = Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() };
        let solution = solve(&position, settings, limit);
        let wins = match solution.answer.verdict {
            Verdict::Proven(value) => Some(value == Value::Win),
            _ => None,
        };
        let expected = match &row[3] {
            "winner" => row[4].eq_ignore_ascii_case(&position.to_move().to_string()),
            _ => !row[4].is_empty(),
        };
        let best = solution.answer.best.map(|cell| position.grid().name(cell).to_string());
        let best = best.unwrap_or_default();
        let is_listed =
            &row[3] == "winner" || best.is_empty() || row[4].split(' ').any(|cell| cell == best);
        let remark = match wins {
            None => "undecided",
            Some(wins) if wins != expected => "WRONG",
            // Tables tend to leave out winning moves that are inferior to others.
            Some(_) if !is_listed => "not listed",
            Some(_) => "",
        };
        solved += u32::from(wins.is_some());
        wrong += u32::from(remark == "WRONG");
        time += solution.time;
        println!(
            "{:22} {best:4} {:8} nodes {:8.2} s (other solver {:>5} s) {remark}",
            &row[0],
            solution.nodes,
            solution.time.as_secs_f64(),
            &row[5],
        );
    }
    println!("{solved} solved, {wrong} wrong, {:.2} s", time.as_secs_f64());
    Ok(())
}
