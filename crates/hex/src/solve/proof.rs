//! Writing certificates.
//!
//! The winner's tree is searched again with only the loser's captured cells filled in: a win against
//! more of the loser's stones is a win, move by move, without them. Where the winner's connections
//! decide, their derivation is the plan; elsewhere every way to win becomes a threat, until no cell
//! is common to all of them.

mod shown;

use std::sync::Arc;

use sixfold_game::certificate::{Certificate, Claim, Plan, PlanId, Plans, Threat};
use sixfold_game::{Game, PerPlayer, Player, SpentBudget, Square, Value, Verdict};

use super::budget::{Budget, Meter};
use super::node::{Evaluator, Node};
use super::search::Search;
use super::table::Table;
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
    let rest = Budget {
        nodes: budget.nodes.map(|most| most.saturating_sub(nodes)),
        time: budget.time.map(|most| most.saturating_sub(time)),
        ..budget
    };
    let mut proof = write(position, winner, settings, rest);
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
}

/// A plan that was written, and the cells it needs.
#[derive(Clone, Copy, Debug)]
struct Written<const WORDS: usize> {
    plan: PlanId,
    region: CellSet<WORDS>,
}

/// A move that was written with the plan after it, and all cells it needs.
#[derive(Clone, Copy, Debug)]
struct WrittenThreat<const WORDS: usize> {
    threat: Threat,
    region: CellSet<WORDS>,
}

impl<const WORDS: usize> Writer<WORDS> {
    fn new(position: &Position, winner: Player, settings: Settings, budget: Budget) -> Self {
        // A chain leads over stones: an edge in between would be no stone.
        let connections =
            connections::Settings { over_edges: OverEdges::Forbidden, ..settings.connections };
        let settings = Settings { connections, filling: Filling::Only(winner.opponent()) };
        let meter = Meter::start(budget);
        let evaluator = Evaluator::<WORDS>::new(position.board().clone(), settings);
        let table = Table::new(evaluator.board(), meter.memory());
        Writer {
            board: position.board().clone(),
            winner,
            search: Search { evaluator, table, meter },
            connections,
            plans: Vec::new(),
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
        let plans = std::mem::take(&mut self.plans);
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
        let known = self.connections(node, Goal::WinToMove);
        let own = node.stones[self.winner];
        if let Some(winning) = known.winning()
            && let Some(derivation) = known.derivation(self.edges(), &winning.carrier)
            && let Some(cell) =
                (known.empty() - winning.carrier).first().or(winning.carrier.first())
        {
            let after = own | CellSet::of(cell);
            let written = self.plan(&derivation, self.edges(), after);
            return Ok(threat(cell, written));
        }
        if let Some(semi) = known.winning_to_move().next()
            && let Some(derivation) = known.derivation(self.edges(), &semi.carrier)
            && let Some(cell) = semi.key
        {
            let written = self.plan(&derivation, self.edges(), own | CellSet::of(cell));
            return Ok(threat(cell, written));
        }
        let known = self.search.decide(node)?;
        let cell = known.best.expect("the winner has a winning move where he has not won yet");
        let after = self.search.evaluator.after(node, cell);
        let written = self.defend(&after)?;
        Ok(threat(cell, written))
    }

    /// A plan against all moves of the loser.
    fn defend(&mut self, node: &Node<WORDS>) -> Result<Written<WORDS>, SpentBudget> {
        self.search.meter.look()?;
        let known = self.connections(node, Goal::Win);
        let own = node.stones[self.winner];
        if self.are_joined(self.edges(), own) {
            return Ok(self.push(Plan::Joined));
        }
        if let Some(winning) = known.winning()
            && let Some(derivation) = known.derivation(self.edges(), &winning.carrier)
        {
            return Ok(self.plan(&derivation, self.edges(), own));
        }
        let start = self.plans.len();
        let mut threats = Vec::new();
        let mut common = known.empty();
        for semi in known.winning_to_move() {
            if (common & semi.carrier) == common {
                continue;
            }
            let derivation = known.derivation(self.edges(), &semi.carrier);
            if let (Some(derivation), Some(cell)) = (derivation, semi.key) {
                let written = self.plan(&derivation, self.edges(), own | CellSet::of(cell));
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
        Ok(self.push_threats(start, &threats))
    }

    /// The plan that a derivation describes, once all its ends are the winner's.
    fn plan(
        &mut self,
        derivation: &Derivation,
        ends: [Place; 2],
        own: CellSet<WORDS>,
    ) -> Written<WORDS> {
        if self.are_joined(ends, own) {
            return self.push(Plan::Joined);
        }
        let start = self.plans.len();
        match derivation {
            Derivation::Adjacent => self.push(Plan::Joined),
            Derivation::And(step) => {
                let [one, other] = &step.parts;
                let parts = if self.are_joined([ends[0], step.ends[0]], own) {
                    [one, other]
                } else {
                    [other, one]
                };
                let first = self.plan(parts[0], [ends[0], step.middle], own);
                let second = self.plan(parts[1], [step.middle, ends[1]], own);
                let region = first.region | second.region;
                if let Some(small) = self.left_to_the_checker(start, region) {
                    return small;
                }
                let over = match step.middle {
                    Place::Cell(cell) => vec![cell],
                    Place::Edge(_) => Vec::new(),
                };
                let plan = Plan::Chain { over, plans: vec![first.plan, second.plan] };
                Written { region, ..self.push(plan) }
            }
            Derivation::Or(parts) => {
                let mut threats = Vec::new();
                for part in parts {
                    let Derivation::And(step) = part else { continue };
                    let Place::Cell(key) = step.middle else { continue };
                    if own.contains(key) {
                        // The semi-connection has become a connection: no other is needed.
                        self.plans.truncate(start);
                        return self.plan(part, ends, own);
                    }
                    let written = self.plan(part, ends, own | CellSet::of(key));
                    threats.push(threat(key, written));
                }
                self.push_threats(start, &threats)
            }
        }
    }

    fn push_threats(&mut self, start: usize, threats: &[WrittenThreat<WORDS>]) -> Written<WORDS> {
        let region = threats.iter().fold(CellSet::EMPTY, |region, threat| region | threat.region);
        if let Some(small) = self.left_to_the_checker(start, region) {
            return small;
        }
        let plan = Plan::Threats(threats.iter().map(|written| written.threat).collect());
        Written { region, ..self.push(plan) }
    }

    /// Replaces everything written since by its region, if that is small enough.
    fn left_to_the_checker(
        &mut self,
        start: usize,
        region: CellSet<WORDS>,
    ) -> Option<Written<WORDS>> {
        if region.len() > LEFT_TO_THE_CHECKER {
            return None;
        }
        self.plans.truncate(start);
        Some(Written { region, ..self.push(Plan::Region(region.iter().collect())) })
    }

    fn push(&mut self, plan: Plan) -> Written<WORDS> {
        self.plans.push(plan);
        Written { plan: PlanId::from_index(self.plans.len() - 1), region: CellSet::EMPTY }
    }

    fn are_joined(&self, ends: [Place; 2], own: CellSet<WORDS>) -> bool {
        let mut reached = CellSet::<WORDS>::EMPTY;
        let mut edges = Vec::new();
        let mut open = vec![ends[0]];
        while let Some(place) = open.pop() {
            if place == ends[1] {
                return true;
            }
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
        false
    }
}

fn threat<const WORDS: usize>(cell: Square, after: Written<WORDS>) -> WrittenThreat<WORDS> {
    WrittenThreat {
        threat: Threat { cell, plan: after.plan },
        region: after.region | CellSet::of(cell),
    }
}
