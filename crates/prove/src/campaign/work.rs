//! Handing out jobs and taking in their answers, each step of it in the file before the next.

use std::collections::HashSet;
use std::time::SystemTime;

use sixfold_jobs::{Digest, Done, Failure, JobKey, Kind, Order, Report, Runner, Sealed};
use sixfold_proof::job_level::{NodeId, Status, TaskId, TaskKind};
use sixfold_store::{Changes, Counted, Evidence, OpenJob, Step, Store};

use super::{Campaign, CampaignError, Event, Waiting, Watch};
use crate::tree::{Assignment, Next, TreeError};

/// A job is tried so often before its node is set aside.
const MOST_ATTEMPTS: u32 = 3;

/// Whether there is more to be done than is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Supply {
    /// There is, or may be: nobody is free to do it.
    Left,
    /// There is not, until an answer comes.
    Exhausted,
}

impl Campaign {
    /// Nobody waits for the answers any more; the jobs stay open in the file, to be done when the
    /// proof is gone on with.
    pub(super) fn withdraw(&mut self, runner: &mut dyn Runner) {
        for (key, waiting) in self.waiting.drain() {
            runner.cancel(key);
            for Waiting { task, .. } in waiting {
                // It was in flight until now.
                let _ = self.tree.search_mut().give_back(task);
            }
        }
    }

    /// Hands in what was open when the last run ended.
    pub(super) fn resubmit(&mut self, runner: &mut dyn Runner) -> Result<(), CampaignError> {
        for OpenJob { node, job } in self.store.open_jobs()? {
            let is_wanted =
                self.tree.search().node(node).is_some_and(|view| {
                    view.record.status == Status::Open && !view.record.forbidden
                });
            let kind = match &job.kind {
                Kind::Move { excluded } => TaskKind::Move { excluded: excluded.clone() },
                Kind::Verify { .. } | Kind::Solve => TaskKind::Verify,
            };
            let task = is_wanted.then(|| self.tree.search_mut().resume(node, kind));
            let Some(Ok(task)) = task else {
                self.store.fail(job.key(), &Failure::Cancelled)?;
                continue;
            };
            let known = match &job.kind {
                Kind::Verify { known } => kept(&self.store, *known)?,
                Kind::Move { .. } | Kind::Solve => None,
            };
            let order = Order { job, known };
            self.submit(runner, Assignment { task: task.id, node, order })?;
        }
        Ok(())
    }

    pub(super) fn hand_out(
        &mut self,
        runner: &mut dyn Runner,
        watch: &mut Watch<'_>,
    ) -> Result<Supply, CampaignError> {
        while runner.free() > 0 && self.tree.search().status() == Status::Open {
            let next = self.tree.next(self.settings.effort)?;
            if next.is_empty() {
                return Ok(Supply::Exhausted);
            }
            for next in next {
                match next {
                    Next::Settled(_) => self.save()?,
                    Next::Job(assignment) => self.begin_job(runner, *assignment, watch)?,
                }
            }
        }
        Ok(Supply::Left)
    }

    fn begin_job(
        &mut self,
        runner: &mut dyn Runner,
        assignment: Assignment,
        watch: &mut Watch<'_>,
    ) -> Result<(), CampaignError> {
        let Assignment { task, node, order } = &assignment;
        if let Some(known) = self.store.result(order.job.key())? {
            // Done before, for this node or one like it.
            let set_aside = self.apply(*task, *node, &known.done)?;
            self.save()?;
            self.tell(runner, set_aside, watch);
            return Ok(());
        }
        let mut changes = self.changes();
        changes.certificates.extend(order.known.clone());
        self.store.save(&changes)?;
        self.store.begin(&[OpenJob { node: *node, job: order.job.clone() }])?;
        self.submit(runner, assignment)
    }

    fn submit(
        &mut self,
        runner: &mut dyn Runner,
        Assignment { task, node, order }: Assignment,
    ) -> Result<(), CampaignError> {
        let waiting = self.waiting.entry(order.job.key()).or_default();
        waiting.push(Waiting { task, node, order: order.clone() });
        Ok(runner.submit(order)?)
    }

