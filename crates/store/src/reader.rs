//! Looking at a file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use sixfold_game::GameName;
use sixfold_jobs::{Digest, JobKey, Sealed};
use sixfold_proof::job_level::NodeId;

use crate::column::Moment;
use crate::{
    FailedJob, Header, JobCost, Node, Note, OpenJob, Problem, Role, StoreError, StoredResult,
    Totals, jobs, schema, tree,
};

/// How long to wait for another program that looks into the file and blocks it for a moment.
const PATIENCE: Duration = Duration::from_secs(10);

/// A proof that can be looked at, also while it is being written: each answer is that of a moment
/// between two steps.
#[derive(Debug)]
pub struct Reader {
    pub(crate) path: PathBuf,
    game: GameName,
    pub(crate) connection: Connection,
}

impl Reader {
    /// Opens a file only to look at it.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        let open = || {
            let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let found = schema::format(&connection)?;
            if found < schema::FORMAT {
                return Err(Problem::TooOld { found, known: schema::FORMAT });
            }
            schema::check(&connection)?;
            Reader::over(path, connection)
        };
        open().map_err(StoreError::of(path))
    }

    /// Over a file that has been looked at.
    pub(crate) fn over(path: &Path, connection: Connection) -> Result<Reader, Problem> {
        let game = Header::read(&connection)?.game;
        Ok(Reader { path: path.to_path_buf(), game, connection })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameName {
        self.game
    }

    /// What the proof is about.
    pub fn header(&self) -> Result<Header, StoreError> {
        self.read(Header::read)
    }

    /// All nodes, in the order in which they were made.
    pub fn nodes(&self) -> Result<Vec<Node>, StoreError> {
        self.read(|connection| tree::read(connection, self.game))
    }

    /// The certificate that proves a node by itself.
    pub fn proof_of(&self, node: NodeId) -> Result<Option<Digest>, StoreError> {
        self.read(|connection| jobs::read_evidence(connection, node, Role::Proof))
    }

    /// The certificate that refutes some replies of a node.
    pub fn partial_of(&self, node: NodeId) -> Result<Option<Digest>, StoreError> {
        self.read(|connection| jobs::read_evidence(connection, node, Role::Partial))
    }

    /// A certificate. Its content is held against its digest.
    pub fn certificate(&self, digest: Digest) -> Result<Option<Sealed>, StoreError> {
        self.read(|connection| jobs::read_certificate(connection, digest))
    }

    /// The result of a job, if it is done.
    pub fn result(&self, key: JobKey) -> Result<Option<StoredResult>, StoreError> {
        self.read(|connection| jobs::read_result(connection, self.game, key))
    }

    /// The jobs that are handed out, in the order in which they first were.
    pub fn open_jobs(&self) -> Result<Vec<OpenJob>, StoreError> {
        self.read(jobs::read_open)
    }

    /// The jobs that have failed, also for good.
    pub fn failed_jobs(&self) -> Result<Vec<FailedJob>, StoreError> {
        self.read(jobs::read_failed)
    }

    /// What the jobs have cost, in the order in which they were finished.
    pub fn job_costs(&self) -> Result<Vec<JobCost>, StoreError> {
        self.read(jobs::read_costs)
    }

    /// All jobs together.
    pub fn totals(&self) -> Result<Totals, StoreError> {
        self.read(jobs::read_totals)
    }

    /// What the user did to the search, first things first.
    pub fn notes(&self) -> Result<Vec<Note>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT time, text FROM note ORDER BY sequence")?;
            let notes = statement.query_map([], |row| {
                Ok(Note { time: row.get::<_, Moment>(0)?.0, text: row.get(1)? })
            })?;
            Ok(notes.collect::<Result<_, _>>()?)
        })
    }

    fn read<T>(
        &self,
        answer: impl FnOnce(&Connection) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        answer(&self.connection).map_err(StoreError::of(&self.path))
    }
}

/// Opens a file, whatever is in it.
pub(crate) fn connect(path: &Path, access: OpenFlags) -> Result<Connection, Problem> {
    if !access.contains(OpenFlags::SQLITE_OPEN_CREATE) {
        // The system says better than SQLite why a file cannot be opened.
        path.metadata()?;
    }
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    // The file may come from somebody else: what it says must not do anything but be read.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(connection)
}
