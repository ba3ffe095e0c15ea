//! The board as the winner sees it: his two edges, and which stones hang together.

use sixfold_game::{Grid, HexRules, Player, Square, SquareSet};

/// One of the two edges that the winner has to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Black's along the first row, White's along the first column.
    Near,
    /// Black's along the last row, White's along the last column.
    Far,
}

/// What a plan joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An edge of the winner.
    Edge(Side),
    /// A stone of the winner.
    Stone(Square),
}

pub(super) struct Board {
    grid: Grid,
    winner: Player,
    /// The neighbours of each cell.
    beside: Vec<Vec<Square>>,
}

/// What hangs together with a place.
pub(super) struct Reached {
    pub(super) stones: SquareSet,
    sides: Vec<Side>,
}

impl Reached {
    pub(super) fn includes(&self, place: Place) -> bool {
        match place {
            Place::Edge(side) => self.sides.contains(&side),
            Place::Stone(cell) => self.stones.contains(cell),
        }
    }
}

/// The six neighbours of a cell, as steps of column and row: rows are shifted by half a cell.
const DIRECTIONS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Board {
    pub(super) fn new(rules: HexRules, winner: Player) -> Board {
        let grid = rules.grid();
        Board { grid, winner, beside: grid.squares().map(|cell| beside(grid, cell)).collect() }
    }

    pub(super) fn cells(&self) -> SquareSet {
        SquareSet::first(self.grid.len())
    }

    pub(super) fn name(&self, cell: Square) -> String {
        self.grid.name(cell).to_string()
    }

    fn touches(&self, cell: Square, side: Side) -> bool {
        let (place, last) = match self.winner {
            Player::Black => (self.grid.row(cell), self.grid.rows() - 1),
            Player::White => (self.grid.column(cell), self.grid.columns() - 1),
        };
        match side {
            Side::Near => place == 0,
            Side::Far => place == last,
        }
    }

    /// What hangs together with a place by stones and edges of the winner.
    pub(super) fn reached(&self, from: Place, own: SquareSet) -> Reached {
        let mut reached = Reached { stones: SquareSet::EMPTY, sides: Vec::new() };
        let mut open = vec![from];
        let mut left = own;
        while let Some(place) = open.pop() {
            match place {
                Place::Stone(cell) if left.contains(cell) => {
                    left.remove(cell);
                    reached.stones.insert(cell);
                    let beside = self.beside[cell.index()].iter();
                    open.extend(
                        beside.copied().filter(|&cell| left.contains(cell)).map(Place::Stone),
                    );
                    let sides = [Side::Near, Side::Far].into_iter();
                    let touched = sides.filter(|&side| self.touches(cell, side));
                    open.extend(touched.map(Place::Edge));
                }
                Place::Edge(side) if !reached.sides.contains(&side) => {
                    reached.sides.push(side);
                    let along = left.iter().filter(|&cell| self.touches(cell, side));
                    open.extend(along.map(Place::Stone));
                }
                Place::Stone(_) | Place::Edge(_) => {}
            }
        }
        reached
    }

    /// Whether two places hang together by stones and edges of the winner.
    pub(super) fn are_joined(&self, ends: [Place; 2], own: SquareSet) -> bool {
        self.reached(ends[0], own).includes(ends[1])
    }
}

fn beside(grid: Grid, cell: Square) -> Vec<Square> {
    let (column, row) = (i16::from(grid.column(cell)), i16::from(grid.row(cell)));
    let neighbour = |(right, down): (i16, i16)| {
        let column = u8::try_from(column + right).ok()?;
        let row = u8::try_from(row + down).ok()?;
        grid.square(column, row)
    };
    DIRECTIONS.into_iter().filter_map(neighbour).collect()
}
