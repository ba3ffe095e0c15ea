//! A player after `MoHex`: Monte-Carlo tree search that knows connections and inferior cells.
//!
//! Positions are judged by games that are played to the end at random. Those that are visited often
//! are asked about their connections: decided ones are never visited again, in others only moves of
//! the must-play region stay, and those that matter most in both circuits begin with a bonus. What is
//! proven of the children is proven of their parents.

mod playout;
mod tree;

use fastrand::Rng;
use sixfold_game::{PerPlayer, Player, SpentBudget, Square, Value};

use self::playout::{FullBoard, Playouts};
use self::tree::{Fate, Knowledge, Node, Tree};
use super::search::{WIN, in_order};
use super::{Action, Choice, Question};
use crate::inferior::Stones;
use crate::solve::node::{Evaluation, Evaluator};
use crate::solve::{self, Budget, Meter, Solution};
use crate::{Position, connections};

/// A position is asked about its connections when it has been visited so often.
const VISITS_TO_KNOW: u32 = 200;

/// About so many games are played in the time that connections take: they count as a node.
const PLAYOUTS_OF_A_NODE: u64 = 256;

/// So many nodes if the budget has no limits.
const NODES_UNLESS_TOLD: u64 = 1000;

/// How the player thinks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Settings {
    /// Two searches with the same seed and a budget of nodes go the same way.
    pub seed: u64,
}

/// A search under way.
pub(super) struct Search<const WORDS: usize> {
    evaluator: Evaluator<WORDS>,
    playouts: Playouts,
    meter: Meter,
    random: Rng,
    tree: Tree<WORDS>,
}

/// A move on the way down the tree.
#[derive(Clone, Copy)]
struct Step {
    node: usize,
    edge: usize,
}

/// Where the way down the tree ends.
enum Tip<const WORDS: usize> {
    /// In a position that is open.
    Open { stones: Stones<WORDS>, to_move: Player, last: Option<Square> },
    /// In one that is decided.
    Decided { winner: Player },
}

impl<const WORDS: usize> Search<WORDS> {
    pub(super) fn new(
        position: &Position,
        settings: Settings,
        connections: connections::Settings,
        budget: Budget,
    ) -> Self {
        let is_limited = budget.nodes.is_some() || budget.time.is_some();
        let nodes = if is_limited { budget.nodes } else { Some(NODES_UNLESS_TOLD) };
        let how = solve::Settings { connections, ..Default::default() };
        Search {
            evaluator: Evaluator::new(position.board().clone(), how),
            playouts: Playouts::new(position.board()),
            tree: Tree::new(position.board().cells().into(), budget.memory),
            meter: Meter::start(Budget { nodes, ..budget }),
            random: Rng::with_seed(settings.seed),
        }
    }

    /// The best moves that the budget allows to find. Nothing if connections decide the position or
    /// all moves that matter are excluded, so that there is nothing to search.
    pub(super) fn consider(
        mut self,
        position: &Position,
        question: Question,
    ) -> Option<Solution<Vec<Choice>>> {
        let stones = position.stones();
        let stones = PerPlayer::from_fn(|player| stones[player].into());
        let root = self.evaluator.node(stones, position.to_move());
        let Evaluation::Open(choice) = self.evaluator.evaluate(&root, 1) else { return None };
        let cells = in_order(&choice).filter(|&cell| !question.excluded.contains(cell));
        let mut node = Node::new(root.stones, root.to_move, cells);
        if node.edges.is_empty() {
            return None;
        }
        node.knowledge = Knowledge::Connections;
        node.promise();
        self.tree.plant(node);
        let mut playouts = 0;
        while self.tree.root().fate == Fate::Open && self.may_go_on(playouts).is_ok() {
            self.visit();
            playouts += 1;
            if playouts >= PLAYOUTS_OF_A_NODE && playouts.is_power_of_two() {
                (question.listener)(&self.choices(question.moves));
            }
        }
        let answer = self.choices(question.moves);
        Some(Solution { answer, nodes: self.meter.nodes(), time: self.meter.elapsed() })
    }

