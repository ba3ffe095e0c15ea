//! A slot of a worker: does one job after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use sixfold_jobs::{Done, Job, JobError, Kind, Order, Sealed, perform};
use sixfold_solve::Control;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::presence::Presence;
use super::{Departure, Events, Priority, Stage, WorkerEvent};
use crate::broker::{Broker, PullConsumer};
use crate::connection::{NatsError, PAUSE};
use crate::protocol::{Answer, Attachment, Envelope, JobPlace, Outcome, Packet};

/// How long the broker is asked for a job at a time. A worker that leaves waits for it, so that
/// no job is sent to nobody.
const ASKING: Duration = Duration::from_secs(2);

/// Beyond that, an answer of the broker is not waited for: the line is broken.
const GRACE: Duration = Duration::from_secs(3);

/// A broker that has lost its store says nothing at all when it is asked for jobs: after so many
/// silent ones the consumer is looked up again.
const MOST_SILENCES: u32 = 10;

/// In this time the broker is told several times that a job is being worked on.
const SIGNS_OF_LIFE: u32 = 3;

pub(crate) struct Slot {
    pub broker: Broker,
    pub presence: Arc<Presence>,
    pub departure: Departure,
    pub events: Events,
    pub ack_wait: Duration,
    pub priority: Priority,
}

/// What becomes of a job here.
enum Ending {
    Answered {
        outcome: Outcome,
        certificate: Option<Sealed>,
    },
    /// Nobody wants an answer.
    Unwanted,
}

impl Ending {
    fn of(outcome: Outcome) -> Ending {
        Ending::Answered { outcome, certificate: None }
    }

    fn impossible(reason: &dyn std::fmt::Display) -> Ending {
        Ending::of(Outcome::Impossible { reason: reason.to_string() })
    }
}

impl Slot {
    pub async fn work(self) {
        while self.departure.stage() == Stage::Working {
            if let Err(error) = self.work_while_it_lasts().await {
                // That the line is down has been told already.
                if self.broker.is_up() {
                    (self.events)(WorkerEvent::Trouble { reason: error.to_string() });
                }
                tokio::select! {
                    () = sleep(PAUSE) => {}
                    () = self.departure.wait_for(Stage::Finishing) => {}
                }
            }
        }
    }

    /// Does jobs until told to leave, or until the consumer cannot be asked any more.
    async fn work_while_it_lasts(&self) -> Result<(), NatsError> {
        let consumer = tokio::select! {
            consumer = self.broker.worker_consumer(self.ack_wait) => consumer?,
            () = self.departure.wait_for(Stage::Finishing) => return Ok(()),
        };
        let ack_wait = consumer.cached_info().config.ack_wait;
        let mut silences = 0;
        while self.departure.stage() == Stage::Working && silences < MOST_SILENCES {
            let message = tokio::select! {
                message = next(&consumer) => message?,
                () = self.departure.wait_for(Stage::AtOnce) => None,
            };
            match message {
                Some(message) => {
                    self.serve(&message, ack_wait / SIGNS_OF_LIFE).await;
                    silences = 0;
                }
                None => silences += 1,
            }
        }
        Ok(())
    }

