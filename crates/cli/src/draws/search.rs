//! `sixfold draws search`: looking for boards and tilings that prove more.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, json};
use sixfold_draws::check::check_document;
use sixfold_draws::search::{Coverage, Family, Outcome, Quest, search};
use sixfold_draws::solve::Watch;

use super::prove::{place, stop_watch, written};
use super::{as_json, told};
use crate::arguments::DrawsSearchArguments;
use crate::report::{Body, Ending, Report};
use crate::search::grouped;

/// Runs the command.
pub fn run(arguments: &DrawsSearchArguments) -> anyhow::Result<Report> {
    place(arguments.out.as_deref())?;
    let quest = Quest {
        run: arguments.run.into(),
        stones: arguments.stones.into(),
        seed: arguments.seed,
        nodes: arguments.nodes,
    };
    let watch = Arc::new(Watch::default());
    stop_watch(&watch)?;
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed_precise}]") {
        bar.set_style(style);
    }
    let started = Instant::now();
    let mut goes_on = |coverage: &Coverage| {
        bar.set_message(format!("{} candidates", grouped(coverage.next - arguments.from)));
        bar.tick();
        started.elapsed() < arguments.time
            && !watch.is_stopped()
            && arguments.to.is_none_or(|end| coverage.next < end)
    };
    let Outcome { coverage, found } = search(quest, arguments.from, &watch, &mut goes_on);
    bar.finish_and_clear();
    let seconds = started.elapsed().as_secs_f64();
    let mut json = json!({
        "run": quest.run, "stones": quest.stones, "seed": quest.seed, "from": arguments.from,
        "next": coverage.next, "nodes": watch.nodes(), "seconds": seconds,
        "families": families(&coverage),
    });
    let mut text = table(&coverage);
    let _ = writeln!(
        text,
        "candidates {} to {}, {} positions, {seconds:.1} s",
        arguments.from,
        coverage.next,
        grouped(watch.nodes())
    );
    let ending = if let Some(document) = &found {
        let checked = check_document(document)
            .map_err(|fault| anyhow::anyhow!("the proof is wrong, please report this: {fault}"))?;
        json["found"] = as_json(&checked);
        text += &told(&checked);
        text += &written(arguments.out.as_deref(), document)?;
        Ending::Done
    } else {
        text += "nothing found\n";
        if watch.is_stopped() { Ending::Interrupted } else { Ending::Negative }
    };
    Ok(Report { body: Body::Text(text), json, ending })
}

fn families(coverage: &Coverage) -> Map<String, serde_json::Value> {
    let entry =
        |family: Family| (family.name().to_string(), json!(coverage.tallies[family as usize]));
    Family::ALL.into_iter().map(entry).collect()
}

fn table(coverage: &Coverage) -> String {
    let mut text = format!(
        "{:8} {:>11} {:>10} {:>8} {:>8} {:>6}\n",
        "family", "candidates", "uncovered", "lost", "unknown", "held"
    );
    for family in Family::ALL {
        let tally = coverage.tallies[family as usize];
        let _ = writeln!(
            text,
            "{:8} {:>11} {:>10} {:>8} {:>8} {:>6}",
            family.name(),
            tally.candidates,
            tally.uncovered,
            tally.lost,
            tally.unknown,
            tally.held
        );
    }
    text
}
