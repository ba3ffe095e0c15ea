//! Puzzles of Hex: they are taken, judged and solved like others, but nobody counts turns.

mod support;

use serde_json::{Value, json};
use support::{TestServer, ask, start};

const COLLECTION: &[u8] = include_bytes!("../../../tests/data/hex-puzzles.json");

/// White wins by d2 alone.
const PUZZLE: &str = "42ff098bb1";

fn with_puzzles() -> TestServer {
    let server = start();
    let headers = [("Content-Type", "application/json")];
    let taken = ask(server.address, "PUT", "/api/puzzles/Hex", &headers, COLLECTION);
    assert_eq!(taken.status, 201);
    server
}

fn asked(server: &TestServer, what: &str, body: &Value) -> Value {
    server.done(&format!("/api/puzzles/Hex/{PUZZLE}/{what}"), body)
}

#[test]
fn a_puzzle_of_hex_is_solved_however_long_it_takes() {
    let server = with_puzzles();
    let puzzles = server.get("/api/puzzles/Hex").json();
    assert_eq!(puzzles["puzzles"][0]["task"], "White to play and win");
    let mut turns: Vec<Value> = Vec::new();
    loop {
        let hint = asked(&server, "hint", &json!({ "turns": turns, "step": 3 }));
        turns.push(hint["squares"].clone());
        let said = asked(&server, "answer", &json!({ "turns": turns }));
        assert!(!said["message"].as_str().unwrap().contains("turn"), "{said}");
        if said["verdict"] == "solved" {
            break;
        }
        assert_eq!(said["verdict"], "right", "{said}");
        turns.push(said["reply"].clone());
        assert!(turns.len() < 36, "the board is full");
    }
    assert_eq!(turns[0], json!(["d2"]));
}

#[test]
fn a_wrong_move_is_answered_by_the_one_that_wins_against_it() {
    let server = with_puzzles();
    let said = asked(&server, "answer", &json!({ "turns": [["a1"]] }));
    assert_eq!(said["verdict"], "wrong");
    let reply = said["reply"][0].as_str().unwrap();
    assert_eq!(said["message"], format!("Wrong: Black wins with {reply}."));
    let wanted = json!({ "turns": [["a1"], [reply]], "step": 1 });
    let hint = asked(&server, "hint", &wanted);
    assert_eq!(hint["message"], "No move wins from here: take the last one back.");
}

#[test]
fn more_moves_than_the_line_has_may_be_played() {
    let server = with_puzzles();
    // Black plays in corners where nothing is to be had.
    let mut turns = vec![json!(["d2"])];
    for corner in ["a1", "a6", "f6"] {
        if turns.contains(&json!([corner])) {
            continue;
        }
        turns.push(json!([corner]));
        let hint = asked(&server, "hint", &json!({ "turns": turns, "step": 3 }));
        turns.push(hint["squares"].clone());
        let said = asked(&server, "answer", &json!({ "turns": turns }));
        assert!(["right", "solved"].contains(&said["verdict"].as_str().unwrap()), "{said}");
    }
    assert!(turns.len() > 4, "{turns:?}");
}
