//! Wins by double threats from real games, if the shared data lies beside the checkout.

use std::io::Write;
use std::path::PathBuf;

use sixfold_connect::Connect6Position;
use sixfold_game::GameName;
use sixfold_game::record::move_list;
use sixfold_solve::{Budget, Solved, vcdt};

/// The lines of a shared file, or a loud note that it is not there.
fn lines(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // Straight to the stream: the test harness would swallow a print of a passing test.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {file} in ../shared/data");
        return Vec::new();
    };
    text.lines().map(str::to_string).collect()
}

/// Solves a position, and has its certificate checked.
fn solve(moves: &str) -> Solved {
    let record = move_list::read(GameName::CONNECT6, moves).unwrap();
    let position = Connect6Position::replay(&record).unwrap();
    let result = vcdt::solve(&position, &Budget::default());
    if let Some(certificate) = result.certificate(&position) {
        let report =
            sixfold_check::check(&certificate.unwrap()).unwrap_or_else(|e| panic!("{moves}: {e}"));
        assert!(report.order <= Some(1), "{moves}");
    }
    result
}

#[test]
fn the_ladder_is_won_in_two_to_eleven_turns() {
    for (moves, turns) in lines("connect6-vcdt-ladder.txt").iter().zip(2..) {
        assert_eq!(solve(moves).length(), Some(turns), "{moves}");
    }
}

#[test]
fn positions_of_real_games_are_won_at_least_as_fast_as_recorded() {
    for row in lines("connect6-vcdt-positions.csv").iter().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let [_, _, recorded, moves] = fields[..] else { panic!("{row}") };
        let length = solve(moves).length().unwrap_or_else(|| panic!("no win: {row}"));
        assert!(length <= recorded.parse().unwrap(), "{length} turns: {row}");
    }
}
