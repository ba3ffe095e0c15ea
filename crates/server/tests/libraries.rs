//! Opening libraries.

mod support;

use serde_json::{Value, json};
use support::{TestServer, shared, start, start_in, wait_for};

fn with_library() -> TestServer {
    let server = start();
    let made = server.post("/api/libraries", &json!({ "name": "Mine" }));
    assert_eq!(made.status, 201, "{made:?}");
    server
}

fn edit(server: &TestServer, moves: &str, edits: &Value) -> Value {
    let body = json!({ "place": { "moves": moves }, "edits": edits });
    server.done("/api/libraries/Mine/edit", &body)
}

#[test]
fn a_library_is_made_listed_and_deleted() {
    let server = with_library();
    assert_eq!(server.post("/api/libraries", &json!({ "name": "Mine" })).status, 409);
    let list = server.get("/api/libraries").json();
    assert_eq!((&list[0]["name"], &list[0]["game"]), (&json!("Mine"), &json!("connect6")));
    let gomoku = server.done("/api/libraries", &json!({ "name": "G", "game": "gomoku" }));
    assert_eq!(gomoku["game"], "gomoku");
    assert_eq!(server.delete("/api/libraries/Mine").status, 204);
    assert_eq!(server.delete("/api/libraries/Mine").status, 404);
    assert_eq!(server.get("/api/libraries").json().as_array().unwrap().len(), 1);
    let deleted = std::fs::read_dir(server.folder.path().join("deleted")).unwrap().count();
    assert_eq!(deleted, 1);
}

#[test]
fn what_is_edited_is_seen_by_others_at_once_and_can_be_undone() {
    let server = with_library();
    let mut events = server.events();
    events.next("tasks");
    let entry = edit(
        &server,
        "j10",
        &json!([
            { "kind": "name", "text": "The centre" },
            { "kind": "comment", "text": "As everybody begins." },
            { "kind": "add", "move": ["i9", "k9"] },
            { "kind": "marks", "marks": [{ "square": "k10", "sign": "label", "label": "A" }] },
            { "kind": "claim", "value": "black_wins" },
        ]),
    );
    assert_eq!(entry["name"], "The centre");
    assert_eq!(entry["moves"][0]["move"].as_array().unwrap().len(), 2);
    assert_eq!(entry["result"], json!({ "value": "black_wins", "ground": "claim" }));
    let told = events.next("library");
    assert_eq!(told["name"], "Mine");
    assert!(told["version"].as_u64() > Some(0));
    // Another orientation of the same move.
    let turned = server.done("/api/libraries/Mine/look", &json!({ "moves": "j10 i11k11" }));
    assert_eq!(turned["known"], true);
    assert!(server.done("/api/libraries/Mine/undo", &json!({}))["done"].is_string());
    let entry = server.done("/api/libraries/Mine/look", &json!({ "moves": "j10" }));
    assert_eq!(entry["known"], false);
    assert!(server.done("/api/libraries/Mine/redo", &json!({}))["done"].is_string());
    let again = server.done("/api/libraries/Mine/redo", &json!({}));
    assert_eq!(again["done"], Value::Null);
    // All or none.
    let wrong = json!({ "place": {}, "edits": [
        { "kind": "name", "text": "x" }, { "kind": "remove", "move": ["a1"] },
    ] });
    let answer = server.post("/api/libraries/Mine/edit", &wrong);
    assert!((400..500).contains(&answer.status), "{answer:?}");
    answer.complaint();
    assert_eq!(server.done("/api/libraries/Mine/look", &json!({}))["name"], "");
}

