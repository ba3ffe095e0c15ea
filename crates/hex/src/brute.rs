//! Exact answers by trying everything: slow, plain, and right.
//!
//! A question is whether one side can join two places inside a region, all cells outside of which
//! are lost to it. Everything that is deduced elsewhere is held to these answers in tests, and the
//! checker of proofs uses them for the smallest claims.

use std::collections::HashMap;

use sixfold_game::{Grid, PerPlayer, Player, Square, SquareSet};

use crate::board::{Edge, Place};
use crate::hash::KeyHashing;

/// The largest board, in cells, about which questions are answered.
pub const MAX_CELLS: usize = 128;

/// Which side places the next stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum First {
    /// The one who wants to join the places.
    Joiner,
    /// The other.
    Breaker,
}

type Bits = u128;

/// A game on part of a board: the joiner wants to connect two places, with the stones he has, those
/// he places on empty cells of the region, and his edges.
#[derive(Clone, Debug)]
pub struct JoiningGame {
    columns: u32,
    from: Bits,
    to: Bits,
    /// The cells along each of the joiner's edges, which hang together if they are his.
    edges: [Bits; 2],
    own: Bits,
    empty: Bits,
    first_column: Bits,
    known: HashMap<Known, bool, KeyHashing>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Known {
    own: Bits,
    empty: Bits,
    first: First,
}

impl JoiningGame {
    /// The game to join two places with these stones and these empty cells to play on; nothing if
    /// the board has more than [`MAX_CELLS`] cells.
    #[must_use]
    pub fn new(
        grid: Grid,
        joiner: Player,
        ends: [Place; 2],
        own: SquareSet,
        region: SquareSet,
    ) -> Option<JoiningGame> {
        if grid.len() > MAX_CELLS {
            return None;
        }
        let ends = ends.map(|place| place_bits(grid, place));
        let cells = |place: &PlaceBits| if place.is_cell { place.bits } else { 0 };
        let own = bits(own) | cells(&ends[0]) | cells(&ends[1]);
        Some(JoiningGame {
            columns: grid.columns().into(),
            from: ends[0].bits,
            to: ends[1].bits,
            edges: Edge::of(joiner).map(|edge| place_bits(grid, Place::Edge(edge)).bits),
            own,
            empty: bits(region) & !own,
            first_column: (0..u32::from(grid.rows()))
                .fold(0, |mask, row| mask | 1 << (row * u32::from(grid.columns()))),
            known: HashMap::default(),
        })
    }

    /// Whether the joiner wins if this side begins.
    pub fn is_joined(&mut self, first: First) -> bool {
        self.solve(self.own, self.empty, first)
    }

    fn solve(&mut self, own: Bits, empty: Bits, first: First) -> bool {
        if self.connects(own) {
            return true;
        }
        if !self.connects(own | empty) {
            return false;
        }
        let key = Known { own, empty, first };
        if let Some(&answer) = self.known.get(&key) {
            return answer;
        }
        let moves = Cells(empty);
        let answer = match first {
            First::Joiner => {
                moves.into_iter().any(|cell| self.solve(own | cell, empty & !cell, First::Breaker))
            }
            First::Breaker => {
                moves.into_iter().all(|cell| self.solve(own, empty & !cell, First::Joiner))
            }
        };
        self.known.insert(key, answer);
        answer
    }

    fn connects(&self, passable: Bits) -> bool {
        let mut reached = self.from & passable;
        loop {
            if reached & self.to & passable != 0 {
                return true;
            }
            let along_edges = self.edges.iter().filter(|&edge| reached & edge != 0);
            let over_edges = along_edges.fold(0, |cells, edge| cells | edge);
            let wider = (reached | self.beside(reached) | over_edges) & passable;
            if wider == reached {
                return false;
            }
            reached = wider;
        }
    }

    fn beside(&self, cells: Bits) -> Bits {
        let last_column = self.first_column << (self.columns - 1);
        let (to_left, to_right) = (cells & !self.first_column, cells & !last_column);
        to_left >> 1
            | to_right << 1
            | cells.checked_shl(self.columns).unwrap_or(0)
            | cells.checked_shr(self.columns).unwrap_or(0)
            | to_left.checked_shl(self.columns - 1).unwrap_or(0)
            | to_right.checked_shr(self.columns - 1).unwrap_or(0)
    }
}

/// The whole game on some board: who wins which position.
#[derive(Clone, Debug)]
pub struct WholeGame {
    cells: SquareSet,
    /// White wins when Black does not join his edges.
    game: JoiningGame,
}

impl WholeGame {
    /// Nothing is known yet; nothing if the board has more than [`MAX_CELLS`] cells.
    #[must_use]
    pub fn new(grid: Grid) -> Option<WholeGame> {
        let ends = Edge::of(Player::Black).map(Place::Edge);
        let cells = SquareSet::first(grid.len());
        let game = JoiningGame::new(grid, Player::Black, ends, SquareSet::EMPTY, cells)?;
        Some(WholeGame { cells, game })
    }

