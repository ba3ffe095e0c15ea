//! What the protocols have in common: a game, limits and clocks.

use std::time::Duration;

use sixfold_game::{
    Game, GameName, Grid, Outcome, PerPlayer, Player, Record, Setup, Square, excerpt,
};
use sixfold_hex::SwapRule;
use thiserror::Error;

use super::{CannotPlace, CannotSwap, Job, PlayedGame, Solution};
use crate::clock::{GameClock, Limits};
use crate::engine::EngineError;
use crate::{Choice, PositionError};

/// A game with the limits under which the engine plays it.
pub(super) struct Session {
    pub game: PlayedGame,
    pub limits: Limits,
    /// Whether the first stone of Hex may be taken over.
    pub swap: SwapRule,
    /// What each player has left.
    pub allowances: PerPlayer<Allowance>,
    pub pondering: Switch,
    /// The position that the engine was asked about.
    asked: Option<Setup>,
}

/// The time that the engine may take, besides what its limits say.
#[derive(Clone, Copy, Default)]
pub(super) enum Allowance {
    #[default]
    Endless,
    Game(GameClock),
    /// So much for each stone.
    Stone(Duration),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Switch {
    On,
    Off,
}

/// Why the engine has not moved.
#[derive(Debug, Error)]
pub(super) enum NoMove {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the engine has chosen a stone that cannot be placed: {0}")]
    Illegal(#[from] CannotPlace),
    #[error("the engine takes over a stone, but {0}")]
    IllegalSwap(#[from] CannotSwap),
    #[error("no stone can be placed")]
    NoStone,
    #[error("nobody has asked for a move")]
    NotAsked,
}

/// Why a value cannot be set.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum BadValue {
    #[error("'{0}' is not a number of seconds from 0.001 to {MOST_SECONDS}")]
    Seconds(String),
    #[error("'{0}' is not a number from 1")]
    Number(String),
    #[error("'{0}' is neither on nor off")]
    Switch(String),
    #[error("a value is missing")]
    Missing,
}

/// Longer times mean nothing, and could not be calculated with.
const MOST_SECONDS: u32 = 10_000_000;

impl Session {
    pub(super) fn new(game: GameName, limits: Limits) -> Session {
        Session {
            game: PlayedGame::new(game),
            limits,
            swap: SwapRule::Off,
            allowances: PerPlayer::default(),
            pondering: Switch::Off,
            asked: None,
        }
    }

    pub(super) fn grid(&self) -> Grid {
        self.game.position().grid()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.game.position().outcome()
    }

    /// Begins a game, and tells the engine.
    pub(super) fn begin(&mut self, game: GameName) -> Job {
        self.game = PlayedGame::new(game);
        Job::NewGame(game)
    }

    /// Begins with a position, and tells the engine.
    pub(super) fn set_up(&mut self, game: GameName, setup: &Setup) -> Result<Job, PositionError> {
        self.game = PlayedGame::from_setup(game, setup)?;
        Ok(Job::NewGame(game))
    }

    /// Goes on after the main line of a record, and tells the engine.
    pub(super) fn load(&mut self, record: &Record) -> Result<Job, PositionError> {
        self.game = PlayedGame::from_record(record)?;
        Ok(Job::NewGame(record.game()))
    }

    fn limits_now(&self) -> Limits {
        let turn = self.game.position().turn();
        let mut limits = self.limits;
        match self.allowances[turn.player] {
            Allowance::Endless => {}
            Allowance::Game(clock) => limits.clock = Some(clock),
            Allowance::Stone(time) => {
                let time = time.saturating_mul(turn.stones_left.into());
                limits.time = Some(limits.time.map_or(time, |limit| limit.min(time)));
            }
        }
        limits.or_usual()
    }

    /// Asks the engine for the rest of the turn.
    pub(super) fn choose(&mut self) -> Result<Job, NoMove> {
        if self.outcome().is_some() {
            return Err(EngineError::GameOver.into());
        }
        self.asked = Some(self.game.position().setup());
        let (record, limits) = (Box::new(self.game.record()), self.limits_now());
        Ok(Job::Choose { record, limits, swap: self.swap })
    }

