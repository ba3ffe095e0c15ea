//! `sixfold simulate`: how a proof by jobs would scale to many workers.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use sixfold_answers::picture;
use sixfold_answers::wording::counted;
use sixfold_proof::job_level::Policy;
use sixfold_simulate::{
    Curve, Durations, Figure, Outcome, Row, Study, Subject, Workplace, plot, policy_name,
};

use crate::arguments::{FaultArguments, PolicyChoice, SimulateArguments};
use crate::input::{read_bytes, source_name};
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::{grouped, progress_style};

/// Runs the command.
pub fn run(arguments: &SimulateArguments) -> anyhow::Result<Report> {
    let format = arguments.plot.as_deref().map(PictureFormat::of).transpose()?;
    let study = study(arguments)?;
    let bar =
        ProgressBar::new(0).with_style(progress_style("simulating {wide_bar} {pos}/{len} [{eta}]"));
    let outcome = study.run(arguments.threads.into(), &|progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
    })?;
    bar.finish_and_clear();
    let json = json(&study, &outcome)?;
    let text = text(&study, &outcome);
    let body = match (&arguments.plot, format) {
        (Some(path), Some(format)) => match deliver(path, format.draw(&outcome)?, "picture")? {
            Body::Text(written) => Body::Text(format!("{text}\n{written}")),
            file @ Body::File(_) => file,
        },
        _ => Body::Text(text),
    };
    Ok(Report { body, json, ending: Ending::Done })
}

/// What a picture is written as.
#[derive(Clone, Copy)]
enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    fn of(path: &Path) -> anyhow::Result<PictureFormat> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(PictureFormat::Svg),
            Some("png") => Ok(PictureFormat::Png),
            _ if path == Path::new("-") => Ok(PictureFormat::Svg),
            _ => bail!("--plot {}: the name must end in .svg or .png", path.display()),
        }
    }

    fn draw(self, outcome: &Outcome) -> anyhow::Result<Vec<u8>> {
        let svg = plot(outcome)?;
        match self {
            PictureFormat::Svg => Ok(svg.into_bytes()),
            PictureFormat::Png => Ok(picture::png(&svg)?),
        }
    }
}

fn study(arguments: &SimulateArguments) -> anyhow::Result<Study> {
    let place = place(&arguments.faults);
    place.validate()?;
    let mut workers = arguments.workers.clone();
    workers.sort_unstable();
    workers.dedup();
    Ok(Study {
        policies: policies(&arguments.policy),
        workers,
        trees: arguments.trees,
        jobs: arguments.jobs,
        siblings: arguments.siblings.into(),
        durations: durations(arguments.durations.as_deref())?,
        place,
        most_jobs: arguments.most_jobs,
        seed: arguments.seed,
    })
}

fn place(faults: &FaultArguments) -> Workplace {
    Workplace {
        losses_per_hour: faults.loss,
        ack_wait: faults.ack_wait,
        replacement: faults.ack_wait,
        slow_share: faults.slow,
        slow_factor: faults.slow_factor,
        coordinator: faults.coordinator,
        latency: faults.latency,
        ..Workplace::undisturbed(1)
    }
}

fn policies(choices: &[PolicyChoice]) -> Vec<Policy> {
    let chosen = |policy: &Policy| {
        choices.iter().any(|choice| match choice {
            PolicyChoice::All => true,
            PolicyChoice::VirtualWin => *policy == Policy::VirtualWin,
            PolicyChoice::VirtualLoss => *policy == Policy::VirtualLoss,
            PolicyChoice::Greedy => *policy == Policy::Greedy,
            PolicyChoice::VirtualEquivalence => *policy == Policy::VirtualEquivalence,
        })
    };
    Study::POLICIES.into_iter().filter(chosen).collect()
}

fn durations(file: Option<&Path>) -> anyhow::Result<Durations> {
    let Some(file) = file else { return Ok(Durations::default()) };
    let name = || source_name(file);
    let text = String::from_utf8(read_bytes(file)?).context("not a text").with_context(name)?;
    Durations::read(&text).with_context(name)
}

