//! `sixfold family`: who wins the games Connect(k,p,q).

mod boards;
mod table;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_family::book::Book;
use sixfold_family::bound::{corollary_applies, corollary_bound, instance};
use sixfold_family::evidence::{Counts, Series};
use sixfold_family::game::Family;
use sixfold_family::overwhelm::overwhelming_groups;
use sixfold_family::picture::picture;
use sixfold_family::prove::{Unproven, prove as prove_game};
use sixfold_family::theorem::FirstTurn;
use sixfold_play::contest::Halt;
use sixfold_solve::Budget;

use crate::arguments::{
    FamilyArguments, FamilyCommand, FamilyFolder, FamilyGame, FamilyPlayArguments,
    FamilyProveArguments, FamilyShowArguments,
};
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::{grouped, stop_on_interrupt, watched};

/// Runs the command.
pub fn run(arguments: &FamilyArguments) -> anyhow::Result<Report> {
    match &arguments.command {
        FamilyCommand::Table(arguments) => table::run(arguments),
        FamilyCommand::Prove(arguments) => prove(arguments),
        FamilyCommand::Check(folder) => check(folder),
        FamilyCommand::Show(arguments) => show(arguments),
        FamilyCommand::Bound(game) => bound(*game),
        FamilyCommand::Play(arguments) => play(arguments),
        FamilyCommand::Mnk(arguments) => boards::run(arguments),
    }
}

impl From<FamilyGame> for Family {
    fn from(game: FamilyGame) -> Family {
        Family { k: game.in_a_row, p: game.stones, q: game.first }
    }
}

/// A folder that must be there.
fn open(folder: &Path) -> anyhow::Result<Book> {
    if !folder.is_dir() {
        bail!("{}: there is no such folder", folder.display());
    }
    Ok(Book::open(folder)?)
}

fn prove(arguments: &FamilyProveArguments) -> anyhow::Result<Report> {
    let game = Family::from(arguments.game);
    let budget = Budget { time: Some(arguments.time), ..Budget::default() };
    let control = budget.control.clone();
    stop_on_interrupt(move || control.cancel())?;
    let proven = match watched(&budget.control, || prove_game(game, &budget)) {
        Ok(proven) => proven,
        Err(failed @ Unproven::Failed { .. }) => {
            let ending =
                if budget.control.is_cancelled() { Ending::Interrupted } else { Ending::Negative };
            let json = json!({ "game": game, "proven": false, "reason": failed.to_string() });
            return Ok(Report { body: Body::Text(format!("{failed}\n")), json, ending });
        }
        Err(error) => return Err(error.into()),
    };
    let theorem = proven.theorem.clone();
    let mut text = format!(
        "{game}: {} wins (proven: {})\nnodes   {} in {} s\n",
        theorem.winner,
        theorem.proof.kind(),
        grouped(theorem.nodes),
        theorem.seconds,
    );
    if let Some(folder) = &arguments.out {
        let mut book = Book::open(folder)?;
        book.add(proven)?;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "kept in {}", folder.display());
    }
    Ok(Report::done(text, json!({ "game": game, "proven": true, "theorem": theorem })))
}

