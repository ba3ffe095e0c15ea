//! Alpha-beta, deeper and deeper.

use sixfold_game::{PerPlayer, SpentBudget, Square, SquareSet, Value};

use super::{Action, Choice, Question, Settings};
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

/// Where nobody is better off after a first stone: with this, 34 of 36 first stones of 6x6 are told
/// apart (the example `swaps`).
const FAIR: f64 = 0.12;

impl<const WORDS: usize> Tree<WORDS> {
    pub(super) fn new(position: &Position, settings: Settings, budget: Budget) -> Self {
        let meter = Meter::start(budget);
        let how = solve::Settings { connections: settings.connections, ..Default::default() };
        let evaluator = Evaluator::new(position.board().clone(), how);
        Tree { evaluator, meter, settings }
    }

    /// The best moves that the budget allows to find.
    pub(super) fn consider(
        mut self,
        position: &Position,
        question: Question,
    ) -> Solution<Vec<Choice>> {
        let node = self.root(position);
        let allowed = position.empty_cells() - question.excluded;
        let choices = match self.evaluator.evaluate(&node, 1) {
            Evaluation::Won { key, .. } => {
                let cell = winning_cell(key, &node, position.to_move());
                match cell.filter(|&cell| allowed.contains(cell)) {
                    Some(cell) if question.moves == 1 => vec![decided(cell, WIN)],
                    best => {
                        let rest = allowed - best.into_iter().collect();
                        self.deepen(&node, best.into_iter().chain(rest.iter()), question)
                    }
                }
            }
            Evaluation::Lost { carrier } => {
                let cells = carrier | node.filled[node.to_move.opponent()];
                let cells = self.resistance(position, cells & allowed.into(), allowed);
                cells.into_iter().take(question.moves).map(|cell| decided(cell, -WIN)).collect()
            }
            Evaluation::Open(choice) => {
                let cells: Vec<Square> =
                    in_order(&choice).filter(|&cell| allowed.contains(cell)).collect();
                let cells = if cells.is_empty() { allowed.iter().collect() } else { cells };
                self.deepen(&node, cells, question)
            }
        };
        self.tell(choices)
    }

    /// How well the side to move stands after a first stone, without what it is worth to have moved
    /// last: what is seen at once and after its best move, on average. Whoever moved last seems to
    /// stand better than he does, by half a move.
    pub(super) fn balance(mut self, position: &Position) -> Solution<Option<f64>> {
        let node = self.root(position);
        let balance = self.balance_of(&node).ok();
        self.tell(balance)
    }

    fn balance_of(&mut self, node: &Node<WORDS>) -> Result<f64, SpentBudget> {
        let at_once = self.value(node, 1, 0, [-WIN, WIN])?;
        self.evaluator.back_to(0);
        let after_a_move = self.value(node, 1, 1, [-WIN, WIN])?;
        self.evaluator.back_to(0);
        Ok(f64::midpoint(at_once, after_a_move) - FAIR)
    }

    /// The first move where it may be taken over: the one that leaves both as well off as possible.
    pub(super) fn balanced_opening(
        mut self,
        position: &Position,
        question: Question,
    ) -> Solution<Vec<Choice>> {
        let node = self.root(position);
        let mut best: Option<Candidate> = None;
        let allowed = position.empty_cells() - question.excluded;
        for cell in allowed.iter() {
            let mut after = node.stones;
            after[node.to_move].insert(cell);
            let after = self.evaluator.node(after, node.to_move.opponent());
            let Ok(score) = self.balance_of(&after) else { break };
            if best.is_none_or(|best| score.abs() < best.score.abs()) {
                best = Some(Candidate { cell, score: -score });
            }
        }
        let unexamined = || allowed.iter().next().map(|cell| Candidate { cell, score: 0.0 });
        let choice = best
            .or_else(unexamined)
            .map(|Candidate { cell, score }| Choice { depth: 1, ..decided(cell, score) });
        self.tell(choice.into_iter().collect())
    }

    fn root(&self, position: &Position) -> Node<WORDS> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        self.evaluator.node(stones, position.to_move())
    }

    fn tell<T>(&self, answer: T) -> Solution<T> {
        Solution { answer, nodes: self.meter.nodes(), time: self.meter.elapsed() }
    }

    /// Where a lost position holds out: on the cells that the winner needs, those that matter most
    /// first, or else on any that are allowed.
    fn resistance(
        &self,
        position: &Position,
        needed: CellSet<WORDS>,
        allowed: SquareSet,
    ) -> Vec<Square> {
        let (board, stones) = (position.board(), position.stones());
        let player = position.to_move().opponent();
        let settings = self.settings.connections;
        let known =
            Connections::<WORDS>::new(board.clone(), player, stones, settings, Goal::Everything);
        let flow = flow(&known);
        let worth = |cell: &Square| flow.energy[cell.index()];
        let mut cells: Vec<Square> = needed.iter().collect();
        if cells.is_empty() {
            cells = allowed.iter().collect();
        }
        cells.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        cells
    }

    fn deepen(
        &mut self,
        node: &Node<WORDS>,
        cells: impl IntoIterator<Item = Square>,
        question: Question,
    ) -> Vec<Choice> {
        let candidate = |cell| Candidate { cell, score: 0.0 };
        let mut candidates: Vec<Candidate> = cells.into_iter().map(candidate).collect();
        let chosen_at = |depth: usize, best: &[Candidate]| -> Vec<Choice> {
            let best = best.iter().take(question.moves);
            best.map(|best| Choice { depth, ..decided(best.cell, best.score) }).collect()
        };
        let mut chosen = chosen_at(0, &candidates);
        for depth in 1..=self.settings.depth {
            let (best, result) = self.look(node, &mut candidates, depth, question.moves);
            self.evaluator.back_to(1);
            if result.is_err() {
                // Where time ran out behind moves that lose, any other is better.
                let best = match best.first() {
                    Some(best) if is_loss(best.score) => first_best(&candidates),
                    best => best.copied(),
                };
                if let Some(best) = best {
                    let best = chosen_at(depth - 1, &[best]);
                    chosen.retain(|choice| choice.action != best[0].action);
                    chosen.splice(..0, best);
                    chosen.truncate(question.moves);
                }
                break;
            }
            chosen = chosen_at(depth, &best);
            (question.listener)(&chosen);
            if chosen.iter().all(|choice| choice.proven.is_some()) {
                break;
            }
            // The sort is stable: what is as good stays where it is.
            candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
        }
        chosen
    }

    /// Looks so many moves ahead: so many of the best moves so far, and whether all were looked at.
    fn look(
        &mut self,
        node: &Node<WORDS>,
        candidates: &mut [Candidate],
        depth: usize,
        moves: usize,
    ) -> (Vec<Candidate>, Result<(), SpentBudget>) {
        let mut best: Vec<Candidate> = Vec::new();
        for candidate in candidates.iter_mut() {
            let alpha = best.get(moves - 1).map_or(-WIN, |worst| worst.score);
            let after = self.evaluator.after(node, candidate.cell);
            let score = self.value(&after, 2, depth - 1, [-WIN, -alpha]);
            self.evaluator.back_to(1);
            match score {
                Ok(score) => candidate.score = -score,
                Err(spent) => return (best, Err(spent)),
            }
            // What is as good as another comes behind it.
            let place = best.partition_point(|better| better.score >= candidate.score);
            best.insert(place, *candidate);
            best.truncate(moves);
            if best.get(moves - 1).is_some_and(|worst| is_win(worst.score)) {
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
