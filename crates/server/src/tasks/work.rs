//! The thread of a task.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::desk::{Desk, Outcome, TaskFailure};
use super::register::Start;
use super::{TaskRequest, Tasks, import, joseki, prove, questions, review, think};

/// Works at a task from its beginning to its end.
pub fn run(tasks: &Tasks, start: Start) {
    let Start { id, request, line, before } = start;
    let desk = Desk { id, line, tasks: tasks.clone(), before };
    tracing::info!(task = %id, title = request.title(), "begun");
    // A task that fails must not take the others with it.
    let outcome = catch_unwind(AssertUnwindSafe(|| work(&desk, &request)));
    let outcome = outcome.unwrap_or_else(|_| Err(TaskFailure("the program failed at it".into())));
    match &outcome {
        Ok(_) => tracing::info!(task = %id, "ended"),
        Err(TaskFailure(reason)) => tracing::warn!(task = %id, reason, "failed"),
    }
    tasks.finish(id, outcome);
}

fn work(desk: &Desk, request: &TaskRequest) -> Result<Outcome, TaskFailure> {
    match request {
        TaskRequest::Solve(request) => questions::solve(desk, request),
        TaskRequest::Verify(request) => questions::verify(desk, request),
        TaskRequest::Analyse(request) => think::analyse(desk, request),
        TaskRequest::Move(request) => think::choose(desk, request),
        TaskRequest::Prove(request) => prove::run(desk, request),
        TaskRequest::Joseki(request) => joseki::run(desk, request),
        TaskRequest::Review(request) => review::run(desk, request),
        TaskRequest::Import(request) => import::run(desk, request),
    }
}