    fn may_go_on(&mut self, playouts: u64) -> Result<(), SpentBudget> {
        if playouts.is_multiple_of(PLAYOUTS_OF_A_NODE) {
            self.meter.count()
        } else {
            self.meter.look()
        }
    }

    /// One way down the tree, a game to the end, and the way back.
    fn visit(&mut self) {
        let mut path = Vec::new();
        match self.descend(&mut path) {
            Tip::Open { stones, to_move, last } => {
                let end = self.playouts.fill(&stones, to_move, last, &mut self.random);
                self.note(&path, &end);
            }
            Tip::Decided { winner } => self.settle(&path, winner),
        }
    }

    fn descend(&mut self, path: &mut Vec<Step>) -> Tip<WORDS> {
        let mut at = Tree::<WORDS>::ROOT;
        let mut last = None;
        loop {
            let node = &self.tree[at];
            if node.knowledge == Knowledge::None && node.visits >= VISITS_TO_KNOW {
                self.learn(at);
            }
            let node = &self.tree[at];
            let to_move = node.to_move;
            match node.fate {
                Fate::Won => return Tip::Decided { winner: to_move },
                Fate::Lost => return Tip::Decided { winner: to_move.opponent() },
                Fate::Open => {}
            }
            let Some(edge) = node.choose() else {
                return Tip::Open { stones: node.stones, to_move, last };
            };
            path.push(Step { node: at, edge });
            last = Some(node.edges[edge].cell());
            let Some(child) = self.tree.child(at, edge) else {
                let stones = self.tree[at].stones_after(edge);
                return Tip::Open { stones, to_move: to_move.opponent(), last };
            };
            at = child;
        }
    }

    /// Asks connections and inferior cells about a position.
    fn learn(&mut self, number: usize) {
        // Whether that was the last one is seen before the next playout.
        let _ = self.meter.count();
        let node = &mut self.tree[number];
        let known = self.evaluator.node(node.stones, node.to_move);
        let evaluation = self.evaluator.evaluate(&known, 2);
        self.evaluator.back_to(1);
        node.knowledge = Knowledge::Connections;
        match evaluation {
            Evaluation::Won { .. } => node.fate = Fate::Won,
            Evaluation::Lost { .. } => node.fate = Fate::Lost,
            Evaluation::Open(choice) => {
                node.stones = known.stones;
                node.keep(in_order(&choice));
                node.promise();
                node.lose_if_all_is_lost();
            }
        }
    }

    fn note(&mut self, path: &[Step], end: &FullBoard<WORDS>) {
        for &Step { node, edge } in path {
            self.tree[node].note(edge, end);
        }
    }

    /// Tells the positions above a decided one, as far as that decides them too.
    fn settle(&mut self, path: &[Step], winner: Player) {
        for &Step { node, edge } in path.iter().rev() {
            let node = &mut self.tree[node];
            if node.to_move == winner {
                node.win_by(edge);
            } else {
                node.lose_by(edge);
            }
            if node.fate == Fate::Open {
                return;
            }
        }
    }

    /// The moves at the root, the best first.
    fn choices(&self, moves: usize) -> Vec<Choice> {
        let root = self.tree.root();
        let depth = self.tree.main_line();
        let choice = |edge: &tree::Edge| {
            let action = Action::Place(edge.cell());
            let (score, proven) = match root.fate {
                Fate::Won => (WIN, Some(Value::Win)),
                _ if edge.is_lost() => (-WIN, Some(Value::Loss)),
                _ => (log_odds(edge.share()), None),
            };
            Choice { action, score, proven, depth }
        };
        root.by_visits().iter().take(moves).map(choice).collect()
    }
}

/// A share of games as a score that has no bounds, above 0 if more than half are won.
fn log_odds(share: f32) -> f64 {
    let share = f64::from(share).clamp(0.001, 0.999);
    (share / (1.0 - share)).ln()
}
