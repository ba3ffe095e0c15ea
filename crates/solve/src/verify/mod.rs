//! The verifier: whether a position with the defender to move is lost for him, whatever he replies
//! (THEORY 3).

mod work;

use std::collections::HashMap;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::{Builder, Certificate, Claim, SinkError};
use sixfold_game::{Game, SpentBudget, SquareSet, Turn, Value, Verdict};

use crate::defence::{Conclusion, Defence, Standing, zones_of_threats};
use crate::orders::{Cutting, Methods};
use crate::replay::{Rehearsal, replay_shortened};
use crate::solution::{Reply, Scribe, Stones};
use crate::{Budget, Meter, Zones};
use work::{Progress, Work};

/// What the verifier has found out about the side to move, the defender.
#[derive(Clone, Debug)]
pub struct Verified {
    /// A loss; no win of this order for his opponent; or unknown.
    pub verdict: Verdict,
    /// The replies that are not refuted. There are none if he loses, and none are listed if he
    /// completes a segment himself or fills the board.
    pub unrefuted: Vec<Unrefuted>,
    /// The refutation, if he loses.
    pub refutation: Option<Refutation>,
    /// If he does not: answers to some of his replies, to begin with when more is known.
    pub answers: Vec<Reply>,
    /// The replies that were given to a solver and refuted by it, in that order.
    pub refuted: Vec<Refuted>,
    /// Positions that were given to a solver, the same ones again with more effort included.
    pub calls: u64,
    /// Attacking turns searched whose replies were generated.
    pub nodes: u64,
}

/// The proof that all replies are refuted.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The replies with their answers; all others are covered by them.
    pub replies: Vec<Reply>,
    /// Zones that are relevant for the position.
    pub zones: Zones,
    /// A bound of the order of the win (THEORY 2).
    pub order: u8,
}

/// A reply that is not refuted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unrefuted {
    /// Its stones. If they are fewer than the turn has, the others are null stones: whatever else
    /// he plays has not been looked at.
    pub stones: Stones,
    /// The attacker has no win of the order that is allowed here, or none was found.
    pub verdict: Verdict,
}

/// A reply that a solver has refuted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuted {
    /// Its stones. If they are fewer than the turn has, the others are null stones.
    pub stones: Stones,
    /// A bound of the order of the win that refutes it.
    pub order: u8,
}

impl Verified {
    /// The proof that the side to move loses this position, which was verified.
    pub fn certificate(&self, position: &impl Game) -> Option<Result<Certificate, SinkError>> {
        let (game, setup) = (position.name(), position.setup());
        let winner = setup.turn.player.opponent();
        self.refutation.as_ref().map(|refutation| {
            let claim = Claim { game, setup, winner, order: Some(refutation.order) };
            defence_certificate(&claim, &refutation.replies)
        })
    }

    /// The answers in the form of a certificate. It proves nothing of the position, but every answer
    /// in it proves that the reply is refuted.
    pub fn partial_certificate(&self, position: &impl Game) -> Result<Certificate, SinkError> {
        let (game, setup) = (position.name(), position.setup());
        let winner = setup.turn.player.opponent();
        defence_certificate(&Claim { game, setup, winner, order: None }, &self.answers)
    }
}

/// The proof of a claim by answers to these replies, if it is one.
pub fn defence_certificate(claim: &Claim, replies: &[Reply]) -> Result<Certificate, SinkError> {
    let mut builder = Builder::new(claim)?;
    Scribe::new(&mut builder, claim).defence(replies)?;
    Ok(builder.finish()?)
}

/// Verifies that the side to move loses against a win of at most this order, whatever he replies.
///
/// ```
/// use sixfold_connect::Connect6Position;
/// use sixfold_game::{GameName, record::move_list};
/// use sixfold_solve::{Budget, orders::Methods, verify::verify};
///
/// // Black's live four needs two stones to block, and then the other four wins.
/// let moves = "j10 a1s1 j11j12 a19s19 j13k10 a3a5 l10m10";
/// let record = move_list::read(GameName::CONNECT6, moves).unwrap();
/// let position = Connect6Position::replay(&record).unwrap();
/// let verified = verify(&position, 1, Methods::default(), &Budget::default());
/// assert!(verified.refutation.is_some());
/// ```
#[must_use]
pub fn verify<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    order: u8,
    methods: Methods,
    budget: &Budget,
) -> Verified {
    verify_knowing(position, &[], order, methods, budget)
}

