//! What is known and thought of one position.

use sixfold_game::record::{Event, Stone};
use sixfold_game::{Outcome, Player, Record, Square, Value, Verdict};
use sixfold_play::clock::Limits;
use sixfold_play::engine::{BuiltInEngine, Request};
use sixfold_play::{Score, Thought};
use sixfold_solve::Budget;

use super::{ProvenWin, Question};
use crate::solve::{self, Goal, solve};
use crate::think::{Considered, Trust, think};
use crate::verify::{self, verify};
use crate::{AskError, methods_with};

/// Wins up to this order are looked for in every position: continuous threats.
const ORDER: u8 = 2;

/// Wins up to this order count where a turn is accused of missing one.
const HIGHEST_ORDER: u8 = 3;

/// The chance that a win stands for which the engine believes in and cannot prove.
const CLAIMED_WIN: f64 = 0.95;

/// What is known of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// Nothing.
    Open,
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// The game is a draw.
    Draws,
}

/// What is known and thought of one position.
#[derive(Clone, Debug)]
pub(super) struct Assessment {
    /// The side to move.
    pub(super) player: Player,
    /// Its chance of winning.
    pub(super) chance: f64,
    /// What is proven.
    pub(super) fate: Fate,
    /// Whether a certificate of this position proves it.
    has_certificate: bool,
    /// The best line, empty if the game is over.
    pub(super) line: Vec<Vec<Square>>,
    /// Own turns to a proven win.
    pub(super) length: Option<usize>,
}

impl Assessment {
    /// A position that is won because the turn that was played wins.
    pub(super) fn won_by(played: &[Square], after: &Assessment) -> Assessment {
        let line = std::iter::once(played.to_vec()).chain(after.line.iter().cloned());
        Assessment {
            player: after.player.opponent(),
            chance: 1.0,
            fate: Fate::Wins,
            has_certificate: false,
            line: line.collect(),
            length: None,
        }
    }

    fn over(player: Player, outcome: Outcome) -> Assessment {
        let (fate, chance) = match outcome.value_for(player) {
            Value::Win => (Fate::Wins, 1.0),
            Value::Draw => (Fate::Draws, 0.5),
            Value::Loss => (Fate::Loses, 0.0),
        };
        Assessment { player, chance, fate, has_certificate: false, line: Vec::new(), length: None }
    }

    /// The best turn.
    pub(super) fn best(&self) -> &[Square] {
        self.line.first().map_or(&[], Vec::as_slice)
    }

    /// The chance of a player.
    pub(super) fn chance_of(&self, player: Player) -> f64 {
        if player == self.player { self.chance } else { 1.0 - self.chance }
    }

    /// Who wins, if that is proven.
    pub(super) fn proven(&self) -> Option<ProvenWin> {
        let winner = match self.fate {
            Fate::Wins => self.player,
            Fate::Loses => self.player.opponent(),
            Fate::Open | Fate::Draws => return None,
        };
        Some(ProvenWin { winner, certificate: self.has_certificate })
    }

    /// Notes that the side to move is proven to lose.
    fn lose(&mut self) {
        self.fate = Fate::Loses;
        self.chance = 0.0;
        self.has_certificate = true;
    }
}

/// Who looks at the positions.
pub(super) struct Reviewer<'a> {
    question: &'a Question,
    engine: BuiltInEngine,
}

