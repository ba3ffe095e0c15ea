//! The root: what can be proven first, then the search, deeper and deeper.

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget, SquareSet};
use sixfold_solve::{Budget, Control, Meter, Stones};

use super::ordering::Ordering;
use super::search::{Bounds, Place, Search};
use super::settings::{Settings, SolverUse};
use super::table::Table;
use super::value::{self, Value};
use crate::candidates::{Candidate, Way, Width, candidates};
use crate::proof::{Purse, choice_of, completing, solve};
use crate::tactics::Tactics;
use crate::{Board, Choice, Ground, Task, Thought, Variation};

/// The hundredths of the budget that the search for a proven win may take.
const SHARE_OF_PROOF: u32 = 15;
/// The hundredths of what is left then that the search may take; the rest is for guarding against wins of the
/// opponent that it does not see.
const SHARE_OF_SEARCH: u32 = 80;
/// The order of wins that are looked for at the root: single threats.
const ORDER: u8 = 2;
/// The turns that are looked at.
const WIDTH: Width = Width { stones: 20, turns: 50 };
/// Deeper than this is not searched.
const MOST_DEPTH: u32 = 40;
/// The best turns that are guarded.
const GUARDED: usize = 6;

/// Chooses a turn.
pub(super) fn choose<S: SegmentState + Send + Sync>(
    position: &Position<S>,
    task: &Task,
    settings: &Settings,
    table: &Table,
    tactics: &mut [Tactics],
) -> Choice {
    let mut purse = Purse::new(task.budget.clone());
    if let Some(choice) = completing(position, &purse) {
        return choice;
    }
    if task.excluded.is_empty() && settings.solver == SolverUse::Everywhere {
        let budget = purse.share(SHARE_OF_PROOF);
        let solved = solve(position, ORDER, settings.threads_for(task), &budget, &mut purse);
        if let Some(choice) = choice_of(&solved, position, &purse) {
            (task.watch)(&choice.thought);
            return choice;
        }
    }
    let mut root = Root { position, task, settings, table, purse, turns: Vec::new(), depth: 0 };
    root.search(tactics);
    root.guard();
    let thought = root.thought();
    (task.watch)(&thought);
    Choice { thought, proof: None }
}

struct Root<'a, S> {
    position: &'a Position<S>,
    task: &'a Task<'a>,
    settings: &'a Settings,
    table: &'a Table,
    purse: Purse,
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

