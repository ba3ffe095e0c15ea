//! Long work: who works at what, how far it is, what came of it.
//!
//! A task has a thread of its own while it runs. At most [`MOST_RUNNING`] run at a time; others wait
//! in the order in which they came. The list survives the server, in a file of its own.

mod desk;
mod hub;
mod import;
mod joseki;
mod ledger;
mod line;
mod prove;
mod questions;
mod register;
mod request;
mod review;
mod task;
mod think;
mod work;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::json;
use sixfold_answers::record::RecordTree;
use sixfold_jobs::Sealed;
use sixfold_prove::steering::{Command, CommandError};
use thiserror::Error;
use tokio::sync::oneshot;

pub use hub::{Hub, News};
pub use request::*;
pub use task::{Task, TaskId, TaskKind, TaskState};

use crate::folder::{CheckedName, DataFolder};
use crate::libraries::Libraries;
use crate::uploads::Uploads;
use ledger::Ledger;
use line::Farewell;
use register::{Pause, Register};

/// So many tasks run at a time.
pub const MOST_RUNNING: usize = 4;
/// So many more may wait.
pub const MOST_QUEUED: usize = 64;
/// So many are remembered.
pub const MOST_KEPT: usize = 1000;

/// How often news of a task are told.
const PULSE: Duration = Duration::from_millis(100);
/// How often the progress of running tasks is written down.
const PULSES_BETWEEN_NOTES: u32 = 50;
/// How long tasks may take to end once they are told to.
const FAREWELL: Duration = Duration::from_secs(20);

/// All tasks.
#[derive(Clone)]
pub struct Tasks(Arc<Inner>);

struct Inner {
    shelf: Shelf,
    hub: Hub,
    register: Mutex<Register>,
    /// Told whenever a task has ended.
    ended: Condvar,
    ledger: Mutex<Ledger>,
    is_stopped: AtomicBool,
}

/// Why something cannot be done with a task.
#[derive(Debug, Error)]
pub enum TasksError {
    /// The list cannot be read or written.
    #[error("the list of tasks: {0}")]
    Ledger(#[from] rusqlite::Error),
    /// What is asked for makes no sense.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// Too many wait already.
    #[error("too many tasks: {MOST_RUNNING} run and {MOST_QUEUED} wait; cancel some, or try later")]
    TooMany,
    /// There is no such task.
    #[error("there is no task {0}")]
    Unknown(String),
    /// Another task works at the same proof.
    #[error("task {0} works at the proof '{1}' already")]
    ProofInUse(TaskId, String),
    /// The task is not in a state for it.
    #[error("task {id} cannot be {what} now: it is {state}")]
    WrongState {
        /// The task.
        id: TaskId,
        /// What was wanted.
        what: &'static str,
        /// Where it stands.
        state: String,
    },
    /// A command that is none.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The task has ended before it could answer.
    #[error("the task has ended meanwhile")]
    NoAnswer,
}

impl Tasks {
    /// Reads the list. What ran when the server ended was interrupted.
    pub(crate) fn open(shelf: Shelf, hub: Hub) -> Result<Tasks, TasksError> {
        let ledger = Ledger::open(&shelf.folder.tasks())?;
        let register = Register::restored(ledger.read()?);
        for (id, kept) in register.all() {
            ledger.write(id, &kept)?;
        }
        let tasks = Tasks(Arc::new(Inner {
            shelf,
            hub,
            register: Mutex::new(register),
            ended: Condvar::new(),
            ledger: Mutex::new(ledger),
            is_stopped: AtomicBool::new(false),
        }));
        tasks.start_pulse();
        Ok(tasks)
    }

    /// What tasks work with.
    pub(crate) fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    /// The task that writes to a library, if one does.
    pub(crate) fn user_of(&self, library: &CheckedName) -> Option<TaskId> {
        self.register().user_of(library.as_str())
    }

    /// Whether the server ends.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// Whoever wants to know what happens.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.0.hub
    }

    /// All tasks, in the order in which they were asked for.
    #[must_use]
    pub fn list(&self) -> Vec<Task> {
        self.register().list()
    }