    async fn serve(&self, message: &Message, signs: Duration) {
        let Some(place) = JobPlace::of_subject(&message.subject) else {
            // Nobody waits for it.
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let ending = self.ending(message, &place, signs).await;
        let sent = match ending {
            Ending::Answered { outcome, certificate } => {
                let sent = self.answer(message, &place, signs, &outcome, certificate).await;
                if sent {
                    self.tell(&place, &outcome);
                }
                sent
            }
            Ending::Unwanted => {
                (self.events)(WorkerEvent::Cancelled { key: place.key });
                true
            }
        };
        if sent {
            // If it gets lost the job comes again and is done again, which does no harm.
            let _ = timeout(GRACE, message.double_ack()).await;
        }
        self.presence.end(place.key);
    }

    fn tell(&self, place: &JobPlace, outcome: &Outcome) {
        let key = place.key;
        (self.events)(match outcome {
            Outcome::Done { cost, .. } => {
                self.presence.count();
                WorkerEvent::Finished { key, seconds: cost.seconds }
            }
            Outcome::Impossible { reason } | Outcome::Incomplete { reason } => {
                WorkerEvent::Refused { key, reason: reason.clone() }
            }
            Outcome::GivenUp { attempts } => {
                WorkerEvent::Refused { key, reason: format!("handed out {attempts} times") }
            }
            Outcome::GivenBack => WorkerEvent::GaveBack { key },
        });
    }

    async fn ending(&self, message: &Message, place: &JobPlace, signs: Duration) -> Ending {
        let packet = match Packet::<Envelope>::read(&message.payload) {
            Ok(packet) => packet,
            Err(error) => return Ending::impossible(&error),
        };
        let Envelope { job, known, most_deliveries } = packet.head;
        if job.key() != place.key {
            return Ending::impossible(&"the job is not the one that its subject names");
        }
        let deliveries = message.info().map_or(1, |info| info.delivered.max(1)) as u32;
        if deliveries > most_deliveries {
            return Ending::of(Outcome::GivenUp { attempts: deliveries - 1 });
        }
        if self.departure.stage() != Stage::Working {
            return Ending::of(Outcome::GivenBack);
        }
        let known = match self.known(&known, packet.body).await {
            Ok(known) => known,
            Err(error) => return Ending::of(Outcome::Incomplete { reason: error.to_string() }),
        };
        self.perform(message, place, signs, Order { job, known }).await
    }

    async fn known(&self, known: &Attachment, body: Vec<u8>) -> Result<Option<Sealed>, NatsError> {
        let fetched = timeout(self.ack_wait, self.broker.detach(known, body));
        fetched.await.unwrap_or_else(|_| Err(NatsError::Broker("it does not answer".to_string())))
    }

    async fn perform(
        &self,
        message: &Message,
        place: &JobPlace,
        signs: Duration,
        order: Order,
    ) -> Ending {
        let control = Arc::new(Control::default());
        self.presence.begin(place.key, control.clone());
        let (campaign, title) = (place.campaign.clone(), title(&order.job));
        (self.events)(WorkerEvent::Began { campaign, key: place.key, title });
        let game = order.job.game;
        let result = match start(order, control.clone(), self.priority) {
            Ok(result) => result,
            Err(error) => {
                (self.events)(WorkerEvent::Trouble { reason: error.to_string() });
                return Ending::of(Outcome::GivenBack);
            }
        };
        let result = tokio::select! {
            result = alive(message, signs, result) => result,
            () = self.departure.wait_for(Stage::AtOnce) => {
                control.cancel();
                return Ending::of(Outcome::GivenBack);
            }
        };
        match result {
            Ok(Ok(_)) if control.is_cancelled() => Ending::Unwanted,
            Ok(Ok(Done { finding, certificate, cost })) => {
                let finding = finding.to_wire(game);
                Ending::Answered { outcome: Outcome::Done { finding, cost }, certificate }
            }
            Ok(Err(error)) => Ending::impossible(&error),
            Err(_) => Ending::impossible(&"the engine failed at it"),
        }
    }

    /// Sends an answer, again and again until it is stored. Whether it is.
    async fn answer(
        &self,
        message: &Message,
        place: &JobPlace,
        signs: Duration,
        outcome: &Outcome,
        certificate: Option<Sealed>,
    ) -> bool {
        let id = format!("{}.{}", place.key, self.broker.unique());
        let started = Instant::now();
        loop {
            let sending = self.send(place, &id, outcome, certificate.as_ref());
            match alive(message, signs, sending).await {
                Ok(()) => return true,
                Err(error) if self.broker.is_up() => {
                    (self.events)(WorkerEvent::Trouble { reason: error.to_string() });
                }
                Err(_) => {}
            }
            if self.departure.stage() == Stage::AtOnce && started.elapsed() > GRACE {
                return false;
            }
            sleep(PAUSE).await;
        }
    }

    async fn send(
        &self,
        place: &JobPlace,
        id: &str,
        outcome: &Outcome,
        certificate: Option<&Sealed>,
    ) -> Result<(), NatsError> {
        let object = || format!("answers/{}/{id}", place.campaign);
        let attached = self.broker.attach(certificate, object).await?;
        let worker = self.presence.worker().clone();
        let head = Answer { worker, outcome: outcome.clone(), certificate: attached.attachment };
        let packet = Packet { head, body: attached.body };
        let sent = self.broker.publish(place.result_subject(), id, &packet).await;
        sent.map_err(NatsError::from)
    }
}

/// The next job, if there is one.
async fn next(consumer: &PullConsumer) -> Result<Option<Message>, NatsError> {
    let asked = async {
        let mut messages = consumer
            .batch()
            .max_messages(1)
            .expires(ASKING)
            .messages()
            .await
            .map_err(NatsError::broker)?;
        messages.next().await.transpose().map_err(NatsError::broker)
    };
    timeout(ASKING + GRACE, asked).await.unwrap_or(Ok(None))
}

/// Waits for something, and meanwhile tells the broker now and then that the job is being worked on.
async fn alive<T>(message: &Message, signs: Duration, work: impl Future<Output = T>) -> T {
    let mut signs = interval(signs.max(Duration::from_millis(10)));
    signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut work = pin!(work);
    loop {
        tokio::select! {
            result = &mut work => return result,
            // If the line is down, the next one may get through.
            _ = signs.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    }
}

/// Does a job on a thread of its own. Nothing comes back if the engine panics.
fn start(
    order: Order,
    control: Arc<Control>,
    priority: Priority,
) -> std::io::Result<oneshot::Receiver<Result<Done, JobError>>> {
    let (sender, receiver) = oneshot::channel();
    let builder = std::thread::Builder::new().name("job".to_string());
    builder.spawn(move || {
        stand_back(priority);
        if let Ok(result) = catch_unwind(AssertUnwindSafe(|| perform(&order, &control))) {
            // Nobody listens any more if the worker has left.
            let _ = sender.send(result);
        }
    })?;
    Ok(receiver)
}

/// How much lower the priority of a thread is than that of other programs.
const NICENESS: i32 = 10;

/// On Linux this is the thread's own business, elsewhere the program's.
fn stand_back(priority: Priority) {
    #[cfg(target_os = "linux")]
    if priority == Priority::Low {
        // Where it is not allowed, the job is done all the same.
        let _ = rustix::process::nice(NICENESS);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (priority, NICENESS);
}

/// A job in a few words.
fn title(job: &Job) -> String {
    let what = match &job.kind {
        Kind::Solve => "solve",
        Kind::Move { .. } => "move",
        Kind::Verify { .. } => "verify",
    };
    format!("{what} {} {}", job.game, job.position)
}
