//! `sixfold library show`: what is in a library.

use serde_json::{Value, json};
use sixfold_game::record::Record;
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_jobs::Digest;
use sixfold_library::{
    Counts, Found, FoundMove, Ground, Judgement, Known, Library, Statistics, wire,
};

use super::{is_given, record_of};
use crate::arguments::LibraryShowArguments;
use crate::report::Report;
use crate::search::counted;

/// Runs the command.
pub fn run(arguments: &LibraryShowArguments) -> anyhow::Result<Report> {
    let library = Library::open_read_only(&arguments.library)?;
    if !is_given(&arguments.position) {
        return Ok(show_counts(&library, library.counts()?));
    }
    let record = record_of(&library, &arguments.position)?;
    let position = record.final_setup();
    match library.lookup(&position)? {
        Some(found) => Ok(show_found(library.game(), &position, &found)),
        None => show_unknown(&library, &record),
    }
}

fn show_counts(library: &Library, counts: Counts) -> Report {
    let Counts { positions, won, open, moves, certificates, games, .. } = counts;
    let game = library.game();
    let text = format!(
        "{game}: {} ({won} won, {open} open), {}, {}{}\n",
        counted(positions, "position"),
        counted(moves, "move"),
        counted(certificates, "certificate"),
        if games > 0 { format!(", {}", counted(games, "game")) } else { String::new() }
    );
    let json = json!({
        "game": game.to_string(),
        "positions": positions,
        "won": won,
        "open": open,
        "moves": moves,
        "certificates": certificates,
        "games": games,
    });
    Report::done(text, json)
}

fn show_found(game: GameName, position: &Setup, found: &Found) -> Report {
    let mut lines = vec![sentence(found.judgement, found.certificate, found.statistics)];
    let said = [&found.description.name, &found.description.comment];
    lines.extend(said.into_iter().filter(|said| !said.is_empty()).cloned());
    lines.extend(found.moves.iter().map(|found| {
        let name = turn_name(game, position, found.stones);
        let said = sentence(found.judgement, found.certificate, found.statistics);
        format!("  {name:<10} {said} {}", found.description.name).trim_end().to_string()
    }));
    let text = lines.join("\n") + "\n";
    let moves = found.moves.iter().map(|found| move_json(game, position, found));
    let marks = found.marks.iter().map(|mark| wire::Mark::of(game, mark));
    let json = json!({
        "game": game.to_string(),
        "fen": position.to_string(),
        "found": true,
        "known": found.judgement.known.word(),
        "certificate": found.certificate.map(|digest| digest.to_string()),
        "name": found.description.name,
        "comment": found.description.comment,
        "ground": found.judgement.ground,
        "statistics": found.statistics,
        "marks": marks.collect::<Vec<_>>(),
        "evaluation": found.evaluation.as_ref().map(|it| wire::Evaluation::of(game, it)),
        "moves": moves.collect::<Vec<Value>>(),
    });
    Report::done(text, json)
}

fn move_json(game: GameName, position: &Setup, found: &FoundMove) -> Value {
    json!({
        "move": turn_name(game, position, found.stones),
        "known": found.judgement.known.word(),
        "certificate": found.certificate.map(|digest| digest.to_string()),
        "ground": found.judgement.ground,
        "name": found.description.name,
        "statistics": found.statistics,
        "transposes": found.arrivals > 1,
    })
}

/// A position that the library does not have may still be decided in it: all replies to a winning
/// move that are not listed are refuted by its certificate.
fn show_unknown(library: &Library, record: &Record) -> anyhow::Result<Report> {
    let position = record.final_setup();
    let before = before_last_turn(record);
    let found = before.map(|before| library.lookup(&before)).transpose()?.flatten();
    let refuting = found.filter(|found| {
        found.judgement.known == Known::Won(position.turn.player) && found.certificate.is_some()
    });
    let text = match &refuting {
        Some(_) => format!(
            "not in the library: {} wins, the certificate of the position before refutes this \
             reply\n",
            position.turn.player
        ),
        None => "not in the library\n".to_string(),
    };
    let json = json!({
        "game": library.game().to_string(),
        "fen": position.to_string(),
        "found": false,
        "known": refuting.as_ref().map_or(Known::Open, |found| found.judgement.known).word(),
        "refuted_by": refuting.and_then(|found| found.certificate).map(|hash| hash.to_string()),
    });
    Ok(Report::done(text, json))
}

/// The position before the whole turn that was played last.
fn before_last_turn(record: &Record) -> Option<Setup> {
    let positions: Vec<Setup> = record.main_line().map(|node| record.setup_at(node)).collect();
    let last = positions.last()?;
    let is_turn = |setup: &&Setup| setup.turn.player != last.turn.player;
    let mut turn = positions.iter().rev().skip(1).take_while(is_turn);
    let first = turn.next()?;
    Some(*turn.last().unwrap_or(first))
}

/// A turn as it is written: `-` stands for a stone that is not placed.
fn turn_name(game: GameName, position: &Setup, stones: SquareSet) -> String {
    let missing = usize::from(position.turn.stones_left).saturating_sub(stones.len());
    game.grid().names(stones.iter()).concat() + &"-".repeat(missing)
}

fn sentence(judgement: Judgement, certificate: Option<Digest>, statistics: Statistics) -> String {
    let mut words = vec![judgement.known.to_string()];
    if certificate.is_some() {
        words.push("(certificate)".to_string());
    } else if judgement.ground == Some(Ground::Claim) {
        words.push("(claim)".to_string());
    }
    let Statistics { games, black_wins, white_wins, draws } = statistics;
    if games > 0 {
        words.push(format!("{} +{black_wins} -{white_wins} ={draws}", counted(games, "game")));
    }
    words.join(" ")
}
