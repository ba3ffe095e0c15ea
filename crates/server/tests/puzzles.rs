//! Puzzles: collections, solving, hints, solutions, training.

mod support;

use serde_json::{Value, json};
use support::{Answer, TestServer, ask, start};

const COLLECTION: &[u8] = include_bytes!("../../../tests/data/puzzles.json");

/// The puzzles of the collection: won in two, three and four turns.
const TWO: &str = "98e21c53bb";
const THREE: &str = "2a2379bc99";
const FOUR: &str = "a66a943f0a";

fn put(server: &TestServer, name: &str, body: &[u8]) -> Answer {
    let headers = [("Content-Type", "application/json")];
    ask(server.address, "PUT", &format!("/api/puzzles/{name}"), &headers, body)
}

fn with_puzzles() -> TestServer {
    let server = start();
    assert_eq!(put(&server, "Mine", COLLECTION).status, 201);
    server
}

fn answer(server: &TestServer, id: &str, turns: &Value) -> Value {
    server.done(&format!("/api/puzzles/Mine/{id}/answer"), &json!({ "turns": turns }))
}

fn finish(server: &TestServer, id: &str, outcome: &str) -> Value {
    let body = json!({ "outcome": outcome, "seconds": 7 });
    server.done(&format!("/api/puzzles/Mine/{id}/result"), &body)
}

fn next(server: &TestServer, query: &str) -> Answer {
    server.get(&format!("/api/puzzles/Mine/next{query}"))
}

#[test]
fn the_program_has_a_collection_of_its_own() {
    let server = start();
    let list = server.get("/api/puzzles").json();
    let starter = &list[0];
    assert_eq!((&starter["name"], &starter["removable"]), (&json!("starter"), &json!(false)));
    assert_eq!(starter["game"], "connect6");
    let by_level = starter["by_level"].as_array().unwrap().iter().filter_map(Value::as_u64);
    assert_eq!(Some(by_level.sum()), starter["puzzles"].as_u64());
    assert_eq!(put(&server, "starter", COLLECTION).status, 409);
    assert_eq!(server.delete("/api/puzzles/starter").status, 409);
    let puzzles = server.get("/api/puzzles/starter").json();
    for puzzle in puzzles["puzzles"].as_array().unwrap().iter().take(10) {
        let id = puzzle["id"].as_str().unwrap();
        let solution = server.get(&format!("/api/puzzles/starter/{id}/solution")).json();
        let body = json!({ "turns": [solution["key"]] });
        let said = server.done(&format!("/api/puzzles/starter/{id}/answer"), &body);
        assert_ne!(said["verdict"], "wrong", "{id}: {said}");
    }
}

#[test]
fn a_collection_is_added_replaced_listed_and_deleted() {
    let server = with_puzzles();
    assert_eq!(put(&server, "Mine", COLLECTION).status, 200);
    let list = server.get("/api/puzzles").json();
    let mine = &list[1];
    assert_eq!((&mine["name"], &mine["title"]), (&json!("Mine"), &json!("Three puzzles")));
    assert_eq!((&mine["puzzles"], &mine["removable"]), (&json!(3), &json!(true)));
    assert_eq!(mine["by_level"], json!([1, 1, 1, 0, 0, 0]));
    let puzzles = server.get("/api/puzzles/Mine").json();
    assert_eq!(puzzles["puzzles"][1]["task"], "White to play and win in 3 turns by double threats");
    assert_eq!(puzzles["puzzles"][1]["state"], "new");
    assert!(server.folder.path().join("puzzles/Mine.json").exists());
    assert_eq!(server.delete("/api/puzzles/Mine").status, 204);
    assert_eq!(server.delete("/api/puzzles/Mine").status, 404);
    assert_eq!(server.get("/api/puzzles/Mine").status, 404);
    let deleted = std::fs::read_dir(server.folder.path().join("deleted")).unwrap().count();
    assert_eq!(deleted, 2);
}

