//! The tree of a Monte-Carlo search.

use std::ops::{Index, IndexMut};

use sixfold_game::{Player, Square};

use super::playout::FullBoard;
use crate::cells::CellSet;
use crate::inferior::Stones;
use crate::solve::node::RANKED;

/// A position gets a place in the tree when it has been visited so often.
const VISITS_TO_GROW: f32 = 8.0;

/// How much games count in which the player had a cell in the end: how fast that grows, and how many
/// games after the move itself it comes to.
const GROWTH_OF_ALL_AS_FIRST: f32 = 2.0;
const MOST_OF_ALL_AS_FIRST: f32 = 800.0;

/// What a move is worth that nothing is known of.
const UNKNOWN: f32 = 0.5;

/// How much moves attract that were seldom looked at.
const EXPLORATION: f32 = 0.05;

/// The bonus of moves stands for so many games.
const GAMES_OF_A_BONUS: f32 = 30.0;
/// The share of them that is won by the move that matters most, how much less it is for each that
/// follows, and for those that are not ranked.
const SHARE_OF_THE_FIRST: f32 = 0.9;
const SHARE_OF_A_RANK: f32 = 0.04;
const SHARE_OF_THE_REST: f32 = 0.3;

/// Positions that were visited often enough, the root first.
pub(super) struct Tree<const WORDS: usize> {
    nodes: Vec<Node<WORDS>>,
    cells: CellSet<WORDS>,
    /// The bytes that it may still take.
    memory_left: usize,
}

/// A position in the tree.
#[derive(Clone, Debug)]
pub(super) struct Node<const WORDS: usize> {
    pub(super) stones: Stones<WORDS>,
    pub(super) to_move: Player,
    pub(super) fate: Fate,
    pub(super) knowledge: Knowledge,
    pub(super) visits: u32,
    pub(super) edges: Vec<Edge>,
}

/// Whether the side to move is known to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Open,
    Won,
    Lost,
}

/// What has been asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Knowledge {
    None,
    Connections,
}

/// A move and how games went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    cell: u16,
    is_lost: bool,
    /// The position it leads to, once that is in the tree.
    child: Option<u32>,
    /// Games after the move.
    visits: f32,
    wins: f32,
    /// Games in which the player had the cell in the end, whenever he took it (all moves as first).
    held: f32,
    held_wins: f32,
}

impl Edge {
    fn new(cell: Square) -> Edge {
        Edge {
            cell: cell.index() as u16,
            is_lost: false,
            child: None,
            visits: 0.0,
            wins: 0.0,
            held: 0.0,
            held_wins: 0.0,
        }
    }

    #[inline]
    pub(super) fn cell(&self) -> Square {
        Square::from_index(self.cell.into())
    }

    /// Whether the move is known to lose.
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// The share of games won after the move.
    pub(super) fn share(&self) -> f32 {
        if self.visits > 0.0 { self.wins / self.visits } else { UNKNOWN }
    }

    /// What the move is worth: the fewer games there were after it, the more those count in which
    /// its cell was taken at all.
    #[inline]
    fn worth(&self) -> f32 {
        let weight = self.held / (1.0 / GROWTH_OF_ALL_AS_FIRST + self.held / MOST_OF_ALL_AS_FIRST);
        if self.visits + weight == 0.0 {
            return UNKNOWN;
        }
        let held_share = if self.held > 0.0 { self.held_wins / self.held } else { UNKNOWN };
        (self.wins + weight * held_share) / (self.visits + weight)
    }
}

impl<const WORDS: usize> Node<WORDS> {
    pub(super) fn new(
        stones: Stones<WORDS>,
        to_move: Player,
        cells: impl IntoIterator<Item = Square>,
    ) -> Self {
        let edges = cells.into_iter().map(Edge::new).collect();
        let (fate, knowledge) = (Fate::Open, Knowledge::None);
        Node { stones, to_move, fate, knowledge, visits: 0, edges }
    }

    /// The stones after a move.
    pub(super) fn stones_after(&self, edge: usize) -> Stones<WORDS> {
        let mut stones = self.stones;
        stones[self.to_move].insert(self.edges[edge].cell());
        stones
    }

    /// Keeps these moves, in this order, with what is known of them.
    pub(super) fn keep(&mut self, cells: impl Iterator<Item = Square>) {
        let known = |cell: Square| self.edges.iter().find(|edge| edge.cell() == cell).copied();
        self.edges = cells.map(|cell| known(cell).unwrap_or(Edge::new(cell))).collect();
    }