/// The same, where answers to some replies are known. They are played again, and may be of any
/// order; what is not refuted by them is searched for as usual.
#[must_use]
pub fn verify_knowing<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    known: &[Reply],
    order: u8,
    methods: Methods,
    budget: &Budget,
) -> Verified {
    let turn = position.turn();
    let attacker = turn.player.opponent();
    let mut verified = Verified {
        verdict: Verdict::Absent,
        unrefuted: Vec::new(),
        refutation: None,
        answers: Vec::new(),
        refuted: Vec::new(),
        calls: 0,
        nodes: 0,
    };
    let standing = match position.outcome() {
        Some(_) => Standing::Escapes,
        None => Standing::of(position, attacker, turn.stones_left),
    };
    let mut defence = match standing {
        Standing::Escapes => return verified,
        Standing::TooWide => {
            verified.verdict = Verdict::Unknown(SpentBudget::Depth);
            return verified;
        }
        Standing::Overwhelmed(zones) => {
            verified.conclude(Conclusion { replies: Vec::new(), zones: *zones, order: 1 });
            return verified;
        }
        Standing::Open(defence) => defence,
    };
    let zones = zones_of_threats(position, attacker, turn.stones_left);
    let stones_left = position.geometry().rules().stones_per_turn();
    let mut position = position.clone();
    position.set_turn(Turn { player: attacker, stones_left });
    recall(&mut defence, known, &mut position, methods.cutting);
    let mut meter = Meter::start(budget.clone());
    let progress = Work::new(position, order, methods, budget.memory, defence).run(&mut meter);
    verified.nodes = meter.nodes();
    verified.finish(progress, zones);
    verified
}

/// Takes in answers that are known. The position is the one with the attacker to move.
fn recall<S: SegmentState>(
    defence: &mut Defence,
    known: &[Reply],
    position: &mut Position<S>,
    cutting: Cutting,
) {
    let attacker = position.turn().player;
    let mut rehearsal = Rehearsal::new();
    let mut answers: HashMap<SquareSet, Vec<&Reply>> = HashMap::new();
    for reply in known {
        answers.entry(reply.stones.iter().copied().collect()).or_default().push(reply);
    }
    // Each answer may bring up new replies.
    while let Some((reply, mut answers)) =
        defence.open().iter().find_map(|open| answers.remove_entry(open))
    {
        // Further answers to the same reply leave only what lies in all their zones; the first one
        // that was found comes first.
        for known in answers.drain(..) {
            position.add_stones(reply.iter(), attacker.opponent());
            let answer = rehearsal.replay(position, attacker, &known.answer);
            position.remove_stones(reply.iter());
            let Some(answer) = answer else { continue };
            let shorter = cutting.shorter(defence, reply);
            let shortened = replay_shortened(&shorter, &answer, position, attacker);
            defence.refute_and_cut(u8::MAX, reply, &answer, shortened);
            defence.refute_again(reply, answer);
        }
    }
}

impl Verified {
    fn conclude(&mut self, Conclusion { replies, zones, order }: Conclusion) {
        self.verdict = Verdict::Proven(Value::Loss);
        self.refutation = Some(Refutation { replies, zones, order });
    }

    fn finish(&mut self, progress: Progress, zones_of_threats: Zones) {
        let Progress { defence, given_up, refuted, calls, spent, .. } = progress;
        (self.refuted, self.calls) = (refuted, calls);
        if let Some(spent) = spent {
            let open = defence.open().iter().map(|&reply| (reply, Verdict::Unknown(spent)));
            self.unrefuted.extend(open.map(Unrefuted::new));
        }
        self.unrefuted.extend(given_up.into_iter().map(Unrefuted::new));
        self.unrefuted.sort_by(|one, other| one.stones.cmp(&other.stones));
        let is_absent = |reply: &Unrefuted| reply.verdict == Verdict::Absent;
        if self.unrefuted.is_empty() && spent.is_none() {
            self.conclude(defence.conclude(zones_of_threats));
            return;
        }
        self.answers = defence.conclude(zones_of_threats).replies;
        if !self.unrefuted.iter().any(is_absent) {
            let reason = self.unrefuted.iter().find_map(|reply| match reply.verdict {
                Verdict::Unknown(spent) => Some(spent),
                _ => None,
            });
            self.verdict = Verdict::Unknown(spent.or(reason).unwrap_or(SpentBudget::Depth));
        }
    }
}

impl Unrefuted {
    fn new((reply, verdict): (SquareSet, Verdict)) -> Unrefuted {
        Unrefuted { stones: reply.iter().collect(), verdict }
    }
}
