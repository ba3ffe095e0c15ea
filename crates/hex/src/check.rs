//! The checker of certificates. It knows the rules of Hex and nothing of connections or search.

use sixfold_game::{Player, Square, SquareSet};
use thiserror::Error;

use crate::board::{Board, Edge, Place};
use crate::brute::{First, JoiningGame};
use crate::certificate::{Certificate, Plan, PlanNumber};

/// The most cells of a region in which the checker tries everything.
pub const MAX_REGION: usize = 12;

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The position is for another board.
    #[error("the position is not on the board of the game")]
    OtherBoard,
    /// A first move is given though it is not the winner's turn.
    #[error("a first move is given, but it is not the winner's turn")]
    FirstMove,
    /// A stone goes where it cannot.
    #[error("plan {plan}: {cell} is not empty")]
    NotEmpty {
        /// The plan, counted from 0.
        plan: PlanNumber,
        /// The cell.
        cell: String,
    },
    /// A chain leads over a cell without a stone of the winner.
    #[error("plan {plan}: {cell} is not a stone of the winner")]
    NotOwn {
        /// The plan, counted from 0.
        plan: PlanNumber,
        /// The cell.
        cell: String,
    },
    /// A chain has not one more plan than stones.
    #[error("plan {0}: a chain has one more plan than stones")]
    ChainLength(PlanNumber),
    /// Two plans of a chain need the same cell.
    #[error("plan {plan}: two plans of the chain need {cell}")]
    Shared {
        /// The plan, counted from 0.
        plan: PlanNumber,
        /// The cell.
        cell: String,
    },
    /// All threats need the same cell: the opponent plays there.
    #[error("plan {plan}: all threats need {cell}")]
    Parried {
        /// The plan, counted from 0.
        plan: PlanNumber,
        /// The cell.
        cell: String,
    },
    /// There are no threats.
    #[error("plan {0}: there are no threats")]
    NoThreats(PlanNumber),
    /// The places do not hang together.
    #[error("plan {0}: the places are not joined")]
    NotJoined(PlanNumber),
    /// A region has too many cells, or lies on too large a board, to try everything.
    #[error("plan {0}: the region is too large to try everything")]
    TooLarge(PlanNumber),
    /// A plan uses one that is missing, does not come before it, or is used already.
    #[error("plan {0}: a plan that it uses is missing, comes later or is used twice")]
    Order(PlanNumber),
    /// There is no plan.
    #[error("there is no plan")]
    NoPlan,
}

/// Checks that the winner of a certificate wins its position.
pub fn check(certificate: &Certificate) -> Result<(), Refusal> {
    let board = Board::new(certificate.rules);
    if certificate.setup.grid() != board.grid() {
        return Err(Refusal::OtherBoard);
    }
    let winner = certificate.winner;
    let mut own = certificate.setup.stones(winner);
    let theirs = certificate.setup.stones(winner.opponent());
    let mut empty = board.cells() - own - theirs;
    let root = certificate.plans.len().checked_sub(1).ok_or(Refusal::NoPlan)? as PlanNumber;
    // Without a first move the winner wins even if he passes.
    if let Some(cell) = certificate.first {
        if certificate.setup.turn.player != winner {
            return Err(Refusal::FirstMove);
        }
        if !empty.contains(cell) {
            let cell = board.grid().name(cell).to_string();
            return Err(Refusal::NotEmpty { plan: root, cell });
        }
        own.insert(cell);
        empty.remove(cell);
    }
    let used = vec![false; certificate.plans.len()];
    let mut checker = Checker { board: &board, winner, plans: &certificate.plans, used };
    checker.region(root, Edge::of(winner).map(Place::Edge), own, empty).map(|_| ())
}

struct Checker<'a> {
    board: &'a Board,
    winner: Player,
    plans: &'a [Plan],
    used: Vec<bool>,
}

