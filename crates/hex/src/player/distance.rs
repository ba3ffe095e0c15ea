//! How far a player's edges are from each other.

use crate::board::{Edge, Place};
use crate::cells::CellSet;
use crate::connections::Connections;
use crate::groups::{Groups, Member};

/// From which of its neighbours a cell is one step away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Steps {
    /// The one nearest to the edge.
    FromNearest,
    /// The second nearest, for the nearest may be taken.
    FromSecond,
}

/// The distance between a player's edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Distance {
    /// The least sum of a cell's steps from both edges.
    pub(super) steps: usize,
    /// How many cells have it.
    pub(super) cells: usize,
}

impl Distance {
    pub(super) fn measure<const WORDS: usize>(
        connections: &Connections<WORDS>,
        steps: Steps,
    ) -> Distance {
        let web = Web::new(connections);
        let [one, other] = web.at_edges.map(|at_edge| web.steps_from(at_edge, steps));
        let sums = connections.empty().iter().map(|cell| one[cell.index()] + other[cell.index()]);
        let sums: Vec<usize> = sums.collect();
        let least = sums.iter().copied().min().unwrap_or(0);
        Distance { steps: least, cells: sums.iter().filter(|&&sum| sum == least).count() }
    }
}

/// The empty cells and what lies beside them, if groups that are linked count as one and have no
/// extent.
struct Web<const WORDS: usize> {
    beside: Vec<CellSet<WORDS>>,
    at_edges: [CellSet<WORDS>; 2],
}

impl<const WORDS: usize> Web<WORDS> {
    fn new(connections: &Connections<WORDS>) -> Self {
        let empty = connections.empty();
        let is_empty = |place: Place| matches!(place, Place::Cell(cell) if empty.contains(cell));
        let nodes = connections.nodes();
        let linked: Vec<[Place; 2]> =
            connections.ends().filter(|&ends| connections.full(ends).next().is_some()).collect();
        let number = |place: Place| connections.node_number(place) as Member;
        let mut groups = Groups::new(nodes);
        for ends in linked.iter().filter(|ends| ends.iter().all(|&place| !is_empty(place))) {
            groups.join(number(ends[0]), number(ends[1]));
        }
        let mut beside = vec![CellSet::EMPTY; nodes];
        for &[one, other] in &linked {
            for [place, cell] in [[one, other], [other, one]] {
                if let Place::Cell(cell) = cell
                    && empty.contains(cell)
                {
                    beside[usize::from(groups.root(number(place)))].insert(cell);
                }
            }
        }
        let edges = Edge::of(connections.player());
        let roots = edges.map(|edge| usize::from(groups.root(number(Place::Edge(edge)))));
        let at_edges = roots.map(|root| beside[root]);
        // Cells beside the same group are beside each other. An edge is no group in this sense: its
        // cells are at the goal.
        for node in 0..nodes {
            let is_group = !empty.iter().any(|cell| cell.index() == node);
            if is_group && !roots.contains(&node) {
                let around = beside[node];
                around.iter().for_each(|cell| beside[cell.index()] = beside[cell.index()] | around);
            }
        }
        Web { beside, at_edges }
    }

    /// How many steps each cell is away from an edge, given the cells at the edge. Cells that cannot
    /// reach it are farther away than all others.
    fn steps_from(&self, at_edge: CellSet<WORDS>, steps: Steps) -> Vec<usize> {
        let unreachable = 2 * self.beside.len();
        let mut away = vec![unreachable; self.beside.len()];
        let mut once = CellSet::EMPTY;
        let mut done = at_edge;
        let mut front = at_edge;
        let mut step = 1;
        while !front.is_empty() {
            let mut next = CellSet::EMPTY;
            for cell in front.iter() {
                away[cell.index()] = step;
                let beside = self.beside[cell.index()] - done;
                next = next
                    | match steps {
                        Steps::FromNearest => beside,
                        Steps::FromSecond => beside & once,
                    };
                once = once | beside;
            }
            done = done | next;
            front = next;
            step += 1;
        }
        away
    }
}
