//! Depth-first proof-number search over must-play regions.
//!
//! Every number is seen from the side to move. A node is evaluated by its connections once; after
//! that its moves are the must-play region, and shrink: when a move is refuted, the carrier of the
//! refutation refutes every move outside of it as well.

use std::sync::Arc;

use sixfold_game::{SpentBudget, Square};

use super::budget::Meter;
use super::node::{Evaluation, Evaluator, Node, Ranking};
use super::table::{Known, Numbers, Slot, Table};
use super::wins::{Deduced, Wins};
use crate::board::Board;
use crate::cells::CellSet;

/// A move that is ranked so many places lower counts as harder by one.
const RANKS_PER_STEP: u32 = 2;

/// So many moves are looked at in any case, and one more for so many that are left.
const LEAST_WIDTH: usize = 2;
const MOVES_PER_WIDTH: usize = 4;

/// What searches of the same board tell each other.
pub(super) struct Shared<const WORDS: usize> {
    pub(super) table: Table<WORDS>,
    pub(super) wins: Wins<WORDS>,
}

impl<const WORDS: usize> Shared<WORDS> {
    pub(super) fn new(board: &Board, memory: usize) -> Arc<Shared<WORDS>> {
        Arc::new(Shared { table: Table::new(board, memory), wins: Wins::new(board) })
    }
}

pub(super) struct Search<const WORDS: usize> {
    pub(super) evaluator: Evaluator<WORDS>,
    pub(super) shared: Arc<Shared<WORDS>>,
    pub(super) meter: Meter,
}

/// A move and where it leads.
#[derive(Clone, Copy, Debug)]
struct Child<const WORDS: usize> {
    cell: Square,
    node: Node<WORDS>,
    slot: Slot<WORDS>,
    numbers: Numbers,
}

impl<const WORDS: usize> Search<WORDS> {
    /// Searches a position until it is decided.
    pub(super) fn decide(&mut self, node: &Node<WORDS>) -> Result<Known<WORDS>, SpentBudget> {
        self.evaluator.back_to(0);
        let slot = self.shared.table.slot(&node.stones, node.to_move);
        let most = Numbers { win: Numbers::INFINITE, loss: Numbers::INFINITE };
        let known = self.deepen(node, &slot, most, 1);
        self.evaluator.back_to(0);
        known
    }

    /// Searches below a node until one of its numbers reaches its threshold.
    fn deepen(
        &mut self,
        node: &Node<WORDS>,
        slot: &Slot<WORDS>,
        thresholds: Numbers,
        path: usize,
    ) -> Result<Known<WORDS>, SpentBudget> {
        let before = self.meter.nodes();
        let mut known = match self.shared.table.get(slot) {
            Some(known) => known,
            None => self.expand(node, path)?,
        };
        let mut children = Vec::new();
        loop {
            self.judge(node, &mut known, &mut children);
            known.work = known.work.max((self.meter.nodes() - before).min(u32::MAX.into()) as u32);
            if known.numbers.win >= thresholds.win
                || known.numbers.loss >= thresholds.loss
                || known.numbers.are_proof()
            {
                self.shared.table.put(slot, &known);
                if known.numbers == Numbers::LOST && known.work > 1 {
                    let winner = node.to_move.opponent();
                    let stones = node.stones[winner];
                    self.shared.wins.add(self.evaluator.board(), winner, stones, known.carrier);
                }
                return Ok(known);
            }
            let (best, for_child) = select(&children, known.numbers, thresholds);
            let child = children[best];
            let result = self.deepen(&child.node, &child.slot, for_child, path + 1);
            self.evaluator.back_to(path);
            match result {
                Ok(result) => children[best].numbers = result.numbers,
                Err(spent) => {
                    self.shared.table.put(slot, &known);
                    return Err(spent);
                }
            }
        }
    }

    fn expand(&mut self, node: &Node<WORDS>, path: usize) -> Result<Known<WORDS>, SpentBudget> {
        let fresh = |numbers, carrier| Known {
            numbers,
            moves: CellSet::EMPTY,
            carrier,
            vulnerable: CellSet::EMPTY,
            best: None,
            ranking: Ranking::new(),
            work: 1,
        };
        let empty = self.evaluator.empty(node);
        let (moves, needed) = match self.shared.wins.deduce(empty, &node.stones, node.to_move) {
            Deduced::Won { carrier, key } => {
                return Ok(Known { best: key, ..fresh(Numbers::WON, carrier) });
            }
            Deduced::Lost { carrier } => return Ok(fresh(Numbers::LOST, carrier)),
            Deduced::Open { moves, carrier } => (moves, carrier),
        };
        self.meter.count()?;
        Ok(match self.evaluator.evaluate(node, path) {
            Evaluation::Won { carrier, key } => Known { best: key, ..fresh(Numbers::WON, carrier) },
            Evaluation::Lost { carrier } => fresh(Numbers::LOST, carrier),
            Evaluation::Open(choice) => Known {
                moves: choice.moves & moves,
                vulnerable: choice.vulnerable,
                ranking: choice.ranking,
                ..fresh(Numbers { win: 1, loss: 1 }, choice.carrier | needed)
            },
        })
    }

