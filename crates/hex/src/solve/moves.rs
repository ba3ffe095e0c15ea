//! Every move of a position by itself, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use sixfold_game::{Game, PerPlayer, Square};

use super::search::Search;
use super::{JudgedMove, Solution, Solver};
use crate::Position;

impl<const WORDS: usize> Solver<WORDS> {
    pub(super) fn solve_moves(
        self,
        position: &Position,
        mut listener: impl FnMut(&JudgedMove),
    ) -> Solution<Vec<JudgedMove>> {
        let classes = self.classes(position);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let mut judged = Vec::new();
        std::thread::scope(|scope| {
            for mut solver in self.threads() {
                let (sender, classes, next) = (sender.clone(), &classes, &next);
                scope.spawn(move || {
                    while let Some(class) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                        for &cell in class {
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

    /// The moves, those that are images of each other together: once one of them is decided, what the
    /// others lead to is known.
    fn classes(&self, position: &Position) -> Vec<Vec<Square>> {
        let mut classes: Vec<(_, Vec<Square>)> = Vec::new();
        for cell in position.legal_squares().iter() {
            let mut after = position.clone();
            if after.try_play(cell).is_err() {
                continue;
            }
            let stones = PerPlayer::from_fn(|player| after.stones()[player].into());
            let key = self.search.shared.table.slot(&stones, after.to_move()).key;
            match classes.iter_mut().find(|(known, _)| *known == key) {
                Some((_, class)) => class.push(cell),
                None => classes.push((key, vec![cell])),
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

    fn judge(&mut self, position: &Position, cell: Square) -> JudgedMove {
        let mut after = position.clone();
        after.try_play(cell).expect("the move is legal");
        JudgedMove { cell, finding: self.find(&after) }
    }
}
