//! `sixfold worker` in a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const DEADLINE: Duration = Duration::from_secs(120);

/// A worker, and what it says.
pub struct Worker {
    pub process: Child,
    lines: Receiver<String>,
}

impl Worker {
    /// A worker of a broker that wants to know nothing of it.
    pub fn start(url: &str, name: &str) -> Worker {
        Worker::start_with(url, name, &[])
    }

    /// The same with more arguments.
    pub fn start_with(url: &str, name: &str, more: &[&str]) -> Worker {
        let mut process = Command::new(env!("CARGO_BIN_EXE_sixfold"))
            .args(["worker", "--nats", url, "--name", name, "--cores", "1", "--silence", "2"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (line, lines) = channel();
        let errors = BufReader::new(process.stderr.take().unwrap());
        std::thread::spawn(move || {
            errors.lines().map_while(Result::ok).for_each(|text| {
                println!("worker: {text}");
                let _ = line.send(text);
            });
        });
        Worker { process, lines }
    }

    pub fn says(&self, text: &str) {
        let started = Instant::now();
        while let Ok(line) = self.lines.recv_timeout(DEADLINE.saturating_sub(started.elapsed())) {
            if line.contains(text) {
                return;
            }
        }
        panic!("the worker does not say '{text}'");
    }

    /// Ctrl-C.
    pub fn interrupt(&self) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    }

    pub fn ends(mut self) -> Output {
        let mut stdout = Vec::new();
        self.process.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        let status = self.process.wait().unwrap();
        Output { status, stdout, stderr: Vec::new() }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
