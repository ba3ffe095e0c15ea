//! The coordinator: the part of a runner that speaks with the broker.

mod answers;
mod jobs;

use std::collections::{BTreeSet, HashSet};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use futures_util::StreamExt;
use sixfold_jobs::{Digest, ENGINE_VERSION, Report};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, sleep, timeout};

use super::book::{Arrival, Book, Verdict};
use super::{Command, Events, RunnerEvent, RunnerOptions, Shared, lock};
use crate::broker::{Broker, PullConsumer, Start};
use crate::connection::{Line, NatsError, PAUSE};
use crate::protocol::{
    Campaign, HEARTBEATS, Heartbeat, Hello, Notice, Packet, Session, jobs_of_campaign,
    notice_subject,
};

/// Between two greetings to the workers.
const GREETING: Duration = Duration::from_secs(1);

/// How long the broker is asked for answers at a time.
const ASKING: Duration = Duration::from_secs(5);

/// Beyond that, it is not waited for: the line is broken.
const GRACE: Duration = Duration::from_secs(3);

pub(super) struct Coordinator {
    options: RunnerOptions,
    broker: Broker,
    shared: Arc<Mutex<Shared>>,
    events: Events,
    reports: Sender<Report>,
    session: Session,
    book: Book,
    arrivals: UnboundedReceiver<Arrival>,
    verdict: UnboundedSender<Verdict>,
    verdicts: UnboundedReceiver<Verdict>,
    /// So many answers are checked at a time.
    checkers: Arc<Semaphore>,
    /// Known answers that are in the object store.
    stored: HashSet<Digest>,
    /// Other versions that the user has been told of.
    told: Option<BTreeSet<String>>,
}

impl Coordinator {
    /// Connects, and takes up all answers that wait for this campaign.
    pub async fn start(
        options: RunnerOptions,
        shared: Arc<Mutex<Shared>>,
        events: Events,
        reports: Sender<Report>,
    ) -> Result<Coordinator, NatsError> {
        let broker = reach(&options, &events).await?;
        broker.jobs().await?;
        let mut consumer = broker.results_consumer(&options.campaign, Start::Anew).await?;
        let waiting = consumer.info().await.map_err(NatsError::broker)?.num_pending;
        let (arrival, arrivals) = unbounded_channel();
        tokio::spawn(fetch(broker.clone(), options.campaign.clone(), consumer, arrival));
        let (verdict, verdicts) = unbounded_channel();
        let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let mut coordinator = Coordinator {
            session: Session { started: started.as_millis() as u64, id: broker.unique() },
            broker,
            shared,
            events,
            reports,
            book: Book::default(),
            arrivals,
            verdict,
            verdicts,
            checkers: Arc::new(Semaphore::new(cores)),
            stored: HashSet::new(),
            told: None,
            options,
        };
        coordinator.take_up(waiting).await;
        Ok(coordinator)
    }

    /// Answers that are there already must not be worked for again.
    async fn take_up(&mut self, waiting: u64) {
        for _ in 0..waiting {
            match timeout(GRACE, self.arrivals.recv()).await {
                Ok(Some(arrival)) => self.book.keep(arrival),
                _ => return,
            }
        }
    }

    /// Works until nobody asks any more.
    pub async fn run(mut self, commands: UnboundedReceiver<Command>) {
        match self.work(commands).await {
            Ok(()) => self.withdraw().await,
            Err(error) => lock(&self.shared).broken = Some(error.to_string()),
        }
        self.broker.flush().await;
    }

