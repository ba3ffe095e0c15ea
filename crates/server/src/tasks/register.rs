//! The list of tasks in memory: who runs, who waits, and what each may become.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use sixfold_answers::record::RecordTree;
use sixfold_game::GameName;
use sixfold_prove::steering::Command;
use tokio::sync::oneshot;

use super::desk::{Outcome, TaskFailure};
use super::ledger::Kept;
use super::line::{Farewell, Line};
use super::task::now;
use super::{
    Load, MOST_KEPT, MOST_QUEUED, MOST_RUNNING, Task, TaskId, TaskRequest, TaskState, TasksError,
    request,
};

/// The list of tasks.
#[derive(Default)]
pub struct Register {
    entries: BTreeMap<TaskId, Entry>,
    queue: VecDeque<TaskId>,
}

struct Entry {
    task: Task,
    request: TaskRequest,
    /// The line to the thread that works at it, as long as there is one.
    line: Option<Arc<Line>>,
    /// Since when it runs.
    since: Option<Instant>,
    /// Whether something has happened that nobody has been told yet.
    is_untold: bool,
}

/// A task that is to be begun.
pub struct Start {
    pub id: TaskId,
    pub request: TaskRequest,
    pub line: Arc<Line>,
    pub before: Option<Value>,
}

/// Whether a task is to wait or to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    Begin,
    End,
}

impl Entry {
    fn set(&mut self, state: TaskState) {
        let task = &mut self.task;
        task.seconds += self.since.take().map_or(0.0, |since| since.elapsed().as_secs_f64());
        self.since = (state == TaskState::Running).then(Instant::now);
        task.state = state;
        task.ended = state.is_final().then(now);
        task.settle();
    }

    /// The task as of this moment.
    fn seen(&self) -> Task {
        let mut task = self.task.clone();
        task.seconds += self.since.map_or(0.0, |since| since.elapsed().as_secs_f64());
        task
    }

    fn kept(&self) -> Kept {
        Kept { task: self.seen(), request: self.request.clone() }
    }

    fn refuse(&self, id: TaskId, what: &'static str) -> TasksError {
        let state = format!("{:?}", self.task.state).to_lowercase();
        TasksError::WrongState { id, what, state }
    }
}

impl Register {
    /// The list as it was kept. Whatever had not ended was interrupted.
    pub fn restored(kept: Vec<(TaskId, Kept)>) -> Register {
        let mut register = Register::default();
        for (id, Kept { task, request }) in kept {
            let mut entry = Entry { task, request, line: None, since: None, is_untold: false };
            if !entry.task.state.is_final() {
                entry.set(TaskState::Interrupted);
            }
            register.entries.insert(id, entry);
        }
        register
    }

    /// All tasks as they are kept.
    pub fn all(&self) -> Vec<(TaskId, Kept)> {
        self.entries.iter().map(|(&id, entry)| (id, entry.kept())).collect()
    }

    pub fn list(&self) -> Vec<Task> {
        self.entries.values().map(Entry::seen).collect()
    }

    pub fn get(&self, id: TaskId) -> Option<Task> {
        self.entries.get(&id).map(Entry::seen)
    }

    /// The game that a task is about.
    pub fn game(&self, id: TaskId) -> Result<GameName, TasksError> {
        Ok(request::game(self.entry(id)?.request.place())?)
    }

    /// The game that a task reviews, if it reviews one.
    pub fn record(&self, id: TaskId) -> Result<Option<RecordTree>, TasksError> {
        Ok(match &self.entry(id)?.request {
            TaskRequest::Review(request) => Some(request.record.clone()),
            _ => None,
        })
    }

    fn entry(&self, id: TaskId) -> Result<&Entry, TasksError> {
        self.entries.get(&id).ok_or_else(|| TasksError::Unknown(id.to_string()))
    }

    fn entry_mut(&mut self, id: TaskId) -> Result<&mut Entry, TasksError> {
        self.entries.get_mut(&id).ok_or_else(|| TasksError::Unknown(id.to_string()))
    }

    /// The task that writes to a library, if one has not ended.
    pub fn user_of(&self, library: &str) -> Option<TaskId> {
        let is_user = |(_, entry): &(&TaskId, &Entry)| {
            !entry.task.state.is_final() && entry.request.library() == Some(library)
        };
        self.entries.iter().find(is_user).map(|(&id, _)| id)
    }

    /// Refuses a task if too many wait, or if another one works at the same proof.
    pub fn expect_room(&self, request: &TaskRequest) -> Result<(), TasksError> {
        if self.queue.len() >= MOST_QUEUED {
            return Err(TasksError::TooMany);
        }
        let Some(name) = request.proof_name() else { return Ok(()) };
        let rival = self.entries.iter().find(|(_, entry)| {
            !entry.task.state.is_final() && entry.request.proof_name() == Some(name)
        });
        match rival {
            Some((&id, _)) => Err(TasksError::ProofInUse(id, name.to_string())),
            None => Ok(()),
        }
    }

    /// Takes in a task, and tells which ones are forgotten for it.
    pub fn add(&mut self, id: TaskId, request: TaskRequest) -> Vec<TaskId> {
        let task = Task {
            id: id.to_string(),
            kind: request.kind(),
            title: request.title(),
            place: request.place().clone(),
            library: request.library().map(str::to_string),
            state: TaskState::Queued,
            error: None,
            created: now(),
            ended: None,
            seconds: 0.0,
            progress: None,
            result: None,
            has_certificate: false,
            can_pause: false,
            can_resume: false,
        };
        let entry = Entry { task, request, line: None, since: None, is_untold: false };
        self.entries.insert(id, entry);
        self.queue.push_back(id);
        let surplus = self.entries.len().saturating_sub(MOST_KEPT);
        let ended = self.entries.iter().filter(|(_, entry)| entry.task.state.is_final());
        let forgotten: Vec<TaskId> = ended.map(|(&id, _)| id).take(surplus).collect();
        for old in &forgotten {
            self.entries.remove(old);
        }
        forgotten
    }

