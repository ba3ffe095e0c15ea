//! The board: cells, their neighbours, the four edges, and the symmetries.

use arrayvec::ArrayVec;
use sixfold_game::{Grid, HexRules, PerPlayer, Player, Square, SquareSet};

/// One of the four sides of the board. It counts as a cell with a stone of its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    /// Above row 1: Black's.
    Top,
    /// Below the last row: Black's.
    Bottom,
    /// Before column a: White's.
    Left,
    /// Behind the last column: White's.
    Right,
}

impl Edge {
    /// All edges, Black's first.
    pub const ALL: [Edge; 4] = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right];

    /// The two edges that a player has to join.
    #[must_use]
    pub const fn of(player: Player) -> [Edge; 2] {
        match player {
            Player::Black => [Edge::Top, Edge::Bottom],
            Player::White => [Edge::Left, Edge::Right],
        }
    }

    /// Whose edge it is.
    #[must_use]
    pub const fn owner(self) -> Player {
        match self {
            Edge::Top | Edge::Bottom => Player::Black,
            Edge::Left | Edge::Right => Player::White,
        }
    }
}

/// What a connection may join: a cell, with the group of its stone if it has one, or an edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A cell.
    Cell(Square),
    /// An edge.
    Edge(Edge),
}

/// The cells of a board and what lies beside them: tables that all positions of a game share.
///
/// A row is drawn half a cell to the right of the row above it, so a cell has two neighbours in its
/// row, two in its column, and two on the diagonal where column + row is constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    rules: HexRules,
    neighbours: Vec<ArrayVec<Square, 6>>,
}

/// The six directions as steps of column and row, in the order in which they go round a cell.
const DIRECTIONS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Board {
    /// The tables for a board of this size.
    #[must_use]
    pub fn new(rules: HexRules) -> Board {
        let grid = rules.grid();
        let neighbours =
            grid.squares().map(|cell| around(grid, cell).into_iter().flatten().collect()).collect();
        Board { rules, neighbours }
    }

    /// The size of the board.
    #[must_use]
    pub fn rules(&self) -> HexRules {
        self.rules
    }

    /// The grid that names the cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.rules.grid()
    }

    /// The number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// A board always has a cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All cells.
    #[must_use]
    pub fn cells(&self) -> SquareSet {
        SquareSet::first(self.len())
    }

    /// The two to six cells beside a cell.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, cell: Square) -> &[Square] {
        &self.neighbours[cell.index()]
    }

    /// What lies around a cell in the six directions, one after the other; beyond the board there is
    /// nothing.
    #[must_use]
    pub fn around(&self, cell: Square) -> [Option<Square>; 6] {
        around(self.grid(), cell)
    }

    /// Whether a cell lies along an edge.
    #[must_use]
    pub fn touches(&self, cell: Square, edge: Edge) -> bool {
        let grid = self.grid();
        match edge {
            Edge::Top => grid.row(cell) == 0,
            Edge::Bottom => grid.row(cell) + 1 == grid.rows(),
            Edge::Left => grid.column(cell) == 0,
            Edge::Right => grid.column(cell) + 1 == grid.columns(),
        }
    }

    /// The cells along an edge.
    #[must_use]
    pub fn along(&self, edge: Edge) -> SquareSet {
        self.grid().squares().filter(|&cell| self.touches(cell, edge)).collect()
    }

    /// The cell that takes this cell's place when the board is turned by half.
    #[must_use]
    pub fn rotated(&self, cell: Square) -> Square {
        Square::from_index(self.len() - 1 - cell.index())
    }

    /// The cell that takes this cell's place when the board is reflected so that the players'
    /// edges change places. Only a board with as many rows as columns has this symmetry.
    #[must_use]
    pub fn reflected(&self, cell: Square) -> Option<Square> {
        self.grid().reflected(cell)
    }

    /// The stones after the reflection that lets the players change places.
    #[must_use]
    pub fn reflected_stones(&self, stones: PerPlayer<SquareSet>) -> Option<PerPlayer<SquareSet>> {
        let reflect = |cells: SquareSet| -> Option<SquareSet> {
            cells.iter().map(|cell| self.reflected(cell)).collect()
        };
        Some(PerPlayer { black: reflect(stones.white)?, white: reflect(stones.black)? })
    }
}

fn around(grid: Grid, cell: Square) -> [Option<Square>; 6] {
    DIRECTIONS.map(|(columns, rows)| {
        let column = u8::try_from(i16::from(grid.column(cell)) + columns).ok()?;
        let row = u8::try_from(i16::from(grid.row(cell)) + rows).ok()?;
        grid.square(column, row)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: u8, columns: u8) -> Board {
        Board::new(HexRules::new(rows, columns).unwrap())
    }

    fn names(board: &Board, cells: impl IntoIterator<Item = Square>) -> Vec<String> {
        let mut names = board.grid().names(cells);
        names.sort();
        names
    }

    #[test]
    fn a1_is_an_acute_corner_and_b2_has_six_neighbours() {
        let board = board(3, 4);
        let beside = |name| {
            let cell = board.grid().parse(name).unwrap();
            names(&board, board.neighbours(cell).iter().copied())
        };
        assert_eq!(beside("a1"), ["a2", "b1"]);
        assert_eq!(beside("d1"), ["c1", "c2", "d2"]);
        assert_eq!(beside("b2"), ["a2", "a3", "b1", "b3", "c1", "c2"]);
        assert_eq!(beside("d3"), ["c3", "d2"]);
    }

    #[test]
    fn neighbours_stay_neighbours_under_the_symmetries() {
        let board = board(5, 5);
        for cell in board.grid().squares() {
            for &beside in board.neighbours(cell) {
                assert!(board.neighbours(beside).contains(&cell));
                assert!(board.neighbours(board.rotated(cell)).contains(&board.rotated(beside)));
                let reflected = board.reflected(cell).unwrap();
                assert!(board.neighbours(reflected).contains(&board.reflected(beside).unwrap()));
            }
        }
    }

    #[test]
    fn the_reflection_takes_edges_to_those_of_the_other_player() {
        let (board, oblong) = (board(4, 4), board(2, 3));
        for (edge, image) in [(Edge::Top, Edge::Left), (Edge::Bottom, Edge::Right)] {
            for cell in board.grid().squares() {
                let reflected = board.reflected(cell).unwrap();
                assert_eq!(board.touches(cell, edge), board.touches(reflected, image));
                assert_ne!(edge.owner(), image.owner());
            }
        }
        assert_eq!(oblong.reflected(Square::from_index(0)), None);
    }

    #[test]
    fn rows_run_along_blacks_edges() {
        let board = board(2, 3);
        assert_eq!(names(&board, board.along(Edge::Top).iter()), ["a1", "b1", "c1"]);
        assert_eq!(names(&board, board.along(Edge::Right).iter()), ["c1", "c2"]);
    }
}