#[test]
fn a_collection_that_lies_in_the_folder_is_there_and_one_that_is_none_is_left_out() {
    let server = start();
    let folder = server.folder.path().join("puzzles");
    std::fs::write(folder.join("by hand.json"), COLLECTION).unwrap();
    std::fs::write(folder.join("broken.json"), "{").unwrap();
    std::fs::write(folder.join("..json"), COLLECTION).unwrap();
    let list = server.get("/api/puzzles").json();
    let names: Vec<&Value> = list.as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, [&json!("starter"), &json!("by hand")]);
    assert_eq!(server.get("/api/puzzles/by%20hand").status, 200);
    let solution = server.get(&format!("/api/puzzles/by%20hand/{TWO}/solution")).json();
    assert_eq!(server.get(solution["sgf"].as_str().unwrap()).status, 200);
}

#[test]
fn a_question_does_not_tell_its_solution() {
    let server = with_puzzles();
    let question = server.get(&format!("/api/puzzles/Mine/{THREE}")).json();
    let mut fields: Vec<&str> = question.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let known = [
        "due",
        "explanation",
        "fen",
        "game",
        "id",
        "level",
        "level_name",
        "order",
        "state",
        "task",
        "themes",
        "to_move",
        "turns",
    ];
    assert_eq!(fields, known);
    assert_eq!((&question["level_name"], &question["turns"]), (&json!("easy"), &json!(3)));
    assert_eq!(question["themes"], json!(["crossing-block"]));
}

#[test]
fn the_right_turns_solve_a_puzzle_and_are_answered_on_the_way() {
    let server = with_puzzles();
    let said = answer(&server, TWO, &json!([["k8", "j9"]]));
    assert_eq!((&said["verdict"], &said["reply"]), (&json!("solved"), &Value::Null));
    // Solving as the hints say works whatever the program replies.
    let mut turns: Vec<Value> = Vec::new();
    for _ in 0..4 {
        let hint = json!({ "turns": turns, "step": 3 });
        let hint = server.done(&format!("/api/puzzles/Mine/{FOUR}/hint"), &hint);
        turns.push(hint["squares"].clone());
        let said = answer(&server, FOUR, &json!(turns));
        if said["verdict"] == "solved" {
            assert!(turns.len() >= 5, "{turns:?}");
            return;
        }
        assert_eq!(said["verdict"], "right", "{said}");
        assert_eq!(said["reply"].as_array().unwrap().len(), 2);
        turns.push(said["reply"].clone());
    }
    panic!("four turns do not solve a puzzle of four turns");
}

#[test]
fn a_wrong_turn_is_refuted() {
    let server = with_puzzles();
    // One of the collection's tries, and a turn that it does not know.
    for wrong in [json!(["k6", "o10"]), json!(["a1", "s19"])] {
        let said = answer(&server, THREE, &json!([wrong]));
        assert_eq!(said["verdict"], "wrong", "{said}");
        assert_eq!(said["reply"].as_array().unwrap().len(), 2);
        assert!(said["message"].as_str().unwrap().contains("no win in 3 turns"), "{said}");
        let hint = json!({ "turns": [wrong, said["reply"]], "step": 2 });
        let hint = server.done(&format!("/api/puzzles/Mine/{THREE}/hint"), &hint);
        assert_eq!(hint["squares"], json!([]), "{hint}");
    }
}

#[test]
fn hints_tell_more_and_more() {
    let server = with_puzzles();
    let hint = |step: u8| {
        let wanted = json!({ "turns": [], "step": step });
        server.done(&format!("/api/puzzles/Mine/{THREE}/hint"), &wanted)
    };
    let first = hint(1)["message"].as_str().unwrap().to_string();
    assert!(first.contains("crossing block"), "{first}");
    assert!(first.contains("Look between n8 and s13."), "both stones of o10p11 lie there: {first}");
    assert_eq!(hint(1)["squares"], json!([]));
    assert_eq!(hint(2)["squares"].as_array().unwrap().len(), 1);
    assert_eq!(hint(3)["squares"], json!(["o10", "p11"]));
}

