//! Two-stage Monte-Carlo tree search (THEORY 5).
//!
//! A node of the tree is a position at the beginning of a turn. It is first given to the threat
//! solver; what the solver wins is never simulated, and passes through the tree as a proof does. Else
//! it gets turns to try: in a first stage those that threaten, if the settings ask for it, then the
//! best of all, a few at a time.
//!
//! * `settings`: how the search is set; the search of the paper is one of the settings.
//! * `tree`: nodes, and what is known of them.
//! * `select`: the way through the tree, and the way back.
//! * `examine`: what is seen in one position, with `candidates`, `threats` and `playout`.
//! * `search`: the threads. `report`, `proof`: what they have found.

mod candidates;
mod examine;
mod playout;
mod proof;
mod report;
mod search;
mod select;
mod settings;
mod threats;
mod tree;

use std::sync::Arc;
use std::time::Duration;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{ConnectRules, Game, SquareSet};
use sixfold_solve::{Meter, Stones};

pub use settings::{FirstStage, Leaves, Selection, Settings, Switch, UnknownSetting};

use crate::evaluate::Tables;
use crate::tactics::{Sight, Tactics};
use crate::{Board, Choice, Ground, Player, Score, Task, Thought, Variation};
use candidates::{Beginnings, Coverage};
use proof::{ProvenWin, can_be_proven, prove_loss, prove_win};
use tree::{Fate, Tree};

/// The tree search with what it remembers of the game.
pub struct Mcts {
    settings: Settings,
    tactics: Vec<Tactics>,
    memory: Option<Memory>,
    evaluation: Option<Evaluation>,
}

/// The evaluation of a game: where it is a formula, it takes a while to work out.
struct Evaluation {
    rules: ConnectRules,
    tables: Arc<Tables>,
}

/// The tree of the last move.
struct Memory {
    rules: ConnectRules,
    tree: Tree,
}

/// The nodes of the root's first question to the threat solver, a share of the budget.
const FIRST_SHARE: u64 = 4;
const FIRST_NODES: u64 = 100_000;
/// About as many nodes of the solver can be had in a second, on a slow machine.
const NODES_A_SECOND: u128 = 200_000;

impl Mcts {
    /// A player that goes about it so.
    #[must_use]
    pub fn new(settings: Settings) -> Mcts {
        Mcts { settings, tactics: Vec::new(), memory: None, evaluation: None }
    }

    /// What is left of the last tree, or a new one.
    fn take_tree<S: SegmentState>(&mut self, position: &Position<S>, task: &Task) -> Tree {
        let is_plain = task.excluded.is_empty() && task.variations <= 1;
        let known = self
            .memory
            .take()
            .filter(|memory| is_plain && memory.rules == position.geometry().rules());
        known
            .and_then(|memory| memory.tree.find(position.hash()).map(|id| memory.tree.subtree(id)))
            .unwrap_or_else(|| Tree::new(position.turn().player, position.hash()))
    }

    fn board<S: SegmentState>(&mut self, position: &Position<S>) -> Board<S> {
        let rules = position.geometry().rules();
        let known = self.evaluation.take().filter(|known| known.rules == rules);
        let evaluation = known.unwrap_or_else(|| Evaluation { rules, tables: Tables::of(rules) });
        let tables = self.evaluation.insert(evaluation).tables.clone();
        Board::with_tables(position.clone(), tables)
    }

    fn prepare_tactics(&mut self, threads: usize, memory: usize) {
        self.tactics.truncate(threads);
        while self.tactics.len() < threads {
            self.tactics.push(Tactics::new(memory / 4 / threads));
        }
    }

    /// A win by double threats from the root.
    fn look_for_win<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        task: &Task,
        meter: &mut Meter,
    ) -> Option<ProvenWin> {
        if !can_be_proven(position) {
            return None;
        }
        let nodes = task.budget.nodes.map_or(FIRST_NODES, |nodes| nodes / FIRST_SHARE);
        let in_time =
            |time: Duration| time.as_millis() * NODES_A_SECOND / 1000 / u128::from(FIRST_SHARE);
        let nodes = task.budget.time.map_or(nodes, |time| nodes.min(in_time(time) as u64));
        match self.tactics[0].win(position, nodes, meter) {
            Ok(Sight::Win(answer)) => ProvenWin::from_answer(*answer, position)
                .filter(|win| !task.excluded.contains(&win.turn())),
            _ => None,
        }
    }
}

