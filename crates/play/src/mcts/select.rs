//! Which position is looked at next, and what becomes of what is seen there.

use sixfold_game::{Player, SquareSet};
use sixfold_solve::Stones;

use super::examine::Insight;
use super::settings::{Selection, Settings};
use super::tree::{Certainty, Edge, Fate, Node, NodeId, Stage, Tree};
use crate::candidates::Coverage;

/// The way from the root to a node, and what is to be done there.
pub(super) struct Journey {
    pub(super) path: Vec<NodeId>,
    pub(super) turns: Vec<Stones>,
    pub(super) errand: Errand,
}

/// What is to be done at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Errand {
    /// It is new.
    Evaluate,
    /// More turns are wanted; each stone has been chosen among so many squares so far.
    Widen(u16),
    /// Nothing; what is known of it counts once more.
    Revisit,
}

/// Finds the way through the tree.
#[derive(Clone, Copy)]
pub(super) struct Guide {
    settings: Settings,
    /// How many turns it may look ahead.
    depth: usize,
    /// The side to move at the root.
    offensive: Player,
}

/// What is known of the turns of a node.
enum Pick {
    /// This one is next.
    Edge(usize),
    /// Others are looking at all that are left.
    Wait,
    /// It is known where all of them lead.
    Nothing,
}

/// How much PUCT is drawn to turns with a high prior.
const PRIOR_WEIGHT: f64 = 1.5;
/// How much worse than its siblings a turn is taken to be before anybody has looked.
const FIRST_PLAY_REDUCTION: f64 = 0.3;
/// How flat priors are made; at 1 they are the odds that the evaluation gives to turns.
const TEMPERATURE: f64 = 1.0;
/// How much UCT is drawn to turns with few visits.
const EXPLORATION: f64 = 0.8;
/// A node gets more turns once it has so many visits for each that it has.
const VISITS_A_TURN: u32 = 30;
/// The bonus of a node that heads a subtree of threats, and the visits that its first stage gets.
pub(super) const BONUS: u16 = 20;
/// The visits that the first stage of the root gets if it promises nothing.
const FIRST_STAGE_VISITS: u32 = 6_000;
/// The mean result below which the first stage promises nothing.
const POOR_RATE: f64 = 0.2;
/// The paper counts a proven win of the offensive side ten times, a proven loss five times.
const PAPER_WIN: f64 = 10.0;
const PAPER_LOSS: f64 = -5.0;

impl Guide {
    pub(super) fn new(settings: Settings, depth: Option<u32>, offensive: Player) -> Guide {
        let depth = depth.map_or(usize::MAX, |depth| depth.max(1) as usize);
        Guide { settings, depth, offensive }
    }

    /// Goes from the root to the next node that needs looking at; nothing if others are at work
    /// wherever it could go.
    pub(super) fn descend(&self, tree: &mut Tree) -> Option<Journey> {
        let mut path = vec![Tree::ROOT];
        let mut turns = Vec::new();
        let mut node = Tree::ROOT;
        let mut among_threats = false;
        let errand = loop {
            end_first_stage(tree, node);
            among_threats |= tree[node].stage == Stage::Threats;
            if let Some(errand) = self.errand(&tree[node], turns.len()) {
                break errand;
            }
            let picked = if among_threats {
                fewest_visits(tree, &tree[node])
            } else {
                self.best_edge(tree, &tree[node])
            };
            match picked {
                Pick::Edge(edge) => {
                    turns.push(tree[node].edges[edge].stones.clone());
                    node = tree.child(node, edge);
                    path.push(node);
                }
                Pick::Wait => return None,
                Pick::Nothing if tree[node].is_busy => return None,
                Pick::Nothing if tree[node].coverage == Coverage::Partial => {
                    break Errand::Widen(tree[node].width);
                }
                Pick::Nothing => break Errand::Revisit,
            }
        };
        if tree[node].is_busy {
            return None;
        }
        tree[node].is_busy = errand != Errand::Revisit;
        for &id in &path {
            tree[id].in_flight += 1;
        }
        Some(Journey { path, turns, errand })
    }

    /// What is to be done at a node before going on from it.
    fn errand(&self, node: &Node, depth: usize) -> Option<Errand> {
        let wants_more = || {
            !node.is_busy
                && node.coverage == Coverage::Partial
                && node.visits > VISITS_A_TURN * node.edges.len() as u32
        };
        match node.stage {
            Stage::New => Some(Errand::Evaluate),
            Stage::Over => Some(Errand::Revisit),
            _ if depth >= self.depth => Some(Errand::Revisit),
            Stage::Barren => Some(Errand::Widen(0)),
            Stage::Threats => None,
            Stage::All => wants_more().then_some(Errand::Widen(node.width)),
        }
    }

    fn best_edge(&self, tree: &Tree, node: &Node) -> Pick {
        let all_visits = f64::from(node.visits + node.in_flight).max(1.0);
        let mut best = Best::default();
        let visited = |edge: &&Edge| tree.after(edge).is_some_and(|child| child.visits > 0);
        let visited_prior: f64 =
            node.edges.iter().filter(visited).map(|edge| f64::from(edge.prior)).sum();
        let unseen = node.mean() - FIRST_PLAY_REDUCTION * visited_prior.sqrt();
        for (i, edge) in node.edges.iter().enumerate() {
            let child = tree.after(edge);
            let tries = child.map_or(0.0, |child| f64::from(child.visits + child.in_flight));
            let value = child.filter(|_| tries > 0.0).map_or(unseen, |child| {
                // Whoever is still under way is taken to lose.
                (-child.worth - f64::from(child.in_flight)) / tries
            });
            let urge = match self.settings.selection {
                Selection::Priors => {
                    PRIOR_WEIGHT * f64::from(edge.prior) * all_visits.sqrt() / (1.0 + tries)
                }
                Selection::Paper if tries == 0.0 => f64::INFINITY,
                Selection::Paper => {
                    let bonus = child.map_or(0, |child| child.bonus);
                    EXPLORATION * (all_visits.ln() / tries).sqrt() + f64::from(bonus) / tries
                }
            };
            best.offer(i, child, value + urge);
        }
        best.pick()
    }