    /// A task.
    pub fn get(&self, id: &str) -> Result<Task, TasksError> {
        let register = self.register();
        TaskId::read(id).and_then(|id| register.get(id)).ok_or_else(|| unknown(id))
    }

    /// Takes on a task.
    pub fn add(&self, mut request: TaskRequest) -> Result<Task, TasksError> {
        request.check()?;
        // Whoever holds the ledger is the only one who adds.
        let ledger = self.ledger();
        self.register().expect_room(&request)?;
        let id = ledger.next()?;
        request.name_proof(format!("proof-{id}"));
        let forgotten = self.register().add(id, request);
        drop(ledger);
        for old in forgotten {
            self.forget(old)?;
        }
        self.changed(id)?;
        self.start_waiting();
        self.get(&id.to_string())
    }

    /// Ends a task that has not ended.
    pub fn cancel(&self, id: &str) -> Result<Task, TasksError> {
        let id = self.find(id)?;
        self.register().end(id, Farewell::Cancelled)?;
        self.changed(id)?;
        self.get(&id.to_string())
    }

    /// Lets a task wait.
    pub fn pause(&self, id: &str) -> Result<Task, TasksError> {
        let id = self.find(id)?;
        self.register().pause(id, Pause::Begin)?;
        self.changed(id)?;
        self.start_waiting();
        self.get(&id.to_string())
    }

    /// Goes on with a task that waits or has ended too early.
    pub fn resume(&self, id: &str) -> Result<Task, TasksError> {
        let id = self.find(id)?;
        let state = self.register().get(id).map(|task| task.state);
        if state == Some(TaskState::Paused) {
            self.register().pause(id, Pause::End)?;
        } else {
            self.register().queue_again(id)?;
        }
        self.changed(id)?;
        self.start_waiting();
        self.get(&id.to_string())
    }

    /// Says something to a proof. The answer comes when the proof has heard it.
    pub fn steer(&self, id: &str, text: &str) -> Result<oneshot::Receiver<String>, TasksError> {
        let id = self.find(id)?;
        let game = self.register().game(id)?;
        let command = Command::read(game, text)?;
        let (answer, receiver) = oneshot::channel();
        match command {
            // These change where the task stands, too.
            Command::Pause => {
                self.pause(&id.to_string())?;
                let _ = answer.send("paused: what is being done will be finished".to_string());
                Ok(receiver)
            }
            Command::Resume => {
                self.resume(&id.to_string())?;
                let _ = answer.send("going on".to_string());
                Ok(receiver)
            }
            command => self.register().say(id, command),
        }
    }

    /// Forgets a task; one that has not ended is cancelled first.
    pub fn remove(&self, id: &str) -> Result<(), TasksError> {
        let id = self.find(id)?;
        // A task that has just ended need not be cancelled.
        let _ = self.register().end(id, Farewell::Cancelled);
        let mut register = self.register();
        while register.is_alive(id) {
            register = self.0.ended.wait(register).unwrap_or_else(PoisonError::into_inner);
        }
        register.remove(id);
        drop(register);
        self.forget(id)
    }

    /// The certificate of a task.
    pub fn certificate(&self, id: &str) -> Result<Option<Sealed>, TasksError> {
        let id = self.find(id)?;
        Ok(self.ledger().certificate(id)?)
    }

    /// The game that a task reviews, if it reviews one.
    pub fn record(&self, id: &str) -> Result<Option<RecordTree>, TasksError> {
        let id = self.find(id)?;
        self.register().record(id)
    }

    /// How many run and how many wait.
    #[must_use]
    pub fn load(&self) -> Load {
        self.register().load()
    }

    /// Tells all tasks to end, since the server does, and waits for them for a while.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
        let mut register = self.register();
        register.end_all();
        let end = Instant::now() + FAREWELL;
        while register.load().threads > 0 {
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                tracing::warn!("some tasks did not end in time");
                return;
            };
            let waited = self.0.ended.wait_timeout(register, left);
            register = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn register(&self) -> MutexGuard<'_, Register> {
        self.0.register.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<TaskId, TasksError> {
        let found = TaskId::read(id).filter(|&id| self.register().get(id).is_some());
        found.ok_or_else(|| unknown(id))
    }

