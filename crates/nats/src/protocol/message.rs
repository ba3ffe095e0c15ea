//! Messages, as they are written and read.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sixfold_jobs::wire::WireFinding;
use sixfold_jobs::{Cost, Digest, Job, JobKey};
use thiserror::Error;

/// A line of JSON and the bytes that come with it, if any: certificates are not worth the third
/// that JSON would add to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packet<T> {
    /// What it says.
    pub head: T,
    /// What is attached.
    pub body: Vec<u8>,
}

/// Bytes that are not the message that was expected.
#[derive(Debug, Error)]
#[error("a malformed message: {0}")]
pub struct MalformedMessage(#[from] serde_json::Error);

impl<T: Serialize + DeserializeOwned> Packet<T> {
    /// The bytes of the message.
    pub fn write(&self) -> Result<Vec<u8>, MalformedMessage> {
        let mut bytes = serde_json::to_vec(&self.head)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&self.body);
        Ok(bytes)
    }

    /// The message of these bytes.
    pub fn read(bytes: &[u8]) -> Result<Packet<T>, MalformedMessage> {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let head = serde_json::from_slice(&bytes[..end])?;
        Ok(Packet { head, body: bytes.get(end + 1..).unwrap_or_default().to_vec() })
    }
}

/// A certificate that comes with a message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attachment {
    /// There is none.
    None,
    /// It follows the line.
    Inline,
    /// It is in the object store.
    Stored {
        /// Under this name.
        object: String,
        /// This is what it is.
        digest: Digest,
    },
}

/// A job on its way to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// The job.
    pub job: Job,
    /// The replies that are known to be refuted.
    pub known: Attachment,
    /// How often it may be handed out before it is given up.
    pub most_deliveries: u32,
}

/// Who a worker is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WorkerId {
    /// No other worker has it, not even the same one after a restart.
    pub id: String,
    /// What people call it.
    pub name: String,
}

/// An answer on its way to the coordinator.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Who answers.
    pub worker: WorkerId,
    /// What has come of the job.
    pub outcome: Outcome,
    /// The proof.
    pub certificate: Attachment,
}

/// What has come of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is done.
    Done {
        /// What was found.
        finding: WireFinding,
        /// What it has cost.
        cost: Cost,
    },
    /// It cannot be done.
    Impossible {
        /// Why.
        reason: String,
    },
    /// It was handed out too often.
    GivenUp {
        /// How often.
        attempts: u32,
    },
    /// The worker gives it back: it leaves.
    GivenBack,
    /// What it needs could not be fetched.
    Incomplete {
        /// What is missing.
        reason: String,
    },
}

/// What a worker tells every second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// Who it is.
    pub worker: WorkerId,
    /// How many jobs it does at a time.
    pub cores: usize,
    /// The engine that it runs.
    pub version: String,
    /// What it is doing now.
    pub current: Vec<JobKey>,
    /// Jobs that it has done.
    pub done: u64,
    /// Whether it takes more jobs.
    pub attendance: Attendance,
}

/// Whether a worker takes jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attendance {
    /// It does.
    Working,
    /// It finishes those that it has.
    Finishing,
    /// It has left.
    Gone,
}

/// What a coordinator tells all workers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// Every second: it is there.
    Hello(Hello),
    /// These jobs are no longer wanted.
    Cancel(Vec<JobKey>),
}

/// Who a coordinator is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// Which start of it this is.
    pub session: Session,
    /// The engine that its jobs are for.
    pub version: String,
    /// Workers whose answers are ignored.
    pub dismissed: Vec<Dismissal>,
}

/// One start of a coordinator. The later of two is the larger one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Session {
    /// Milliseconds since 1970 on its clock.
    pub started: u64,
    /// Tells apart what started at the same time.
    pub id: String,
}

/// A worker is not wanted any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dismissal {
    /// Its id.
    pub worker: String,
    /// Why.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_is_read_as_it_was_written() {
        let packet = Packet { head: Notice::Cancel(Vec::new()), body: b"\n{}\n".to_vec() };
        assert_eq!(Packet::read(&packet.write().unwrap()).unwrap(), packet);
        assert!(Packet::<Notice>::read(b"no json").is_err());
        assert!(Packet::<Notice>::read(b"").is_err());
    }
}