#[test]
fn help_is_remembered_until_the_attempt_has_ended() {
    let server = with_puzzles();
    let path = format!("/api/puzzles/Mine/{THREE}");
    assert_eq!(server.get(&path).json()["helped"], false);
    assert_eq!(server.post(&format!("{path}/help"), &json!({})).status, 204);
    assert_eq!(server.get(&path).json()["helped"], true);
    let server = server.restart();
    let progress = finish(&server, THREE, "solved");
    assert_eq!(progress["streak"], 0, "{progress}");
    assert!(progress["due_in_days"].as_f64().unwrap() < 0.1, "{progress}");
    assert_eq!(server.get(&path).json()["helped"], false);
    assert_eq!(finish(&server, TWO, "solved")["streak"], 1);
}

#[test]
fn the_solution_comes_with_its_record_and_its_proof() {
    let server = with_puzzles();
    let solution = server.get(&format!("/api/puzzles/Mine/{FOUR}/solution")).json();
    assert_eq!(solution["line"][0], solution["key"]);
    assert_eq!(solution["tries"][0]["refutation"].as_array().unwrap().len(), 2);
    let sgf = server.get(solution["sgf"].as_str().unwrap());
    assert_eq!(sgf.header("content-type"), Some("application/x-go-sgf"));
    let text = String::from_utf8(sgf.body).unwrap();
    let read = server.done("/api/record/read", &json!({ "text": text }));
    assert_eq!(read["records"].as_array().unwrap().len(), 1);
    let proof = server.get(solution["certificate"].as_str().unwrap());
    assert_eq!(proof.header("content-type"), Some("application/gzip"));
    let name = format!("attachment; filename=\"Mine-{FOUR}.cert.gz\"");
    assert_eq!(proof.header("content-disposition"), Some(name.as_str()));
}