    /// Writes down what was seen on a journey, and passes it on to all nodes on the way.
    pub(super) fn arrive(&self, tree: &mut Tree, journey: &Journey, insight: Insight) {
        let Some((&leaf, _)) = journey.path.split_last() else { return };
        let value = match journey.errand {
            Errand::Evaluate => insight.value,
            Errand::Widen(_) | Errand::Revisit => tree[leaf].mean(),
        };
        if journey.errand != Errand::Revisit {
            record(tree, leaf, insight);
        }
        self.back_up(tree, &journey.path, value);
    }

    fn back_up(&self, tree: &mut Tree, path: &[NodeId], value_of_leaf: f64) {
        let mut value = value_of_leaf;
        for &id in path.iter().rev() {
            let was_settled = tree[id].is_settled() && id != path[path.len() - 1];
            tree.settle(id);
            tree.note_barren(id);
            let node = &mut tree[id];
            if !was_settled {
                value = self.value_of(node.fate, node.mover).unwrap_or(value);
            }
            node.visits += 1;
            node.in_flight -= 1;
            node.worth += value;
            node.bonus = node.bonus.saturating_sub(1);
            value = -value;
        }
    }

    /// What a decided position counts for the side to move.
    fn value_of(&self, fate: Fate, mover: Player) -> Option<f64> {
        let wins = match fate {
            Fate::Open => return None,
            Fate::Wins(..) => true,
            Fate::Loses(..) => false,
        };
        let sign = |is_good: bool| if is_good { 1.0 } else { -1.0 };
        Some(match self.settings.selection {
            Selection::Priors => sign(wins),
            Selection::Paper => {
                let is_offensive = mover == self.offensive;
                let count = if wins == is_offensive { PAPER_WIN } else { PAPER_LOSS };
                count * sign(is_offensive)
            }
        })
    }

    /// Takes a journey back that has led to nothing.
    pub(super) fn abandon(tree: &mut Tree, journey: &Journey) {
        for &id in &journey.path {
            tree[id].in_flight -= 1;
        }
        if let Some(&leaf) = journey.path.last() {
            tree[leaf].is_busy &= journey.errand == Errand::Revisit;
        }
    }
}

/// Goes over to other turns where threats have been tried long enough.
fn end_first_stage(tree: &mut Tree, id: NodeId) {
    let node = &mut tree[id];
    let is_long = if id == Tree::ROOT {
        node.visits > FIRST_STAGE_VISITS && node.mean() < POOR_RATE
    } else {
        node.visits > u32::from(BONUS)
    };
    if node.stage == Stage::Threats && is_long {
        node.stage = Stage::Barren;
    }
}

/// The edge with the highest score so far, of those that are open.
#[derive(Default)]
struct Best {
    edge: Option<usize>,
    score: f64,
    others_at_work: bool,
}

impl Best {
    fn offer(&mut self, edge: usize, child: Option<&Node>, score: f64) {
        match child {
            Some(child) if child.is_settled() => {}
            Some(child) if child.stage == Stage::New && child.is_busy => self.others_at_work = true,
            _ if self.edge.is_none() || score > self.score => {
                (self.edge, self.score) = (Some(edge), score);
            }
            _ => {}
        }
    }

    fn pick(self) -> Pick {
        match self.edge {
            Some(edge) => Pick::Edge(edge),
            None if self.others_at_work => Pick::Wait,
            None => Pick::Nothing,
        }
    }
}

/// Within the first stage all turns are tried evenly, but for those that get away from threats.
fn fewest_visits(tree: &Tree, node: &Node) -> Pick {
    let mut best = Best::default();
    for (i, edge) in node.edges.iter().enumerate() {
        let child = tree.after(edge);
        let leads_nowhere =
            node.stage == Stage::Threats && child.is_some_and(|c| tree.is_escape(c));
        if !leads_nowhere {
            let tries = child.map_or(0, |child| child.visits + child.in_flight);
            best.offer(i, child, -f64::from(tries));
        }
    }
    best.pick()
}

fn record(tree: &mut Tree, id: NodeId, insight: Insight) {
    let Insight { hash, fate, stage, coverage, width, bonus, candidates, win, .. } = insight;
    tree.add_edges(id, candidates, TEMPERATURE);
    if let Some(win) = win {
        let turns = win.turns.saturating_sub(1);
        tree.add_edges(id, vec![win.candidate.clone()], TEMPERATURE);
        let set = |stones: &Stones| stones.iter().copied().collect::<SquareSet>();
        let wins = |edge: &Edge| set(&edge.stones) == set(&win.candidate.stones);
        let edge = tree[id].edges.iter().position(wins);
        if let Some(edge) = edge {
            let child = tree.child(id, edge);
            tree[child].fate = Fate::Loses(turns, Certainty::Sure);
        }
    }
    let node = &mut tree[id];
    node.is_busy = false;
    (node.hash, node.stage, node.coverage) = (hash, stage, coverage);
    (node.width, node.bonus) = (width, bonus);
    if fate != Fate::Open {
        node.fate = fate;
    }
}
