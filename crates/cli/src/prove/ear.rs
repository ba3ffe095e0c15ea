//! Listening to the user while something runs.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use anyhow::Context;

/// Lines that somebody writes while something runs.
pub struct Ear {
    lines: Option<Receiver<String>>,
    source: Source,
}

/// Where lines come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Somebody types them, and sees them on the screen.
    Terminal,
    /// A file or a pipe.
    Elsewhere,
}

/// How long to wait before looking whether a file has grown.
const PATIENCE: Duration = Duration::from_millis(200);

impl Ear {
    /// Listens to a file or pipe, whatever is added to it, or to standard input for `-`. If none is
    /// named, to the terminal if there is one.
    pub fn on(path: Option<&Path>) -> anyhow::Result<Ear> {
        let is_usable = |path: &Path| match path.metadata() {
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            other => other.map(drop),
        };
        let (sender, lines) = channel();
        let mut source = Source::Elsewhere;
        match path {
            None if !has_terminal() => {
                return Ok(Ear { lines: None, source: Source::Elsewhere });
            }
            Some(path) if path != Path::new("-") => {
                let place = || format!("--steer: cannot read {}", path.display());
                is_usable(path).with_context(place)?;
                let path = path.to_path_buf();
                // Opening a pipe waits for somebody who writes to it.
                std::thread::spawn(move || File::open(path).map(|file| follow(file, &sender)));
            }
            _ => {
                if io::stdin().is_terminal() {
                    source = Source::Terminal;
                }
                std::thread::spawn(move || {
                    let lines = io::stdin().lines().map_while(Result::ok);
                    lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
                });
            }
        }
        Ok(Ear { lines: Some(lines), source })
    }

    /// Where they come from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// The next line, if there is one.
    pub fn line(&self) -> Option<String> {
        self.lines.as_ref()?.try_recv().ok()
    }
}

/// Sends each line once it is whole, for as long as somebody listens.
fn follow(file: File, sender: &Sender<String>) {
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line).is_ok() {
        if line.ends_with(b"\n") {
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(text).is_err() {
                return;
            }
            line.clear();
        } else {
            std::thread::sleep(PATIENCE);
        }
    }
}

/// Whether standard input is a terminal that may be read: a program in the background would be
/// stopped for trying.
fn has_terminal() -> bool {
    io::stdin().is_terminal() && is_in_foreground()
}

#[cfg(unix)]
fn is_in_foreground() -> bool {
    rustix::termios::tcgetpgrp(io::stdin()).is_ok_and(|group| group == rustix::process::getpgrp())
}

#[cfg(not(unix))]
fn is_in_foreground() -> bool {
    true
}
