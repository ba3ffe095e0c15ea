//! Hostile and careless clients.

mod support;

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;
use support::{TestServer, ask, raw, start, start_in, used_folder, wait_for};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn only_local_names_and_own_pages_are_served() {
    let server = start();
    let status =
        |headers: &[(&str, &str)]| ask(server.address, "GET", "/api/health", headers, b"").status;
    assert_eq!(status(&[("Host", "localhost")]), 200);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
    assert_eq!(status(&[("Host", "evil.example:80")]), 403);
    assert_eq!(status(&[("Host", "@")]), 400);
    assert_eq!(status(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("Origin", "null")]), 403);
    let own = format!("http://{}", server.address);
    assert_eq!(status(&[("Origin", &own)]), 200);
}

#[test]
fn every_answer_keeps_the_browser_on_a_short_leash() {
    let server = start();
    for path in ["/", "/api/health", "/api/nothing", "/nothing.js"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("default-src 'self'") && policy.contains("script-src 'self'"));
        assert!(!policy.contains("unsafe-eval"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
}

#[test]
fn a_token_is_needed_where_there_is_one() {
    let server = start_in(used_folder(), Some("secret"));
    let get = |path: &str, headers: &[(&str, &str)]| ask(server.address, "GET", path, headers, b"");
    assert_eq!(get("/api/health", &[]).status, 401);
    assert_eq!(get("/", &[]).status, 401);
    assert_eq!(get("/?token=wrong", &[]).status, 401);
    assert_eq!(get("/api/health?token=secret", &[]).status, 401);
    assert_eq!(get("/api/health", &[("Authorization", "Bearer wrong")]).status, 401);
    assert_eq!(get("/api/health", &[("Authorization", "Bearer secret")]).status, 200);
    let welcome = get("/?token=secret", &[]);
    assert_eq!((welcome.status, welcome.header("location")), (303, Some("/")));
    let cookie = welcome.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(get("/", &[("Cookie", cookie)]).status, 200);
}

#[test]
fn forms_of_other_sites_cannot_post() {
    let server = start();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        for path in ["/api/position", "/api/tasks", "/api/tasks/1/cancel", "/api/uploads"] {
            let answer = ask(server.address, "POST", path, &[("Content-Type", kind)], b"{}");
            assert_eq!(answer.status, 415, "{path} {kind}");
            answer.complaint();
        }
    }
    assert_eq!(ask(server.address, "POST", "/api/position", &[], b"{}").status, 415);
}

#[test]
fn what_makes_no_sense_gets_one_clear_line() {
    let server = start();
    let post = |body: &[u8]| ask(server.address, "POST", "/api/position", &[JSON], body);
    let status = |body: &str| {
        let answer = post(body.as_bytes());
        answer.complaint();
        answer.status
    };
    assert_eq!(status("{"), 400);
    assert_eq!(status(""), 400);
    assert_eq!(status("nonsense"), 400);
    assert_eq!(status(r#"{"moves": 7}"#), 422);
    assert_eq!(status(r#"{"movs": "j10"}"#), 422);
    assert_eq!(status(r#"{"moves": "z99"}"#), 400);
    assert_eq!(status(r#"{"moves": "j10 j10k10"}"#), 400);
    assert_eq!(status(r#"{"game": "chess"}"#), 400);
    assert_eq!(status(r#"{"game": "hex99"}"#), 400);
    assert_eq!(status(r#"{"fen": "x", "moves": "j10"}"#), 400);
    assert_eq!(status(r#"{"fen": "//// b 9"}"#), 400);
    assert_eq!(post(b"\xff\xfe{}").status, 400);
    let deep = "[".repeat(100_000);
    assert_eq!(status(&deep), 400);
    for request in [
        json!({ "kind": "conquer" }),
        json!({ "kind": "solve", "colour": "red" }),
        json!({ "kind": "solve", "place": { "x": 1 } }),
        json!({ "kind": "solve", "goal": "peace" }),
        json!({ "place": {} }),
        json!(null),
        json!([]),
    ] {
        let answer = server.post("/api/tasks", &request);
        assert_eq!(answer.status, 422, "{request}: {answer:?}");
        answer.complaint();
    }
    for request in [
        json!({ "kind": "solve", "seconds": -1 }),
        json!({ "kind": "solve", "seconds": 1e300 }),
        json!({ "kind": "solve", "order": 0 }),
        json!({ "kind": "solve", "threads": 10000 }),
        json!({ "kind": "analyse", "variations": 0 }),
        json!({ "kind": "move", "level": 11 }),
        json!({ "kind": "prove", "name": "../../etc/passwd" }),
        json!({ "kind": "joseki", "library": "a/b" }),
        json!({ "kind": "import", "library": "x", "upload": "../x" }),
        json!({ "kind": "solve", "place": { "game": "tictactoe", "moves": "a1 a2 b1 b2 c1" } }),
    ] {
        let answer = server.post("/api/tasks", &request);
        assert_eq!(answer.status, 400, "{request}: {answer:?}");
        answer.complaint();
    }
}

#[test]
fn nothing_outside_the_data_folder_can_be_reached() {
    let server = start();
    let secret = server.folder.path().join("secret.6lib");
    std::fs::write(&secret, "not a library").unwrap();
    for name in [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        "..",
        "..%5c..%5cx",
        "a%00b",
        "%2fetc%2fpasswd",
        "x.6lib",
        "%e2%80%ae",
    ] {
        for path in [
            format!("/api/libraries/{name}/export?format=sgf"),
            format!("/api/libraries/{name}/certificates/00"),
            format!("/api/atlas/{name}"),
            format!("/assets/{name}"),
            format!("/{name}.js"),
        ] {
            let answer = server.get(&path);
            assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
            assert!(!String::from_utf8_lossy(&answer.body).contains("root:"), "{path}");
        }
        let answer = server.delete(&format!("/api/libraries/{name}"));
        assert!((400..500).contains(&answer.status), "{name}: {answer:?}");
    }
    for path in ["/../Cargo.toml", "/assets/../../Cargo.toml", "//etc/passwd.txt"] {
        assert!((400..500).contains(&server.get(path).status), "{path}");
    }
    for name in ["", "..", "a/b", "a.b", " a", "a\u{202e}b", &"x".repeat(65)] {
        let answer = server.post("/api/libraries", &json!({ "name": name }));
        assert_eq!(answer.status, 400, "{name}");
    }
    assert!(secret.exists());
    let adopted = server.post("/api/libraries", &json!({ "name": "x", "upload": "../secret" }));
    assert_eq!(adopted.status, 404);
}

#[test]
fn large_and_broken_bodies_are_refused() {
    let server = start();
    let large = format!(r#"{{"moves": "{}"}}"#, " ".repeat(3 << 20));
    let answer = ask(server.address, "POST", "/api/position", &[JSON], large.as_bytes());
    assert_eq!(answer.status, 413);
    answer.complaint();
    // A body that is shorter than it says.
    let host = server.address;
    let head = format!(
        "POST /api/position HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{\"mo"
    );
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    drop(stream);
    let huge =
        format!("GET /api/health HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
    assert!((400..500).contains(&raw(host, huge.as_bytes()).status));
    assert_eq!(raw(host, b"nonsense\r\n\r\n").status, 400);
    assert_eq!(server.get("/api/health").status, 200);
}

#[test]
fn unknown_paths_and_methods_are_told_so() {
    let server = start();
    assert_eq!(server.get("/api/nothing").status, 404);
    server.get("/api/nothing").complaint();
    assert_eq!(server.get("/api/position").status, 405);
    server.get("/api/position").complaint();
    assert_eq!(ask(server.address, "PUT", "/api/tasks", &[], b"").status, 405);
    assert_eq!(server.get("/api/tasks/1").status, 404);
    assert_eq!(server.get("/api/tasks/x").status, 404);
    assert_eq!(server.get("/api/tasks/-1").status, 404);
    assert_eq!(server.delete("/api/tasks/99999999999999999999").status, 404);
    assert_eq!(server.post("/api/libraries/none/look", &json!({})).status, 404);
    assert_eq!(server.post("/api/libraries/none/undo", &json!({})).status, 404);
}

fn health(server: &TestServer) -> serde_json::Value {
    server.get("/api/health").json()
}

#[test]
fn two_hundred_clients_at_once_are_all_served() {
    let server = start();
    std::thread::scope(|scope| {
        for number in 0..200 {
            let server = &server;
            scope.spawn(move || {
                if number % 2 == 0 {
                    assert_eq!(server.get("/api/tasks").status, 200);
                } else {
                    let seen = server.done("/api/position", &json!({ "moves": "j10 i9k9" }));
                    assert_eq!(seen["to_move"], "black");
                }
            });
        }
    });
    assert_eq!(health(&server)["status"], "ok");
}

#[test]
fn a_listener_that_vanishes_leaves_nothing_behind() {
    let server = start();
    let mut stays = server.events();
    stays.next("tasks");
    for _ in 0..20 {
        let mut goes = server.events();
        goes.next("tasks");
    }
    let id = server.task(&json!({ "kind": "analyse", "engine": "alphabeta", "threads": 1 }));
    server.when(&id, |task| task["progress"].is_object());
    server.done(&format!("/api/tasks/{id}/cancel"), &json!({}));
    let task = server.until(&id, "cancelled");
    assert!(task["result"]["variations"].is_array(), "{task}");
    // A closed connection is noticed when something is sent to it.
    wait_for(
        || {
            server.delete(&format!(
                "/api/tasks/{}",
                server.task(&json!({ "kind": "verify", "seconds": 0.05 }))
            ));
            let health = health(&server);
            (health["listeners"] == 1 && health["task_threads"] == 0).then_some(())
        },
        || health(&server).to_string(),
    );
    stays.next("removed");
}

#[test]
fn too_many_tasks_are_refused_and_all_others_are_done_with() {
    let server = start();
    let mut refused = 0;
    for _ in 0..1000 {
        let answer = server.post("/api/tasks", &json!({ "kind": "analyse", "threads": 1 }));
        match answer.status {
            201 => {}
            429 => {
                refused += 1;
                answer.complaint();
            }
            status => panic!("{status}"),
        }
    }
    assert_eq!(refused, 1000 - 4 - 64);
    let tasks = server.get("/api/tasks").json();
    let queued: Vec<&str> = tasks
        .as_array()
        .unwrap()
        .iter()
        .filter(|task| task["state"] == "queued")
        .filter_map(|task| task["id"].as_str())
        .collect();
    assert_eq!(queued.len(), 64);
    for id in queued.iter().rev() {
        let task = server.done(&format!("/api/tasks/{id}/cancel"), &json!({}));
        assert_eq!(task["state"], "cancelled");
    }
    // What still runs ends with the server.
    assert_eq!(health(&server)["tasks_running"], 4);
}
