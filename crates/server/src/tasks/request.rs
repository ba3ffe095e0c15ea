//! What can be asked for.

use serde::{Deserialize, Serialize};
use sixfold_answers::record::{RecordError, RecordTree};
use sixfold_answers::solve::Goal;
use sixfold_game::{Game, GameName, Player, Record};
use sixfold_play::engine::BuiltIn;
use sixfold_play::{AnyPosition, PositionError, alphabeta, hexy, mcts};
use thiserror::Error;
use utoipa::ToSchema;

use super::TaskKind;
use crate::folder::{CheckedName, NameError};
use crate::libraries::{NOT_TO_BE_CHANGED, Origin};
use crate::place::{Place, PlaceError};

/// Long work that is asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TaskRequest {
    /// A solver looks for a win of the side to move.
    Solve(SolveRequest),
    /// A solver refutes all replies of the side to move.
    Verify(VerifyRequest),
    /// An engine thinks about a position.
    Analyse(AnalyseRequest),
    /// An engine chooses its turn.
    Move(MoveRequest),
    /// A proof by jobs.
    Prove(ProveRequest),
    /// A proof by jobs that fills a library.
    Joseki(JosekiRequest),
    /// A game is looked at turn by turn.
    Review(Box<ReviewRequest>),
    /// Games or positions are taken into a library.
    Import(ImportRequest),
}

/// A solver looks for a win of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The position.
    #[serde(default)]
    pub place: Place,
    /// What to look for: the value on small boards, else a win.
    pub goal: Option<Goal>,
    /// The highest order of a win.
    #[schema(minimum = 1, maximum = 16)]
    pub order: Option<u8>,
    /// Whether the shortest win is wanted.
    pub shortest: Option<bool>,
    /// How long it may take; 60 seconds unless said otherwise.
    #[schema(minimum = 0, maximum = 3600)]
    pub seconds: Option<f64>,
    /// How many nodes it may take.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
    /// Threads that search.
    #[schema(minimum = 1, maximum = 64)]
    pub threads: Option<u16>,
}

/// A solver refutes all replies of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VerifyRequest {
    /// The position.
    #[serde(default)]
    pub place: Place,
    /// The highest order of the opponent's win.
    #[schema(minimum = 1, maximum = 16)]
    pub order: Option<u8>,
    /// How long it may take; 60 seconds unless said otherwise.
    #[schema(minimum = 0, maximum = 3600)]
    pub seconds: Option<f64>,
    /// How many nodes it may take.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
    /// Threads that search.
    #[schema(minimum = 1, maximum = 64)]
    pub threads: Option<u16>,
}

/// Which engine; each game has its usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineName {
    /// Alpha-beta search.
    Alphabeta,
    /// Monte Carlo tree search.
    Mcts,
    /// The best turn at first sight.
    Greedy,
    /// The player of Hex.
    Hexy,
}

impl From<EngineName> for BuiltIn {
    fn from(name: EngineName) -> BuiltIn {
        match name {
            EngineName::Alphabeta => BuiltIn::AlphaBeta(alphabeta::Settings::default()),
            EngineName::Mcts => BuiltIn::Mcts(mcts::Settings::default()),
            EngineName::Greedy => BuiltIn::Greedy,
            EngineName::Hexy => BuiltIn::Hexy(hexy::Settings::default()),
        }
    }
}

/// The engine that is asked for, or the usual one of a game.
pub fn engine(wanted: Option<EngineName>, game: GameName) -> BuiltIn {
    wanted.map_or_else(|| BuiltIn::usual(game), BuiltIn::from)
}

/// An engine thinks about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The position.
    #[serde(default)]
    pub place: Place,
    /// Who thinks.
    pub engine: Option<EngineName>,
    /// How long; until cancelled unless said otherwise, but never longer than an hour.
    #[schema(minimum = 0, maximum = 3600)]
    pub seconds: Option<f64>,
    /// How many variations; 3 unless said otherwise.
    #[schema(minimum = 1, maximum = 20)]
    pub variations: Option<u16>,
    /// Threads that search.
    #[schema(minimum = 1, maximum = 64)]
    pub threads: Option<u16>,
}

