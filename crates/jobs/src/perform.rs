//! Doing a job.

use std::sync::Arc;
use std::time::Instant;

use sixfold_connect::{Geometry, LinePlanes, Position, SegmentCounts, SegmentState};
use sixfold_game::certificate::{Certificate, SinkError};
use sixfold_game::{ConnectRules, Extent, Game, GameName, Setup, Turn, Value, Verdict};
use sixfold_play::Board;
use sixfold_proof::job_level::Grade;
use sixfold_solve::orders::{self, Length, Methods, Wanted};
use sixfold_solve::verify::{Unrefuted, Verified, verify_knowing};
use sixfold_solve::{Budget, Control, Reply, Solved, recall};

use crate::{
    Cost, Done, ENGINE_VERSION, Effort, Finding, GradedTurn, JobError, Kind, Order, Sealed,
};

/// Does a job. The control can be used to call it off; what comes back then counts for nothing.
pub fn perform(order: &Order, control: &Arc<Control>) -> Result<Done, JobError> {
    let job = &order.job;
    if job.version != ENGINE_VERSION {
        return Err(JobError::Version { wanted: job.version.clone() });
    }
    match job.game {
        GameName::Hex(rules) => crate::hex::perform(order, rules, control),
        GameName::Connect(rules) if LinePlanes::serve(rules) => {
            perform_on::<LinePlanes>(order, rules, control)
        }
        GameName::Connect(rules) => perform_on::<SegmentCounts>(order, rules, control),
    }
}

fn perform_on<S: SegmentState + Send + Sync + 'static>(
    order: &Order,
    rules: ConnectRules,
    control: &Arc<Control>,
) -> Result<Done, JobError> {
    let started = Instant::now();
    let position = position::<S>(rules, &order.job.position)?;
    if position.outcome().is_some() {
        return Err(JobError::GameOver);
    }
    let known = known(order)?;
    let effort = order.job.effort;
    let mut work = Work { position: &position, effort, control: control.clone(), nodes: 0 };
    let (finding, certificate) = match &order.job.kind {
        Kind::Solve => work.solve(),
        Kind::Move { excluded } => work.choose(excluded),
        Kind::Verify { .. } => work.verify(&known),
    };
    let (finding, certificate) = claimed(order.job.game, finding, certificate);
    done((finding, certificate), work.nodes, started)
}

/// What a job has found and what it has cost, with its certificate sealed.
pub(crate) fn done(found: Found, nodes: u64, started: Instant) -> Result<Done, JobError> {
    let (finding, certificate) = found;
    let sealed = certificate.map(|certificate| Sealed::seal(&certificate)).transpose();
    let certificate = sealed.map_err(|e| JobError::Unwritten(e.to_string()))?;
    let cost = Cost { nodes, seconds: started.elapsed().as_secs_f64() };
    Ok(Done { finding, certificate, cost })
}

/// The certificate of what a job says is known already, if it says so.
pub(crate) fn known_certificate(order: &Order) -> Result<Option<Certificate>, JobError> {
    let Kind::Verify { known: Some(digest) } = order.job.kind else { return Ok(None) };
    let sealed = order.known.as_ref().filter(|sealed| sealed.digest() == digest);
    let certificate = sealed.ok_or(JobError::KnownMissing)?.open();
    certificate.map(Some).map_err(|e| JobError::KnownUnreadable(e.to_string()))
}

/// The position of a job.
fn position<S: SegmentState>(rules: ConnectRules, setup: &Setup) -> Result<Position<S>, JobError> {
    let geometry = Arc::new(Geometry::new(rules));
    Position::from_setup(geometry, setup).map_err(|e| JobError::Position(e.to_string()))
}

/// The replies that a job says are refuted.
fn known(order: &Order) -> Result<Vec<Reply>, JobError> {
    let certificate = known_certificate(order)?;
    Ok(certificate.map_or_else(Vec::new, |known| recall::replies(&known, &|square| square)))
}

pub(crate) type Found = (Finding, Option<Certificate>);

/// What holds within a window need not hold on the board without an edge: then nothing is claimed.
fn claimed(game: GameName, finding: Finding, certificate: Option<Certificate>) -> Found {
    let is_window = matches!(game, GameName::Connect(rules) if rules.extent() == Extent::Window);
    let claims = matches!(finding, Finding::Won | Finding::Lost);
    match certificate {
        Some(certificate) if is_window && claims => match sixfold_check::check(&certificate) {
            Ok(_) => (finding, Some(certificate)),
            Err(_) => (Finding::Unknown, None),
        },
        certificate => (finding, certificate),
    }
}

pub(crate) struct Work<'a, S> {
    pub(crate) position: &'a Position<S>,
    pub(crate) effort: Effort,
    control: Arc<Control>,
    pub(crate) nodes: u64,
}

/// The side that defends gets this part of the nodes to look for a win of its own.
const SHARE_OF_COUNTER_WIN: u64 = 20;

/// Wins of the defender are looked for up to this order: those of higher ones take too long to find.
pub(crate) const ORDER_OF_COUNTER_WIN: u8 = 2;

/// So many replies are told at most, those that promise most to the defender. When they are refuted
/// the rest is verified again, and often there is none: what refutes the strongest replies refutes
/// others too.
const TOLD_REPLIES: usize = 6;

