//! What happens, as it happens: server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::{Stream, StreamExt};
use tokio::sync::watch;
use tokio_stream::wrappers::BroadcastStream;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::tasks::News;
use crate::workbench::Workbench;

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(events))
}

/// What happens, as it happens
///
/// First `tasks` with all tasks, then `task` with a whole task at every change, `removed` with the
/// `id` of a task that is forgotten, and `library` with the `name` and `version` of a library that
/// has changed.
#[utoipa::path(
    get,
    path = "/api/events",
    tag = "tasks",
    responses((status = 200, content_type = "text/event-stream", body = String))
)]
async fn events(
    State(workbench): State<Workbench>,
    Extension(mut stop): Extension<watch::Receiver<bool>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // Listening begins before the list is made, so that nothing is missed in between.
    let news = BroadcastStream::new(workbench.tasks.hub().listen());
    let tasks = workbench.tasks;
    let everything = Arc::new(News::new("tasks", &tasks.list()));
    let news = news.map(move |news| match news {
        Ok(news) => news,
        // Whoever has fallen behind is told everything again.
        Err(_) => Arc::new(News::new("tasks", &tasks.list())),
    });
    let all = futures_util::stream::once(async { everything }).chain(news);
    let until_stop = async move {
        // The stream ends when the server does, else it would wait for those who listen.
        let _ = stop.wait_for(|&is_told| is_told).await;
    };
    let events = all.take_until(Box::pin(until_stop));
    let events = events.map(|news| Ok(Event::default().event(news.event).data(&news.data)));
    Sse::new(events).keep_alive(KeepAlive::default())
}
