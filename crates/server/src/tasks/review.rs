//! Looking at a game turn by turn.

use serde_json::json;
use sixfold_answers::review::{Question, review};
use sixfold_game::Record;
use sixfold_play::clock::Limits;

use super::desk::{Desk, MEMORY, Outcome, TaskFailure, usual_threads};
use super::request::{self, ReviewRequest};
use super::think::duration;

const USUAL_SECONDS: f64 = 1.0;

/// Reviews the main line of a record.
pub fn run(desk: &Desk, request: &ReviewRequest) -> Result<Outcome, TaskFailure> {
    let record = Record::try_from(&request.record)?;
    let time = duration(request.seconds_per_move.unwrap_or(USUAL_SECONDS));
    let question = Question {
        engine: request::engine(request.engine, record.game()),
        limits: Limits { time, ..Limits::default() },
        threads: usual_threads() as u16,
        memory: MEMORY,
        control: desk.line.control.clone(),
    };
    let review = review(&record, &question, &mut |progress| desk.report(&progress))?;
    Ok(Outcome { result: Some(json!(review)), certificate: None })
}