/// An engine chooses its turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The position.
    #[serde(default)]
    pub place: Place,
    /// Who plays. A level chooses an engine by itself.
    pub engine: Option<EngineName>,
    /// How strong, from 1 to 10.
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<u8>,
    /// Whether it may take over the only stone on the board instead (Hex).
    pub swap: Option<bool>,
    /// The clock of the engine.
    pub clock: Option<ClockRequest>,
    /// How long it may think.
    #[schema(minimum = 0, maximum = 3600)]
    pub seconds: Option<f64>,
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockRequest {
    /// Seconds left for the game.
    #[schema(minimum = 0, maximum = 86400)]
    pub remaining: f64,
    /// Seconds added after each turn.
    #[schema(minimum = 0, maximum = 3600)]
    pub increment: Option<f64>,
}

/// A proof by jobs, kept in a file from which it can be gone on with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProveRequest {
    /// The position.
    #[serde(default)]
    pub place: Place,
    /// The file of the proof. A proof that is there is gone on with.
    pub name: Option<String>,
    /// Who is to be shown to win; the side to move unless said otherwise.
    pub prover: Option<Player>,
    /// What may be chosen about the proof.
    #[serde(default)]
    pub settings: ProofSettings,
    /// How many jobs are done at a time.
    #[schema(minimum = 1, maximum = 64)]
    pub workers: Option<u16>,
    /// How long it may take in this run.
    #[schema(minimum = 0)]
    pub seconds: Option<f64>,
}

/// A proof by jobs that fills a library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JosekiRequest {
    /// The position.
    #[serde(default)]
    pub place: Place,
    /// The library that takes what is proven.
    pub library: String,
    /// The file of the proof. A proof that is there is gone on with.
    pub name: Option<String>,
    /// Who is to be shown to win; the side to move unless said otherwise.
    pub prover: Option<Player>,
    /// What may be chosen about the proof.
    #[serde(default)]
    pub settings: ProofSettings,
    /// How many jobs are done at a time.
    #[schema(minimum = 1, maximum = 64)]
    pub workers: Option<u16>,
    /// How long it may take in this run.
    #[schema(minimum = 0)]
    pub seconds: Option<f64>,
}

impl JosekiRequest {
    /// The proof that it asks for.
    #[must_use]
    pub fn proof(&self) -> ProveRequest {
        let JosekiRequest { place, name, prover, settings, workers, seconds, .. } = self.clone();
        ProveRequest { place, name, prover, settings, workers, seconds }
    }
}

/// A game is looked at turn by turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// Not needed: the record says where the game begins.
    #[serde(default)]
    pub place: Place,
    /// The game; its main line is looked at.
    pub record: RecordTree,
    /// How long each position is looked at; a second unless said otherwise.
    #[schema(minimum = 0, maximum = 600)]
    pub seconds_per_move: Option<f64>,
    /// Who looks at it.
    pub engine: Option<EngineName>,
}

impl ReviewRequest {
    /// The game in a few words.
    fn in_words(&self) -> String {
        let info = &self.record.info;
        match (info.black.trim(), info.white.trim()) {
            ("", "") => "a game".to_string(),
            (black, white) => format!("{black} - {white}").chars().take(60).collect(),
        }
    }
}

/// Games or positions are taken into a library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// Not needed: an import is about no position.
    #[serde(default)]
    pub place: Place,
    /// The library.
    pub library: String,
    /// The file, as it was uploaded.
    pub upload: String,
}

/// What may be chosen about a proof.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofSettings {
    /// Nodes of the solvers for each job.
    #[schema(minimum = 1)]
    pub nodes: Option<u64>,
    /// Nodes of the player for each job.
    #[schema(minimum = 1)]
    pub player_nodes: Option<u64>,
    /// The highest order of wins.
    #[schema(minimum = 1, maximum = 16)]
    pub order: Option<u8>,
    /// How leaves that are being worked on are looked at.
    pub policy: Option<Policy>,
    /// When the next move is asked for.
    pub siblings: Option<Siblings>,
}

