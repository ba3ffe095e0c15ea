//! Checking how Breaker holds a board.

use std::collections::HashMap;

use super::fault::Fault;
use super::open::{
    after_breaker, after_maker, choices, image, is_better, is_easier, least, parts, wrong_symmetry,
};
use crate::board::Board;
use crate::squares::{MOST_SQUARES, Squares};
use crate::strategy::{Defence, Stance};

/// What a defence was checked by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DefenceReport {
    /// How many stances there are.
    pub stances: usize,
    /// How many moves of Maker were answered.
    pub moves: u64,
}

/// Checks that Breaker, who follows the defence, holds the board against every Maker who places at most
/// `stones` stones a turn, though he never answers with more stones than Maker has just placed.
pub fn check_defence(
    board: &Board,
    stones: usize,
    defence: &Defence,
) -> Result<DefenceReport, Fault> {
    if stones == 0 || stones > MOST_SQUARES {
        return Err(Fault::TurnSize { most: MOST_SQUARES, stones });
    }
    let squares = board.places().len();
    if let Some(number) = wrong_symmetry(board.lines(), squares, &defence.symmetries) {
        return Err(Fault::Symmetry(number));
    }
    let mut check = Check { board, stones, defence, covered: HashMap::new(), moves: 0 };
    let beginning = least(board.lines().to_vec());
    if !check.is_safe(&beginning) {
        return Err(Fault::Beginning);
    }
    for (index, stance) in defence.stances.iter().enumerate() {
        check.check_stance(index + 1, stance)?;
    }
    Ok(DefenceReport { stances: defence.stances.len(), moves: check.moves })
}

struct Check<'a> {
    board: &'a Board,
    stones: usize,
    defence: &'a Defence,
    /// Parts that were looked up before.
    covered: HashMap<Vec<Squares>, bool>,
    moves: u64,
}

impl Check<'_> {
    fn check_stance(&mut self, number: usize, stance: &Stance) -> Result<(), Fault> {
        let open = least(stance.open.clone());
        if let Some(&line) = open.iter().find(|set| set.len() <= self.stones) {
            let line = self.board.names(line);
            return Err(Fault::AlreadyLost { stance: number, line });
        }
        // Stones elsewhere change nothing but that Breaker may place more.
        let squares: Squares = open.iter().copied().collect();
        let better: Vec<Squares> = (0..self.board.places().len())
            .map(|worse| squares.iter().filter(|&square| is_better(&open, square, worse)).collect())
            .collect();
        for stones in choices(squares, self.stones) {
            // Maker does at least as well with the better square, if he has not taken it too.
            let is_dominated = stones.iter().any(|square| !better[square].is_within(stones));
            if stones.is_empty() || is_dominated {
                continue;
            }
            self.moves += 1;
            let after = after_maker(&open, stones);
            let is_answer = |check: &mut Self, reply: Squares| {
                reply.len() <= stones.len()
                    && !reply.meets(stones)
                    && check.is_safe(&after_breaker(&after, reply))
            };
            if !stance.replies.iter().any(|&reply| is_answer(self, reply)) {
                return Err(Fault::NoReply { stance: number, stones: self.board.names(stones) });
            }
        }
        Ok(())
    }

    /// Whether every part of the position is easier than a stance.
    fn is_safe(&mut self, open: &[Squares]) -> bool {
        open.iter().all(|set| set.len() > self.stones)
            && parts(open).into_iter().all(|part| self.is_covered(part))
    }

    fn is_covered(&mut self, part: Vec<Squares>) -> bool {
        // Breaker hits a line that is alone as soon as Maker has touched it.
        if part.len() == 1 {
            return true;
        }
        if let Some(&known) = self.covered.get(&part) {
            return known;
        }
        let fits = |part: &[Squares]| {
            self.defence.stances.iter().any(|stance| is_easier(part, &stance.open))
        };
        let is_covered = fits(&part)
            || self.defence.symmetries.iter().any(|symmetry| fits(&image(&part, symmetry)));
        self.covered.insert(part, is_covered);
        is_covered
    }
}
