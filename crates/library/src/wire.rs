//! What a library says and is told, as JSON: squares are names such as `j10`, a turn is a list of them.

use serde::{Deserialize, Serialize};
use sixfold_game::record::{self, Sign};
use sixfold_game::{GameName, Setup, Square, SquareError, SquareSet};
use sixfold_jobs::Sealed;
use thiserror::Error;
use utoipa::ToSchema;

use crate::{Found, FoundMove, Ground, Judgement, Known, Statistics};

/// The stones of a turn.
pub type Turn = Vec<String>;

/// Why some JSON is not what a library can be told.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WireError {
    /// A name that is no square of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A square stands twice in one turn.
    #[error("square {0} stands twice in one turn")]
    Twice(String),
    /// A task that has no certificate.
    #[error("task '{0}' has no certificate")]
    NoCertificate(String),
}

/// The names of the stones of a turn.
#[must_use]
pub fn turn(game: GameName, stones: SquareSet) -> Turn {
    game.grid().names(stones.iter())
}

/// The stones of a turn.
pub fn stones(game: GameName, turn: &[String]) -> Result<SquareSet, WireError> {
    let mut stones = SquareSet::EMPTY;
    for name in turn {
        let square: Square = game.grid().parse(name)?;
        if stones.contains(square) {
            return Err(WireError::Twice(sixfold_game::excerpt(name)));
        }
        stones.insert(square);
    }
    Ok(stones)
}

/// What is known of a position, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// `open`, `black_wins`, `white_wins`, `draw`, `black_does_not_win` or `white_does_not_win`.
    #[schema(value_type = String)]
    pub value: Known,
    /// Why, unless it is open.
    pub ground: Option<Ground>,
}

impl From<Judgement> for Outcome {
    fn from(judgement: Judgement) -> Outcome {
        Outcome { value: judgement.known, ground: judgement.ground }
    }
}

/// The look of a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A short text.
    Label,
}

/// A sign on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = LibraryMark)]
pub struct Mark {
    /// Where it is.
    pub square: String,
    /// What it looks like.
    pub sign: Shape,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl Mark {
    /// A sign in words.
    #[must_use]
    pub fn of(game: GameName, mark: &record::Mark) -> Mark {
        let (sign, label) = match &mark.sign {
            Sign::Circle => (Shape::Circle, None),
            Sign::Cross => (Shape::Cross, None),
            Sign::Square => (Shape::Square, None),
            Sign::Triangle => (Shape::Triangle, None),
            Sign::Label(text) => (Shape::Label, Some(text.clone())),
        };
        Mark { square: game.grid().name(mark.square).to_string(), sign, label }
    }

    /// The sign.
    pub fn to_mark(&self, game: GameName) -> Result<record::Mark, WireError> {
        let sign = match self.sign {
            Shape::Circle => Sign::Circle,
            Shape::Cross => Sign::Cross,
            Shape::Square => Sign::Square,
            Shape::Triangle => Sign::Triangle,
            Shape::Label => Sign::Label(self.label.clone().unwrap_or_default()),
        };
        Ok(record::Mark { square: game.grid().parse(&self.square)?, sign })
    }
}

/// What an engine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Evaluation {
    /// How likely it is that Black wins, from 0 to 1.
    pub chance_black: f64,
    /// Which engine.
    pub engine: String,
    /// How much work it has done.
    pub effort: String,
    /// What it expects to be played.
    #[serde(default)]
    pub line: Vec<Turn>,
    /// When.
    #[serde(default)]
    pub date: String,
}

impl Evaluation {
    /// An evaluation in words.
    #[must_use]
    pub fn of(game: GameName, evaluation: &crate::Evaluation) -> Evaluation {
        Evaluation {
            chance_black: evaluation.chance_black,
            engine: evaluation.engine.clone(),
            effort: evaluation.effort.clone(),
            line: evaluation.line.iter().map(|&stones| turn(game, stones)).collect(),
            date: evaluation.date.clone(),
        }
    }

    /// The evaluation.
    pub fn to_evaluation(&self, game: GameName) -> Result<crate::Evaluation, WireError> {
        let line = self.line.iter().map(|turn| stones(game, turn));
        Ok(crate::Evaluation {
            chance_black: self.chance_black,
            engine: self.engine.clone(),
            effort: self.effort.clone(),
            line: line.collect::<Result<_, _>>()?,
            date: self.date.clone(),
        })
    }
}

/// What a library says of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = LibraryEntry)]
pub struct Entry {
    /// Whether the library has it.
    pub known: bool,
    /// The position as it was asked for.
    pub fen: String,
    /// As it is kept.
    pub canonical: String,
    /// Whether that is another orientation.
    pub turned: bool,
    /// What it is called.
    pub name: String,
    /// What there is to say about it.
    pub comment: String,
    /// Signs on its squares.
    pub marks: Vec<Mark>,
    /// How it ends.
    pub result: Outcome,
    /// What an engine thinks of it.
    pub evaluation: Option<Evaluation>,
    /// How games went on.
    pub statistics: Statistics,
    /// How many games had it.
    pub games: u64,
    /// The digest of the proof.
    pub certificate: Option<String>,
    /// The last turns of the ways that lead here, at most 20.
    pub arrivals: Vec<Turn>,
    /// Its moves.
    pub moves: Vec<EntryMove>,
    /// What would be undone.
    pub can_undo: Option<String>,
    /// What would be redone.
    pub can_redo: Option<String>,
}