fn check(folder: &FamilyFolder) -> anyhow::Result<Report> {
    let book = open(&folder.folder)?;
    let bar = ProgressBar::new(book.theorems().len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    let mut faults = Vec::new();
    let mut turns = 0;
    for theorem in book.theorems() {
        bar.set_message(theorem.game.to_string());
        match book.check(theorem) {
            Ok(confirmed) => turns += confirmed.turns,
            Err(fault) => faults.push(fault.to_string()),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let theorems = book.theorems().len();
    let proven = theorems - faults.len();
    let mut lines = faults.clone();
    let what = counted(theorems, "theorem", "theorems");
    let checked = grouped(turns as u64);
    lines.push(format!("{proven} of {what} proven, {checked} winning turns checked\n"));
    let json = json!({ "theorems": theorems, "turns": turns, "faults": faults });
    let ending = if faults.is_empty() { Ending::Done } else { Ending::Negative };
    Ok(Report { body: Body::Text(lines.join("\n")), json, ending })
}

fn show(arguments: &FamilyShowArguments) -> anyhow::Result<Report> {
    let game = Family::from(arguments.game);
    let book = open(&arguments.folder.folder)?;
    let theorem = book.find(game).with_context(|| {
        format!("{game} is not proven in {}", arguments.folder.folder.display())
    })?;
    let turn = book.first_turn(theorem)?;
    let caption = format!("{game}: {} wins", theorem.winner);
    let diagram = picture(&turn, caption).context("the stones are too far apart to be drawn")?;
    let json = json!({ "theorem": theorem, "black": turn.black, "white": turn.white });
    let body = match &arguments.svg {
        Some(path) => deliver(path, diagram.to_svg().into_bytes(), "picture")?,
        None => Body::Text(diagram.to_text()),
    };
    Ok(Report { body, json, ending: Ending::Done })
}

fn bound(game: FamilyGame) -> anyhow::Result<Report> {
    let game = Family::from(game);
    let Family { k, p, q } = game;
    if p >= k || k > 40 || q > 40 {
        bail!("{game} is out of range (p < k <= 40, q <= 40)");
    }
    let bound = corollary_bound(game.rules().threat(), q);
    let says =
        if corollary_applies(game) { "so it says that Black wins" } else { "which says nothing" };
    let mut text = format!("{game}: the corollary's bound is {bound}, p = {p}: {says}\n");
    let checked = instance(game).filter(|_| corollary_applies(game));
    let groups: Option<Vec<_>> = match checked {
        Some(instance) => Some(instance.groups.into_iter().map(|group| group.stones).collect()),
        None => overwhelming_groups(game.rules(), q),
    };
    let Some(groups) = groups else {
        text += "no first turn was found that takes more than p stones to block\n";
        let json = json!({ "game": game, "bound": bound, "groups": null });
        return Ok(Report { body: Body::Text(text), json, ending: Ending::Negative });
    };
    let mut total = 0;
    for stones in &groups {
        let number = sixfold_family::blocking::blocking_number(stones, game.rules());
        total += number;
        let size = counted(stones.len(), "stone", "stones");
        let turn = FirstTurn { black: stones.clone(), ..FirstTurn::default() };
        let _ = writeln!(text, "\n{size} that take {number} to block:");
        text += &picture(&turn, String::new()).map(|d| d.to_text()).unwrap_or_default();
    }
    let needed = format!("they take {total} stones to block, White has {p}");
    let _ = writeln!(text, "\nfar from one another {needed}");
    let json = json!({ "game": game, "bound": bound, "blocked_by": total, "groups": groups });
    let ending = if total > p { Ending::Done } else { Ending::Negative };
    Ok(Report { body: Body::Text(text), json, ending })
}

fn play(arguments: &FamilyPlayArguments) -> anyhow::Result<Report> {
    let [first, second] = &arguments.engines[..] else { bail!("--engines takes two engines") };
    let series = Series {
        game: arguments.game.into(),
        side: arguments.side,
        games: arguments.games as usize,
        players: [first.clone(), second.clone()],
        nodes: arguments.nodes,
        seed: arguments.seed,
        most_turns: arguments.turns as usize,
    };
    let halt = Arc::new(Halt::default());
    let interrupt = halt.clone();
    stop_on_interrupt(move || interrupt.interrupt())?;
    let bar = ProgressBar::new(2 * series.games.div_ceil(2) as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {msg}") {
        bar.set_style(style);
    }
    let counts = series.play(&halt, &mut |counts: Counts| {
        bar.set_position(counts.games() as u64);
        bar.set_message(words(counts));
    });
    bar.finish_and_clear();
    let counts = counts?;
    let name = series.name()?;
    let text = format!(
        "{name}, {first} and {second}, {} nodes a move: {}\n",
        grouped(series.nodes),
        words(counts)
    );
    let json = json!({
        "game": series.game, "board": name.to_string(), "engines": series.players,
        "nodes": series.nodes, "seed": series.seed, "games": counts.games(), "counts": counts,
    });
    let is_cut_short = halt.is_interrupted() && counts.games() < series.games;
    let ending = if is_cut_short { Ending::Interrupted } else { Ending::Done };
    Ok(Report { body: Body::Text(text), json, ending })
}

fn words(counts: Counts) -> String {
    let games = counted(counts.games(), "game", "games");
    format!("{games}, Black won {}, White {}, drawn {}", counts.black, counts.white, counts.drawn)
}
