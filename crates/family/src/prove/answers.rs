//! White's answers to one and two stones of Black that cannot be ignored.

use sixfold_game::Player;
use sixfold_solve::Budget;

use super::{Finding, Reason, does_not_fit, file_name, forcing_shapes};
use crate::game::Family;
use crate::plane::{PlaneProof, Point};
use crate::search::{self, Effort, Failure, Task};
use crate::theorem::{Proof, least_image, pack, seconds_left_open};

/// Answers to every first turn of one or two stones.
///
/// With two stones one of them is put on the board and the other left out. What the zone of that proof
/// holds, whichever way it is turned, are the places of the second stone that must be looked at; a
/// second stone anywhere else does not matter (THEORY 3).
pub(super) fn answers(game: Family, budget: &Budget) -> Result<Finding, Reason> {
    if game.p < 3 || game.q > 2 || game.q >= game.p {
        return Err(does_not_fit());
    }
    let spare = game.rules().threat().checked_sub(game.q).ok_or_else(does_not_fit)?;
    let mut reason = does_not_fit();
    for shape in forcing_shapes(game, game.p, spare) {
        let found = match game.q {
            1 => to_one(game, &shape, budget),
            _ => to_two(game, &shape, budget),
        };
        match found {
            Ok((proofs, nodes)) => {
                let file = file_name(game, "answers.json.gz");
                let bytes = pack(&proofs)?;
                let proof = Proof::Answers { file };
                return Ok(Finding { winner: Player::White, proof, file: Some(bytes), nodes });
            }
            Err(failed) => reason = failed,
        }
    }
    Err(reason)
}

type Answers = (Vec<PlaneProof>, u64);

/// Places of Black's stone, as seen from White's: near ones leave less to look at.
const NEAR: [[i16; 2]; 4] = [[3, 3], [4, 2], [-3, 3], [5, 1]];

fn to_one(game: Family, shape: &[Point], budget: &Budget) -> Result<Answers, Reason> {
    let mut reason = does_not_fit();
    for stone in NEAR {
        match answer(game, &[stone.into()], shape.to_vec(), budget) {
            Ok(found) => return Ok((vec![found.proof], found.nodes)),
            Err(failure) => reason = failure.into(),
        }
    }
    Err(reason)
}

fn to_two(game: Family, shape: &[Point], budget: &Budget) -> Result<Answers, Reason> {
    // Far enough apart that the images of the zone have little in common but the lines of the stone.
    let half = 9;
    let first = Point { x: -half, y: -half / 2 };
    let turn: Vec<Point> =
        shape.iter().map(|p| Point { x: p.x + half, y: p.y + half / 2 }).collect();
    let single = answer(game, &[first], turn.clone(), budget)?;
    let mut nodes = single.nodes;
    let mut seconds: Vec<Point> =
        seconds_left_open(&single.proof)?.into_iter().map(least_image).collect();
    seconds.sort_unstable();
    seconds.dedup();
    let mut proofs = vec![single.proof];
    for second in seconds.into_iter().filter(|second| *second != Point { x: 0, y: 0 }) {
        let beside = Point { x: first.x + second.x, y: first.y + second.y };
        // What wins against one stone wins against most pairs.
        let found = match answer(game, &[first, beside], turn.clone(), budget) {
            Ok(found) => found,
            Err(failure @ Failure::Spent(_)) => return Err(failure.into()),
            Err(_) => to_pair(game, second, shape, budget)?,
        };
        nodes += found.nodes;
        proofs.push(found.proof);
    }
    Ok((proofs, nodes))
}

/// White's turn may have to be in the way of Black's pair: places near it are tried one by one, those in
/// its middle first.
fn to_pair(
    game: Family,
    second: Point,
    shape: &[Point],
    budget: &Budget,
) -> Result<search::Found, Reason> {
    let stones = [Point { x: 0, y: 0 }, second];
    let reach = game.k as i16;
    let mut offsets: Vec<Point> =
        (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| Point { x, y })).collect();
    let from_middle = |p: &Point| {
        let (x, y) = (2 * p.x - second.x, 2 * p.y - second.y);
        i32::from(x) * i32::from(x) + i32::from(y) * i32::from(y)
    };
    offsets.sort_by_key(from_middle);
    let mut reason = does_not_fit();
    for offset in offsets {
        for symmetry in 0..8 {
            let turn: Vec<Point> = shape
                .iter()
                .map(|point| point.images()[symmetry])
                .map(|point| Point { x: point.x + offset.x, y: point.y + offset.y })
                .collect();
            if stones.iter().any(|stone| turn.contains(stone)) {
                continue;
            }
            match answer(game, &stones, turn, budget) {
                Ok(found) => return Ok(found),
                Err(failure @ Failure::Spent(_)) => return Err(failure.into()),
                Err(failure) => reason = failure.into(),
            }
        }
    }
    Err(reason)
}

fn answer(
    game: Family,
    stones: &[Point],
    turn: Vec<Point>,
    budget: &Budget,
) -> Result<search::Found, Failure> {
    let task = Task { rules: game.rules(), defender: stones.to_vec(), turn };
    search::prove(&task, Effort::default(), budget)
}
