//! Checking how Maker wins a board.

use super::fault::Fault;
use super::open::{
    after_breaker, after_maker, choices, image, is_better, is_easier, least, wrong_symmetry,
};
use crate::board::Board;
use crate::squares::{MOST_SQUARES, Squares};
use crate::strategy::{Attack, Step};

/// Checks that Maker, who follows the attack and places at most `stones` stones a turn, fills a line
/// whatever Breaker answers with as many stones as Maker has just placed.
pub fn check_attack(board: &Board, stones: usize, attack: &Attack) -> Result<usize, Fault> {
    if stones == 0 || stones > MOST_SQUARES {
        return Err(Fault::TurnSize { most: MOST_SQUARES, stones });
    }
    let squares = board.places().len();
    if let Some(number) = wrong_symmetry(board.lines(), squares, &attack.symmetries) {
        return Err(Fault::Symmetry(number));
    }
    let check = Check { board, stones, attack };
    for (index, step) in attack.steps.iter().enumerate() {
        check.check_step(index, step)?;
    }
    if check.is_won(&least(board.lines().to_vec()), &attack.steps) {
        Ok(attack.steps.len())
    } else {
        Err(Fault::Beginning)
    }
}

struct Check<'a> {
    board: &'a Board,
    stones: usize,
    attack: &'a Attack,
}

impl Check<'_> {
    fn check_step(&self, index: usize, step: &Step) -> Result<(), Fault> {
        let number = step.stones.len();
        if number == 0 || number > self.stones {
            return Err(Fault::Stones(index + 1));
        }
        let earlier = &self.attack.steps[..index];
        let after = after_maker(&step.open, step.stones);
        let squares: Squares = after.iter().copied().collect();
        for reply in choices(squares, number) {
            let rest = after_breaker(&after, reply);
            let is_weak = reply.len() < number && !rest.is_empty()
                || reply.iter().any(|stone| has_better(&after, squares, reply, stone));
            if !is_weak && !self.is_won(&rest, earlier) {
                let reply = self.board.names(reply);
                return Err(Fault::Defended { step: index + 1, reply });
            }
        }
        Ok(())
    }

    fn is_won(&self, open: &[Squares], steps: &[Step]) -> bool {
        let fits = |open: &[Squares]| steps.iter().any(|step| is_easier(&step.open, open));
        open.iter().any(|set| set.len() <= self.stones)
            || fits(open)
            || self.attack.symmetries.iter().any(|symmetry| fits(&image(open, symmetry)))
    }
}

/// Whether Breaker does at least as well with another stone in place of this one, considering what
/// the other stones of his reply leave.
fn has_better(after: &[Squares], squares: Squares, reply: Squares, stone: usize) -> bool {
    let left = after_breaker(after, reply - Squares::one(stone));
    (squares - reply).iter().any(|square| is_better(&left, square, stone))
}
