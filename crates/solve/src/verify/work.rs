//! The work of the verifier: its threads take the open replies one by one, in rounds of growing
//! effort.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Player, SpentBudget, SquareSet, Verdict};

use super::Refuted;
use crate::defence::{Defence, promise};
use crate::orders::{Cutting, Methods, Solver, Team};
use crate::replay::replay_shortened;
use crate::solution::{Answer, Stones};
use crate::{Meter, Part, Replies};

/// What the threads of a verification share.
pub(super) struct Work<S> {
    /// The position with the attacker to move: a null move.
    position: Position<S>,
    attacker: Player,
    order: u8,
    cutting: Cutting,
    first_effort: u64,
    threads: usize,
    team: Team,
    progress: Mutex<Progress>,
    /// There may be something else to do.
    changed: Condvar,
}

/// How far the verification is.
pub(super) struct Progress {
    pub(super) defence: Box<Defence>,
    pub(super) given_up: HashMap<SquareSet, Verdict>,
    pub(super) refuted: Vec<Refuted>,
    pub(super) calls: u64,
    /// The budget that is spent, if one is.
    pub(super) spent: Option<SpentBudget>,
    round: Round,
    /// The last round in which each reply was tried in vain.
    tried: HashMap<SquareSet, Round>,
    /// What threads are at work on.
    taken: Vec<(SquareSet, Arc<Part>)>,
}

/// What is easy comes in the first round, and its answers may cover what is hard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Round(u32);

impl Round {
    /// Nodes that each reply may take, in each further round four times as many as in the one before.
    fn effort(self, first: u64) -> u64 {
        first.saturating_mul(4_u64.saturating_pow(self.0))
    }
}

/// What a thread is to do next.
enum Next {
    Try(Task),
    /// Others are at work on all open replies.
    Wait,
    Finish,
}

struct Task {
    reply: SquareSet,
    round: Round,
    most_order: u8,
    /// Moves that are tried first.
    favoured: Vec<Stones>,
}

/// What a search for an answer to a reply has come to.
enum Found {
    Answer(Box<Answer>),
    /// There is none, or more effort would not find it either.
    Nothing(Verdict),
    /// It takes more effort.
    NotYet,
    Spent(SpentBudget),
}

impl<S: SegmentState + Send + Sync> Work<S> {
    /// Verifies the defence against the attacker, who is to move in this position.
    pub(super) fn new(
        position: Position<S>,
        order: u8,
        methods: Methods,
        memory: usize,
        defence: Box<Defence>,
    ) -> Work<S> {
        let threads = methods.threads.max(1);
        let progress = Progress {
            defence,
            given_up: HashMap::new(),
            refuted: Vec::new(),
            calls: 0,
            spent: None,
            round: Round(0),
            tried: HashMap::new(),
            taken: Vec::new(),
        };
        Work {
            attacker: position.turn().player,
            position,
            order,
            cutting: methods.cutting,
            first_effort: methods.first_effort,
            threads,
            team: Team::new(methods, threads, memory),
            progress: Mutex::new(progress),
            changed: Condvar::new(),
        }
    }

