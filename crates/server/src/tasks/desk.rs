//! What a running task has at hand.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use sixfold_jobs::Sealed;
use sixfold_solve::Budget;

use super::line::Line;
use super::{TaskId, Tasks};
use crate::folder::DataFolder;

/// What a running task has at hand.
pub struct Desk {
    /// Which task it is.
    pub id: TaskId,
    /// What the user says.
    pub line: Arc<Line>,
    /// All tasks, to tell how far this one is.
    pub tasks: Tasks,
    /// What was reported when it ran before.
    pub before: Option<Value>,
}

/// What came of a task.
#[derive(Default)]
pub struct Outcome {
    /// What there is to tell.
    pub result: Option<Value>,
    /// The proof of it.
    pub certificate: Option<Sealed>,
}

/// Why a task could not be done, in one line.
#[derive(Debug)]
pub struct TaskFailure(pub String);

impl<E: std::error::Error> From<E> for TaskFailure {
    fn from(error: E) -> TaskFailure {
        TaskFailure(error.to_string())
    }
}

/// The memory of one search.
pub const MEMORY: usize = 512 << 20;

/// How often a task that does not speak by itself is asked how far it is.
const GLANCE: Duration = Duration::from_millis(250);

impl Desk {
    /// Tells how far the task is.
    pub fn report(&self, progress: &impl Serialize) {
        self.tasks.report(self.id, progress);
    }

    /// The files.
    pub fn folder(&self) -> &DataFolder {
        &self.tasks.shelf().folder
    }

    /// The budget of a search, with a line to whoever cancels it.
    pub fn budget(&self, seconds: Option<f64>, nodes: Option<u64>) -> Budget {
        Budget {
            nodes,
            time: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            memory: MEMORY,
            control: self.line.control.clone(),
        }
    }

    /// Does something while its progress is told again and again.
    pub fn watched<T>(&self, progress: impl Fn() -> Value + Send, work: impl FnOnce() -> T) -> T {
        let (finished, wait) = channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(GLANCE) {
                    self.report(&progress());
                }
            });
            let result = work();
            drop(finished);
            result
        })
    }
}

/// The threads of a search unless the user says otherwise: half of the cores.
pub fn usual_threads() -> usize {
    (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}
