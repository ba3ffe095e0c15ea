//! Who says which turns are right, within limits.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_puzzle::{
    Appraisal, Goal, Limits, Needless, Puzzle, Response, SessionError, appraise, referee, respond,
    right_turn, verify,
};
use sixfold_solve::Budget;
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::workbench::aside;

/// How long a search may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How much memory it may have.
const MEMORY: usize = 128 << 20;
/// The nodes that each question about a composer's position may take.
const EFFORT: u64 = 300_000;
/// How many run at a time.
const AT_A_TIME: usize = 2;

/// Judges turns, a few at a time and not for ever.
#[derive(Clone)]
pub struct Judging(Arc<Semaphore>);

impl Default for Judging {
    fn default() -> Judging {
        Judging(Arc::new(Semaphore::new(AT_A_TIME)))
    }
}

impl Judging {
    /// What the program says to the last of these turns.
    pub async fn respond(
        &self,
        puzzle: Puzzle,
        turns: Vec<SquareSet>,
    ) -> Result<Response, ApiError> {
        if let Some(known) = known(&puzzle, &turns) {
            return Ok(known);
        }
        self.search(move |budget| respond(&puzzle, &turns, budget)).await
    }

    /// A turn that is right after these turns.
    pub async fn right_turn(
        &self,
        puzzle: Puzzle,
        turns: Vec<SquareSet>,
    ) -> Result<Option<SquareSet>, ApiError> {
        self.search(move |budget| right_turn(&puzzle, &turns, budget)).await
    }

    /// Whether a position is a puzzle.
    pub async fn appraise(
        &self,
        game: GameName,
        setup: Setup,
        needless: Needless,
        most: Goal,
    ) -> Result<Appraisal, ApiError> {
        let referee = referee(game).ok_or_else(|| ApiError::from(SessionError::Game))?;
        self.with_budget(move |budget| {
            let budget = Budget { nodes: Some(EFFORT), ..budget.clone() };
            let limits = Limits::of_composer(most, &budget);
            Ok(appraise(game, &setup, needless, &limits, &*referee))
        })
        .await
    }

    /// Proves that a puzzle is what it claims to be.
    pub async fn verify(&self, puzzle: Puzzle) -> Result<Puzzle, ApiError> {
        self.with_budget(move |budget| {
            let verified = verify(&puzzle, budget);
            let refused = |fault| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, fault);
            verified.map(|()| puzzle).map_err(refused)
        })
        .await
    }

    async fn search<T: Send + 'static>(
        &self,
        search: impl FnOnce(&Budget) -> Result<T, SessionError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.with_budget(move |budget| search(budget).map_err(ApiError::from)).await
    }

    async fn with_budget<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Budget) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.0.clone().acquire_owned().await.map_err(ApiError::internal)?;
        aside(move || {
            let budget = Budget { time: Some(PATIENCE), memory: MEMORY, ..Budget::default() };
            let found = work(&budget);
            drop(permit);
            found
        })
        .await
    }
}

/// What the puzzle itself says to these turns: those of its main line are right, its tries are wrong.
fn known(puzzle: &Puzzle, turns: &[SquareSet]) -> Option<Response> {
    if turns.len().is_multiple_of(2) {
        return None;
    }
    if puzzle.line == turns {
        return Some(Response::Solved);
    }
    if let [first] = turns
        && let Some(found) = puzzle.tries.iter().find(|t| t.turn == *first)
    {
        return Some(Response::Wrong { reply: found.refutation });
    }
    // A reply of the main line may leave out stones that do not matter; on the board it needs them.
    let whole = usize::from(puzzle.game.turn_order().later);
    let reply = puzzle.line.get(turns.len()).filter(|reply| reply.len() == whole)?;
    puzzle.line.starts_with(turns).then_some(Response::Right { reply: *reply })
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> ApiError {
        match error {
            SessionError::Spent(_) => {
                let reason = "it could not be found out in time whether this wins";
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, reason)
            }
            _ => ApiError::bad(error),
        }
    }
}
