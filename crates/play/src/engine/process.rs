//! Engines that are other programs, spoken to by a text protocol.
//!
//! A program that crashes, hangs or answers nonsense costs its engine a game and nobody else
//! anything: it is ended with all that it started, and started anew for the next game.

mod c6;
mod gtp;
mod session;

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sixfold_game::record::{Event, SquareOnGrid};
use sixfold_game::{Game, GameName, IllegalStone, Record, Square};
use sixfold_hex::SwapRule;
use sixfold_solve::{Control, Stones};
use thiserror::Error;

use self::session::{Deadline, Session};
use super::{Engine, EngineError, Request};
use crate::clock::Limits;
use crate::{AnyPosition, Choice, Ground, Score, Thought, Variation};

/// How a program is started and spoken to.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The language it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The most time for a move, in place of that of the match: for programs that have no clock.
    pub time: Option<Duration>,
}

/// The language of a program, with what it is told in it when it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The protocol of Connect6 programs.
    C6(C6Settings),
    /// The Go Text Protocol, one stone at a time.
    Gtp(GtpLetters),
    /// The same as programs of Hex speak it.
    Htp,
}

/// What a program is told in `c6` when it starts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct C6Settings {
    /// The depth of its search, if it is told one.
    pub depth: Option<u32>,
    /// Whether its search for forced wins is switched on.
    pub forced_wins: ForcedWins,
}

/// A switch that a program may be left to set itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ForcedWins {
    /// As the program likes.
    #[default]
    Unsaid,
    /// Switched on: `vcf`.
    On,
    /// Switched off: `unvcf`.
    Off,
}

/// How GTP names columns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GtpLetters {
    /// Without I, as the protocol says.
    #[default]
    WithoutI,
    /// All letters.
    All,
}

/// A program that has no limit of time must answer within this all the same.
const PATIENCE: Duration = Duration::from_secs(600);
/// A program must be ready for a game within this.
const START_UP: Duration = Duration::from_secs(60);

/// Why a program does not play.
#[derive(Debug, Error)]
pub enum ProcessError {
    /// It cannot be started.
    #[error("cannot start '{program}': {reason}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: io::Error,
    },
    /// It has ended by itself.
    #[error("the program has ended ({status})")]
    Ended {
        /// How it ended.
        status: String,
    },
    /// It has not answered in time.
    #[error("no answer within {:.2} s", .0.as_secs_f64())]
    TooLate(Duration),
    /// It has answered something else than a move.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// It has refused a command.
    #[error("the program refuses '{command}': {answer}")]
    Refused {
        /// The command.
        command: String,
        /// The program's words.
        answer: String,
    },
    /// It has placed a stone where none can be.
    #[error("stone at {square}: {reason}")]
    Illegal {
        /// Where.
        square: SquareOnGrid,
        /// What is wrong with it.
        reason: IllegalStone,
    },
    /// It has placed fewer stones than a turn has.
    #[error("'{0}' is not a whole turn")]
    TooFewStones(String),
    /// It gives the game up.
    #[error("the program resigns")]
    Resigned,
    /// The search was cancelled.
    #[error("the search was cancelled")]
    Cancelled,
    /// Its protocol cannot say what is to be played.
    #[error("{game} cannot be played by the {protocol} protocol")]
    OtherGame {
        /// The game.
        game: GameName,
        /// The protocol.
        protocol: &'static str,
    },
    /// Its protocol only knows games from the beginning.
    #[error("a position that is set up cannot be told to a program")]
    SetUp,
}

/// A program at work.
pub struct ProcessEngine {
    name: String,
    program: Program,
    /// How much later than its limit an answer may come.
    margin: Duration,
    session: Option<Session>,
    gtp: gtp::Progress,
}

impl Program {
    /// The engine. An answer may come so much later than its limit; the program is started with the
    /// first game.
    #[must_use]
    pub fn engine(&self, margin: Duration) -> ProcessEngine {
        ProcessEngine {
            name: self.name(),
            program: self.clone(),
            margin,
            session: None,
            gtp: gtp::Progress::default(),
        }
    }

    /// What the program is called: the name of its file.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.command.first().map_or("", String::as_str);
        Path::new(path).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into())
    }

    /// The limits that hold for this program in a match with others.
    #[must_use]
    pub fn limits(&self, limits: Limits) -> Limits {
        match self.time {
            Some(time) => Limits { time: Some(time), clock: None, ..limits },
            None => limits,
        }
    }
}

