//! The search for double threats.

use std::time::Instant;

use serde::Serialize;
use sixfold_connect::LinePlanes;
use sixfold_game::{ConnectRules, Game, Value, Verdict};
use sixfold_solve::{Budget, vcdt};

use super::table::Table;
use super::workload::samples;
use crate::search::grouped;

/// Each position may cost so many nodes.
const NODES: u64 = 20_000;

/// What the solver did on the positions of the core workload.
#[derive(Serialize)]
pub struct VcdtRow {
    positions: usize,
    wins: usize,
    none: usize,
    unknown: usize,
    longest: usize,
    nodes: u64,
    seconds: f64,
}

/// Looks for a VCDT in every position with a full turn.
pub fn measure() -> VcdtRow {
    let mut row =
        VcdtRow { positions: 0, wins: 0, none: 0, unknown: 0, longest: 0, nodes: 0, seconds: 0.0 };
    let full_turn = ConnectRules::CONNECT6.stones_per_turn();
    let budget = Budget { nodes: Some(NODES), ..Budget::default() };
    for sample in samples::<LinePlanes>(ConnectRules::CONNECT6) {
        if sample.position.turn().stones_left != full_turn {
            continue;
        }
        let started = Instant::now();
        let result = vcdt::solve(&sample.position, &budget);
        row.seconds += started.elapsed().as_secs_f64();
        row.positions += 1;
        row.nodes += result.nodes;
        row.longest = row.longest.max(result.length().unwrap_or(0));
        match result.verdict {
            Verdict::Proven(Value::Win) => row.wins += 1,
            Verdict::Absent => row.none += 1,
            _ => row.unknown += 1,
        }
    }
    row
}

/// The results as a table.
pub fn table(row: &VcdtRow) -> Table {
    Table {
        title: "VCDT: wins by continuous double threats, shortest first, with certificates".into(),
        head: vec![
            "positions",
            "wins",
            "none",
            "unknown",
            "longest",
            "nodes",
            "seconds",
            "nodes/s",
        ],
        rows: vec![vec![
            row.positions.to_string(),
            row.wins.to_string(),
            row.none.to_string(),
            row.unknown.to_string(),
            row.longest.to_string(),
            grouped(row.nodes),
            format!("{:.3}", row.seconds),
            grouped((row.nodes as f64 / row.seconds) as u64),
        ]],
        note: format!(
            "Connect6 positions of the core workload, one core, at most {} nodes each. A node is a \
             turn of the attacker whose replies are generated. Signature: {} nodes.",
            grouped(NODES),
            grouped(row.nodes)
        ),
    }
}
