//! Questions about positions of Hex.

use serde_json::json;
use sixfold_answers::solve::{Goal, Question, solve};
use sixfold_answers::verify::{self, verify};
use sixfold_answers::view::view;
use sixfold_answers::{AskError, proven};
use sixfold_game::record::move_list;
use sixfold_game::{Record, Verdict};
use sixfold_solve::Budget;

fn game(name: &str, moves: &str) -> Record {
    move_list::read(name.parse().unwrap(), moves).unwrap()
}

#[test]
fn a_view_tells_connections_and_the_must_play_region() {
    let seen = serde_json::to_value(view(&game("hex3", "b2")).unwrap()).unwrap();
    assert_eq!(seen["board"]["lattice"], "rhombus");
    assert_eq!(seen["hex"]["black"]["wins"], "always");
    let top = json!({"ends": ["b2", "top"], "carrier": ["b1", "c1"], "key": null});
    let mut links = seen["hex"]["black"]["links"].as_array().unwrap().clone();
    for link in &mut links {
        link["ends"].as_array_mut().unwrap().sort_by_key(ToString::to_string);
    }
    assert!(links.contains(&top), "{links:?}");
    assert_eq!(seen["hex"]["must_play"], json!([]));
    let start = serde_json::to_value(view(&game("hex3", "")).unwrap()).unwrap();
    assert_eq!(start["hex"]["white"]["wins"], "to_move");
    assert_eq!(
        serde_json::to_value(view(&game("gomoku", "h8")).unwrap()).unwrap()["hex"],
        json!(null)
    );
}

#[test]
fn the_winning_chain_is_told() {
    let seen = view(&game("hex3", "b1 a1 b2 a2 b3")).unwrap();
    assert_eq!(seen.winning_line, ["b1", "b2", "b3"]);
    assert!(seen.hex.is_none());
}

#[test]
fn who_wins_is_proven_with_a_carrier() {
    let solution = solve(&game("hex4", ""), Question::default(), &Budget::default()).unwrap();
    let answer = solution.answer();
    assert_eq!((answer.result.as_str(), answer.goal), ("win", Goal::Exact));
    assert!(answer.zones.len() == 1 && answer.line.len() > 1, "{answer:?}");
    let record = proven::record(solution.certificate.as_ref().unwrap()).unwrap();
    assert_eq!(record.turns(), solution.line);
    assert_eq!(record.node(record.root()).comment, "Black wins (proven).");
    let lost = solve(&game("hex4", "a1 c2"), Question::default(), &Budget::default()).unwrap();
    assert_eq!(lost.answer().result, "loss");
}

#[test]
fn hex_has_no_threats() {
    let question = Question { goal: Some(Goal::Vcdt), ..Question::default() };
    let error = solve(&game("hex4", ""), question, &Budget::default()).unwrap_err();
    assert!(matches!(error, AskError::NoThreats("vcdt")), "{error}");
}

#[test]
fn replies_that_win_are_not_refuted() {
    let all = |moves| {
        let question = verify::Question::default();
        verify(&game("hex3", moves), question, &Budget::default()).unwrap()
    };
    let lost = all("b2");
    assert!(lost.is_loss() && lost.certificate.is_some());
    let start = all("");
    assert_eq!(start.verified.verdict, Verdict::Absent);
    let mut winning: Vec<String> =
        start.answer().unrefuted.into_iter().map(|open| open.reply.concat()).collect();
    winning.sort();
    assert_eq!(winning, ["a2", "a3", "b2", "c1", "c2"]);
}