fn text(study: &Study, outcome: &Outcome) -> String {
    let figure = |value: &dyn Fn(&Subject) -> f64| {
        Figure::of(&outcome.trees.iter().map(value).collect::<Vec<f64>>())
    };
    let jobs = figure(&|tree| tree.jobs as f64);
    let time = figure(&|tree| tree.time.as_secs_f64());
    let mut text = format!(
        "{}; one worker whom nothing disturbs does {} ±{} jobs in {} (seed {})\n{}\n{}",
        counted(study.trees as usize, "tree", "trees"),
        grouped(jobs.mean as u64),
        grouped(jobs.deviation as u64),
        span(time.mean),
        study.seed,
        match study.durations {
            Durations::Guess =>
                "durations of jobs are a guess: a minute on average, half below 40 s",
            Durations::Recorded(_) => "durations of jobs are drawn from those recorded",
        },
        disturbances(&study.place),
    );
    for curve in &outcome.curves {
        write_curve(&mut text, curve);
    }
    text.push_str(LEGEND);
    let mut rows = outcome.curves.iter().flat_map(|curve| &curve.rows);
    if let Some(most) = study.most_jobs.filter(|_| rows.any(|row| row.broken_off > 0)) {
        let _ = writeln!(
            text,
            "broken off: searches of more than {} jobs; they count as if they had ended there, so that\n\
             the speed-up is at most what is shown",
            grouped(most),
        );
    }
    text
}

const LEGEND: &str = "
speed-up and efficiency ± deviation from tree to tree; effort: jobs begun, one worker's being 1;
late: results that came when their position was solved already
";

fn disturbances(place: &Workplace) -> String {
    let mut parts = Vec::new();
    if place.losses_per_hour > 0.0 {
        let wait = span(place.ack_wait.as_secs_f64());
        parts.push(format!(
            "{} losses an hour of work (noticed after {wait})",
            place.losses_per_hour
        ));
    }
    if place.slow_share > 0.0 {
        let share = 100.0 * place.slow_share;
        parts.push(format!("{share:.0} % of workers take {} times as long", place.slow_factor));
    }
    for (what, time) in [("the coordinator", place.coordinator), ("the network", place.latency)] {
        if !time.is_zero() {
            parts.push(format!("{what} takes {} ms", 1000.0 * time.as_secs_f64()));
        }
    }
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join("; ")) }
}

fn write_curve(text: &mut String, curve: &Curve) {
    let _ = writeln!(text, "\n{}", policy_name(curve.policy));
    text.push_str(
        "workers      time    speed-up         efficiency      jobs  effort    late    idle\n",
    );
    for row in &curve.rows {
        write_row(text, row);
    }
}

fn write_row(text: &mut String, row: &Row) {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let _ = write!(
        text,
        "{:>7} {:>9} {:>8.2} ±{:<7.2} {:>6} ±{:<6} {:>8} {:>7.2} {:>7} {:>7}",
        row.workers,
        span(row.makespan.mean),
        row.speed_up.mean,
        row.speed_up.deviation,
        percent(row.efficiency.mean),
        percent(row.efficiency.deviation),
        grouped(row.jobs.mean.round() as u64),
        row.effort.mean,
        percent(row.late.mean / row.jobs.mean),
        percent(row.idle.mean),
    );
    let _ = match row.broken_off {
        0 => writeln!(text),
        number => writeln!(text, "  {number} broken off"),
    };
}

/// A time in the unit that suits it.
fn span(seconds: f64) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 60.0 * MINUTE;
    const DAY: f64 = 24.0 * HOUR;
    match seconds {
        s if s < 2.0 * MINUTE => format!("{s:.0} s"),
        s if s < 2.0 * HOUR => format!("{:.1} min", s / MINUTE),
        s if s < 2.0 * DAY => format!("{:.1} h", s / HOUR),
        s => format!("{:.1} d", s / DAY),
    }
}

fn json(study: &Study, outcome: &Outcome) -> anyhow::Result<Value> {
    let place = &study.place;
    Ok(json!({
        "seed": study.seed,
        "jobs": study.jobs,
        "most_jobs": study.most_jobs,
        "siblings": study.siblings,
        "durations": match study.durations {
            Durations::Guess => "guess",
            Durations::Recorded(_) => "recorded",
        },
        "losses_per_hour": place.losses_per_hour,
        "ack_wait": place.ack_wait.as_secs_f64(),
        "slow_share": place.slow_share,
        "slow_factor": place.slow_factor,
        "coordinator": place.coordinator.as_secs_f64(),
        "latency": place.latency.as_secs_f64(),
        "trees": serde_json::to_value(&outcome.trees)?,
        "curves": serde_json::to_value(&outcome.curves)?,
    }))
}
