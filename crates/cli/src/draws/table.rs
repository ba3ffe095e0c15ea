//! `sixfold draws table`: the runs that cannot be forced.

use std::fmt::Write as _;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sixfold_draws::derivation::{
    Inference, Reason, derivation, drawn_length, drawn_length_by_formula, shortest_lines,
};

use crate::arguments::DrawsTableArguments;
use crate::report::Report;

/// Runs the command.
pub fn run(arguments: &DrawsTableArguments) -> anyhow::Result<Report> {
    if arguments.from > arguments.to {
        bail!("--from is more than --to");
    }
    let mut text = format!("{:>6} {:>6} {:>8}   how\n", "stones", "run", "formula");
    let mut rows = Vec::new();
    for stones in arguments.from..=arguments.to {
        let stones = usize::from(stones);
        let run = drawn_length(stones).context("no derivation goes so far")?;
        let formula = drawn_length_by_formula(stones);
        let steps = shortest_lines(stones).and_then(derivation).unwrap_or_default();
        let how = match stones {
            1 => "the board B1".to_string(),
            2 => "the board B2".to_string(),
            _ => steps.last().map(|last| last.claim.to_string()).unwrap_or_default(),
        };
        let _ = writeln!(text, "{stones:>6} {run:>6} {formula:>8}   {how}");
        if arguments.steps {
            for step in &steps {
                let _ = writeln!(text, "{:>24}{}", "", told(step));
            }
        }
        rows.push(row(stones, run, &how, arguments.steps.then_some(&steps))?);
    }
    Ok(Report::done(text, json!({ "table": rows })))
}

fn row(
    stones: usize,
    run: usize,
    how: &str,
    steps: Option<&Vec<Inference>>,
) -> anyhow::Result<Value> {
    let mut row = json!({
        "stones": stones, "run": run, "formula": drawn_length_by_formula(stones), "how": how,
    });
    if let Some(steps) = steps {
        row["steps"] = serde_json::to_value(steps)?;
    }
    Ok(row)
}

fn told(step: &Inference) -> String {
    match &step.because {
        Reason::Follows(lemma) => format!("{}, {}", step.claim, lemma.name()),
        Reason::Pairing(pairing) => {
            let rows = |rows: &[usize]| {
                rows.iter().map(|row| (row + 1).to_string()).collect::<Vec<_>>().join(",")
            };
            let (columns, diagonals) = (rows(&pairing.columns), rows(&pairing.diagonals));
            format!("{}, columns own rows {columns}, diagonals own rows {diagonals}", step.claim)
        }
    }
}
