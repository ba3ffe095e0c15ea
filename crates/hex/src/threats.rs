//! Winning threats as data: taking partial proofs apart and putting them together.
//!
//! A player who is not to move wins if he has threats that no cell is common to (THEORY section 9).
//! Threats come from connections, from search, from other processes; here they are lists of plans,
//! each by itself, whatever they come from.

use sixfold_game::certificate::{Plan, PlanId, Plans, Threat};
use sixfold_game::{Square, SquareSet};

use crate::Board;

/// A proof that a player wins if it is his move, and the empty cells that it needs: whatever his
/// opponent plays elsewhere does not touch it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProvenThreat {
    proof: Plans,
    region: SquareSet,
}

impl ProvenThreat {
    /// The threat that a proof describes. Without a first move it is more than a threat: the player
    /// wins whoever is to move. Nothing if there are no plans.
    #[must_use]
    pub fn of(proof: Plans) -> Option<ProvenThreat> {
        let mut region: SquareSet = proof.first.into_iter().collect();
        for plan in &proof.plans {
            region |= match plan {
                Plan::Joined | Plan::Chain { .. } => SquareSet::EMPTY,
                Plan::Threats(threats) => threats.iter().map(|threat| threat.cell).collect(),
                Plan::Region(cells) => cells.iter().copied().collect(),
            };
        }
        (!proof.plans.is_empty()).then_some(ProvenThreat { proof, region })
    }

    /// Its move; none if it wins without one.
    #[must_use]
    pub fn cell(&self) -> Option<Square> {
        self.proof.first
    }

    /// The empty cells that it needs.
    #[must_use]
    pub fn region(&self) -> SquareSet {
        self.region
    }

    /// The proof, about the same position with the threatening side to move.
    #[must_use]
    pub fn proof(&self) -> &Plans {
        &self.proof
    }
}

/// The same proof on the board turned by half. The winner's edges change places, so chains run the other
/// way.
#[must_use]
pub fn turned_by_half(proof: &Plans, board: &Board) -> Plans {
    let mut turned = proof.mapped(|cell| board.rotated(cell));
    for plan in &mut turned.plans {
        if let Plan::Chain { over, plans } = plan {
            over.reverse();
            plans.reverse();
        }
    }
    turned
}

/// The threats that the last plan of a proof consists of, each by itself; a proof of another kind is
/// one that wins without a move. Nothing if the plans are not in order.
#[must_use]
pub fn threats_of(proof: &Plans) -> Option<Vec<ProvenThreat>> {
    match proof.plans.last()? {
        Plan::Threats(threats) => threats.iter().map(|&threat| by_itself(proof, threat)).collect(),
        _ => Some(vec![ProvenThreat::of(Plans { first: None, ..proof.clone() })?]),
    }
}

/// A threat with just the plans that it uses.
fn by_itself(proof: &Plans, threat: Threat) -> Option<ProvenThreat> {
    let mut used = vec![false; threat.plan.index().checked_add(1)?.min(proof.plans.len())];
    *used.get_mut(threat.plan.index())? = true;
    for user in (0..used.len()).rev() {
        if !used[user] {
            continue;
        }
        for part in parts(&proof.plans[user]) {
            if part.index() >= user {
                return None;
            }
            used[part.index()] = true;
        }
    }
    let mut numbers = vec![PlanId::from_index(0); used.len()];
    let mut plans = Vec::new();
    for (old, plan) in proof.plans.iter().enumerate().take(used.len()).filter(|(old, _)| used[*old])
    {
        numbers[old] = PlanId::from_index(plans.len());
        plans.push(renumbered(plan, |id| numbers[id.index()]));
    }
    ProvenThreat::of(Plans { first: Some(threat.cell), plans })
}

fn parts(plan: &Plan) -> Vec<PlanId> {
    match plan {
        Plan::Joined | Plan::Region(_) => Vec::new(),
        Plan::Chain { plans, .. } => plans.clone(),
        Plan::Threats(threats) => threats.iter().map(|threat| threat.plan).collect(),
    }
}

fn renumbered(plan: &Plan, number: impl Fn(PlanId) -> PlanId) -> Plan {
    match plan {
        Plan::Joined => Plan::Joined,
        Plan::Region(cells) => Plan::Region(cells.clone()),
        Plan::Chain { over, plans } => Plan::Chain {
            over: over.clone(),
            plans: plans.iter().map(|&plan| number(plan)).collect(),
        },
        Plan::Threats(threats) => Plan::Threats(
            threats.iter().map(|t| Threat { cell: t.cell, plan: number(t.plan) }).collect(),
        ),
    }
}

/// What some threats leave to the opponent, who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// The threats that count: each has left less open than those before it.
    pub threats: Vec<ProvenThreat>,
    /// The empty cells that are in the regions of all of them: he must play on one of these. If there
    /// are none he is lost.
    pub open: SquareSet,
}

impl Defence {
    /// What these threats leave of the empty cells. Earlier threats are preferred to later ones.
    #[must_use]
    pub fn against(threats: impl IntoIterator<Item = ProvenThreat>, empty: SquareSet) -> Defence {
        let mut defence = Defence { threats: Vec::new(), open: empty };
        for threat in threats {
            if threat.cell().is_none() {
                return Defence { threats: vec![threat], open: SquareSet::EMPTY };
            }
            let open = defence.open & threat.region;
            if open != defence.open {
                defence.open = open;
                defence.threats.push(threat);
            }
        }
        defence
    }

