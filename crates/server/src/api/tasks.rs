//! Long work.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use sixfold_answers::record::RecordTree;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{Body, Nothing, Path};
use crate::error::{ApiError, Complaint};
use crate::tasks::{Task, TaskRequest, Tasks, TasksError};
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(get, remove))
        .routes(routes!(cancel))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(steer))
        .routes(routes!(certificate))
        .routes(routes!(record))
}

impl From<TasksError> for ApiError {
    fn from(error: TasksError) -> ApiError {
        let status = match &error {
            TasksError::Ledger(_) => StatusCode::INTERNAL_SERVER_ERROR,
            TasksError::Request(_) | TasksError::Command(_) => StatusCode::BAD_REQUEST,
            TasksError::TooMany => StatusCode::TOO_MANY_REQUESTS,
            TasksError::Unknown(_) => StatusCode::NOT_FOUND,
            TasksError::ProofInUse(..) | TasksError::WrongState { .. } | TasksError::NoAnswer => {
                StatusCode::CONFLICT
            }
        };
        ApiError::new(status, error)
    }
}

/// Does something with the tasks that may have to wait for a file.
async fn with<T: Send + 'static>(
    workbench: Workbench,
    work: impl FnOnce(&Tasks) -> Result<T, TasksError> + Send + 'static,
) -> Result<T, ApiError> {
    aside(move || Ok(work(&workbench.tasks)?)).await
}

/// All tasks
#[utoipa::path(get, path = "/api/tasks", tag = "tasks", responses((status = 200, body = [Task])))]
async fn list(State(workbench): State<Workbench>) -> Json<Vec<Task>> {
    Json(workbench.tasks.list())
}

/// Takes on a task
#[utoipa::path(
    post,
    path = "/api/tasks",
    tag = "tasks",
    request_body = TaskRequest,
    responses((status = 201, body = Task), (status = "4XX", body = Complaint))
)]
async fn add(
    State(workbench): State<Workbench>,
    Body(request): Body<TaskRequest>,
) -> Result<(StatusCode, Json<Task>), ApiError> {
    let task = with(workbench, |tasks| tasks.add(request)).await?;
    Ok((StatusCode::CREATED, Json(task)))
}

/// A task
#[utoipa::path(
    get,
    path = "/api/tasks/{id}",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    responses((status = 200, body = Task), (status = "4XX", body = Complaint))
)]
async fn get(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<Json<Task>, ApiError> {
    Ok(Json(workbench.tasks.get(&id)?))
}

/// Forgets a task; one that has not ended is cancelled first
#[utoipa::path(
    delete,
    path = "/api/tasks/{id}",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    responses((status = 204), (status = "4XX", body = Complaint))
)]
async fn remove(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    with(workbench, move |tasks| tasks.remove(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a task
#[utoipa::path(
    post,
    path = "/api/tasks/{id}/cancel",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    request_body = Nothing,
    responses((status = 200, body = Task), (status = "4XX", body = Complaint))
)]
async fn cancel(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<Json<Task>, ApiError> {
    Ok(Json(with(workbench, move |tasks| tasks.cancel(&id)).await?))
}

/// Lets a proof wait
#[utoipa::path(
    post,
    path = "/api/tasks/{id}/pause",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    request_body = Nothing,
    responses((status = 200, body = Task), (status = "4XX", body = Complaint))
)]
async fn pause(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<Json<Task>, ApiError> {
    Ok(Json(with(workbench, move |tasks| tasks.pause(&id)).await?))
}

/// Goes on with a task that waits or has ended too early
#[utoipa::path(
    post,
    path = "/api/tasks/{id}/resume",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    request_body = Nothing,
    responses((status = 200, body = Task), (status = "4XX", body = Complaint))
)]
async fn resume(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<Json<Task>, ApiError> {
    Ok(Json(with(workbench, move |tasks| tasks.resume(&id)).await?))
}

/// Something that is said to a proof.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Steering {
    /// A command such as `suggest k11l10`.
    #[schema(example = "nodes 1000000")]
    command: String,
}

/// What a proof answers.
#[derive(Serialize, ToSchema)]
struct SteeringAnswer {
    /// One line.
    answer: String,
}

/// Says something to a proof that runs
#[utoipa::path(
    post,
    path = "/api/tasks/{id}/steer",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    request_body = Steering,
    responses((status = 200, body = SteeringAnswer), (status = "4XX", body = Complaint))
)]
async fn steer(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
    Body(steering): Body<Steering>,
) -> Result<Json<SteeringAnswer>, ApiError> {
    let answer = with(workbench, move |tasks| tasks.steer(&id, &steering.command)).await?;
    let answer = answer.await.map_err(|_| TasksError::NoAnswer)?;
    Ok(Json(SteeringAnswer { answer }))
}

/// The certificate of a task's result
#[utoipa::path(
    get,
    path = "/api/tasks/{id}/certificate",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    responses(
        (status = 200, content_type = "application/gzip", body = [u8]),
        (status = "4XX", body = Complaint),
    )
)]
async fn certificate(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let name = format!("attachment; filename=\"task-{}.cert.gz\"", id.escape_default());
    let sealed = with(workbench, move |tasks| tasks.certificate(&id)).await?;
    let sealed = sealed.ok_or_else(|| ApiError::missing("the task has no certificate"))?;
    let headers = [
        (header::CONTENT_TYPE, "application/gzip".to_string()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, sealed.bytes().to_vec()))
}

/// The game that a task reviews
#[utoipa::path(
    get,
    path = "/api/tasks/{id}/record",
    tag = "tasks",
    params(("id" = String, Path, description = "The task")),
    responses((status = 200, body = RecordTree), (status = "4XX", body = Complaint))
)]
async fn record(
    State(workbench): State<Workbench>,
    Path(id): Path<String>,
) -> Result<Json<RecordTree>, ApiError> {
    let record = workbench.tasks.record(&id)?;
    record.map(Json).ok_or_else(|| ApiError::missing("the task reviews no game"))
}
