//! A running program: lines in, lines out, and an end to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use sixfold_solve::Control;

use super::ProcessError;

/// Lines that a program may be ahead of its reader; one that prints more has to wait.
const LINES_AHEAD: usize = 1024;
/// What is longer is cut into several lines.
const LONGEST_LINE: u64 = 1 << 16;
/// How often somebody who waits looks whether he should stop.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to leave when its input ends.
const FAREWELL: Duration = Duration::from_millis(200);

/// When an answer must be there.
pub(super) struct Deadline<'a> {
    started: Instant,
    limit: Duration,
    control: &'a Control,
}

impl Deadline<'_> {
    /// So long from now, unless the search is cancelled before.
    pub(super) fn after(limit: Duration, control: &Control) -> Deadline<'_> {
        Deadline { started: Instant::now(), limit, control }
    }

    fn left(&self) -> Result<Duration, ProcessError> {
        if self.control.is_cancelled() {
            return Err(ProcessError::Cancelled);
        }
        match self.limit.checked_sub(self.started.elapsed()) {
            Some(left) if !left.is_zero() => Ok(left),
            _ => Err(ProcessError::TooLate(self.limit)),
        }
    }
}

/// A program and both ends of its talk. It is ended when this is dropped.
pub(super) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub(super) fn start(command: &[String]) -> Result<Session, ProcessError> {
        let program = command.first().cloned().unwrap_or_default();
        let failure = |reason| ProcessError::Start { program: program.clone(), reason };
        let mut starter = Command::new(&program);
        starter.args(command.iter().skip(1));
        starter.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: Ctrl-C is for us, and the whole group can be ended.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starter, 0);
        let mut child = starter.spawn().map_err(failure)?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || forward(output, &sender));
        }
        Ok(Session { input: child.stdin.take(), child, lines })
    }

    /// Sends one line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let Some(input) = &mut self.input else { return Err(self.ended()) };
        let written = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        written.map_err(|_| self.ended())
    }

    /// Waits for the next line.
    pub(super) fn line(&mut self, deadline: &Deadline) -> Result<String, ProcessError> {
        loop {
            match self.lines.recv_timeout(deadline.left()?.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// Forgets all lines that have come so far.
    pub(super) fn forget_lines(&mut self) {
        // No more than there can be, for a program may print faster than anybody forgets.
        self.lines.try_iter().take(LINES_AHEAD).for_each(drop);
    }

    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    fn ended(&mut self) -> ProcessError {
        self.input = None;
        let status = match self.wait(FAREWELL) {
            Some(status) => status,
            None => "it no longer listens or answers".to_string(),
        };
        ProcessError::Ended { status }
    }

    /// Waits for the program to end by itself.
    fn wait(&mut self, limit: Duration) -> Option<String> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if started.elapsed() < limit => std::thread::sleep(LOOK / 4),
                _ => return None,
            }
        }
    }

    /// Ends the program and all that it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // There may be nobody left to end.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.input = None;
        // A program that obeys the end of its input may put its affairs in order.
        self.wait(FAREWELL);
        self.kill();
    }
}

/// Hands on what a program prints, until it ends or nobody listens any more.
fn forward(output: ChildStdout, lines: &SyncSender<String>) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(read) if read > 0 => {}
            _ => return,
        }
        let line = String::from_utf8_lossy(&bytes);
        if lines.send(line.trim_end_matches(['\n', '\r']).to_string()).is_err() {
            return;
        }
    }
}
