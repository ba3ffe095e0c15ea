//! `sixfold serve` through the real program.

#![cfg(unix)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{sixfold, succeeds};
use tempfile::TempDir;

/// A server as a process of its own.
struct Process {
    child: Child,
    /// Host and port.
    host: String,
}

const PATIENCE: Duration = Duration::from_secs(120);

fn serve(folder: &Path) -> Process {
    start(&mut command(folder))
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(folder)
        .env("RUST_LOG", "warn");
    command
}

fn start(command: &mut Command) -> Process {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let host = url.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
    Process { child, host }
}

impl Process {
    /// The body of an answer, if the server answers in time.
    fn ask(&self, method: &str, path: &str, kind: &str, body: &[u8]) -> Option<Value> {
        let mut stream = TcpStream::connect(&self.host).ok()?;
        let host = &self.host;
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {host}\r\nContent-Type: {kind}\r\n\
             Content-Length: {length}\r\n\r\n"
        )
        .ok()?;
        stream.write_all(body).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
        serde_json::from_slice(&answer[end + 4..]).ok()
    }

    fn get(&self, path: &str) -> Value {
        self.ask("GET", path, "text/plain", b"").expect("an answer")
    }

    fn post(&self, path: &str, body: &Value) -> Option<Value> {
        self.ask("POST", path, "application/json", body.to_string().as_bytes())
    }

    /// The task once this holds of it.
    fn when(&self, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let started = Instant::now();
        loop {
            let task = self.get(&format!("/api/tasks/{id}"));
            if holds(&task) {
                return task;
            }
            assert!(started.elapsed() < PATIENCE, "{task}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// As if the power went off.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it politely to end.
    fn end(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

/// A folder without the sample library, which would take its time.
fn used_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("server-lock"), "").unwrap();
    folder
}

#[test]
fn without_a_browser_to_open_it_serves_all_the_same() {
    let folder = used_folder();
    let no_programs = tempfile::tempdir().unwrap();
    let server = start(command(folder.path()).arg("--open").env("PATH", no_programs.path()));
    assert!(server.get("/api/tasks").is_array());
    assert_eq!(server.end(), Some(0));
}

#[test]
fn the_description_of_the_api_can_be_printed() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["serve", "--openapi"]);
    let described: Value = serde_json::from_str(&text).unwrap();
    assert!(described["paths"]["/api/tasks"]["post"].is_object());
}

#[test]
fn what_cannot_be_served_is_told_in_one_line() {
    let folder = used_folder();
    let path = folder.path().to_str().unwrap();
    for (arguments, mention) in [
        (&["serve", "--listen", "nowhere"][..], "--listen"),
        (&["serve", "--token", "a b", "--data", path], "--token"),
        (&["serve", "--data", "/proc/nothing"], "/proc/nothing"),
    ] {
        let output = sixfold(folder.path(), arguments, b"");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.lines().count() == 1 && errors.contains(mention), "{errors}");
    }
    let server = serve(folder.path());
    let second = sixfold(folder.path(), &["serve", "--listen", "127.0.0.1:0", "--data", path], b"");
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another server"));
    assert_eq!(server.end(), Some(0));
}