    /// Works until no reply is open or a budget is spent.
    pub(super) fn run(self, meter: &mut Meter) -> Progress {
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let (work, meter) = (&self, meter.fork());
                // If the system has no more threads to give, those that are there do the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || work.work(meter));
            }
            self.work(meter.fork());
        });
        meter.report();
        self.progress.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of one thread.
    fn work(&self, mut meter: Meter) {
        let _alarm = Alarm(self);
        let mut position = self.position.clone();
        let mut solver: Option<Solver> = None;
        loop {
            let mut progress = self.lock();
            match progress.next(&self.position, self.order) {
                Next::Finish => break,
                Next::Wait => {
                    // Until there is something to do, others may have help.
                    solver = None;
                    drop(self.changed.wait(progress));
                }
                Next::Try(task) => {
                    let mut meter = meter.apart();
                    progress.take(task.reply, &meter);
                    drop(progress);
                    let solver = solver.get_or_insert_with(|| self.team.solver());
                    let found = self.search(&task, solver, &mut position, &mut meter);
                    self.bring(&task, found, &mut position, meter.part());
                }
            }
        }
    }

    fn search(
        &self,
        task: &Task,
        solver: &mut Solver,
        position: &mut Position<S>,
        meter: &mut Meter,
    ) -> Found {
        position.add_stones(task.reply.iter(), self.attacker.opponent());
        let found = meter.within(task.round.effort(self.first_effort), |meter| {
            meter.look()?;
            solver.find_lowest(position, task.most_order, Some(&task.favoured), meter)
        });
        position.remove_stones(task.reply.iter());
        match found {
            Ok(Some(Some(answer))) => Found::Answer(Box::new(answer)),
            Ok(Some(None)) => Found::Nothing(Verdict::Absent),
            Ok(None) => Found::NotYet,
            // A tree that is full will be so again; other replies may be easier.
            Err(spent @ (SpentBudget::Depth | SpentBudget::Memory)) => {
                Found::Nothing(Verdict::Unknown(spent))
            }
            Err(spent) => Found::Spent(spent),
        }
    }

    /// Brings in what has been found out about a reply.
    fn bring(&self, task: &Task, found: Found, position: &mut Position<S>, part: &Arc<Part>) {
        let reply = task.reply;
        let mut shortened = Vec::new();
        if let Found::Answer(answer) = &found {
            // The replays take time, so they are made without the lock.
            let shorter = self.cutting.shorter(&self.lock().defence, reply);
            shortened = replay_shortened(&shorter, answer, position, self.attacker);
        }
        let mut progress = self.lock();
        progress.taken.retain(|(taken, _)| *taken != reply);
        // If the work was called off, another thread has answered the reply.
        if !part.is_dropped() {
            match found {
                Found::Answer(answer) => {
                    let stones = reply.iter().collect();
                    progress.refuted.push(Refuted { stones, order: answer.order });
                    progress.defence.refute_and_cut(self.order, reply, &answer, shortened);
                }
                Found::Nothing(verdict) => progress.give_up(reply, verdict),
                Found::NotYet => drop(progress.tried.insert(reply, task.round)),
                Found::Spent(spent) => progress.spent = Some(spent),
            }
        }
        progress.drop_what_is_answered();
        drop(progress);
        self.changed.notify_all();
    }
}

impl<S> Work<S> {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// If a thread panics, ends the verification, so that the others do not wait for it.
struct Alarm<'a, S>(&'a Work<S>);

impl<S> Drop for Alarm<'_, S> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut progress = self.0.lock();
            progress.spent = Some(SpentBudget::Cancelled);
            progress.drop_what_is_answered();
            self.0.changed.notify_all();
        }
    }
}

impl Progress {
    /// The open reply that promises most to the defender, of those that are next.
    fn next<S: SegmentState>(&mut self, position: &Position<S>, order: u8) -> Next {
        let open = self.defence.open();
        if open.is_empty() || self.spent.is_some() {
            return Next::Finish;
        }
        let next_round = |reply: &SquareSet| {
            let after = self.tried.get(reply).map_or(self.round, |round| Round(round.0 + 1));
            after.max(self.round)
        };
        let reached = open.iter().map(next_round).min().unwrap_or(self.round);
        let is_free = |reply: &&SquareSet| self.taken.iter().all(|(taken, _)| taken != *reply);
        let free = || open.iter().filter(is_free).copied();
        // A thread that finds nothing more in this round begins with the next.
        let round = free().map(|reply| next_round(&reply)).min();
        let next = free().filter(|reply| Some(next_round(reply)) == round);
        let chosen = next.max_by_key(|reply| promise(position, reply));
        self.round = reached;
        match (chosen, round) {
            (Some(reply), Some(round)) => {
                let most_order = self.defence.order_after(reply, order);
                let favoured = self.defence.refuting_moves();
                Next::Try(Task { reply, round, most_order, favoured })
            }
            _ => Next::Wait,
        }
    }

    fn take(&mut self, reply: SquareSet, meter: &Meter) {
        self.calls += 1;
        self.taken.push((reply, meter.part().clone()));
        meter.control().set_replies(Replies {
            refuted: self.refuted.len() as u64,
            open: self.defence.open().len() as u64,
        });
    }

    fn give_up(&mut self, reply: SquareSet, verdict: Verdict) {
        self.given_up.insert(reply, verdict);
        self.defence.give_up(reply);
    }

    /// Calls off the work on replies that have been answered by the way, or all of it at the end.
    fn drop_what_is_answered(&self) {
        for (reply, part) in &self.taken {
            if self.spent.is_some() || !self.defence.open().contains(reply) {
                part.drop_it();
            }
        }
    }
}
