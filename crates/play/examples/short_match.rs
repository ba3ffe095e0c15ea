//! A short match of two built-in engines of Connect6 at fixed nodes, each opening with both colours:
//!
//!     cargo run --release -p sixfold-play --example short_match -- mcts greedy 2000 10

use std::time::Duration;

use sixfold_connect::Connect6Position;
use sixfold_game::record::{Event, Stone};
use sixfold_game::{Game, GameName, Outcome, Player, Record, Square};
use sixfold_play::clock::Limits;
use sixfold_play::engine::{BuiltIn, BuiltInEngine, Engine, Request};

/// Stones placed at random before the engines begin.
const OPENING_STONES: usize = 5;
/// How far from the centre they are placed.
const REACH: u64 = 2;

/// What one side has to show for itself.
#[derive(Default)]
struct Tally {
    points: f64,
    moves: u32,
    nodes: u64,
    time: Duration,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, nodes, openings] = arguments.as_slice() else {
        return Err("give two engines, the nodes a move and the number of openings".into());
    };
    let limits = Limits { nodes: Some(nodes.parse()?), ..Limits::default() };
    let mut engines = [first.parse::<BuiltIn>()?.engine(), second.parse::<BuiltIn>()?.engine()];
    let mut tallies = [Tally::default(), Tally::default()];
    for opening in 0..openings.parse()? {
        for black in [0, 1] {
            let outcome = play(&mut engines, black, opening, limits, &mut tallies)?;
            let (won, lost) = match outcome {
                Outcome::Win(Player::Black) => (black, 1 - black),
                Outcome::Win(Player::White) => (1 - black, black),
                Outcome::Draw => (0, 0),
            };
            tallies[won].points += if won == lost { 0.5 } else { 1.0 };
            if won == lost {
                tallies[1].points += 0.5;
            }
        }
        println!("opening {opening}: {} to {}", tallies[0].points, tallies[1].points);
    }
    for (engine, tally) in engines.iter().zip(&tallies) {
        let a_second = tally.nodes as f64 / tally.time.as_secs_f64();
        let name = engine.name();
        println!("{name}: {} points, {} moves, {a_second:.0} nodes/s", tally.points, tally.moves);
    }
    Ok(())
}

fn play(
    engines: &mut [BuiltInEngine; 2],
    black: usize,
    opening: u64,
    limits: Limits,
    tallies: &mut [Tally; 2],
) -> Result<Outcome, Box<dyn std::error::Error>> {
    let mut record = Record::new(GameName::CONNECT6);
    let mut last = record.root();
    let mut position = Connect6Position::connect6();
    for square in opening_squares(opening) {
        last = record.add(last, Event::Stone(Stone { player: position.turn().player, square }));
        position.try_play(square)?;
    }
    for engine in engines.iter_mut() {
        engine.new_game(GameName::CONNECT6)?;
    }
    loop {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome);
        }
        let side = if position.turn().player == Player::Black { black } else { 1 - black };
        let choice = engines[side].choose(&record, &Request::within(limits))?;
        tallies[side].moves += 1;
        tallies[side].nodes += choice.thought.nodes;
        tallies[side].time += choice.thought.elapsed;
        for &square in choice.turn() {
            last = record.add(last, Event::Stone(Stone { player: position.turn().player, square }));
            position.try_play(square)?;
        }
    }
}

/// Different squares around the centre, the first one of them the centre itself.
fn opening_squares(opening: u64) -> Vec<Square> {
    let grid = GameName::CONNECT6.grid();
    let mut rng = fastrand::Rng::with_seed(opening);
    let (side, centre) = (2 * REACH + 1, 9);
    let mut squares: Vec<Square> = (0..side * side)
        .filter_map(|i| {
            let shifted = |offset: u64| (centre + offset - REACH) as u8;
            grid.square(shifted(i % side), shifted(i / side))
        })
        .collect();
    let middle = squares.len() / 2;
    squares.swap(0, middle);
    rng.shuffle(&mut squares[1..]);
    squares.truncate(OPENING_STONES);
    squares
}
