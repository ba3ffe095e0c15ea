//! `sixfold atlas`: solved positions, kept with their certificates.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_game::record::move_list;
use sixfold_game::{GameName, Record};
use sixfold_jobs::{Runner, Sealed};
use sixfold_prove::atlas::{Atlas, Entry, file_name, key_move};
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, Conditions, Settings};

use crate::arguments::{AtlasArguments, AtlasCommand, AtlasFolder, AtlasProveArguments};
use crate::input::{read_bytes, source_name};
use crate::prove::{Interrupt, start_workforce};
use crate::report::{Body, Ending, Report};

/// Runs the command.
pub fn run(arguments: &AtlasArguments) -> anyhow::Result<Report> {
    match &arguments.command {
        AtlasCommand::Prove(arguments) => prove(arguments),
        AtlasCommand::Check(folder) => check(folder),
        AtlasCommand::Table(folder) => table(folder),
    }
}

fn table(folder: &AtlasFolder) -> anyhow::Result<Report> {
    let atlas = read(&folder.folder)?;
    Ok(Report::done(atlas.table(), json!(atlas.entries())))
}

/// An atlas that must be there.
fn read(folder: &Path) -> anyhow::Result<Atlas> {
    if !folder.is_dir() {
        bail!("{}: there is no such folder", folder.display());
    }
    Ok(Atlas::open(folder)?)
}

fn check(folder: &AtlasFolder) -> anyhow::Result<Report> {
    let atlas = read(&folder.folder)?;
    let mut faults = Vec::new();
    for entry in atlas.entries() {
        if let Err(fault) = atlas.certificate(entry) {
            faults.push(fault.to_string());
        }
    }
    let entries = atlas.entries().len();
    let json = json!({ "entries": entries, "faults": faults });
    let proven = entries - faults.len();
    let mut lines = faults.clone();
    lines.push(format!("{proven} of {} proven\n", counted(entries, "position", "positions")));
    let text = lines.join("\n");
    let ending = if faults.is_empty() { Ending::Done } else { Ending::Negative };
    Ok(Report { body: Body::Text(text), json, ending })
}

/// A position to be proven, and where its proof is kept.
struct Subject<'a> {
    moves: &'a str,
    record: &'a Record,
    store: PathBuf,
}

fn prove(arguments: &AtlasProveArguments) -> anyhow::Result<Report> {
    let mut atlas = Atlas::open(&arguments.folder.folder)?;
    let list = positions(&arguments.positions, arguments.game)?;
    let settings = arguments.settings.over(Settings::usual(arguments.game))?;
    let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
    let stores = arguments.stores.clone().unwrap_or_else(|| temporary.path().to_path_buf());
    std::fs::create_dir_all(&stores).with_context(|| format!("--stores {}", stores.display()))?;
    let interrupt = Interrupt::watch()?;
    let mut runner =
        start_workforce(&arguments.workforce, &format!("atlas-{}", std::process::id()))?;
    let mut lines = Vec::new();
    let mut solved = 0;
    for (moves, record) in &list {
        if atlas.find(moves).is_some() {
            continue;
        }
        let store = stores.join(file_name(moves).replace(".cert.gz", ".proof"));
        let subject = Subject { moves, record, store };
        let found = prove_one(&subject, settings, arguments.time, &mut *runner, &interrupt)?;
        if interrupt.is_pressed() {
            break;
        }
        let said = match found {
            Some((entry, certificate)) => {
                let said = format!("{moves}: {} wins, {:.1} s", entry.winner, entry.seconds);
                atlas.add(entry, &certificate)?;
                solved += 1;
                said
            }
            None => format!("{moves}: not solved"),
        };
        eprintln!("{said}");
        lines.push(said);
    }
    let entries = counted(atlas.entries().len(), "position", "positions");
    lines.push(format!("{entries} in the atlas\n"));
    let json = json!({ "solved": solved, "entries": atlas.entries() });
    let ending = if interrupt.is_pressed() { Ending::Interrupted } else { Ending::Done };
    Ok(Report { body: Body::Text(lines.join("\n")), json, ending })
}

/// Move lists with the positions they lead to; lines that begin with # are comments.
fn positions(path: &Path, game: GameName) -> anyhow::Result<Vec<(String, Record)>> {
    let text = read_bytes(path)?;
    let text = String::from_utf8_lossy(&text);
    let mut positions = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let moves = line.trim();
        if moves.is_empty() || moves.starts_with('#') {
            continue;
        }
        let record = move_list::read(game, moves)
            .with_context(|| format!("{}: line {}", source_name(path), number + 1))?;
        positions.push((moves.to_string(), record));
    }
    Ok(positions)
}

/// Proves a position by jobs. Nothing if it is not solved in time.
fn prove_one(
    subject: &Subject<'_>,
    settings: Settings,
    time: Duration,
    runner: &mut dyn Runner,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<(Entry, Sealed)>> {
    let Subject { moves, record, store } = subject;
    let root = record.final_setup();
    let header = settings.header(record.game(), root, Some((*moves).to_string()));
    let mut campaign = if store.exists() {
        Campaign::resume(store, Some(settings))?
    } else {
        Campaign::begin(store, &header, settings)?
    };
    let mut is_told = false;
    let ending = campaign.run(
        runner,
        &mut Conditions {
            time: Some(time),
            command: &mut || {
                let quits = interrupt.is_pressed() && !is_told;
                is_told |= quits;
                quits.then_some(Command::Quit)
            },
            watch: &mut |_, _, _| {},
        },
    )?;
    if ending != sixfold_prove::Ending::Proven {
        return Ok(None);
    }
    let certificate = campaign.tree_mut().certificate()?;
    let report = sixfold_check::check(&certificate)
        .map_err(|fault| anyhow::anyhow!("the proof is wrong, please report this: {fault}"))?;
    let totals = campaign.store().totals()?;
    let entry = Entry {
        moves: (*moves).to_string(),
        winner: certificate.claim.winner,
        key_move: key_move(record.game(), &certificate),
        order: report.order,
        jobs: totals.done,
        seconds: (totals.cost.seconds * 10.0).round() / 10.0,
        certificate: file_name(moves),
    };
    Ok(Some((entry, Sealed::seal(&certificate)?)))
}
