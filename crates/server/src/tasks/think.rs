//! What an engine thinks, and which turn it chooses.

use std::time::Duration;

use serde_json::json;
use sixfold_answers::level::Level;
use sixfold_answers::think::{Analysis, Considered, Opinion, Trust, think};
use sixfold_game::Record;
use sixfold_hex::SwapRule;
use sixfold_jobs::Sealed;
use sixfold_play::Thought;
use sixfold_play::clock::{GameClock, Limits};
use sixfold_play::engine::{BuiltIn, Engine, Request};

use super::desk::{Desk, Outcome, TaskFailure, usual_threads};
use super::request::{self, AnalyseRequest, ClockRequest, MoveRequest};

/// An analysis that nobody cancels ends after an hour.
const MOST_SECONDS: f64 = 3600.0;
const USUAL_VARIATIONS: u16 = 3;

/// What an engine thinks of a position.
pub fn analyse(desk: &Desk, request: &AnalyseRequest) -> Result<Outcome, TaskFailure> {
    let record = request::position(&request.place)?;
    let thinking = Thinking {
        engine: request::engine(request.engine, record.game()),
        limits: Limits {
            time: duration(request.seconds.unwrap_or(MOST_SECONDS)),
            ..Limits::default()
        },
        variations: request.variations.unwrap_or(USUAL_VARIATIONS).into(),
        threads: request.threads.map_or_else(usual_threads, usize::from),
    };
    thinking.about(desk, &record)
}

/// The turn that an engine chooses.
pub fn choose(desk: &Desk, request: &MoveRequest) -> Result<Outcome, TaskFailure> {
    let record = request::position(&request.place)?;
    let limits = Limits {
        time: request.seconds.and_then(duration),
        clock: request.clock.and_then(game_clock),
        ..Limits::default()
    };
    let game = record.game();
    let level = request.level.map(Level::try_from).transpose()?;
    let usual = request::engine(request.engine, game);
    let thinking = Thinking {
        engine: level
            .filter(|_| request.engine.is_none())
            .map_or(usual, |level| level.engine(game)),
        limits: level.map_or_else(|| limits.or_usual(), |level| level.limits(game, limits)),
        variations: 1,
        threads: usual_threads(),
    };
    if request.swap == Some(true) && thinking.takes_over(desk, &record)? {
        return Ok(Outcome { result: Some(thinking.taken_over()), certificate: None });
    }
    thinking.about(desk, &record)
}

/// Who thinks, and how much.
struct Thinking {
    engine: BuiltIn,
    limits: Limits,
    variations: usize,
    threads: usize,
}

impl Thinking {
    /// An answer without a turn: the only stone on the board is taken over.
    fn taken_over(&self) -> serde_json::Value {
        let engine = self.engine.to_string();
        let mut answer = json!(Analysis { engine, ..Analysis::default() });
        answer["swap"] = true.into();
        answer
    }

    /// Whether the engine takes over the only stone on the board, where it may.
    fn takes_over(&self, desk: &Desk, record: &Record) -> Result<bool, TaskFailure> {
        let request = Request {
            threads: self.threads,
            budget: desk.budget(None, None),
            swap: SwapRule::SwapPieces,
            ..Request::within(self.limits)
        };
        Ok(self.engine.engine().takes_over(record, &request)?)
    }

    fn about(&self, desk: &Desk, record: &Record) -> Result<Outcome, TaskFailure> {
        let mut engine = self.engine.engine();
        let name = engine.name().to_string();
        let watch = |thought: &Thought| {
            let opinion = Opinion { record, engine: &name, thought, trust: Trust::Claimed };
            desk.report(&opinion.analysis());
        };
        let request = Request {
            variations: self.variations,
            threads: self.threads,
            budget: desk.budget(None, None),
            watch: &watch,
            ..Request::within(self.limits)
        };
        let Considered { choice, trust } = think(&mut engine, record, &request)?;
        let opinion = Opinion { record, engine: &name, thought: &choice.thought, trust };
        let analysis = opinion.analysis();
        desk.report(&analysis);
        let proof = choice.proof.as_ref().filter(|_| trust == Trust::Proven);
        let certificate = proof.map(|proof| Sealed::seal(proof)).transpose()?;
        Ok(Outcome { result: Some(json!(analysis)), certificate })
    }
}

pub fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

fn game_clock(clock: ClockRequest) -> Option<GameClock> {
    let left = duration(clock.remaining)?;
    Some(GameClock { left, increment: duration(clock.increment.unwrap_or(0.0))? })
}
