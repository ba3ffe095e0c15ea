//! A composer's positions, sheets to print, and trees that lie as the board does.

mod support;

use serde_json::{Value, json};
use support::{TestServer, start};

/// White wins in three turns by e10f11 alone.
const THREE: &str =
    "19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";
/// The same with two needless stones of each side in the corners.
const CROWDED: &str =
    "xx15oo/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";

fn appraised(server: &TestServer, fen: &str, needless: &str) -> Value {
    let draft = json!({ "place": { "fen": fen }, "needless": needless, "order": 1 });
    server.done("/api/compose", &draft)
}

#[test]
fn a_position_is_told_whether_it_is_a_puzzle() {
    let server = start();
    let answer = appraised(&server, THREE, "kept");
    assert_eq!(answer["sound"], true);
    assert_eq!(answer["puzzle"]["key"], json!(["e10", "f11"]));
    let tones = answer["remarks"].as_array().unwrap().iter().map(|remark| &remark["tone"]);
    assert!(tones.clone().all(|tone| tone != "flaw"), "{answer}");
    let short = appraised(&server, &THREE.replace("3x15", "19"), "kept");
    assert_eq!((&short["sound"], &short["puzzle"]), (&json!(false), &Value::Null));
    assert_eq!(short["remarks"][0]["tone"], "flaw");
    assert_eq!(appraised(&server, CROWDED, "left_out")["fen"], THREE);
    for wrong in [json!({ "order": 9 }), json!({ "turns": 1 }), json!({ "place": { "fen": "x" } })]
    {
        let status = server.post("/api/compose", &wrong).status;
        assert!([400, 422].contains(&status), "{wrong}: {status}");
    }
}

#[test]
fn a_puzzle_is_kept_once_and_only_if_it_is_one() {
    let server = start();
    let puzzle = appraised(&server, THREE, "kept")["puzzle"].clone();
    let kept = server.post("/api/puzzles/My%20own", &puzzle);
    assert_eq!((kept.status, &kept.json()["number"]), (201, &json!(1)));
    let again = server.post("/api/puzzles/My%20own", &puzzle);
    assert_eq!(again.status, 409);
    assert!(again.complaint().contains("the puzzle is there already, as number 1"));
    assert_eq!(server.post("/api/puzzles/starter", &puzzle).status, 409);
    let crowded = appraised(&server, CROWDED, "kept")["puzzle"].clone();
    assert_eq!(server.post("/api/puzzles/My%20own", &crowded).json()["number"], 2);
    // A puzzle that claims another key is none.
    let mut false_claim = puzzle.clone();
    false_claim["key"] = json!(["a1", "a2"]);
    assert_eq!(server.post("/api/puzzles/Other", &false_claim).status, 422);
    assert_eq!(server.get("/api/puzzles/Other").status, 404);
    let list = server.get("/api/puzzles/My%20own").json();
    assert_eq!(list["puzzles"].as_array().unwrap().len(), 2);
}

#[test]
fn a_collection_is_printed_in_part() {
    let server = start();
    let sheet = server.get("/api/puzzles/starter/sheet?level=1&per_page=2");
    assert_eq!(sheet.status, 200);
    assert_eq!(sheet.header("content-disposition"), Some("attachment; filename=\"starter.html\""));
    for wrong in ["level=9", "per_page=0", "theme=chess"] {
        let status = server.get(&format!("/api/puzzles/starter/sheet?{wrong}")).status;
        assert_eq!(status, 400, "{wrong}");
    }
}

#[test]
fn a_tree_lies_as_the_board_does() {
    let server = start();
    let library = json!({ "name": "Book", "game": "connect6" });
    assert!(server.post("/api/libraries", &library).status < 300);
    let line = json!([["j10"], ["d10", "j16"]]);
    let edits = json!({ "place": {}, "edits": [{ "kind": "add_line", "turns": line }] });
    server.done("/api/libraries/Book/edit", &edits);
    for moves in ["j10 d10j4", "j10 d10j16", "j10 p10j4"] {
        let question = json!({ "place": {}, "along": { "game": "connect6", "moves": moves } });
        let tree = server.done("/api/libraries/Book/tree", &question);
        let shown = tree["children"][0]["children"][0]["move"].as_array().unwrap();
        let squares: Vec<&str> = shown.iter().filter_map(Value::as_str).collect();
        assert!(squares.iter().all(|square| moves.contains(square)), "{moves}: {squares:?}");
    }
}

#[test]
fn a_table_is_read_as_games() {
    let server = start();
    let file = json!({ "name": "games.csv", "text": "gid,moves\n7,j10 i9k9\n8,j10\n" });
    let read = server.done("/api/record/read", &file);
    assert_eq!(
        (&read["format"], &read["records"][1]["info"]["event"]),
        (&json!("table"), &json!("8"))
    );
}
