//! The opening libraries themselves: which there are, new ones, old ones.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{Body, Path};
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::libraries::LibrarySummary;
use crate::place::Place;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(delete))
}

/// The libraries
#[utoipa::path(
    get,
    path = "/api/libraries",
    tag = "libraries",
    responses((status = 200, body = [LibrarySummary]))
)]
async fn list(State(workbench): State<Workbench>) -> Result<Json<Vec<LibrarySummary>>, ApiError> {
    aside(move || Ok(Json(workbench.libraries.list()?))).await
}

/// A library that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewLibrary {
    /// Its name: letters of any script, digits, spaces, _ and -.
    #[schema(pattern = "^[\\w-]([\\w -]{0,62}[\\w-])?$")]
    name: String,
    /// The game; connect6 unless said otherwise.
    game: Option<String>,
    /// An upload that is a library and is to become this one.
    upload: Option<String>,
}

/// Makes a library
#[utoipa::path(
    post,
    path = "/api/libraries",
    tag = "libraries",
    request_body = NewLibrary,
    responses((status = 201, body = LibrarySummary), (status = "4XX", body = Complaint))
)]
async fn create(
    State(workbench): State<Workbench>,
    Body(wanted): Body<NewLibrary>,
) -> Result<(StatusCode, Json<LibrarySummary>), ApiError> {
    aside(move || {
        let name = CheckedName::new(&wanted.name)?;
        if let Some(upload) = &wanted.upload {
            let file = workbench.uploads.find(upload);
            let file = file.ok_or_else(|| ApiError::missing("there is no such upload"))?;
            workbench.libraries.adopt(&name, &file)?;
        } else {
            let place = Place { game: wanted.game, ..Place::default() };
            let game = place.game().map_err(ApiError::bad)?;
            workbench.libraries.create(&name, game)?;
        }
        Ok((StatusCode::CREATED, Json(workbench.libraries.summary(&name)?)))
    })
    .await
}

/// Deletes a library; the file is moved to the folder `deleted`
#[utoipa::path(
    delete,
    path = "/api/libraries/{name}",
    tag = "libraries",
    params(("name" = String, Path, description = "The library")),
    responses((status = 204), (status = "4XX", body = Complaint))
)]
async fn delete(
    State(workbench): State<Workbench>,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    aside(move || {
        let name = CheckedName::new(&name)?;
        if let Some(task) = workbench.tasks.user_of(&name) {
            return Err(ApiError::conflict(format!("task {task} is writing to the library")));
        }
        workbench.libraries.delete(&name)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
