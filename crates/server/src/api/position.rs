//! What there is to see in a position.

use axum::Json;
use sixfold_answers::view::{View, view};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use crate::error::{ApiError, Complaint};
use crate::place::Place;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(look))
}

/// A position with its threats
#[utoipa::path(
    post,
    path = "/api/position",
    tag = "positions",
    request_body = Place,
    responses(
        (status = 200, body = View),
        (status = "4XX", body = Complaint),
    )
)]
async fn look(Body(place): Body<Place>) -> Result<Json<View>, ApiError> {
    aside(move || {
        let record = place.record().map_err(ApiError::bad)?;
        Ok(Json(view(&record).map_err(ApiError::bad)?))
    })
    .await
}
