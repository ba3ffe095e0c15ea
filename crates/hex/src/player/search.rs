//! Alpha-beta, deeper and deeper.

use sixfold_game::{PerPlayer, SpentBudget, Square, SquareSet, Value};

use super::{Action, Choice, Settings};
use crate::Position;
use crate::cells::CellSet;
use crate::circuit::flow;
use crate::connections::{Connections, Goal};
use crate::solve::node::{self, Evaluation, Evaluator, Node};
use crate::solve::{self, Budget, Meter, Solution, winning_cell};

/// The score of a win now; a later win counts as much less as it is moves away. No measure comes
/// near.
pub(super) const WIN: f64 = 1e6;

fn is_win(score: f64) -> bool {
    score > WIN / 2.0
}

fn is_loss(score: f64) -> bool {
    is_win(-score)
}

/// The value that a score proves.
fn proven(score: f64) -> Option<Value> {
    match score {
        score if is_win(score) => Some(Value::Win),
        score if is_loss(score) => Some(Value::Loss),
        _ => None,
    }
}

/// A move at the root.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    cell: Square,
    score: f64,
}

pub(super) struct Tree<const WORDS: usize> {
    evaluator: Evaluator<WORDS>,
    meter: Meter,
    settings: Settings,
}

impl<const WORDS: usize> Tree<WORDS> {
    pub(super) fn new(position: &Position, settings: Settings, budget: Budget) -> Self {
        let meter = Meter::start(budget);
        let how = solve::Settings { connections: settings.connections, ..Default::default() };
        let evaluator = Evaluator::new(position.board().clone(), how);
        Tree { evaluator, meter, settings }
    }

    /// The best move that the budget allows to find.
    pub(super) fn choose(mut self, position: &Position) -> Solution<Option<Choice>> {
        let node = self.root(position);
        let choice = match self.evaluator.evaluate(&node, 1) {
            Evaluation::Won { key, .. } => {
                let winner = position.to_move();
                winning_cell(key, &node, winner).map(|cell| decided(cell, WIN))
            }
            Evaluation::Lost { carrier } => {
                let cells = carrier | node.filled[node.to_move.opponent()];
                self.resistance(position, cells).map(|cell| decided(cell, -WIN))
            }
            Evaluation::Open(choice) => self.deepen(&node, &choice),
        };
        self.tell(choice)
    }

    /// The first move where it may be taken over: the one that leaves both as well off as possible.
    pub(super) fn balanced_opening(mut self, position: &Position) -> Solution<Option<Choice>> {
        let node = self.root(position);
        let mut best: Option<Candidate> = None;
        for cell in position.empty_cells().iter() {
            let mut after = node.stones;
            after[node.to_move].insert(cell);
            let after = self.evaluator.node(after, node.to_move.opponent());
            let Ok(score) = self.value(&after, 1, 0, [-WIN, WIN]) else { break };
            self.evaluator.back_to(0);
            if best.is_none_or(|best| score.abs() < best.score.abs()) {
                best = Some(Candidate { cell, score: -score });
            }
        }
        let unexamined =
            || position.empty_cells().iter().next().map(|cell| Candidate { cell, score: 0.0 });
        let choice = best
            .or_else(unexamined)
            .map(|Candidate { cell, score }| Choice { depth: 1, ..decided(cell, score) });
        self.tell(choice)
    }

