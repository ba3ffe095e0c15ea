//! Files that were sent, to be imported.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use sixfold_library::Kind;
use tempfile::NamedTempFile;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::folder::{CheckedName, DataFolder};
use crate::hexadecimal::hexadecimal;

/// The files that were sent.
#[derive(Clone)]
pub struct Uploads(Arc<DataFolder>);

/// A file that was sent.
#[derive(Serialize, ToSchema)]
pub struct Upload {
    /// What it is known by.
    #[serde(rename = "upload")]
    pub id: String,
    /// How large it is.
    pub bytes: u64,
    /// What it is.
    pub kind: Kind,
}

/// The most bytes of a file.
pub const MOST_BYTES: u64 = 256 << 20;
/// What a file is is told by so much of it.
const ENOUGH_TO_TELL: u64 = 1 << 16;
/// Files that nobody has imported by then are removed when the server starts.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

impl Uploads {
    pub fn new(folder: Arc<DataFolder>) -> Uploads {
        Uploads(folder)
    }

    /// A file that is being sent.
    pub fn begin(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(".upload-").tempfile_in(self.0.uploads())
    }

    /// Keeps a file that was sent under this name.
    pub fn keep(&self, mut file: NamedTempFile, name: &str) -> Result<Upload, ApiError> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(ApiError::internal)?;
        let id = hexadecimal(&random);
        let place = CheckedName::new(&id)?;
        file.flush().map_err(ApiError::internal)?;
        let path = self.0.upload(&place);
        std::fs::write(path.with_extension(NAME_ENDING), name).map_err(ApiError::internal)?;
        file.persist(&path).map_err(ApiError::internal)?;
        let bytes = path.metadata().map_err(ApiError::internal)?.len();
        let mut beginning = Vec::new();
        std::fs::File::open(&path)
            .and_then(|file| file.take(ENOUGH_TO_TELL).read_to_end(&mut beginning))
            .map_err(ApiError::internal)?;
        Ok(Upload { id, bytes, kind: Kind::of(&beginning) })
    }

    /// Where a file is that was sent.
    pub fn find(&self, id: &str) -> Option<PathBuf> {
        let path = self.0.upload(&CheckedName::new(id).ok()?);
        path.is_file().then_some(path)
    }

    /// What the user calls a file.
    pub fn name(&self, id: &str) -> String {
        let path = self.find(id).map(|path| path.with_extension(NAME_ENDING));
        path.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_else(|| id.to_string())
    }

    /// Removes a file that is not needed any more.
    pub fn remove(&self, id: &str) {
        if let Some(path) = self.find(id) {
            // What cannot be removed now goes when the server has started often enough.
            let _ = std::fs::remove_file(path.with_extension(NAME_ENDING));
            let _ = std::fs::remove_file(path);
        }
    }

    /// Removes what nobody has imported for a long time.
    pub fn tidy(&self) -> io::Result<()> {
        for entry in std::fs::read_dir(self.0.uploads())? {
            let entry = entry?;
            let age = SystemTime::now().duration_since(entry.metadata()?.modified()?);
            if age.is_ok_and(|age| age > KEPT) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// What the file with the name of another ends with.
const NAME_ENDING: &str = "name";
