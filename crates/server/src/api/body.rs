//! Bodies of requests.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use sixfold_answers::record::{JsonError, read_json};
use utoipa::ToSchema;

use crate::error::ApiError;

/// The body of a request that says everything by its address: `{}`, or nothing at all as long as its
/// type is that of JSON.
#[derive(ToSchema)]
pub struct Nothing {}

/// A JSON body; one that is none is answered like every other mistake.
pub struct Body<T>(pub T);

impl<T, S> FromRequest<S> for Body<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
    Bytes: FromRequest<S, Rejection = BytesRejection>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let bytes = Bytes::from_request(request, state).await?;
        read_json(&bytes).map(Body).map_err(|error| ApiError::new(status(&error), error))
    }
}

/// Text that is no JSON is a bad request; JSON that says something else than expected cannot be
/// processed.
fn status(error: &JsonError) -> StatusCode {
    match error {
        JsonError::Shape(error) if error.classify() == Category::Data => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        JsonError::Shape(_) | JsonError::TooDeep => StatusCode::BAD_REQUEST,
        JsonError::NoThread(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// The parts of a path; what cannot be read is answered like every other mistake.
pub struct Path<T>(pub T);

impl<T, S> FromRequestParts<S> for Path<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
    axum::extract::Path<T>: FromRequestParts<S, Rejection = PathRejection>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        let axum::extract::Path(content) =
            axum::extract::Path::<T>::from_request_parts(parts, state).await?;
        Ok(Path(content))
    }
}

/// The query of an address; what cannot be read is answered like every other mistake.
pub struct Query<T>(pub T);

impl<T, S> FromRequestParts<S> for Query<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
    axum::extract::Query<T>: FromRequestParts<S, Rejection = QueryRejection>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        let axum::extract::Query(content) =
            axum::extract::Query::<T>::from_request_parts(parts, state).await?;
        Ok(Query(content))
    }
}
