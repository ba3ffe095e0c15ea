//! A server on a free port, and a client that says exactly what a test wants it to say.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_server::{Options, Server, Stopper, Token};
use tempfile::TempDir;

/// A server that runs.
pub struct TestServer {
    pub address: SocketAddr,
    pub folder: TempDir,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// What the server answers.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        sixfold_answers::record::read_json(&self.body)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&self.body)))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// One line with a reason.
    pub fn complaint(&self) -> String {
        let error = self.json()["error"].as_str().expect("a reason").to_string();
        assert!(!error.is_empty() && !error.contains('\n'), "{error:?}");
        error
    }
}

/// A folder for a server, in which the sample library is not made: it would take its time.
pub fn used_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("server-lock"), "").unwrap();
    folder
}

pub fn start() -> TestServer {
    start_in(used_folder(), None)
}

pub fn start_in(folder: TempDir, token: Option<&str>) -> TestServer {
    let options = Options {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: folder.path().to_path_buf(),
        token: token.and_then(Token::chosen),
    };
    let server = Server::open(options).unwrap();
    let (address, stopper) = (server.address(), server.stopper());
    let thread = std::thread::spawn(move || server.run().unwrap());
    TestServer { address, folder, stopper, thread: Some(thread) }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}

impl TestServer {
    fn end(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Stops the server and starts another one in the same folder.
    pub fn restart(mut self) -> TestServer {
        self.end();
        let kept = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        start_in(kept, None)
    }

    pub fn get(&self, path: &str) -> Answer {
        ask(self.address, "GET", path, &[], b"")
    }

    pub fn delete(&self, path: &str) -> Answer {
        ask(self.address, "DELETE", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        ask(self.address, "POST", path, &[("Content-Type", "application/json")], body.as_bytes())
    }

    /// The answer to a request that must be served.
    pub fn done(&self, path: &str, body: &Value) -> Value {
        let answer = self.post(path, body);
        assert!(matches!(answer.status, 200 | 201), "{path} {body}: {answer:?}");
        answer.json()
    }

    pub fn upload(&self, name: &str, bytes: &[u8]) -> Value {
        let headers = [("Content-Type", "application/octet-stream")];
        let answer =
            ask(self.address, "POST", &format!("/api/uploads?name={name}"), &headers, bytes);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// Asks for a task and tells its identity.
    pub fn task(&self, request: &Value) -> String {
        let task = self.done("/api/tasks", request);
        task["id"].as_str().unwrap().to_string()
    }

    pub fn see(&self, id: &str) -> Value {
        self.get(&format!("/api/tasks/{id}")).json()
    }

    /// The task once this holds of it.
    pub fn when(&self, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
        wait_for(|| Some(self.see(id)).filter(|task| holds(task)), || self.see(id).to_string())
    }

    /// The task once it is in this state.
    pub fn until(&self, id: &str, state: &str) -> Value {
        self.when(id, |task| task["state"] == state)
    }

    pub fn events(&self) -> Events {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let host = self.address;
        write!(stream, "GET /api/events HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        Events(BufReader::new(stream))
    }
}

const LONG: Duration = Duration::from_secs(120);

/// What comes in the end. Machines may be slow, so the patience is long.
pub fn wait_for<T>(look: impl Fn() -> Option<T>, explain: impl Fn() -> String) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < LONG, "this does not come: {}", explain());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The events of a server.
pub struct Events(BufReader<TcpStream>);

impl Events {
    /// The next event of this kind.
    pub fn next(&mut self, kind: &str) -> Value {
        let mut is_wanted = false;
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the events have ended");
            if let Some(event) = line.strip_prefix("event: ") {
                is_wanted = event.trim() == kind;
            } else if let Some(data) = line.strip_prefix("data: ").filter(|_| is_wanted) {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

/// Asks for something, with exactly these headers besides Host and the length.
pub fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    let mut lines = vec![format!("{method} {path} HTTP/1.0")];
    if !headers.iter().any(|(name, _)| *name == "Host") {
        lines.push(format!("Host: {address}"));
    }
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    lines.push(format!("Content-Length: {}\r\n\r\n", body.len()));
    raw(address, &[lines.join("\r\n").as_bytes(), body].concat())
}

/// Sends these bytes, and reads what comes back.
pub fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    // The server may refuse the rest before it is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    parse(&answer)
}

fn parse(answer: &[u8]) -> Answer {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(answer)));
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap().parse().unwrap();
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_string())).collect();
    Answer { status, headers, body: answer[end + 4..].to_vec() }
}

/// A proof that takes a while: many jobs that are too small for it.
pub fn long_proof(name: &str) -> Value {
    json!({
        "kind": "prove",
        "place": { "moves": "j10 h9i8 k11l10 k8m9" },
        "name": name,
        "settings": { "nodes": 4500, "player_nodes": 200 },
        "workers": 1,
    })
}

/// A small proof.
pub fn short_proof() -> Value {
    json!({
        "kind": "prove",
        "place": { "game": "connect(7,7,4,1,1)", "moves": "d4 c3" },
        "settings": { "order": 1, "nodes": 30, "player_nodes": 20 },
        "workers": 2,
    })
}

/// The games of a file of test data, if it is there.
pub fn shared(name: &str) -> Option<std::path::PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    path.exists().then_some(path)
}
