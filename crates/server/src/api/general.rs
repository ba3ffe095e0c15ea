//! Whether the server is there.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::workbench::Workbench;

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(health))
}

/// How the server is.
#[derive(Serialize, ToSchema)]
struct Health {
    /// That it is there.
    status: Status,
    /// The version of the program.
    version: &'static str,
    /// Tasks that run.
    tasks_running: usize,
    /// Tasks that wait for others to end.
    tasks_queued: usize,
    /// Threads that belong to tasks.
    task_threads: usize,
    /// Who listens to events.
    listeners: usize,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Ok,
}

/// Whether the server is there
#[utoipa::path(get, path = "/api/health", tag = "general", responses((status = 200, body = Health)))]
async fn health(State(workbench): State<Workbench>) -> Json<Health> {
    let load = workbench.tasks.load();
    Json(Health {
        status: Status::Ok,
        version: env!("CARGO_PKG_VERSION"),
        tasks_running: load.running,
        tasks_queued: load.queued,
        task_threads: load.threads,
        listeners: workbench.tasks.hub().listeners(),
    })
}
