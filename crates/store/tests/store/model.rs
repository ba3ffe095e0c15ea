//! A store in memory, as plain as can be, to hold the real one against.

use std::collections::BTreeMap;

use sixfold_jobs::{Cost, Digest, Failure, JobKey, Sealed};
use sixfold_proof::job_level::NodeId;
use sixfold_store::{
    Changes, FailedJob, Header, JobCost, JobKind, JobState, Node, Note, OpenJob, Reader, Role,
    Step, StoredResult, Totals,
};

pub struct Model {
    pub header: Header,
    pub nodes: BTreeMap<u32, Node>,
    pub certificates: BTreeMap<Digest, Sealed>,
    pub jobs: Vec<ModelJob>,
    evidence: BTreeMap<(u32, Role), Digest>,
    results: Vec<ModelResult>,
    notes: Vec<Note>,
}

pub struct ModelJob {
    pub open: OpenJob,
    pub state: JobState,
    attempts: u32,
    reason: String,
}

struct ModelResult {
    key: JobKey,
    kind: JobKind,
    stored: StoredResult,
}

impl Model {
    pub fn new(header: Header) -> Model {
        Model {
            header,
            nodes: BTreeMap::new(),
            certificates: BTreeMap::new(),
            jobs: Vec::new(),
            evidence: BTreeMap::new(),
            results: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn job(&mut self, key: JobKey) -> &mut ModelJob {
        self.jobs.iter_mut().find(|job| job.open.job.key() == key).unwrap()
    }

    pub fn save(&mut self, changes: &Changes) {
        for node in &changes.nodes {
            self.nodes.insert(node.id.0, node.clone());
        }
        for sealed in &changes.certificates {
            self.certificates.insert(sealed.digest(), sealed.clone());
        }
        for evidence in &changes.evidence {
            self.evidence.insert((evidence.node.0, evidence.role), evidence.certificate);
        }
    }

    pub fn begin(&mut self, open: &OpenJob) {
        match self.jobs.iter_mut().find(|job| job.open == *open) {
            Some(job) if job.state == JobState::Done => {}
            Some(job) => job.state = JobState::Open,
            None => self.jobs.push(ModelJob {
                open: open.clone(),
                state: JobState::Open,
                attempts: 0,
                reason: String::new(),
            }),
        }
    }

    pub fn finish(&mut self, step: &Step) {
        let job = self.job(step.key);
        if job.state == JobState::Done {
            return;
        }
        job.state = JobState::Done;
        let kind = JobKind::from(&job.open.job.kind);
        let stored = StoredResult {
            sequence: self.results.len() as u64 + 1,
            done: step.done.clone(),
            worker: step.worker.clone(),
            finished: step.finished,
        };
        self.results.push(ModelResult { key: step.key, kind, stored });
        if let Some(sealed) = &step.done.certificate {
            self.certificates.insert(sealed.digest(), sealed.clone());
        }
        self.save(&step.changes);
    }

    pub fn fail(&mut self, key: JobKey, failure: &Failure) {
        let job = self.job(key);
        if job.state == JobState::Done {
            return;
        }
        job.reason = failure.to_string();
        (job.state, job.attempts) = match failure {
            Failure::Rejected(_) => (JobState::Failed, job.attempts + 1),
            Failure::Impossible(_) => (JobState::GivenUp, job.attempts + 1),
            Failure::GivenUp { attempts, .. } => (JobState::GivenUp, job.attempts + attempts),
            Failure::Cancelled => (JobState::Cancelled, job.attempts),
        };
    }

    pub fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    pub fn expect_equal(&self, reader: &Reader) {
        assert_eq!(reader.header().unwrap(), self.header);
        assert!(reader.nodes().unwrap().iter().eq(self.nodes.values()));
        for id in self.nodes.keys() {
            let known = |role| self.evidence.get(&(*id, role)).copied();
            assert_eq!(reader.proof_of(NodeId(*id)).unwrap(), known(Role::Proof));
            assert_eq!(reader.partial_of(NodeId(*id)).unwrap(), known(Role::Partial));
        }
        for (digest, sealed) in &self.certificates {
            assert_eq!(reader.certificate(*digest).unwrap().as_ref(), Some(sealed));
        }
        self.expect_equal_jobs(reader);
        assert_eq!(reader.notes().unwrap(), self.notes);
    }

    fn expect_equal_jobs(&self, reader: &Reader) {
        let results = self.results.iter();
        for result in results.clone() {
            assert_eq!(reader.result(result.key).unwrap().as_ref(), Some(&result.stored));
        }
        let costs =
            results.map(|result| JobCost { kind: result.kind, cost: result.stored.done.cost });
        assert_eq!(reader.job_costs().unwrap(), costs.collect::<Vec<_>>());
        let in_state = |state| self.jobs.iter().filter(move |job| job.state == state);
        let open = in_state(JobState::Open).map(|job| job.open.clone());
        assert_eq!(reader.open_jobs().unwrap(), open.collect::<Vec<_>>());
        assert_eq!(reader.failed_jobs().unwrap(), self.failed());
        let count = |state| in_state(state).count() as u64;
        let costs = || self.results.iter().map(|result| result.stored.done.cost);
        let totals = Totals {
            done: self.results.len() as u64,
            open: count(JobState::Open),
            failed: count(JobState::Failed),
            given_up: count(JobState::GivenUp),
            cost: Cost {
                nodes: costs().map(|cost| cost.nodes).sum(),
                seconds: costs().map(|cost| cost.seconds).sum(),
            },
        };
        assert_eq!(reader.totals().unwrap(), totals);
    }

    fn failed(&self) -> Vec<FailedJob> {
        self.jobs
            .iter()
            .filter(|job| matches!(job.state, JobState::Failed | JobState::GivenUp))
            .map(|job| FailedJob {
                key: job.open.job.key(),
                node: job.open.node,
                kind: JobKind::from(&job.open.job.kind),
                state: job.state,
                attempts: job.attempts,
                reason: job.reason.clone(),
            })
            .collect()
    }
}
