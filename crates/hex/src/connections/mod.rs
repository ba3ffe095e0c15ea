//! H-search: virtual connections by the AND rule and the OR rule (THEORY section 9).
//!
//! A *connection* joins two ends, whoever moves first, inside its *carrier*, a set of empty cells. A
//! *semi-connection* joins them if its owner moves first, on its *key*. Two connections over an own
//! middle make a connection, over an empty middle a semi-connection whose key is the middle (the AND
//! rule); semi-connections without a common cell make a connection (the OR rule). H-search applies
//! both rules from neighbouring cells up until nothing new is found.
//!
//! An end is an empty cell, a group of own stones, or an own edge. [`Connections`] holds what is
//! known for one player and keeps it in step with stones of both, and takes stones back:
//!
//! * An own stone leaves all carriers; semi-connections whose key it is become connections; groups
//!   become one end.
//! * An opponent's stone ends all connections whose carriers or ends it is in. What was left out
//!   because a smaller carrier was known is not missed: the stone in the smaller one would be in the
//!   larger one too.

mod captured;
mod crossing;
mod derivation;
mod or_rule;
mod origin;
mod pair;
mod search;
mod settings;
mod stones;

use std::collections::VecDeque;
use std::sync::Arc;

use sixfold_game::{PerPlayer, Player, Square, SquareSet};

use crate::board::{Board, Edge, Place};
use crate::cells::CellSet;
use crate::inferior::InferiorCells;
use origin::Origins;
use pair::{EndIndex, Entry, NO_KEY, Pair, Pending};
use stones::Level;

pub use derivation::{Derivation, Step};
pub use settings::{Captured, Crossing, Goal, OrRule, OverEdges, Settings};

/// A connection or semi-connection, as it is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connection<const WORDS: usize> {
    /// The empty cells that it needs.
    pub carrier: CellSet<WORDS>,
    /// The first stone of a semi-connection.
    pub key: Option<Square>,
    /// How many rules were applied one after the other to find it.
    pub depth: u16,
}

/// How much is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Connections.
    pub full: usize,
    /// Semi-connections.
    pub semi: usize,
}

/// All connections of one player in one position.
#[derive(Clone, Debug)]
pub struct Connections<const WORDS: usize> {
    board: Arc<Board>,
    player: Player,
    settings: Settings,
    own: CellSet<WORDS>,
    theirs: CellSet<WORDS>,
    /// For each cell and edge the end that stands for its group: for empty cells, itself.
    representative: Vec<EndIndex>,
    pairs: Vec<Pair<WORDS>>,
    /// For each end the ends that it has connections with, a bit each.
    partners: Vec<u64>,
    /// For each empty cell the cells that the player captures by taking it.
    captured: Vec<CellSet<WORDS>>,
    inferior: Option<Arc<InferiorCells>>,
    origins: Origins,
    queue: VecDeque<[EndIndex; 2]>,
    levels: Vec<Level<WORDS>>,
    log: Vec<stones::Logged<WORDS>>,
    epoch: u32,
}

impl<const WORDS: usize> Connections<WORDS> {
    /// All connections of a player in the position with these stones, up to the goal.
    ///
    /// # Panics
    /// If the board has more cells than `WORDS` words have bits.
    #[must_use]
    pub fn new(
        board: Arc<Board>,
        player: Player,
        stones: PerPlayer<SquareSet>,
        settings: Settings,
        goal: Goal,
    ) -> Self {
        assert!(board.len() <= WORDS * 64, "the board has more cells than the sets have bits");
        let ends = board.len() + 2;
        let mut connections = Connections {
            player,
            settings,
            own: CellSet::EMPTY,
            theirs: CellSet::EMPTY,
            representative: (0..ends as EndIndex).collect(),
            pairs: vec![Pair::default(); ends * (ends - 1) / 2],
            partners: vec![0; ends * ends.div_ceil(64)],
            captured: vec![CellSet::EMPTY; board.len()],
            inferior: match settings.captured {
                Captured::Shared => Some(Arc::new(InferiorCells::new(&board))),
                Captured::Apart => None,
            },
            origins: Origins::new(),
            queue: VecDeque::new(),
            levels: Vec::new(),
            log: Vec::new(),
            epoch: 0,
            board,
        };
        connections.connect_neighbours();
        connections.place(stones[player].into(), stones[player.opponent()].into(), goal);
        connections.forget_history();
        connections
    }

    fn connect_neighbours(&mut self) {
        let board = self.board.clone();
        for cell in board.grid().squares() {
            let beside = board.neighbours(cell).iter().map(|&cell| Place::Cell(cell));
            let [one, other] = Edge::of(self.player);
            let edges = [one, other].into_iter().filter(|&edge| board.touches(cell, edge));
            for place in beside.chain(edges.map(Place::Edge)) {
                let Some(end) = self.end(place) else { continue };
                self.add_full([cell.index() as EndIndex, end], Found::NEIGHBOURS);
            }
        }
    }

