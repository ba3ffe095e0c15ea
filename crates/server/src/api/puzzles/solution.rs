//! The solution of a puzzle.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Serialize;
use sixfold_game::SquareSet;
use sixfold_jobs::Sealed;
use sixfold_puzzle::{Duals, WireTry, export};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::Path;
use super::Found;
use crate::error::{ApiError, Complaint};
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .routes(routes!(solution))
        .routes(routes!(solution_sgf))
        .routes(routes!(certificate))
}

/// The solution of a puzzle.
#[derive(Serialize, ToSchema)]
struct Solution {
    /// The only first turn that reaches the goal.
    key: Vec<String>,
    /// The main line, the key first. A reply may leave out stones that do not matter.
    line: Vec<Vec<String>>,
    /// First turns that look good and fail.
    tries: Vec<WireTry>,
    /// Where the attacker has a choice later on.
    duals: Duals,
    /// Where the level comes from.
    explanation: String,
    /// Where the solution can be had as a game record.
    sgf: String,
    /// Where its proof can be had.
    certificate: String,
}

/// The solution
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}/{puzzle}/solution",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    responses((status = 200, body = Solution), (status = "4XX", body = Complaint))
)]
async fn solution(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
) -> Result<Json<Solution>, ApiError> {
    aside(move || {
        let found = Found::new(&workbench.puzzles, &collection, id)?;
        let puzzle = found.puzzle()?;
        let grid = puzzle.game.grid();
        let names = |turn: SquareSet| grid.names(turn.iter());
        let tries = puzzle.tries.iter();
        let collection = found.volume.name.as_str().replace(' ', "%20");
        let address = format!("/api/puzzles/{collection}/{}", found.id);
        Ok(Json(Solution {
            key: names(puzzle.key),
            line: puzzle.line.iter().copied().map(names).collect(),
            tries: tries
                .map(|t| WireTry { turn: names(t.turn), refutation: names(t.refutation) })
                .collect(),
            duals: puzzle.duals,
            explanation: puzzle.grade.explain(),
            sgf: format!("{address}/solution.sgf"),
            certificate: format!("{address}/certificate"),
        }))
    })
    .await
}

/// The solution as a game record
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}/{puzzle}/solution.sgf",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    responses(
        (status = 200, content_type = "application/x-go-sgf", body = String),
        (status = "4XX", body = Complaint),
    )
)]
async fn solution_sgf(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    aside(move || {
        let found = Found::new(&workbench.puzzles, &collection, id)?;
        let text = export::tree(found.puzzle()?, &found.volume.title);
        let headers = [
            (header::CONTENT_TYPE, "application/x-go-sgf".to_string()),
            (header::CONTENT_DISPOSITION, attachment(&found, "sgf")),
        ];
        Ok((headers, text))
    })
    .await
}

/// The proof of the win
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}/{puzzle}/certificate",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("puzzle" = String, Path, description = "The name of the puzzle"),
    ),
    responses(
        (status = 200, content_type = "application/gzip", body = [u8]),
        (status = "4XX", body = Complaint),
    )
)]
async fn certificate(
    State(workbench): State<Workbench>,
    Path((collection, id)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    aside(move || {
        let found = Found::new(&workbench.puzzles, &collection, id)?;
        let sealed = Sealed::seal(&found.puzzle()?.certificate).map_err(ApiError::internal)?;
        let headers = [
            (header::CONTENT_TYPE, "application/gzip".to_string()),
            (header::CONTENT_DISPOSITION, attachment(&found, "cert.gz")),
        ];
        Ok((headers, sealed.bytes().to_vec()))
    })
    .await
}

fn attachment(found: &Found, ending: &str) -> String {
    format!("attachment; filename=\"{}-{}.{ending}\"", found.volume.name.as_str(), found.id)
}
