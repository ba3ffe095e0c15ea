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

/// A plan is gone through so many times on average, at most: what is used by several plans seldom
/// has to be shown more than once.
const MAX_STEPS_PER_PLAN: usize = 100;

pub(crate) fn verify(claim: &Claim, rules: HexRules, plans: &Plans) -> Result<Report, Fault> {
    let board = Board::new(rules, claim.winner);
    let mut ground = Ground {
        own: claim.setup.stones(claim.winner),
        empty: board.cells()
            - claim.setup.stones(claim.winner)
            - claim.setup.stones(claim.winner.opponent()),
    };
    let last = PlanId::from_index(plans.plans.len().saturating_sub(1));
    let shown = vec![None; plans.plans.len()];
    let mut checker = Checker { board, plans, shown, levels: 0, steps: 0, defences: 0 };
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
    needed |= checker.show(last, [Side::Near, Side::Far].map(Place::Edge), ground)?.region;
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

/// What a plan rests on.
#[derive(Clone, Copy)]
struct Needs {
    /// The empty cells that it plays on.
    region: SquareSet,
    /// The winner's stones.
    stones: SquareSet,
}

impl Needs {
    const NOTHING: Needs = Needs { region: SquareSet::EMPTY, stones: SquareSet::EMPTY };

    fn and(self, other: Needs) -> Needs {
        Needs { region: self.region | other.region, stones: self.stones | other.stones }
    }
}

/// A plan that was shown to join two places.
#[derive(Clone, Copy)]
struct Shown {
    ends: [Place; 2],
    needs: Needs,
}

impl Shown {
    /// Whether it joins these places here as well: stones of the winner elsewhere, and whatever his
    /// opponent has outside the region, change nothing.
    fn holds(&self, ends: [Place; 2], ground: Ground) -> bool {
        self.ends == ends
            && (self.needs.stones - ground.own).is_empty()
            && (self.needs.region - ground.empty).is_empty()
    }
}

struct Checker<'a> {
    board: Board,
    plans: &'a Plans,
    shown: Vec<Option<Shown>>,
    levels: usize,
    steps: usize,
    defences: usize,
}

impl Checker<'_> {
    /// What a plan needs that joins two places, the opponent to move. A plan that was shown before is
    /// gone through again only where this does not hold.
    fn show(&mut self, id: PlanId, ends: [Place; 2], ground: Ground) -> Result<Needs, Fault> {
        if let Some(shown) = self.shown[id.index()]
            && shown.holds(ends, ground)
        {
            return Ok(shown.needs);
        }
        if self.levels == MAX_LEVELS {
            return Err(self.fault(id, PlanFault::TooDeep));
        }
        if self.steps == self.plans.plans.len() * MAX_STEPS_PER_PLAN {
            return Err(self.fault(id, PlanFault::TooManyUses));
        }
        self.levels += 1;
        self.steps += 1;
        let plans = self.plans;
        let needs = match &plans.plans[id.index()] {
            Plan::Joined => self.joined(id, ends, ground),
            Plan::Chain { over, plans } => self.chain(id, over, plans, ends, ground),
            Plan::Threats(threats) => self.threats(id, threats, ends, ground),
            Plan::Region(cells) => self.small_region(id, cells, ends, ground),
        }?;
        self.levels -= 1;
        self.shown[id.index()] = Some(Shown { ends, needs });
        Ok(needs)
    }

    fn joined(&self, id: PlanId, ends: [Place; 2], ground: Ground) -> Result<Needs, Fault> {
        let reached = self.board.reached(ends[0], ground.own);
        if reached.includes(ends[1]) {
            Ok(Needs { region: SquareSet::EMPTY, stones: reached.stones })
        } else {
            Err(self.fault(id, PlanFault::NotJoined))
        }
    }

    fn chain(
        &mut self,
        id: PlanId,
        over: &[Square],
        plans: &[PlanId],
        ends: [Place; 2],
        ground: Ground,
    ) -> Result<Needs, Fault> {
        if plans.len() != over.len() + 1 {
            return Err(self.fault(id, PlanFault::ChainLength));
        }
        if let Some(&cell) = over.iter().find(|&&cell| !ground.own.contains(cell)) {
            return Err(self.fault(id, PlanFault::NotOwn(self.board.name(cell))));
        }
        let middles = over.iter().map(|&cell| Place::Stone(cell));
        let stops: Vec<Place> = std::iter::once(ends[0]).chain(middles).chain([ends[1]]).collect();
        let mut needs = Needs { stones: over.iter().copied().collect(), ..Needs::NOTHING };
        for (stops, &plan) in stops.windows(2).zip(plans) {
            self.must_come_before(id, plan)?;
            let part = self.show(plan, [stops[0], stops[1]], ground)?;
            if let Some(cell) = (needs.region & part.region).iter().next() {
                return Err(self.fault(id, PlanFault::Shared(self.board.name(cell))));
            }
            needs = needs.and(part);
        }
        Ok(needs)
    }

    /// Whatever the opponent plays, some threat does not need that cell.
    fn threats(
        &mut self,
        id: PlanId,
        threats: &[Threat],
        ends: [Place; 2],
        ground: Ground,
    ) -> Result<Needs, Fault> {
        if threats.is_empty() {
            return Err(self.fault(id, PlanFault::NoThreats));
        }
        self.defences += 1;
        let mut all = Needs::NOTHING;
        let mut common = ground.empty;
        for threat in threats {
            self.must_come_before(id, threat.plan)?;
            self.must_be_empty(id, threat.cell, ground)?;
            let mut needs = self.show(threat.plan, ends, ground.with(threat.cell))?;
            needs.region.insert(threat.cell);
            needs.stones.remove(threat.cell);
            common = common & needs.region;
            all = all.and(needs);
        }
        match common.iter().next() {
            Some(cell) => Err(self.fault(id, PlanFault::Parried(self.board.name(cell)))),
            None => Ok(all),
        }
    }

    fn small_region(
        &self,
        id: PlanId,
        cells: &[Square],
        ends: [Place; 2],
        ground: Ground,
    ) -> Result<Needs, Fault> {
        let region: SquareSet = cells.iter().copied().collect();
        if region.len() > region::MAX_CELLS {
            return Err(self.fault(id, PlanFault::TooLarge));
        }
        for cell in region.iter() {
            self.must_be_empty(id, cell, ground)?;
        }
        // No other stones are ever reached.
        let stones = self.board.reached(ends[0], ground.own | region).stones - region;
        if region::is_joined(&self.board, ends, stones, region) {
            Ok(Needs { region, stones })
        } else {
            Err(self.fault(id, PlanFault::NotJoined))
        }
    }

    /// Plans that are used come first, so checking ends.
    fn must_come_before(&self, user: PlanId, plan: PlanId) -> Result<(), Fault> {
        if plan >= user { Err(self.fault(user, PlanFault::Order)) } else { Ok(()) }
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