    /// The next task that is to be begun, if there is room for it.
    pub fn start_next(&mut self) -> Option<Start> {
        if self.load().running >= MOST_RUNNING {
            return None;
        }
        let id = self.queue.pop_front()?;
        let entry = self.entries.get_mut(&id)?;
        entry.set(TaskState::Running);
        let line = Arc::new(Line::default());
        entry.line = Some(line.clone());
        let (request, before) = (entry.request.clone(), entry.task.progress.clone());
        Some(Start { id, request, line, before })
    }

    /// Tells a task to end. One that waits ends at once.
    pub fn end(&mut self, id: TaskId, farewell: Farewell) -> Result<(), TasksError> {
        self.queue.retain(|&queued| queued != id);
        let entry = self.entry_mut(id)?;
        match (&entry.line, entry.task.state) {
            (Some(line), _) => line.end(farewell),
            (None, TaskState::Queued) => entry.set(TaskState::Cancelled),
            (None, _) => return Err(entry.refuse(id, "cancelled")),
        }
        Ok(())
    }

    /// Tells all to end, since the server does. Those that wait are interrupted at the next start.
    pub fn end_all(&mut self) {
        self.queue.clear();
        for line in self.entries.values().filter_map(|entry| entry.line.as_ref()) {
            line.end(Farewell::ServerStops);
        }
    }

    pub fn pause(&mut self, id: TaskId, pause: Pause) -> Result<(), TasksError> {
        let is_full = self.load().running >= MOST_RUNNING;
        let entry = self.entry_mut(id)?;
        let (command, state) = match pause {
            Pause::Begin if !entry.task.can_pause => return Err(entry.refuse(id, "paused")),
            Pause::End if is_full => return Err(TasksError::TooMany),
            Pause::Begin => (Command::Pause, TaskState::Paused),
            Pause::End => (Command::Resume, TaskState::Running),
        };
        if let Some(line) = &entry.line {
            // Nobody waits for the answer: where the task stands says it.
            drop(line.say(command));
        }
        entry.set(state);
        Ok(())
    }

    /// Lets a task that has ended too early be done again from where it was.
    pub fn queue_again(&mut self, id: TaskId) -> Result<(), TasksError> {
        let request = self.entry(id)?.request.clone();
        let entry = self.entry(id)?;
        if !entry.task.can_resume {
            return Err(entry.refuse(id, "resumed"));
        }
        self.expect_room(&request)?;
        let entry = self.entry_mut(id)?;
        entry.task.error = None;
        entry.task.result = None;
        entry.set(TaskState::Queued);
        self.queue.push_back(id);
        Ok(())
    }

    pub fn say(
        &self,
        id: TaskId,
        command: Command,
    ) -> Result<oneshot::Receiver<String>, TasksError> {
        let entry = self.entry(id)?;
        match &entry.line {
            Some(line) if entry.task.kind.can_pause() => Ok(line.say(command)),
            _ => Err(entry.refuse(id, "steered")),
        }
    }

    /// Whether a thread works at a task.
    pub fn is_alive(&self, id: TaskId) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.line.is_some())
    }

    pub fn remove(&mut self, id: TaskId) {
        self.queue.retain(|&queued| queued != id);
        self.entries.remove(&id);
    }

    pub fn report(&mut self, id: TaskId, progress: Value) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.task.progress = Some(progress);
            entry.is_untold = true;
        }
    }

    /// Takes what came of a task.
    pub fn finish(&mut self, id: TaskId, outcome: Result<Outcome, TaskFailure>) {
        let Some(entry) = self.entries.get_mut(&id) else { return };
        let farewell = entry.line.take().and_then(|line| line.farewell());
        let state = match (farewell, &outcome) {
            (Some(Farewell::Cancelled), _) => TaskState::Cancelled,
            (Some(Farewell::ServerStops), _) => TaskState::Interrupted,
            (None, Ok(_)) => TaskState::Done,
            (None, Err(_)) => TaskState::Failed,
        };
        match outcome {
            Ok(Outcome { result, certificate }) => {
                entry.task.result = result;
                entry.task.has_certificate = certificate.is_some();
            }
            Err(TaskFailure(reason)) => entry.task.error = Some(reason),
        }
        entry.set(state);
    }

    /// A task as it is kept; it counts as told.
    pub fn told(&mut self, id: TaskId) -> Option<Kept> {
        let entry = self.entries.get_mut(&id)?;
        entry.is_untold = false;
        Some(entry.kept())
    }

    /// The tasks of which there is something to tell.
    pub fn take_untold(&mut self) -> Vec<Task> {
        let untold = self.entries.values_mut().filter(|entry| entry.is_untold);
        untold
            .map(|entry| {
                entry.is_untold = false;
                entry.seen()
            })
            .collect()
    }

    /// The tasks that run.
    pub fn running(&self) -> Vec<TaskId> {
        let is_running = |(_, entry): &(&TaskId, &Entry)| entry.task.state == TaskState::Running;
        self.entries.iter().filter(is_running).map(|(&id, _)| id).collect()
    }

    pub fn load(&self) -> Load {
        Load {
            running: self.running().len(),
            queued: self.queue.len(),
            threads: self.entries.values().filter(|entry| entry.line.is_some()).count(),
        }
    }
}
