//! Writing down how Maker wins.

use std::collections::HashSet;

use super::moves::replies;
use super::position::Position;
use super::{GaveUp, Solver};
use crate::board::Board;
use crate::strategy::{Attack, Step};

/// The strategy for a board that is lost.
pub(super) fn write(solver: &mut Solver<'_>, board: &Board) -> Result<Attack, GaveUp> {
    let mut writer = Writer { solver, steps: Vec::new(), done: HashSet::new() };
    writer.win(&Position::new(board.lines().to_vec()))?;
    let steps = writer.steps;
    Ok(Attack { symmetries: solver.symmetries.clone(), steps })
}

struct Writer<'s, 'w> {
    solver: &'s mut Solver<'w>,
    steps: Vec<Step>,
    /// Parts, in their canonical orientation, whose step is written.
    done: HashSet<Position>,
}

impl Writer<'_, '_> {
    /// Writes the steps that win a position, those that come later in the game first.
    fn win(&mut self, position: &Position) -> Result<(), GaveUp> {
        let stones = self.solver.stones;
        // Maker fills a line at once.
        if position.smallest().is_some_and(|size| size <= stones) {
            return Ok(());
        }
        for part in position.parts() {
            let Some(stones) = self.solver.winning_move(&part)? else { continue };
            if !self.done.insert(self.solver.canonical(&part).part) {
                return Ok(());
            }
            let after = part.after_maker(stones);
            for reply in replies(&after, stones.len(), self.solver.stones) {
                self.win(&after.after_breaker(reply))?;
            }
            self.steps.push(Step { open: part.open().to_vec(), stones });
            return Ok(());
        }
        Ok(())
    }
}
