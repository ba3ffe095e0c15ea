//! What a request that cannot be served is answered.

use axum::Json;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, in one line.
#[derive(Debug, Serialize, ToSchema)]
pub struct Complaint {
    /// One clear line.
    pub error: String,
}

/// A request that cannot be served: a status and one clear line.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    reason: String,
}

#[expect(clippy::needless_pass_by_value, reason = "errors of all kinds are mapped to it")]
impl ApiError {
    /// An answer with this status.
    pub fn new(status: StatusCode, reason: impl ToString) -> ApiError {
        ApiError { status, reason: reason.to_string() }
    }

    /// The request makes no sense.
    pub fn bad(reason: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, reason)
    }

    /// There is no such thing.
    pub fn missing(reason: impl ToString) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, reason)
    }

    /// It cannot be done as things are.
    pub fn conflict(reason: impl ToString) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, reason)
    }

    /// The machine is at fault. What exactly is for the log.
    pub fn internal(reason: impl ToString) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            tracing::error!(reason = %self.reason, "a request failed");
        }
        let error = self.reason.replace(char::is_control, " ");
        (self.status, Json(Complaint { error })).into_response()
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::new(rejection.status(), rejection.body_text())
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> ApiError {
        ApiError::new(rejection.status(), rejection.body_text())
    }
}
