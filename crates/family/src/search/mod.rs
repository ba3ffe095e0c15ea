//! Finding proofs on the plane, for games with three and more stones a turn.
//!
//! The first turn is given. Its replies are worked off as THEORY 3 says: every critical defence, with
//! null stones where it has stones to spare, and then what lies in the zones of the answers. Each
//! is answered by a win by forcing turns. What is found is a proof for [`crate::check`]; what is not
//! found means nothing.

mod board;
mod forcing;
mod line;
mod turns;
mod zones;

use std::collections::HashMap;

use sixfold_game::SpentBudget;
use sixfold_solve::{Budget, Meter};
use thiserror::Error;

use crate::plane::{PlaneAttack, PlaneProof, PlaneReply, Point, Root, Rules};
use board::{Board, Cell, Side};
use forcing::{Attack, Forcing, Reply, defences};
pub use turns::Width;
use zones::Zones;

/// A position and the turn of the attacker that is to be proven to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The game.
    pub rules: Rules,
    /// The defender's stones before the turn.
    pub defender: Vec<Point>,
    /// The attacker's stones, all of one turn.
    pub turn: Vec<Point>,
}

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How widely turns are looked for.
    pub width: Width,
    /// The most turns of the attacker after a reply, the completing one included.
    pub turns: u8,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { width: Width { beam: 40, turns: 30 }, turns: 3 }
    }
}

/// A proof, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The proof. The attacker has played the turn, and his opponent is to move.
    pub proof: PlaneProof,
    /// Attacking turns searched.
    pub nodes: u64,
}

/// Why no proof was found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// A reply to which no answer was found; fewer than p stones stand for all turns that contain them.
    #[error("no answer was found to {}", list(.0))]
    Unanswered(Vec<Point>),
    /// The defender has more stones to spare than a finite zone can hold (THEORY 3: Z1 to Z(d-1)).
    #[error(
        "the turn leaves the opponent {spare} stones to spare, which may be anywhere on the board"
    )]
    Endless {
        /// The stones.
        spare: usize,
    },
    /// The defender completes k in a row.
    #[error("the opponent completes a row")]
    Completes,
    /// There are too many ways to parry.
    #[error("there are too many ways to parry the turn")]
    TooWide,
    /// The part of the plane on which proofs are looked for is too small.
    #[error("the proof needs more room than the search has")]
    Room,
    /// Time is up, or the search was cancelled.
    #[error("{0}")]
    Spent(String),
}

fn list(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(|p| format!("({},{})", p.x, p.y)).collect();
    if names.is_empty() { "the null move".to_string() } else { names.join(" ") }
}

impl From<SpentBudget> for Failure {
    fn from(spent: SpentBudget) -> Failure {
        Failure::Spent(sixfold_game::Verdict::Unknown(spent).reason().to_string())
    }
}

/// The most critical defences of the first turn.
const MOST_DEFENCES: usize = 20_000;

/// Looks for a proof that a turn wins.
pub fn prove(task: &Task, effort: Effort, budget: &Budget) -> Result<Found, Failure> {
    let mut board = Board::new(task.rules);
    let cells = |points: &[Point]| -> Option<Vec<Cell>> {
        let cells = points.iter().map(|&point| Cell::of(point));
        cells.map(|cell| cell.filter(|&cell| board.has_room(cell))).collect()
    };
    let defender = cells(&task.defender).ok_or(Failure::Room)?;
    let turn = cells(&task.turn).ok_or(Failure::Room)?;
    board.place(&defender, Side::Defender);
    board.place(&turn, Side::Attacker);
    let mut prover = Prover {
        board,
        forcing: Forcing::new(effort.width, effort.turns),
        meter: Meter::start(budget.clone()),
        answered: HashMap::new(),
        replies: Vec::new(),
    };
    prover.refute_all()?;
    prover.meter.report();
    let proof = PlaneProof {
        rules: task.rules,
        attacker: task.turn.clone(),
        defender: task.defender.clone(),
        root: Root::Defence(prover.replies.iter().map(told).collect()),
    };
    Ok(Found { proof, nodes: prover.meter.nodes() })
}