    /// Lets the moves begin with a bonus, the first of them with the largest.
    pub(super) fn promise(&mut self) {
        for (rank, edge) in self.edges.iter_mut().enumerate() {
            let share = match rank {
                rank if rank < RANKED => SHARE_OF_THE_FIRST - SHARE_OF_A_RANK * rank as f32,
                _ => SHARE_OF_THE_REST,
            };
            edge.held += GAMES_OF_A_BONUS;
            edge.held_wins += GAMES_OF_A_BONUS * share;
        }
    }

    /// The move to look at next, if there is one that does not lose.
    pub(super) fn choose(&self) -> Option<usize> {
        let longing = EXPLORATION * ((self.visits + 1) as f32).ln().sqrt();
        let worth = |edge: &Edge| edge.worth() + longing / (edge.visits + 1.0).sqrt();
        let open = self.edges.iter().enumerate().filter(|(_, edge)| !edge.is_lost);
        let worths = open.map(|(index, edge)| (index, worth(edge)));
        // Of equals the first one is chosen, which matters more.
        let best = worths.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(index, _)| index)
    }

    /// Notes how a game through one of the moves went.
    pub(super) fn note(&mut self, chosen: usize, end: &FullBoard<WORDS>) {
        let won = if end.winner == self.to_move { 1.0 } else { 0.0 };
        self.visits += 1;
        self.edges[chosen].visits += 1.0;
        self.edges[chosen].wins += won;
        let held = &end.stones[self.to_move];
        for edge in self.edges.iter_mut().filter(|edge| held.contains(edge.cell())) {
            edge.held += 1.0;
            edge.held_wins += won;
        }
    }

    /// One of the moves wins: no other is of interest.
    pub(super) fn win_by(&mut self, edge: usize) {
        self.edges = vec![self.edges[edge]];
        self.fate = Fate::Won;
    }

    /// One of the moves loses.
    pub(super) fn lose_by(&mut self, edge: usize) {
        self.edges[edge].is_lost = true;
        self.lose_if_all_is_lost();
    }

    pub(super) fn lose_if_all_is_lost(&mut self) {
        if self.edges.iter().all(Edge::is_lost) {
            self.fate = Fate::Lost;
        }
    }

    /// The moves, those that were looked at most first and those that lose last.
    pub(super) fn by_visits(&self) -> Vec<Edge> {
        let mut edges = self.edges.clone();
        edges.sort_by(|one, other| {
            one.is_lost.cmp(&other.is_lost).then(other.visits.total_cmp(&one.visits))
        });
        edges
    }
}

impl<const WORDS: usize> Tree<WORDS> {
    pub(super) const ROOT: usize = 0;

    /// A tree for a board with these cells that takes so many bytes at most.
    pub(super) fn new(cells: CellSet<WORDS>, memory: usize) -> Self {
        Tree { nodes: Vec::new(), cells, memory_left: memory }
    }

    pub(super) fn plant(&mut self, root: Node<WORDS>) {
        self.nodes = vec![root];
    }

    pub(super) fn root(&self) -> &Node<WORDS> {
        &self.nodes[Self::ROOT]
    }

    /// The position after a move, if it has a place in the tree or gets one now.
    pub(super) fn child(&mut self, parent: usize, edge: usize) -> Option<usize> {
        let node = &self.nodes[parent];
        let Edge { child, visits, .. } = node.edges[edge];
        if let Some(child) = child {
            return Some(child as usize);
        }
        if visits < VISITS_TO_GROW {
            return None;
        }
        let stones = node.stones_after(edge);
        let empty = self.cells - stones.black - stones.white;
        let size = size_of::<Node<WORDS>>() + empty.len() * size_of::<Edge>();
        self.memory_left = self.memory_left.checked_sub(size)?;
        let mut child = Node::new(stones, node.to_move.opponent(), empty.iter());
        child.visits = visits as u32;
        let number = self.nodes.len();
        self.nodes.push(child);
        self.nodes[parent].edges[edge].child = Some(number as u32);
        Some(number)
    }

    /// How long the line of the moves that were looked at most is.
    pub(super) fn main_line(&self) -> usize {
        let mut at = self.root();
        let mut length = 0;
        while let Some(edge) = at.by_visits().first().filter(|edge| edge.visits > 0.0) {
            length += 1;
            match edge.child {
                Some(child) => at = &self.nodes[child as usize],
                None => break,
            }
        }
        length
    }
}

impl<const WORDS: usize> Index<usize> for Tree<WORDS> {
    type Output = Node<WORDS>;

    fn index(&self, number: usize) -> &Node<WORDS> {
        &self.nodes[number]
    }
}

impl<const WORDS: usize> IndexMut<usize> for Tree<WORDS> {
    fn index_mut(&mut self, number: usize) -> &mut Node<WORDS> {
        &mut self.nodes[number]
    }
}