    fn root(&self, position: &Position) -> Node<WORDS> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        self.evaluator.node(stones, position.to_move())
    }

    fn tell(&self, answer: Option<Choice>) -> Solution<Option<Choice>> {
        Solution { answer, nodes: self.meter.nodes(), time: self.meter.elapsed() }
    }

    /// Where a lost position holds out: on the cell that the winner needs and that matters most.
    fn resistance(&self, position: &Position, needed: CellSet<WORDS>) -> Option<Square> {
        let (board, stones) = (position.board(), position.stones());
        let player = position.to_move().opponent();
        let settings = self.settings.connections;
        let known =
            Connections::<WORDS>::new(board.clone(), player, stones, settings, Goal::Everything);
        let flow = flow(&known);
        let open: CellSet<WORDS> = position.empty_cells().into();
        let worth = |cell: &Square| flow.energy[cell.index()];
        let best = (needed & open).iter().max_by(|one, other| worth(one).total_cmp(&worth(other)));
        best.or(open.first())
    }

    fn deepen(&mut self, node: &Node<WORDS>, choice: &node::Choice<WORDS>) -> Option<Choice> {
        let mut candidates: Vec<Candidate> =
            in_order(choice).map(|cell| Candidate { cell, score: 0.0 }).collect();
        let mut chosen = Choice { depth: 0, ..decided(candidates.first()?.cell, 0.0) };
        for depth in 1..=self.settings.depth {
            let (best, result) = self.look(node, &mut candidates, depth);
            self.evaluator.back_to(1);
            // Where time ran out behind moves that lose, any other is better.
            let best = match (best, result) {
                (Some(best), Err(_)) if is_loss(best.score) => first_best(&candidates),
                (best, _) => best,
            };
            if let Some(best) = best {
                chosen = Choice { depth: chosen.depth, ..decided(best.cell, best.score) };
            }
            if result.is_err() {
                break;
            }
            chosen.depth = depth;
            if chosen.proven.is_some() {
                break;
            }
            // The sort is stable: what is as good stays where it is.
            candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
        }
        Some(chosen)
    }

    /// Looks so many moves ahead: the best move so far, and whether all were looked at.
    fn look(
        &mut self,
        node: &Node<WORDS>,
        candidates: &mut [Candidate],
        depth: usize,
    ) -> (Option<Candidate>, Result<(), SpentBudget>) {
        let mut best: Option<Candidate> = None;
        for candidate in candidates.iter_mut() {
            let alpha = best.map_or(-WIN, |best| best.score);
            let after = self.evaluator.after(node, candidate.cell);
            let score = self.value(&after, 2, depth - 1, [-WIN, -alpha]);
            self.evaluator.back_to(1);
            match score {
                Ok(score) => candidate.score = -score,
                Err(spent) => return (best, Err(spent)),
            }
            if best.is_none_or(|best| candidate.score > best.score) {
                best = Some(*candidate);
            }
            if is_win(candidate.score) {
                break;
            }
        }
        (best, Ok(()))
    }

    /// How well the side to move stands, as exactly as the window asks.
    fn value(
        &mut self,
        node: &Node<WORDS>,
        path: usize,
        depth: usize,
        [mut alpha, beta]: [f64; 2],
    ) -> Result<f64, SpentBudget> {
        self.meter.count()?;
        let choice = match self.evaluator.evaluate(node, path) {
            Evaluation::Won { .. } => return Ok(WIN - path as f64),
            Evaluation::Lost { .. } => return Ok(path as f64 - WIN),
            Evaluation::Open(choice) => choice,
        };
        if depth == 0 {
            return Ok(self.settings.measure.balance(self.evaluator.connections(), node.to_move));
        }
        let mut best = -WIN;
        let mut looked_at = 0;
        for cell in in_order(&choice) {
            let after = self.evaluator.after(node, cell);
            let score = -self.value(&after, path + 1, depth - 1, [-beta, -alpha])?;
            self.evaluator.back_to(path);
            best = best.max(score);
            alpha = alpha.max(score);
            looked_at += usize::from(!is_loss(score));
            if alpha >= beta || looked_at >= self.settings.breadth {
                break;
            }
        }
        Ok(best)
    }
}

/// The first of the candidates with the highest score.
fn first_best(candidates: &[Candidate]) -> Option<Candidate> {
    let first =
        |one: Candidate, other: &Candidate| if other.score > one.score { *other } else { one };
    let (best, rest) = candidates.split_first()?;
    Some(rest.iter().fold(*best, first))
}

fn decided(cell: Square, score: f64) -> Choice {
    Choice { action: Action::Place(cell), score, proven: proven(score), depth: 0 }
}

/// The moves that matter most first.
fn in_order<const WORDS: usize>(choice: &node::Choice<WORDS>) -> impl Iterator<Item = Square> {
    let ranked: Vec<Square> =
        choice.ranking.iter().map(|&cell| Square::from_index(cell.into())).collect();
    let others: SquareSet = (choice.moves - ranked.iter().copied().collect()).to_squares();
    ranked.into_iter().chain(others.iter().collect::<Vec<_>>())
}
