//! `sixfold library build`: a proof by jobs, and the library that comes of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_game::{GameName, Player};
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{ENGINE_VERSION, Effort};
use sixfold_library::{Counts, Library, joseki};
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, Conditions, Ending as Outcome, Settings};
use sixfold_store::{Header, Reader};

use crate::arguments::{LibraryBuildArguments, Side};
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::{file_place, methods_with, stop_on_interrupt};

/// Runs the command.
pub fn run(arguments: &LibraryBuildArguments) -> anyhow::Result<Report> {
    file_place("--out", "the library", &arguments.out)?;
    let store = store_place(arguments);
    file_place("--store", "the proof", &store)?;
    let mut campaign = open_campaign(arguments, &store)?;
    let mut library = open_library(&arguments.out, campaign.tree().game())?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let pressed = interrupted.clone();
    stop_on_interrupt(move || pressed.store(true, Ordering::Relaxed))?;
    let mut runner = LocalRunner::start(methods_with(arguments.workers).threads)?;
    let mut is_told = false;
    let outcome = campaign.run(
        &mut runner,
        &mut Conditions {
            time: arguments.time,
            command: &mut || {
                let is_news = interrupted.load(Ordering::Relaxed) && !is_told;
                is_told |= is_news;
                is_news.then_some(Command::Stop)
            },
            watch: &mut |_, _, _| (),
        },
    )?;
    // What there is of lines that are not finished is kept too.
    joseki::build(campaign.tree(), &mut library)?;
    let ending = match outcome {
        Outcome::Proven | Outcome::Disproven => Ending::Done,
        Outcome::Stopped if interrupted.load(Ordering::Relaxed) => Ending::Interrupted,
        Outcome::Stuck | Outcome::Stopped => Ending::Negative,
    };
    tell(&campaign, outcome, &library, ending)
}

/// Where the proof is kept: beside the library unless the user wants it elsewhere.
fn store_place(arguments: &LibraryBuildArguments) -> PathBuf {
    arguments.store.clone().unwrap_or_else(|| {
        let mut name = arguments.out.clone().into_os_string();
        name.push(".proof");
        name.into()
    })
}

/// Begins the proof, or goes on with the one that is there.
fn open_campaign(arguments: &LibraryBuildArguments, store: &Path) -> anyhow::Result<Campaign> {
    let is_given = super::is_given(&arguments.position);
    let prover = arguments.prover.map(|side| match side {
        Side::Black => Player::Black,
        Side::White => Player::White,
    });
    if !store.metadata().is_ok_and(|file| file.len() > 0) {
        let record = read_record(&arguments.position)?;
        let root = record.final_setup();
        let settings = settings(arguments, Settings::default());
        let header = Header {
            game: record.game(),
            root,
            moves: arguments.position.moves.clone(),
            prover: prover.unwrap_or(root.turn.player),
            engine: ENGINE_VERSION.to_string(),
            created: SystemTime::now(),
            settings: json!(settings),
        };
        return Ok(Campaign::begin(store, &header, settings)?);
    }
    let name = store.display();
    let header = Reader::open(store).and_then(|reader| reader.header()).context("--store")?;
    if is_given {
        let record = read_record(&arguments.position)?;
        if (record.game(), record.final_setup()) != (header.game, header.root) {
            bail!("--store: {name} is about another position: {} {}", header.game, header.root);
        }
    }
    if prover.is_some_and(|prover| prover != header.prover) {
        bail!("--prover: {name} is about a win of {}", header.prover);
    }
    let kept: Settings = serde_json::from_value(header.settings).context("--store")?;
    Campaign::resume(store, Some(settings(arguments, kept))).context("--store")
}

/// These settings, with what the user wants otherwise.
fn settings(arguments: &LibraryBuildArguments, usual: Settings) -> Settings {
    let Effort { order, nodes, player_nodes, memory } = usual.effort;
    let effort = Effort {
        order: arguments.order.unwrap_or(order),
        nodes: arguments.nodes.unwrap_or(nodes),
        player_nodes: arguments.player_nodes.unwrap_or(player_nodes),
        memory: arguments.memory.unwrap_or(memory),
    };
    Settings { effort, ..usual }
}

fn open_library(path: &Path, game: GameName) -> anyhow::Result<Library> {
    if !path.metadata().is_ok_and(|file| file.len() > 0) {
        return Ok(Library::create(path, game)?);
    }
    let library = Library::open(path)?;
    if library.game() != game {
        bail!("--out: {} is about {}, not {game}", path.display(), library.game());
    }
    Ok(library)
}

fn tell(
    campaign: &Campaign,
    outcome: Outcome,
    library: &Library,
    ending: Ending,
) -> anyhow::Result<Report> {
    let prover = campaign.tree().prover();
    let (said, result) = match outcome {
        Outcome::Proven => (format!("complete: {prover} wins"), "win"),
        Outcome::Disproven => (format!("{prover} does not win"), "none"),
        Outcome::Stuck => ("not complete, and nothing is left to be tried".to_string(), "unknown"),
        Outcome::Stopped => ("not complete: the same command goes on".to_string(), "unknown"),
    };
    let Counts { positions, open, moves, certificates, .. } = library.counts()?;
    let totals = campaign.store().totals()?;
    let body = Body::Text(format!(
        "{said}\n{positions} positions ({open} open), {moves} moves, {certificates} certificates \
         in {}; {} jobs, {:.1} s\n",
        library.path().display(),
        totals.done,
        totals.cost.seconds,
    ));
    let json = json!({
        "library": library.path().display().to_string(),
        "store": campaign.store().path().display().to_string(),
        "game": library.game().to_string(),
        "fen": campaign.tree().root().to_string(),
        "prover": prover,
        "result": result,
        "positions": positions,
        "open": open,
        "moves": moves,
        "certificates": certificates,
        "jobs": totals.done,
        "seconds": totals.cost.seconds,
    });
    Ok(Report { body, json, ending })
}
