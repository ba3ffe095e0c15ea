//! The exact solver on small games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use sixfold_connect::{GeneralPosition, Geometry, Position};
use sixfold_game::GameName;
use sixfold_solve::{Budget, exact};

use super::table::Table;
use crate::search::grouped;

/// All are solved in a few seconds; the larger ones show how the cost grows.
const GAMES: [&str; 26] = [
    "connect(3,3,3,1,1)",
    "connect(3,4,3,1,1)",
    "connect(4,4,4,1,1)",
    "connect(5,5,4,1,1)",
    "connect(5,6,4,1,1)",
    "connect(6,5,4,1,1)",
    "connect(6,6,4,1,1)",
    "connect(7,7,4,1,1)",
    "connect(5,5,5,1,1)",
    "connect(6,6,5,1,1)",
    "connect(4,4,3,2,1)",
    "connect(4,4,4,2,1)",
    "connect(4,5,4,2,1)",
    "connect(5,5,3,2,1)",
    "connect(5,5,4,2,1)",
    "connect(5,5,4,2,2)",
    "connect(5,5,5,2,1)",
    "connect(5,5,5,2,2)",
    "connect(5,6,4,2,1)",
    "connect(6,6,4,2,1)",
    "connect(6,6,4,2,2)",
    "connect(6,6,6,2,1)",
    "connect(5,5,4,3,1)",
    "connect(5,5,5,3,1)",
    "connect(5,5,5,3,2)",
    "connect(6,6,6,3,1)",
];

/// A game that costs more than this would be a regression; it is reported as unknown.
const MOST_SECONDS: u64 = 120;

/// What was found out about one game.
#[derive(Serialize)]
pub struct ExactRow {
    game: String,
    result: &'static str,
    #[serde(rename = "move")]
    best: String,
    nodes: u64,
    seconds: f64,
}

/// Solves all games.
pub fn measure() -> Vec<ExactRow> {
    GAMES.iter().filter_map(|name| name.parse().ok()).filter_map(measure_one).collect()
}

fn measure_one(game: GameName) -> Option<ExactRow> {
    let GameName::Connect(rules) = game else {
        return None;
    };
    let position: GeneralPosition = Position::start(Arc::new(Geometry::new(rules)));
    let budget = Budget { time: Some(Duration::from_secs(MOST_SECONDS)), ..Budget::default() };
    let started = Instant::now();
    let result = exact::solve(&position, &budget);
    Some(ExactRow {
        game: game.to_string(),
        result: result.verdict.result(),
        best: position.grid().names(result.best_turn().iter().copied()).concat(),
        nodes: result.nodes,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The results as a table.
pub fn table(results: &[ExactRow]) -> Table {
    let row = |result: &ExactRow| {
        vec![
            result.game.clone(),
            result.result.to_string(),
            if result.best.is_empty() { "-".to_string() } else { result.best.clone() },
            grouped(result.nodes),
            format!("{:.3}", result.seconds),
        ]
    };
    let signature: u64 = results.iter().map(|result| result.nodes).sum();
    Table {
        title: "Exact values of small games, Black to move on the empty board".into(),
        head: vec!["game", "result", "move", "nodes", "seconds"],
        rows: results.iter().map(row).collect(),
        note: format!(
            "Signature: {} nodes in all; only a change of the search can change it.",
            grouped(signature)
        ),
    }
}
