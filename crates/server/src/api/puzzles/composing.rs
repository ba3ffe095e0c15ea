//! A composer's own positions.

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use sixfold_puzzle::{Goal, Needless, Puzzle, Remark, WirePuzzle};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::{Body, Path};
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::place::Place;
use crate::puzzles::MOST_BYTES;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .routes(routes!(appraise))
        .merge(OpenApiRouter::new().routes(routes!(keep)).layer(DefaultBodyLimit::max(MOST_BYTES)))
}

/// A position that may be a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Draft {
    /// The position.
    #[serde(default)]
    place: Place,
    /// The highest order of the win.
    #[serde(default = "usual_order")]
    #[schema(minimum = 1, maximum = 5, default = 3)]
    order: u8,
    /// The most turns to the win.
    #[serde(default = "usual_turns")]
    #[schema(minimum = 2, default = 12)]
    turns: u8,
    /// What becomes of stones that the puzzle does not need.
    #[serde(default)]
    needless: NeedlessStones,
}

const fn usual_order() -> u8 {
    3
}

const fn usual_turns() -> u8 {
    12
}

/// What becomes of stones that a puzzle does not need.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum NeedlessStones {
    /// They stay.
    #[default]
    Kept,
    /// They are taken away, as far as the numbers of stones allow.
    LeftOut,
}

impl From<NeedlessStones> for Needless {
    fn from(stones: NeedlessStones) -> Needless {
        match stones {
            NeedlessStones::Kept => Needless::Kept,
            NeedlessStones::LeftOut => Needless::LeftOut,
        }
    }
}

/// What there is to say about a position as a puzzle.
#[derive(Serialize, ToSchema)]
struct Appraised {
    /// Whether it is a sound puzzle.
    sound: bool,
    /// The answer in one sentence.
    summary: String,
    /// All that was found out, in words.
    remarks: Vec<Remark>,
    /// The position, without needless stones if they were to be left out.
    fen: String,
    /// The puzzle, if it is one.
    puzzle: Option<WirePuzzle>,
}

/// Tells whether a position is a sound puzzle
#[utoipa::path(
    post,
    path = "/api/compose",
    tag = "puzzles",
    request_body = Draft,
    responses((status = 200, body = Appraised), (status = "4XX", body = Complaint))
)]
async fn appraise(
    State(workbench): State<Workbench>,
    Body(draft): Body<Draft>,
) -> Result<Json<Appraised>, ApiError> {
    if !(1..=5).contains(&draft.order) || draft.turns < 2 {
        let reason = "the order is 1 to 5, and a puzzle has 2 turns or more";
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, reason));
    }
    let record = draft.place.record().map_err(ApiError::bad)?;
    let most = Goal { order: draft.order, turns: draft.turns };
    let judging = workbench.puzzles.judging();
    let setup = record.final_setup();
    let found = judging.appraise(record.game(), setup, draft.needless.into(), most).await?;
    Ok(Json(Appraised {
        sound: found.puzzle().is_some(),
        summary: found.summary(),
        remarks: found.remarks(),
        fen: found.setup.to_string(),
        puzzle: found.puzzle().map(Puzzle::to_wire),
    }))
}

/// Where a puzzle is kept.
#[derive(Serialize, ToSchema)]
struct Kept {
    /// The collection.
    collection: String,
    /// The number of the puzzle in it, from 1.
    number: usize,
    /// Its name.
    id: String,
}

/// Adds a puzzle to a collection of the data folder, which is made if it is not there. The puzzle is
/// proven again before.
#[utoipa::path(
    post,
    path = "/api/puzzles/{collection}",
    tag = "puzzles",
    params(("collection" = String, Path, description = "The collection")),
    request_body = WirePuzzle,
    responses((status = 201, body = Kept), (status = "4XX", body = Complaint))
)]
async fn keep(
    State(workbench): State<Workbench>,
    Path(collection): Path<String>,
    Body(puzzle): Body<WirePuzzle>,
) -> Result<(StatusCode, Json<Kept>), ApiError> {
    let name = CheckedName::new(&collection)?;
    let puzzle = Puzzle::from_wire(puzzle).map_err(ApiError::bad)?;
    let puzzle = workbench.puzzles.judging().verify(puzzle).await?;
    aside(move || {
        let id = puzzle.id();
        let number = workbench.puzzles.add_puzzle(&name, puzzle)?;
        Ok((StatusCode::CREATED, Json(Kept { collection: name.as_str().to_string(), number, id })))
    })
    .await
}
