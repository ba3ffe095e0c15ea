//! Every move of a position by itself, on several threads.
//!
//! The easy ones come first, for what is found there helps with the others: every move is searched
//! until its numbers reach a threshold, and those that are not decided then wait for their next turn,
//! with a higher one.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError, mpsc};

use sixfold_game::{Game, PerPlayer, Square};

use super::search::Search;
use super::table::Numbers;
use super::{JudgedMove, Solution, Solver};
use crate::Position;

/// The threshold of both numbers at first.
const FIRST_THRESHOLD: u32 = 16;

/// Moves that are images of each other: once one of them is decided, what the others lead to is known.
struct Class {
    cells: Vec<Square>,
    threshold: u32,
}

impl<const WORDS: usize> Solver<WORDS> {
    pub(super) fn solve_moves(
        self,
        position: &Position,
        mut listener: impl FnMut(&JudgedMove),
    ) -> Solution<Vec<JudgedMove>> {
        let waiting = Mutex::new(self.classes(position));
        let lock = || waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (sender, receiver) = mpsc::channel();
        let mut judged = Vec::new();
        std::thread::scope(|scope| {
            for mut solver in self.threads() {
                let (sender, lock) = (sender.clone(), &lock);
                scope.spawn(move || {
                    let next = || lock().pop_front();
                    while let Some(class) = next() {
                        if solver.is_worth_waiting(position, &class) {
                            let threshold = class.threshold.saturating_mul(2);
                            lock().push_back(Class { threshold, ..class });
                            continue;
                        }
                        for &cell in &class.cells {
                            // Nobody hears it only if the caller has panicked.
                            let _ = sender.send(solver.judge(position, cell));
                        }
                    }
                });
            }
            drop(sender);
            for judged_move in receiver {
                listener(&judged_move);
                judged.push(judged_move);
            }
        });
        judged.sort_by_key(|judged| judged.cell);
        self.tell(judged)
    }

    fn classes(&self, position: &Position) -> VecDeque<Class> {
        let mut classes: Vec<(_, Class)> = Vec::new();
        for cell in position.legal_squares().iter() {
            let mut after = position.clone();
            if after.try_play(cell).is_err() {
                continue;
            }
            let stones = PerPlayer::from_fn(|player| after.stones()[player].into());
            let key = self.search.shared.table.slot(&stones, after.to_move()).key;
            if let Some((_, class)) = classes.iter_mut().find(|(known, _)| *known == key) {
                class.cells.push(cell);
            } else {
                classes.push((key, Class { cells: vec![cell], threshold: FIRST_THRESHOLD }));
            }
        }
        classes.into_iter().map(|(_, class)| class).collect()
    }

    /// Solvers that tell each other what they find.
    fn threads(&self) -> Vec<Solver<WORDS>> {
        let Search { evaluator, shared, meter } = &self.search;
        let beside = |_| Solver {
            search: Search {
                evaluator: evaluator.beside(),
                shared: shared.clone(),
                meter: meter.beside(),
            },
        };
        (0..meter.threads()).map(beside).collect()
    }

    /// Whether a search up to the threshold leaves the moves open, with some of the budget left.
    fn is_worth_waiting(&mut self, position: &Position, class: &Class) -> bool {
        let after = after(position, class.cells[0]);
        if after.winner().is_some() {
            return false;
        }
        let node = self.root(&after);
        let thresholds = Numbers { win: class.threshold, loss: class.threshold };
        self.search.reach(&node, thresholds).is_ok_and(|known| !known.numbers.are_proof())
    }

    fn judge(&mut self, position: &Position, cell: Square) -> JudgedMove {
        JudgedMove { cell, finding: self.find(&after(position, cell)) }
    }
}

fn after(position: &Position, cell: Square) -> Position {
    let mut after = position.clone();
    after.try_play(cell).expect("the move is legal");
    after
}
