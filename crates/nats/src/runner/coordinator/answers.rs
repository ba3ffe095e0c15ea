//! Answers come in, are checked, and are reported.

use std::time::Duration;

use sixfold_jobs::{Done, Failure, Finding, Job, JobKey, Report, accept};

use super::jobs::Tried;
use super::{Coordinator, Verdict};
use crate::broker::Broker;
use crate::protocol::{Outcome, WorkerId};
use crate::runner::book::{Arrival, Judgement, Receipt, State};
use crate::runner::{DeadLetter, RunnerEvent, lock};

/// How long a certificate may take to be fetched.
const FETCHING: Duration = Duration::from_secs(120);

impl Coordinator {
    pub(super) async fn arrive(&mut self, arrival: Arrival) {
        let key = arrival.key;
        if self.is_dismissed(&arrival.answer.worker) {
            self.acknowledge(arrival.receipt).await;
            if self.is_out(key) {
                let reason = "it was answered by a worker whose answers do not count".to_string();
                self.hand_out_again(key, Tried::Yes, reason).await;
            }
            return;
        }
        if let Some(reported) = self.book.reported.get_mut(&key) {
            if reported.is_of_same_message(&arrival.receipt) {
                *reported = arrival.receipt;
            } else {
                self.acknowledge(arrival.receipt).await;
            }
            return;
        }
        match self.book.open.get_mut(&key) {
            Some(entry) if entry.state != State::Answered => {
                entry.state = State::Answered;
                self.judge(arrival).await;
            }
            None if self.book.finished.contains(&key) => self.acknowledge(arrival.receipt).await,
            _ => self.book.keep(arrival),
        }
    }

    fn is_dismissed(&self, worker: &WorkerId) -> bool {
        lock(&self.shared).crew.is_dismissed(worker)
    }

    fn is_out(&self, key: JobKey) -> bool {
        self.book.open.get(&key).is_some_and(|entry| entry.state != State::Answered)
    }

    async fn judge(&mut self, arrival: Arrival) {
        let key = arrival.key;
        let Some(entry) = self.book.open.get(&key) else { return };
        match &arrival.answer.outcome {
            Outcome::Done { .. } => {
                let job = entry.order.job.clone();
                let (broker, verdict) = (self.broker.clone(), self.verdict.clone());
                let checkers = self.checkers.clone();
                tokio::spawn(async move {
                    // The semaphore is never closed.
                    let _permit = checkers.acquire_owned().await;
                    let judgement = judgement(&broker, job, &arrival).await;
                    // Nobody listens if the runner has been dropped meanwhile.
                    let _ = verdict.send(Verdict { arrival, judgement });
                });
            }
            Outcome::Impossible { reason } => {
                let failure = Failure::Impossible(reason.clone());
                let worker = arrival.answer.worker.name.clone();
                self.report(Report { key, worker, result: Err(failure) }, Some(arrival.receipt));
            }
            Outcome::GivenUp { attempts } => {
                let attempts = attempts + entry.attempts;
                let reason = "no worker who had it has answered".to_string();
                self.give_up(key, DeadLetter { key, attempts, reason }, Some(arrival.receipt));
            }
            Outcome::GivenBack => {
                let reason = format!("{} has given it back", arrival.answer.worker.name);
                self.acknowledge(arrival.receipt).await;
                self.hand_out_again(key, Tried::No, reason).await;
            }
            Outcome::Incomplete { reason } => {
                let reason = reason.clone();
                if let Some(known) = &entry.order.known {
                    self.stored.remove(&known.digest());
                }
                self.acknowledge(arrival.receipt).await;
                self.hand_out_again(key, Tried::Yes, reason).await;
            }
        }
    }