#[test]
fn new_puzzles_come_by_difficulty_and_those_that_were_tried_come_again() {
    let server = with_puzzles();
    assert_eq!(next(&server, "").json()["id"], TWO);
    assert_eq!(next(&server, &format!("?except={TWO}")).json()["id"], THREE);
    assert_eq!(next(&server, "?level=3").json()["id"], FOUR);
    assert_eq!(next(&server, "?theme=ladder").json()["id"], FOUR);
    let none = next(&server, "?level=6");
    assert_eq!((none.status, none.complaint().contains("no other puzzle")), (404, true));
    let solved = finish(&server, TWO, "solved");
    assert_eq!((&solved["streak"], &solved["state"]), (&json!(1), &json!("learning")));
    let days = solved["due_in_days"].as_f64().unwrap();
    assert!((0.99..=1.01).contains(&days), "{days}");
    assert_eq!(next(&server, "").json()["id"], THREE);
    let failed = finish(&server, THREE, "failed");
    assert_eq!((&failed["streak"], &failed["best_streak"]), (&json!(0), &json!(1)));
    finish(&server, FOUR, "revealed");
    let none = next(&server, "");
    assert_eq!((none.status, none.complaint().contains("minutes")), (404, true));
    let server = server.restart();
    let training = server.get("/api/training").json();
    let known = json!({
        "streak": 0, "best_streak": 1, "solved_today": 1, "due": 0, "solved": 1, "failed": 2,
    });
    assert_eq!(training, known);
    let list = server.get("/api/puzzles/Mine").json();
    assert_eq!(
        (&list["puzzles"][0]["solved"], &list["puzzles"][1]["failed"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn what_makes_no_sense_gets_one_clear_line() {
    let server = with_puzzles();
    let status = |answer: Answer| {
        answer.complaint();
        answer.status
    };
    for path in [
        "/api/puzzles/None",
        "/api/puzzles/None/next",
        "/api/puzzles/Mine/0000000000",
        "/api/puzzles/Mine/0000000000/solution",
        "/api/puzzles/Mine/0000000000/solution.sgf",
        "/api/puzzles/Mine/0000000000/certificate",
    ] {
        assert_eq!(status(server.get(path)), 404, "{path}");
    }
    for query in ["?level=0", "?level=7", "?level=x", "?theme=love", "?x=1"] {
        assert_eq!(status(next(&server, query)), 400, "{query}");
    }
    let answer_path = format!("/api/puzzles/Mine/{THREE}/answer");
    let many: Vec<Value> = (0..1000).map(|_| json!(["a1", "b1"])).collect();
    for turns in [
        json!([]),
        json!([["a1"]]),
        json!([["a1", "b1", "c1"]]),
        json!([["a1", "a1"]]),
        json!([["a1", "z99"]]),
        json!([["a1", "k9"]]),
        json!([["a1", "b1"], ["c1", "d1"]]),
        json!([["a1", "b1"], ["a1", "d1"], ["e1", "f1"]]),
        json!(many),
    ] {
        let body = json!({ "turns": turns });
        assert_eq!(status(server.post(&answer_path, &body)), 400, "{turns}");
    }
    for body in [json!({}), json!({ "turns": 7 }), json!({ "turns": [], "x": 1 }), json!(null)] {
        assert_eq!(status(server.post(&answer_path, &body)), 422, "{body}");
    }
    let hint_path = format!("/api/puzzles/Mine/{THREE}/hint");
    for step in [json!(0), json!(4), json!(-1), json!("all")] {
        let body = json!({ "turns": [], "step": step });
        assert_eq!(status(server.post(&hint_path, &body)), 422, "{body}");
    }
    let result_path = format!("/api/puzzles/Mine/{THREE}/result");
    for body in [
        json!({ "outcome": "won", "seconds": 1 }),
        json!({ "outcome": "solved", "seconds": -1 }),
        json!({ "outcome": "solved" }),
    ] {
        assert_eq!(status(server.post(&result_path, &body)), 422, "{body}");
    }
    assert_eq!(server.get("/api/training").json()["solved"], 0);
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let server = with_puzzles();
    let secret = server.folder.path().join("secret.json");
    std::fs::write(&secret, COLLECTION).unwrap();
    for name in ["..%2fsecret", "%2e%2e%2fsecret", "a%00b", "x.json", "%e2%80%ae", "..%5csecret"] {
        assert_eq!(server.get(&format!("/api/puzzles/{name}")).status, 400, "{name}");
        assert_eq!(server.delete(&format!("/api/puzzles/{name}")).status, 400, "{name}");
        assert_eq!(put(&server, name, COLLECTION).status, 400, "{name}");
        let one = server.get(&format!("/api/puzzles/{name}/{TWO}"));
        assert_eq!(one.status, 400, "{name}");
    }
    assert_eq!(server.get(&format!("/api/puzzles/Mine/..%2fMine%2f{TWO}")).status, 404);
    assert!(secret.exists());
}

#[test]
fn a_file_that_is_no_collection_is_refused() {
    let server = start();
    let text = String::from_utf8(COLLECTION.to_vec()).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    let cases = [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        (r#"{"format": "chess", "version": 1, "name": "x", "puzzles": []}"#, 422),
        (r#"{"format": "sixfold-puzzles", "version": 99, "name": "x", "puzzles": []}"#, 422),
        (r#"{"format": "sixfold-puzzles", "version": 1, "name": "x", "puzzles": []}"#, 400),
        (&changed(r#""level":1"#, r#""level":77"#), 400),
        (&changed(r#""turns":2}"#, r#""turns":0}"#), 400),
        (&changed(r#""key":["k8","j9"]"#, r#""key":["k8"]"#), 400),
        (&changed(r#""line":[["k8","j9"]]"#, r#""line":[]"#), 400),
        (&changed(r#""id":"98e21c53bb""#, r#""id":"98e21c53bc""#), 422),
        (&changed("a j9k8 +", "a a1b1 +"), 400),
        (&changed("winner white", "winner black"), 422),
    ];
    for (body, status) in cases {
        let answer = put(&server, "Bad", body.as_bytes());
        assert_eq!(answer.status, status, "{body:.200}: {}", answer.complaint());
        answer.complaint();
    }
    let deep = "[".repeat(100_000);
    assert_eq!(put(&server, "Bad", deep.as_bytes()).status, 400);
    let huge = vec![b' '; (64 << 20) + 1];
    assert_eq!(put(&server, "Bad", &huge).status, 413);
    assert!(!server.folder.path().join("puzzles/Bad.json").exists());
}