    /// The engine takes over the first stone; that has taken so long.
    pub(super) fn taken_over(&mut self, elapsed: Duration) -> Result<(), NoMove> {
        let asked = self.asked.take().ok_or(NoMove::NotAsked)?;
        self.charge(asked.turn.player, elapsed);
        Ok(())
    }

    /// Asks the solver whether the side to move wins.
    pub(super) fn solve(&self) -> Job {
        Job::Solve { record: Box::new(self.game.record()), limits: self.limits_now() }
    }

    /// Lets the engine think in the opponent's time, if it is to and there is something to think of.
    pub(super) fn ponder(&self) -> Option<Job> {
        let ponders = self.pondering == Switch::On && self.outcome().is_none();
        ponders.then(|| Job::Ponder { record: Box::new(self.game.record()) })
    }

    /// The turn that the engine has chosen, if it is one of the position it was asked about. The
    /// clock of its player runs meanwhile.
    pub(super) fn chosen(
        &mut self,
        choice: Result<Choice, EngineError>,
    ) -> Result<Vec<Square>, NoMove> {
        let asked = self.asked.take().ok_or(NoMove::NotAsked)?;
        let choice = choice?;
        self.charge(asked.turn.player, choice.thought.elapsed);
        let first = choice.thought.variations.first().and_then(|line| line.turns.first());
        match first {
            Some(turn) if !turn.is_empty() => Ok(turn.to_vec()),
            _ => Err(NoMove::NoStone),
        }
    }

    fn charge(&mut self, player: Player, elapsed: Duration) {
        if let Allowance::Game(clock) = &mut self.allowances[player] {
            clock.left = clock.left.saturating_sub(elapsed).saturating_add(clock.increment);
        }
    }
}

impl Solution {
    /// One line, with the line of play written by a function.
    pub(super) fn sentence(&self, turn: impl Fn(&[Square]) -> String) -> String {
        let mut text = match self.length {
            Some(length) => format!("{} in {length}", self.verdict.result()),
            None => format!("{} ({})", self.verdict.result(), self.verdict.reason()),
        };
        for stones in &self.line {
            text.push(' ');
            // A null move places nothing.
            text.push_str(&if stones.is_empty() { "-".to_string() } else { turn(stones) });
        }
        text
    }
}

/// A number of seconds; `off` for no limit.
pub(super) fn seconds(text: Option<&str>) -> Result<Option<Duration>, BadValue> {
    let text = text.ok_or(BadValue::Missing)?;
    if text.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    let seconds =
        text.parse().ok().filter(|seconds| (0.001..=MOST_SECONDS.into()).contains(seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.map(Some).ok_or_else(|| BadValue::Seconds(excerpt(text)))
}

/// A number of seconds that may be none.
pub(super) fn seconds_or_none(text: Option<&str>) -> Result<Duration, BadValue> {
    match text.map(str::parse::<f64>) {
        Some(Ok(0.0)) => Ok(Duration::ZERO),
        _ => seconds(text).map(Option::unwrap_or_default),
    }
}

/// A number from 1; `off` for no limit.
pub(super) fn number<T: TryFrom<u64>>(text: Option<&str>) -> Result<Option<T>, BadValue> {
    let text = text.ok_or(BadValue::Missing)?;
    if text.eq_ignore_ascii_case("off") {
        return Ok(None);
    }
    let number = text.parse::<u64>().ok().filter(|&number| number > 0);
    let number = number.and_then(|number| T::try_from(number).ok());
    number.map(Some).ok_or_else(|| BadValue::Number(excerpt(text)))
}

pub(super) fn switch(text: Option<&str>) -> Result<Switch, BadValue> {
    match text.ok_or(BadValue::Missing)? {
        on if on.eq_ignore_ascii_case("on") => Ok(Switch::On),
        off if off.eq_ignore_ascii_case("off") => Ok(Switch::Off),
        other => Err(BadValue::Switch(excerpt(other))),
    }
}
