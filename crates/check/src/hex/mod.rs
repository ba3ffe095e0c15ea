//! Proofs of Hex: plans to join the winner's edges, from the rules alone. It knows nothing of
//! connections or search.

mod board;
mod region;

use sixfold_game::certificate::{Claim, NodeId, Plan, PlanId, Plans, Threat};
use sixfold_game::{HexRules, Square, SquareSet};

use self::board::{Board, Place, Side};
use crate::{Fault, PlanFault, Reason, Report};

/// Plans within plans, at most: each level adds a stone or divides a chain.
const MAX_LEVELS: usize = 1000;

pub(crate) fn verify(claim: &Claim, rules: HexRules, plans: &Plans) -> Result<Report, Fault> {
    let board = Board::new(rules, claim.winner);
    let mut ground = Ground {
        own: claim.setup.stones(claim.winner),
        empty: board.cells()
            - claim.setup.stones(claim.winner)
            - claim.setup.stones(claim.winner.opponent()),
    };
    let last = PlanId::from_index(plans.plans.len().saturating_sub(1));
    let mut checker =
        Checker { board, plans, used: vec![false; plans.plans.len()], levels: 0, defences: 0 };
    if plans.plans.is_empty() {
        return Err(checker.fault(last, PlanFault::NoPlan));
    }
    if claim.setup.turn.stones_left != 1 {
        return Err(checker.fault(last, PlanFault::Turn));
    }
    let mut needed = SquareSet::EMPTY;
    // Without a first move the winner wins even if he passes.
    if let Some(cell) = plans.first {
        if claim.setup.turn.player != claim.winner {
            return Err(checker.fault(last, PlanFault::FirstMove));
        }
        checker.must_be_empty(last, cell, ground)?;
        ground = ground.with(cell);
        needed.insert(cell);
    }
    needed |= checker.region(last, [Side::Near, Side::Far].map(Place::Edge), ground)?;
    Ok(Report {
        claim: *claim,
        nodes: plans.plans.len(),
        defences: checker.defences,
        order: None,
        zones: vec![needed],
        unbounded: false,
    })
}

/// The winner's stones and the empty cells; all others are lost to him.
#[derive(Clone, Copy)]
struct Ground {
    own: SquareSet,
    empty: SquareSet,
}

impl Ground {
    fn with(mut self, cell: Square) -> Ground {
        self.own.insert(cell);
        self.empty.remove(cell);
        self
    }
}

struct Checker<'a> {
    board: Board,
    plans: &'a Plans,
    used: Vec<bool>,
    levels: usize,
    defences: usize,
}

impl Checker<'_> {
    /// The region of a plan that joins two places, the opponent to move.
    fn region(&mut self, id: PlanId, ends: [Place; 2], ground: Ground) -> Result<SquareSet, Fault> {
        if self.levels == MAX_LEVELS {
            return Err(self.fault(id, PlanFault::TooDeep));
        }
        self.levels += 1;
        let plans = self.plans;
        let region = match &plans.plans[id.index()] {
            Plan::Joined if self.board.are_joined(ends, ground.own) => Ok(SquareSet::EMPTY),
            Plan::Joined => Err(self.fault(id, PlanFault::NotJoined)),
            Plan::Chain { over, plans } => self.chain(id, over, plans, ends, ground),
            Plan::Threats(threats) => self.threats(id, threats, ends, ground),
            Plan::Region(cells) => self.small_region(id, cells, ends, ground),
        };
        self.levels -= 1;
        region
    }

    fn chain(
        &mut self,
        id: PlanId,
        over: &[Square],
        plans: &[PlanId],
        ends: [Place; 2],
        ground: Ground,
    ) -> Result<SquareSet, Fault> {
        if plans.len() != over.len() + 1 {
            return Err(self.fault(id, PlanFault::ChainLength));
        }
        if let Some(&cell) = over.iter().find(|&&cell| !ground.own.contains(cell)) {
            return Err(self.fault(id, PlanFault::NotOwn(self.board.name(cell))));
        }
        let middles = over.iter().map(|&cell| Place::Stone(cell));
        let stops: Vec<Place> = std::iter::once(ends[0]).chain(middles).chain([ends[1]]).collect();
        let mut region = SquareSet::EMPTY;
        for (stops, &plan) in stops.windows(2).zip(plans) {
            self.use_plan(id, plan)?;
            let part = self.region(plan, [stops[0], stops[1]], ground)?;
            if let Some(cell) = (region & part).iter().next() {
                return Err(self.fault(id, PlanFault::Shared(self.board.name(cell))));
            }
            region |= part;
        }
        Ok(region)
    }

    /// Whatever the opponent plays, some threat does not need that cell.
    fn threats(
        &mut self,
        id: PlanId,
        threats: &[Threat],
        ends: [Place; 2],
        ground: Ground,
    ) -> Result<SquareSet, Fault> {
        if threats.is_empty() {
            return Err(self.fault(id, PlanFault::NoThreats));
        }
        self.defences += 1;
        let mut region = SquareSet::EMPTY;
        let mut common = ground.empty;
        for threat in threats {
            self.use_plan(id, threat.plan)?;
            self.must_be_empty(id, threat.cell, ground)?;
            let mut needed = self.region(threat.plan, ends, ground.with(threat.cell))?;
            needed.insert(threat.cell);
            region |= needed;
            common = common & needed;
        }
        match common.iter().next() {
            Some(cell) => Err(self.fault(id, PlanFault::Parried(self.board.name(cell)))),
            None => Ok(region),
        }
    }

    fn small_region(
        &self,
        id: PlanId,
        cells: &[Square],
        ends: [Place; 2],
        ground: Ground,
    ) -> Result<SquareSet, Fault> {
        let region: SquareSet = cells.iter().copied().collect();
        if region.len() > region::MAX_CELLS {
            return Err(self.fault(id, PlanFault::TooLarge));
        }
        for cell in region.iter() {
            self.must_be_empty(id, cell, ground)?;
        }
        if region::is_joined(&self.board, ends, ground.own, region) {
            Ok(region)
        } else {
            Err(self.fault(id, PlanFault::NotJoined))
        }
    }

    /// Plans form a tree in which those that are used come first, so checking ends, and soon.
    fn use_plan(&mut self, user: PlanId, plan: PlanId) -> Result<(), Fault> {
        if plan >= user || std::mem::replace(&mut self.used[plan.index()], true) {
            return Err(self.fault(user, PlanFault::Order));
        }
        Ok(())
    }

    fn must_be_empty(&self, id: PlanId, cell: Square, ground: Ground) -> Result<(), Fault> {
        if ground.empty.contains(cell) {
            return Ok(());
        }
        Err(self.fault_of(id, Reason::NotEmpty(self.board.name(cell))))
    }

    fn fault(&self, id: PlanId, fault: PlanFault) -> Fault {
        self.fault_of(id, Reason::Plan(fault))
    }

    fn fault_of(&self, id: PlanId, reason: Reason) -> Fault {
        let node = NodeId::from_number(id.index() as u32 + 1).expect("a number from 1");
        Fault { node, line: self.plans.line(id), moves: String::new(), reason }
    }
}

#[cfg(test)]
mod tests;
