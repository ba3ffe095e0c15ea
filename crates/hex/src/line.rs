//! A game that follows a proof.

use sixfold_game::certificate::{Claim, Plan, PlanId, Plans, Threat};
use sixfold_game::{Square, SquareSet};

/// The moves of a game in which the winner follows a proof that has been checked, and the loser plays
/// where it leaves the winner the fewest threats. It ends where the edges are joined, or where only
/// regions are left that are small enough to be tried out.
#[must_use]
pub fn line_of_play(proof: &Plans, claim: &Claim) -> Vec<Square> {
    let mut line: Vec<Square> = proof.first.into_iter().collect();
    if line.is_empty() && claim.setup.turn.player == claim.winner {
        return line;
    }
    let regions = regions(proof);
    let mut pending: Vec<PlanId> =
        proof.plans.len().checked_sub(1).map(PlanId::from_index).into_iter().collect();
    while let Some(plan) = pending.pop() {
        match proof.plans.get(plan.index()) {
            Some(Plan::Chain { plans, .. }) => {
                pending.extend(plans.iter().filter(|part| part.index() < plan.index()));
            }
            Some(Plan::Threats(threats)) => {
                let in_order = threats.iter().filter(|threat| threat.plan.index() < plan.index());
                let needed =
                    in_order.map(|threat| Needed::of(*threat, &regions)).collect::<Vec<_>>();
                if let Some(exchange) = exchange(&needed) {
                    line.extend([exchange.intrusion, exchange.answer.cell]);
                    pending.push(exchange.answer.plan);
                }
            }
            Some(Plan::Joined | Plan::Region(_)) | None => {}
        }
    }
    line
}

/// A threat and all cells that it needs.
struct Needed {
    threat: Threat,
    region: SquareSet,
}

impl Needed {
    fn of(threat: Threat, regions: &[SquareSet]) -> Needed {
        let mut region = regions[threat.plan.index()];
        region.insert(threat.cell);
        Needed { threat, region }
    }
}

/// A move of the loser and the winner's answer.
struct Exchange {
    intrusion: Square,
    answer: Threat,
}

fn exchange(threats: &[Needed]) -> Option<Exchange> {
    let region = threats.iter().fold(SquareSet::EMPTY, |all, threat| all | threat.region);
    let hit = |cell: Square| threats.iter().filter(|threat| threat.region.contains(cell)).count();
    let intrusion = region.iter().max_by_key(|&cell| (hit(cell), std::cmp::Reverse(cell)))?;
    let left = threats.iter().filter(|threat| !threat.region.contains(intrusion));
    let answer = left.min_by_key(|threat| threat.region.len())?.threat;
    Some(Exchange { intrusion, answer })
}

/// The cells that each plan needs; plans that are used come before those that use them.
fn regions(proof: &Plans) -> Vec<SquareSet> {
    let mut regions: Vec<SquareSet> = Vec::with_capacity(proof.plans.len());
    for plan in &proof.plans {
        let known = |id: &PlanId| regions.get(id.index()).copied().unwrap_or_default();
        let region = match plan {
            Plan::Joined => SquareSet::EMPTY,
            Plan::Region(cells) => cells.iter().copied().collect(),
            Plan::Chain { plans, .. } => {
                plans.iter().fold(SquareSet::EMPTY, |region, plan| region | known(plan))
            }
            Plan::Threats(threats) => threats.iter().fold(SquareSet::EMPTY, |region, threat| {
                let cell: SquareSet = [threat.cell].into_iter().collect();
                region | cell | known(&threat.plan)
            }),
        };
        regions.push(region);
    }
    regions
}

#[cfg(test)]
mod tests {
    use sixfold_game::{Game, HexRules};

    use super::*;
    use crate::Position;
    use crate::brute::WholeGame;
    use crate::solve::{Budget, Settings, prove};

    #[test]
    fn the_winner_is_winning_all_along_the_line() {
        let mut longest = 0;
        for fen in ["4/4/4/4 b 1", "4/2x1/4/4 w 1", "x3/4/4/4 w 1", "4/4/1o2/4 w 1"] {
            let mut position = Position::from_fen(HexRules::new(4, 4).unwrap(), fen).unwrap();
            let mut truth = WholeGame::new(position.grid()).unwrap();
            let proof = prove(&position, Settings::default(), Budget::default()).answer.unwrap();
            let line = line_of_play(proof.plans().unwrap(), &proof.claim);
            longest = longest.max(line.len());
            for cell in line {
                position.try_play(cell).unwrap();
                let winner = truth.winner(position.stones(), position.to_move());
                assert_eq!(winner, proof.claim.winner, "{fen}");
            }
        }
        assert!(longest > 2);
    }
}
