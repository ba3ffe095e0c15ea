//! What is to be seen while a proof runs.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use sixfold_jobs::Runner;
use sixfold_prove::{Campaign, Event, Progress};

/// How much is said where there is no terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// What the user should know.
    Quiet,
    /// Also how far the proof is, every few seconds.
    Verbose,
}

/// Two lines on the terminal that show how far a proof is, and lines above them on what happens.
pub struct Screen {
    bar: ProgressBar,
    verbosity: Verbosity,
    drawn: Cell<Option<Instant>>,
    said: Cell<Instant>,
}

/// How often the terminal is drawn.
const GLANCE: Duration = Duration::from_millis(250);
/// How often a line is written where there is none.
const BREATH: Duration = Duration::from_secs(10);

impl Screen {
    /// A screen with nothing on it.
    pub fn new(verbosity: Verbosity) -> Screen {
        let bar = ProgressBar::new_spinner();
        let template = "{spinner} {wide_msg} [{elapsed_precise}]\n  {prefix}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Screen { bar, verbosity, drawn: Cell::new(None), said: Cell::new(Instant::now()) }
    }

    /// Says something on standard error.
    pub fn say(&self, text: &str) {
        // If it cannot be written there is nobody to be told.
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{text}");
        });
    }

    /// Shows what happens.
    pub fn show(&self, campaign: &Campaign, runner: &dyn Runner, event: &Event<'_>) {
        match event {
            Event::Failed { worker, failure, .. } => self.say(&format!("{worker}: {failure}")),
            Event::SetAside { node } => {
                let reason = "its jobs fail or find nothing out";
                self.say(&format!("node {} is set aside: {reason}", node.0));
            }
            Event::Steered(Ok(answer)) => self.say(answer),
            Event::Steered(Err(reason)) => self.say(&format!("refused: {reason}")),
            Event::Done { .. } | Event::Tick => self.draw(campaign, runner),
        }
    }

    fn draw(&self, campaign: &Campaign, runner: &dyn Runner) {
        let is_old = self.drawn.get().is_none_or(|drawn| drawn.elapsed() >= GLANCE);
        if !self.bar.is_hidden() && is_old {
            self.drawn.set(Some(Instant::now()));
            let progress = campaign.progress();
            self.bar.set_message(summary(&progress, runner));
            self.bar.set_prefix(campaign.tree().line_name(&progress.best_line));
            self.bar.tick();
        }
        if self.verbosity == Verbosity::Verbose && self.said.get().elapsed() >= BREATH {
            self.said.set(Instant::now());
            let progress = campaign.progress();
            let line = campaign.tree().line_name(&progress.best_line);
            self.say(&format!("{}: {line}", summary(&progress, runner)));
        }
    }

    /// Takes the lines away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// How far a proof is, in a line.
fn summary(progress: &Progress, runner: &dyn Runner) -> String {
    let Progress { root, counts, done, running, failed, .. } = progress;
    let rate = progress.jobs_a_minute();
    let left = match progress.time_left() {
        Some(left) => format!("{} left if all goes well", HumanDuration(left)),
        None => "time left unknown".to_string(),
    };
    format!(
        "p/d {root}, nodes {} ({} proven, {} disproven), jobs {done} done, {running} running, \
         {failed} failed, {rate:.1}/min, workers {}, {left}",
        counts.nodes,
        counts.proven,
        counts.disproven,
        runner.workers().len(),
    )
}
