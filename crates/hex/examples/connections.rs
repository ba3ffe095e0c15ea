//! How many connections H-search finds in a position, and how long it takes:
//! `cargo run --release -p sixfold-hex --example connections -- hex11 "11/11/... b 1"`.

use std::time::Instant;

use sixfold_game::{GameName, Player};
use sixfold_hex::Position;
use sixfold_hex::connections::{Connections, Goal, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let game = arguments.get(1).map_or("hex11", String::as_str);
    let GameName::Hex(rules) = game.parse()? else { return Err("not a game of Hex".into()) };
    let position = match arguments.get(2) {
        Some(fen) => Position::from_fen(rules, fen)?,
        None => Position::start(rules),
    };
    match position.board().len() {
        0..=64 => tell::<1>(&position),
        65..=128 => tell::<2>(&position),
        129..=256 => tell::<4>(&position),
        _ => tell::<11>(&position),
    }
    Ok(())
}

fn tell<const WORDS: usize>(position: &Position) {
    for player in Player::BOTH {
        let search = || {
            let (board, stones) = (position.board().clone(), position.stones());
            Connections::<WORDS>::new(board, player, stones, Settings::default(), Goal::Everything)
        };
        // The first search finds memory and caches cold.
        drop(search());
        let started = Instant::now();
        let found = search();
        let seconds = started.elapsed().as_secs_f64();
        let counts = found.counts();
        println!(
            "{player}: {} connections, {} semi-connections, must-play {} cells, {:.1} ms",
            counts.full,
            counts.semi,
            found.must_play().len(),
            1000.0 * seconds
        );
    }
}
