//! Names on the broker.

use std::fmt;
use std::str::FromStr;

use sixfold_jobs::{ENGINE_VERSION, JobKey};
use thiserror::Error;

/// The work-queue stream in which jobs wait.
pub const JOBS_STREAM: &str = "SIXFOLD_JOBS";
/// The stream in which answers wait.
pub const RESULTS_STREAM: &str = "SIXFOLD_RESULTS";
/// The object store of what is too large for a message.
pub const OBJECT_STORE: &str = "sixfold";
/// What all workers tell.
pub const HEARTBEATS: &str = "sixfold.workers.*";
/// What all coordinators tell.
pub const NOTICES: &str = "sixfold.coordinators.*";

/// The name under which a coordinator has its jobs done. Coordinators that share a broker have
/// different ones; one that is started again takes its name again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Campaign(String);

/// Text that cannot name a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a name of 1 to 64 letters, digits, '-' and '_'")]
pub struct BadCampaign(String);

impl FromStr for Campaign {
    type Err = BadCampaign;

    fn from_str(text: &str) -> Result<Campaign, BadCampaign> {
        let fits = (1..=64).contains(&text.len()) && text.chars().all(is_plain);
        if fits {
            Ok(Campaign(text.to_string()))
        } else {
            Err(BadCampaign(text.chars().take(80).collect()))
        }
    }
}

impl fmt::Display for Campaign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a character may stand in a part of a subject, and in the name of a consumer.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '-' | '_')
}

/// Any text as a part of a subject.
pub(crate) fn token(text: &str) -> String {
    text.chars().map(|character| if is_plain(character) { character } else { '_' }).collect()
}

/// Where a job and its answers are on the broker.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JobPlace {
    /// Whose job it is.
    pub campaign: Campaign,
    /// The job.
    pub key: JobKey,
}

impl JobPlace {
    /// Where the job waits. Workers of another version do not look there.
    #[must_use]
    pub fn job_subject(&self) -> String {
        format!("sixfold.jobs.{}.{}.{}", token(ENGINE_VERSION), self.campaign, self.key)
    }

    /// Where its answers wait.
    #[must_use]
    pub fn result_subject(&self) -> String {
        format!("sixfold.results.{}.{}", self.campaign, self.key)
    }

    /// The place that the subject of a job or of an answer speaks of.
    #[must_use]
    pub fn of_subject(subject: &str) -> Option<JobPlace> {
        let mut parts = subject.rsplit('.');
        let key = JobKey(parts.next()?.parse().ok()?);
        let campaign = parts.next()?.parse().ok()?;
        Some(JobPlace { campaign, key })
    }
}

/// All jobs.
#[must_use]
pub fn jobs_subjects() -> String {
    "sixfold.jobs.*.*.*".to_string()
}

/// The jobs of this version.
#[must_use]
pub fn jobs_of_version() -> String {
    format!("sixfold.jobs.{}.*.*", token(ENGINE_VERSION))
}

/// The jobs of a campaign for workers of this version.
pub(crate) fn jobs_of_campaign(campaign: &Campaign) -> String {
    format!("sixfold.jobs.{}.{campaign}.*", token(ENGINE_VERSION))
}

/// The consumer that all workers of this version share.
#[must_use]
pub fn worker_consumer() -> String {
    format!("workers-{}", token(ENGINE_VERSION))
}

/// All answers.
#[must_use]
pub fn results_subjects() -> String {
    "sixfold.results.*.*".to_string()
}

/// The answers to a campaign.
#[must_use]
pub fn results_of_campaign(campaign: &Campaign) -> String {
    format!("sixfold.results.{campaign}.*")
}

/// What a worker tells.
#[must_use]
pub fn heartbeat_subject(worker: &str) -> String {
    format!("sixfold.workers.{}", token(worker))
}

/// What a coordinator tells.
#[must_use]
pub fn notice_subject(campaign: &Campaign) -> String {
    format!("sixfold.coordinators.{campaign}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sixfold_jobs::Digest;

    #[test]
    fn a_campaign_is_a_plain_name() {
        assert!("openings-2_A".parse::<Campaign>().is_ok());
        for wrong in ["", "a.b", "a b", "*", ">", "ä", &"x".repeat(65)] {
            assert!(wrong.parse::<Campaign>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_place_of_a_job_is_read_back_from_its_subjects() {
        let key = JobKey(Digest::of(b"some job"));
        let place = JobPlace { campaign: "atlas".parse().unwrap(), key };
        assert_eq!(JobPlace::of_subject(&place.job_subject()), Some(place.clone()));
        assert_eq!(JobPlace::of_subject(&place.result_subject()), Some(place));
        assert_eq!(JobPlace::of_subject("sixfold.jobs.x.atlas.none"), None);
    }

    #[test]
    fn the_version_is_one_part_of_the_subject() {
        assert!(!token(ENGINE_VERSION).contains(['.', ' ']));
        assert_eq!(jobs_of_version().split('.').count(), jobs_subjects().split('.').count());
    }
}