#[test]
fn a_library_is_searched_shown_as_a_tree_merged_and_exported() {
    let server = with_library();
    edit(
        &server,
        "",
        &json!([{ "kind": "add_line", "turns": [["j10"], ["i9", "k9"], ["j9", "j8"]] }]),
    );
    edit(&server, "j10 i9k9", &json!([{ "kind": "comment", "text": "A cloud" }]));
    let found = server.done("/api/libraries/Mine/search", &json!({ "text": "cloud" }));
    assert_eq!(found["found"].as_array().unwrap().len(), 1);
    let tree = server.done("/api/libraries/Mine/tree", &json!({ "depth": 3 }));
    assert_eq!(tree["children"][0]["children"][0]["comment"], "A cloud");
    assert_eq!(server.done("/api/libraries/Mine/minimax", &json!({}))["changed"], 0);
    let record = server.done("/api/record/read", &json!({ "text": "j10 d4p16 e5f6" }));
    let pasted = json!({ "record": record["records"][0] });
    server.done("/api/libraries/Mine/paste", &pasted);
    server.done("/api/libraries", &json!({ "name": "Other" }));
    let merged = server.done("/api/libraries/Other/merge", &json!({ "other": "Mine" }));
    assert_eq!(merged["positions"], 6, "{merged}");
    assert_eq!(server.post("/api/libraries/Mine/merge", &json!({ "other": "Mine" })).status, 400);
    assert_eq!(server.post("/api/libraries/Mine/merge", &json!({ "other": "None" })).status, 404);
    for format in ["sgf", "json", "html", "6lib"] {
        let file = server.get(&format!("/api/libraries/Mine/export?format={format}"));
        assert_eq!(file.status, 200, "{format}: {file:?}");
        assert!(!file.body.is_empty());
        let disposition = file.header("content-disposition").unwrap();
        assert_eq!(disposition, format!("attachment; filename=\"Mine.{format}\""));
    }
    let below = server.get("/api/libraries/Mine/export?format=sgf&moves=j10%20i9k9");
    assert_eq!(below.status, 200);
    for query in ["", "?format=exe", "?format=lib", "?format=sgf&moves=z", "?format=sgf&x=1"] {
        let answer = server.get(&format!("/api/libraries/Mine/export{query}"));
        assert_eq!(answer.status, 400, "{query}");
        answer.complaint();
    }
}

#[test]
fn a_library_that_was_exported_can_be_adopted() {
    let server = with_library();
    edit(&server, "j10", &json!([{ "kind": "name", "text": "Here" }]));
    let file = server.get("/api/libraries/Mine/export?format=6lib");
    let upload = server.upload("copy.6lib", &file.body);
    assert_eq!(upload["kind"], "library");
    server.done("/api/libraries", &json!({ "name": "Copy", "upload": upload["upload"] }));
    let entry = server.done("/api/libraries/Copy/look", &json!({ "moves": "j10" }));
    assert_eq!(entry["name"], "Here");
    let nonsense = server.upload("x", b"SQLite format 3\0 and then nothing of the kind");
    let answer =
        server.post("/api/libraries", &json!({ "name": "Bad", "upload": nonsense["upload"] }));
    assert!((400..500).contains(&answer.status), "{answer:?}");
}

#[test]
fn games_are_imported() {
    let server = with_library();
    let games = "j10 i9k9 j9j8\nj10 i9k9 h9j8\nj10 i9z99\n";
    let upload = server.upload("games.txt", games.as_bytes());
    assert_eq!(upload["bytes"], games.len());
    let request = json!({ "kind": "import", "library": "Mine", "upload": upload["upload"] });
    let id = server.task(&request);
    let task = server.until(&id, "done");
    assert_eq!(task["result"]["games"], 2, "{task}");
    assert_eq!(task["result"]["skipped_count"], 1, "{task}");
    let entry = server.done("/api/libraries/Mine/look", &json!({ "moves": "j10 i9k9" }));
    assert_eq!(entry["games"], 2);
    let missing = json!({ "kind": "import", "library": "None", "upload": upload["upload"] });
    let id = server.task(&missing);
    assert!(server.until(&id, "failed")["error"].is_string());
}

#[test]
fn a_large_collection_is_imported_while_others_look() {
    let Some(path) = shared("connect6-games-littlegolem.csv") else {
        eprintln!("SKIPPED: no shared games");
        return;
    };
    let server = with_library();
    let bytes = std::fs::read(path).unwrap();
    let upload = server.upload("games.csv", &bytes[..bytes.len().min(2 << 20)]);
    assert_eq!(upload["kind"], "table");
    let request = json!({ "kind": "import", "library": "Mine", "upload": upload["upload"] });
    let id = server.task(&request);
    assert!(
        wait_for(
            || {
                let look = server.post("/api/libraries/Mine/look", &json!({ "moves": "j10" }));
                assert_eq!(look.status, 200);
                let task = server.see(&id);
                (task["state"] == "done").then(|| task["result"]["games"].as_u64().unwrap())
            },
            || server.see(&id).to_string(),
        ) > 1000
    );
}

