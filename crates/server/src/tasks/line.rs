//! The line between a running task and whoever may stop or steer it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use sixfold_prove::steering::Command;
use sixfold_solve::Control;
use tokio::sync::oneshot;

/// Why a task is told to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// The user does not want it any more.
    Cancelled,
    /// The server ends.
    ServerStops,
}

/// Something that is said to a proof, and where to put the answer.
#[derive(Debug)]
pub struct Said {
    /// What is said.
    pub command: Command,
    /// Where the answer goes.
    pub answer: oneshot::Sender<String>,
}

/// What a running task and its manager say to each other.
#[derive(Debug, Default)]
pub struct Line {
    /// Ends a search, and knows how far it is.
    pub control: Arc<Control>,
    said: Mutex<Spoken>,
}

#[derive(Debug, Default)]
struct Spoken {
    farewell: Option<Farewell>,
    commands: VecDeque<Said>,
}

impl Line {
    /// Tells the task to end. The first reason counts.
    pub fn end(&self, farewell: Farewell) {
        self.change(|spoken| {
            spoken.farewell.get_or_insert(farewell);
        });
        self.control.cancel();
    }

    /// Why the task was told to end, if it was.
    pub fn farewell(&self) -> Option<Farewell> {
        self.change(|spoken| spoken.farewell)
    }

    /// Says something to the task.
    pub fn say(&self, command: Command) -> oneshot::Receiver<String> {
        let (answer, receiver) = oneshot::channel();
        self.change(|spoken| spoken.commands.push_back(Said { command, answer }));
        receiver
    }

    /// What was said next.
    pub fn next_command(&self) -> Option<Said> {
        self.change(|spoken| spoken.commands.pop_front())
    }

    fn change<T>(&self, change: impl FnOnce(&mut Spoken) -> T) -> T {
        change(&mut self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