impl<S: SegmentState + Send + Sync> Player<S> for Mcts {
    fn choose(&mut self, position: &Position<S>, task: &Task) -> Choice {
        let mut meter = Meter::start(task.budget.clone());
        let threads = self.settings.threads.max(task.threads);
        self.prepare_tactics(threads, task.budget.memory);
        let win = self.look_for_win(position, task, &mut meter);
        if let (Some(win), true) = (&win, task.variations <= 1) {
            self.memory = None;
            return proven(vec![win.variation.clone()], win, &meter);
        }
        let tree = self.take_tree(position, task);
        let board = self.board(position);
        let tree = search::grow(tree, &board, self.settings, &mut self.tactics, task, &mut meter);
        let choice = conclude(&tree, &board, win, task, &meter, threads);
        if task.excluded.is_empty() {
            self.memory = Some(Memory { rules: position.geometry().rules(), tree });
        }
        choice
    }

    fn new_game(&mut self) {
        self.memory = None;
        self.tactics.clear();
    }
}

/// The answer: what the tree says, proven if a solver can.
fn conclude<S: SegmentState + Send + Sync>(
    tree: &Tree,
    board: &Board<S>,
    win: Option<ProvenWin>,
    task: &Task,
    meter: &Meter,
    threads: usize,
) -> Choice {
    let position = board.position();
    let mut variations = report::variations(tree, task.variations);
    if variations.is_empty() {
        let score = Score::Estimate(board.value());
        let turns = vec![any_turn(board.clone(), task.excluded)];
        variations.push(Variation { score, ground: Ground::Estimated, turns });
    }
    let can_prove = task.excluded.is_empty() && can_be_proven(position);
    let win = win.or_else(|| {
        let believes = matches!(tree[Tree::ROOT].fate, Fate::Wins(..)) && can_prove;
        believes.then(|| prove_win(position, &task.budget, meter, threads)).flatten()
    });
    if let Some(win) = win {
        return proven(variations, &win, meter);
    }
    let mut choice = Choice { thought: thought(variations, meter), proof: None };
    let believes_loss = matches!(tree[Tree::ROOT].fate, Fate::Loses(..)) && can_prove;
    if believes_loss && let Some(certificate) = prove_loss(position, &task.budget, meter, threads) {
        choice.thought.variations[0].ground = Ground::Proven;
        choice.proof = Some(certificate);
    }
    choice
}

/// The answer with a proven win in front.
fn proven(mut variations: Vec<Variation>, win: &ProvenWin, meter: &Meter) -> Choice {
    let turn = |variation: &Variation| {
        variation.turns.iter().take(1).flatten().copied().collect::<SquareSet>()
    };
    let most = variations.len();
    variations.retain(|variation| turn(variation) != win.turn());
    variations.insert(0, win.variation.clone());
    variations.truncate(most.max(1));
    let thought = thought(variations, meter);
    Choice { thought, proof: Some(win.certificate.clone()) }
}

fn thought(variations: Vec<Variation>, meter: &Meter) -> Thought {
    let depth = variations.first().map_or(0, |variation| variation.turns.len() as u32);
    Thought { variations, depth, nodes: meter.nodes(), elapsed: meter.elapsed() }
}

/// A turn that can be told without any search, one that is not excluded if there is one.
fn any_turn<S: SegmentState>(mut board: Board<S>, excluded: &[SquareSet]) -> Stones {
    if let Some(squares) = board.position().completing_squares() {
        let squares: SquareSet = squares.iter().copied().collect();
        if !excluded.contains(&squares) {
            return squares.iter().collect();
        }
    }
    let mut width = 1;
    let parries = Beginnings::of(&board);
    loop {
        let menu = parries.menu(&mut board, width);
        let is_allowed =
            |stones: &Stones| !excluded.contains(&stones.iter().copied().collect::<SquareSet>());
        let found = menu.candidates.iter().position(|candidate| is_allowed(&candidate.stones));
        if found.is_some()
            || menu.coverage != Coverage::Partial
            || width > board.position().empty_squares().len()
        {
            let mut candidates = menu.candidates;
            let place = found.unwrap_or(0);
            return if candidates.is_empty() {
                Stones::new()
            } else {
                candidates.swap_remove(place).stones
            };
        }
        width *= 4;
    }
}
