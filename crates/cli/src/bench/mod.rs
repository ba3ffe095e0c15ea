//! `sixfold bench`: repeatable measurements.

mod blunders;
mod core;
mod exact;
mod jobs;
mod overhead;
mod play;
mod positions;
mod solve;
pub mod table;
mod vcdt;
mod verify;
mod workload;

use serde_json::{Map, json};

use crate::arguments::{BenchArguments, BenchPart};
use crate::report::Report;
use table::Style;

/// Runs the command.
pub fn run(arguments: &BenchArguments) -> anyhow::Result<Report> {
    if let Some(rounds) = arguments.rounds {
        let checksum = core::rounds(rounds);
        let text = format!("checksum {checksum}\n");
        return Ok(Report::done(text, json!({ "rounds": rounds, "checksum": checksum })));
    }
    let style = if arguments.markdown { Style::Markdown } else { Style::Plain };
    let asked = |part| match arguments.parts[..] {
        // Files of positions are for the solvers only.
        [] => arguments.positions.is_empty() || part == BenchPart::Solve,
        ref parts => parts.contains(&part),
    };
    let mut tables = Vec::new();
    let mut json = Map::new();
    if asked(BenchPart::Core) {
        let results = core::measure(arguments.time);
        tables.push(core::table(&results).write(style));
        json.insert("core".to_string(), json!(results));
    }
    if asked(BenchPart::Vcdt) {
        let result = vcdt::measure();
        tables.push(vcdt::table(&result).write(style));
        json.insert("vcdt".to_string(), json!(result));
    }
    if asked(BenchPart::Solve) {
        let rows = solve::measure(arguments)?;
        tables.push(solve::table(&rows, &arguments.positions).write(style));
        json.insert("solve".to_string(), json!(rows));
    }
    if asked(BenchPart::Verify) {
        let rows = verify::measure();
        tables.push(verify::table(&rows).write(style));
        json.insert("verify".to_string(), json!(rows));
    }
    if asked(BenchPart::Play) {
        let rows = play::measure()?;
        tables.push(play::table(&rows).write(style));
        json.insert("play".to_string(), json!(rows));
    }
    if arguments.parts.contains(&BenchPart::Blunders) {
        let rows = blunders::measure(arguments)?;
        tables.push(blunders::table(&rows, arguments.limit).write(style));
        json.insert("blunders".to_string(), json!(rows));
    }
    if arguments.parts.contains(&BenchPart::Jobs) {
        let rows = jobs::measure(arguments)?;
        tables.extend(jobs::tables(&rows).map(|table| table.write(style)));
        json.insert("jobs".to_string(), json!(rows));
    }
    if arguments.parts.contains(&BenchPart::Overhead) {
        let rows = overhead::measure(arguments)?;
        tables.push(overhead::table(&rows).write(style));
        json.insert("overhead".to_string(), json!(rows));
    }
    if asked(BenchPart::Exact) {
        let results = exact::measure();
        tables.push(exact::table(&results).write(style));
        json.insert("exact".to_string(), json!(results));
    }
    Ok(Report::done(tables.join("\n"), json.into()))
}
