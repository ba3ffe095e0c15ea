//! The verifier on the first turn of Connect(6,2,3), and what zone cutting and patterns save.

use std::time::Instant;

use serde::Serialize;
use sixfold_connect::Connect6Position;
use sixfold_game::GameName;
use sixfold_game::record::move_list;
use sixfold_solve::Budget;
use sixfold_solve::orders::{Cutting, Methods};
use sixfold_solve::verify::verify;

use super::table::Table;
use crate::search::grouped;

const GAME: &str = "connect(19,19,6,2,3)";
const OPENING: &str = "j10k11l10";
const ORDER: u8 = 3;

/// What the verifier did with one choice of methods.
#[derive(Serialize)]
pub struct VerifyRow {
    methods: &'static str,
    verified: bool,
    with_null_stones: usize,
    without_null_stones: usize,
    calls: u64,
    nodes: u64,
    seconds: f64,
}

/// Verifies the opening with and without each method of reuse.
pub fn measure() -> Vec<VerifyRow> {
    let all = Methods::default();
    let choices = [
        ("zone cutting and patterns", all),
        ("zone cutting only", Methods { patterns: 0, ..all }),
        ("patterns only", Methods { cutting: Cutting::Off, ..all }),
        ("neither", Methods { cutting: Cutting::Off, patterns: 0, ..all }),
    ];
    let position = GAME
        .parse()
        .ok()
        .and_then(|game: GameName| move_list::read(game, OPENING).ok())
        .and_then(|record| Connect6Position::replay(&record).ok());
    let Some(position) = position else { return Vec::new() };
    choices.map(|(name, methods)| measure_one(&position, name, methods)).into()
}

fn measure_one(position: &Connect6Position, name: &'static str, methods: Methods) -> VerifyRow {
    let started = Instant::now();
    let verified = verify(position, ORDER, methods, &Budget::default());
    let full = verified.refuted.iter().filter(|reply| reply.stones.len() == 2).count();
    VerifyRow {
        methods: name,
        verified: verified.refutation.is_some(),
        with_null_stones: verified.refuted.len() - full,
        without_null_stones: full,
        calls: verified.calls,
        nodes: verified.nodes,
        seconds: started.elapsed().as_secs_f64(),
    }
}

/// The results as a table.
pub fn table(rows: &[VerifyRow]) -> Table {
    let cells = |row: &VerifyRow| {
        vec![
            row.methods.to_string(),
            if row.verified { "yes" } else { "no" }.to_string(),
            row.with_null_stones.to_string(),
            row.without_null_stones.to_string(),
            grouped(row.calls),
            grouped(row.nodes),
            format!("{:.3}", row.seconds),
        ]
    };
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    Table {
        title: format!("Verifier: {GAME} after {OPENING}, White to move, order {ORDER}"),
        head: vec!["methods", "verified", "semi-null", "pairs", "calls", "nodes", "seconds"],
        rows: rows.iter().map(cells).collect(),
        note: format!(
            "Replies with a null stone and pairs of stones that a solver had to refute, and its \
             calls. Signature: {} nodes.",
            grouped(nodes)
        ),
    }
}