#[test]
fn the_proof_of_a_task_is_taken_into_a_library() {
    let server = with_library();
    let moves = "j10 h9i8 k11l10 k8m9";
    let id = server.task(&json!({ "kind": "solve", "goal": "win", "place": { "moves": moves } }));
    server.until(&id, "done");
    let entry = edit(&server, moves, &json!([{ "kind": "proof", "task": id }]));
    assert_eq!(entry["result"], json!({ "value": "black_wins", "ground": "certificate" }));
    let key_move = &entry["moves"][0];
    assert_eq!(
        key_move["result"],
        json!({ "value": "black_wins", "ground": "minimax" }),
        "{entry}"
    );
    let digest = entry["certificate"].as_str().unwrap();
    let certificate = server.get(&format!("/api/libraries/Mine/certificates/{digest}"));
    assert_eq!(certificate.header("content-type"), Some("application/gzip"));
    let start = server.done("/api/libraries/Mine/look", &json!({}));
    assert_eq!(start["moves"][0]["move"], json!(["j10"]), "the way to the proof: {start}");
    let elsewhere = json!({ "place": {}, "edits": [{ "kind": "proof", "task": id }] });
    assert_eq!(server.post("/api/libraries/Mine/edit", &elsewhere).status, 400);
    let nothing = json!({ "place": {}, "edits": [{ "kind": "proof", "task": "77" }] });
    assert_eq!(server.post("/api/libraries/Mine/edit", &nothing).status, 400);
}

#[test]
fn a_new_folder_begins_with_the_solved_openings() {
    let server = start_in(tempfile::tempdir().unwrap(), None);
    let sample = wait_for(
        || {
            let list = server.get("/api/libraries").json();
            list.as_array()?.iter().find(|library| library["proven"].as_u64() > Some(0)).cloned()
        },
        || server.get("/api/libraries").body.len().to_string(),
    );
    assert_eq!(sample["name"], "Solved openings");
    assert_eq!((&sample["origin"], &sample["is_being_made"]), (&json!("program"), &json!(true)));
}

#[test]
fn the_opening_with_which_the_page_greets_is_in_the_sample_first() {
    let server = start_in(tempfile::tempdir().unwrap(), None);
    let atlas = server.get("/api/atlas").json();
    let is_small = |entry: &&Value| entry["bytes"].as_u64() <= Some(100_000);
    let small = atlas.as_array().unwrap().iter().filter(is_small);
    let greeting = small.max_by_key(|entry| entry["jobs"].as_u64()).unwrap();
    let place = json!({ "moves": greeting["moves"] });
    let look = || {
        let answer = server.post("/api/libraries/Solved%20openings/look", &place);
        (answer.status == 200).then(|| answer.json())
    };
    let is_proven = |entry: &Value| entry["result"]["ground"] == "certificate";
    wait_for(|| look().filter(is_proven), || format!("{:?}", look()));
    let list = server.get("/api/libraries").json();
    assert!(list[0]["proven"].as_u64() <= Some(4), "{list}");
}

#[test]
fn what_comes_with_the_program_is_read_and_not_changed() {
    let server = start_in(tempfile::tempdir().unwrap(), None);
    let there =
        || server.get("/api/libraries").json().as_array().filter(|l| !l.is_empty()).cloned();
    wait_for(there, String::new);
    let path = "/api/libraries/Solved%20openings";
    assert_eq!(server.post(&format!("{path}/look"), &json!({})).status, 200);
    let edits = json!({ "place": {}, "edits": [{ "kind": "name", "text": "mine" }] });
    for (question, body) in [("edit", edits), ("undo", json!({})), ("minimax", json!({}))] {
        let refused = server.post(&format!("{path}/{question}"), &body);
        assert_eq!(refused.status, 409, "{question}");
        assert!(refused.complaint().contains("of your own"), "{question}");
    }
    let upload = server.upload("game.txt", b"j10 a1b1");
    let import = json!({
        "kind": "import",
        "library": "Solved openings",
        "upload": upload["upload"],
    });
    assert_eq!(server.post("/api/tasks", &import).status, 400);
    assert_eq!(server.delete(path).status, 204);
    assert_eq!(server.post("/api/libraries", &json!({ "name": "Solved openings" })).status, 409);
}

#[test]
fn the_size_of_a_library_grows_with_what_is_put_into_it() {
    let server = with_library();
    let size = || server.get("/api/libraries").json()[0]["bytes"].as_u64().unwrap();
    let before = size();
    let text = "a long comment ".repeat(4000);
    edit(&server, "j10", &json!([{ "kind": "comment", "text": text }]));
    assert!(size() >= before + text.len() as u64, "{before} {}", size());
}
