//! What both sides ask of the broker.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::Context;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{self, ObjectStore};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, Stream};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sixfold_jobs::Sealed;
use tokio::io::AsyncReadExt;

use crate::connection::NatsError;
use crate::protocol::{
    Attachment, Campaign, JOBS_STREAM, OBJECT_STORE, Packet, RESULTS_STREAM, jobs_of_version,
    jobs_subjects, results_of_campaign, results_subjects, worker_consumer,
};

/// What nobody has asked for in so long a time is thrown away.
const MOST_AGE: Duration = Duration::from_secs(14 * 24 * 3600);

/// Certificates up to this size travel in the message; brokers allow a megabyte unless told
/// otherwise.
const MOST_INLINE: usize = 256 << 10;

/// Nobody proves anything with more, and whoever sends more wants to fill the memory.
const MOST_STORED: usize = 1 << 30;

/// Answers that are not settled come again after this time; the runner knows them then.
const SETTLE_WAIT: Duration = Duration::from_secs(600);

/// What the broker says when the queue holds a job already.
const HELD_ALREADY: &str = "maximum messages per subject exceeded";

/// The broker, in our words.
#[derive(Clone)]
pub(crate) struct Broker {
    pub client: Client,
    context: Context,
}

/// Whether a consumer goes on where it was or sees everything again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    Anew,
    WhereItWas,
}

pub(crate) type PullConsumer = Consumer<pull::Config>;

impl Broker {
    pub fn new(client: Client) -> Broker {
        let context = async_nats::jetstream::new(client.clone());
        Broker { client, context }
    }

    /// The stream in which jobs wait; it is made if it is not there.
    pub async fn jobs(&self) -> Result<Stream, NatsError> {
        self.stream(stream::Config {
            name: JOBS_STREAM.to_string(),
            subjects: vec![jobs_subjects()],
            retention: RetentionPolicy::WorkQueue,
            // The queue holds a job once: a second one is refused until the first is done.
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_age: MOST_AGE,
            ..Default::default()
        })
        .await
    }

    /// The stream in which answers wait.
    pub async fn results(&self) -> Result<Stream, NatsError> {
        self.stream(stream::Config {
            name: RESULTS_STREAM.to_string(),
            subjects: vec![results_subjects()],
            retention: RetentionPolicy::WorkQueue,
            max_age: MOST_AGE,
            ..Default::default()
        })
        .await
    }

    async fn stream(&self, config: stream::Config) -> Result<Stream, NatsError> {
        self.context.get_or_create_stream(config).await.map_err(NatsError::broker)
    }

