//! Proofs by jobs, for their own sake or for a library.

mod history;
mod watch;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use sixfold_answers::wording::names_of_turns;
use sixfold_game::Record;
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{Effort, Sealed};
use sixfold_proof::job_level;
use sixfold_prove::steering::Command;
use sixfold_prove::{Answer, Campaign, Conditions, Ending, Event, Settings};
use sixfold_store::Reader;

use super::desk::{Desk, Outcome, TaskFailure, usual_threads};
use super::request::{self, Policy, ProofSettings, ProveRequest, Siblings};
use crate::folder::CheckedName;
use watch::Watcher;

/// Works at a proof until it is solved or something ends the run.
pub fn run(desk: &Desk, request: &ProveRequest) -> Result<Outcome, TaskFailure> {
    let mut proof = Proof::open(desk, request)?;
    let ending = proof.work(desk, request)?;
    proof.outcome(ending)
}

/// A proof with its file.
pub struct Proof {
    pub campaign: Campaign,
    name: String,
}

impl Proof {
    /// Begins the proof, or opens the one that is there.
    pub fn open(desk: &Desk, request: &ProveRequest) -> Result<Proof, TaskFailure> {
        let name = request.name.clone().unwrap_or_else(|| format!("proof-{}", desk.id));
        let path = desk.folder().proof(&CheckedName::new(&name)?);
        let record = request::position(&request.place)?;
        let is_begun = path.metadata().is_ok_and(|file| file.len() > 0);
        let campaign = if is_begun {
            resume(&path, request, &record)?
        } else {
            begin(&path, request, &record)?
        };
        Ok(Proof { campaign, name })
    }

    /// Has jobs done until the proof is solved or something ends the run.
    pub fn work(&mut self, desk: &Desk, request: &ProveRequest) -> Result<Ending, TaskFailure> {
        let workers = request.workers.map_or_else(usual_threads, usize::from);
        let mut runner = LocalRunner::start(workers)?;
        let mut watcher = Watcher::new(desk, &self.campaign)?;
        let is_told = RefCell::new(false);
        let asked = RefCell::new(VecDeque::new());
        let ending = self.campaign.run(
            &mut runner,
            &mut Conditions {
                time: request.seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()),
                command: &mut || {
                    if desk.line.farewell().is_some() {
                        let was_told = is_told.replace(true);
                        return (!was_told).then_some(Command::Quit);
                    }
                    let said = desk.line.next_command()?;
                    asked.borrow_mut().push_back(said.answer);
                    Some(said.command)
                },
                watch: &mut |campaign, runner, event| match event {
                    Event::Steered(answer) => {
                        let text = answer.unwrap_or_else(|reason| format!("refused: {reason}"));
                        if let Some(waiting) = asked.borrow_mut().pop_front() {
                            // Whoever asked may have gone meanwhile.
                            let _ = waiting.send(text);
                        }
                    }
                    _ => watcher.look(campaign, runner),
                },
            },
        )?;
        watcher.report(&self.campaign, &runner);
        Ok(ending)
    }

    /// What has come of it.
    pub fn outcome(&mut self, ending: Ending) -> Result<Outcome, TaskFailure> {
        let answer = Answer::of(&mut self.campaign, ending)?;
        let certificate = answer.certificate.as_ref().map(Sealed::seal).transpose()?;
        Ok(Outcome { result: Some(self.result(&answer)), certificate })
    }

    fn result(&self, answer: &Answer) -> Value {
        let reason = match answer.ending {
            Ending::Proven | Ending::Disproven => "",
            Ending::Stuck => "nothing is left to try",
            Ending::Stopped => "stopped",
        };
        json!({
            "game": answer.game.to_string(),
            "fen": answer.setup.to_string(),
            "to_move": answer.setup.turn.player,
            "prover": answer.prover,
            "result": answer.result(),
            "reason": reason,
            "key_move": answer.key_move(),
            "line": names_of_turns(answer.game.grid(), &answer.line),
            "order": answer.order,
            "jobs": answer.totals.done,
            "jobs_failed": answer.failed(),
            "nodes": answer.totals.cost.nodes,
            "seconds": answer.totals.cost.seconds,
            "store": self.name,
        })
    }
}

fn begin(path: &Path, request: &ProveRequest, record: &Record) -> Result<Campaign, TaskFailure> {
    let settings = request.settings.over(Settings::usual(record.game()));
    let root = record.final_setup();
    let mut header = settings.header(record.game(), root, request.place.moves.clone());
    header.prover = request.prover.unwrap_or(root.turn.player);
    Ok(Campaign::begin(path, &header, settings)?)
}

fn resume(path: &Path, request: &ProveRequest, record: &Record) -> Result<Campaign, TaskFailure> {
    let header = Reader::open(path).and_then(|reader| reader.header())?;
    if (record.game(), record.final_setup()) != (header.game, header.root) {
        let reason = format!("there is a proof of that name about {} {}", header.game, header.root);
        return Err(TaskFailure(reason));
    }
    if request.prover.is_some_and(|prover| prover != header.prover) {
        let reason = format!("there is a proof of that name about a win of {}", header.prover);
        return Err(TaskFailure(reason));
    }
    let settings = request.settings.over(Settings::of(&header)?);
    Ok(Campaign::resume(path, Some(settings))?)
}

impl ProofSettings {
    /// These settings, with what the user wants otherwise.
    fn over(&self, usual: Settings) -> Settings {
        let Effort { order, nodes, player_nodes, memory } = usual.effort;
        Settings {
            effort: Effort {
                order: self.order.unwrap_or(order),
                nodes: self.nodes.unwrap_or(nodes),
                player_nodes: self.player_nodes.unwrap_or(player_nodes),
                memory,
            },
            policy: self.policy.map_or(usual.policy, Into::into),
            siblings: self.siblings.map_or(usual.siblings, Into::into),
            grades: usual.grades,
        }
    }
}

impl From<Policy> for job_level::Policy {
    fn from(policy: Policy) -> job_level::Policy {
        match policy {
            Policy::VirtualWin => job_level::Policy::VirtualWin,
            Policy::VirtualLoss => job_level::Policy::VirtualLoss,
            Policy::Greedy => job_level::Policy::Greedy,
            Policy::VirtualEquivalence => job_level::Policy::VirtualEquivalence,
        }
    }
}

impl From<Siblings> for job_level::Siblings {
    fn from(siblings: Siblings) -> job_level::Siblings {
        match siblings {
            Siblings::Postponed => job_level::Siblings::Postponed,
            Siblings::Eager => job_level::Siblings::Eager,
        }
    }
}
