//! The HTTP API: one file a group of endpoints.

pub mod atlas;
mod body;
mod entries;
mod events;
mod files;
mod general;
mod libraries;
mod position;
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
use utoipa::openapi::OpenApi as Description;
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
}

/// The description of the API.
#[must_use]
pub fn openapi() -> Description {
    described().into_openapi()
}

/// The API.
pub fn router(workbench: Workbench, stop: watch::Receiver<bool>) -> Router {
    let (router, description) = described().split_for_parts();
    let description = serde_json::to_value(&description).unwrap_or_default();
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
