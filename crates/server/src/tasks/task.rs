//! A task as it is told to whoever asks.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use utoipa::ToSchema;

use crate::place::Place;

/// What a task is known by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TaskId(pub i64);

impl TaskId {
    /// Reads an identity.
    #[must_use]
    pub fn read(text: &str) -> Option<TaskId> {
        text.parse().ok().filter(|&number| number > 0).map(TaskId)
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a task does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskKind {
    /// An engine thinks about a position.
    Analyse,
    /// A solver looks for a win.
    Solve,
    /// A solver refutes all replies.
    Verify,
    /// A proof by jobs.
    Prove,
    /// A proof by jobs that fills a library.
    Joseki,
    /// An engine chooses its turn.
    Move,
    /// A game is reviewed.
    Review,
    /// Games or positions are taken into a library.
    Import,
}

impl TaskKind {
    /// Whether it can be gone on with after an interruption: its files are in the data folder.
    #[must_use]
    pub fn can_be_continued(self) -> bool {
        matches!(self, TaskKind::Prove | TaskKind::Joseki | TaskKind::Import)
    }

    /// Whether it can wait while it runs.
    #[must_use]
    pub fn can_pause(self) -> bool {
        matches!(self, TaskKind::Prove | TaskKind::Joseki)
    }
}

/// Where a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// It waits for others to end.
    Queued,
    /// It is being worked at.
    Running,
    /// It waits for the user.
    Paused,
    /// It has come to its end.
    Done,
    /// It could not be done.
    Failed,
    /// The user did not want it any more.
    Cancelled,
    /// The server ended while it ran.
    Interrupted,
}

impl TaskState {
    /// Whether nothing more will come of it by itself.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, TaskState::Queued | TaskState::Running | TaskState::Paused)
    }
}

/// A task.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Task {
    /// What it is known by.
    pub id: String,
    /// What it does.
    pub kind: TaskKind,
    /// One line for a person.
    pub title: String,
    /// The position that it is about.
    pub place: Place,
    /// The library that it fills.
    #[serde(default)]
    pub library: Option<String>,
    /// Where it stands.
    pub state: TaskState,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was asked for, as in ISO 8601.
    pub created: String,
    /// When it ended, as in ISO 8601.
    pub ended: Option<String>,
    /// How long it has been worked at.
    pub seconds: f64,
    /// How far it is; what is in it depends on the kind.
    #[schema(value_type = Option<Object>)]
    pub progress: Option<Value>,
    /// What came of it; what is in it depends on the kind.
    #[schema(value_type = Option<Object>)]
    pub result: Option<Value>,
    /// Whether there is a certificate of the result.
    pub has_certificate: bool,
    /// Whether it can be paused now.
    pub can_pause: bool,
    /// Whether it can be gone on with now.
    pub can_resume: bool,
}

impl Task {
    /// Sets what follows from the kind and the state.
    pub(super) fn settle(&mut self) {
        let is_open = self.result.as_ref().is_some_and(|result| result["result"] == "unknown");
        self.can_pause = self.state == TaskState::Running && self.kind.can_pause();
        self.can_resume = match self.state {
            TaskState::Paused => true,
            TaskState::Interrupted | TaskState::Cancelled | TaskState::Failed => {
                self.kind.can_be_continued()
            }
            TaskState::Done => self.kind.can_pause() && is_open,
            TaskState::Queued | TaskState::Running => false,
        };
    }
}

/// This moment, as in ISO 8601.
pub fn now() -> String {
    // Moments of the next thousands of years can be written.
    OffsetDateTime::now_utc().format(&Rfc3339).unwrap_or_default()
}
