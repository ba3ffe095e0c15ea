//! Long work.

mod support;

use serde_json::{Value, json};
use support::{long_proof, short_proof, start, wait_for};

/// Black to move wins by threats.
const WON: &str = "j10 h9i8 k11l10 k8m9";

#[test]
fn a_solver_finds_a_win_with_its_certificate() {
    let server = start();
    let mut events = server.events();
    assert_eq!(events.next("tasks"), json!([]));
    let request = json!({ "kind": "solve", "place": { "moves": WON }, "goal": "win" });
    let id = server.task(&request);
    let task = server.until(&id, "done");
    assert_eq!(task["kind"], "solve");
    assert_eq!(task["result"]["result"], "win", "{task}");
    assert_eq!(task["has_certificate"], true);
    let certificate = server.get(&format!("/api/tasks/{id}/certificate"));
    assert!(certificate.body.starts_with(&[0x1f, 0x8b]));
    let told = (0..1000).map(|_| events.next("task")).find(|task| task["state"] == "done");
    assert_eq!(told.unwrap()["id"], id);
    assert_eq!(server.delete(&format!("/api/tasks/{id}")).status, 204);
    assert_eq!(events.next("removed")["id"], id);
    assert_eq!(server.get(&format!("/api/tasks/{id}")).status, 404);
}

#[test]
fn a_verifier_lists_the_replies_that_are_open() {
    let server = start();
    let request = json!({ "kind": "verify", "place": { "moves": "j10" }, "nodes": 2000 });
    let id = server.task(&request);
    let task = server.until(&id, "done");
    assert_eq!(task["result"]["verified"], false, "{task}");
    assert!(task["result"]["unrefuted"].is_array());
    assert_eq!(server.get(&format!("/api/tasks/{id}/certificate")).status, 404);
}

#[test]
fn engines_analyse_and_move() {
    let server = start();
    for engine in ["alphabeta", "mcts", "greedy"] {
        let request = json!({ "kind": "analyse", "engine": engine, "seconds": 0.3,
            "variations": 2, "place": { "moves": "j10 i9k9" } });
        let id = server.task(&request);
        let task = server.until(&id, "done");
        let variations = task["result"]["variations"].as_array().unwrap();
        assert_eq!(variations[0]["move"].as_array().unwrap().len(), 2, "{task}");
        assert!(variations[0]["score"]["kind"].is_string());
    }
    let moves = [
        json!({ "kind": "move", "level": 1, "place": { "moves": "j10 i9k9" } }),
        json!({ "kind": "move", "seconds": 0.2, "place": { "moves": "j10 i9k9" } }),
        json!({ "kind": "move", "clock": { "remaining": 5, "increment": 1 } }),
    ];
    for request in moves {
        let id = server.task(&request);
        let task = server.until(&id, "done");
        assert!(task["result"]["variations"][0]["move"].is_array(), "{task}");
    }
}

#[test]
fn the_engine_of_hex_analyses_moves_and_takes_over_a_first_stone_that_is_too_good() {
    let server = start();
    let ask = |request: Value| {
        let id = server.task(&request);
        server.until(&id, "done")["result"].clone()
    };
    let place = |moves: &str| json!({ "game": "hex5", "moves": moves });
    let analysis = ask(json!({ "kind": "analyse", "seconds": 0.3, "place": place("b4") }));
    assert_eq!(analysis["engine"], "hexy");
    assert!(analysis["variations"][0]["move"][0].is_string(), "{analysis}");
    for (first, swap) in [("c3", json!(true)), ("a1", Value::Null)] {
        let request = json!({ "kind": "move", "level": 9, "swap": true, "place": place(first) });
        let answer = ask(request);
        assert_eq!(answer["swap"], swap, "{first}: {answer}");
        let has_turn = answer["variations"][0]["move"].is_array();
        assert_eq!(has_turn, swap.is_null(), "{first}: {answer}");
    }
    let forbidden = ask(json!({ "kind": "move", "level": 3, "place": place("c3") }));
    assert_eq!(forbidden["swap"], Value::Null);
}

#[test]
fn a_proof_is_found_and_told_of_on_the_way() {
    let server = start();
    let id = server.task(&short_proof());
    let task = server.until(&id, "done");
    assert_eq!(task["result"]["result"], "win", "{task}");
    assert_eq!(task["has_certificate"], true);
    let progress = &task["progress"];
    assert!(progress["jobs_done"].as_u64().unwrap() > 0, "{progress}");
    assert_eq!(progress["workers"].as_array().unwrap().len(), 2);
    assert!(!progress["history"].as_array().unwrap().is_empty());
    assert!(server.folder.path().join(format!("proofs/proof-{id}.db")).exists());
}

