//! `sixfold match` and `sixfold tournament`: engines against each other.

mod summary;
mod tables;

use std::path::Path;

use anyhow::Context;
use indicatif::ProgressBar;
use serde_json::Value;
use sixfold_answers::wording::counted;
use sixfold_answers::{Checked, check, methods_with};
use sixfold_game::certificate::Certificate;
use sixfold_game::record::{Format, sgf};
use sixfold_hex::SwapRule;
use sixfold_play::clock::Limits;
use sixfold_play::contest::statistics::Sprt;
use sixfold_play::contest::{
    self, Adjudication, Contest, EngineSpec, Halt, Journal, Openings, ProofVerdict, Results, Staff,
    Standings, Terms,
};

use crate::arguments::{Adjudicate, ContestArguments, MatchArguments, TournamentArguments};
use crate::bench::table::Style;
use crate::input::{read_bytes, source_name};
use crate::output::deliver_stream;
use crate::report::{Body, Ending, Report};
use crate::search::{file_place, progress_style, stop_on_interrupt};
use crate::thinking::check_swap;

/// Runs a match.
pub fn run_match(arguments: &MatchArguments) -> anyhow::Result<Report> {
    let engines = vec![arguments.first.clone(), arguments.second.clone()];
    let sprt = arguments.sprt.map(|hypotheses| Sprt {
        elo0: hypotheses.elo0,
        elo1: hypotheses.elo1,
        alpha: arguments.error,
        beta: arguments.error,
    });
    let played = play(engines, &arguments.contest, sprt)?;
    Ok(played.report(tables::of_match(&played), summary::of_match(&played)))
}

/// Runs a tournament.
pub fn run_tournament(arguments: &TournamentArguments) -> anyhow::Result<Report> {
    let style = if arguments.markdown { Style::Markdown } else { Style::Plain };
    let played = play(arguments.engines.clone(), &arguments.contest, None)?;
    Ok(played.report(tables::of_tournament(&played, style), summary::of_tournament(&played)))
}

/// A contest that has been played, or begun.
struct Played {
    contest: Contest,
    results: Results,
    standings: Standings,
    /// What is said of files and of an interruption.
    closing: String,
    ending: Ending,
}

impl Played {
    fn report(&self, text: String, json: Value) -> Report {
        Report { body: Body::Text(text + &self.closing), json, ending: self.ending }
    }
}

fn play(
    engines: Vec<EngineSpec>,
    arguments: &ContestArguments,
    sprt: Option<Sprt>,
) -> anyhow::Result<Played> {
    check_swap(arguments.swap, arguments.game)?;
    let openings = openings(arguments)?;
    let contest = Contest::new(arguments.game, engines, openings, terms(arguments, sprt));
    if let Some(path) = &arguments.sgf {
        file_place("--sgf", "the games", path)?;
    }
    let (mut journal, mut results) = match &arguments.record {
        Some(path) => {
            file_place("--record", "the record", path)?;
            let place = || format!("--record: {}", path.display());
            let opened = Journal::open(path, &contest).with_context(place)?;
            (Some(opened.journal), opened.results)
        }
        None => (None, Results::default()),
    };
    let halt = std::sync::Arc::new(Halt::default());
    let interrupt = halt.clone();
    stop_on_interrupt(move || interrupt.interrupt())?;
    let concurrency = methods_with(arguments.concurrency).threads;
    let bar = progress_bar(&contest, &results);
    let staff = Staff { concurrency, judge: &judge, halt: &halt };
    let run = contest::run(&contest, &mut results, &staff, &mut |game, results| {
        bar.inc(1);
        bar.set_message(summary::progress(&contest, results));
        journal.as_mut().map_or(Ok(()), |journal| journal.append(game))
    });
    bar.finish_and_clear();
    run?;
    let mut closing = String::new();
    if let Some(path) = &arguments.sgf {
        closing += &write_sgf(path, &contest, &results)?;
    }
    let is_done = results.len() == contest.games() || results.decided_after(&contest).is_some();
    let is_interrupted = halt.is_interrupted() && !is_done;
    if is_interrupted {
        closing += &farewell(&contest, &results, arguments);
    }
    let ending = if is_interrupted { Ending::Interrupted } else { Ending::Done };
    let standings = Standings::of(&contest, &results);
    Ok(Played { contest, results, standings, closing, ending })
}

fn openings(arguments: &ContestArguments) -> anyhow::Result<Openings> {
    let Some(path) = &arguments.openings else { return Ok(Openings::built_in(arguments.game)?) };
    let text = read_bytes(path)?;
    let text = String::from_utf8_lossy(&text);
    let place = || format!("--openings: {}", source_name(path));
    Openings::read(arguments.game, &text).with_context(place)
}

fn terms(arguments: &ContestArguments, sprt: Option<Sprt>) -> Terms {
    let limits = Limits { clock: arguments.clock, ..arguments.limits.into() };
    Terms {
        pairs: arguments.games / 2,
        limits: limits.or_usual(),
        margin: arguments.margin,
        memory: (arguments.memory as usize) << 20,
        seed: arguments.seed,
        moves_limit: arguments.moves_limit.map(|limit| limit as usize),
        adjudication: match arguments.adjudicate {
            Adjudicate::On => Adjudication::Proofs,
            Adjudicate::Off => Adjudication::Off,
        },
        swap: if arguments.swap { SwapRule::SwapPieces } else { SwapRule::Off },
        sprt,
    }
}

/// Asks the independent checker.
fn judge(certificate: &Certificate) -> ProofVerdict {
    match check(certificate) {
        Ok(Checked::Proof(_)) => ProofVerdict::Accepted,
        Ok(Checked::RestsOnEdge) => ProofVerdict::RestsOnEdge,
        Err(error) => ProofVerdict::Rejected(format!("{error:#}")),
    }
}

fn progress_bar(contest: &Contest, results: &Results) -> ProgressBar {
    let style =
        progress_style("{bar:24} {pos}/{len} games, {msg} [{elapsed_precise}, {eta_precise} left]");
    let bar = ProgressBar::new(contest.games() as u64).with_style(style);
    let bar = bar.with_position(results.len() as u64);
    bar.reset_eta();
    bar.set_message(summary::progress(contest, results));
    bar.enable_steady_tick(std::time::Duration::from_secs(1));
    bar
}

fn write_sgf(path: &Path, contest: &Contest, results: &Results) -> anyhow::Result<String> {
    let mut contents = Vec::new();
    for game in results.games() {
        let record = game.record(contest.game)?;
        contents.extend(Format::Sgf(sgf::Style::Standard).write(&record)?);
    }
    let what = counted(results.len(), "game", "games");
    deliver_stream(path, &what, |out| out.write_all(&contents))
}

/// How to go on after an interruption.
fn farewell(contest: &Contest, results: &Results, arguments: &ContestArguments) -> String {
    let done = format!("interrupted after {} of {} games", results.len(), contest.games());
    if arguments.record.is_none() {
        return format!("{done}; with --record FILE they could be resumed\n");
    }
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = std::iter::once("sixfold".to_string()).chain(words).collect();
    let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
    format!("{done}; go on with:\n  {command}\n")
}
