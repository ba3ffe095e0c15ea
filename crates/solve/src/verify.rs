//! The verifier: whether a position with the defender to move is lost for him, whatever he replies
//! (THEORY 3).

use std::collections::HashMap;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::{Builder, Certificate, Claim, SinkError};
use sixfold_game::{Game, Player, SpentBudget, SquareSet, Turn, Value, Verdict};

use crate::defence::{Conclusion, Defence, Standing, promise};
use crate::orders::{Methods, Solver};
use crate::replay::{Cutting, refute};
use crate::solution::{Answer, Reply, Scribe, Stones};
use crate::{Budget, Meter, Replies, Zones};

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
            let mut builder = Builder::new(&claim)?;
            Scribe::new(&mut builder, &claim).defence(&refutation.replies)?;
            Ok(builder.finish()?)
        })
    }
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
    let turn = position.turn();
    let attacker = turn.player.opponent();
    let mut verified = Verified {
        verdict: Verdict::Absent,
        unrefuted: Vec::new(),
        refutation: None,
        refuted: Vec::new(),
        calls: 0,
        nodes: 0,
    };
    let standing = match position.outcome() {
        Some(_) => Standing::Escapes,
        None => Standing::of(position, attacker, turn.stones_left),
    };
    let defence = match standing {
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
    let stones_left = position.geometry().rules().stones_per_turn();
    let mut position = position.clone();
    position.set_turn(Turn { player: attacker, stones_left });
    let mut task = Verifier {
        position,
        attacker,
        order,
        cutting: methods.cutting,
        defence,
        solver: Solver::new(methods, budget.memory),
        meter: Meter::start(budget.clone()),
        given_up: HashMap::new(),
        verified: &mut verified,
    };
    let ended = task.work();
    task.finish(ended);
    verified
}

impl Verified {
    fn conclude(&mut self, Conclusion { replies, zones, order }: Conclusion) {
        self.verdict = Verdict::Proven(Value::Loss);
        self.refutation = Some(Refutation { replies, zones, order });
    }
}

struct Verifier<'a, S> {
    /// The position with the attacker to move: a null move.
    position: Position<S>,
    attacker: Player,
    order: u8,
    cutting: Cutting,
    defence: Box<Defence>,
    solver: Solver,
    meter: Meter,
    given_up: HashMap<SquareSet, Verdict>,
    verified: &'a mut Verified,
}

/// Nodes that each reply may take in the first round; in each further round four times as many.
const FIRST_EFFORT: u64 = 50_000;

impl<S: SegmentState + Send + Sync> Verifier<'_, S> {
    /// Works off the open replies in rounds of growing effort: what is easy comes first, and its
    /// answers may cover what is hard.
    fn work(&mut self) -> Result<(), SpentBudget> {
        let mut effort = FIRST_EFFORT;
        while !self.defence.open().is_empty() {
            let mut tried: Vec<SquareSet> = Vec::new();
            while let Some(reply) = self.next_reply(&tried) {
                self.meter.look()?;
                tried.push(reply);
                self.try_to_refute(reply, effort)?;
            }
            effort *= 4;
        }
        Ok(())
    }

    /// The open reply that promises most to the defender, of those not tried in this round.
    fn next_reply(&self, tried: &[SquareSet]) -> Option<SquareSet> {
        let open = self.defence.open().iter().filter(|reply| !tried.contains(reply));
        open.copied().max_by_key(|reply| promise(&self.position, reply))
    }

    fn try_to_refute(&mut self, reply: SquareSet, effort: u64) -> Result<(), SpentBudget> {
        self.meter.control().set_replies(Replies {
            refuted: self.verified.refuted.len() as u64,
            open: self.defence.open().len() as u64,
        });
        let most_order = self.defence.order_after(reply, self.order);
        self.verified.calls += 1;
        let defender = self.attacker.opponent();
        self.position.add_stones(reply.iter(), defender);
        let (solver, position) = (&mut self.solver, &self.position);
        let found =
            self.meter.within(effort, |meter| solver.find_lowest(position, most_order, meter));
        self.position.remove_stones(reply.iter());
        match found {
            Ok(Some(Some(answer))) => self.refute(reply, &answer),
            Ok(Some(None)) => self.give_up(reply, Verdict::Absent),
            Ok(None) => {}
            Err(SpentBudget::Depth) => self.give_up(reply, Verdict::Unknown(SpentBudget::Depth)),
            Err(spent) => return Err(spent),
        }
        Ok(())
    }

    fn refute(&mut self, reply: SquareSet, answer: &Answer) {
        let stones: Stones = reply.iter().collect();
        self.verified.refuted.push(Refuted { stones, order: answer.order });
        let (position, attacker) = (&mut self.position, self.attacker);
        refute(&mut self.defence, self.order, self.cutting, reply, answer, position, attacker);
    }

    fn give_up(&mut self, reply: SquareSet, verdict: Verdict) {
        self.given_up.insert(reply, verdict);
        self.defence.give_up(reply);
    }

    fn finish(self, ended: Result<(), SpentBudget>) {
        let Verifier { defence, given_up, verified, meter, .. } = self;
        verified.nodes = meter.nodes();
        let unknown = |spent| Verdict::Unknown(spent);
        if let Err(spent) = ended {
            let open = defence.open().iter().map(|&reply| (reply, unknown(spent)));
            verified.unrefuted.extend(open.map(Unrefuted::new));
        }
        verified.unrefuted.extend(given_up.into_iter().map(Unrefuted::new));
        verified.unrefuted.sort_by(|one, other| one.stones.cmp(&other.stones));
        let verdicts = || verified.unrefuted.iter().map(|reply| reply.verdict);
        if verified.unrefuted.is_empty() && ended.is_ok() {
            verified.conclude(defence.conclude());
        } else if !verdicts().any(|verdict| verdict == Verdict::Absent) {
            let spent = ended.err().unwrap_or(SpentBudget::Depth);
            verified.verdict = unknown(spent);
        }
    }
}

impl Unrefuted {
    fn new((reply, verdict): (SquareSet, Verdict)) -> Unrefuted {
        Unrefuted { stones: reply.iter().collect(), verdict }
    }
}
