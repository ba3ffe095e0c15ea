//! The search at the root, deeper and deeper.

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget};
use sixfold_solve::{Budget, Control, Meter, Stones};

use super::ordering::Ordering;
use super::search::{Bounds, Place, Search};
use super::settings::Settings;
use super::table::Table;
use super::value::{self, Value};
use crate::candidates::{Candidate, Ways, Width, choices};
use crate::root::Root;
use crate::tactics::Tactics;
use crate::{Board, Choice, Ground, Task, Variation};

/// The turns that are looked at.
const WIDTH: Width = Width { stones: 20, turns: 50 };
/// Deeper than this is not searched.
const MOST_DEPTH: u32 = 40;

/// Chooses a turn.
pub(super) fn choose<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    task: &Task,
    settings: &Settings,
    table: &Table,
    tactics: &mut [Tactics],
) -> Choice {
    let mut root = Root::new(position, task, settings.threads_for(task), settings.solvers());
    let win = root.win();
    if win.is_some() && task.variations <= 1 {
        return root.conclude(Vec::new(), 0, win);
    }
    let mut search = RootSearch { root, settings, table, turns: Vec::new(), depth: 0 };
    search.search(tactics);
    search.guard();
    let (variations, depth) = (search.variations(), search.depth);
    search.root.conclude(variations, depth, win)
}

struct RootSearch<'a, S> {
    root: Root<'a, S>,
    settings: &'a Settings,
    table: &'a Table,
    /// The best first, as far as they are known.
    turns: Vec<RootTurn>,
    depth: u32,
}

/// A turn that may be chosen, with the value it had when it was last searched.
#[derive(Clone)]
struct RootTurn {
    stones: Stones,
    value: Value,
}

