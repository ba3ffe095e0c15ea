//! Jobs done on other machines, over NATS `JetStream`.
//!
//! A coordinator hands its jobs to a [`NatsRunner`], which is a
//! [`Runner`](sixfold_jobs::Runner) like any other. Workers ([`worker::run`]) take them from the
//! broker, do them and send the answers back. Both may come and go, the broker too: the coordinator's
//! own store is the truth, the broker only carries what is under way.
//!
//! What travels how is in [`protocol`]:
//!
//! * Jobs wait in one work-queue stream for all campaigns. Their subject names the engine version,
//!   the campaign and the job, so that workers only see jobs of their version, and the queue holds a
//!   job once.
//! * Answers wait in a stream of their own until the coordinator has
//!   [settled](sixfold_jobs::Runner::settle) them: one that is killed before gets them again.
//! * Certificates that are too large for a message go through an object store.
//! * Workers tell every second what they do, coordinators who they are, on plain subjects.

mod broker;
mod connection;
pub mod protocol;
mod runner;
pub mod worker;

pub use connection::{Address, Connection, Identity, NatsError};
pub use protocol::{BadCampaign, Campaign};
pub use runner::{DeadLetter, NatsRunner, RunnerEvent, RunnerOptions};
