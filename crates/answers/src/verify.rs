//! Whether the side to move loses, whatever it replies.

use std::time::{Duration, Instant};

use serde::Serialize;
use sixfold_connect::{LinePlanes, Position, SegmentCounts, SegmentState, connect_rules};
use sixfold_game::certificate::Certificate;
use sixfold_game::{
    Game, GameName, Outcome, Player, Record, Setup, SpentBudget, SquareSet, Value, Verdict,
};
use sixfold_solve::Budget;
use sixfold_solve::verify::Verified;
use utoipa::ToSchema;

use crate::hex;
use crate::search::{Finding, on_growing_window};
use crate::wording::names_of_zones;
use crate::{AskError, Checked, check, methods_with};

/// Which wins of the opponent count, and how they are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The highest order of the opponent's win.
    pub order: u8,
    /// The threads that work on it; 0 stands for all cores.
    pub threads: u16,
}

impl Default for Question {
    fn default() -> Self {
        Question { order: 3, threads: 1 }
    }
}

/// Finds out which replies of the side to move are refuted.
pub fn verify(
    record: &Record,
    question: Question,
    budget: &Budget,
) -> Result<Verification, AskError> {
    let started = Instant::now();
    if let GameName::Hex(_) = record.game() {
        let verification = hex::verify(record, question, budget)?;
        return Ok(Verification { elapsed: started.elapsed(), ..verification });
    }
    let search = |record: &Record, budget: &Budget| {
        if LinePlanes::serve(connect_rules(record.game())?) {
            search_on::<LinePlanes>(record, question, budget)
        } else {
            search_on::<SegmentCounts>(record, question, budget)
        }
    };
    let verification = on_growing_window(record, budget, search)?;
    Ok(Verification { elapsed: started.elapsed(), ..verification })
}

fn search_on<S: SegmentState + Send + Sync>(
    record: &Record,
    question: Question,
    budget: &Budget,
) -> Result<Verification, AskError> {
    let position = Position::<S>::replay(record)?;
    let methods = methods_with(question.threads);
    let verified = sixfold_solve::verify::verify(&position, question.order, methods, budget);
    Ok(Verification {
        game: position.name(),
        setup: position.setup(),
        outcome: position.outcome(),
        certificate: verified.certificate(&position).transpose()?,
        verified,
        asked_order: question.order,
        order: None,
        zones: Vec::new(),
        elapsed: Duration::ZERO,
    })
}

/// What the verifier finds.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The game, seen through the window in which the search ended.
    pub game: GameName,
    /// The position.
    pub setup: Setup,
    /// How the game has ended already.
    pub outcome: Option<Outcome>,
    /// The replies that are refuted, and those that are not.
    pub verified: Verified,
    /// The highest order of a win that was looked for.
    pub asked_order: u8,
    /// The proof that all replies lose, which the checker has accepted.
    pub certificate: Option<Certificate>,
    /// The order of the opponent's win.
    pub order: Option<u16>,
    /// The relevance zones of the proof.
    pub zones: Vec<SquareSet>,
    /// The time taken.
    pub elapsed: Duration,
}

impl Finding for Verification {
    fn verdict(&self) -> Verdict {
        self.verified.verdict
    }

    fn nodes_mut(&mut self) -> &mut u64 {
        &mut self.verified.nodes
    }

    /// Where the board has no edge, a proof that rests on that of the window proves nothing.
    fn checked(mut self) -> Result<Verification, AskError> {
        if let Some(certificate) = &self.certificate {
            match check(certificate)? {
                Checked::Proof(report) => {
                    self.order = report.order;
                    self.zones = report.zones;
                }
                Checked::RestsOnEdge => {
                    self.verified.verdict = Verdict::Unknown(SpentBudget::Window);
                    self.certificate = None;
                }
            }
        }
        Ok(self)
    }
}

impl Verification {
    /// Whether the side to move loses, whatever it replies.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        self.verified.verdict == Verdict::Proven(Value::Loss)
    }

    /// The verification as it is sent.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let grid = self.game.grid();
        let unrefuted = self.verified.unrefuted.iter().map(|reply| OpenReply {
            reply: grid.names(reply.stones.iter().copied()),
            result: reply.verdict.result().to_string(),
        });
        let refuted = self.verified.refuted.iter().map(|reply| RefutedReply {
            reply: grid.names(reply.stones.iter().copied()),
            order: reply.order,
        });
        Answer {
            game: self.game.to_string(),
            fen: self.setup.to_string(),
            to_move: self.setup.turn.player,
            verified: self.is_loss(),
            result: self.verified.verdict.result().to_string(),
            reason: self.verified.verdict.reason().to_string(),
            order: self.order,
            unrefuted: unrefuted.collect(),
            refuted: refuted.collect(),
            calls: self.verified.calls,
            nodes: self.verified.nodes,
            seconds: self.elapsed.as_secs_f64(),
            zones: names_of_zones(grid, &self.zones),
        }
    }
}

/// A [`Verification`] as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[schema(as = VerifyAnswer)]
pub struct Answer {
    /// The game.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub to_move: Player,
    /// Whether the side to move is proven to lose.
    pub verified: bool,
    /// `loss`, `none` or `unknown`, for the side to move.
    pub result: String,
    /// What the result rests on.
    pub reason: String,
    /// The order of the opponent's win.
    pub order: Option<u16>,
    /// The replies that are open.
    pub unrefuted: Vec<OpenReply>,
    /// The replies that a solver has refuted.
    pub refuted: Vec<RefutedReply>,
    /// Positions that were given to a solver.
    pub calls: u64,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub seconds: f64,
    /// The relevance zones of the proof.
    pub zones: Vec<Vec<String>>,
}

/// A reply that is not refuted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OpenReply {
    /// Its stones; where some are missing, they are null stones.
    pub reply: Vec<String>,
    /// `none` if the opponent has no win of the order that is allowed here, else `unknown`.
    pub result: String,
}

/// A reply that a solver has refuted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RefutedReply {
    /// Its stones; where some are missing, they are null stones.
    pub reply: Vec<String>,
    /// The order of the win that refutes it.
    pub order: u8,
}
