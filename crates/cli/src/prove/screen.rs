//! What is to be seen while a proof runs.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, MultiProgress, ProgressBar};
use sixfold_answers::wording::counted;
use sixfold_jobs::Runner;
use sixfold_prove::{Campaign, Event, Progress};

use crate::search::{grouped, progress_style};

/// How much is said where there is no terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// What the user should know.
    Quiet,
    /// Also how far the proof is, every few seconds.
    Verbose,
}

/// Lines on the terminal that show how far a proof is, and lines above them on what happens.
pub struct Screen {
    all: MultiProgress,
    /// Each is cut where the terminal ends, so that they never wrap.
    tree: ProgressBar,
    jobs: ProgressBar,
    line: ProgressBar,
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
        let all = MultiProgress::new();
        let add = |template: &str| {
            all.add(ProgressBar::new_spinner().with_style(progress_style(template)))
        };
        Screen {
            tree: add("{spinner} {wide_msg} [{elapsed_precise}]"),
            jobs: add("  {wide_msg}"),
            line: add("  {wide_msg}"),
            all,
            verbosity,
            drawn: Cell::new(None),
            said: Cell::new(Instant::now()),
        }
    }

    /// Says something on standard error.
    pub fn say(&self, text: &str) {
        // If it cannot be written there is nobody to be told.
        self.all.suspend(|| {
            let _ = writeln!(io::stderr(), "{text}");
        });
    }

    /// What somebody has typed stands below the lines, and has moved the cursor: it is taken back, so
    /// that they are drawn where they were.
    pub fn take_back_typed_line(&self) {
        if !self.all.is_hidden() && self.drawn.get().is_some() {
            // Two lines up, and everything from there on is cleared.
            let _ = write!(io::stderr(), "\x1b[2A\r\x1b[J");
        }
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
        if !self.all.is_hidden() && is_old {
            self.drawn.set(Some(Instant::now()));
            let glance = Glance::at(campaign, runner);
            self.jobs.set_message(glance.jobs);
            self.line.set_message(glance.line);
            self.tree.set_message(glance.tree);
            self.tree.tick();
        }
        if self.verbosity == Verbosity::Verbose && self.said.get().elapsed() >= BREATH {
            self.said.set(Instant::now());
            let Glance { tree, jobs, line } = Glance::at(campaign, runner);
            self.say(&format!("{tree}; {jobs}; {line}"));
        }
    }

    /// Takes the lines away.
    pub fn clear(&self) {
        for bar in [&self.tree, &self.jobs, &self.line] {
            bar.finish_and_clear();
        }
    }
}

/// How far a proof is, in words.
struct Glance {
    tree: String,
    jobs: String,
    /// What the search thinks most of.
    line: String,
}

impl Glance {
    fn at(campaign: &Campaign, runner: &dyn Runner) -> Glance {
        let progress = campaign.progress();
        let line = match campaign.tree().line_name(&progress.best_line) {
            name if name.is_empty() => String::new(),
            name => format!("line {name}"),
        };
        Glance { tree: words_of_tree(&progress), jobs: words_of_jobs(&progress, runner), line }
    }
}

fn words_of_tree(progress: &Progress) -> String {
    let Progress { root, counts, .. } = progress;
    format!(
        "p/d {root}, {} nodes, {} proven, {} disproven",
        grouped(counts.nodes as u64),
        grouped(counts.proven as u64),
        grouped(counts.disproven as u64),
    )
}

fn words_of_jobs(progress: &Progress, runner: &dyn Runner) -> String {
    let Progress { done, running, failed, .. } = progress;
    let left = match progress.time_left() {
        Some(left) => format!("{} left at best", HumanDuration(left)),
        None => "time left unknown".to_string(),
    };
    format!(
        "jobs {} done, {running} running, {failed} failed, {:.1}/min, {}, {left}",
        grouped(*done),
        progress.jobs_a_minute(),
        counted(runner.workers().len(), "worker", "workers"),
    )
}
