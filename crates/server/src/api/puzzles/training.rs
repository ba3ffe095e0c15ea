//! Which puzzle comes next, and what has been learnt.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use sixfold_puzzle::Theme;
use sixfold_puzzle::training::{self, Candidate, Outcome, PuzzleName, Standing, State as Learnt};
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::{Body, Nothing, Path, Query};
use super::{Found, Question, Trained, filter, question};
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .routes(routes!(next))
        .routes(routes!(help))
        .routes(routes!(result))
        .routes(routes!(totals))
}

/// Which puzzles are wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    level: Option<u8>,
    theme: Option<Theme>,
    except: Option<String>,
}

/// The puzzle to train next: what is due, then what is new, the easiest first
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}/next",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("level" = Option<u8>, Query, description = "Only puzzles of this level"),
        ("theme" = Option<Theme>, Query, description = "Only puzzles with this theme"),
        ("except" = Option<String>, Query, description = "Any puzzle but this one"),
    ),
    responses((status = 200, body = Question), (status = "4XX", body = Complaint))
)]
async fn next(
    State(workbench): State<Workbench>,
    Path(collection): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Json<Question>, ApiError> {
    aside(move || {
        let filter = filter(wish.level, wish.theme)?;
        let volume = workbench.puzzles.get(&CheckedName::new(&collection)?)?;
        let standings = workbench.puzzles.standings(&volume)?;
        let now = OffsetDateTime::now_utc();
        let is_wanted = |id: &str| wish.except.as_deref() != Some(id);
        let entries = volume.entries().iter();
        let wanted: Vec<Candidate<'_>> = entries
            .filter(|entry| is_wanted(&entry.id) && filter.accepts(&entry.puzzle))
            .map(|entry| Candidate {
                id: &entry.id,
                level: entry.puzzle.grade.level,
                difficulty: entry.puzzle.grade.difficulty,
                standing: standings.get(&entry.id).copied(),
            })
            .collect();
        let Some(found) = training::next(wanted.iter().copied(), now) else {
            return Err(ApiError::missing(why_none(&wanted, now)));
        };
        let name = PuzzleName { collection: volume.name.as_str(), puzzle: found.id };
        let trained = Trained::of(&workbench.puzzles, name, now)?;
        Ok(Json(question(volume.puzzle(found.id)?, found.id, trained, now)))
    })
    .await
}

fn why_none(wanted: &[Candidate<'_>], now: OffsetDateTime) -> String {
    let due = wanted.iter().filter_map(|candidate| Some(candidate.standing?.due)).min();
    match due {
        None => "the collection has no other puzzle of this kind".to_string(),
        Some(due) => {
            let minutes = (due - now).whole_minutes().max(0) + 1;
            let wait = match minutes {
                0..120 => format!("{minutes} minutes"),
                120..2880 => format!("{} hours", minutes / 60),
                _ => format!("{} days", minutes / (24 * 60)),
            };
            format!("no puzzle of this kind is new or due; the next one comes in {wait}")
        }
    }
}

/// Writes down that the attempt under way is helped, by a hint or by an analysis: it will not count as
/// solved unaided
#[utoipa::path(
    post,
    path = "/api/puzzles/{collection}/{puzzle}/help",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    request_body = Nothing,
    responses((status = 204), (status = "4XX", body = Complaint))
)]
async fn help(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    aside(move || {
        let found = Found::new(&workbench.puzzles, &collection, id)?;
        let now = OffsetDateTime::now_utc();
        workbench.puzzles.journal(|journal| journal.help(found.name(), now))?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// How an attempt ended.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Attempt {
    /// The outcome.
    outcome: Outcome,
    /// How long it took.
    seconds: u32,
}

/// What came of an attempt.
#[derive(Serialize, ToSchema)]
struct Progress {
    /// Puzzles solved without a hint one after the other.
    streak: u32,
    /// The most so far.
    best_streak: u32,
    /// When the puzzle comes again, in days.
    due_in_days: f64,
    /// How well it is known.
    state: Learnt,
}

/// Writes down how an attempt ended
#[utoipa::path(
    post,
    path = "/api/puzzles/{collection}/{puzzle}/result",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    request_body = Attempt,
    responses((status = 200, body = Progress), (status = "4XX", body = Complaint))
)]
async fn result(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
    Body(Attempt { outcome, seconds }): Body<Attempt>,
) -> Result<Json<Progress>, ApiError> {
    aside(move || {
        let found = Found::new(&workbench.puzzles, &collection, id)?;
        let now = OffsetDateTime::now_utc();
        let record = workbench
            .puzzles
            .journal(|journal| journal.add(found.name(), outcome, seconds, now))?;
        Ok(Json(Progress {
            streak: record.streak.current,
            best_streak: record.streak.best,
            due_in_days: (record.standing.due - now).as_seconds_f64().max(0.0) / (24.0 * 3600.0),
            state: record.standing.state(),
        }))
    })
    .await
}

/// What has been trained.
#[derive(Serialize, ToSchema)]
struct Training {
    /// Puzzles solved without a hint one after the other.
    streak: u32,
    /// The most so far.
    best_streak: u32,
    /// Puzzles solved today, by universal time.
    solved_today: u64,
    /// Puzzles that are to come again by now.
    due: usize,
    /// Attempts that solved a puzzle.
    solved: u64,
    /// Attempts that did not.
    failed: u64,
}

/// What has been trained
#[utoipa::path(get, path = "/api/training", tag = "puzzles", responses((status = 200, body = Training)))]
async fn totals(State(workbench): State<Workbench>) -> Result<Json<Training>, ApiError> {
    aside(move || {
        let now = OffsetDateTime::now_utc();
        let totals = workbench.puzzles.journal(|journal| journal.totals(now))?;
        let mut due = 0;
        for volume in workbench.puzzles.list()? {
            let standings = workbench.puzzles.standings(&volume)?;
            let is_due = |id: &str| standings.get(id).is_some_and(|s: &Standing| s.is_due(now));
            due += volume.entries().iter().filter(|entry| is_due(&entry.id)).count();
        }
        Ok(Json(Training {
            streak: totals.streak.current,
            best_streak: totals.streak.best,
            solved_today: totals.solved_today,
            due,
            solved: totals.solved,
            failed: totals.failed,
        }))
    })
    .await
}
