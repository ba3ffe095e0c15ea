//! Puzzles on paper.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use sixfold_puzzle::Theme;
use sixfold_puzzle::export::{self, PerPage};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::{Path, Query};
use super::filter;
use crate::error::{ApiError, Complaint};
use crate::folder::CheckedName;
use crate::workbench::{Workbench, aside};

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new().routes(routes!(sheet))
}

/// Which puzzles are to be printed, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    level: Option<u8>,
    theme: Option<Theme>,
    per_page: Option<u8>,
}

/// Sheets to print: diagrams first, solutions on sheets of their own
#[utoipa::path(
    get,
    path = "/api/puzzles/{collection}/sheet",
    tag = "puzzles",
    params(
        ("collection" = String, Path, description = "The collection"),
        ("level" = Option<u8>, Query, description = "Only puzzles of this level"),
        ("theme" = Option<Theme>, Query, description = "Only puzzles with this theme"),
        ("per_page" = Option<u8>, Query, description = "Diagrams on a page, 1 to 12"),
    ),
    responses(
        (status = 200, content_type = "text/html", body = String),
        (status = "4XX", body = Complaint),
    )
)]
async fn sheet(
    State(workbench): State<Workbench>,
    Path(collection): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<impl IntoResponse, ApiError> {
    aside(move || {
        let filter = filter(wanted.level, wanted.theme)?;
        let no_room = || ApiError::bad(format!("a page has 1 to {} diagrams", PerPage::MOST));
        let per_page = wanted.per_page.map(|number| PerPage::new(number).ok_or_else(no_room));
        let per_page = per_page.transpose()?.unwrap_or_default();
        let volume = workbench.puzzles.get(&CheckedName::new(&collection)?)?;
        let whole = volume.collection();
        if !whole.puzzles().iter().any(|puzzle| filter.accepts(puzzle)) {
            return Err(ApiError::missing("the collection has no puzzle of this kind"));
        }
        let page = export::html(&whole, &filter, per_page);
        let name = format!("attachment; filename=\"{}.html\"", volume.name.as_str());
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8".to_string()),
            (header::CONTENT_DISPOSITION, name),
        ];
        Ok((headers, page))
    })
    .await
}
