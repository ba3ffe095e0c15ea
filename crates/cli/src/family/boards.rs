//! `sixfold family mnk`: all small boards, solved exactly.

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sixfold_family::exact::{BoardOutcome, BoardValue, Boards};
use sixfold_solve::Budget;

use crate::arguments::FamilyMnkArguments;
use crate::bench::table::{Style, Table};
use crate::report::{Body, Ending, Report};
use crate::search::{grouped, stop_on_interrupt};

/// Runs the command.
pub fn run(arguments: &FamilyMnkArguments) -> anyhow::Result<Report> {
    let boards = Boards {
        rows: arguments.to.rows,
        columns: arguments.to.columns,
        in_a_row: arguments.in_a_row,
        stones_per_turn: arguments.stones,
        first_stones: arguments.first,
    };
    let budget = Budget { time: Some(arguments.time), ..Budget::default() };
    let control = budget.control.clone();
    stop_on_interrupt(move || control.cancel())?;
    let sizes: Vec<_> = boards.sizes().collect();
    if sizes.is_empty() {
        let Boards { rows, columns, in_a_row, .. } = boards;
        anyhow::bail!("no board up to {rows}x{columns} has room for {in_a_row} in a row");
    }
    let bar = ProgressBar::new(sizes.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} boards [{elapsed}]") {
        bar.set_style(style);
    }
    let mut values = Vec::new();
    for size in sizes {
        if budget.control.is_cancelled() {
            break;
        }
        values.push(boards.value(size, &budget)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let style = if arguments.markdown { Style::Markdown } else { Style::Plain };
    let text = describe(boards, &values).write(style);
    let ending = if budget.control.is_cancelled() { Ending::Interrupted } else { Ending::Done };
    Ok(Report { body: Body::Text(text), json: json!(values), ending })
}

fn describe(boards: Boards, values: &[BoardValue]) -> Table {
    let Boards { in_a_row: k, stones_per_turn: p, first_stones: q, .. } = boards;
    let rows = values.iter().map(|value| {
        let outcome = match value.outcome {
            BoardOutcome::Black => "Black",
            BoardOutcome::White => "White",
            BoardOutcome::Draw => "draw",
            BoardOutcome::Unknown => "unknown",
        };
        vec![
            format!("{}x{}", value.rows, value.columns),
            outcome.to_string(),
            grouped(value.nodes),
            format!("{:.3}", value.seconds),
        ]
    });
    let known = values.iter().filter(|value| value.outcome != BoardOutcome::Unknown).count();
    Table {
        title: format!("Connect(m,n,{k},{p},{q}) with best play"),
        head: vec!["board", "winner", "nodes", "seconds"],
        rows: rows.collect(),
        note: format!("{known} of {} boards solved", values.len()),
    }
}