struct Prover {
    board: Board,
    forcing: Forcing,
    meter: Meter,
    /// The zones of the position after each reply that is answered.
    answered: HashMap<Vec<Cell>, Zones>,
    replies: Vec<Reply>,
}

impl Prover {
    /// **Tt** and **SUB**: replies with more null stones first.
    fn refute_all(&mut self) -> Result<(), Failure> {
        let p = self.board.rules.p as usize;
        if self.board.can_complete(Side::Defender, p as u16) {
            return Err(Failure::Completes);
        }
        let mut open = defences(&self.board, MOST_DEFENCES).ok_or(Failure::TooWide)?;
        open.sort_by_key(Vec::len);
        while !open.is_empty() {
            let fewest = open[0].len();
            let later: Vec<Vec<Cell>> = open.iter().filter(|r| r.len() > fewest).cloned().collect();
            open.retain(|reply| reply.len() == fewest);
            let mut next = later;
            for reply in open {
                if !self.answered.contains_key(&reply) && !self.is_covered(&reply) {
                    next.extend(self.refute(reply)?);
                }
            }
            next.sort();
            next.dedup();
            next.sort_by_key(Vec::len);
            open = next;
        }
        Ok(())
    }

    /// Answers a reply, and tells the replies with a stone more that are left to be answered.
    fn refute(&mut self, reply: Vec<Cell>) -> Result<Vec<Vec<Cell>>, Failure> {
        if !reply.iter().all(|&cell| self.board.has_room(cell)) {
            return Err(Failure::Room);
        }
        self.board.place(&reply, Side::Defender);
        let answer = self.forcing.find(&mut self.board, &mut self.meter);
        let zones = match &answer {
            Ok(Some(answer)) => Some(zones::of_attack(&mut self.board, answer)),
            _ => None,
        };
        self.board.lift(&reply, Side::Defender);
        let (Some(answer), Some(zones)) = (answer?, zones) else {
            return Err(Failure::Unanswered(reply.iter().map(|cell| cell.point()).collect()));
        };
        let spare = self.board.rules.p as usize - reply.len();
        let mut longer = Vec::new();
        if spare > 0 {
            let zone = zones.of_order(spare).ok_or(Failure::Endless { spare })?;
            for cell in zone.iter() {
                if self.board.is_empty(cell) && !reply.contains(&cell) {
                    let mut stones = reply.clone();
                    stones.push(cell);
                    stones.sort_unstable();
                    longer.push(stones);
                }
            }
        }
        self.answered.insert(reply.clone(), zones);
        self.replies.push(Reply { stones: reply, answer });
        Ok(longer)
    }

    /// Whether a full turn is refuted by the answer to a part of it.
    fn is_covered(&self, reply: &[Cell]) -> bool {
        let p = self.board.rules.p as usize;
        let without = |left_out: &[usize]| -> Vec<Cell> {
            let kept = reply.iter().enumerate().filter(|(i, _)| !left_out.contains(i));
            kept.map(|(_, &cell)| cell).collect()
        };
        let covers = |left_out: &[usize]| {
            let others: Vec<Cell> = left_out.iter().map(|&i| reply[i]).collect();
            let zones = self.answered.get(&without(left_out));
            zones.is_some_and(|zones| zones.are_irrelevant(&others))
        };
        let n = reply.len();
        n == p && (0..n).any(|i| covers(&[i]) || (i + 1..n).any(|j| covers(&[i, j])))
    }
}

fn told(reply: &Reply) -> PlaneReply {
    PlaneReply { stones: points(&reply.stones), answer: told_attack(&reply.answer) }
}

fn told_attack(attack: &Attack) -> PlaneAttack {
    PlaneAttack {
        stones: points(&attack.stones),
        replies: attack.replies.iter().map(told).collect(),
    }
}

fn points(cells: &[Cell]) -> Vec<Point> {
    cells.iter().map(|cell| cell.point()).collect()
}
