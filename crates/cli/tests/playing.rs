//! What the commands that play tell, and a game against a person.

mod support;

use std::fs;

use support::{json, sixfold, succeeds};

/// Black has four in a row, and completes them.
const FOUR: &str = "j10 a1b1 k10l10 a2b2 m10a9 a3b3";

#[test]
fn bestmove_answers_in_the_documented_form() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["bestmove", "--engine", "greedy", "--moves", FOUR]);
    let fields: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let documented = [
        "game", "fen", "to_move", "engine", "move", "score", "proven", "line", "depth", "nodes",
        "seconds",
    ];
    assert_eq!(fields, documented);
    assert_eq!((&answer["engine"], &answer["to_move"]), (&"greedy".into(), &"black".into()));
    assert_eq!(answer["move"], serde_json::json!(["h10", "i10"]));
    assert_eq!(answer["line"], serde_json::json!([["h10", "i10"]]));
    assert_eq!(answer["score"], serde_json::json!({ "kind": "win", "turns": 1 }));
    assert_eq!(answer["proven"], false);
}

#[test]
fn an_estimate_is_told_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["bestmove", "--engine", "greedy", "--moves", "j10"]);
    assert_eq!(answer["score"]["kind"], "estimate");
    let chance = answer["score"]["chance"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&chance));
    let text = succeeds(folder.path(), &["bestmove", "--engine", "greedy", "--moves", FOUR]);
    assert!(text.contains("move    h10i10\nscore   win in 1 turn (not proven)\n"), "{text}");
}

#[test]
fn analyze_lists_variations() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["analyze", "--engine", "greedy", "--variations", "3", "--moves", FOUR];
    let answer = json(folder.path(), &arguments);
    assert_eq!(answer["variations"][0]["move"], answer["move"]);
    let text = succeeds(folder.path(), &arguments);
    assert!(text.contains("  1. win in 1 turn (not proven): h10i10\n"), "{text}");
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["bestmove", "analyze"] {
        let moves = format!("{FOUR} h10i10");
        let arguments = [command, "--engine", "greedy", "--moves", &moves];
        let output = sixfold(folder.path(), &arguments, b"");
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(message, "sixfold: the game is already over\n");
    }
}

#[test]
fn a_person_plays_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let script = "help\nnonsense\nb2\nb2\nhint\nscore\nthreats\nundo\nundo\na1 c1\n\nc1\n\
                  save game.sgf\nresign\na1\nsave\nsave game.sgf\nnew\nquit\n";
    let arguments = ["play", "--engine", "greedy", "--game", "tictactoe"];
    let output = sixfold(folder.path(), &arguments, script.as_bytes());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for said in [
        "you are Black against greedy",
        "'nonsense' is not a square",
        "White plays ",
        "b2: the square is occupied",
        "% for Black), expecting ",
        "White: no threat",
        "there is nothing to take back",
        "only 1 stone is left to place in this turn",
        "game written to game.sgf",
        "The game is over: White wins.",
        "the game is over (try new",
        "the name of a file is missing",
        "Good-bye.",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    let record = fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(record.contains("RE[W+R]") && record.contains("PB[Person]"), "{record}");
}

#[test]
fn stones_may_be_placed_one_by_one_and_the_end_of_input_ends_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["play", "--engine", "greedy", "--game", "connect(5,5,4,2,1)", "--colour", "white"];
    let output = sixfold(folder.path(), &arguments, b"a1\nA2");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.ends_with("Good-bye.\n"), "{text}");
    assert!(text.contains("White, 2 stones to place > ") && text.contains("White, 1 stone to "));
    assert_eq!(text.matches("Black plays ").count(), 2, "{text}");
}

#[test]
fn a_won_game_ends() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "--engine", "greedy", "--moves", FOUR];
    let output = sixfold(folder.path(), &arguments, b"i10, n10\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("The game is over: Black wins."), "{text}");
}

#[test]
fn a_book_is_played_in_mirrored_positions_too() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("book.moves"), "j10 j9k12 l11k13\n").unwrap();
    let asked = ["bestmove", "--moves", "j10 j9i12", "--book", "book.moves", "--nodes", "10"];
    let answer = json(folder.path(), &asked);
    assert_eq!(answer["move"], serde_json::json!(["h11", "i13"]));
    assert_eq!((&answer["nodes"], &answer["proven"]), (&0.into(), &false.into()));

    let missing = ["bestmove", "--book", "no.sgf"];
    let output = sixfold(folder.path(), &missing, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--book: cannot read no.sgf"));
}

#[test]
fn the_engine_of_a_game_is_chosen_by_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["bestmove", "--game", "hex4", "--moves", "a1 d1 a2 c2 a4 b3", "--nodes", "50"];
    let answer = json(folder.path(), &arguments);
    assert_eq!((&answer["engine"], &answer["game"]), (&"hexy".into(), &"hex4".into()));
    assert_eq!(answer["move"], serde_json::json!(["a3"]));
    assert_eq!(answer["score"]["kind"], "win");
}

#[test]
fn a_person_plays_hex_and_both_may_take_over_the_first_stone() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["play", "--game", "hex5", "--swap", "--nodes", "20"];
    let input = b"c3\nundo\nthreats\nsave game.sgf\nquit\n";
    let text = sixfold(folder.path(), &arguments, input).stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("hex5: you are Black against hexy."), "{text}");
    assert!(text.contains("White takes over your stone (swap)."), "{text}");
    assert!(text.contains("Black may play anywhere") || text.contains("Black must play"), "{text}");
    let white = ["play", "--game", "hex5", "--swap", "--nodes", "20", "--colour", "white"];
    let text = sixfold(folder.path(), &white, b"swap\nsave game.sgf\nquit\n").stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("game written to game.sgf"), "{text}");
    let saved = fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(saved.contains(";W[swap-pieces];B["), "{saved}");
    let without = ["play", "--game", "hex5", "--nodes", "20", "--colour", "white"];
    let text = sixfold(folder.path(), &without, b"swap\nquit\n").stdout;
    assert!(String::from_utf8_lossy(&text).contains("without the swap rule"));
}
