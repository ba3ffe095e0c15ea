//! `sixfold bestmove`: the move that an engine would play.

use sixfold_answers::think::{Considered, Opinion, think};
use sixfold_play::clock::Limits;
use sixfold_play::engine::Request;
use sixfold_solve::Budget;

use crate::arguments::BestmoveArguments;
use crate::input::read_record;
use crate::report::{Body, Ending, Report};
use crate::search::stop_on_interrupt;
use crate::thinking;

/// Runs the command.
pub fn run(arguments: &BestmoveArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let mut worker = thinking::worker(&arguments.thinking, record.game())?;
    let budget = Budget { memory: worker.resources.memory, ..Budget::default() };
    let control = budget.control.clone();
    stop_on_interrupt(move || control.cancel())?;
    let request = Request {
        threads: worker.resources.threads,
        budget: budget.clone(),
        ..Request::within(Limits::from(arguments.thinking.limits).or_usual())
    };
    let Considered { choice, trust } = think(&mut *worker.engine, &record, &request)?;
    let opinion =
        Opinion { record: &record, engine: worker.engine.name(), thought: &choice.thought, trust };
    let ending = if budget.control.is_cancelled() { Ending::Interrupted } else { Ending::Done };
    Ok(Report {
        body: Body::Text(thinking::text(&opinion)),
        json: thinking::json(&opinion),
        ending,
    })
}
