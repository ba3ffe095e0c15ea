//! What is in a library: looking, editing, searching.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_answers::record::RecordTree;
use sixfold_game::{Record, Setup, SquareSet};
use sixfold_library::tree::{Extent, TreeNode};
use sixfold_library::wire::{Edit, Entry};
use sixfold_library::{Known, Library, Merged, Search, SearchAnswer};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{Body, Nothing, Path};
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::place::Place;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .routes(routes!(look))
        .routes(routes!(edit))
        .routes(routes!(undo))
        .routes(routes!(redo))
        .routes(routes!(search))
        .routes(routes!(minimax))
        .routes(routes!(merge))
        .routes(routes!(paste))
        .routes(routes!(tree))
}

/// Looks into a library.
async fn reading<T: Send + 'static>(
    workbench: Workbench,
    name: String,
    look: impl FnOnce(&Library) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    aside(move || workbench.libraries.read(&CheckedName::new(&name)?, look)).await
}

/// Changes a library.
async fn changing<T: Send + 'static>(
    workbench: Workbench,
    name: String,
    work: impl FnOnce(&mut Library) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    aside(move || workbench.libraries.change(&CheckedName::new(&name)?, work)).await
}

/// A position of a library's game.
pub fn position(library: &Library, mut place: Place) -> Result<Setup, ApiError> {
    place.game.get_or_insert_with(|| library.game().to_string());
    let record = place.record().map_err(ApiError::bad)?;
    expect_game(library, &record)?;
    sixfold_play::AnyPosition::replay(&record).map_err(ApiError::bad)?;
    Ok(record.final_setup())
}

/// The turns that lead to a position from the start of the game, if it is named by them and all of
/// them are whole.
fn turns_to(place: &Place) -> Option<Vec<SquareSet>> {
    place.moves.as_ref()?;
    let record = place.record().ok()?;
    let turns = record.turns().into_iter().map(|turn| turn.into_iter().collect());
    let is_between_turns =
        record.final_setup().turn.stones_left == record.game().turn_order().later;
    Some(turns.collect()).filter(|_| is_between_turns)
}

fn expect_game(library: &Library, record: &Record) -> Result<(), ApiError> {
    let (ours, theirs) = (library.game(), record.game());
    if ours == theirs {
        return Ok(());
    }
    Err(ApiError::bad(format!("the library is about {ours}, not {theirs}")))
}

/// What a library says of a position
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/look",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Place,
    responses((status = 200, body = Entry), (status = "4XX", body = Complaint))
)]
async fn look(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Body(place): Body<Place>,
) -> Result<Json<Entry>, ApiError> {
    let look = |library: &Library| Ok(Json(library.look(&position(library, place)?)?));
    reading(workbench, name, look).await
}

/// Changes of a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Edits {
    /// The position.
    #[serde(default)]
    place: Place,
    /// All of them are made, or none.
    edits: Vec<Edit>,
}

/// Changes a position, in one step that can be undone
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/edit",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Edits,
    responses((status = 200, body = Entry), (status = "4XX", body = Complaint))
)]
async fn edit(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Body(Edits { place, edits }): Body<Edits>,
) -> Result<Json<Entry>, ApiError> {
    let tasks = workbench.tasks.clone();
    changing(workbench, name, move |library| {
        let turns = turns_to(&place);
        let position = position(library, place)?;
        let certificate = |task: &str| tasks.certificate(task).ok().flatten();
        let edits: Result<Vec<_>, _> =
            edits.iter().map(|edit| edit.to_edit(library.game(), &certificate)).collect();
        let edits = edits.map_err(ApiError::bad)?;
        let has_proof = edits.iter().any(|edit| matches!(edit, sixfold_library::Edit::Proof(_)));
        match turns {
            // A proof that nothing leads to could only be found by searching.
            Some(turns) if has_proof => library.edit_after(&turns, &edits)?,
            _ => library.edit(&position, &edits)?,
        }
        Ok(Json(library.look(&position)?))
    })
    .await
}

/// What was undone or done again.
#[derive(Serialize, ToSchema)]
struct Done {
    /// What it was, if there was anything.
    done: Option<String>,
}

/// Undoes the last step
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/undo",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Nothing,
    responses((status = 200, body = Done), (status = "4XX", body = Complaint))
)]
async fn undo(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
) -> Result<Json<Done>, ApiError> {
    changing(workbench, name, |library| Ok(Json(Done { done: library.undo()? }))).await
}

/// Does again what was undone last
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/redo",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Nothing,
    responses((status = 200, body = Done), (status = "4XX", body = Complaint))
)]
async fn redo(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
) -> Result<Json<Done>, ApiError> {
    changing(workbench, name, |library| Ok(Json(Done { done: library.redo()? }))).await
}

