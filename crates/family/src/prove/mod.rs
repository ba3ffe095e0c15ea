//! Proving who wins a game, from nothing but its numbers.

mod answers;
mod window;

use std::time::{Duration, Instant};

use sixfold_game::Player;
use sixfold_solve::Budget;
use thiserror::Error;

use crate::blocking::blocking_number;
use crate::bound::instance;
use crate::game::Family;
use crate::overwhelm::{
    most_blocks_of_three, overwhelming_groups, overwhelming_shape, strongest_shapes,
};
use crate::plane::{PlaneProof, Point};
use crate::search::{self, Effort, Task};
use crate::theorem::{NotProven, Proof, Theorem, pack};

/// A theorem with the file that proves it.
#[derive(Clone, PartialEq, Debug)]
pub struct Proven {
    /// The theorem. It has been checked.
    pub theorem: Theorem,
    /// The bytes of its file, if it needs one.
    pub file: Option<Vec<u8>>,
}

/// Why a game is not proven.
#[derive(Debug, Error)]
pub enum Unproven {
    /// What was tried last, and why it failed.
    #[error("{game}: not proven ({reason})")]
    Failed {
        /// The game.
        game: Family,
        /// Why.
        reason: String,
    },
    /// The numbers are out of range.
    #[error("{0} is out of range (1 <= p < k <= 40, 1 <= q <= 40)")]
    Range(Family),
    /// A proof was found and does not stand the check.
    #[error("the proof is wrong, please report this: {0}")]
    Wrong(NotProven),
}

/// What a strategy has found.
struct Finding {
    winner: Player,
    proof: Proof,
    file: Option<Vec<u8>>,
    nodes: u64,
}

/// A way to prove a game.
type Strategy = fn(Family, &Budget) -> Result<Finding, Reason>;

/// Why a strategy found nothing, in words.
struct Reason(String);

impl<E: std::error::Error> From<E> for Reason {
    fn from(error: E) -> Reason {
        Reason(error.to_string())
    }
}

/// Proves who wins a game, if it can.
pub fn prove(game: Family, budget: &Budget) -> Result<Proven, Unproven> {
    let Family { k, p, q } = game;
    if p == 0 || p >= k || k > 40 || q == 0 || q > 40 {
        return Err(Unproven::Range(game));
    }
    let started = Instant::now();
    let mut reason = Reason("no method is for such a game".to_string());
    let strategies: [Strategy; 6] =
        [too_many_threats, block_and_build, solvers, first_turn, breakaway, answers::answers];
    for strategy in strategies {
        let left = Budget {
            time: budget.time.map(|time| time.saturating_sub(started.elapsed())),
            ..budget.clone()
        };
        let is_spent = budget.control.is_cancelled() || left.time == Some(Duration::ZERO);
        if is_spent {
            break;
        }
        match strategy(game, &left) {
            Ok(found) => return finish(game, found, started.elapsed()),
            Err(failed) => reason = if failed.0.is_empty() { reason } else { failed },
        }
    }
    Err(Unproven::Failed { game, reason: reason.0 })
}

/// Nothing is claimed that the check does not accept.
fn finish(game: Family, found: Finding, taken: Duration) -> Result<Proven, Unproven> {
    let Finding { winner, proof, file, nodes } = found;
    let seconds = (taken.as_secs_f64() * 100.0).round() / 100.0;
    let theorem = Theorem { game, winner, proof, seconds, nodes };
    theorem.check(file.as_deref().unwrap_or_default()).map_err(Unproven::Wrong)?;
    Ok(Proven { theorem, file })
}

/// The strategy does not fit the game.
fn does_not_fit() -> Reason {
    Reason(String::new())
}

/// Shapes of more stones are not tried one by one.
const MOST_SHAPE: u16 = 8;

fn too_many_threats(game: Family, _: &Budget) -> Result<Finding, Reason> {
    let groups = overwhelming_groups(game.rules(), game.q).or_else(|| groups_of_corollary(game));
    let groups = groups.ok_or_else(does_not_fit)?;
    // No segment holds stones of two groups, and no stone is on segments of both.
    let apart = 4 * game.k as i16;
    let placed = groups.iter().zip(0..).flat_map(|(group, i)| {
        group.iter().map(move |p| Point { x: p.x + i * apart, y: p.y + i * (apart / 3 + 1) })
    });
    let proof = Proof::Overwhelm { stones: placed.collect() };
    Ok(Finding { winner: Player::Black, proof, file: None, nodes: 0 })
}

fn groups_of_corollary(game: Family) -> Option<Vec<Vec<Point>>> {
    let instance = instance(game).filter(crate::bound::Instance::proves_black_wins)?;
    Some(instance.groups.into_iter().map(|group| group.stones).collect())
}

