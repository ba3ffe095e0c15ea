//! Questions to the solvers: who wins, and which replies are refuted.

use std::time::Instant;

use serde_json::json;
use sixfold_answers::{solve as win, verify as loss};
use sixfold_game::certificate::Certificate;
use sixfold_jobs::Sealed;
use sixfold_solve::orders::Length;

use super::desk::{Desk, Outcome, TaskFailure, usual_threads};
use super::request::{self, SolveRequest, VerifyRequest};

/// How long a question may take unless the user says otherwise.
const USUAL_SECONDS: f64 = 60.0;
const USUAL_ORDER: u8 = 3;

/// Finds out who wins.
pub fn solve(desk: &Desk, request: &SolveRequest) -> Result<Outcome, TaskFailure> {
    let record = request::position(&request.place)?;
    let budget = desk.budget(request.seconds.or(Some(USUAL_SECONDS)), request.nodes);
    let question = win::Question {
        goal: request.goal,
        order: request.order.unwrap_or(USUAL_ORDER),
        length: if request.shortest == Some(true) { Length::Shortest } else { Length::Any },
        threads: request.threads.unwrap_or(usual_threads() as u16),
    };
    let started = Instant::now();
    let progress = || {
        json!({
            "nodes": budget.control.nodes(),
            "seconds": started.elapsed().as_secs_f64(),
        })
    };
    let solution = desk.watched(progress, || win::solve(&record, question, &budget))?;
    outcome(json!(solution.answer()), solution.certificate.as_ref())
}

/// Finds out which replies of the side to move are refuted.
pub fn verify(desk: &Desk, request: &VerifyRequest) -> Result<Outcome, TaskFailure> {
    let record = request::position(&request.place)?;
    let budget = desk.budget(request.seconds.or(Some(USUAL_SECONDS)), request.nodes);
    let question = loss::Question {
        order: request.order.unwrap_or(USUAL_ORDER),
        threads: request.threads.unwrap_or(usual_threads() as u16),
    };
    let started = Instant::now();
    let progress = || {
        let replies = budget.control.replies();
        json!({
            "refuted": replies.refuted,
            "open": replies.open,
            "nodes": budget.control.nodes(),
            "seconds": started.elapsed().as_secs_f64(),
        })
    };
    let found = desk.watched(progress, || loss::verify(&record, question, &budget))?;
    outcome(json!(found.answer()), found.certificate.as_ref())
}

fn outcome(
    result: serde_json::Value,
    certificate: Option<&Certificate>,
) -> Result<Outcome, TaskFailure> {
    let certificate = certificate.map(Sealed::seal).transpose()?;
    Ok(Outcome { result: Some(result), certificate })
}