impl<'a> Reviewer<'a> {
    pub(super) fn new(question: &'a Question) -> Reviewer<'a> {
        Reviewer { question, engine: question.engine.engine() }
    }

    /// A part of what a position may take.
    fn share(&self, parts: u32) -> Budget {
        let limits = &self.question.limits;
        Budget {
            nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
            time: limits.time_for_move().map(|time| time / parts),
            memory: self.question.memory,
            control: self.question.control.clone(),
        }
    }

    /// The solvers get a quarter each, the engine the rest.
    pub(super) fn assess(&mut self, record: &Record) -> Result<Assessment, AskError> {
        let player = record.final_setup().turn.player;
        let solution = self.win(record)?;
        if let Some(outcome) = solution.outcome {
            return Ok(Assessment::over(player, outcome));
        }
        if solution.verdict == Verdict::Proven(Value::Win) {
            return Ok(Assessment {
                player,
                chance: 1.0,
                fate: Fate::Wins,
                has_certificate: solution.certificate.is_some(),
                line: solution.line,
                length: solution.length,
            });
        }
        let question = verify::Question { order: ORDER, threads: self.question.threads };
        let is_lost = verify(record, question, &self.share(4))?.is_loss();
        let mut assessment = self.opinion(record, player)?;
        if is_lost {
            assessment.lose();
        }
        Ok(assessment)
    }

    /// Looks for a win of the side to move.
    fn win(&self, record: &Record) -> Result<solve::Solution, AskError> {
        let threads = self.question.threads;
        let goal = Some(Goal::Win);
        let question =
            solve::Question { goal, order: ORDER, threads, ..solve::Question::default() };
        solve(record, question, &self.share(4))
    }

    fn opinion(&mut self, record: &Record, player: Player) -> Result<Assessment, AskError> {
        let share = self.share(2);
        let limits = Limits { time: share.time, nodes: share.nodes, depth: None, clock: None };
        let request = Request {
            threads: methods_with(self.question.threads).threads,
            budget: Budget { nodes: None, time: None, ..share },
            ..Request::within(limits)
        };
        let Considered { choice, trust } = think(&mut self.engine, record, &request)?;
        let Thought { variations, .. } = choice.thought;
        let best = variations.into_iter().next();
        let score = best.as_ref().map_or(Score::Estimate(0), |best| best.score);
        let fate = match (score, trust) {
            (Score::Wins(_), Trust::Proven) => Fate::Wins,
            (Score::Loses(_), Trust::Proven) => Fate::Loses,
            _ => Fate::Open,
        };
        let turns = best.map(|best| best.turns).unwrap_or_default();
        Ok(Assessment {
            player,
            chance: match fate {
                Fate::Open => score.chance().clamp(1.0 - CLAIMED_WIN, CLAIMED_WIN),
                _ => score.chance(),
            },
            fate,
            has_certificate: fate != Fate::Open,
            line: turns.iter().map(|turn| turn.to_vec()).collect(),
            length: match score {
                Score::Wins(turns) if fate == Fate::Wins => Some(turns as usize),
                _ => None,
            },
        })
    }

    /// Looks once more, and harder, whether the side to move loses after a turn.
    pub(super) fn loses_after_all(
        &self,
        record: &Record,
        turn: &[Square],
        after: &mut Assessment,
    ) -> Result<bool, AskError> {
        let question = verify::Question { order: HIGHEST_ORDER, threads: self.question.threads };
        let is_loss = verify(&with_turn(record, turn), question, &self.share(1))?.is_loss();
        if is_loss {
            after.lose();
        }
        Ok(is_loss)
    }

    /// The chance of whoever plays this turn.
    pub(super) fn chance_after(
        &mut self,
        record: &Record,
        turn: &[Square],
    ) -> Result<f64, AskError> {
        Ok(1.0 - self.assess(&with_turn(record, turn))?.chance)
    }

    /// Whether the opponent has a proven win after a turn.
    pub(super) fn gives_win(&self, record: &Record, turn: &[Square]) -> Result<bool, AskError> {
        let solution = self.win(&with_turn(record, turn))?;
        Ok(solution.verdict == Verdict::Proven(Value::Win))
    }
}

/// A game with one more turn.
fn with_turn(record: &Record, turn: &[Square]) -> Record {
    let mut record = record.clone();
    let player = record.final_setup().turn.player;
    let mut end = record.main_line().last().unwrap_or(record.root());
    for &square in turn {
        end = record.add(end, Event::Stone(Stone { player, square }));
    }
    record
}