impl Checker<'_> {
    /// The region of a plan that joins two places with these stones and empty cells, the opponent to
    /// move.
    fn region(
        &mut self,
        number: PlanNumber,
        ends: [Place; 2],
        own: SquareSet,
        empty: SquareSet,
    ) -> Result<SquareSet, Refusal> {
        let plans = self.plans;
        match &plans[number as usize] {
            Plan::Joined if self.are_joined(ends, own) => Ok(SquareSet::EMPTY),
            Plan::Joined => Err(Refusal::NotJoined(number)),
            Plan::Chain { over, plans } => {
                if plans.len() != over.len() + 1 {
                    return Err(Refusal::ChainLength(number));
                }
                if let Some(&cell) = over.iter().find(|&&cell| !own.contains(cell)) {
                    return Err(Refusal::NotOwn { plan: number, cell: self.name(cell) });
                }
                let middles = over.iter().map(|&cell| Place::Cell(cell));
                let stops: Vec<Place> =
                    std::iter::once(ends[0]).chain(middles).chain([ends[1]]).collect();
                let mut region = SquareSet::EMPTY;
                for (stops, &plan) in stops.windows(2).zip(plans) {
                    self.use_plan(number, plan)?;
                    let part = self.region(plan, [stops[0], stops[1]], own, empty)?;
                    if let Some(cell) = (region & part).iter().next() {
                        return Err(Refusal::Shared { plan: number, cell: self.name(cell) });
                    }
                    region |= part;
                }
                Ok(region)
            }
            Plan::Threats(threats) => {
                let mut region = SquareSet::EMPTY;
                let mut common = empty;
                for threat in threats {
                    self.use_plan(number, threat.plan)?;
                    if !empty.contains(threat.cell) {
                        return Err(Refusal::NotEmpty {
                            plan: number,
                            cell: self.name(threat.cell),
                        });
                    }
                    let stone: SquareSet = std::iter::once(threat.cell).collect();
                    let rest = self.region(threat.plan, ends, own | stone, empty - stone)?;
                    region = region | rest | stone;
                    common = common & (rest | stone);
                }
                match common.iter().next() {
                    _ if threats.is_empty() => Err(Refusal::NoThreats(number)),
                    Some(cell) => Err(Refusal::Parried { plan: number, cell: self.name(cell) }),
                    None => Ok(region),
                }
            }
            Plan::Region(cells) => self.small_region(number, cells, ends, own, empty),
        }
    }

    fn small_region(
        &self,
        number: PlanNumber,
        cells: &[Square],
        ends: [Place; 2],
        own: SquareSet,
        empty: SquareSet,
    ) -> Result<SquareSet, Refusal> {
        let region: SquareSet = cells.iter().copied().collect();
        if let Some(cell) = (region - empty).iter().next() {
            return Err(Refusal::NotEmpty { plan: number, cell: self.name(cell) });
        }
        if region.len() > MAX_REGION {
            return Err(Refusal::TooLarge(number));
        }
        let game = JoiningGame::new(self.board.grid(), self.winner, ends, own, region);
        let mut game = game.ok_or(Refusal::TooLarge(number))?;
        if game.is_joined(First::Breaker) { Ok(region) } else { Err(Refusal::NotJoined(number)) }
    }

    /// Plans form a tree in which those that are used come first, so checking ends, and soon.
    fn use_plan(&mut self, user: PlanNumber, plan: PlanNumber) -> Result<(), Refusal> {
        if plan >= user || std::mem::replace(&mut self.used[plan as usize], true) {
            return Err(Refusal::Order(user));
        }
        Ok(())
    }

    /// Whether two places hang together by stones and edges of the winner.
    fn are_joined(&self, ends: [Place; 2], own: SquareSet) -> bool {
        let mut reached = SquareSet::EMPTY;
        let mut open: Vec<Place> = vec![ends[0]];
        let mut edges_reached = Vec::new();
        while let Some(place) = open.pop() {
            if place == ends[1] {
                return true;
            }
            match place {
                Place::Cell(cell) if own.contains(cell) && !reached.contains(cell) => {
                    reached.insert(cell);
                    open.extend(self.board.neighbours(cell).iter().map(|&cell| Place::Cell(cell)));
                    let edges = Edge::of(self.winner).into_iter();
                    let beside = edges.filter(|&edge| self.board.touches(cell, edge));
                    open.extend(beside.map(Place::Edge));
                }
                Place::Edge(edge) if !edges_reached.contains(&edge) => {
                    edges_reached.push(edge);
                    let along = (self.board.along(edge) & own).iter().collect::<Vec<_>>();
                    open.extend(along.into_iter().map(Place::Cell));
                }
                Place::Cell(_) | Place::Edge(_) => {}
            }
        }
        false
    }

    fn name(&self, cell: Square) -> String {
        self.board.grid().name(cell).to_string()
    }
}
