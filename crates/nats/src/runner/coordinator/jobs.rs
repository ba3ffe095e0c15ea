//! Jobs go out, and are looked after.

use std::collections::HashSet;
use std::time::Instant;

use futures_util::TryStreamExt;
use sixfold_jobs::{Failure, JobKey, Order, Report};

use super::Coordinator;
use crate::broker::PublishError;
use crate::connection::NatsError;
use crate::protocol::{Attachment, Envelope, JobPlace, Notice, Packet, jobs_of_campaign};
use crate::runner::book::{Entry, Receipt, State};
use crate::runner::{DeadLetter, RunnerEvent, lock};

/// A job that so many looks at the queue have not found, and that no worker speaks of, is lost.
const MOST_MISSED: u32 = 3;

/// Whether a job that is handed out again has been tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tried {
    Yes,
    No,
}

impl Coordinator {
    fn place(&self, key: JobKey) -> JobPlace {
        JobPlace { campaign: self.options.campaign.clone(), key }
    }

    pub(super) async fn submit(&mut self, order: Order) {
        let key = order.job.key();
        self.book.finished.remove(&key);
        self.book.open.insert(key, Entry { order, attempts: 0, state: State::Here });
        // Reported by this runner before, and handed in once more: then it is to be done again.
        if let Some(receipt) = self.book.reported.remove(&key) {
            self.acknowledge(receipt).await;
        }
        match self.book.claim(key) {
            Some(arrival) => self.arrive(arrival).await,
            None if self.is_worked_on(key) => self.set_state(key, State::Out { missed: 0 }),
            None => self.hand_out(key).await,
        }
    }

    /// A worker may still be busy with a job that an earlier coordinator has handed out.
    fn is_worked_on(&self, key: JobKey) -> bool {
        lock(&self.shared).crew.current(Instant::now()).contains(&key)
    }

    pub(super) fn set_state(&mut self, key: JobKey, state: State) {
        if let Some(entry) = self.book.open.get_mut(&key) {
            entry.state = state;
        }
    }

    /// Puts a job into the queue. If that fails it is tried again at the next inspection.
    async fn hand_out(&mut self, key: JobKey) {
        self.set_state(key, State::Here);
        if !self.broker.is_up() {
            return;
        }
        match self.publish(key).await {
            Ok(()) => self.set_state(key, State::Out { missed: 0 }),
            Err(error) => self.complain(&error),
        }
    }

    async fn publish(&mut self, key: JobKey) -> Result<(), NatsError> {
        let Some(entry) = self.book.open.get(&key) else { return Ok(()) };
        let (job, known) = (entry.order.job.clone(), entry.order.known.clone());
        let most_deliveries = self.options.most_attempts.saturating_sub(entry.attempts).max(1);
        let campaign = &self.options.campaign;
        let object = |digest| format!("known/{campaign}/{digest}");
        let (attachment, body) = match known {
            Some(known) if self.stored.contains(&known.digest()) => {
                let digest = known.digest();
                (Attachment::Stored { object: object(digest), digest }, Vec::new())
            }
            known => {
                let name =
                    || known.as_ref().map(|known| object(known.digest())).unwrap_or_default();
                let attached = self.broker.attach(known.as_ref(), name).await?;
                if let Attachment::Stored { digest, .. } = attached.attachment {
                    self.stored.insert(digest);
                }
                (attached.attachment, attached.body)
            }
        };
        let packet = Packet { head: Envelope { job, known: attachment, most_deliveries }, body };
        let id = format!("{key}.{}", self.broker.unique());
        match self.broker.publish(self.place(key).job_subject(), &id, &packet).await {
            Ok(()) | Err(PublishError::Held) => Ok(()),
            Err(PublishError::Other(error)) => Err(error),
        }
    }

    /// Hands a job out once more, unless it has been tried too often.
    pub(super) async fn hand_out_again(&mut self, key: JobKey, tried: Tried, reason: String) {
        let Some(entry) = self.book.open.get_mut(&key) else { return };
        entry.attempts += u32::from(tried == Tried::Yes);
        if entry.attempts >= self.options.most_attempts {
            let attempts = entry.attempts;
            self.give_up(key, DeadLetter { key, attempts, reason }, None);
            return;
        }
        (self.events)(RunnerEvent::HandedOutAgain { key, reason });
        self.take_off_queue(key).await;
        self.hand_out(key).await;
    }

    /// Whoever had it may not have said that it is done with it.
    async fn take_off_queue(&self, key: JobKey) {
        if self.broker.is_up()
            && let Ok(jobs) = self.broker.jobs().await
            && let Err(error) = jobs.purge().filter(self.place(key).job_subject()).await
        {
            self.complain(&NatsError::broker(error));
        }
    }

    pub(super) fn give_up(&mut self, key: JobKey, letter: DeadLetter, receipt: Option<Receipt>) {
        let DeadLetter { attempts, ref reason, .. } = letter;
        let failure = Failure::GivenUp { attempts, reason: reason.clone() };
        lock(&self.shared).dead_letters.push(letter.clone());
        (self.events)(RunnerEvent::GivenUp(letter));
        self.report(Report { key, worker: String::new(), result: Err(failure) }, receipt);
    }

    pub(super) async fn cancel(&mut self, key: JobKey) {
        if !self.book.open.contains_key(&key) {
            return;
        }
        self.take_off_queue(key).await;
        self.tell(Notice::Cancel(vec![key])).await;
        self.report(Report { key, worker: String::new(), result: Err(Failure::Cancelled) }, None);
        for arrival in self.book.claim_all(key) {
            self.acknowledge(arrival.receipt).await;
        }
    }

    /// Looks for jobs that are not where they should be: brokers are restarted, and some forget.
    pub(super) async fn inspect(&mut self) {
        if !self.broker.is_up() || self.book.open.is_empty() {
            return;
        }
        let held = match self.held().await {
            Ok(held) => held,
            Err(error) => return self.complain(&error),
        };
        let current = lock(&self.shared).crew.current(Instant::now());
        let mut here = Vec::new();
        let mut lost = Vec::new();
        for (&key, entry) in &mut self.book.open {
            match &mut entry.state {
                State::Here => here.push(key),
                State::Out { missed } if held.contains(&key) || current.contains(&key) => {
                    *missed = 0;
                }
                State::Out { missed } => {
                    *missed += 1;
                    if *missed >= MOST_MISSED {
                        lost.push(key);
                    }
                }
                State::Answered => {}
            }
        }
        for key in here {
            self.hand_out(key).await;
        }
        for key in lost {
            let reason = "neither the queue nor a worker knows of it".to_string();
            self.hand_out_again(key, Tried::No, reason).await;
        }
    }

    /// The jobs of this campaign that the queue holds, with those that workers have from it.
    async fn held(&self) -> Result<HashSet<JobKey>, NatsError> {
        let jobs = self.broker.jobs().await?;
        let subjects = jobs.info_with_subjects(jobs_of_campaign(&self.options.campaign)).await;
        let mut subjects = subjects.map_err(NatsError::broker)?;
        let mut held = HashSet::new();
        while let Some((subject, _)) = subjects.try_next().await.map_err(NatsError::broker)? {
            held.extend(JobPlace::of_subject(&subject).map(|place| place.key));
        }
        Ok(held)
    }
}
