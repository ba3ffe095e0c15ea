//! A player's turn: what he asks the solver, the search and the circuits, and for how long.

use std::time::Duration;

use sixfold_game::{Square, Value, Verdict};

use super::search::{Tree, WIN};
use super::{Action, Choice, Question, Settings, Solving};
use crate::solve::{self, Budget, Finding, Solution, solve};
use crate::{Position, SwapRule};

/// The solver gets this part of a player's budget before the search.
const SHARE_OF_THE_SOLVER: u32 = 8;

/// So many nodes if the budget has no limits.
const NODES_OF_THE_SOLVER: u64 = 100;

/// A player who thinks about his move, and what that has taken so far.
pub(super) struct Deliberation<'a> {
    position: &'a Position,
    settings: Settings,
    budget: &'a Budget,
    nodes: u64,
    time: Duration,
}

impl<'a> Deliberation<'a> {
    pub(super) fn begin(position: &'a Position, settings: Settings, budget: &'a Budget) -> Self {
        Deliberation { position, settings, budget, nodes: 0, time: Duration::ZERO }
    }

    pub(super) fn consider<const WORDS: usize>(
        mut self,
        question: Question,
    ) -> Solution<Vec<Choice>> {
        let is_first_of_swap = self.position.swap_rule() == SwapRule::SwapPieces
            && self.position.empty_cells() == self.position.board().cells();
        let answer = if is_first_of_swap {
            let opening = self.tree::<WORDS>().balanced_opening(self.position, question);
            self.count(opening)
        } else {
            self.best_moves::<WORDS>(question)
        };
        Solution { answer, nodes: self.nodes, time: self.time }
    }

    fn best_moves<const WORDS: usize>(&mut self, question: Question) -> Vec<Choice> {
        let first = self.solve(self.share_of_the_solver());
        if let Some(Solved::Win(win)) = first
            && question.moves == 1
            && !question.excluded.contains(win)
        {
            return vec![winning(win)];
        }
        let balance = match self.position.swappable() {
            Some(_) => {
                let balance = self.tree::<WORDS>().balance(self.position);
                self.count(balance)
            }
            None => None,
        };
        let searched = self.tree::<WORDS>().consider(self.position, question);
        let mut choices = self.count(searched);
        let is_decided = choices.first().is_some_and(|choice| choice.proven.is_some());
        if let Some(solved) = first.or_else(|| if is_decided { None } else { self.solve_on() }) {
            solved.overrule(&mut choices, question);
        }
        if self.position.swappable().is_some()
            && let Some(choice) = choices.first_mut()
        {
            swap_if_worse(choice, balance);
        }
        choices
    }

    fn tree<const WORDS: usize>(&self) -> Tree<WORDS> {
        Tree::new(self.position, self.settings, self.left())
    }

    fn left(&self) -> Budget {
        self.budget.clone().after(self.nodes, self.time)
    }

    fn count<T>(&mut self, solution: Solution<T>) -> T {
        self.nodes += solution.nodes;
        self.time += solution.time;
        solution.answer
    }

    fn share_of_the_solver(&self) -> Budget {
        let (nodes, time) = (self.budget.nodes, self.budget.time);
        let is_unlimited = nodes.is_none() && time.is_none();
        Budget {
            nodes: match nodes {
                Some(nodes) => Some(nodes / u64::from(SHARE_OF_THE_SOLVER)),
                None => is_unlimited.then_some(NODES_OF_THE_SOLVER),
            },
            time: time.map(|time| time / SHARE_OF_THE_SOLVER),
            ..self.budget.clone()
        }
    }

    /// What the solver proves with all that is left, if that is more than it has had. Without limits
    /// it might never end.
    fn solve_on(&mut self) -> Option<Solved> {
        let (had, left) = (self.share_of_the_solver(), self.left());
        let is_limited = left.nodes.is_some() || left.time.is_some();
        let is_more = left.nodes.is_none_or(|nodes| Some(nodes) > had.nodes)
            && left.time.is_none_or(|time| Some(time) > had.time);
        if is_limited && is_more { self.solve(left) } else { None }
    }

    fn solve(&mut self, budget: Budget) -> Option<Solved> {
        if self.settings.solving == Solving::Never {
            return None;
        }
        let connections = self.settings.connections;
        let how = solve::Settings { connections, ..Default::default() };
        let solution = solve(self.position, how, budget);
        match self.count(solution) {
            Finding { verdict: Verdict::Proven(Value::Win), best, .. } => best.map(Solved::Win),
            Finding { verdict: Verdict::Proven(_), .. } => Some(Solved::Loss),
            Finding { .. } => None,
        }
    }
}

/// What the solver has proven for the side to move.
#[derive(Clone, Copy, Debug)]
enum Solved {
    Win(Square),
    Loss,
}

impl Solved {
    /// What is proven goes before what the search thinks.
    fn overrule(self, choices: &mut Vec<Choice>, question: Question) {
        match self {
            Solved::Win(cell) if question.excluded.contains(cell) => {}
            Solved::Win(cell) => {
                let win = winning(cell);
                choices.retain(|choice| choice.action != win.action);
                choices.insert(0, win);
                choices.truncate(question.moves);
            }
            Solved::Loss => {
                for choice in choices {
                    (choice.score, choice.proven) = (-WIN, Some(Value::Loss));
                }
            }
        }
    }
}

fn winning(cell: Square) -> Choice {
    Choice { action: Action::Place(cell), score: WIN, proven: Some(Value::Win), depth: 0 }
}

/// Who stands worse takes the first stone over: by reflection he then has what his opponent would have
/// had. What is proven counts, or else the balance, or else what the search thinks.
fn swap_if_worse(choice: &mut Choice, balance: Option<f64>) {
    let stands_worse = match choice.proven {
        Some(value) => value == Value::Loss,
        None => balance.unwrap_or(choice.score) < 0.0,
    };
    if stands_worse {
        choice.action = Action::Swap;
        choice.score = choice.score.abs();
        choice.proven = choice.proven.map(|_| Value::Win);
    }
}
