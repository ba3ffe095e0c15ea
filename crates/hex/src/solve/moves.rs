//! Every move of a position by itself, on several threads.
//!
//! The easy ones come first, for what is found there helps with the others: moves take turns, and one
//! that is not decided then waits for its next, with twice as many nodes.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError, mpsc};

use sixfold_game::{Game, PerPlayer, SpentBudget, Square, Verdict};

use super::search::Search;
use super::{JudgedMove, Solution, Solver};
use crate::Position;

/// The nodes of a move's first turn.
const NODES_OF_A_TURN: u64 = 500;

/// Moves that are images of each other: once one of them is decided, what the others lead to is known.
struct Class {
    cells: Vec<Square>,
    /// What its next turn may take.
    nodes: u64,
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
                        if solver.has_to_wait(position, &class) {
                            lock().push_back(Class { nodes: class.nodes * 2, ..class });
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
                classes.push((key, Class { cells: vec![cell], nodes: NODES_OF_A_TURN }));
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

    /// Whether a turn is too short for the moves, with some of the budget left.
    fn has_to_wait(&mut self, position: &Position, class: &Class) -> bool {
        self.search.meter.begin_turn(class.nodes);
        let judged = self.judge(position, class.cells[0]);
        self.search.meter.end_turn();
        judged.finding.verdict == Verdict::Unknown(SpentBudget::Nodes)
            && !self.search.meter.has_spent_its_nodes()
    }

    fn judge(&mut self, position: &Position, cell: Square) -> JudgedMove {
        let mut after = position.clone();
        after.try_play(cell).expect("the move is legal");
        JudgedMove { cell, finding: self.find(&after) }
    }
}
