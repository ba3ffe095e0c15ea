//! What the program says about games that have been played.

mod support;

use std::fs;

use support::{json, sixfold, succeeds};

/// Black has four in a row and looks elsewhere.
const MISSED: &str = "j10 a1b1 k10l10 a3b3 m10a9 a5b5 q1q2 h10n10";

#[test]
fn a_missed_win_is_told_with_the_turn_that_wins() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["review", "--nodes", "2000", "--moves", MISSED];
    let text = succeeds(folder.path(), &arguments);
    assert!(text.starts_with("connect6, 8 turns: "), "{text}");
    assert!(text.contains("   7. q1q2     missed win  Black misses a win: "), "{text}");
    let answer = json(folder.path(), &arguments);
    assert_eq!(answer["positions"].as_array().unwrap().len(), 9);
    let findings = answer["findings"].as_array().unwrap();
    let missed = findings.iter().find(|finding| finding["kind"] == "missed_win").unwrap();
    let fields: Vec<&str> = missed.as_object().unwrap().keys().map(String::as_str).collect();
    let documented =
        ["turn", "player", "kind", "played", "better", "line", "proven", "text", "advice"];
    assert_eq!(fields, documented);
    assert_eq!((&missed["turn"], &missed["player"]), (&6.into(), &"black".into()));
}

#[test]
fn a_reviewed_game_is_written_with_the_better_lines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.moves"), MISSED).unwrap();
    let arguments = ["review", "game.moves", "--nodes", "2000", "--sgf", "reviewed.sgf"];
    let text = succeeds(folder.path(), &arguments);
    assert!(text.ends_with("game written to reviewed.sgf\n"), "{text}");
    let sgf = fs::read_to_string(folder.path().join("reviewed.sgf")).unwrap();
    assert!(sgf.contains("C[Black misses a win: "), "{sgf}");
    assert_eq!(
        succeeds(folder.path(), &["convert", "reviewed.sgf", "-", "--to", "moves"]),
        format!("{MISSED}\n")
    );
}

#[test]
fn what_cannot_be_reviewed_is_one_line() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (vec!["review", "--engine", "nobody"], "sixfold: --engine: 'nobody' is not an engine"),
        (vec!["review", "--game", "hex99"], "sixfold: "),
        (vec!["review", "--nodes", "5", "--time-per-move", "1"], "sixfold: the argument"),
    ] {
        let output = sixfold(folder.path(), &arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with(message) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn a_person_chooses_how_strong_the_engine_is() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "--level", "1", "--game", "tictactoe"];
    let output = sixfold(folder.path(), &arguments, b"quit\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("you are Black against greedy"));
    let output = sixfold(folder.path(), &["play", "--level", "11"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no level 11"));
}