fn block_and_build(game: Family, _: &Budget) -> Result<Finding, Reason> {
    if game.q != 3 || game.k != game.p + 2 {
        return Err(does_not_fit());
    }
    let rules = game.rules();
    let free = game.p.saturating_sub(most_blocks_of_three(rules)).min(MOST_SHAPE);
    let stones = overwhelming_shape(rules, free).ok_or_else(does_not_fit)?;
    let proof = Proof::BlockAndBuild { stones };
    Ok(Finding { winner: Player::White, proof, file: None, nodes: 0 })
}

/// One and two stones a turn are what the solvers of certificates are for.
fn solvers(game: Family, budget: &Budget) -> Result<Finding, Reason> {
    if game.p > 2 || game.k > 13 {
        return Err(does_not_fit());
    }
    window::by_solvers(game, budget)
}

/// So many shapes of a first turn are tried.
const MOST_FIRST_TURNS: usize = 6;

/// The shapes of a turn of so many stones that leave the opponent at most so many stones to spare.
fn forcing_shapes(game: Family, stones: u16, spare: u16) -> Vec<Vec<Point>> {
    let rules = game.rules();
    let usual = usual_shape(stones);
    let mut shapes: Vec<Vec<Point>> = usual.into_iter().collect();
    if stones <= MOST_SHAPE {
        let strongest = strongest_shapes(rules, stones, MOST_FIRST_TURNS);
        shapes.extend(strongest.into_iter().map(|shape| centred(&shape)));
    }
    shapes.retain(|shape| blocking_number(shape, rules) + spare >= game.p);
    shapes.truncate(MOST_FIRST_TURNS);
    shapes
}

/// Compact shapes that are known to be strong where three stones make a threat.
fn usual_shape(stones: u16) -> Option<Vec<Point>> {
    let list: &[[i16; 2]] = match stones {
        3 => &[[-1, 0], [0, 0], [1, 0]],
        4 => &[[-1, 0], [0, 0], [1, 0], [0, 1]],
        5 => &[[-1, 0], [0, 0], [1, 0], [0, 1], [0, -1]],
        6 => &[[0, 0], [1, 0], [2, 0], [0, 1], [0, 2], [1, 1]],
        _ => return None,
    };
    Some(list.iter().map(|&point| point.into()).collect())
}

fn centred(shape: &[Point]) -> Vec<Point> {
    shape.iter().map(|point| point.from_origin(Point { x: 1, y: 1 })).collect()
}

/// Black's first turn forces: a proof of the position after it.
fn first_turn(game: Family, budget: &Budget) -> Result<Finding, Reason> {
    let rules = game.rules();
    if game.p < 3 {
        return Err(does_not_fit());
    }
    let mut reason = does_not_fit();
    // With d stones to spare a row may come up anywhere on the board.
    for turn in forcing_shapes(game, game.q, rules.threat().saturating_sub(1)) {
        let task = Task { rules, defender: Vec::new(), turn };
        match search::prove(&task, Effort::default(), budget) {
            Ok(found) => return black_wins(game, &found.proof, found.nodes),
            Err(failure) => reason = failure.into(),
        }
    }
    Err(reason)
}

fn black_wins(game: Family, proof: &PlaneProof, nodes: u64) -> Result<Finding, Reason> {
    let winner = Player::Black;
    if let Some(certificate) = window::certificate(game, proof) {
        let file = file_name(game, "cert.gz");
        let bytes = window::seal(&certificate)?;
        return Ok(Finding {
            winner,
            proof: Proof::Certificate { file },
            file: Some(bytes),
            nodes,
        });
    }
    let file = file_name(game, "plane.json.gz");
    Ok(Finding { winner, proof: Proof::Plane { file }, file: Some(pack(proof)?), nodes })
}

/// White plays far away from Black's stones, which must then be irrelevant.
fn breakaway(game: Family, budget: &Budget) -> Result<Finding, Reason> {
    let rules = game.rules();
    let spare = rules.threat().checked_sub(1 + game.q).ok_or_else(does_not_fit)?;
    if game.p < 3 {
        return Err(does_not_fit());
    }
    let mut reason = does_not_fit();
    for turn in forcing_shapes(game, game.p, spare) {
        let task = Task { rules, defender: Vec::new(), turn };
        match search::prove(&task, Effort::default(), budget) {
            Ok(found) => {
                // The same proof serves every q that it can: it is kept once.
                let file = file_name(Family { q: game.p, ..game }, "plane.json.gz");
                let bytes = pack(&found.proof)?;
                let proof = Proof::Breakaway { file };
                let nodes = found.nodes;
                return Ok(Finding { winner: Player::White, proof, file: Some(bytes), nodes });
            }
            Err(failure) => reason = failure.into(),
        }
    }
    Err(reason)
}

fn file_name(game: Family, ending: &str) -> String {
    format!("{}-{}-{}.{ending}", game.k, game.p, game.q)
}