impl<S: SegmentState + Send + Sync> Root<'_, S> {
    /// Searches with all threads. They share the table, and what one finds the others find there; only
    /// the first has a say.
    fn search(&mut self, tactics: &mut [Tactics]) {
        let budget = self.search_budget();
        let threads = self.settings.threads_for(self.task);
        let Some((own, others)) = tactics.split_first_mut() else { return };
        let helpers = Arc::new(Control::default());
        let (position, settings, table) = (self.position, self.settings, self.table);
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
                        let _ = help(&mut search, number);
                        search.meter.nodes()
                    })
                })
                .collect();
            let mut search = searcher(own, budget.clone());
            self.deepen(&mut search);
            self.purse.spend(search.meter.nodes());
            helpers.cancel();
            helping.into_iter().filter_map(|thread| thread.join().ok()).sum()
        });
        self.purse.spend(helper_nodes);
    }

    fn search_budget(&self) -> Budget {
        let whole = self.purse.rest();
        let is_limited = whole.nodes.is_some() || whole.time.is_some();
        let budget = match self.settings.solver {
            SolverUse::Everywhere if is_limited => self.purse.share(SHARE_OF_SEARCH),
            _ => whole,
        };
        let threads = self.settings.threads_for(self.task) as u64;
        Budget { nodes: budget.nodes.map(|nodes| (nodes / threads).max(1)), ..budget }
    }

    /// Searches deeper and deeper until the budget is spent or the game decided.
    fn deepen(&mut self, search: &mut Search<S>) {
        let turns = root_turns(search, self.task.excluded);
        self.turns = turns.into_iter().map(RootTurn::new).collect();
        for depth in 1..=self.task.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH) {
            if self.iterate(search, depth).is_err() {
                break;
            }
            self.depth = depth;
            let thought = self.thought_with(search.meter.nodes());
            (self.task.watch)(&thought);
            let undecided = self.turns.iter().filter(|turn| !value::is_decided(turn.value)).count();
            let is_won = self
                .turns
                .first()
                .is_some_and(|turn| turn.value > 0 && value::is_decided(turn.value));
            if undecided <= 1 && self.task.depth.is_none() || is_won {
                break;
            }
        }
    }

    /// Searches all turns to one depth, and puts the best ones first. What was found before the budget
    /// was spent counts.
    fn iterate(&mut self, search: &mut Search<S>, depth: u32) -> Result<(), SpentBudget> {
        let place = Place { depth: depth as i32, ply: 0 };
        for rank in 0..self.task.variations.clamp(1, self.turns.len().max(1)) {
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

    /// Looks whether the opponent wins by single threats after the chosen turn, and chooses another
    /// one if he does.
    fn guard(&mut self) {
        if self.settings.solver == SolverUse::Nowhere || self.task.depth.is_some() {
            return;
        }
        let threads = self.settings.threads_for(self.task);
        let is_lost = |turn: &RootTurn| turn.value < 0 && value::is_decided(turn.value);
        for place in 0..self.turns.len().min(GUARDED) {
            let turn = &self.turns[place];
            if is_lost(turn) || value::is_decided(turn.value) {
                break;
            }
            let mut position = self.position.clone();
            if position.play_turn(&turn.stones).is_err() || position.outcome().is_some() {
                break;
            }
            let budget = self.purse.share(if place == 0 { 50 } else { 30 });
            let solved = solve(&position, ORDER, threads, &budget, &mut self.purse);
            match solved.length() {
                Some(length) => self.turns[place].value = -value::win_at(2 * length as u32 - 1),
                None => break,
            }
        }
        self.turns.sort_by_key(|turn| (is_lost(turn), if is_lost(turn) { -turn.value } else { 0 }));
    }

    fn thought(&self) -> Thought {
        self.thought_with(0)
    }

    /// What is thought now, with so many nodes that are not counted yet.
    fn thought_with(&self, nodes: u64) -> Thought {
        let best = self.turns.iter().take(self.task.variations.max(1));
        Thought {
            variations: best.map(|turn| self.variation(turn)).collect(),
            depth: self.depth,
            nodes: self.purse.spent() + nodes,
            elapsed: self.purse.elapsed(),
        }
    }

    /// A turn with what the table says is played then.
    fn variation(&self, turn: &RootTurn) -> Variation {
        let mut position = self.position.clone();
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
        Variation { score: value::score(turn.value), ground: Ground::Estimated, turns }
    }
}

impl RootTurn {
    /// A turn that has not been searched.
    fn new(candidate: Candidate) -> RootTurn {
        RootTurn { stones: candidate.stones, value: value::estimate(0) }
    }
}

/// The search of a thread whose findings count only through the table.
fn help<S: SegmentState>(search: &mut Search<S>, number: i32) -> Result<(), SpentBudget> {
    let turns = root_turns(search, &[]);
    for depth in 1 + number % 2..=MOST_DEPTH as i32 {
        let mut bounds = Bounds::ALL;
        for (number, turn) in turns.iter().enumerate() {
            let value = search.after(&turn.stones, Place { depth, ply: 0 }, bounds, number)?;
            bounds.alpha = bounds.alpha.max(value);
        }
    }
    Ok(())
}

/// All turns that may be chosen, the most promising first. There is always one: if none does what has to
/// be done, any will do.
fn root_turns<S: SegmentState>(search: &mut Search<S>, excluded: &[SquareSet]) -> Vec<Candidate> {
    let player = search.board.position().turn().player;
    let ways = search.ways(Place { depth: 2, ply: 0 }).unwrap_or_default();
    let is_allowed =
        |turn: &Candidate| !excluded.contains(&turn.stones.iter().copied().collect::<SquareSet>());
    let width = Width { turns: WIDTH.turns + excluded.len(), ..WIDTH };
    let parrying = Way::to_parry(search.board.position());
    let mut turns = Vec::new();
    for ways in [&ways[..], &parrying, &[Way::FREE]] {
        if turns.is_empty() {
            turns = candidates(&mut search.board, ways, width);
            turns.retain(is_allowed);
        }
    }
    if turns.is_empty() {
        turns = candidates(&mut search.board, &[Way::FREE], WIDTH);
    }
    search.ordering.sort(&mut turns, &Stones::new(), player, 0);
    turns
}
