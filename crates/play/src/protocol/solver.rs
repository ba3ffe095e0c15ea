//! A solver that other programs can ask.

use sixfold_check::Reason;
use sixfold_connect::{LinePlanes, Position, SegmentCounts, SegmentState};
use sixfold_game::certificate::SinkError;
use sixfold_game::{Extent, Game, GameName, Record, SpentBudget, Square, Value, Verdict};
use sixfold_solve::Budget;
use sixfold_solve::orders::{self, Length, Methods, Order, Wanted};
use thiserror::Error;

use crate::PositionError;
use crate::engine::EngineError;
use crate::hexy::budget_of_hex;

/// The highest order of a win that is looked for.
const MOST_ORDER: u8 = 3;

/// Whether the side to move wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// A win, no win of the orders searched, or unknown.
    pub verdict: Verdict,
    /// The turns of a line of play that wins.
    pub line: Vec<Vec<Square>>,
    /// Own turns to the end.
    pub length: Option<usize>,
}

/// Why there is no solution.
#[derive(Debug, Error)]
pub enum SolverFault {
    /// There is nothing to solve.
    #[error(transparent)]
    Position(#[from] EngineError),
    /// The proof cannot be written down.
    #[error("the proof cannot be written: {0}")]
    Proof(#[from] SinkError),
    /// The independent checker does not accept the proof.
    #[error("the solver's proof is wrong, please report this: {0}")]
    Wrong(Box<sixfold_check::Fault>),
}

impl From<PositionError> for SolverFault {
    fn from(error: PositionError) -> SolverFault {
        SolverFault::Position(error.into())
    }
}

/// Looks for a win of the side to move, and has the proof of it checked.
pub(super) fn solve(
    record: &Record,
    threads: usize,
    budget: &Budget,
) -> Result<Solution, SolverFault> {
    match record.game() {
        GameName::Connect(rules) if LinePlanes::serve(rules) => {
            let position = Position::<LinePlanes>::replay(record).map_err(PositionError::from)?;
            solve_position(&position, threads, budget)
        }
        GameName::Connect(_) => {
            let position =
                Position::<SegmentCounts>::replay(record).map_err(PositionError::from)?;
            solve_position(&position, threads, budget)
        }
        GameName::Hex(_) => solve_hex(record, budget),
    }
}

fn solve_hex(record: &Record, budget: &Budget) -> Result<Solution, SolverFault> {
    let position = sixfold_hex::Position::replay(record).map_err(PositionError::from)?;
    if position.winner().is_some() {
        return Err(SolverFault::Position(EngineError::GameOver));
    }
    let settings = sixfold_hex::solve::Settings::default();
    let proof = sixfold_hex::solve::prove(&position, settings, budget_of_hex(budget)).answer;
    let certificate = match proof {
        Ok(certificate) => certificate,
        Err(spent) => {
            let verdict = Verdict::Unknown(spent);
            return Ok(Solution { verdict, line: Vec::new(), length: None });
        }
    };
    let checked = sixfold_check::check(&certificate);
    checked.map_err(|fault| SolverFault::Wrong(Box::new(fault)))?;
    let is_win = certificate.claim.winner == position.to_move();
    let verdict = Verdict::Proven(if is_win { Value::Win } else { Value::Loss });
    let first = certificate.plans().and_then(|plans| plans.first);
    Ok(Solution { verdict, line: first.map(|cell| vec![cell]).into_iter().collect(), length: None })
}

fn solve_position<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    threads: usize,
    budget: &Budget,
) -> Result<Solution, SolverFault> {
    if position.outcome().is_some() {
        return Err(SolverFault::Position(EngineError::GameOver));
    }
    let wanted = Wanted { order: Order::LowestUpTo(MOST_ORDER), length: Length::Any };
    let methods = Methods { threads, ..Methods::default() };
    let solved = orders::solve(position, wanted, methods, budget);
    let beyond_window =
        Solution { verdict: Verdict::Unknown(SpentBudget::Window), line: Vec::new(), length: None };
    let Some(certificate) = solved.certificate(position).transpose()? else {
        let is_window = position.geometry().rules().extent() == Extent::Window;
        return Ok(match solved.verdict {
            Verdict::Absent if is_window => beyond_window,
            verdict => Solution { verdict, line: Vec::new(), length: None },
        });
    };
    match sixfold_check::check(&certificate) {
        Ok(_) => {
            let line = solved.line_of_play(position);
            Ok(Solution { verdict: solved.verdict, line, length: solved.length() })
        }
        Err(fault) => match fault.reason {
            Reason::NearEdge { .. } | Reason::EndlessZone { .. } => Ok(beyond_window),
            _ => Err(SolverFault::Wrong(Box::new(fault))),
        },
    }
}