    /// Who wins a position. What is found out on the way is kept for the next question.
    pub fn winner(&mut self, stones: PerPlayer<SquareSet>, to_move: Player) -> Player {
        let first = match to_move {
            Player::Black => First::Joiner,
            Player::White => First::Breaker,
        };
        let empty = self.cells - stones.black - stones.white;
        let black = self.game.solve(bits(stones.black), bits(empty), first);
        if black { Player::Black } else { Player::White }
    }
}

struct PlaceBits {
    bits: Bits,
    is_cell: bool,
}

fn place_bits(grid: Grid, place: Place) -> PlaceBits {
    match place {
        Place::Cell(cell) => PlaceBits { bits: 1 << cell.index(), is_cell: true },
        Place::Edge(edge) => {
            let along = |cell: &Square| match edge {
                Edge::Top => grid.row(*cell) == 0,
                Edge::Bottom => grid.row(*cell) + 1 == grid.rows(),
                Edge::Left => grid.column(*cell) == 0,
                Edge::Right => grid.column(*cell) + 1 == grid.columns(),
            };
            PlaceBits { bits: bits(grid.squares().filter(along).collect()), is_cell: false }
        }
    }
}

fn bits(cells: SquareSet) -> Bits {
    cells
        .iter()
        .filter(|cell| cell.index() < MAX_CELLS)
        .fold(0, |bits, cell| bits | 1 << cell.index())
}

struct Cells(Bits);

impl Iterator for Cells {
    type Item = Bits;

    fn next(&mut self) -> Option<Bits> {
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        (lowest != 0).then_some(lowest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sixfold_game::{GameName, Setup};

    fn setup(game: &str, fen: &str) -> Setup {
        Setup::from_fen(game.parse::<GameName>().unwrap(), fen).unwrap()
    }

    fn winner_of(game: &mut WholeGame, setup: &Setup) -> Player {
        let stones = PerPlayer::from_fn(|player| setup.stones(player));
        game.winner(stones, setup.turn.player)
    }

    /// The first cells with which Black wins on the empty board.
    fn winning_openings(side: u8) -> usize {
        let name = format!("hex{side}");
        let start = Setup::start(name.parse().unwrap());
        let mut game = WholeGame::new(start.grid()).unwrap();
        let mut wins = |cell: &Square| {
            let mut setup = start;
            setup.set(*cell, Some(Player::Black));
            setup.turn.player = Player::White;
            winner_of(&mut game, &setup) == Player::Black
        };
        start.grid().squares().filter(&mut wins).count()
    }

    #[test]
    fn the_numbers_of_winning_openings_are_the_known_ones() {
        assert_eq!([1, 2, 3, 4].map(winning_openings), [1, 2, 5, 4]);
    }

    #[test]
    fn the_shorter_side_wins_a_board_that_is_not_square() {
        for fen in ["4/4/4 b 1", "4/4/4 w 1"] {
            let setup = setup("hex(3,4)", fen);
            let mut game = WholeGame::new(setup.grid()).unwrap();
            assert_eq!(winner_of(&mut game, &setup), Player::Black);
        }
    }

    #[test]
    fn two_common_neighbours_are_a_bridge_and_one_is_not() {
        let setup = setup("hex3", "1x1/3/x2 w 1");
        let grid = setup.grid();
        let cell = |name: &str| grid.parse(name).unwrap();
        let ends = [Place::Cell(cell("b1")), Place::Cell(cell("a3"))];
        let joined = |region: &[&str], first| {
            let region = region.iter().map(|name| cell(name)).collect();
            JoiningGame::new(grid, Player::Black, ends, setup.stones(Player::Black), region)
                .unwrap()
                .is_joined(first)
        };
        assert!(joined(&["a2", "b2"], First::Breaker));
        assert!(!joined(&["a2"], First::Breaker));
        assert!(joined(&["a2"], First::Joiner));
    }

    #[test]
    fn a_board_too_large_is_refused() {
        let start = Setup::start("hex12".parse().unwrap());
        assert!(WholeGame::new(start.grid()).is_none());
    }
}
