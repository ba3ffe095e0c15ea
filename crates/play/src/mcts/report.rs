//! What the tree says about the position.

use std::cmp::Reverse;

use super::tree::{Certainty, Edge, Fate, Node, Tree};
use crate::{Ground, Score, Variation};

/// The best turns of the root, at most so many.
pub(super) fn variations(tree: &Tree, most: usize) -> Vec<Variation> {
    let root = &tree[Tree::ROOT];
    let best = ranking(tree, root).into_iter().take(most.max(1));
    best.map(|edge| variation(tree, &root.edges[edge], root)).collect()
}

/// The best turns of the root by their numbers, as long as nobody knows where they lead.
pub(super) fn best_open_turns(tree: &Tree) -> Vec<usize> {
    let root = &tree[Tree::ROOT];
    let is_open =
        |&edge: &usize| tree.after(&root.edges[edge]).is_none_or(|child| child.fate == Fate::Open);
    ranking(tree, root).into_iter().take_while(is_open).collect()
}

/// The turns the tree has looked ahead on the line that it expects.
pub(super) fn depth(tree: &Tree) -> u32 {
    let best = variations(tree, 1);
    best.first().map_or(0, |variation| variation.turns.len() as u32)
}

fn variation(tree: &Tree, edge: &Edge, root: &Node) -> Variation {
    let mut turns = vec![edge.stones.clone()];
    let mut node = tree.after(edge);
    while let Some(next) = node.and_then(|node| best_edge(tree, node)) {
        turns.push(next.stones.clone());
        node = tree.after(next);
    }
    let visits = tree.after(edge).map_or(0, |child| child.visits);
    let score = match tree.after(edge).map(|child| (child.fate, child)) {
        Some((Fate::Loses(turns, _), _)) => Score::Wins(turns + 1),
        Some((Fate::Wins(turns, _), _)) => Score::Loses(turns),
        Some((Fate::Open, child)) if child.visits > 0 => estimate(-child.mean()),
        _ => match root.fate {
            Fate::Loses(turns, _) => Score::Loses(turns),
            _ => estimate(root.mean()),
        },
    };
    Variation { score, ground: Ground::Estimated, visits: Some(visits.into()), turns }
}

/// The logarithm of the odds that a mean result stands for.
fn estimate(mean: f64) -> Score {
    let mean = mean.clamp(-0.9999, 0.9999);
    Score::Estimate((((1.0 + mean) / (1.0 - mean)).ln() * 1000.0) as i32)
}

/// The numbers of the turns of a node, the best first: the surest and shortest win, then what has been
/// visited most, then the loss that takes longest.
fn ranking(tree: &Tree, node: &Node) -> Vec<usize> {
    let mut edges: Vec<usize> = (0..node.edges.len()).collect();
    edges.sort_by_key(|&edge| Reverse(rank(tree, &node.edges[edge])));
    edges
}

fn best_edge<'a>(tree: &Tree, node: &'a Node) -> Option<&'a Edge> {
    ranking(tree, node).first().map(|&edge| &node.edges[edge])
}

/// What makes one turn better than another; the greater the better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Loses { certainty: Reverse<Certainty>, turns: u32, value: i32 },
    Open { visits: u32, value: i32 },
    Wins { certainty: Certainty, turns: Reverse<u32> },
}

fn rank(tree: &Tree, edge: &Edge) -> Rank {
    let value = edge.value;
    match tree.after(edge).map(|child| (child.fate, child.visits)) {
        Some((Fate::Loses(turns, certainty), _)) => Rank::Wins { certainty, turns: Reverse(turns) },
        Some((Fate::Wins(turns, certainty), _)) => {
            Rank::Loses { certainty: Reverse(certainty), turns, value }
        }
        Some((Fate::Open, visits)) => Rank::Open { visits, value },
        None => Rank::Open { visits: 0, value },
    }
}
