//! The workers that a coordinator hears of.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::{Duration, Instant};

use sixfold_jobs::{ENGINE_VERSION, JobKey, WorkerStatus};

use crate::protocol::{Attendance, Dismissal, Heartbeat, WorkerId};

/// Whoever has been silent for so long is not counted on.
const SILENCE: Duration = Duration::from_secs(6);

/// And after this is forgotten.
const ABSENCE: Duration = Duration::from_secs(60);

/// All workers that were heard of, by their id.
#[derive(Default)]
pub(crate) struct Crew {
    members: BTreeMap<String, Member>,
    dismissed: BTreeMap<String, Dismissed>,
}

struct Member {
    heartbeat: Heartbeat,
    heard: Instant,
}

/// A worker whose answers do not count any more.
struct Dismissed {
    name: String,
    reason: String,
    rejected: u64,
}

impl Crew {
    pub fn hear(&mut self, heartbeat: Heartbeat, now: Instant) {
        self.members.retain(|_, member| now.duration_since(member.heard) < ABSENCE);
        let id = heartbeat.worker.id.clone();
        if heartbeat.attendance == Attendance::Gone {
            self.members.remove(&id);
        } else {
            self.members.insert(id, Member { heartbeat, heard: now });
        }
    }

    /// Its answers do not count from now on.
    pub fn dismiss(&mut self, worker: &WorkerId, reason: String) {
        let name = worker.name.clone();
        let entry = Dismissed { name, reason, rejected: 0 };
        self.dismissed.entry(worker.id.clone()).or_insert(entry).rejected += 1;
    }

    pub fn is_dismissed(&self, worker: &WorkerId) -> bool {
        self.dismissed.contains_key(&worker.id)
    }

    pub fn dismissals(&self) -> Vec<Dismissal> {
        let dismissal = |(worker, dismissed): (&String, &Dismissed)| Dismissal {
            worker: worker.clone(),
            reason: dismissed.reason.clone(),
        };
        self.dismissed.iter().map(dismissal).collect()
    }

    /// Those who are there, are of our version and count.
    fn mates(&self, now: Instant) -> impl Iterator<Item = &Heartbeat> {
        self.present(now).filter(|heartbeat| {
            heartbeat.version == ENGINE_VERSION
                && !self.dismissed.contains_key(&heartbeat.worker.id)
        })
    }

    fn present(&self, now: Instant) -> impl Iterator<Item = &Heartbeat> {
        let present = move |member: &&Member| now.duration_since(member.heard) < SILENCE;
        self.members.values().filter(present).map(|member| &member.heartbeat)
    }

    /// How many jobs of ours could be done at the same time: cores that are not busy with the jobs
    /// of others.
    pub fn capacity(&self, ours: impl Fn(JobKey) -> bool, now: Instant) -> usize {
        let working = |heartbeat: &&Heartbeat| heartbeat.attendance == Attendance::Working;
        let cores = |heartbeat: &Heartbeat| {
            let others = heartbeat.current.iter().filter(|key| !ours(**key)).count();
            heartbeat.cores.saturating_sub(others)
        };
        self.mates(now).filter(working).map(cores).sum()
    }

    /// The jobs that somebody works on.
    pub fn current(&self, now: Instant) -> HashSet<JobKey> {
        self.mates(now).flat_map(|heartbeat| heartbeat.current.iter().copied()).collect()
    }

    /// The versions of the workers that are there, if none of them is ours.
    pub fn only_other_versions(&self, now: Instant) -> Option<BTreeSet<String>> {
        let versions: BTreeSet<String> =
            self.present(now).map(|heartbeat| heartbeat.version.clone()).collect();
        (!versions.is_empty() && !versions.contains(ENGINE_VERSION)).then_some(versions)
    }

    pub fn statuses(&self, now: Instant) -> Vec<WorkerStatus> {
        let here = self.members.iter().map(|(id, member)| {
            let Heartbeat { worker, cores, version, current, done, .. } = member.heartbeat.clone();
            let rejected = self.dismissed.get(id).map_or(0, |dismissed| dismissed.rejected);
            let silent = now.duration_since(member.heard);
            WorkerStatus { name: worker.name, cores, version, current, done, rejected, silent }
        });
        let gone = self.dismissed.iter().filter(|(id, _)| !self.members.contains_key(*id));
        let gone = gone.map(|(_, dismissed)| WorkerStatus {
            name: dismissed.name.clone(),
            cores: 0,
            version: String::new(),
            current: Vec::new(),
            done: 0,
            rejected: dismissed.rejected,
            silent: ABSENCE,
        });
        here.chain(gone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sixfold_jobs::Digest;

    fn key(text: &str) -> JobKey {
        JobKey(Digest::of(text.as_bytes()))
    }

    fn worker(id: &str, cores: usize, current: &[JobKey]) -> Heartbeat {
        Heartbeat {
            worker: WorkerId { id: id.to_string(), name: id.to_string() },
            cores,
            version: ENGINE_VERSION.to_string(),
            current: current.to_vec(),
            done: 0,
            attendance: Attendance::Working,
        }
    }

    #[test]
    fn cores_count_unless_others_use_them() {
        let (mut crew, now) = (Crew::default(), Instant::now());
        crew.hear(worker("a", 4, &[key("ours"), key("theirs")]), now);
        crew.hear(worker("b", 2, &[]), now);
        assert_eq!(crew.capacity(|job| job == key("ours"), now), 5);
        assert_eq!(crew.current(now), HashSet::from([key("ours"), key("theirs")]));
    }

    #[test]
    fn the_silent_the_leaving_the_dismissed_and_the_others_do_not_count() {
        let (mut crew, now) = (Crew::default(), Instant::now());
        let other = Heartbeat { version: "sixfold 9".to_string(), ..worker("other", 8, &[]) };
        crew.hear(other, now);
        assert_eq!(crew.only_other_versions(now), Some(BTreeSet::from(["sixfold 9".to_string()])));
        crew.hear(worker("liar", 4, &[]), now);
        assert_eq!(crew.only_other_versions(now), None);
        assert_eq!(crew.capacity(|_| true, now), 4);
        crew.dismiss(&worker("liar", 4, &[]).worker, "it lied".to_string());
        crew.dismiss(&worker("liar", 4, &[]).worker, "again".to_string());
        let leaving = Heartbeat { attendance: Attendance::Finishing, ..worker("leaving", 2, &[]) };
        crew.hear(leaving, now);
        assert_eq!(crew.capacity(|_| true, now), 0);
        let status = crew.statuses(now).into_iter().find(|status| status.name == "liar").unwrap();
        assert_eq!((status.rejected, crew.dismissals().len()), (2, 1));
        crew.hear(worker("silent", 2, &[]), now);
        assert_eq!(crew.capacity(|_| true, now), 2);
        assert_eq!(crew.capacity(|_| true, now + SILENCE), 0);
        let gone = Heartbeat { attendance: Attendance::Gone, ..worker("silent", 2, &[]) };
        crew.hear(gone, now);
        assert!(crew.statuses(now).iter().all(|status| status.name != "silent"));
    }

    #[test]
    fn a_dismissed_worker_is_told_of_even_when_it_is_gone() {
        let (mut crew, now) = (Crew::default(), Instant::now());
        crew.dismiss(&worker("liar", 4, &[]).worker, "it lied".to_string());
        assert_eq!(crew.statuses(now)[0].rejected, 1);
    }
}