    /// Takes in what has come of a job.
    pub(super) fn take(
        &mut self,
        runner: &mut dyn Runner,
        report: &Report,
        watch: &mut Watch<'_>,
    ) -> Result<(), CampaignError> {
        let Some(waiting) = self.waiting.remove(&report.key) else {
            // Somebody did it twice, or nobody wants it any more.
            runner.settle(report.key);
            return Ok(());
        };
        let Some(node) = waiting.first().map(|waiting| waiting.node) else { return Ok(()) };
        let worker = report.worker.as_str();
        let set_aside = match &report.result {
            Ok(done) => {
                let set_aside = self.finish(report, done, &waiting)?;
                runner.settle(report.key);
                watch(self, runner, Event::Done { node, worker, done });
                set_aside
            }
            Err(failure) => {
                self.pace.failed += 1;
                self.store.fail(report.key, failure)?;
                runner.settle(report.key);
                watch(self, runner, Event::Failed { node, worker, failure });
                self.retry(runner, report.key, failure, waiting)?
            }
        };
        self.tell(runner, set_aside, watch);
        Ok(())
    }

    fn tell(&self, runner: &dyn Runner, set_aside: Vec<NodeId>, watch: &mut Watch<'_>) {
        for node in set_aside {
            watch(self, runner, Event::SetAside { node });
        }
    }

    /// Writes an answer and all that follows from it. Tells the nodes that it is of no use to.
    fn finish(
        &mut self,
        report: &Report,
        done: &Done,
        waiting: &[Waiting],
    ) -> Result<Vec<NodeId>, CampaignError> {
        let mut set_aside = Vec::new();
        for Waiting { task, node, .. } in waiting {
            set_aside.extend(self.apply(*task, *node, done)?);
        }
        let step = Step {
            key: report.key,
            worker: report.worker.clone(),
            done: done.clone(),
            finished: SystemTime::now(),
            changes: self.changes(),
        };
        if self.store.finish(&step)? == Counted::Now {
            self.pace.done += 1;
            self.pace.seconds += done.cost.seconds;
        }
        Ok(set_aside)
    }

    /// Takes an answer into the tree. A node whose job found nothing out, or something that cannot
    /// be, is set aside and told: the same job would say the same again.
    fn apply(
        &mut self,
        task: TaskId,
        node: NodeId,
        done: &Done,
    ) -> Result<Vec<NodeId>, CampaignError> {
        match self.tree.take(task, node, done) {
            Ok(()) => Ok(Vec::new()),
            Err(TreeError::NothingFound | TreeError::Apply(_)) => {
                self.set_aside(task, node);
                Ok(vec![node])
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Hands a job in again, or sets its nodes aside if that has been done too often. Tells those.
    fn retry(
        &mut self,
        runner: &mut dyn Runner,
        key: JobKey,
        failure: &Failure,
        waiting: Vec<Waiting>,
    ) -> Result<Vec<NodeId>, CampaignError> {
        let attempts = self.attempts.entry(key).or_default();
        *attempts += 1;
        let is_hopeless = matches!(failure, Failure::Impossible(_) | Failure::GivenUp { .. });
        let mut set_aside = Vec::new();
        if is_hopeless || *attempts >= MOST_ATTEMPTS {
            for Waiting { task, node, .. } in waiting {
                self.set_aside(task, node);
                set_aside.push(node);
            }
            self.save()?;
        } else {
            for Waiting { task, node, order } in waiting {
                self.store.begin(&[OpenJob { node, job: order.job.clone() }])?;
                self.submit(runner, Assignment { task, node, order })?;
            }
        }
        Ok(set_aside)
    }

    fn set_aside(&mut self, task: TaskId, node: NodeId) {
        // Both can only fail if the node is not there, and then there is nothing to set aside.
        let _ = self.tree.search_mut().give_back(task);
        let _ = self.tree.search_mut().forbid(node);
    }

    /// What has become different in the tree since it was written last.
    pub(super) fn changes(&mut self) -> Changes {
        let changed: HashSet<NodeId> = self.tree.search_mut().take_changed().into_iter().collect();
        let search = self.tree.search();
        let mut nodes: Vec<_> = changed
            .into_iter()
            .filter_map(|node| search.node(node).map(|view| view.record.clone()))
            .collect();
        nodes.sort_by_key(|node| node.id);
        let news = self.tree.evidence_mut().take_news();
        let evidence = news.iter().map(|news| Evidence {
            node: news.node,
            role: news.role,
            certificate: news.sealed.digest(),
        });
        Changes {
            nodes,
            evidence: evidence.collect(),
            certificates: news.iter().map(|news| news.sealed.clone()).collect(),
        }
    }

    pub(super) fn save(&mut self) -> Result<(), CampaignError> {
        let changes = self.changes();
        Ok(self.store.save(&changes)?)
    }
}

/// A certificate that the file must hold.
pub(super) fn kept(store: &Store, digest: Option<Digest>) -> Result<Option<Sealed>, CampaignError> {
    match digest {
        Some(digest) => Ok(store.certificate(digest)?),
        None => Ok(None),
    }
}
