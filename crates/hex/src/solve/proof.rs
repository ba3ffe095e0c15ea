//! Writing certificates.
//!
//! The winner's tree is searched again with only the loser's captured cells filled in: a win against
//! more of the loser's stones is a win, move by move, without them. Where the winner's connections
//! decide, their derivation is the plan; elsewhere every way to win becomes a threat, until no cell
//! is common to all of them.

mod shown;

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_game::certificate::{Certificate, Claim, Plan, PlanId, Plans, Threat};
use sixfold_game::{Game, PerPlayer, Player, SpentBudget, Square, Value, Verdict};

use super::budget::{Budget, Meter};
use super::node::{Evaluator, Node};
use super::search::{Search, Shared};
use super::{Finding, Settings, Solution, solve};
use crate::Position;
use crate::board::{Board, Edge, Place};
use crate::cells::CellSet;
use crate::connections::{self, Connections, Derivation, Goal, OverEdges};
use crate::inferior::Filling;

pub use shown::{shown_threats, write};

/// Regions of at most so many cells are left to the checker: trying everything there costs it less
/// than reading a plan.
const LEFT_TO_THE_CHECKER: usize = 6;

/// Finds out who wins a position and proves it.
#[must_use]
pub fn prove(
    position: &Position,
    settings: Settings,
    budget: Budget,
) -> Solution<Result<Certificate, SpentBudget>> {
    let Solution { answer, nodes, time } = solve(position, settings, budget.clone());
    let winner = match answer {
        Finding { verdict: Verdict::Proven(Value::Win), .. } => position.to_move(),
        Finding { verdict: Verdict::Unknown(spent), .. } => {
            return Solution { answer: Err(spent), nodes, time };
        }
        Finding { .. } => position.to_move().opponent(),
    };
    let mut proof = write(position, winner, settings, budget.after(nodes, time));
    proof.nodes += nodes;
    proof.time += time;
    proof
}

struct Writer<const WORDS: usize> {
    board: Arc<Board>,
    winner: Player,
    search: Search<WORDS>,
    connections: connections::Settings,
    plans: Vec<Plan>,
    /// Where each of them is: nothing is written twice.
    places: HashMap<Plan, PlanId>,
    /// Plans that join the winner's edges: they serve wherever what they need is there.
    whole: Vec<Written<WORDS>>,
}

/// How much was written at some time.
#[derive(Clone, Copy, Debug)]
struct Mark {
    plans: usize,
    whole: usize,
}

/// A plan that was written, and what it needs.
#[derive(Clone, Copy, Debug)]
struct Written<const WORDS: usize> {
    plan: PlanId,
    /// Empty cells.
    region: CellSet<WORDS>,
    /// The winner's stones.
    stones: CellSet<WORDS>,
}

/// A move that was written with the plan after it, and what it needs.
#[derive(Clone, Copy, Debug)]
struct WrittenThreat<const WORDS: usize> {
    threat: Threat,
    region: CellSet<WORDS>,
    stones: CellSet<WORDS>,
}

impl<const WORDS: usize> Writer<WORDS> {
    fn new(position: &Position, winner: Player, settings: Settings, budget: Budget) -> Self {
        // A chain leads over stones: an edge in between would be no stone.
        let connections =
            connections::Settings { over_edges: OverEdges::Forbidden, ..settings.connections };
        let settings = Settings { connections, filling: Filling::Only(winner.opponent()) };
        let meter = Meter::start(budget);
        let evaluator = Evaluator::<WORDS>::new(position.board().clone(), settings);
        let shared = Shared::new(evaluator.board(), meter.memory());
        Writer {
            board: position.board().clone(),
            winner,
            search: Search { evaluator, shared, meter },
            connections,
            plans: Vec::new(),
            places: HashMap::new(),
            whole: Vec::new(),
        }
    }

    fn write(
        position: &Position,
        winner: Player,
        settings: Settings,
        budget: Budget,
    ) -> Solution<Result<Certificate, SpentBudget>> {
        let mut writer = Self::new(position, winner, settings, budget);
        let answer = writer.certificate(position);
        let meter = &writer.search.meter;
        Solution { answer, nodes: meter.nodes(), time: meter.elapsed() }
    }

