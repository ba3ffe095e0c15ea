//! What all requests share.

use std::sync::Arc;

use crate::error::ApiError;
use crate::folder::DataFolder;
use crate::libraries::Libraries;
use crate::puzzles::Puzzles;
use crate::tasks::Tasks;
use crate::uploads::Uploads;

/// What all requests share.
#[derive(Clone)]
pub struct Workbench {
    /// The files.
    pub folder: Arc<DataFolder>,
    /// Opening libraries.
    pub libraries: Libraries,
    /// Collections of puzzles.
    pub puzzles: Puzzles,
    /// Files that were sent.
    pub uploads: Uploads,
    /// Long work.
    pub tasks: Tasks,
}

/// Does something that takes a while, such as reading a file, where nobody else has to wait for it.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(ApiError::internal("the request could not be finished")),
    }
}
