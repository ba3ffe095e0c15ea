//! Files that come in and go out: uploads, exports, certificates.

use std::io::Write;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use futures_util::StreamExt;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use sixfold_jobs::Digest;
use sixfold_library::ExportFormat;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{Path, Query};
use super::entries::position;
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::place::Place;
use crate::uploads::{MOST_BYTES, Upload};
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .routes(routes!(upload))
        .routes(routes!(export))
        .routes(routes!(certificate))
}

/// What the user calls a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UploadName {
    /// The name; it can stand in a header `name` too.
    name: Option<String>,
}

/// Takes a file, to be imported or adopted as a library
#[utoipa::path(
    post,
    path = "/api/uploads",
    tag = "files",
    params(("name" = Option<String>, Query, description = "What the user calls it")),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = Upload), (status = "4XX", body = Complaint))
)]
async fn upload(
    State(workbench): State<Workbench>,
    Query(UploadName { name }): Query<UploadName>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Upload>, ApiError> {
    let in_header = || headers.get("name").and_then(|name| name.to_str().ok()).map(str::to_string);
    let name = name.or_else(in_header).unwrap_or_else(|| "upload".to_string());
    let uploads = workbench.uploads;
    let mut file = uploads.begin().map_err(ApiError::internal)?;
    let mut pieces = body.into_data_stream();
    let mut bytes = 0;
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| ApiError::bad("the file broke off"))?;
        bytes += piece.len() as u64;
        if bytes > MOST_BYTES {
            let reason = format!("a file may have {} MiB", MOST_BYTES >> 20);
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
        file = aside(move || {
            file.write_all(&piece).map_err(ApiError::internal)?;
            Ok(file)
        })
        .await?;
    }
    aside(move || Ok(Json(uploads.keep(file, &name)?))).await
}

/// What is to be exported.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The format of the file.
    format: FileFormat,
    /// The moves to the position below which everything is written; all unless given.
    moves: Option<String>,
}

/// A format in which a library can be had.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
enum FileFormat {
    /// A game record with variations.
    #[serde(rename = "sgf")]
    Sgf,
    /// A library of `RenLib`.
    #[serde(rename = "lib")]
    Lib,
    /// A list of positions.
    #[serde(rename = "json")]
    Json,
    /// The library itself.
    #[serde(rename = "6lib")]
    Library,
    /// A page that shows the tree.
    #[serde(rename = "html")]
    Html,
}

impl FileFormat {
    fn ending(self) -> &'static str {
        match self {
            FileFormat::Sgf => "sgf",
            FileFormat::Lib => "lib",
            FileFormat::Json => "json",
            FileFormat::Library => "6lib",
            FileFormat::Html => "html",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            FileFormat::Sgf => "application/x-go-sgf",
            FileFormat::Lib | FileFormat::Library => "application/octet-stream",
            FileFormat::Json => "application/json",
            FileFormat::Html => "text/html; charset=utf-8",
        }
    }

    fn written(self) -> Option<ExportFormat> {
        match self {
            FileFormat::Sgf => Some(ExportFormat::Sgf),
            FileFormat::Lib => Some(ExportFormat::Lib),
            FileFormat::Json => Some(ExportFormat::Json),
            FileFormat::Html => Some(ExportFormat::Html),
            FileFormat::Library => None,
        }
    }
}

/// A library as a file
#[utoipa::path(
    get,
    path = "/api/libraries/{name}/export",
    tag = "files",
    params(
        ("name" = String, Path, description = "The library"),
        ("format" = inline(FileFormat), Query, description = "The format of the file"),
        ("moves" = Option<String>, Query, description = "Only what is below this position"),
    ),
    responses(
        (status = 200, description = "The file", content(
            (Vec<u8> = "application/octet-stream"),
            (String = "application/x-go-sgf"),
            (Vec<serde_json::Value> = "application/json"),
            (String = "text/html"),
        )),
        (status = "4XX", body = Complaint),
    )
)]
async fn export(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
    Query(Wanted { format, moves }): Query<Wanted>,
) -> Result<impl IntoResponse, ApiError> {
    aside(move || {
        let checked = CheckedName::new(&name)?;
        let bytes = workbench.libraries.read(&checked, |library| {
            let below = |moves| position(library, Place { moves: Some(moves), ..Place::default() });
            let below = moves.map(below).transpose()?;
            if let Some(format) = format.written() {
                return Ok(match below {
                    Some(position) => library.export(&position, format)?,
                    None => library.export_all(format)?,
                });
            }
            let folder = tempfile::tempdir_in(workbench.folder.uploads());
            let folder = folder.map_err(ApiError::internal)?;
            let path = folder.path().join("copy");
            library.copy_to(&path)?;
            std::fs::read(path).map_err(ApiError::internal)
        })?;
        let file_name = attachment(&format!("{}.{}", checked.as_str(), format.ending()));
        let headers = [
            (header::CONTENT_TYPE, format.content_type().to_string()),
            (header::CONTENT_DISPOSITION, file_name),
        ];
        Ok((headers, bytes))
    })
    .await
}

/// A header that names a file. Names that are not ASCII are written a second time for those who read that.
fn attachment(name: &str) -> String {
    if name.is_ascii() {
        return format!("attachment; filename=\"{name}\"");
    }
    let plain: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let encoded = utf8_percent_encode(name, NON_ALPHANUMERIC);
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

/// A proof that a library holds
#[utoipa::path(
    get,
    path = "/api/libraries/{name}/certificates/{digest}",
    tag = "files",
    params(
        ("name" = String, Path, description = "The library"),
        ("digest" = String, Path, description = "The digest of the certificate"),
    ),
    responses(
        (status = 200, content_type = "application/gzip", body = [u8]),
        (status = "4XX", body = Complaint),
    )
)]
async fn certificate(
    State(workbench): State<Workbench>,
    Path((name, digest)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    aside(move || {
        let name = CheckedName::new(&name)?;
        let digest: Digest = digest.parse().map_err(ApiError::bad)?;
        let sealed = workbench.libraries.read(&name, |library| Ok(library.certificate(digest)?))?;
        let missing = || ApiError::missing("the library has no such certificate");
        let bytes = sealed.ok_or_else(missing)?.bytes().to_vec();
        Ok(([(header::CONTENT_TYPE, "application/gzip")], bytes))
    })
    .await
}
