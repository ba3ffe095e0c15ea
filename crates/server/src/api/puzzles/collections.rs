//! Collections of puzzles, and the puzzles in them.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use serde::Serialize;
use sixfold_puzzle::Theme;
use sixfold_puzzle::training::State as Learnt;
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::Path;
use super::{Found, Question, Trained, by_level, question, state};
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::puzzles::{Added, MOST_BYTES, Origin, Puzzles, Volume};
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(look)).routes(routes!(ask)).merge(
        OpenApiRouter::new().routes(routes!(add, remove)).layer(DefaultBodyLimit::max(MOST_BYTES)),
    )
}

/// A collection in the list of all.
#[derive(Serialize, ToSchema)]
struct CollectionSummary {
    /// What it is asked for by.
    name: String,
    /// What its author calls it.
    title: String,
    /// Its game; nothing if it has puzzles of several games.
    game: Option<String>,
    /// How many puzzles it has.
    puzzles: usize,
    /// How many of each level.
    by_level: [usize; 6],
    /// How many are to come again by now.
    due: usize,
    /// How many have been solved.
    solved: usize,
    /// Whether it can be removed; the collections of the program cannot.
    removable: bool,
}

fn summary(puzzles: &Puzzles, volume: &Volume) -> Result<CollectionSummary, ApiError> {
    let now = OffsetDateTime::now_utc();
    let standings = puzzles.standings(volume)?;
    let tried = || volume.entries().iter().filter_map(|entry| standings.get(&entry.id));
    let mut games = volume.entries().iter().map(|entry| entry.puzzle.game);
    let game = games.next().filter(|first| games.all(|game| game == *first));
    Ok(CollectionSummary {
        name: volume.name.as_str().to_string(),
        title: volume.title.clone(),
        game: game.map(|game| game.to_string()),
        puzzles: volume.entries().len(),
        by_level: by_level(volume.entries()),
        due: tried().filter(|standing| standing.is_due(now)).count(),
        solved: tried().filter(|standing| standing.solved > 0).count(),
        removable: volume.origin == Origin::Folder,
    })
}

/// The collections of puzzles
#[utoipa::path(
    get,
    path = "/api/puzzles",
    tag = "puzzles",
    responses((status = 200, body = [CollectionSummary]))
)]
async fn list(
    State(workbench): State<Workbench>,
) -> Result<Json<Vec<CollectionSummary>>, ApiError> {
    aside(move || {
        let volumes = workbench.puzzles.list()?;
        let summaries = volumes.iter().map(|volume| summary(&workbench.puzzles, volume));
        Ok(Json(summaries.collect::<Result<_, _>>()?))
    })
    .await
}

/// Adds a collection of puzzles to the data folder. One of the same name is put aside in the folder
/// `deleted`.
#[utoipa::path(
    put,
    path = "/api/puzzles/{collection}",
    tag = "puzzles",
    params(("collection" = String, Path, description = "What to call the collection")),
    request_body(
        content = serde_json::Value,
        description = "The file of a collection",
        content_type = "application/json",
    ),
    responses(
        (status = 200, description = "It took the place of another one", body = CollectionSummary),
        (status = 201, description = "There was none of this name", body = CollectionSummary),
        (status = "4XX", body = Complaint),
    )
)]
async fn add(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<(StatusCode, Json<CollectionSummary>), ApiError> {
    let body = body?;
    aside(move || {
        let name = CheckedName::new(&name)?;
        let status = match workbench.puzzles.add(&name, &body)? {
            Added::New => StatusCode::CREATED,
            Added::Replaced => StatusCode::OK,
        };
        let volume = workbench.puzzles.get(&name)?;
        Ok((status, Json(summary(&workbench.puzzles, &volume)?)))
    })
    .await
}

/// Deletes a collection; the file is moved to the folder `deleted`, what was trained is remembered
#[utoipa::path(
    delete,
    path = "/api/puzzles/{collection}",
    tag = "puzzles",
    params(("collection" = String, Path, description = "The collection")),
    responses((status = 204), (status = "4XX", body = Complaint))
)]
async fn remove(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    aside(move || {
        workbench.puzzles.delete(&CheckedName::new(&name)?)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// A collection with its puzzles.
#[derive(Serialize, ToSchema)]
struct PuzzleList {
    /// What it is asked for by.
    name: String,
    /// What its author calls it.
    title: String,
    /// The puzzles, in their order.
    puzzles: Vec<PuzzleSummary>,
}

/// A puzzle in the list of a collection.
#[derive(Serialize, ToSchema)]
struct PuzzleSummary {
    /// Its name.
    id: String,
    /// The game.
    game: String,
    /// What is asked for, in words.
    task: String,
    /// How hard it is, from 1 to 6.
    level: u8,
    /// The points that the level follows from.
    difficulty: u32,
    /// What it is about.
    themes: Vec<Theme>,
    /// In how many turns of his the attacker is to win.
    turns: u8,
    /// The highest order of the win.
    order: u8,
    /// How well it is known.
    state: Learnt,
    /// Whether it is to come again by now.
    due: bool,
    /// Attempts that solved it.
    solved: u32,
    /// Attempts that did not.
    failed: u32,
}

/// The puzzles of a collection
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}",
    tag = "puzzles",
    params(("collection" = String, Path, description = "The collection")),
    responses((status = 200, body = PuzzleList), (status = "4XX", body = Complaint))
)]
async fn look(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
) -> Result<Json<PuzzleList>, ApiError> {
    aside(move || {
        let volume = workbench.puzzles.get(&CheckedName::new(&name)?)?;
        let standings = workbench.puzzles.standings(&volume)?;
        let now = OffsetDateTime::now_utc();
        let puzzles = volume.entries().iter().map(|entry| {
            let (puzzle, standing) = (&entry.puzzle, standings.get(&entry.id).copied());
            PuzzleSummary {
                id: entry.id.clone(),
                game: puzzle.game.to_string(),
                task: puzzle.task(),
                level: puzzle.grade.level.number(),
                difficulty: puzzle.grade.difficulty,
                themes: puzzle.grade.themes.clone(),
                turns: puzzle.goal.turns,
                order: puzzle.goal.order,
                state: state(standing),
                due: standing.is_some_and(|standing| standing.is_due(now)),
                solved: standing.map_or(0, |standing| standing.solved),
                failed: standing.map_or(0, |standing| standing.failed),
            }
        });
        let puzzles = puzzles.collect();
        let name = volume.name.as_str().to_string();
        Ok(Json(PuzzleList { name, title: volume.title.clone(), puzzles }))
    })
    .await
}

/// A puzzle without its solution
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}/{puzzle}",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    responses((status = 200, body = Question), (status = "4XX", body = Complaint))
)]
async fn ask(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
) -> Result<Json<Question>, ApiError> {
    aside(move || {
        let found = Found::new(&workbench.puzzles, &collection, id)?;
        let now = OffsetDateTime::now_utc();
        let trained = Trained::of(&workbench.puzzles, found.name(), now)?;
        Ok(Json(question(found.puzzle()?, &found.id, trained, now)))
    })
    .await
}
