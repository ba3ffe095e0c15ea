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
//! * `examine`: what is seen in one position, with `threats` and `playout`.
//! * `search`: the threads. `report`: what they have found.

mod examine;
mod playout;
mod report;
mod search;
mod select;
mod settings;
mod threats;
mod tree;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{ConnectRules, Game};

pub use settings::{FirstStage, Leaves, Selection, Settings, Switch, UnknownSetting};

use crate::candidates::{Ways, Width, choices};
use crate::root::Root;
use crate::tactics::Tactics;
use crate::{Board, Choice, Ground, Player, Score, Task, Variation};
use tree::{Certainty, Fate, Tree};

/// The tree search with what it remembers of the game.
pub struct Mcts {
    settings: Settings,
    tactics: Vec<Tactics>,
    memory: Option<Memory>,
}

/// The tree of the last move.
struct Memory {
    rules: ConnectRules,
    tree: Tree,
}

impl Mcts {
    /// A player that goes about it so.
    #[must_use]
    pub fn new(settings: Settings) -> Mcts {
        Mcts { settings, tactics: Vec::new(), memory: None }
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

    fn prepare_tactics(&mut self, threads: usize, memory: usize) {
        self.tactics.truncate(threads);
        while self.tactics.len() < threads {
            self.tactics.push(Tactics::new(memory / 4 / threads));
        }
    }
}

impl<S: SegmentState + Send + Sync> Player<S> for Mcts {
    fn choose(&mut self, position: &Position<S>, task: &Task) -> Choice {
        let threads = self.settings.threads_for(task);
        self.prepare_tactics(threads, task.budget.memory);
        let mut root = Root::new(position, task, threads, self.settings.solvers());
        let win = root.win();
        if win.is_some() && task.variations <= 1 {
            self.memory = None;
            return root.conclude(Vec::new(), 0, win);
        }
        let tree = self.take_tree(position, task);
        let board = Board::new(position.clone());
        let mut tree = search::grow(tree, &board, self.settings, &mut self.tactics, &mut root);
        guard(&mut tree, &mut root);
        let variations = variations(&tree, board, task);
        let choice = root.conclude(variations, report::depth(&tree), win);
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

/// Goes back on turns that the opponent refutes.
fn guard<S: SegmentState + Send + Sync>(tree: &mut Tree, root: &mut Root<S>) {
    let best = report::best_open_turns(tree);
    let turn = |&edge: &usize| tree[Tree::ROOT].edges[edge].stones.clone();
    let lengths = root.refutations(&best.iter().map(turn).collect::<Vec<_>>());
    for (edge, length) in best.into_iter().zip(lengths) {
        let child = tree.child(Tree::ROOT, edge);
        tree[child].fate = Fate::Wins(length, Certainty::Sure);
    }
    tree.settle(Tree::ROOT);
}

/// Among so many turns one is chosen that has to be told without any search.
const WIDTH_AT_SIGHT: Width = Width { stones: 1, turns: 1 };

/// What the tree says, or a turn at sight if it has not come to say anything.
fn variations<S: SegmentState>(tree: &Tree, mut board: Board<S>, task: &Task) -> Vec<Variation> {
    let mut variations = report::variations(tree, task.variations);
    if variations.is_empty() {
        let score = Score::Estimate(board.value());
        let ways = Ways::to_parry(board.position());
        let at_sight = choices(&mut board, &ways, WIDTH_AT_SIGHT, task);
        let turns = at_sight.into_iter().take(1).map(|candidate| candidate.stones).collect();
        variations.push(Variation { score, ground: Ground::Estimated, visits: None, turns });
    }
    variations
}
