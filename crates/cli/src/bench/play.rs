//! The players: how many nodes they search in a second.

use std::time::Instant;

use serde::Serialize;
use sixfold_connect::LinePlanes;
use sixfold_game::{ConnectRules, Game, Record};
use sixfold_play::clock::Limits;
use sixfold_play::engine::{BuiltIn, Engine, Request};

use super::table::Table;
use super::workload::samples;
use crate::search::grouped;

/// What a player did on the built-in positions.
#[derive(Serialize)]
pub struct PlayRow {
    engine: String,
    threads: usize,
    positions: usize,
    nodes: u64,
    seconds: f64,
    /// The turns that it looked ahead, on average.
    depth: f64,
}

/// The players that are measured.
const PLAYERS: [&str; 2] = ["alphabeta", "mcts"];
/// Nodes for each position.
const NODES: u64 = 100_000;
/// Every so many positions of the core workload are looked at.
const STRIDE: usize = 40;

/// Lets every player choose in the built-in positions, with one thread and with two.
pub fn measure() -> anyhow::Result<Vec<PlayRow>> {
    let records = quiet_positions();
    let mut rows = Vec::new();
    for player in PLAYERS {
        for threads in [1, 2] {
            let engine: BuiltIn = format!("{player}:threads={threads}").parse()?;
            rows.push(run(player, threads, engine, &records)?);
        }
    }
    Ok(rows)
}

/// Positions at the beginning of a turn in which nobody can complete a segment at once.
fn quiet_positions() -> Vec<Record> {
    let full_turn = ConnectRules::CONNECT6.stones_per_turn();
    samples::<LinePlanes>(ConnectRules::CONNECT6)
        .into_iter()
        .map(|sample| sample.position)
        .filter(|position| position.turn().stones_left == full_turn)
        .filter(|position| !position.can_complete(position.turn().player))
        .step_by(STRIDE)
        .map(|position| Record::from_setup(position.name(), &position.setup()))
        .collect()
}

fn run(name: &str, threads: usize, engine: BuiltIn, records: &[Record]) -> anyhow::Result<PlayRow> {
    let mut engine = engine.engine();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (mut nodes, mut depth) = (0, 0);
    let started = Instant::now();
    for record in records {
        engine.new_game(record.game())?;
        let thought = engine.choose(record, &Request::within(limits))?.thought;
        nodes += thought.nodes;
        depth += thought.depth;
    }
    Ok(PlayRow {
        engine: name.to_string(),
        threads,
        positions: records.len(),
        nodes,
        seconds: started.elapsed().as_secs_f64(),
        depth: f64::from(depth) / records.len() as f64,
    })
}

/// The results as a table.
pub fn table(rows: &[PlayRow]) -> Table {
    let cells = |row: &PlayRow| {
        vec![
            row.engine.clone(),
            row.threads.to_string(),
            row.positions.to_string(),
            format!("{:.1}", row.depth),
            grouped(row.nodes),
            format!("{:.3}", row.seconds),
            grouped((row.nodes as f64 / row.seconds.max(1e-9)) as u64),
        ]
    };
    let one_thread = rows.iter().filter(|row| row.threads == 1);
    let signature: u64 = one_thread.map(|row| row.nodes).sum();
    Table {
        title: "Players: nodes in a second, those of the solvers included".into(),
        head: vec!["player", "threads", "positions", "depth", "nodes", "seconds", "nodes/s"],
        rows: rows.iter().map(cells).collect(),
        note: format!(
            "Every {STRIDE}th Connect6 position of the core workload with a full turn, at most {} \
             nodes each. Signature: {} nodes with one thread.",
            grouped(NODES),
            grouped(signature)
        ),
    }
}
