//! Jobs and answers as JSON: what is sent to workers and kept in files.

use serde::{Deserialize, Serialize};
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_proof::job_level::{Grade, Others};
use thiserror::Error;

use crate::{Digest, Effort, Finding, GradedTurn, Job, Kind};

/// A job in strings and numbers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WireJob {
    game: String,
    fen: String,
    #[serde(flatten)]
    kind: WireKind,
    effort: Effort,
    version: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum WireKind {
    Solve,
    Move { excluded: Vec<String> },
    Verify { known: Option<Digest> },
}

/// Why some JSON is no job or answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct WireError(String);

/// The squares of stones in a row, such as `j10k11`.
#[must_use]
pub fn name(game: GameName, stones: SquareSet) -> String {
    game.grid().names(stones.iter()).concat()
}

/// The squares of a text such as `j10k11`, or none of the empty one.
pub fn squares(game: GameName, text: &str) -> Result<SquareSet, WireError> {
    let mut stones = SquareSet::EMPTY;
    let mut rest = text;
    while !rest.is_empty() {
        let (square, after) =
            game.grid().parse_prefix(rest).map_err(|e| WireError(e.to_string()))?;
        stones |= [square].into_iter().collect();
        rest = after;
    }
    Ok(stones)
}

impl From<Job> for WireJob {
    fn from(job: Job) -> WireJob {
        let game = job.game;
        let kind = match job.kind {
            Kind::Solve => WireKind::Solve,
            Kind::Move { excluded } => WireKind::Move {
                excluded: excluded.into_iter().map(|turn| name(game, turn)).collect(),
            },
            Kind::Verify { known } => WireKind::Verify { known },
        };
        WireJob {
            game: game.to_string(),
            fen: job.position.to_string(),
            kind,
            effort: job.effort,
            version: job.version,
        }
    }
}

impl TryFrom<WireJob> for Job {
    type Error = WireError;

    fn try_from(wire: WireJob) -> Result<Job, WireError> {
        let named = wire.game.parse::<GameName>().map_err(|e| WireError(e.to_string()))?;
        let game = named.seen_in_fen(&wire.fen).map_err(|e| WireError(e.to_string()))?;
        let position = Setup::from_fen(game, &wire.fen).map_err(|e| WireError(e.to_string()))?;
        let kind = match wire.kind {
            WireKind::Solve => Kind::Solve,
            WireKind::Move { excluded } => {
                let turns = excluded.iter().map(|turn| squares(game, turn));
                Kind::Move { excluded: turns.collect::<Result<_, _>>()? }
            }
            WireKind::Verify { known } => Kind::Verify { known },
        };
        Ok(Job { game, position, kind, effort: wire.effort, version: wire.version })
    }
}

/// What a job has found, in strings: the JSON of a [`Finding`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum WireFinding {
    /// See [`Finding::Won`].
    Won,
    /// See [`Finding::Lost`].
    Lost,
    /// See [`Finding::NoWin`].
    NoWin,
    /// See [`Finding::Unknown`].
    Unknown,
    /// See [`Finding::Best`].
    Best {
        /// The turns.
        turns: Vec<WireTurn>,
        /// Whether all other turns lose.
        others: WireOthers,
    },
    /// See [`Finding::NoOtherTurn`].
    NoOtherTurn,
    /// See [`Finding::Unrefuted`].
    Unrefuted {
        /// The replies.
        replies: Vec<WireTurn>,
    },
}

/// What is known of other turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireOthers {
    /// See [`Others::Open`].
    Open,
    /// See [`Others::Lose`].
    Lose,
}

/// A turn and its grade.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WireTurn {
    stones: String,
    grade: Grade,
}

fn wire_turns(game: GameName, turns: &[GradedTurn]) -> Vec<WireTurn> {
    let wire = |turn: &GradedTurn| WireTurn { stones: name(game, turn.stones), grade: turn.grade };
    turns.iter().map(wire).collect()
}

fn graded_turns(game: GameName, turns: Vec<WireTurn>) -> Result<Vec<GradedTurn>, WireError> {
    let graded =
        |turn: WireTurn| Ok(GradedTurn { stones: squares(game, &turn.stones)?, grade: turn.grade });
    turns.into_iter().map(graded).collect()
}

impl Finding {
    /// The finding as JSON can hold it.
    #[must_use]
    pub fn to_wire(&self, game: GameName) -> WireFinding {
        match self {
            Finding::Won => WireFinding::Won,
            Finding::Lost => WireFinding::Lost,
            Finding::NoWin => WireFinding::NoWin,
            Finding::Unknown => WireFinding::Unknown,
            Finding::Best { turns, others } => WireFinding::Best {
                turns: wire_turns(game, turns),
                others: match others {
                    Others::Open => WireOthers::Open,
                    Others::Lose => WireOthers::Lose,
                },
            },
            Finding::NoOtherTurn => WireFinding::NoOtherTurn,
            Finding::Unrefuted(replies) => {
                WireFinding::Unrefuted { replies: wire_turns(game, replies) }
            }
        }
    }

    /// The finding that JSON holds.
    pub fn from_wire(wire: WireFinding, game: GameName) -> Result<Finding, WireError> {
        Ok(match wire {
            WireFinding::Won => Finding::Won,
            WireFinding::Lost => Finding::Lost,
            WireFinding::NoWin => Finding::NoWin,
            WireFinding::Unknown => Finding::Unknown,
            WireFinding::Best { turns, others } => Finding::Best {
                turns: graded_turns(game, turns)?,
                others: match others {
                    WireOthers::Open => Others::Open,
                    WireOthers::Lose => Others::Lose,
                },
            },
            WireFinding::NoOtherTurn => Finding::NoOtherTurn,
            WireFinding::Unrefuted { replies } => Finding::Unrefuted(graded_turns(game, replies)?),
        })
    }
}
