//! News for whoever listens.

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::broadcast::{self, Receiver, Sender};

/// Something that has happened, as it is sent.
#[derive(Debug)]
pub struct News {
    /// What kind of news.
    pub event: &'static str,
    /// What there is to know of it, as JSON.
    pub data: String,
}

impl News {
    /// News with this content.
    pub fn new(event: &'static str, content: &impl Serialize) -> News {
        // What is told are strings and numbers, which can always be written.
        News { event, data: serde_json::to_string(content).unwrap_or_default() }
    }
}

/// Passes on news to all who listen at the moment.
#[derive(Clone)]
pub struct Hub(Sender<Arc<News>>);

/// Whoever is further behind is told everything from the start.
const MOST_BEHIND: usize = 1024;

impl Default for Hub {
    fn default() -> Hub {
        Hub(broadcast::channel(MOST_BEHIND).0)
    }
}

impl Hub {
    /// Tells all who listen; if nobody does, nobody is told.
    pub fn tell(&self, event: &'static str, content: &impl Serialize) {
        if self.0.receiver_count() > 0 {
            let _ = self.0.send(Arc::new(News::new(event, content)));
        }
    }

    /// Listens from now on.
    #[must_use]
    pub fn listen(&self) -> Receiver<Arc<News>> {
        self.0.subscribe()
    }

    /// How many listen.
    #[must_use]
    pub fn listeners(&self) -> usize {
        self.0.receiver_count()
    }
}
