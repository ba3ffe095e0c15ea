//! `sixfold atlas`: solved positions, kept with their certificates.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_game::record::move_list;
use sixfold_game::{GameName, Record, Setup};
use sixfold_jobs::{Runner, Sealed};
use sixfold_prove::atlas::{Atlas, Entry, file_name, key_move};
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, Conditions, Settings, Symmetries};

use crate::arguments::{AtlasArguments, AtlasCommand, AtlasFolder, AtlasWork};
use crate::input::{read_bytes, source_name};
use crate::prove::{Interrupt, start_workforce};
use crate::report::{Body, Ending, Report};

/// Runs the command.
pub fn run(arguments: &AtlasArguments) -> anyhow::Result<Report> {
    match &arguments.command {
        AtlasCommand::Prove(arguments) => {
            let list = positions(&arguments.positions, arguments.game)?;
            prove(&list, arguments.game, &arguments.folder.folder, &arguments.work)
        }
        AtlasCommand::Openings(arguments) => {
            let list = openings(arguments.game)?;
            prove(&list, arguments.game, &arguments.folder, &arguments.work)
        }
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

/// A position to be proven.
struct Subject {
    moves: String,
    record: Record,
}

fn prove(
    list: &[Subject],
    game: GameName,
    folder: &Path,
    work: &AtlasWork,
) -> anyhow::Result<Report> {
    let mut atlas = Atlas::open(folder)?;
    let settings = work.settings.over(Settings::usual(game))?;
    let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
    let stores = work.stores.clone().unwrap_or_else(|| temporary.path().to_path_buf());
    std::fs::create_dir_all(&stores).with_context(|| format!("--stores {}", stores.display()))?;
    let interrupt = Interrupt::watch()?;
    let mut runner = start_workforce(&work.workforce, &format!("atlas-{}", std::process::id()))?;
    let mut lines = Vec::new();
    let mut solved = 0;
    for subject in list {
        let moves = &subject.moves;
        if atlas.find(moves).is_some() {
            continue;
        }
        let store = stores.join(file_name(moves).replace(".cert.gz", ".proof"));
        let mut campaign = begin(subject, &store, settings)?;
        let found = prove_one(subject, &mut campaign, work.time, &mut *runner, &interrupt)?;
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
fn positions(path: &Path, game: GameName) -> anyhow::Result<Vec<Subject>> {
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
        positions.push(Subject { moves: moves.to_string(), record });
    }
    Ok(positions)
}

/// The positions after each first stone, one of each kind.
fn openings(game: GameName) -> anyhow::Result<Vec<Subject>> {
    let start = Setup::start(game);
    if start.turn.stones_left != 1 {
        bail!("--game {game}: the first turn has several stones; use `atlas prove` with a list");
    }
    let symmetries = Symmetries::of(game);
    let mut seen = Vec::new();
    let mut openings = Vec::new();
    for square in symmetries.cells().iter() {
        let after = symmetries.after(&start, std::iter::once(square).collect());
        let kind = symmetries.canonical(&after);
        if seen.contains(&kind) {
            continue;
        }
        seen.push(kind);
        let moves = game.grid().name(square).to_string();
        let record = move_list::read(game, &moves)?;
        openings.push(Subject { moves, record });
    }
    Ok(openings)
}

/// Begins with a position, or goes on with it.
fn begin(subject: &Subject, store: &Path, settings: Settings) -> anyhow::Result<Campaign> {
    let Subject { moves, record } = subject;
    if store.exists() {
        return Ok(Campaign::resume(store, Some(settings))?);
    }
    let (game, root) = (record.game(), record.final_setup());
    Ok(Campaign::begin(store, &settings.header(game, root, Some(moves.clone())), settings)?)
}

/// Proves a position by jobs. Nothing if it is not solved in time.
fn prove_one(
    subject: &Subject,
    campaign: &mut Campaign,
    time: Duration,
    runner: &mut dyn Runner,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<(Entry, Sealed)>> {
    let Subject { moves, record } = subject;
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
    let certificate = match ending {
        sixfold_prove::Ending::Proven => Some(campaign.tree_mut().certificate()?),
        sixfold_prove::Ending::Disproven => campaign.tree().refutation()?,
        sixfold_prove::Ending::Stuck | sixfold_prove::Ending::Stopped => None,
    };
    let Some(certificate) = certificate else { return Ok(None) };
    let report = sixfold_check::check(&certificate)
        .map_err(|fault| anyhow::anyhow!("the proof is wrong, please report this: {fault}"))?;
    let totals = campaign.store().totals()?;
    let entry = Entry {
        moves: moves.clone(),
        winner: certificate.claim.winner,
        key_move: key_move(record.game(), &certificate),
        order: report.order,
        jobs: totals.done,
        seconds: (totals.cost.seconds * 10.0).round() / 10.0,
        certificate: file_name(moves),
    };
    Ok(Some((entry, Sealed::seal(&certificate)?)))
}
