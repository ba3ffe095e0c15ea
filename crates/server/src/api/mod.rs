//! The HTTP API: one file a group of endpoints.

pub mod atlas;
mod body;
mod entries;
mod events;
mod files;
mod general;
mod libraries;
mod position;
mod puzzles;
mod records;
mod tasks;

use std::any::Any;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;
use utoipa::OpenApi;
use utoipa::openapi::{OpenApi as Description, RefOr, Schema};
use utoipa_axum::router::OpenApiRouter;

use crate::error::{ApiError, Complaint};
use crate::workbench::Workbench;

/// What the description says of the whole.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sixfold workbench",
        description = "Studying, proving, building opening libraries and playing Connect games.",
    ),
    components(schemas(Complaint))
)]
struct Whole;

/// The most bytes of a JSON body.
pub const MOST_JSON: usize = 2 << 20;

fn described() -> OpenApiRouter<Workbench> {
    OpenApiRouter::with_openapi(Whole::openapi())
        .merge(general::router())
        .merge(position::router())
        .merge(atlas::router())
        .merge(tasks::router())
        .merge(events::router())
        .merge(records::router())
        .merge(libraries::router())
        .merge(entries::router())
        .merge(files::router())
        .merge(puzzles::router())
}

/// The description of the API.
#[must_use]
pub fn openapi() -> Description {
    loosened(described().into_openapi())
}

/// The requests of tasks, each of which is sent together with its kind.
const TASK_REQUESTS: [&str; 8] = [
    "SolveRequest",
    "VerifyRequest",
    "AnalyseRequest",
    "MoveRequest",
    "ProveRequest",
    "JosekiRequest",
    "ReviewRequest",
    "ImportRequest",
];

/// A task is asked for by one of several requests and a kind. Each request takes no unknown fields, so
/// by itself it would not take the kind either.
fn loosened(mut description: Description) -> Description {
    let Some(components) = &mut description.components else { return description };
    for name in TASK_REQUESTS {
        if let Some(RefOr::T(Schema::Object(request))) = components.schemas.get_mut(name) {
            request.additional_properties = None;
        }
    }
    description
}

/// The API.
pub fn router(workbench: Workbench, stop: watch::Receiver<bool>) -> Router {
    let (router, description) = described().split_for_parts();
    let description = serde_json::to_value(loosened(description)).unwrap_or_default();
    router
        .route("/api/openapi.json", get(async move || axum::Json(description)))
        .method_not_allowed_fallback(wrong_method)
        .layer(axum::Extension(stop))
        .layer(DefaultBodyLimit::max(MOST_JSON))
        .with_state(workbench)
}

async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this can be asked for, but not by this method")
}

/// What a request is answered that the program fails at.
pub fn after_panic(_: Box<dyn Any + Send>) -> Response {
    ApiError::internal("the program failed at this request, please report this").into_response()
}