impl ProcessEngine {
    fn begin(&mut self, game: GameName) -> Result<(), ProcessError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        let control = Control::default();
        let deadline = Deadline::after(START_UP, &control);
        match self.program.protocol {
            Protocol::C6(_) => c6::check(game)?,
            Protocol::Gtp(letters) => {
                self.gtp = gtp::begin(&mut session, gtp::Dialect::Go(letters), game, &deadline)?;
            }
            Protocol::Htp => {
                self.gtp = gtp::begin(&mut session, gtp::Dialect::Hex, game, &deadline)?;
            }
        }
        self.session = Some(session);
        Ok(())
    }

    fn start(&self) -> Result<Session, ProcessError> {
        let mut session = Session::start(&self.program.command)?;
        if let Protocol::C6(settings) = self.program.protocol {
            c6::set(&mut session, settings)?;
        }
        Ok(session)
    }

    /// What the program does in its turn.
    fn think(&mut self, record: &Record, request: &Request) -> Result<Action, EngineError> {
        let set_up = |id| matches!(record.node(id).event, Event::Edit(_));
        if record.main_line().any(set_up) {
            return Err(ProcessError::SetUp.into());
        }
        let mut position = AnyPosition::replay(record)?;
        if position.outcome().is_some() {
            return Err(EngineError::GameOver);
        }
        if self.session.is_none() {
            self.begin(record.game())?;
        }
        // Whoever fails is not put back, and so ended.
        let Some(mut session) = self.session.take() else {
            return Ok(Action::Stones(Stones::new()));
        };
        let limit = hard_limit(&request.limits).map_or(PATIENCE, |limit| limit + self.margin);
        let deadline = Deadline::after(limit, &request.budget.control);
        let dialect = match self.program.protocol {
            Protocol::C6(_) => None,
            Protocol::Gtp(letters) => Some(gtp::Dialect::Go(letters)),
            Protocol::Htp => Some(gtp::Dialect::Hex),
        };
        let action = match dialect {
            None => Action::Stones(c6::choose(&mut session, record, &mut position, &deadline)?),
            Some(dialect) => {
                let talk = gtp::Talk { session: &mut session, dialect, deadline: &deadline };
                self.gtp.choose(talk, record, &mut position, request)?
            }
        };
        self.session = Some(session);
        Ok(action)
    }
}

/// What a program does in its turn.
enum Action {
    /// It places stones.
    Stones(Stones),
    /// It takes over the first stone.
    Swap,
}

/// The time after which an answer is too late.
fn hard_limit(limits: &Limits) -> Option<Duration> {
    let left = limits.clock.map(|clock| clock.left);
    [limits.time, left].into_iter().flatten().min()
}

/// Places a stone that a program has chosen.
fn place(position: &mut AnyPosition, square: Square) -> Result<(), ProcessError> {
    let grid = position.grid();
    position
        .try_play(square)
        .map_err(|reason| ProcessError::Illegal { square: SquareOnGrid { grid, square }, reason })
}

impl Engine for ProcessEngine {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: GameName) -> Result<(), EngineError> {
        // One that has ended since the last game is started anew.
        if self.session.as_mut().is_some_and(|session| !session.is_running()) {
            self.session = None;
        }
        Ok(self.begin(game)?)
    }

    fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError> {
        let started = Instant::now();
        let Action::Stones(stones) = self.think(record, request)? else {
            return Err(ProcessError::Unreadable(gtp::SWAP.to_string()).into());
        };
        let variation = Variation {
            score: Score::Estimate(0),
            ground: Ground::Estimated,
            visits: None,
            turns: vec![stones],
        };
        let elapsed = started.elapsed();
        let thought = Thought { variations: vec![variation], depth: 0, nodes: 0, elapsed };
        Ok(Choice { thought, proof: None })
    }

    /// A program is asked for its move; if that is a stone, it is kept until it is asked for.
    fn takes_over(&mut self, record: &Record, request: &Request) -> Result<bool, EngineError> {
        if self.program.protocol != Protocol::Htp || request.swap == SwapRule::Off {
            return Ok(false);
        }
        Ok(matches!(self.think(record, request)?, Action::Swap))
    }
}