/// A verification that gets on may take the effort so many times.
const MOST_STRETCHES: u32 = 4;

impl<S: SegmentState + Send + Sync + 'static> Work<'_, S> {
    pub(crate) fn budget(&self, nodes: u64) -> Budget {
        let memory = (self.effort.memory as usize) << 20;
        Budget { nodes: Some(nodes), time: None, memory, control: self.control.clone() }
    }

    fn solve(&mut self) -> Found {
        let solved = self.solved(self.position, self.effort.order, self.effort.nodes);
        let finding = match solved.verdict {
            Verdict::Proven(Value::Win) => Finding::Won,
            Verdict::Absent => Finding::NoWin,
            _ => Finding::Unknown,
        };
        with_certificate(finding, solved.certificate(self.position))
    }

    /// Looks for a win of the side to move in a position.
    pub(crate) fn solved(&mut self, position: &Position<S>, order: u8, nodes: u64) -> Solved {
        let wanted = Wanted { order: orders::Order::LowestUpTo(order), length: Length::Any };
        let solved = orders::solve(position, wanted, Methods::default(), &self.budget(nodes));
        self.nodes += solved.nodes;
        solved
    }

    fn verify(&mut self, known: &[Reply]) -> Found {
        let nodes = self.effort.nodes / SHARE_OF_COUNTER_WIN;
        let counter = self.solved(self.position, ORDER_OF_COUNTER_WIN, nodes);
        if counter.answer.is_some() {
            return with_certificate(Finding::Won, counter.certificate(self.position));
        }
        let verified = self.verified(known);
        if verified.verdict == Verdict::Proven(Value::Loss) {
            return with_certificate(Finding::Lost, verified.certificate(self.position));
        }
        let mut unrefuted = verified.unrefuted.clone();
        unrefuted.sort_by_cached_key(|reply| std::cmp::Reverse(self.promise(reply)));
        let crowd = grade_of_crowd(&verified, self.position.turn().stones_left.into());
        let told = unrefuted.iter().take(TOLD_REPLIES).map(|reply| {
            let GradedTurn { stones, grade } = self.open_reply(reply);
            GradedTurn { stones, grade: grade.max(crowd) }
        });
        let finding = Finding::Unrefuted(told.collect());
        let partial =
            (!verified.answers.is_empty()).then(|| verified.partial_certificate(self.position));
        with_certificate(finding, partial)
    }

    /// Verifies as long as it gets on.
    fn verified(&mut self, known: &[Reply]) -> Verified {
        let (order, methods) = (self.effort.order, Methods::default());
        let stones = usize::from(self.position.turn().stones_left);
        let mut verified =
            verify_knowing(self.position, known, order, methods, &self.budget(self.effort.nodes));
        self.nodes += verified.nodes;
        for _ in 1..MOST_STRETCHES {
            let open = verified.unrefuted.len();
            let is_whole = verified.unrefuted.iter().all(|reply| reply.stones.len() == stones);
            if open <= TOLD_REPLIES || !is_whole || self.control.is_cancelled() {
                break;
            }
            let budget = self.budget(self.effort.nodes);
            let longer = verify_knowing(self.position, &verified.answers, order, methods, &budget);
            self.nodes += longer.nodes;
            let gets_on = longer.unrefuted.len() * 5 <= open * 4;
            verified = longer;
            if !gets_on {
                break;
            }
        }
        verified
    }

    /// What a reply promises to the defender.
    fn promise(&self, reply: &Unrefuted) -> u64 {
        reply.stones.iter().map(|&square| self.position.promise(square)).sum()
    }

    fn open_reply(&self, reply: &Unrefuted) -> GradedTurn {
        let turn = self.position.turn();
        let mut after = self.position.clone();
        after.add_stones(reply.stones.iter().copied(), turn.player);
        let stones_left = after.geometry().rules().stones_per_turn();
        after.set_turn(Turn { player: turn.player.opponent(), stones_left });
        let grade = grade_of_reply(Board::new(after).value());
        GradedTurn { stones: reply.stones.iter().copied().collect(), grade }
    }
}

/// A claim needs its certificate.
pub(crate) fn with_certificate(
    finding: Finding,
    written: Option<Result<Certificate, SinkError>>,
) -> Found {
    match (finding, written) {
        (finding, Some(Ok(certificate))) => (finding, Some(certificate)),
        (Finding::Won | Finding::Lost, _) => (Finding::Unknown, None),
        (finding, _) => (finding, None),
    }
}

/// The best grade that a reply may have, by how many are left besides it.
fn grade_of_crowd(verified: &Verified, stones: usize) -> Grade {
    let is_whole = verified.unrefuted.iter().all(|reply| reply.stones.len() == stones);
    match verified.unrefuted.len() {
        _ if !is_whole => Grade::Losing1,
        0..=TOLD_REPLIES => Grade::Winning4,
        7..=50 => Grade::Winning2,
        51..=300 => Grade::Winning1,
        _ => Grade::Stable,
    }
}

/// The grade of a reply that is left over where most are refuted, by what the position after it is
/// worth to the attacker, in thousandths of the logarithm of the odds: he is likely to win.
fn grade_of_reply(value: i32) -> Grade {
    match value {
        0.. => Grade::Winning4,
        -1_500..0 => Grade::Winning3,
        _ => Grade::Winning2,
    }
}