    /// Whose connections they are.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// The connections between two places, smallest carriers first.
    pub fn full(&self, ends: [Place; 2]) -> impl Iterator<Item = Connection<WORDS>> + '_ {
        self.known(ends).into_iter().flat_map(|pair| &pair.full).map(Self::report)
    }

    /// The semi-connections between two places, smallest carriers first.
    pub fn semi(&self, ends: [Place; 2]) -> impl Iterator<Item = Connection<WORDS>> + '_ {
        self.known(ends).into_iter().flat_map(|pair| &pair.semi).map(Self::report)
    }

    /// Whether two places are joined by stones.
    #[must_use]
    pub fn are_joined(&self, ends: [Place; 2]) -> bool {
        let [one, other] = ends.map(|place| self.end(place));
        one.is_some() && one == other
    }

    /// The connection that wins whoever moves first, if one is known: with an empty carrier if the
    /// edges are joined already.
    #[must_use]
    pub fn winning(&self) -> Option<Connection<WORDS>> {
        let edges = self.edges();
        if self.are_joined(edges) {
            return Some(Connection { carrier: CellSet::EMPTY, key: None, depth: 0 });
        }
        self.full(edges).next()
    }

    /// The semi-connections with which the player wins if he moves first.
    pub fn winning_to_move(&self) -> impl Iterator<Item = Connection<WORDS>> + '_ {
        self.semi(self.edges())
    }

    /// Where the opponent, to move, must play if he is not to lose at once: the cells that all ways
    /// to win have in common. Without any, that is every empty cell.
    #[must_use]
    pub fn must_play(&self) -> CellSet<WORDS> {
        if self.winning().is_some() {
            return CellSet::EMPTY;
        }
        self.winning_to_move().fold(self.empty(), |common, semi| common & semi.carrier)
    }

    /// The cells without a stone.
    #[must_use]
    pub fn empty(&self) -> CellSet<WORDS> {
        CellSet::from(self.board.cells()) - self.own - self.theirs
    }

    /// How many connections are known.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.pairs.iter().fold(Counts::default(), |counts, pair| Counts {
            full: counts.full + pair.full.len(),
            semi: counts.semi + pair.semi.len(),
        })
    }

    /// The player's two edges.
    #[must_use]
    pub fn edges(&self) -> [Place; 2] {
        Edge::of(self.player).map(Place::Edge)
    }

    /// All pairs of ends between which something is known.
    pub fn ends(&self) -> impl Iterator<Item = [Place; 2]> + '_ {
        let ends = (self.board.len() + 2) as EndIndex;
        (0..ends).flat_map(move |high| (0..high).map(move |low| [low, high])).filter_map(|ends| {
            let known = !self.pairs[index(ends)].is_empty();
            known.then(|| ends.map(|end| self.place_of(end)))
        })
    }

    /// How many numbers there are for the places of a circuit.
    pub(crate) fn nodes(&self) -> usize {
        self.board.len() + 2
    }

    /// The number of a place in a circuit, that of its group's representative. An opponent's place
    /// counts as one of the cells, with which nothing is connected.
    pub(crate) fn node_number(&self, place: Place) -> usize {
        match (self.end(place), place) {
            (Some(end), _) => end.into(),
            (None, Place::Cell(cell)) => cell.index(),
            (None, Place::Edge(_)) => self.board.len(),
        }
    }

    fn known(&self, ends: [Place; 2]) -> Option<&Pair<WORDS>> {
        let (one, other) = (self.end(ends[0])?, self.end(ends[1])?);
        (one != other).then(|| &self.pairs[index([one, other])])
    }

    fn report(entry: &Entry<WORDS>) -> Connection<WORDS> {
        let key = (entry.key != NO_KEY).then(|| Square::from_index(entry.key.into()));
        Connection { carrier: entry.carrier, key, depth: entry.depth }
    }

    /// The end that stands for a place; an opponent's place has none.
    fn end(&self, place: Place) -> Option<EndIndex> {
        let end = match place {
            Place::Cell(cell) if self.theirs.contains(cell) => return None,
            Place::Cell(cell) => cell.index(),
            Place::Edge(edge) => {
                let [one, other] = Edge::of(self.player);
                match edge {
                    edge if edge == one => self.board.len(),
                    edge if edge == other => self.board.len() + 1,
                    _ => return None,
                }
            }
        };
        Some(self.representative[end])
    }

    fn place_of(&self, end: EndIndex) -> Place {
        match usize::from(end).checked_sub(self.board.len()) {
            None => Place::Cell(Square::from_index(end.into())),
            Some(number) => Place::Edge(Edge::of(self.player)[number]),
        }
    }

    #[inline]
    fn is_edge(&self, end: EndIndex) -> bool {
        usize::from(end) >= self.board.len()
    }
}

/// A connection or semi-connection that was just derived.
#[derive(Clone, Copy, Debug)]
struct Found<const WORDS: usize> {
    carrier: CellSet<WORDS>,
    origin: u32,
    depth: u16,
    key: EndIndex,
}

impl<const WORDS: usize> Found<WORDS> {
    const NEIGHBOURS: Self =
        Found { carrier: CellSet::EMPTY, origin: Origins::ADJACENT, depth: 0, key: NO_KEY };

    fn entry(self) -> Entry<WORDS> {
        Entry {
            carrier: self.carrier,
            origin: self.origin,
            size: self.carrier.len() as u16,
            depth: self.depth,
            key: self.key,
            pending: Pending::EVERYTHING,
        }
    }
}

/// The number of a pair of two different ends.
#[inline]
fn index(ends: [EndIndex; 2]) -> usize {
    let (low, high) = (usize::from(ends[0].min(ends[1])), usize::from(ends[0].max(ends[1])));
    high * (high - 1) / 2 + low
}

#[cfg(test)]
mod tests;
