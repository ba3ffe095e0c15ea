//! Games between two ways to play, each opening once with either as Black:
//! `cargo run --release -p sixfold-hex --example match -- hexy deep 8 100ms 20`.
//!
//! The arguments are the players, the side of the board, what a move may take (nodes, or
//! milliseconds with `ms`), and how many openings, all if there is no number. Players are `hexy`,
//! `deep`, `quick`, `path` and `two`, the last two Hexy with other measures; `alone` behind a name
//! (`hexy-alone`) lets him play without the solver.

use std::time::Duration;

use sixfold_game::{Game, HexRules, Player};
use sixfold_hex::Position;
use sixfold_hex::player::{Action, Measure, Settings, Solving, choose};
use sixfold_hex::solve::Budget;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let argument = |index: usize, default: &'static str| {
        arguments.get(index).cloned().unwrap_or_else(|| default.to_owned())
    };
    let names = [argument(1, "hexy"), argument(2, "deep")];
    let players = [preset(&names[0])?, preset(&names[1])?];
    let side = argument(3, "5").parse()?;
    let limit = argument(4, "300");
    let budget = match limit.strip_suffix("ms") {
        Some(time) => {
            Budget { time: Some(Duration::from_millis(time.parse()?)), ..Budget::default() }
        }
        None => Budget { nodes: Some(limit.parse()?), ..Budget::default() },
    };
    let budget = Budget { memory: 16 << 20, ..budget };
    let start = Position::start(HexRules::new(side, side)?);
    let openings: usize = argument(5, "361").parse()?;
    let cells = start.board().len();
    let step = cells.div_ceil(openings.clamp(1, cells));
    let mut wins = [0; 2];
    let mut as_black = 0;
    let mut work = [Work::default(); 2];
    for opening in start.grid().squares().step_by(step) {
        for black in [0, 1] {
            let mut position = start.clone();
            position.try_play(opening)?;
            let order = [black, 1 - black];
            let winner = play(
                position,
                order.map(|player| players[player]),
                &budget,
                |side, nodes, time| {
                    let work = &mut work[order[side.index()]];
                    let (moves, nodes) = (work.moves + 1, work.nodes + nodes);
                    *work = Work { moves, nodes, time: work.time + time };
                },
            )?;
            wins[if winner == Player::Black { black } else { 1 - black }] += 1;
            as_black += u32::from(winner == Player::Black);
        }
    }
    println!(
        "{side}x{side}, {limit} a move: {} {} - {} {} ({as_black} games won by Black)",
        names[0], wins[0], wins[1], names[1]
    );
    for (name, work) in names.iter().zip(work) {
        let moves = work.moves.max(1);
        let milliseconds = work.time.as_millis() / u128::from(moves);
        println!("{name}: {} nodes, {milliseconds} ms a move", work.nodes / moves);
    }
    Ok(())
}

/// How much a player has done.
#[derive(Clone, Copy, Default)]
struct Work {
    moves: u64,
    nodes: u64,
    time: Duration,
}

fn preset(name: &str) -> Result<Settings, String> {
    if let Some(name) = name.strip_suffix("-alone") {
        return Ok(Settings { solving: Solving::Never, ..preset(name)? });
    }
    Ok(match name {
        "hexy" => Settings::hexy(),
        "deep" => Settings::deep(),
        "quick" => Settings::quick(),
        "path" => Settings { measure: Measure::ShortestPath, ..Settings::hexy() },
        "two" => Settings { measure: Measure::TwoDistance, ..Settings::hexy() },
        other => return Err(format!("there is no player named {other}")),
    })
}

fn play(
    mut position: Position,
    players: [Settings; 2],
    budget: &Budget,
    mut count: impl FnMut(Player, u64, Duration),
) -> Result<Player, Box<dyn std::error::Error>> {
    loop {
        if let Some(winner) = position.winner() {
            return Ok(winner);
        }
        let settings = players[position.to_move().index()];
        let solution = choose(&position, settings, budget);
        count(position.to_move(), solution.nodes, solution.time);
        let choice = solution.answer.ok_or("no move")?;
        match choice.action {
            Action::Place(cell) => position.try_play(cell)?,
            Action::Swap => return Err("nobody may swap here".into()),
        }
    }
}
