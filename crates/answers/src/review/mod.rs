//! What went wrong in a game: its main line, turn by turn.
//!
//! Each position is looked at by the solvers and by an engine, the last one first: what is proven
//! there is proven for the turn that led to it. Only what a checked certificate says is called
//! proven, all else is the engine's opinion.

mod annotate;
mod assess;
mod judge;
mod moment;

use std::sync::Arc;

use serde::Serialize;
use sixfold_game::{Player, Record};
use sixfold_play::clock::Limits;
use sixfold_play::engine::BuiltIn;
use sixfold_solve::Control;
use utoipa::ToSchema;

pub use annotate::annotated;

use crate::AskError;
use crate::wording::names_of_turns;
use assess::{Assessment, Fate, Reviewer};
use moment::{Moment, moments};

/// How a game is looked at.
#[derive(Clone, Debug)]
pub struct Question {
    /// The engine that says what it thinks.
    pub engine: BuiltIn,
    /// How much may be searched in each position, by the solvers and the engine together. Positions
    /// before a mistake take up to twice as much.
    pub limits: Limits,
    /// The threads that work on a position; 0 stands for all cores.
    pub threads: u16,
    /// Bytes for tables and search trees.
    pub memory: usize,
    /// The line by which the review is told to stop.
    pub control: Arc<Control>,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ReviewProgress)]
pub struct Progress {
    /// Positions looked at.
    pub done: usize,
    /// All positions.
    pub of: usize,
}

/// What is found out about a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Review {
    /// The positions, from the first to the last.
    pub positions: Vec<ReviewedPosition>,
    /// What went wrong, in the order of the game.
    pub findings: Vec<Finding>,
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReviewedPosition {
    /// How many turns were played before.
    pub turn: usize,
    /// Black's chance of winning, as far as anybody can tell.
    pub chance_black: f64,
    /// Who wins, if that is proven.
    pub proven: Option<ProvenWin>,
    /// The best turn.
    pub best: Vec<String>,
    /// What is expected to be played.
    pub line: Vec<Vec<String>>,
}

/// A proven win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ProvenWin {
    /// Who wins.
    pub winner: Player,
    /// Whether a certificate of this very position says so; else it is over, or the turn that was
    /// played leads to one with a certificate.
    pub certificate: bool,
}

/// A turn that should not have been played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ReviewFinding)]
pub struct Finding {
    /// How many turns were played before.
    pub turn: usize,
    /// Who played it.
    pub player: Player,
    /// What is wrong with it.
    pub kind: FindingKind,
    /// The turn.
    pub played: Vec<String>,
    /// The one that wins, or that the engine prefers.
    pub better: Vec<String>,
    /// What that one leads to.
    pub line: Vec<Vec<String>>,
    /// Whether the win that is missed or given away is proven.
    pub proven: bool,
    /// What is wrong, in plain words.
    pub text: String,
    /// What the engine would have played, if that is its opinion alone, whatever is proven of the
    /// turn that was played; else nothing.
    pub advice: String,
}

impl Finding {
    /// All this in plain words.
    #[must_use]
    pub fn words(&self) -> String {
        let said = [&self.text, &self.advice].into_iter().filter(|words| !words.is_empty());
        said.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// What is wrong with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The player had a proven win, and now his opponent is not proven to lose.
    MissedWin,
    /// The opponent has a proven win now, and none is found after what the engine preferred.
    Blunder,
    /// The chance drops a lot, though nothing is proven.
    Mistake,
}

/// Looks at the main line of a record.
pub fn review(
    record: &Record,
    question: &Question,
    progress: &mut dyn FnMut(Progress),
) -> Result<Review, AskError> {
    let moments = moments(record);
    let mut reviewer = Reviewer::new(question);
    let mut findings = Vec::new();
    // The positions from the last one on.
    let mut known: Vec<Assessment> = Vec::new();
    for (turn, moment) in moments.iter().enumerate().rev() {
        progress(Progress { done: known.len(), of: moments.len() });
        let after = known.last_mut().filter(|_| moment.leads_on);
        let assessment = match &after {
            Some(after) if after.fate == Fate::Loses => Assessment::won_by(&moment.played, after),
            _ => reviewer.assess(&moment.record)?,
        };
        if let Some(after) = after {
            findings.extend(reviewer.judge(turn, moment, &assessment, after)?);
        }
        known.push(assessment);
        if question.control.is_cancelled() {
            return Err(AskError::Cancelled);
        }
    }
    progress(Progress { done: known.len(), of: moments.len() });
    known.reverse();
    findings.reverse();
    let grid = record.game().grid();
    let positions = known.iter().zip(0..).map(|(assessment, turn)| ReviewedPosition {
        turn,
        chance_black: assessment.chance_of(Player::Black),
        proven: assessment.proven(),
        best: grid.names(assessment.best().iter().copied()),
        line: names_of_turns(grid, &assessment.line),
    });
    Ok(Review { positions: positions.collect(), findings })
}

#[cfg(test)]
mod tests;
