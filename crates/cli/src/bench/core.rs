//! The core: how fast are stones placed and taken back, with exact threats after each?

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;
use sixfold_connect::{LinePlanes, SegmentCounts, SegmentState};
use sixfold_game::{ConnectRules, GameName, Player};

use super::table::Table;
use super::workload::{Sample, samples};
use crate::search::grouped;

/// What was measured for one game and state.
#[derive(Serialize)]
pub struct CoreResult {
    game: String,
    state: &'static str,
    /// Play and take back one stone, both sides' threat numbers read after each.
    pairs_per_second: f64,
    best_pairs_per_second: f64,
    instructions_per_pair: Option<u64>,
    positions: usize,
    threatened_positions: usize,
    checksum: u64,
}

/// One pass over the workload; the sum of all threat numbers keeps the work from being dropped,
/// and is the same for every state that answers correctly.
fn round<S: SegmentState>(samples: &mut [Sample<S>]) -> u64 {
    let mut checksum = 0;
    for Sample { position, candidates } in samples {
        for &square in candidates.iter() {
            position.play(square);
            checksum += weighted_threats(position);
            position.take_back();
            checksum += weighted_threats(position);
        }
    }
    checksum
}

fn weighted_threats<S: SegmentState>(position: &sixfold_connect::Position<S>) -> u64 {
    u64::from(position.threat_number(Player::Black))
        + 5 * u64::from(position.threat_number(Player::White))
}

/// Runs the Connect6 workload a fixed number of times.
pub fn rounds(rounds: u64) -> u64 {
    let mut samples = samples::<LinePlanes>(ConnectRules::CONNECT6);
    (0..rounds).map(|_| black_box(round(&mut samples))).sum()
}

/// Measures all games and states.
pub fn measure(time: Duration) -> Vec<CoreResult> {
    let mut results = vec![
        measure_one::<LinePlanes>(ConnectRules::CONNECT6, "line planes", time),
        measure_one::<SegmentCounts>(ConnectRules::CONNECT6, "segment counts", time),
        measure_one::<SegmentCounts>(ConnectRules::GOMOKU, "segment counts", time),
    ];
    let pairs = pairs(&samples::<LinePlanes>(ConnectRules::CONNECT6));
    results[0].instructions_per_pair = instructions_per_round().map(|count| count / pairs);
    results
}

fn pairs<S>(samples: &[Sample<S>]) -> u64 {
    samples.iter().map(|sample| sample.candidates.len() as u64).sum()
}

fn measure_one<S: SegmentState>(
    rules: ConnectRules,
    state: &'static str,
    time: Duration,
) -> CoreResult {
    let mut samples = samples::<S>(rules);
    let checksum = round(&mut samples);
    let mut rates = Vec::new();
    let started = Instant::now();
    while started.elapsed() < time || rates.is_empty() {
        let began = Instant::now();
        black_box(round(&mut samples));
        rates.push(pairs(&samples) as f64 / began.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    let threatened = samples.iter().filter(|sample| weighted_threats(&sample.position) > 0).count();
    CoreResult {
        game: GameName::Connect(rules).to_string(),
        state,
        pairs_per_second: rates[rates.len() / 2],
        best_pairs_per_second: rates[rates.len() - 1],
        instructions_per_pair: None,
        positions: samples.len(),
        threatened_positions: threatened,
        checksum,
    }
}

/// Counts the instructions of one round: the difference between three rounds and two, so that
/// starting up and making the workload drop out. Nothing if callgrind is not to be had.
fn instructions_per_round() -> Option<u64> {
    Some(instructions(3)?.saturating_sub(instructions(2)?))
}

fn instructions(rounds: u64) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["bench", "--rounds", &rounds.to_string()])
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, count) = messages.lines().find_map(|line| line.split_once("Collected :"))?;
    count.trim().parse().ok()
}

/// The results as a table.
pub fn table(results: &[CoreResult]) -> Table {
    let millions = |rate: f64| format!("{:.2}", rate / 1e6);
    let row = |result: &CoreResult| {
        let instructions = match result.instructions_per_pair {
            Some(count) => grouped(count),
            None => "-".to_string(),
        };
        vec![
            format!("{} ({})", result.game, result.state),
            millions(result.pairs_per_second),
            millions(result.best_pairs_per_second),
            format!("{:.1}", 1e9 / result.pairs_per_second),
            instructions,
            grouped(result.checksum),
        ]
    };
    let samples = results.first().map_or(0, |result| result.positions);
    let threatened = results.first().map_or(0, |result| result.threatened_positions);
    Table {
        title: "Core: play and take back one stone, exact threats of both sides after each".into(),
        head: vec!["game (state)", "M pairs/s", "best", "ns/pair", "instructions", "checksum"],
        rows: results.iter().map(row).collect(),
        note: format!(
            "One core; median and best of many rounds. Connect6: {samples} positions, {threatened} \
             of them with threats. Instructions per pair by callgrind, if valgrind is installed."
        ),
    }
}