/// What is looked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SearchQuestion {
    /// A part of the name or the comment.
    text: Option<String>,
    /// What is known, such as `black_wins`.
    #[schema(value_type = Option<String>)]
    result: Option<Known>,
    /// Only this position and what can be reached from it.
    place: Option<Place>,
    /// At most so many.
    #[schema(minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

const MOST_FOUND: usize = 1000;

/// Finds positions by what is said and known of them
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/search",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = SearchQuestion,
    responses((status = 200, body = SearchAnswer), (status = "4XX", body = Complaint))
)]
async fn search(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Body(SearchQuestion { text, result, place, limit }): Body<SearchQuestion>,
) -> Result<Json<SearchAnswer>, ApiError> {
    reading(workbench, name, move |library| {
        let below = place.map(|place| position(library, place)).transpose()?;
        let limit = limit.map(|limit| limit.clamp(1, MOST_FOUND));
        Ok(Json(library.search(&Search { text, result, below, limit })?))
    })
    .await
}

/// How many positions have changed.
#[derive(Serialize, ToSchema)]
struct Changed {
    /// So many.
    changed: u64,
}

/// Works out what follows from proven results
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/minimax",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Nothing,
    responses((status = 200, body = Changed), (status = "4XX", body = Complaint))
)]
async fn minimax(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
) -> Result<Json<Changed>, ApiError> {
    changing(workbench, name, |library| Ok(Json(Changed { changed: library.minimax()? }))).await
}

/// Another library.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Other {
    /// Its name.
    other: String,
}

/// Takes over what another library holds
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/merge",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Other,
    responses((status = 200, body = Merged), (status = "4XX", body = Complaint))
)]
async fn merge(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Body(Other { other }): Body<Other>,
) -> Result<Json<Merged>, ApiError> {
    if name == other {
        return Err(ApiError::bad("a library cannot be merged with itself"));
    }
    let libraries = workbench.libraries.clone();
    changing(workbench, name, move |library| {
        let other = CheckedName::new(&other)?;
        // Opened apart: two libraries that are merged into each other must not wait for each other.
        let other = libraries.open_to_read(&other)?;
        Ok(Json(library.merge(&other)?))
    })
    .await
}

/// A tree of variations.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Pasted {
    /// The tree.
    record: RecordTree,
}

/// Adds a tree of variations with its comments and marks
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/paste",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = Pasted,
    responses((status = 200, body = Entry), (status = "4XX", body = Complaint))
)]
async fn paste(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Body(Pasted { record }): Body<Pasted>,
) -> Result<Json<Entry>, ApiError> {
    changing(workbench, name, move |library| {
        let record = Record::try_from(&record).map_err(ApiError::bad)?;
        expect_game(library, &record)?;
        library.paste(&record)?;
        Ok(Json(library.look(&record.first_setup())?))
    })
    .await
}

/// A part of a library.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TreeQuestion {
    /// The position at the top.
    #[serde(default)]
    place: Place,
    /// The position that somebody looks at: moves on the way to it are shown as they lie there.
    along: Option<Place>,
    /// How many turns deep; 3 unless said otherwise.
    #[schema(minimum = 0, maximum = 100)]
    depth: Option<usize>,
    /// How many positions at most; 500 unless said otherwise.
    #[schema(minimum = 1, maximum = 10000)]
    most: Option<usize>,
}

const USUAL_DEPTH: usize = 3;
const MOST_DEPTH: usize = 100;
const USUAL_NODES: usize = 500;
const MOST_NODES: usize = 10_000;

/// The moves below a position, as a tree
#[utoipa::path(
    post,
    path = "/api/libraries/{name}/tree",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    request_body = TreeQuestion,
    responses((status = 200, body = TreeNode), (status = "4XX", body = Complaint))
)]
async fn tree(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Body(TreeQuestion { place, along, depth, most }): Body<TreeQuestion>,
) -> Result<Json<TreeNode>, ApiError> {
    reading(workbench, name, move |library| {
        let extent = Extent {
            depth: depth.unwrap_or(USUAL_DEPTH).min(MOST_DEPTH),
            most: most.unwrap_or(USUAL_NODES).clamp(1, MOST_NODES),
        };
        let along = along.filter(|place| place.game().ok() == Some(library.game()));
        let line = along.and_then(|place| turns_to(&place)).unwrap_or_default();
        let node = library.tree_node(&position(library, place)?, extent, &line)?;
        let missing = || ApiError::missing("the library does not have this position");
        Ok(Json(node.ok_or_else(missing)?))
    })
    .await
}
