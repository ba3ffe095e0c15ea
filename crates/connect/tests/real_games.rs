//! Tens of thousands of real games, if the shared data lies beside the checkout.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use sixfold_connect::{Connect6Position, Geometry};
use sixfold_game::record::move_list;
use sixfold_game::{ConnectRules, Game, GameName, Outcome, Player};

/// The lines of a shared file below its head, or a loud note that it is not there.
fn rows(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // Straight to the stream: the test harness would swallow a print of a passing test.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {file} in ../shared/data");
        return Vec::new();
    };
    text.lines().skip(1).map(str::to_string).collect()
}

fn replay(geometry: &Arc<Geometry>, moves: &str) -> Connect6Position {
    let record =
        move_list::read(GameName::CONNECT6, moves).unwrap_or_else(|e| panic!("{moves}: {e}"));
    assert_eq!(move_list::write(&record).unwrap(), moves);
    Connect6Position::replay_on(geometry, &record).unwrap_or_else(|e| panic!("{moves}: {e}"))
}

fn winner(letter: &str) -> Option<Player> {
    match letter {
        "B" => Some(Player::Black),
        "W" => Some(Player::White),
        _ => None,
    }
}

#[test]
fn little_golem_games_replay_and_end_as_recorded() {
    let geometry = Arc::new(Geometry::new(ConnectRules::CONNECT6));
    let rows = rows("connect6-games-littlegolem.csv");
    assert!(rows.is_empty() || rows.len() == 37_336);
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let [_, result, end, turns, moves] = fields[..] else { panic!("{row}") };
        let position = replay(&geometry, moves);
        assert_eq!(moves.split(' ').count().to_string(), turns, "{row}");
        let six = if end == "six" { winner(result).map(Outcome::Win) } else { None };
        assert_eq!(position.outcome(), six, "{row}");
    }
}

#[test]
fn nebula_games_replay_and_end_in_six_for_the_winner() {
    let geometry = Arc::new(Geometry::new(ConnectRules::CONNECT6));
    let rows = rows("connect6-games-nebula.csv");
    assert!(rows.is_empty() || rows.len() == 8_282);
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let [_, result, moves] = fields[..] else { panic!("{row}") };
        let position = replay(&geometry, moves);
        assert_eq!(position.outcome(), winner(result).map(Outcome::Win), "{row}");
    }
}