    pub(super) async fn conclude(&mut self, verdict: Verdict) {
        let Verdict { arrival, judgement } = verdict;
        let key = arrival.key;
        if !self.book.open.contains_key(&key) {
            self.acknowledge(arrival.receipt).await;
            return;
        }
        match judgement {
            Judgement::Accepted(done) => {
                let worker = arrival.answer.worker.name;
                self.report(Report { key, worker, result: Ok(done) }, Some(arrival.receipt));
                for other in self.book.claim_all(key) {
                    self.acknowledge(other.receipt).await;
                }
            }
            Judgement::False(reason) => {
                self.dismiss(&arrival, &reason).await;
                let reason = format!("{}: {reason}", arrival.answer.worker.name);
                self.acknowledge(arrival.receipt).await;
                self.try_next_answer(key, reason).await;
            }
            Judgement::Unavailable(reason) => {
                self.acknowledge(arrival.receipt).await;
                self.try_next_answer(key, reason).await;
            }
        }
    }

    async fn dismiss(&mut self, arrival: &Arrival, reason: &str) {
        let worker = &arrival.answer.worker;
        let told = format!("false claim in {}: {reason}", arrival.key);
        lock(&self.shared).crew.dismiss(worker, told);
        (self.events)(RunnerEvent::FalseClaim {
            worker: worker.name.clone(),
            key: arrival.key,
            reason: reason.to_string(),
        });
        self.greet().await;
    }

    /// Somebody else may have answered too.
    async fn try_next_answer(&mut self, key: JobKey, reason: String) {
        self.set_state(key, State::Here);
        while let Some(other) = self.book.claim(key) {
            if self.is_dismissed(&other.answer.worker) {
                self.acknowledge(other.receipt).await;
            } else {
                self.set_state(key, State::Answered);
                return self.judge(other).await;
            }
        }
        self.hand_out_again(key, Tried::Yes, reason).await;
    }

    /// Reports what has come of a job. The answer stays on the broker until it is settled.
    pub(super) fn report(&mut self, report: Report, receipt: Option<Receipt>) {
        let key = report.key;
        self.book.open.remove(&key);
        match receipt {
            Some(receipt) => drop(self.book.reported.insert(key, receipt)),
            None => drop(self.book.finished.insert(key)),
        }
        lock(&self.shared).open.remove(&key);
        // Nobody listens if the runner is being dropped.
        let _ = self.reports.send(report);
    }

    pub(super) async fn settle(&mut self, key: JobKey) {
        if let Some(receipt) = self.book.reported.remove(&key) {
            self.book.finished.insert(key);
            self.acknowledge(receipt).await;
        }
    }

    /// Takes an answer off the broker.
    pub(super) async fn acknowledge(&self, receipt: Receipt) {
        // If it gets lost the answer comes again, and is known to be of no use.
        let _ = receipt.message.ack().await;
        let broker = self.broker.clone();
        tokio::spawn(async move { broker.discard(&receipt.attachment).await });
    }
}

/// Checks all of an answer that can be checked, on a thread of its own.
async fn judgement(broker: &Broker, job: Job, arrival: &Arrival) -> Judgement {
    let Outcome::Done { finding, cost } = arrival.answer.outcome.clone() else {
        return Judgement::False("an answer without a finding".to_string());
    };
    let finding = match Finding::from_wire(finding, job.game) {
        Ok(finding) => finding,
        Err(error) => return Judgement::False(error.to_string()),
    };
    let fetching = broker.detach(&arrival.answer.certificate, arrival.body.clone());
    let certificate = match tokio::time::timeout(FETCHING, fetching).await {
        Ok(Ok(certificate)) => certificate,
        Ok(Err(error)) => return Judgement::Unavailable(error.to_string()),
        Err(_) => return Judgement::Unavailable("its certificate does not come".to_string()),
    };
    let checked = tokio::task::spawn_blocking(move || {
        let done = Done { finding, certificate, cost };
        match accept(&job, &done) {
            Ok(()) => Judgement::Accepted(done),
            Err(rejected) => Judgement::False(rejected.to_string()),
        }
    });
    let panicked = || Judgement::False("the checker fails at it".to_string());
    checked.await.unwrap_or_else(|_| panicked())
}
