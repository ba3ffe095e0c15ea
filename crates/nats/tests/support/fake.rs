//! Workers and coordinators that do not do what they should.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sixfold_jobs::{Done, Order, Sealed};
use sixfold_nats::protocol::{
    Answer, Attachment, Attendance, Envelope, Heartbeat, JOBS_STREAM, JobPlace, Outcome, Packet,
    RESULTS_STREAM, WorkerId, heartbeat_subject, worker_consumer,
};
use tokio::runtime::Runtime;

/// Somebody with a line to the broker.
pub struct Fake {
    runtime: Runtime,
    client: Client,
    context: Context,
    pub worker: WorkerId,
}

/// A job that was taken from the queue.
pub struct Taken {
    message: Message,
    pub place: JobPlace,
    pub envelope: Envelope,
}

impl Taken {
    /// As if it were another job.
    pub fn instead(self, order: &Order) -> Taken {
        let key = order.job.key();
        Taken { place: JobPlace { key, ..self.place }, ..self }
    }
}

impl Fake {
    pub fn new(url: &str, name: &str) -> Fake {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let client = runtime.block_on(async_nats::connect(url)).unwrap();
        let entered = runtime.enter();
        let context = async_nats::jetstream::new(client.clone());
        drop(entered);
        let worker = WorkerId { id: format!("{name}-id"), name: name.to_string() };
        Fake { runtime, client, context, worker }
    }

    /// Makes the consumer that all workers share, with a wait of its own.
    pub fn make_consumer(&self, ack_wait: Duration) {
        let config = async_nats::jetstream::consumer::pull::Config {
            durable_name: Some(worker_consumer()),
            ack_wait,
            filter_subject: sixfold_nats::protocol::jobs_of_version(),
            ..Default::default()
        };
        let made = async {
            let stream = self.context.get_stream(JOBS_STREAM).await.unwrap();
            stream.create_consumer(config).await.unwrap();
        };
        self.runtime.block_on(made);
    }

    /// Takes a job from the queue.
    pub fn take(&self) -> Taken {
        let taken = async {
            let stream = self.context.get_stream(JOBS_STREAM).await.unwrap();
            let consumer: PullConsumer = stream.get_consumer(&worker_consumer()).await.unwrap();
            let wait = Duration::from_secs(60);
            let batch = consumer.batch().max_messages(1).expires(wait);
            batch.messages().await.unwrap().next().await.expect("a job").unwrap()
        };
        let message = self.runtime.block_on(taken);
        let place = JobPlace::of_subject(&message.subject).unwrap();
        let envelope = Packet::<Envelope>::read(&message.payload).unwrap().head;
        Taken { message, place, envelope }
    }

    /// Answers a job.
    pub fn answer(&self, taken: &Taken, done: &Done) {
        let finding = done.finding.to_wire(taken.envelope.job.game);
        let body = done.certificate.as_ref().map(|sealed| sealed.bytes().to_vec());
        let head = Answer {
            worker: self.worker.clone(),
            outcome: Outcome::Done { finding, cost: done.cost },
            certificate: if body.is_some() { Attachment::Inline } else { Attachment::None },
        };
        let packet = Packet { head, body: body.unwrap_or_default() };
        self.publish(taken.place.result_subject(), &packet);
    }

    /// Answers a job with a certificate in the object store.
    pub fn answer_with_object(&self, taken: &Taken, done: &Done, sealed: &Sealed) {
        let stored = async {
            let config = async_nats::jetstream::object_store::Config {
                bucket: sixfold_nats::protocol::OBJECT_STORE.to_string(),
                ..Default::default()
            };
            let store = self.context.create_object_store(config).await.unwrap();
            store.put("answer", &mut sealed.bytes()).await.unwrap();
        };
        self.runtime.block_on(stored);
        let finding = done.finding.to_wire(taken.envelope.job.game);
        let certificate =
            Attachment::Stored { object: "answer".to_string(), digest: sealed.digest() };
        let outcome = Outcome::Done { finding, cost: done.cost };
        let head = Answer { worker: self.worker.clone(), outcome, certificate };
        self.publish(taken.place.result_subject(), &Packet { head, body: Vec::new() });
    }

    /// Publishes to a stream.
    pub fn publish<T: Serialize + DeserializeOwned>(&self, subject: String, packet: &Packet<T>) {
        let payload = packet.write().unwrap().into();
        let sent = async { self.context.publish(subject, payload).await.unwrap().await.unwrap() };
        self.runtime.block_on(sent);
    }

    /// Publishes to whoever listens.
    pub fn tell<T: Serialize + DeserializeOwned>(&self, subject: String, head: T) {
        let payload = Packet { head, body: Vec::new() }.write().unwrap().into();
        let sent = async {
            self.client.publish(subject, payload).await.unwrap();
            self.client.flush().await.unwrap();
        };
        self.runtime.block_on(sent);
    }

    pub fn acknowledge(&self, taken: &Taken) {
        self.runtime.block_on(taken.message.double_ack_with(AckKind::Ack)).unwrap();
    }

    /// Says that there is a worker of some version.
    pub fn heartbeat(&self, version: &str) {
        let heartbeat = Heartbeat {
            worker: self.worker.clone(),
            cores: 4,
            version: version.to_string(),
            current: Vec::new(),
            done: 0,
            attendance: Attendance::Working,
        };
        self.tell(heartbeat_subject(&self.worker.id), heartbeat);
    }

    fn messages(&self, stream: &str) -> u64 {
        let count = async {
            self.context.get_stream(stream).await.unwrap().get_info().await.unwrap().state.messages
        };
        self.runtime.block_on(count)
    }

    /// How many answers wait.
    pub fn waiting_answers(&self) -> u64 {
        self.messages(RESULTS_STREAM)
    }

    /// How many jobs wait or are with workers.
    pub fn waiting_jobs(&self) -> u64 {
        self.messages(JOBS_STREAM)
    }
}
