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
    for player in Player::BOTH {
        let started = Instant::now();
        let found = Connections::<11>::new(
            position.board().clone(),
            player,
            position.stones(),
            Settings::default(),
            Goal::Everything,
        );
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
    Ok(())
}
