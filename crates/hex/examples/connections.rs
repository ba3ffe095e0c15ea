//! How many connections H-search finds, and how long it takes:
//! `cargo run --release -p sixfold-hex --example connections -- hex11 captured`, or
//! `-- hex-problems.csv 11x11 captured` for all positions of a table (columns name, game, fen) whose
//! names have that word. The other words are options of H-search.

mod options;

use std::time::Instant;

use sixfold_game::{GameName, Player};
use sixfold_hex::Position;
use sixfold_hex::connections::{Connections, Goal, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (settings, rest) = options::read(std::env::args().skip(1).collect())?;
    let game = rest.first().map_or("hex11", String::as_str);
    let word = rest.get(1).map_or("", String::as_str);
    let mut positions = Vec::new();
    if std::path::Path::new(game).extension().is_some_and(|ending| ending == "csv") {
        for row in csv::Reader::from_path(game)?.records() {
            let row = row?;
            if row[0].contains(word) {
                positions.push(read(&row[1], &row[2])?);
            }
        }
    } else {
        positions.push(read(game, word)?);
    }
    let mut told: Vec<Told> = positions
        .iter()
        .flat_map(|position| Player::BOTH.map(|player| (position, player)))
        .map(|(position, player)| match position.board().len() {
            0..=64 => tell::<1>(position, player, settings),
            65..=128 => tell::<2>(position, player, settings),
            129..=256 => tell::<4>(position, player, settings),
            _ => tell::<11>(position, player, settings),
        })
        .collect();
    told.sort_by(|one, other| one.milliseconds.total_cmp(&other.milliseconds));
    let mean = |of: fn(&Told) -> f64| told.iter().map(of).sum::<f64>() / told.len() as f64;
    println!(
        "{} positions, a player each: {:.0} connections, {:.0} semi-connections, {:.2} ms, worst {:.2} ms",
        positions.len(),
        mean(|told| told.full as f64),
        mean(|told| told.semi as f64),
        mean(|told| told.milliseconds),
        told.last().map_or(0.0, |told| told.milliseconds),
    );
    Ok(())
}

fn read(game: &str, fen: &str) -> Result<Position, Box<dyn std::error::Error>> {
    let GameName::Hex(rules) = game.parse()? else { return Err("not a game of Hex".into()) };
    if fen.is_empty() {
        return Ok(Position::start(rules));
    }
    Ok(Position::from_fen(rules, fen)?)
}

struct Told {
    full: usize,
    semi: usize,
    milliseconds: f64,
}

fn tell<const WORDS: usize>(position: &Position, player: Player, settings: Settings) -> Told {
    let search = || {
        let (board, stones) = (position.board().clone(), position.stones());
        Connections::<WORDS>::new(board, player, stones, settings, Goal::Everything)
    };
    // The first search finds memory and caches cold.
    drop(search());
    let started = Instant::now();
    let counts = search().counts();
    let milliseconds = 1000.0 * started.elapsed().as_secs_f64();
    Told { full: counts.full, semi: counts.semi, milliseconds }
}
