//! What all commands that search have in common: budgets, Ctrl-C, progress, certificates that are
//! checked before anything is claimed, and boards without an edge.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use indicatif::{ProgressBar, ProgressStyle};
use sixfold_check::Reason;
use sixfold_connect::connect_rules;
use sixfold_game::certificate::{Certificate, SinkError};
use sixfold_game::{Extent, GameName, Lattice, MAX_SIDE, Record, SpentBudget, SquareSet, Verdict};
use sixfold_solve::orders::Methods;
use sixfold_solve::{Budget, Control};

use crate::arguments::BudgetArguments;
use crate::output::deliver_stream;

/// The budget that was asked for, with a line to Ctrl-C.
pub fn budget(arguments: &BudgetArguments) -> anyhow::Result<Budget> {
    let budget = Budget {
        nodes: arguments.nodes,
        time: arguments.time,
        memory: (arguments.memory as usize) << 20,
        ..Budget::default()
    };
    let control = budget.control.clone();
    stop_on_interrupt(move || control.cancel())?;
    Ok(budget)
}

/// What is left of a budget after a first part of the search. A spent one leaves the least there is.
fn rest(budget: &Budget, started: Instant, nodes: u64) -> Budget {
    Budget {
        nodes: budget.nodes.map(|most| most.saturating_sub(nodes).max(1)),
        time: budget.time.map(|most| most.saturating_sub(started.elapsed())),
        memory: budget.memory,
        control: budget.control.clone(),
    }
}

/// How a search with so many threads goes about it; 0 stands for all cores.
pub fn methods_with(threads: u16) -> Methods {
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, Into::into),
        threads => threads.into(),
    };
    Methods { threads, ..Methods::default() }
}

/// The first Ctrl-C ends the search, which then says how far it got; the second ends the program.
pub fn stop_on_interrupt(stop: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let interrupted = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::INTERRUPTED.into());
        }
        stop();
    })
    .context("cannot watch for Ctrl-C")
}

/// Runs a search while a line on the terminal, if there is one, shows how far it is.
fn watched<T>(control: &Control, search: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed_precise}]") {
        bar.set_style(style);
    }
    let finished = AtomicBool::new(false);
    let started = Instant::now();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(100));
                bar.set_message(progress(control, started.elapsed()));
                bar.tick();
            }
        });
        let result = search();
        finished.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        bar.finish_and_clear();
        result
    })
}

fn progress(control: &Control, elapsed: Duration) -> String {
    let nodes = control.nodes();
    let rate = nodes as f64 / elapsed.as_secs_f64();
    let searched = format!("{} nodes, {}/s", grouped(nodes), grouped(rate as u64));
    let replies = control.replies();
    if replies.refuted + replies.open == 0 {
        return searched;
    }
    format!("{} replies refuted, {} open, {searched}", replies.refuted, replies.open)
}

/// What the independent checker says about a solver's proof.
pub enum Checked {
    /// It is a proof, of this order and with these zones.
    Proof(Box<sixfold_check::Report>),
    /// It is one on a board with an edge, but the board has none: a larger window is needed.
    RestsOnEdge,
}

/// Has a certificate checked. Nothing is claimed that the independent checker does not accept.
pub fn check(certificate: &Certificate) -> anyhow::Result<Checked> {
    match sixfold_check::check(certificate) {
        Ok(report) => Ok(Checked::Proof(Box::new(report))),
        Err(fault) => match fault.reason {
            Reason::NearEdge { .. } | Reason::EndlessZone { .. } => Ok(Checked::RestsOnEdge),
            _ => Err(anyhow!("the solver's proof is wrong, please report this: {fault}")),
        },
    }
}

/// Refuses a place where no certificate can be written, before a long search is wasted on it.
pub fn certificate_place(path: Option<&Path>) -> anyhow::Result<()> {
    path.map_or(Ok(()), |path| file_place("--cert", "the certificate", path))
}

/// Refuses a place where no file can be written.
pub fn file_place(option: &str, what: &str, path: &Path) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("{option}: {what} needs a file of its own");
    }
    if path.is_dir() {
        bail!("{option}: {} is a folder", path.display());
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            bail!("{option}: cannot write {}: there is no such folder", path.display())
        }
        _ => Ok(()),
    }
}

/// Writes a certificate to a file, compressed if the name asks for it, and says so.
pub fn write_certificate(path: &Path, certificate: &Certificate) -> anyhow::Result<String> {
    deliver_stream(path, "certificate", |out| {
        let written = if path.extension().is_some_and(|ending| ending == "gz") {
            let mut packed = GzEncoder::new(out, Compression::best());
            certificate.write(&mut packed).and_then(|()| Ok(packed.finish().map(drop)?))
        } else {
            certificate.write(out)
        };
        written.map_err(|error| match error {
            SinkError::Io(error) => error,
            SinkError::Structure(error) => std::io::Error::other(error),
        })
    })
}

/// What a search has found on one board.
pub trait Finding {
    fn verdict(&self) -> Verdict;
    /// The nodes searched.
    fn nodes_mut(&mut self) -> &mut u64;
}

/// Searches a position, and shows how far the search is. If the board has no edge and the window
/// proves too small, goes on with a larger one and what is left of the budget; the nodes of all
/// windows are counted.
pub fn on_growing_window<F: Finding>(
    mut record: Record,
    budget: &Budget,
    mut search: impl FnMut(&Record, &Budget) -> anyhow::Result<F>,
    mut checked: impl FnMut(F) -> anyhow::Result<F>,
) -> anyhow::Result<F> {
    let started = Instant::now();
    let mut nodes = 0;
    loop {
        let rest = rest(budget, started, nodes);
        let finding = watched(&rest.control, || search(&record, &rest))?;
        let mut finding = checked(finding)?;
        nodes += *finding.nodes_mut();
        *finding.nodes_mut() = nodes;
        let is_settled = finding.verdict() != Verdict::Unknown(SpentBudget::Window);
        match grown(&record)? {
            Some(larger) if !is_settled => record = larger,
            _ => return Ok(finding),
        }
    }
}

/// The same position of an unbounded game, seen through a larger window. Nothing if it cannot grow,
/// or if the board has an edge.
fn grown(record: &Record) -> anyhow::Result<Option<Record>> {
    let rules = connect_rules(record.game())?;
    let Lattice::Square { rows, columns } = rules.lattice() else { return Ok(None) };
    if rules.extent() == Extent::Whole || (rows >= MAX_SIDE && columns >= MAX_SIDE) {
        return Ok(None);
    }
    let wider = |side: u8| (side + 2 * GROWTH).min(MAX_SIDE);
    let window = Lattice::Square { rows: wider(rows), columns: wider(columns) };
    let rules = rules.with_window(window)?;
    let centred = rules.centred(&record.final_setup());
    Ok(centred.map(|setup| Record::from_setup(GameName::Connect(rules), &setup)))
}

/// So many squares are added on every side of a window that proves too small.
const GROWTH: u8 = 2;

/// A number and what it counts: "1 turn", "2 turns".
pub fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// How the text calls a win of this order with these zones. Zones that are all of an unbounded board
/// have no size.
pub fn order_and_zones(order: u16, zones: &[SquareSet]) -> String {
    let sizes: Vec<String> = zones.iter().take(3).map(|zone| zone.len().to_string()).collect();
    match sizes.as_slice() {
        [] => format!("order   {order}\n"),
        _ => format!("order   {order}, zones of {} squares\n", sizes.join(", ")),
    }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
