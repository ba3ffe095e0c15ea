//! The atlas of solved openings, which is part of the program.

use axum::Json;
use axum::http::header;
use axum::response::IntoResponse;
use rust_embed::RustEmbed;
use serde::Serialize;
use sixfold_game::{GameName, Player};
use sixfold_jobs::wire::squares;
use sixfold_prove::atlas::{Entry, INDEX};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Path;
use crate::error::{ApiError, Complaint};
use crate::workbench::Workbench;

/// The atlas as it lies in the repository.
#[derive(RustEmbed)]
#[folder = "../../data/openings"]
struct Files;

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(certificate))
}

/// A solved opening.
#[derive(Serialize, ToSchema)]
struct Solved {
    /// The moves that lead to it.
    moves: String,
    /// Who wins.
    winner: Player,
    /// The winning turn.
    key_move: Vec<String>,
    /// The order of the win; Hex has none.
    order: Option<u16>,
    /// Jobs that it took.
    jobs: u64,
    /// Seconds that it took.
    seconds: f64,
    /// The name of the certificate.
    certificate: String,
    /// How large the certificate is.
    bytes: usize,
}

/// The entries of the atlas.
pub fn entries() -> Vec<Entry> {
    let index = Files::get(INDEX);
    index.and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
}

/// The bytes of a certificate of the atlas.
pub fn certificate_bytes(name: &str) -> Option<Vec<u8>> {
    let is_listed = entries().iter().any(|entry| entry.certificate == name);
    Files::get(name).filter(|_| is_listed).map(|file| file.data.into_owned())
}

fn solved(entry: Entry) -> Solved {
    let game = GameName::CONNECT6;
    let key_move = entry.key_move.and_then(|turn| squares(game, &turn).ok());
    let key_move = key_move.map_or_else(Vec::new, |stones| game.grid().names(stones.iter()));
    let bytes = Files::get(&entry.certificate).map_or(0, |file| file.data.len());
    let Entry { moves, winner, order, jobs, seconds, certificate, .. } = entry;
    Solved { moves, winner, key_move, order, jobs, seconds, certificate, bytes }
}

/// The solved openings
#[utoipa::path(get, path = "/api/atlas", tag = "atlas", responses((status = 200, body = [Solved])))]
async fn list() -> Json<Vec<Solved>> {
    Json(entries().into_iter().map(solved).collect())
}

/// The proof of a solved opening
#[utoipa::path(
    get,
    path = "/api/atlas/{certificate}",
    tag = "atlas",
    params(("certificate" = String, Path, description = "The name of the certificate")),
    responses(
        (status = 200, content_type = "application/gzip", body = [u8]),
        (status = "4XX", body = Complaint),
    )
)]
async fn certificate(Path(name): Path<String>) -> Result<impl IntoResponse, ApiError> {
    let bytes = certificate_bytes(&name);
    let bytes = bytes.ok_or_else(|| ApiError::missing("the atlas has no such certificate"))?;
    Ok(([(header::CONTENT_TYPE, "application/gzip")], bytes))
}