    /// The consumer that all workers of this version share.
    pub async fn worker_consumer(&self, ack_wait: Duration) -> Result<PullConsumer, NatsError> {
        let name = worker_consumer();
        let config = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait,
            filter_subject: jobs_of_version(),
            max_ack_pending: -1,
            ..Default::default()
        };
        let jobs = self.jobs().await?;
        jobs.get_or_create_consumer(&name, config).await.map_err(NatsError::broker)
    }

    /// The consumer of the answers to a campaign.
    pub async fn results_consumer(
        &self,
        campaign: &Campaign,
        start: Start,
    ) -> Result<PullConsumer, NatsError> {
        let name = format!("campaign-{campaign}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SETTLE_WAIT,
            filter_subject: results_of_campaign(campaign),
            max_ack_pending: -1,
            ..Default::default()
        };
        let results = self.results().await?;
        if start == Start::Anew {
            // There may be none.
            let _ = results.delete_consumer(&name).await;
        }
        results.get_or_create_consumer(&name, config).await.map_err(NatsError::broker)
    }

    /// Publishes a packet to a stream and waits until it is stored.
    pub async fn publish<T: Serialize + DeserializeOwned>(
        &self,
        subject: String,
        id: &str,
        packet: &Packet<T>,
    ) -> Result<(), PublishError> {
        let payload = packet.write().map_err(|e| PublishError::Other(NatsError::broker(e)))?;
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let sent = self.context.send_publish(subject, message).await;
        match sent.map_err(|error| publish_error(&error))?.await {
            Ok(_) => Ok(()),
            Err(error) => Err(publish_error(&error)),
        }
    }

    /// Publishes something that may get lost.
    pub async fn tell<T: Serialize + DeserializeOwned>(
        &self,
        subject: String,
        head: T,
    ) -> Result<(), NatsError> {
        let bytes = Packet { head, body: Vec::new() }.write().map_err(NatsError::broker)?;
        self.client.publish(subject, bytes.into()).await.map_err(NatsError::broker)
    }

    /// A name that nobody else has.
    pub fn unique(&self) -> String {
        self.client.new_inbox().rsplit('.').next().unwrap_or_default().to_string()
    }

    /// Whether the line is up.
    pub fn is_up(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// Waits a while until all that was said has been sent.
    pub async fn flush(&self) {
        // If it does not get through now, the other side learns of it by waiting.
        let _ = tokio::time::timeout(Duration::from_secs(2), self.client.flush()).await;
    }

    async fn objects(&self) -> Result<ObjectStore, NatsError> {
        if let Ok(store) = self.context.get_object_store(OBJECT_STORE).await {
            return Ok(store);
        }
        let bucket = OBJECT_STORE.to_string();
        let config = object_store::Config { bucket, max_age: MOST_AGE, ..Default::default() };
        self.context.create_object_store(config).await.map_err(NatsError::broker)
    }

    /// Makes a certificate ready to be sent: what is said of it and what is sent along.
    pub async fn attach(
        &self,
        sealed: Option<&Sealed>,
        object: impl FnOnce() -> String,
    ) -> Result<Attached, NatsError> {
        let Some(sealed) = sealed else {
            return Ok(Attached { attachment: Attachment::None, body: Vec::new() });
        };
        if sealed.bytes().len() <= MOST_INLINE {
            let body = sealed.bytes().to_vec();
            return Ok(Attached { attachment: Attachment::Inline, body });
        }
        let (object, digest) = (object(), sealed.digest());
        let store = self.objects().await?;
        store.put(object.as_str(), &mut sealed.bytes()).await.map_err(NatsError::broker)?;
        Ok(Attached { attachment: Attachment::Stored { object, digest }, body: Vec::new() })
    }

    /// The certificate that came with a message.
    pub async fn detach(
        &self,
        attachment: &Attachment,
        body: Vec<u8>,
    ) -> Result<Option<Sealed>, NatsError> {
        let (object, digest) = match attachment {
            Attachment::None => return Ok(None),
            Attachment::Inline => return Ok(Some(Sealed::from_bytes(body))),
            Attachment::Stored { object, digest } => (object, digest),
        };
        let mut stored = self.objects().await?.get(object).await.map_err(NatsError::broker)?;
        if stored.info().size > MOST_STORED {
            return Err(NatsError::Broker(format!("'{object}' is too large")));
        }
        let mut bytes = Vec::new();
        stored.read_to_end(&mut bytes).await.map_err(NatsError::broker)?;
        let sealed = Sealed::from_bytes(bytes);
        if sealed.digest() == *digest {
            Ok(Some(sealed))
        } else {
            Err(NatsError::Broker(format!("'{object}' is not what was stored")))
        }
    }

    /// Throws away what was attached.
    pub async fn discard(&self, attachment: &Attachment) {
        if let Attachment::Stored { object, .. } = attachment
            && let Ok(store) = self.objects().await
        {
            // What stays is thrown away when it is old.
            let _ = store.delete(object).await;
        }
    }
}

/// A certificate that is ready to be sent.
pub(crate) struct Attached {
    pub attachment: Attachment,
    pub body: Vec<u8>,
}

/// Why something could not be published.
pub(crate) enum PublishError {
    /// The queue holds it already.
    Held,
    Other(NatsError),
}

impl From<PublishError> for NatsError {
    fn from(error: PublishError) -> NatsError {
        match error {
            PublishError::Held => NatsError::Broker(HELD_ALREADY.to_string()),
            PublishError::Other(error) => error,
        }
    }
}

fn publish_error(error: &async_nats::jetstream::context::PublishError) -> PublishError {
    let cause = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    if cause.contains(HELD_ALREADY) {
        PublishError::Held
    } else {
        PublishError::Other(NatsError::Broker(format!("{error} {cause}")))
    }
}
