//! What a coordinator knows of its jobs and their answers.

use std::collections::{HashMap, HashSet};

use async_nats::jetstream::Message;
use sixfold_jobs::{Done, JobKey, Order};

use crate::protocol::{Answer, Attachment, JobPlace, Packet};

/// A job that is handed in and not reported.
pub(crate) struct Entry {
    pub order: Order,
    /// How often it went wrong.
    pub attempts: u32,
    pub state: State,
}

/// Where a job is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// Here: it could not be handed out yet.
    Here,
    /// On the broker, or with a worker.
    Out {
        /// How many looks at the queue have not found it, one after the other.
        missed: u32,
    },
    /// Its answer is being checked.
    Answered,
}

/// An answer, which stays on the broker until it is acknowledged.
pub(crate) struct Arrival {
    pub key: JobKey,
    pub answer: Answer,
    pub body: Vec<u8>,
    pub receipt: Receipt,
}

/// What is needed to settle an answer.
pub(crate) struct Receipt {
    pub message: Message,
    pub attachment: Attachment,
}

/// An answer that has been checked.
pub(crate) struct Verdict {
    pub arrival: Arrival,
    pub judgement: Judgement,
}

pub(crate) enum Judgement {
    Accepted(Done),
    /// It claims what is not so.
    False(String),
    /// Its certificate is not there.
    Unavailable(String),
}

impl Arrival {
    /// The answer in a message, or the message if there is none in it.
    pub fn read(message: Message) -> Result<Arrival, Box<Message>> {
        let place = JobPlace::of_subject(&message.subject);
        let packet = Packet::<Answer>::read(&message.payload);
        match (place, packet) {
            (Some(JobPlace { key, .. }), Ok(Packet { head: answer, body })) => {
                let attachment = answer.certificate.clone();
                Ok(Arrival { key, answer, body, receipt: Receipt { message, attachment } })
            }
            _ => Err(Box::new(message)),
        }
    }
}

impl Receipt {
    /// Whether the other is the same message, delivered again.
    pub fn is_of_same_message(&self, other: &Receipt) -> bool {
        let sequence =
            |receipt: &Receipt| receipt.message.info().map(|info| info.stream_sequence).ok();
        sequence(self) == sequence(other)
    }
}

/// All jobs and answers.
#[derive(Default)]
pub(crate) struct Book {
    pub open: HashMap<JobKey, Entry>,
    /// Answers that nobody waits for: to jobs of an earlier run that are not handed in again yet, and
    /// second answers while the first is being checked.
    unclaimed: HashMap<JobKey, Vec<Arrival>>,
    /// Reported and not settled.
    pub reported: HashMap<JobKey, Receipt>,
    /// Answers to these are of no use.
    pub finished: HashSet<JobKey>,
}

impl Book {
    /// Keeps an answer for later.
    pub fn keep(&mut self, arrival: Arrival) {
        let kept = self.unclaimed.entry(arrival.key).or_default();
        kept.retain(|other| !other.receipt.is_of_same_message(&arrival.receipt));
        kept.push(arrival);
    }

    /// An answer that was kept.
    pub fn claim(&mut self, key: JobKey) -> Option<Arrival> {
        let kept = self.unclaimed.get_mut(&key)?;
        let arrival = kept.pop();
        if kept.is_empty() {
            self.unclaimed.remove(&key);
        }
        arrival
    }

    /// All answers that were kept.
    pub fn claim_all(&mut self, key: JobKey) -> Vec<Arrival> {
        self.unclaimed.remove(&key).unwrap_or_default()
    }
}