impl<S: SegmentState + Send + Sync> RootSearch<'_, S> {
    /// Searches with all threads. They share the table, and what one finds the others find there; only
    /// the first has a say.
    fn search(&mut self, tactics: &mut [Tactics]) {
        let threads = self.root.threads;
        let budget = self.root.search_budget();
        let nodes = budget.nodes.map(|nodes| (nodes / threads as u64).max(1));
        let budget = Budget { nodes, ..budget };
        let Some((own, others)) = tactics.split_first_mut() else { return };
        let helpers = Arc::new(Control::default());
        let Root { position, task, .. } = self.root;
        let (settings, table) = (self.settings, self.table);
        let searcher = |tactics, budget| Search {
            board: Board::new(position.clone()),
            settings,
            table,
            tactics,
            ordering: Ordering::new(position.grid().len()),
            meter: Meter::start(budget),
        };
        let helper_nodes: u64 = std::thread::scope(|scope| {
            let helping: Vec<_> = (1..)
                .zip(others.iter_mut().take(threads - 1))
                .map(|(number, tactics)| {
                    let budget = Budget { control: helpers.clone(), ..budget.clone() };
                    let mut search = searcher(tactics, budget);
                    scope.spawn(move || {
                        let _ = help(&mut search, task, number);
                        search.meter.nodes()
                    })
                })
                .collect();
            let mut search = searcher(own, budget.clone());
            self.deepen(&mut search);
            self.root.purse.spend(search.meter.nodes());
            helpers.cancel();
            helping.into_iter().filter_map(|thread| thread.join().ok()).sum()
        });
        self.root.purse.spend(helper_nodes);
    }

    /// Searches deeper and deeper until the budget is spent or the game decided.
    fn deepen(&mut self, search: &mut Search<S>) {
        let task = self.root.task;
        let turns = root_turns(search, task);
        self.turns = turns.into_iter().map(RootTurn::new).collect();
        for depth in 1..=task.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH) {
            let before = self.turns.clone();
            if self.iterate(search, depth).is_err() {
                if task.variations > 1 {
                    // The best turns must all have been searched equally deep to be compared.
                    self.turns = before;
                }
                break;
            }
            self.depth = depth;
            (task.watch)(&self.root.thought(self.variations(), depth, search.meter.nodes()));
            let undecided = self.turns.iter().filter(|turn| !value::is_decided(turn.value)).count();
            let is_won = self
                .turns
                .first()
                .is_some_and(|turn| turn.value > 0 && value::is_decided(turn.value));
            if undecided <= 1 && task.depth.is_none() || is_won {
                break;
            }
        }
    }

    /// Searches all turns to one depth, and puts the best ones first. What was found before the budget
    /// was spent counts.
    fn iterate(&mut self, search: &mut Search<S>, depth: u32) -> Result<(), SpentBudget> {
        let place = Place { depth: depth as i32, ply: 0 };
        for rank in 0..self.root.task.variations.clamp(1, self.turns.len().max(1)) {
            let mut bounds = Bounds::ALL;
            for number in rank..self.turns.len() {
                let stones = self.turns[number].stones.clone();
                let value = search.after(&stones, place, bounds, number - rank)?;
                self.turns[number].value = value;
                if value > bounds.alpha {
                    bounds.alpha = value;
                    self.turns[rank..=number].rotate_right(1);
                }
            }
        }
        Ok(())
    }

    /// Goes back on turns that the opponent refutes.
    fn guard(&mut self) {
        let is_open = |turn: &&RootTurn| !value::is_decided(turn.value);
        let best = self.turns.iter().take_while(is_open);
        let best: Vec<Stones> = best.map(|turn| turn.stones.clone()).collect();
        let lengths = self.root.refutations(&best);
        for (turn, length) in self.turns.iter_mut().zip(lengths) {
            turn.value = -value::win_at(2 * length - 1);
        }
        let is_lost = |turn: &RootTurn| turn.value < 0 && value::is_decided(turn.value);
        self.turns.sort_by_key(|turn| (is_lost(turn), if is_lost(turn) { -turn.value } else { 0 }));
    }

    fn variations(&self) -> Vec<Variation> {
        let best = self.turns.iter().take(self.root.task.variations.max(1));
        best.map(|turn| self.variation(turn)).collect()
    }

    /// A turn with what the table says is played then.
    fn variation(&self, turn: &RootTurn) -> Variation {
        let mut position = self.root.position.clone();
        let mut turns = vec![turn.stones.clone()];
        let mut next = turn.stones.clone();
        while position.play_turn(&next).is_ok() && position.outcome().is_none() {
            match self.table.get(position.hash()) {
                Some(known) if !known.best.is_empty() && turns.len() < MOST_DEPTH as usize => {
                    next = known.best;
                    turns.push(next.clone());
                }
                _ => break,
            }
        }
        Variation {
            score: value::score(turn.value),
            ground: Ground::Estimated,
            visits: None,
            turns,
        }
    }
}

impl RootTurn {
    /// A turn that has not been searched.
    fn new(candidate: Candidate) -> RootTurn {
        RootTurn { stones: candidate.stones, value: value::estimate(0) }
    }
}

/// The search of a thread whose findings count only through the table.
fn help<S: SegmentState>(
    search: &mut Search<S>,
    task: &Task,
    number: i32,
) -> Result<(), SpentBudget> {
    let turns = root_turns(search, task);
    for depth in 1 + number % 2..=MOST_DEPTH as i32 {
        let mut bounds = Bounds::ALL;
        for (number, turn) in turns.iter().enumerate() {
            let value = search.after(&turn.stones, Place { depth, ply: 0 }, bounds, number)?;
            bounds.alpha = bounds.alpha.max(value);
        }
    }
    Ok(())
}

/// All turns that may be chosen, the most promising first.
fn root_turns<S: SegmentState>(search: &mut Search<S>, task: &Task) -> Vec<Candidate> {
    let player = search.board.position().turn().player;
    let ways = search.ways(Place { depth: 2, ply: 0 });
    let ways = ways.unwrap_or_else(|_| Ways::to_parry(search.board.position()));
    let mut turns = choices(&mut search.board, &ways, WIDTH, task);
    search.ordering.sort(&mut turns, &Stones::new(), player, 0);
    turns
}