    async fn work(&mut self, mut commands: UnboundedReceiver<Command>) -> Result<(), NatsError> {
        let client = self.broker.client.clone();
        let mut heartbeats = client.subscribe(HEARTBEATS).await.map_err(NatsError::broker)?;
        let notices = notice_subject(&self.options.campaign);
        let mut notices = client.subscribe(notices).await.map_err(NatsError::broker)?;
        let mut greetings = interval(GREETING);
        let mut inspections = interval(self.options.inspection);
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.obey(command).await,
                    None => return Ok(()),
                },
                Some(arrival) = self.arrivals.recv() => self.arrive(arrival).await,
                Some(verdict) = self.verdicts.recv() => self.conclude(verdict).await,
                Some(message) = heartbeats.next() => self.hear(&message.payload),
                Some(message) = notices.next() => self.look_for_successor(&message.payload)?,
                _ = greetings.tick() => self.greet().await,
                _ = inspections.tick() => self.inspect().await,
            }
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Submit(order) => self.submit(*order).await,
            Command::Cancel(key) => self.cancel(key).await,
            Command::Settle(key) => self.settle(key).await,
        }
    }

    fn hear(&mut self, payload: &[u8]) {
        let Ok(heartbeat) = Packet::<Heartbeat>::read(payload) else { return };
        let others = {
            let mut shared = lock(&self.shared);
            shared.crew.hear(heartbeat.head, Instant::now());
            shared.crew.only_other_versions(Instant::now())
        };
        if others != self.told {
            if let Some(versions) = others.clone() {
                (self.events)(RunnerEvent::OnlyOtherVersions { versions });
            }
            self.told = others;
        }
    }

    /// Two coordinators of one campaign would take each other's answers: the later one stays.
    fn look_for_successor(&self, payload: &[u8]) -> Result<(), NatsError> {
        match Packet::<Notice>::read(payload) {
            Ok(Packet { head: Notice::Hello(hello), .. }) if hello.session > self.session => {
                let campaign = &self.options.campaign;
                let reason = format!("another coordinator has taken over the campaign {campaign}");
                Err(NatsError::Broker(reason))
            }
            _ => Ok(()),
        }
    }

    async fn greet(&self) {
        let dismissed = lock(&self.shared).crew.dismissals();
        let version = ENGINE_VERSION.to_string();
        let hello = Hello { session: self.session.clone(), version, dismissed };
        self.tell(Notice::Hello(hello)).await;
    }

    async fn tell(&self, notice: Notice) {
        if self.broker.is_up() {
            // Whoever does not hear it hears the next one, or does some work in vain.
            let _ = self.broker.tell(notice_subject(&self.options.campaign), notice).await;
        }
    }

    /// Tells of something that went wrong, unless it is only that the line is down.
    fn complain(&self, error: &NatsError) {
        if self.broker.is_up() {
            (self.events)(RunnerEvent::Trouble { reason: error.to_string() });
        }
    }

    /// Takes jobs that nobody has begun with off the queue. What somebody works on is finished.
    async fn withdraw(&self) {
        if self.broker.is_up()
            && let Ok(jobs) = self.broker.jobs().await
        {
            // What stays there is taken up by the next coordinator of the campaign.
            let _ = jobs.purge().filter(jobs_of_campaign(&self.options.campaign)).await;
        }
    }
}

/// Tries to reach the broker for a while.
async fn reach(options: &RunnerOptions, events: &Events) -> Result<Broker, NatsError> {
    let started = Instant::now();
    loop {
        let listener = events.clone();
        let on_line = move |line| {
            listener(match line {
                Line::Up => RunnerEvent::Connected,
                Line::Down => RunnerEvent::Disconnected,
            });
        };
        let name = format!("sixfold coordinator {}", options.campaign);
        match options.connection.connect(&name, on_line).await {
            Ok(client) => return Ok(Broker::new(client)),
            Err(NatsError::Unreachable { .. }) if started.elapsed() < options.patience => {
                sleep(PAUSE).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Fetches answers for ever.
async fn fetch(
    broker: Broker,
    campaign: Campaign,
    first: PullConsumer,
    arrival: UnboundedSender<Arrival>,
) {
    let mut consumer = Some(first);
    while !arrival.is_closed() {
        let fetched = match &consumer {
            Some(consumer) => fetch_some(consumer, &arrival).await,
            None => Err(NatsError::Broker("there is no consumer".to_string())),
        };
        match fetched {
            Ok(1..) => continue,
            Ok(0) => {}
            Err(_) => sleep(PAUSE).await,
        }
        // A broker that has lost its store says nothing at all when it is asked for messages.
        consumer = broker.results_consumer(&campaign, Start::WhereItWas).await.ok();
    }
}

/// So many answers are fetched at a time.
const BATCH: usize = 64;

/// How many have come.
async fn fetch_some(
    consumer: &PullConsumer,
    arrival: &UnboundedSender<Arrival>,
) -> Result<usize, NatsError> {
    let request = consumer.batch().max_messages(BATCH).expires(ASKING).messages();
    let mut messages = request.await.map_err(NatsError::broker)?;
    let mut count = 0;
    while let Ok(Some(message)) = timeout(ASKING + GRACE, messages.next()).await {
        count += 1;
        match Arrival::read(message.map_err(NatsError::broker)?) {
            Ok(read) => arrival.send(read).map_err(NatsError::broker)?,
            // No worker of ours wrote it. If a job lacks its answer it is handed out again.
            Err(message) => drop(message.ack().await),
        }
    }
    Ok(count)
}
