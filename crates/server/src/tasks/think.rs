//! What an engine thinks, and which turn it chooses.

use std::time::Duration;

use serde_json::json;
use sixfold_answers::level::Level;
use sixfold_answers::think::{Considered, Opinion, Trust, think};
use sixfold_game::{GameName, Record};
use sixfold_jobs::Sealed;
use sixfold_play::Thought;
use sixfold_play::clock::{GameClock, Limits};
use sixfold_play::engine::{BuiltIn, Engine, Request};

use super::desk::{Desk, Outcome, TaskFailure, usual_threads};
use super::request::{self, AnalyseRequest, ClockRequest, EngineName, MoveRequest};

/// An analysis that nobody cancels ends after an hour.
const MOST_SECONDS: f64 = 3600.0;
const USUAL_VARIATIONS: u16 = 3;

/// What an engine thinks of a position.
pub fn analyse(desk: &Desk, request: &AnalyseRequest) -> Result<Outcome, TaskFailure> {
    let record = request::position(&request.place)?;
    let thinking = Thinking {
        engine: engine_of(request.engine, record.game())?,
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
    let level = request.level.map(Level::try_from).transpose()?;
    let game = record.game();
    let usual = engine_of(request.engine, game)?;
    let by_level = level.filter(|_| request.engine.is_none()).map(|level| level.engine(game));
    let thinking = Thinking {
        engine: by_level.unwrap_or(usual),
        limits: level.map_or_else(|| limits.or_usual(), |level| level.limits(game, limits)),
        variations: 1,
        threads: usual_threads(),
    };
    thinking.about(desk, &record)
}

/// The engine that was asked for, or the usual one of a game.
fn engine_of(name: Option<EngineName>, game: GameName) -> Result<BuiltIn, TaskFailure> {
    match name {
        Some(name) => Ok(name.as_str().parse()?),
        None => Ok(BuiltIn::usual(game)),
    }
}

/// Who thinks, and how much.
struct Thinking {
    engine: BuiltIn,
    limits: Limits,
    variations: usize,
    threads: usize,
}

impl Thinking {
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