/// A move of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EntryMove {
    /// Its stones.
    #[serde(rename = "move")]
    pub played: Turn,
    /// What the position after it is called.
    pub name: String,
    /// The first line of what there is to say about that position.
    pub comment: String,
    /// How it ends.
    pub result: Outcome,
    /// What an engine thinks of it.
    pub evaluation: Option<Evaluation>,
    /// How the games went in which it was played here.
    pub statistics: Statistics,
    /// The digest of the proof.
    pub certificate: Option<String>,
    /// Whether other moves lead to the same position.
    pub transposes: bool,
    /// Whether the library has moves after it.
    pub has_children: bool,
}

impl EntryMove {
    fn of(game: GameName, found: &FoundMove) -> EntryMove {
        let comment = found.description.comment.lines().next().unwrap_or_default();
        EntryMove {
            played: turn(game, found.stones),
            name: found.description.name.clone(),
            comment: comment.to_string(),
            result: found.judgement.into(),
            evaluation: found.evaluation.as_ref().map(|it| Evaluation::of(game, it)),
            statistics: found.statistics,
            certificate: found.certificate.map(|digest| digest.to_string()),
            transposes: found.arrivals > 1,
            has_children: found.moves > 0,
        }
    }
}

/// Everything that an [`Entry`] is made of.
pub(crate) struct Seen<'a> {
    pub game: GameName,
    pub position: &'a Setup,
    pub canonical: &'a Setup,
    pub found: Option<&'a Found>,
    pub arrivals: Vec<SquareSet>,
    pub can_undo: Option<String>,
    pub can_redo: Option<String>,
}

impl Seen<'_> {
    pub fn entry(self) -> Entry {
        let game = self.game;
        let found = self.found;
        let description = found.map(|found| found.description.clone()).unwrap_or_default();
        let evaluation = found.and_then(|found| found.evaluation.as_ref());
        let statistics = found.map(|found| found.statistics).unwrap_or_default();
        let certificate = found.and_then(|found| found.certificate);
        let marks = found.map_or(&[][..], |found| &found.marks);
        let moves = found.map_or(&[][..], |found| &found.moves);
        Entry {
            known: found.is_some(),
            fen: self.position.to_string(),
            canonical: self.canonical.to_string(),
            turned: self.position != self.canonical,
            name: description.name,
            comment: description.comment,
            marks: marks.iter().map(|mark| Mark::of(game, mark)).collect(),
            result: found.map(|found| found.judgement).unwrap_or_default().into(),
            evaluation: evaluation.map(|it| Evaluation::of(game, it)),
            statistics,
            games: statistics.games,
            certificate: certificate.map(|digest| digest.to_string()),
            arrivals: self.arrivals.iter().map(|&stones| turn(game, stones)).collect(),
            moves: moves.iter().map(|found| EntryMove::of(game, found)).collect(),
            can_undo: self.can_undo,
            can_redo: self.can_redo,
        }
    }
}

/// A change of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = LibraryEdit)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Edit {
    /// What it is called.
    Name {
        /// The name.
        text: String,
    },
    /// What there is to say about it.
    Comment {
        /// The comment.
        text: String,
    },
    /// The signs on its squares, all of them.
    Marks {
        /// The signs.
        marks: Vec<Mark>,
    },
    /// A move is added.
    Add {
        /// Its stones.
        #[serde(rename = "move")]
        played: Turn,
    },
    /// Moves are added, one after the other.
    AddLine {
        /// The moves.
        turns: Vec<Turn>,
    },
    /// A move is removed, and whatever nothing else leads to.
    Remove {
        /// Its stones.
        #[serde(rename = "move")]
        played: Turn,
    },
    /// Somebody says how it ends.
    Claim {
        /// How.
        #[schema(value_type = String)]
        value: Known,
    },
    /// What an engine thinks of it.
    Evaluation {
        /// Nothing takes it back.
        evaluation: Option<Evaluation>,
    },
    /// The certificate of a finished task proves how it ends.
    Proof {
        /// The task.
        task: String,
    },
}

impl Edit {
    /// The edit, with the certificate of a task where it takes one.
    pub fn to_edit(
        &self,
        game: GameName,
        certificate: &dyn Fn(&str) -> Option<Sealed>,
    ) -> Result<crate::Edit, WireError> {
        Ok(match self {
            Edit::Name { text } => crate::Edit::Name(text.clone()),
            Edit::Comment { text } => crate::Edit::Comment(text.clone()),
            Edit::Marks { marks } => {
                let marks = marks.iter().map(|mark| mark.to_mark(game));
                crate::Edit::Marks(marks.collect::<Result<_, _>>()?)
            }
            Edit::Add { played } => crate::Edit::Add(stones(game, played)?),
            Edit::AddLine { turns } => {
                let turns = turns.iter().map(|turn| stones(game, turn));
                crate::Edit::AddLine(turns.collect::<Result<_, _>>()?)
            }
            Edit::Remove { played } => crate::Edit::Remove(stones(game, played)?),
            Edit::Claim { value } => crate::Edit::Claim(*value),
            Edit::Evaluation { evaluation } => {
                let evaluation = evaluation.as_ref().map(|it| it.to_evaluation(game));
                crate::Edit::Evaluation(evaluation.transpose()?)
            }
            Edit::Proof { task } => {
                let sealed = certificate(task);
                let missing = || WireError::NoCertificate(sixfold_game::excerpt(task));
                crate::Edit::Proof(sealed.ok_or_else(missing)?)
            }
        })
    }
}