#[test]
fn other_machines_need_the_token_that_is_printed() {
    let folder = used_folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["serve", "--listen", "0.0.0.0:0", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let token = url.trim().split_once("?token=").expect("a token").1;
    assert!(token.len() >= 32, "{url}");
}

#[test]
fn edits_that_were_confirmed_survive_a_kill() {
    let folder = used_folder();
    let server = serve(folder.path());
    server.post("/api/libraries", &json!({ "name": "Mine" })).unwrap();
    let confirmed = std::thread::scope(|scope| {
        let editing = scope.spawn(|| {
            let mut confirmed = Vec::new();
            for number in 0.. {
                let square = format!("{}{}", char::from(b'a' + number % 19), 1 + number / 19 % 19);
                let body = json!({ "place": {}, "edits": [{ "kind": "add", "move": [square] }] });
                match server.post("/api/libraries/Mine/edit", &body) {
                    Some(entry) if entry["known"] == true => confirmed.push(square),
                    _ => break,
                }
                if number == 254 {
                    break;
                }
            }
            confirmed
        });
        std::thread::sleep(Duration::from_millis(700));
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args(["-KILL", &id]).status().unwrap().success());
        editing.join().unwrap()
    });
    server.kill();
    assert!(!confirmed.is_empty());
    let server = serve(folder.path());
    for square in &confirmed {
        let place = json!({ "moves": square });
        let entry = server.post("/api/libraries/Mine/look", &place).unwrap();
        assert_eq!(entry["known"], true, "{square}");
    }
    assert_eq!(server.end(), Some(0));
}

#[test]
fn an_import_that_was_killed_leaves_a_library_and_can_be_gone_on_with() {
    let folder = used_folder();
    let server = serve(folder.path());
    server.post("/api/libraries", &json!({ "name": "Mine" })).unwrap();
    let game = |number: u32| {
        let column = char::from(b'a' + (number % 9) as u8);
        format!("j10 {column}{}k{}\n", 1 + number / 9 % 9, 11 + number / 81 % 9)
    };
    let games = String::from("moves\n") + &(0..40_000).map(game).collect::<Vec<_>>().concat();
    let kind = "application/octet-stream";
    let upload = server.ask("POST", "/api/uploads?name=games.csv", kind, games.as_bytes()).unwrap();
    let request = json!({ "kind": "import", "library": "Mine", "upload": upload["upload"] });
    let id = server.post("/api/tasks", &request).unwrap()["id"].as_str().unwrap().to_string();
    server.when(&id, |task| {
        task["progress"]["games"].as_u64() > Some(0) || task["state"] != "running"
    });
    server.kill();
    let server = serve(folder.path());
    let entry = server.post("/api/libraries/Mine/look", &json!({ "moves": "j10" })).unwrap();
    assert!(entry["games"].is_u64(), "{entry}");
    let task = server.get(&format!("/api/tasks/{id}"));
    if task["state"] == "interrupted" {
        server.post(&format!("/api/tasks/{id}/resume"), &json!({})).unwrap();
    }
    let task = server.when(&id, |task| task["state"] == "done");
    assert_eq!(task["result"]["games"], 40_000, "{task}");
    let entry = server.post("/api/libraries/Mine/look", &json!({ "moves": "j10" })).unwrap();
    assert_eq!(entry["games"], 40_000, "{entry}");
    assert_eq!(server.end(), Some(0));
}

#[test]
fn a_proof_that_was_killed_is_gone_on_with() {
    let folder = used_folder();
    let server = serve(folder.path());
    let request = json!({
        "kind": "prove",
        "place": { "moves": "j10 h9i8 k11l10 k8m9" },
        "settings": { "nodes": 4500, "player_nodes": 200 },
        "workers": 1,
    });
    let id = server.post("/api/tasks", &request).unwrap()["id"].as_str().unwrap().to_string();
    server.when(&id, |task| task["progress"]["jobs_done"].as_u64() > Some(1));
    server.kill();
    let server = serve(folder.path());
    let task = server.get(&format!("/api/tasks/{id}"));
    assert_eq!((&task["state"], &task["can_resume"]), (&json!("interrupted"), &json!(true)));
    server.post(&format!("/api/tasks/{id}/resume"), &json!({})).unwrap();
    let task = server.when(&id, |task| task["progress"]["jobs_done"].as_u64() > Some(3));
    assert!(task["state"] == "running" || task["state"] == "done", "{task}");
    // It is told to stop, and ends in good order.
    assert_eq!(server.end(), Some(0));
    let server = serve(folder.path());
    assert!(server.get(&format!("/api/tasks/{id}"))["ended"].is_string());
    assert_eq!(server.end(), Some(0));
}
