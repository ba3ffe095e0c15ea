//! What coordinators and workers say to each other.

mod message;
mod subject;

pub use message::{
    Answer, Attachment, Attendance, Dismissal, Envelope, Heartbeat, Hello, MalformedMessage,
    Notice, Outcome, Packet, Session, WorkerId,
};
pub use subject::{
    BadCampaign, Campaign, HEARTBEATS, JOBS_STREAM, JobPlace, NOTICES, OBJECT_STORE,
    RESULTS_STREAM, heartbeat_subject, jobs_of_version, jobs_subjects, notice_subject,
    results_of_campaign, results_subjects, worker_consumer,
};
pub(crate) use subject::{jobs_of_campaign, token};