    fn forget(&self, id: TaskId) -> Result<(), TasksError> {
        self.ledger().remove(id)?;
        self.0.hub.tell("removed", &json!({ "id": id.to_string() }));
        Ok(())
    }

    /// Writes a task down as it is now, and tells of it.
    fn changed(&self, id: TaskId) -> Result<(), TasksError> {
        // The ledger is taken first, so that what is written last is what is true last.
        let ledger = self.ledger();
        let Some(kept) = self.register().told(id) else { return Ok(()) };
        ledger.write(id, &kept)?;
        self.0.hub.tell("task", &kept.task);
        Ok(())
    }

    /// Notes how far a task is; it is told with the next pulse.
    fn report(&self, id: TaskId, progress: &impl Serialize) {
        if let Ok(progress) = serde_json::to_value(progress) {
            self.register().report(id, progress);
        }
    }

    /// Starts tasks as long as there is room for them.
    fn start_waiting(&self) {
        loop {
            if self.is_stopped() {
                return;
            }
            let Some(start) = self.register().start_next() else { return };
            let id = start.id;
            self.note_change(id);
            let tasks = self.clone();
            let thread = std::thread::Builder::new().name(format!("task {id}"));
            let spawned = thread.spawn(move || work::run(&tasks, start));
            if let Err(error) = spawned {
                let failure = desk::TaskFailure(format!("no thread can be started: {error}"));
                self.finish(id, Err(failure));
            }
        }
    }

    /// Takes what came of a task.
    fn finish(&self, id: TaskId, outcome: Result<desk::Outcome, desk::TaskFailure>) {
        if let Ok(desk::Outcome { certificate: Some(sealed), .. }) = &outcome
            && let Err(error) = self.ledger().keep_certificate(id, sealed)
        {
            tracing::error!(%error, task = %id, "the certificate cannot be kept");
        }
        self.register().finish(id, outcome);
        self.note_change(id);
        self.0.ended.notify_all();
        self.start_waiting();
    }

    /// As [`Tasks::changed`], for those who cannot do anything about a full disk.
    fn note_change(&self, id: TaskId) {
        if let Err(error) = self.changed(id) {
            tracing::error!(%error, task = %id, "a task cannot be written down");
        }
    }

    fn start_pulse(&self) {
        let inner = Arc::downgrade(&self.0);
        let pulse = move || {
            for number in 1_u32.. {
                std::thread::sleep(PULSE);
                let Some(inner) = inner.upgrade() else { return };
                if inner.is_stopped.load(Ordering::Relaxed) {
                    return;
                }
                let tasks = Tasks(inner);
                tasks.tell_untold();
                if number.is_multiple_of(PULSES_BETWEEN_NOTES) {
                    tasks.note_running();
                }
            }
        };
        if let Err(error) = std::thread::Builder::new().name("pulse".to_string()).spawn(pulse) {
            tracing::error!(%error, "no progress will be told");
        }
    }

    /// Tells what has happened since the last time.
    fn tell_untold(&self) {
        let untold = self.register().take_untold();
        for task in untold {
            self.0.hub.tell("task", &task);
        }
    }

    /// Writes down how far running tasks are.
    fn note_running(&self) {
        let running = self.register().running();
        for id in running {
            self.note_change(id);
        }
    }
}

/// What tasks work with.
pub(crate) struct Shelf {
    /// The files.
    pub folder: Arc<DataFolder>,
    /// Opening libraries.
    pub libraries: Libraries,
    /// Files that were sent.
    pub uploads: Uploads,
}

/// How much is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Load {
    /// Tasks that run.
    pub running: usize,
    /// Tasks that wait for others to end.
    pub queued: usize,
    /// Threads of tasks, also of paused ones.
    pub threads: usize,
}

fn unknown(id: &str) -> TasksError {
    TasksError::Unknown(sixfold_game::excerpt(id))
}
