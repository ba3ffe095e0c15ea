//! Proves a position, writes the proof, reads it again and checks it:
//! `cargo run --release -p sixfold-hex --example certificate -- hex6 "6/6/6/6/6/6 b 1"`.

use std::time::Instant;

use sixfold_check::check;
use sixfold_game::GameName;
use sixfold_game::certificate::Certificate;
use sixfold_hex::Position;
use sixfold_hex::solve::{Budget, Settings, prove};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let game = arguments.get(1).map_or("hex5", String::as_str);
    let GameName::Hex(rules) = game.parse()? else { return Err("not a game of Hex".into()) };
    let position = match arguments.get(2) {
        Some(fen) => Position::from_fen(rules, fen)?,
        None => Position::start(rules),
    };
    let solution = prove(&position, Settings::default(), Budget::default());
    let certificate = solution.answer.map_err(|spent| format!("{spent:?}"))?;
    let text = certificate.to_string();
    let started = Instant::now();
    check(&Certificate::read(text.as_bytes())?)?;
    println!(
        "{} wins: {} nodes, {:.2} s; {} plans, {} bytes, checked in {:.3} s",
        certificate.claim.winner,
        solution.nodes,
        solution.time.as_secs_f64(),
        certificate.nodes(),
        text.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}
