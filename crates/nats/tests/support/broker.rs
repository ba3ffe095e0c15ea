//! A broker of its own for every test: the real `nats-server`, on a free port.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub struct TestBroker {
    folder: TempDir,
    port: u16,
    program: PathBuf,
    configuration: Option<PathBuf>,
    child: Option<Child>,
}

/// The program, which is installed if it is not there.
fn program() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(|| find().or_else(|| install().then(find).flatten())).as_deref()
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/bin".into()]);
    folders.map(|folder| folder.join("nats-server")).find(|file| file.is_file())
}

/// Installs the broker of Debian, as root or with sudo. Tests that run at the same time wait for
/// each other at the lock of apt.
fn install() -> bool {
    let apt = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "install", "-y", "nats-server"];
    let runs = |words: &[&str]| {
        let command = Command::new(words[0]).args(&words[1..]).stdin(Stdio::null()).status();
        command.is_ok_and(|status| status.success())
    };
    runs(&apt) || runs(&[&["sudo", "-n"], &apt[..]].concat())
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl TestBroker {
    /// Starts a broker. Nothing if there is none and none can be installed.
    pub fn start() -> Option<TestBroker> {
        TestBroker::start_with(None)
    }

    /// The same with a configuration file.
    pub fn start_configured(configuration: &str) -> Option<TestBroker> {
        TestBroker::start_with(Some(configuration))
    }

    fn start_with(configuration: Option<&str>) -> Option<TestBroker> {
        let Some(program) = program() else {
            eprintln!("SKIPPED: there is no nats-server, and it could not be installed");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let configuration = configuration.map(|text| {
            let path = folder.path().join("nats-server.conf");
            std::fs::write(&path, text).unwrap();
            path
        });
        let program = program.to_path_buf();
        let mut broker =
            TestBroker { folder, port: free_port(), program, configuration, child: None };
        broker.resume();
        Some(broker)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// kill -9.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts it again with what it has stored.
    pub fn resume(&mut self) {
        let mut command = Command::new(&self.program);
        let port = self.port.to_string();
        command.args(["-js", "-a", "127.0.0.1", "-p", &port, "-sd"]).arg(self.folder.path());
        if let Some(configuration) = &self.configuration {
            command.arg("-c").arg(configuration);
        }
        let log = std::fs::File::create(self.folder.path().join("log")).unwrap();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn();
        self.child = Some(child.unwrap());
        let started = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let log = std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "the broker does not start: {log}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts it again as if it were new.
    pub fn resume_empty(&mut self) {
        let _ = std::fs::remove_dir_all(self.folder.path().join("jetstream"));
        self.resume();
    }
}

impl Drop for TestBroker {
    fn drop(&mut self) {
        self.kill();
    }
}