/// How leaves that are being worked on are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// As if they were proven.
    VirtualWin,
    /// As if they were disproven.
    VirtualLoss,
    /// As whatever their numbers favour.
    Greedy,
    /// As they are, but they are not picked again.
    VirtualEquivalence,
}

/// When the next move of a node is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Siblings {
    /// When the last one that it has is worked at.
    Postponed,
    /// Whenever the search passes by.
    Eager,
}

/// Why something cannot be asked for.
#[derive(Debug, Error)]
pub enum RequestError {
    /// The position is none.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The record is none.
    #[error("record: {0}")]
    Record(#[from] RecordError),
    /// It does not follow the rules.
    #[error(transparent)]
    Replay(#[from] PositionError),
    /// The game is over.
    #[error("the game is over there: {0}")]
    GameOver(sixfold_game::Outcome),
    /// A name that is none.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The library that comes with the program is not filled by others.
    #[error("{NOT_TO_BE_CHANGED}")]
    ProgramsLibrary,
    /// A number that makes no sense.
    #[error("{0} must be from {1} to {2}")]
    Range(&'static str, f64, f64),
}

/// An hour: nobody waits longer for an answer that is not kept.
const MOST_SECONDS: f64 = 3600.0;
/// A year.
const MOST_PROOF_SECONDS: f64 = 3600.0 * 24.0 * 366.0;
const MOST_REVIEW_SECONDS: f64 = 600.0;
const MOST_THREADS: u16 = 64;
const MOST_ORDER: u8 = 16;
const LEAST_SECONDS: f64 = 0.01;

impl TaskRequest {
    /// What it asks for.
    #[must_use]
    pub fn kind(&self) -> TaskKind {
        match self {
            TaskRequest::Solve(_) => TaskKind::Solve,
            TaskRequest::Verify(_) => TaskKind::Verify,
            TaskRequest::Analyse(_) => TaskKind::Analyse,
            TaskRequest::Move(_) => TaskKind::Move,
            TaskRequest::Prove(_) => TaskKind::Prove,
            TaskRequest::Joseki(_) => TaskKind::Joseki,
            TaskRequest::Review(_) => TaskKind::Review,
            TaskRequest::Import(_) => TaskKind::Import,
        }
    }

    /// The position that it is about.
    #[must_use]
    pub fn place(&self) -> &Place {
        match self {
            TaskRequest::Import(request) => &request.place,
            TaskRequest::Review(request) => &request.place,
            TaskRequest::Solve(request) => &request.place,
            TaskRequest::Verify(request) => &request.place,
            TaskRequest::Analyse(request) => &request.place,
            TaskRequest::Move(request) => &request.place,
            TaskRequest::Prove(request) => &request.place,
            TaskRequest::Joseki(request) => &request.place,
        }
    }

    /// One line for a person.
    #[must_use]
    pub fn title(&self) -> String {
        let place = self.place().in_words();
        match self {
            TaskRequest::Solve(_) => format!("Solve {place}"),
            TaskRequest::Verify(_) => format!("Verify {place}"),
            TaskRequest::Analyse(_) => format!("Analyse {place}"),
            TaskRequest::Move(_) => format!("Move after {place}"),
            TaskRequest::Prove(_) => format!("Prove {place}"),
            TaskRequest::Joseki(request) => format!("Joseki of {place} for {}", request.library),
            TaskRequest::Review(request) => format!("Review {}", request.in_words()),
            TaskRequest::Import(request) => format!("Import into {}", request.library),
        }
    }

    /// The file of the proof that it works at, if it does.
    #[must_use]
    pub fn proof_name(&self) -> Option<&str> {
        match self {
            TaskRequest::Prove(request) => request.name.as_deref(),
            TaskRequest::Joseki(request) => request.name.as_deref(),
            _ => None,
        }
    }

    /// The library that it writes to, if it does.
    #[must_use]
    pub fn library(&self) -> Option<&str> {
        match self {
            TaskRequest::Joseki(request) => Some(&request.library),
            TaskRequest::Import(request) => Some(&request.library),
            _ => None,
        }
    }

    /// Gives the proof a name if the user has not.
    pub(super) fn name_proof(&mut self, usual: String) {
        match self {
            TaskRequest::Prove(request) => request.name.get_or_insert(usual),
            TaskRequest::Joseki(request) => request.name.get_or_insert(usual),
            _ => return,
        };
    }

    /// Refuses what could only fail.
    pub fn check(&self) -> Result<(), RequestError> {
        if !matches!(self, TaskRequest::Review(_) | TaskRequest::Import(_)) {
            position(self.place())?;
        }
        if let Some(name) = self.proof_name() {
            CheckedName::new(name)?;
        }
        match self {
            TaskRequest::Solve(request) => {
                seconds("seconds", request.seconds, MOST_SECONDS)?;
                within("order", request.order, 1, MOST_ORDER)?;
                within("threads", request.threads, 1, MOST_THREADS)
            }
            TaskRequest::Verify(request) => {
                seconds("seconds", request.seconds, MOST_SECONDS)?;
                within("order", request.order, 1, MOST_ORDER)?;
                within("threads", request.threads, 1, MOST_THREADS)
            }
            TaskRequest::Analyse(request) => {
                seconds("seconds", request.seconds, MOST_SECONDS)?;
                within("variations", request.variations, 1, 20)?;
                within("threads", request.threads, 1, MOST_THREADS)
            }
            TaskRequest::Move(request) => {
                seconds("seconds", request.seconds, MOST_SECONDS)?;
                within("level", request.level, 1, 10)?;
                let clock = request.clock;
                seconds("remaining", clock.map(|clock| clock.remaining), 24.0 * MOST_SECONDS)?;
                let increment = clock.and_then(|clock| clock.increment);
                within("increment", increment, 0.0, MOST_SECONDS)
            }
            TaskRequest::Prove(request) => check_proof(request),
            TaskRequest::Joseki(request) => {
                own_library(&request.library)?;
                check_proof(&request.proof())
            }
            TaskRequest::Review(request) => {
                let most = MOST_REVIEW_SECONDS;
                seconds("seconds_per_move", request.seconds_per_move, most)?;
                let record = Record::try_from(&request.record)?;
                AnyPosition::replay(&record)?;
                Ok(())
            }
            TaskRequest::Import(request) => {
                own_library(&request.library)?;
                CheckedName::new(&request.upload)?;
                Ok(())
            }
        }
    }
}

/// Refuses to fill the library that comes with the program.
fn own_library(name: &str) -> Result<(), RequestError> {
    CheckedName::new(name)?;
    match Origin::of(name) {
        Origin::Program => Err(RequestError::ProgramsLibrary),
        Origin::User => Ok(()),
    }
}

fn check_proof(request: &ProveRequest) -> Result<(), RequestError> {
    seconds("seconds", request.seconds, MOST_PROOF_SECONDS)?;
    within("order", request.settings.order, 1, MOST_ORDER)?;
    within("workers", request.workers, 1, MOST_THREADS)
}

/// The record of a place where something can still be asked: a position of a game that goes on.
pub fn position(place: &Place) -> Result<Record, RequestError> {
    let record = place.record()?;
    match AnyPosition::replay(&record)?.outcome() {
        Some(outcome) => Err(RequestError::GameOver(outcome)),
        None => Ok(record),
    }
}

/// The game of a place that can be played.
pub fn game(place: &Place) -> Result<GameName, RequestError> {
    Ok(place.record()?.game())
}

fn seconds(what: &'static str, given: Option<f64>, most: f64) -> Result<(), RequestError> {
    within(what, given, LEAST_SECONDS, most)
}

fn within<T: PartialOrd + Into<f64> + Copy>(
    what: &'static str,
    given: Option<T>,
    least: T,
    most: T,
) -> Result<(), RequestError> {
    match given {
        Some(given) if !(least..=most).contains(&given) => {
            Err(RequestError::Range(what, least.into(), most.into()))
        }
        _ => Ok(()),
    }
}
