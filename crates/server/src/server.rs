//! The server from beginning to end.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use sixfold_puzzle::training::JournalError;
use thiserror::Error;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;

use crate::folder::{DataFolder, FolderError};
use crate::libraries::Libraries;
use crate::puzzles::Puzzles;
use crate::safety::{Access, Token, guard};
use crate::tasks::{Hub, Shelf, Tasks, TasksError};
use crate::uploads::Uploads;
use crate::workbench::Workbench;
use crate::{api, page, sample};

/// What may be chosen about a server.
#[derive(Clone)]
pub struct Options {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder with everything it keeps.
    pub data: PathBuf,
    /// What every request must bring along. A server that others can reach makes one of its own.
    pub token: Option<Token>,
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServerError {
    /// Nobody can listen there.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What went wrong.
        error: io::Error,
    },
    /// The data folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The list of tasks.
    #[error(transparent)]
    Tasks(#[from] TasksError),
    /// The journal of training.
    #[error("training.db: {0}")]
    Training(#[from] JournalError),
    /// The system gives no random numbers.
    #[error("no token can be made: {0}")]
    Random(#[from] getrandom::Error),
    /// The server cannot run.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A server that listens. Nobody is answered before [`Server::run`].
pub struct Server {
    listener: TcpListener,
    access: Arc<Access>,
    workbench: Workbench,
    stop: watch::Sender<bool>,
}

/// Tells a server to stop, from any thread.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Tells it.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// How long requests may take to end once the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(5);

impl Server {
    /// Opens the folder and begins to listen.
    pub fn open(options: Options) -> Result<Server, ServerError> {
        let Options { listen, data, token } = options;
        let folder = Arc::new(DataFolder::open(&data)?);
        let refused = |error| ServerError::Listen { address: listen, error };
        let listener = TcpListener::bind(listen).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let token = match token {
            None if !address.ip().is_loopback() => Some(Token::random()?),
            token => token,
        };
        let (stop, _) = watch::channel(false);
        let hub = Hub::default();
        let libraries = Libraries::new(folder.clone(), hub.clone());
        let uploads = Uploads::new(folder.clone());
        uploads.tidy()?;
        let shelf = Shelf {
            folder: folder.clone(),
            libraries: libraries.clone(),
            uploads: uploads.clone(),
        };
        let tasks = Tasks::open(shelf, hub)?;
        let puzzles = Puzzles::new(folder.clone())?;
        let workbench = Workbench { folder, libraries, puzzles, uploads, tasks };
        sample::begin(&workbench)?;
        let access = Arc::new(Access { address, token });
        Ok(Server { listener, access, workbench, stop })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.access.address
    }

    /// What to open in a browser.
    #[must_use]
    pub fn url(&self) -> String {
        let token = self.access.token.as_ref();
        let query = token.map_or_else(String::new, |token| format!("?token={}", token.as_str()));
        format!("http://{}/{query}", self.access.address)
    }

    /// The line by which it is told to stop.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is told to stop. Then tasks are told to stop, and what they have is kept.
    pub fn run(self) -> Result<(), ServerError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let (tasks, folder) = (self.workbench.tasks.clone(), self.workbench.folder.clone());
        let served = runtime.block_on(self.serve());
        tasks.stop();
        // Requests that are still being worked at have had their time.
        runtime.shutdown_timeout(FAREWELL);
        folder.release();
        served
    }

    async fn serve(self) -> Result<(), ServerError> {
        let Server { listener, access, workbench, stop } = self;
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tracing::info!(address = %access.address, data = %workbench.folder.path().display(), "listening");
        let router = router(access, workbench, stop.subscribe());
        let mut told = stop.subscribe();
        let mut late = stop.subscribe();
        let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
            // The sender lives as long as the server.
            let _ = told.wait_for(|&is_told| is_told).await;
            tracing::info!("stopping");
        });
        let overdue = async move {
            let _ = late.wait_for(|&is_told| is_told).await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            served = serving.into_future() => served?,
            () = overdue => tracing::warn!("some connections did not end"),
        }
        drop(stop);
        Ok(())
    }
}

/// Everything that is served, with what is around it.
fn router(access: Arc<Access>, workbench: Workbench, stop: watch::Receiver<bool>) -> Router {
    let mut router = api::router(workbench, stop)
        .fallback(page::serve)
        .layer(CatchPanicLayer::custom(api::after_panic))
        .layer(from_fn_with_state(access, guard));
    for (name, value) in page::HEADERS {
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router.layer(TraceLayer::new_for_http())
}
