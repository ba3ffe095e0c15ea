//! Writing down how Breaker holds.

use std::collections::HashSet;

use super::moves::{maker_moves, replies};
use super::position::Position;
use super::{GaveUp, Solver};
use crate::board::Board;
use crate::squares::Squares;
use crate::strategy::{Defence, Stance};

/// The strategy for a board that is held.
pub(super) fn write(solver: &mut Solver<'_>, board: &Board) -> Result<Defence, GaveUp> {
    let mut writer = Writer { solver, stances: Vec::new(), covered: HashSet::new() };
    for part in Position::new(board.lines().to_vec()).parts() {
        writer.cover(&part);
    }
    let mut next = 0;
    while next < writer.stances.len() {
        let open = writer.stances[next].open.clone();
        writer.stances[next].replies = writer.replies_of(&Position::new(open))?;
        next += 1;
    }
    let stances = writer.stances;
    Ok(Defence { symmetries: solver.symmetries.clone(), stances })
}

struct Writer<'s, 'w> {
    solver: &'s mut Solver<'w>,
    stances: Vec<Stance>,
    /// Parts, in their canonical orientation, for which there is a stance.
    covered: HashSet<Position>,
}

impl Writer<'_, '_> {
    /// Replies that are enough against every move of Maker.
    fn replies_of(&mut self, part: &Position) -> Result<Vec<Squares>, GaveUp> {
        let mut chosen: Vec<Squares> = Vec::new();
        let mut moves: Vec<Squares> = maker_moves(part, self.solver.stones);
        moves.sort_by_key(|stones| std::cmp::Reverse(part.after_maker(*stones).danger()));
        for stones in moves {
            let after = part.after_maker(stones);
            if chosen.iter().any(|&reply| self.is_covered_by(&after, reply, stones)) {
                continue;
            }
            let mut answers = replies(&after, stones.len(), self.solver.stones);
            answers.sort_by_key(|&reply| (after.after_breaker(reply).danger(), reply));
            let fitting = answers.iter().copied();
            let mut fitting = fitting.filter(|&reply| self.is_covered_by(&after, reply, stones));
            if let Some(reply) = fitting.next() {
                chosen.push(reply);
                continue;
            }
            for reply in answers {
                let rest = after.after_breaker(reply);
                if self.solver.holds(&rest)? {
                    for part in rest.parts() {
                        self.cover(&part);
                    }
                    chosen.push(reply);
                    break;
                }
            }
        }
        Ok(chosen)
    }

    /// Whether the reply is allowed and leads to stances that there are.
    fn is_covered_by(&self, after: &Position, reply: Squares, stones: Squares) -> bool {
        if reply.len() > stones.len() || reply.meets(stones) {
            return false;
        }
        let rest = after.after_breaker(reply);
        rest.smallest().is_none_or(|size| size > self.solver.stones)
            && rest.parts().iter().all(|part| self.is_covered(part))
    }

    fn is_covered(&self, part: &Position) -> bool {
        if part.open().len() <= 1 || self.covered.contains(&self.solver.canonical(part).part) {
            return true;
        }
        let easier = |part: &[Squares]| {
            self.stances
                .iter()
                .any(|stance| part.iter().all(|set| stance.open.iter().any(|o| o.is_within(*set))))
        };
        easier(part.open())
            || self.solver.exchanges.iter().any(|exchange| {
                let image: Vec<Squares> =
                    part.open().iter().map(|&set| exchange.apply(set)).collect();
                easier(&image)
            })
    }

    fn cover(&mut self, part: &Position) {
        if !self.is_covered(part) {
            self.covered.insert(self.solver.canonical(part).part);
            self.stances.push(Stance { open: part.open().to_vec(), replies: Vec::new() });
        }
    }
}