    fn certificate(&mut self, position: &Position) -> Result<Certificate, SpentBudget> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        let mut first = None;
        if position.winner().is_some() {
            self.push(Plan::Joined);
        } else if position.to_move() == self.winner {
            let node = self.search.evaluator.node(stones, self.winner);
            first = Some(self.attack(&node)?.threat.cell);
        } else {
            let node = self.search.evaluator.node(stones, self.winner.opponent());
            self.defend(&node)?;
        }
        let claim = Claim {
            game: position.name(),
            setup: position.setup(),
            winner: self.winner,
            order: None,
        };
        let plans = self.take_plans();
        Ok(Certificate::of_plans(claim, Plans { first, plans }))
    }

    fn edges(&self) -> [Place; 2] {
        Edge::of(self.winner).map(Place::Edge)
    }

    fn connections(&self, node: &Node<WORDS>, goal: Goal) -> Connections<WORDS> {
        let stones = PerPlayer::from_fn(|player| node.stones[player].to_squares());
        Connections::new(self.board.clone(), self.winner, stones, self.connections, goal)
    }

    /// A winning move of the winner, and the plan after it.
    fn attack(&mut self, node: &Node<WORDS>) -> Result<WrittenThreat<WORDS>, SpentBudget> {
        self.search.meter.look()?;
        if let Some(threat) = self.known_threat(node) {
            return Ok(threat);
        }
        let known = self.connections(node, Goal::WinToMove);
        let own = node.stones[self.winner];
        if let Some(winning) = known.winning()
            && let Some(derivation) = known.derivation(self.edges(), &winning.carrier)
            && let Some(cell) =
                (known.empty() - winning.carrier).first().or(winning.carrier.first())
        {
            let after = own | CellSet::of(cell);
            let written = self.whole_plan(&derivation, after);
            return Ok(threat(cell, written));
        }
        if let Some(semi) = known.winning_to_move().next()
            && let Some(derivation) = known.derivation(self.edges(), &semi.carrier)
            && let Some(cell) = semi.key
        {
            let written = self.whole_plan(&derivation, own | CellSet::of(cell));
            return Ok(threat(cell, written));
        }
        let known = self.search.decide(node)?;
        let cell = known.best.expect("the winner has a winning move where he has not won yet");
        let confined = self.search.evaluator.confined(node, known.carrier, self.winner);
        let after = self.search.evaluator.after(&confined, cell);
        let written = self.defend(&after)?;
        Ok(threat(cell, written))
    }

    /// A plan against all moves of the loser.
    fn defend(&mut self, node: &Node<WORDS>) -> Result<Written<WORDS>, SpentBudget> {
        self.search.meter.look()?;
        let (own, empty) = (node.stones[self.winner], self.search.evaluator.empty(node));
        let holds =
            |plan: &&Written<WORDS>| plan.stones.is_within(&own) && plan.region.is_within(&empty);
        if let Some(&known) = self.whole.iter().rev().find(holds) {
            return Ok(known);
        }
        if let Some(stones) = self.joining(self.edges(), own) {
            return Ok(Written { stones, ..self.push(Plan::Joined) });
        }
        let known = self.connections(node, Goal::Win);
        if let Some(winning) = known.winning()
            && let Some(derivation) = known.derivation(self.edges(), &winning.carrier)
        {
            return Ok(self.whole_plan(&derivation, own));
        }
        let start = self.mark();
        let mut threats = Vec::new();
        let mut common = empty;
        for semi in known.winning_to_move() {
            if (common & semi.carrier) == common {
                continue;
            }
            let derivation = known.derivation(self.edges(), &semi.carrier);
            if let (Some(derivation), Some(cell)) = (derivation, semi.key) {
                let written = self.whole_plan(&derivation, own | CellSet::of(cell));
                threats.push(threat(cell, written));
                common = common & threats[threats.len() - 1].region;
            }
        }
        while let Some(cell) = common.first() {
            let after = self.search.evaluator.after(node, cell);
            let answer = self.attack(&after)?;
            common = common & answer.region;
            threats.push(answer);
        }
        let written = self.push_threats(start, &threats, self.edges(), own);
        self.whole.push(written);
        Ok(written)
    }

    /// A move after which a plan serves that is written already.
    fn known_threat(&self, node: &Node<WORDS>) -> Option<WrittenThreat<WORDS>> {
        let (own, empty) = (node.stones[self.winner], self.search.evaluator.empty(node));
        self.whole.iter().rev().find_map(|&plan| {
            let missing = plan.stones - own;
            let cell = match missing.len() {
                0 => (empty - plan.region).first()?,
                1 => missing.first()?,
                _ => return None,
            };
            (plan.region | missing).is_within(&empty).then(|| threat(cell, plan))
        })
    }

    /// The plan that a derivation of a connection between the edges describes.
    fn whole_plan(&mut self, derivation: &Derivation, own: CellSet<WORDS>) -> Written<WORDS> {
        let written = self.plan(derivation, self.edges(), own);
        self.whole.push(written);
        written
    }

    /// The plan that a derivation describes, once all its ends are the winner's.
    fn plan(
        &mut self,
        derivation: &Derivation,
        ends: [Place; 2],
        own: CellSet<WORDS>,
    ) -> Written<WORDS> {
        if let Some(stones) = self.joining(ends, own) {
            return Written { stones, ..self.push(Plan::Joined) };
        }
        let start = self.mark();
        match derivation {
            Derivation::Adjacent => self.push(Plan::Joined),
            Derivation::And(step) => {
                let [one, other] = &step.parts;
                let parts = match self.joining([ends[0], step.ends[0]], own) {
                    Some(_) => [one, other],
                    None => [other, one],
                };
                let first = self.plan(parts[0], [ends[0], step.middle], own);
                let second = self.plan(parts[1], [step.middle, ends[1]], own);
                let region = first.region | second.region;
                if let Some(small) = self.left_to_the_checker(start, region, ends, own) {
                    return small;
                }
                let over = match step.middle {
                    Place::Cell(cell) => vec![cell],
                    Place::Edge(_) => Vec::new(),
                };
                let stones = first.stones | second.stones | over.iter().copied().collect();
                let plan = Plan::Chain { over, plans: vec![first.plan, second.plan] };
                Written { region, stones, ..self.push(plan) }
            }
            Derivation::Or(parts) => {
                let mut threats = Vec::new();
                for part in parts {
                    let Derivation::And(step) = part else { continue };
                    let Place::Cell(key) = step.middle else { continue };
                    if own.contains(key) {
                        // The semi-connection has become a connection: no other is needed.
                        self.forget_since(start);
                        return self.plan(part, ends, own);
                    }
                    let written = self.plan(part, ends, own | CellSet::of(key));
                    threats.push(threat(key, written));
                }
                self.push_threats(start, &threats, ends, own)
            }
        }
    }

    fn push_threats(
        &mut self,
        start: Mark,
        threats: &[WrittenThreat<WORDS>],
        ends: [Place; 2],
        own: CellSet<WORDS>,
    ) -> Written<WORDS> {
        let region = threats.iter().fold(CellSet::EMPTY, |region, threat| region | threat.region);
        if let Some(small) = self.left_to_the_checker(start, region, ends, own) {
            return small;
        }
        let stones = threats.iter().fold(CellSet::EMPTY, |stones, threat| stones | threat.stones);
        let plan = Plan::Threats(threats.iter().map(|written| written.threat).collect());
        Written { region, stones, ..self.push(plan) }
    }

    /// Replaces everything written since by its region, if that is small enough.
    fn left_to_the_checker(
        &mut self,
        start: Mark,
        region: CellSet<WORDS>,
        ends: [Place; 2],
        own: CellSet<WORDS>,
    ) -> Option<Written<WORDS>> {
        if region.len() > LEFT_TO_THE_CHECKER {
            return None;
        }
        self.forget_since(start);
        let stones = self.joining(ends, own | region)? - region;
        Some(Written { region, stones, ..self.push(Plan::Region(region.iter().collect())) })
    }

    fn mark(&self) -> Mark {
        Mark { plans: self.plans.len(), whole: self.whole.len() }
    }

    fn forget_since(&mut self, start: Mark) {
        for plan in self.plans.drain(start.plans..) {
            self.places.remove(&plan);
        }
        let since = self.whole.split_off(start.whole);
        self.whole.extend(since.into_iter().filter(|written| written.plan.index() < start.plans));
    }

    /// Everything that was written, of which the last plan is the one asked for.
    fn take_plans(&mut self) -> Vec<Plan> {
        self.places.clear();
        self.whole.clear();
        std::mem::take(&mut self.plans)
    }

    fn push(&mut self, plan: Plan) -> Written<WORDS> {
        let next = PlanId::from_index(self.plans.len());
        let place = *self.places.entry(plan.clone()).or_insert(next);
        if place == next {
            self.plans.push(plan);
        }
        Written { plan: place, region: CellSet::EMPTY, stones: CellSet::EMPTY }
    }

    /// The stones that hang together with two places, if these do.
    fn joining(&self, ends: [Place; 2], own: CellSet<WORDS>) -> Option<CellSet<WORDS>> {
        let mut reached = CellSet::<WORDS>::EMPTY;
        let mut edges = Vec::new();
        let mut open = vec![ends[0]];
        while let Some(place) = open.pop() {
            match place {
                Place::Cell(cell) if own.contains(cell) && !reached.contains(cell) => {
                    reached.insert(cell);
                    open.extend(self.board.neighbours(cell).iter().map(|&cell| Place::Cell(cell)));
                    let beside = Edge::of(self.winner);
                    let beside = beside.into_iter().filter(|&edge| self.board.touches(cell, edge));
                    open.extend(beside.map(Place::Edge));
                }
                Place::Edge(edge) if !edges.contains(&edge) => {
                    edges.push(edge);
                    let along = own & self.board.along(edge).into();
                    open.extend(along.iter().map(Place::Cell));
                }
                Place::Cell(_) | Place::Edge(_) => {}
            }
        }
        let is_joined = match ends[1] {
            Place::Cell(cell) => reached.contains(cell),
            Place::Edge(edge) => edges.contains(&edge),
        };
        is_joined.then_some(reached)
    }
}

fn threat<const WORDS: usize>(cell: Square, after: Written<WORDS>) -> WrittenThreat<WORDS> {
    let key = CellSet::of(cell);
    WrittenThreat {
        threat: Threat { cell, plan: after.plan },
        region: after.region | key,
        stones: after.stones - key,
    }
}