#[test]
fn a_proof_can_be_paused_steered_and_gone_on_with() {
    let server = start();
    let id = server.task(&long_proof("long"));
    let path = |what: &str| format!("/api/tasks/{id}/{what}");
    server.when(&id, |task| task["progress"]["jobs_done"].as_u64() > Some(0));
    let rival = server.post("/api/tasks", &long_proof("long"));
    assert_eq!(rival.status, 409, "{rival:?}");
    let paused = server.done(&path("pause"), &json!({}));
    assert_eq!((&paused["state"], &paused["can_resume"]), (&json!("paused"), &json!(true)));
    let say = |command: &str| server.post(&path("steer"), &json!({ "command": command }));
    assert_eq!(say("nodes 5000").json()["answer"], "5000 nodes for each new job");
    assert!(say("forbid a1b1 c1d1").json()["answer"].as_str().unwrap().starts_with("refused"));
    assert_eq!(say("conquer").status, 400);
    assert_eq!(server.post(&path("pause"), &json!({})).status, 409);
    let resumed = server.done(&path("resume"), &json!({}));
    assert_eq!(resumed["state"], "running");
    server.done(&path("cancel"), &json!({}));
    let cancelled = server.until(&id, "cancelled");
    assert_eq!(cancelled["can_resume"], true);
    let done = cancelled["progress"]["jobs_done"].as_u64();
    server.done(&path("resume"), &json!({}));
    let gone_on = server.when(&id, |task| task["progress"]["jobs_done"].as_u64() > done);
    assert_ne!(gone_on["state"], "cancelled");
    server.delete(&format!("/api/tasks/{id}"));
    let id = server.task(&json!({ "kind": "verify", "seconds": 0.05 }));
    let path = |what: &str| format!("/api/tasks/{id}/{what}");
    server.until(&id, "done");
    assert_eq!(server.post(&path("steer"), &json!({ "command": "stop" })).status, 409);
}

#[test]
fn what_ran_when_the_server_ended_was_interrupted_and_a_proof_goes_on() {
    let server = start();
    let proof = server.task(&long_proof("long"));
    let analysis = server.task(&json!({ "kind": "analyse", "threads": 1 }));
    server.when(&proof, |task| task["progress"]["jobs_done"].as_u64() > Some(0));
    let server = server.restart();
    let task = server.see(&proof);
    assert_eq!((&task["state"], &task["can_resume"]), (&json!("interrupted"), &json!(true)));
    let task_of_engine = server.see(&analysis);
    assert_eq!(task_of_engine["state"], "interrupted");
    assert_eq!(task_of_engine["can_resume"], false);
    let before = task["progress"]["jobs_done"].as_u64();
    server.done(&format!("/api/tasks/{proof}/resume"), &json!({}));
    server.when(&proof, |task| task["progress"]["jobs_done"].as_u64() > before);
    let again: Vec<Value> = serde_json::from_value(server.get("/api/tasks").json()).unwrap();
    assert_eq!(again.len(), 2);
}

#[test]
fn a_joseki_fills_its_library() {
    let server = start();
    let mut request = short_proof();
    request["kind"] = json!("joseki");
    request["library"] = json!("Joseki");
    let id = server.task(&request);
    let task = server.until(&id, "done");
    assert_eq!(task["result"]["library"], "Joseki", "{task}");
    assert_eq!(task["library"], "Joseki", "{task}");
    let entry = server.done("/api/libraries/Joseki/look", &json!({ "moves": "d4 c3" }));
    assert_eq!(entry["result"]["value"], "black_wins", "{entry}");
    // The certificate is that of the position after the winning move.
    let digest = entry["moves"][0]["certificate"].as_str().unwrap().to_string();
    let path = format!("/api/libraries/Joseki/certificates/{digest}");
    assert_eq!(server.get(&path).status, 200);
    // The library begins at the start of the game, so that it has a tree and can be exported.
    let start = json!({ "place": { "game": task["result"]["game"] } });
    let tree = server.done("/api/libraries/Joseki/tree", &start);
    assert_eq!(tree["children"][0]["move"], json!(["d4"]), "{tree}");
    for format in ["sgf", "json", "html"] {
        let path = format!("/api/libraries/Joseki/export?format={format}");
        assert_eq!(server.get(&path).status, 200, "{format}");
    }
}

#[test]
fn events_of_a_task_are_not_too_many() {
    let server = start();
    let mut events = server.events();
    events.next("tasks");
    let id = server.task(&json!({ "kind": "analyse", "seconds": 1.0, "threads": 1 }));
    let mut told = 0;
    loop {
        told += 1;
        let task = events.next("task");
        if task["id"] == id && task["state"] == "done" {
            break;
        }
    }
    // Ten a second, and the changes of its state.
    let seconds = server.see(&id)["seconds"].as_f64().unwrap();
    assert!(f64::from(told) <= 10.0 * seconds + 6.0, "{told} in {seconds} s");
    wait_for(
        || (server.get("/api/health").json()["task_threads"] == 0).then_some(()),
        || "threads".to_string(),
    );
}

#[test]
fn a_game_is_reviewed() {
    let server = start();
    // White does not block, and Black does not notice.
    let game = "j10 a1c1 k10l10 a3c3 m10s1 a5c5 s3s5";
    let read = server.done("/api/record/read", &json!({ "text": game }));
    let request =
        json!({ "kind": "review", "record": read["records"][0], "seconds_per_move": 0.3 });
    let id = server.task(&request);
    let task = server.until(&id, "done");
    assert_eq!(task["progress"]["done"], task["progress"]["of"], "{task}");
    assert!(task["result"]["positions"].as_array().unwrap().len() >= 5, "{task}");
    let findings = task["result"]["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["kind"] == "missed_win"), "{task}");
    let server = server.restart();
    let record = server.get(&format!("/api/tasks/{id}/record"));
    assert_eq!(record.json()["root"], read["records"][0]["root"], "the game that was reviewed");
    assert_eq!(server.get("/api/tasks/777/record").status, 404);
}
