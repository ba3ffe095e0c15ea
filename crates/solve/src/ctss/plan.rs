//! How the attacker wins: a line of moves, where he need not look at the defender's replies, or a
//! tree of them.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Player, Setup, SpentBudget, Square};

use crate::solution::threat_squares;
use crate::vcdt::defence::normal_defences;
use crate::{Answer, Attack, Budget, Meter, Reply, Stones, Then, Zones};

/// A way to win for the attacker, who is to move.
///
/// The defender may leave some threat unblocked, or hold fewer squares than a macro defence gave
/// him: then the attacker completes a segment sooner than the plan says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// These stones complete a segment.
    Complete(Stones),
    /// This turn makes more threats than the defender can block.
    Overwhelm(Stones),
    /// This turn makes as many threats as the defender can block; one plan answers all his
    /// normal defences.
    Regardless {
        /// The attacker's turn.
        stones: Stones,
        /// What he does next, however the defender has blocked.
        then: Arc<Plan>,
    },
    /// The same, with a plan for each normal defence.
    Depending {
        /// The attacker's turn.
        stones: Stones,
        /// All normal defences.
        cases: Vec<Case>,
    },
}

/// What the attacker does against one normal defence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The defence.
    pub reply: Stones,
    /// How the attacker goes on.
    pub then: Arc<Plan>,
}

impl Plan {
    /// The stones of the first turn.
    #[must_use]
    pub fn stones(&self) -> &Stones {
        match self {
            Plan::Complete(stones)
            | Plan::Overwhelm(stones)
            | Plan::Regardless { stones, .. }
            | Plan::Depending { stones, .. } => stones,
        }
    }

    /// The attacker's turns to the end, the one that completes a segment included: that many
    /// suffice.
    #[must_use]
    pub fn turns(&self) -> usize {
        match self {
            Plan::Complete(_) => 1,
            Plan::Overwhelm(_) => 2,
            Plan::Regardless { then, .. } => 1 + then.turns(),
            Plan::Depending { cases, .. } => {
                1 + cases.iter().map(|case| case.then.turns()).max().unwrap_or(0)
            }
        }
    }

    /// What the plan says after a normal defence against its first turn.
    fn after(&self, reply: &[Square]) -> Option<&Plan> {
        match self {
            Plan::Complete(_) | Plan::Overwhelm(_) => None,
            Plan::Regardless { then, .. } => Some(then),
            Plan::Depending { cases, .. } => {
                let same = |case: &&Case| {
                    case.reply.len() == reply.len()
                        && case.reply.iter().all(|square| reply.contains(square))
                };
                cases.iter().find(same).map(|case| &*case.then)
            }
        }
    }

    /// Writes the plan out as a solution with its zones, reply by reply. Nothing if it does not
    /// win the position. A line of many turns may make a very large solution: the budget limits
    /// its nodes.
    pub fn answer<S: SegmentState>(
        &self,
        position: &Position<S>,
        budget: &Budget,
    ) -> Result<Option<Answer>, SpentBudget> {
        let attacker = position.turn().player;
        let meter = Meter::start(budget.clone());
        let position = position.clone();
        match (Teller { position, attacker, meter, told: HashMap::new() }).attack(self) {
            Ok(answer) => Ok(Some(answer)),
            Err(Failure::Budget(spent)) => Err(spent),
            Err(Failure::NotAWin) => Ok(None),
        }
    }
}

enum Failure {
    Budget(SpentBudget),
    NotAWin,
}

impl From<SpentBudget> for Failure {
    fn from(spent: SpentBudget) -> Failure {
        Failure::Budget(spent)
    }
}

/// Plays a plan in real positions, against the defences that there are in them.
struct Teller<S> {
    position: Position<S>,
    attacker: Player,
    meter: Meter,
    /// The attacks told so far, by the position in which they are played.
    told: HashMap<Setup, Answer>,
}

impl<S: SegmentState> Teller<S> {
    fn attack(&mut self, plan: &Plan) -> Result<Answer, Failure> {
        let setup = self.position.setup();
        if let Some(answer) = self.told.get(&setup) {
            return Ok(answer.clone());
        }
        self.meter.count()?;
        let completing = self.position.completing_squares();
        let stones = completing.map_or_else(|| plan.stones().clone(), |s| Stones::from_slice(&s));
        self.position.play_turn(&stones).map_err(|_| Failure::NotAWin)?;
        let told = self.after_move(plan);
        self.position.undo_stones(stones.len());
        let (then, mut zones) = told?;
        zones.add_everywhere(stones.iter().copied().collect());
        let answer = Answer { attack: Arc::new(Attack { stones, then }), zones, order: 1 };
        self.told.insert(setup, answer.clone());
        Ok(answer)
    }

    /// **EP**, **T(p+1)**, or **Tt** of THEORY 3 with as many threats as stones.
    fn after_move(&mut self, plan: &Plan) -> Result<(Then, Zones), Failure> {
        let defender = self.attacker.opponent();
        let p = self.position.geometry().rules().stones_per_turn();
        if self.position.outcome().is_some() {
            return Ok((Then::Completes, Zones::of_counter_wins(&self.position, defender, 0)));
        }
        let threats = self.position.threat_number(self.attacker);
        if threats < p || self.position.can_complete(defender) {
            return Err(Failure::NotAWin);
        }
        let mut zones = Zones::of_counter_wins(&self.position, defender, p.into());
        zones.add_everywhere(threat_squares(&self.position, self.attacker));
        if threats > p {
            return Ok((Then::Overwhelms, zones));
        }
        let mut replies = Vec::new();
        for stones in normal_defences(&self.position, self.attacker, threats) {
            let then = plan.after(&stones).ok_or(Failure::NotAWin)?;
            self.position.play_turn(&stones).map_err(|_| Failure::NotAWin)?;
            let answer = self.attack(then);
            self.position.undo_stones(stones.len());
            let answer = answer?;
            zones.add_promoted(&answer.zones, 0);
            replies.push(Reply { stones, answer: answer.attack });
        }
        Ok((Then::Continues(replies), zones))
    }
}