    /// The threats as one proof. If nothing is open it is complete; otherwise it lacks an answer to
    /// each open cell. Nothing without threats.
    #[must_use]
    pub fn proof(&self) -> Option<Plans> {
        let mut whole = Plans::default();
        let mut threats = Vec::new();
        for threat in &self.threats {
            let start = whole.plans.len();
            let shifted = |id: PlanId| PlanId::from_index(id.index() + start);
            let plans = threat.proof.plans.iter().map(|plan| renumbered(plan, shifted));
            whole.plans.extend(plans);
            match threat.cell() {
                Some(cell) => {
                    let plan = PlanId::from_index(whole.plans.len() - 1);
                    threats.push(Threat { cell, plan });
                }
                None => return Some(whole),
            }
        }
        if threats.is_empty() {
            return None;
        }
        whole.plans.push(Plan::Threats(threats));
        Some(whole)
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::certificate::{Certificate, Claim};
    use sixfold_game::{Game, HexRules, Player};

    use super::*;
    use crate::Position;
    use crate::solve::{Budget, Settings, prove};

    /// Black has a stone in the middle and White is to move: Black wins by threats.
    fn won() -> Position {
        Position::from_fen(HexRules::new(4, 4).unwrap(), "4/2x1/4/4 w 1").unwrap()
    }

    fn proof_of(position: &Position) -> Plans {
        let written = prove(position, Settings::default(), Budget::default()).answer.unwrap();
        assert_eq!(written.claim.winner, Player::Black);
        written.plans().unwrap().clone()
    }

    fn check(position: &Position, plans: Plans) -> Result<SquareSet, sixfold_check::Fault> {
        let claim = Claim {
            game: position.name(),
            setup: position.setup(),
            winner: Player::Black,
            order: None,
        };
        let report = sixfold_check::check(&Certificate::of_plans(claim, plans))?;
        Ok(report.zones[0])
    }

    #[test]
    fn the_threats_of_a_proof_are_proofs_and_together_they_are_one_again() {
        let position = won();
        let threats: Vec<ProvenThreat> = position
            .empty_cells()
            .iter()
            .filter_map(|reply| {
                let mut after = position.clone();
                after.try_play(reply).unwrap();
                ProvenThreat::of(proof_of(&after))
            })
            .collect();
        let defence = Defence::against(threats, position.empty_cells());
        assert!(defence.open.is_empty() && defence.threats.len() > 1);
        let whole = defence.proof().unwrap();
        check(&position, whole.clone()).unwrap();
        let mut to_move = position.setup();
        to_move.turn.player = Player::Black;
        let to_move = Position::from_setup(position.board().clone(), &to_move).unwrap();
        let parts = threats_of(&whole).unwrap();
        assert_eq!(parts, defence.threats);
        for part in parts {
            assert_eq!(check(&to_move, part.proof().clone()).unwrap(), part.region());
        }
    }

    #[test]
    fn a_proof_is_one_on_the_board_turned_by_half() {
        let rules = HexRules::new(5, 4).unwrap();
        let mut chains = 0;
        for fen in ["4/4/2x1/4/4 w 1", "4/1x2/4/4/4 w 1", "2x1/4/1xo1/4/4 w 1", "4/4/4/4/4 b 1"] {
            let position = Position::from_fen(rules, fen).unwrap();
            let written = prove(&position, Settings::default(), Budget::default()).answer.unwrap();
            let plans = written.plans().unwrap();
            let is_long =
                |plan: &&Plan| matches!(plan, Plan::Chain { plans, .. } if plans.len() > 1);
            chains += plans.plans.iter().filter(is_long).count();
            let turned = turned_by_half(plans, position.board());
            assert_eq!(turned_by_half(&turned, position.board()), *plans);
            let setup = position.setup().mapped(|cell| position.board().rotated(cell));
            let claim = Claim { setup, ..written.claim };
            sixfold_check::check(&Certificate::of_plans(claim, turned)).unwrap();
        }
        assert!(chains > 0);
    }

    #[test]
    fn a_proof_that_lacks_an_answer_says_where() {
        let position = won();
        let mut after = position.clone();
        let reply = position.grid().parse("b3").unwrap();
        after.try_play(reply).unwrap();
        let threat = ProvenThreat::of(proof_of(&after)).unwrap();
        let defence = Defence::against([threat.clone(), threat], position.empty_cells());
        assert_eq!(defence.threats.len(), 1);
        assert!(!defence.open.contains(reply) && !defence.open.is_empty());
        assert!(check(&position, defence.proof().unwrap()).is_err());
    }

    #[test]
    fn plans_out_of_order_are_no_threats() {
        let id = PlanId::from_index;
        let chain = Plan::Chain { over: Vec::new(), plans: vec![id(1)] };
        let threat = Threat { cell: Square::from_index(0), plan: id(0) };
        let loops = Plans { first: None, plans: vec![chain, Plan::Threats(vec![threat])] };
        assert_eq!(threats_of(&loops), None);
        let missing = Threat { plan: id(9), ..threat };
        let missing = Plans { first: None, plans: vec![Plan::Threats(vec![missing])] };
        assert_eq!(threats_of(&missing), None);
        assert_eq!(threats_of(&Plans::default()), None);
    }
}