    /// Adds the moves that look best to the children, until they are as many as are looked at.
    fn widen(&self, node: &Node<WORDS>, known: &Known<WORDS>, children: &mut Vec<Child<WORDS>>) {
        let width = width(known.moves.len());
        let ranked: Vec<Square> =
            known.ranking.iter().map(|&cell| Square::from_index(cell.into())).collect();
        let others = known.moves - ranked.iter().copied().collect();
        let best_first = ranked.into_iter().filter(|&cell| known.moves.contains(cell));
        for (rank, cell) in (0..).zip(best_first.chain(others.iter())) {
            if children.len() >= width {
                return;
            }
            if children.iter().any(|child| child.cell == cell) {
                continue;
            }
            let node = self.evaluator.after(node, cell);
            let slot = self.shared.table.slot(&node.stones, node.to_move);
            // What looks worse is tried when the better moves turn out to be hard.
            let guess = Numbers { win: 1, loss: 1 + rank / RANKS_PER_STEP };
            let numbers = self.shared.table.numbers(&slot).unwrap_or(guess);
            children.push(Child { cell, node, slot, numbers });
        }
    }

    /// Draws the consequences of what is known of the children, and looks at others instead of those
    /// that are refuted.
    fn judge(
        &self,
        node: &Node<WORDS>,
        known: &mut Known<WORDS>,
        children: &mut Vec<Child<WORDS>>,
    ) {
        while !known.numbers.are_proof() {
            let before = known.moves;
            self.widen(node, known, children);
            self.judge_looked_at(node, known, children);
            if known.moves == before {
                return;
            }
        }
    }

    fn judge_looked_at(
        &self,
        node: &Node<WORDS>,
        known: &mut Known<WORDS>,
        children: &mut Vec<Child<WORDS>>,
    ) {
        for child in children.iter() {
            if child.numbers == Numbers::LOST
                && let Some(below) = self.shared.table.get(&child.slot)
            {
                let filled = child.node.filled[child.node.to_move.opponent()];
                known.carrier = below.carrier | filled | CellSet::of(child.cell);
                known.numbers = Numbers::WON;
                known.best = Some(child.cell);
                known.moves = CellSet::EMPTY;
                return;
            }
        }
        for child in children.iter() {
            if child.numbers == Numbers::WON
                && known.moves.contains(child.cell)
                && let Some(below) = self.shared.table.get(&child.slot)
            {
                let carrier = below.carrier | child.node.filled[child.node.to_move];
                known.carrier = known.carrier | carrier;
                known.moves = known.moves & carrier;
                known.moves.remove(child.cell);
            }
        }
        children.retain(|child| known.moves.contains(child.cell));
        if known.moves.is_empty() {
            known.numbers = Numbers::LOST;
            known.carrier = self.evaluator.carrier_of_loss(node, &known.carrier, known.vulnerable);
            return;
        }
        let win = children.iter().map(|child| child.numbers.loss).min().unwrap_or(1);
        let loss = children.iter().map(|child| child.numbers.win).sum::<u32>();
        known.numbers = Numbers { win, loss: loss.min(Numbers::INFINITE - 1) };
    }
}

/// How many of the moves that are left are looked at: with all of them at once, a position with many
/// moves would seem harder to lose than it is.
fn width(moves: usize) -> usize {
    LEAST_WIDTH + moves / MOVES_PER_WIDTH
}

/// The child to search next, and its thresholds.
fn select<const WORDS: usize>(
    children: &[Child<WORDS>],
    numbers: Numbers,
    thresholds: Numbers,
) -> (usize, Numbers) {
    let mut best = 0;
    let mut second = Numbers::INFINITE;
    for (index, child) in children.iter().enumerate().skip(1) {
        if child.numbers.loss < children[best].numbers.loss {
            second = children[best].numbers.loss;
            best = index;
        } else {
            second = second.min(child.numbers.loss);
        }
    }
    let others = numbers.loss.saturating_sub(children[best].numbers.win);
    // A quarter more than the runner-up's, so that the search does not change its mind all the time.
    let patience = second.saturating_add(second / 4).saturating_add(1);
    let for_child = Numbers {
        win: thresholds.loss.saturating_sub(others),
        loss: thresholds.win.min(patience).min(Numbers::INFINITE),
    };
    (best, for_child)
}
