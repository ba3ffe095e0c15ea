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
}

/// The six neighbours of a cell, as steps of column and row: rows are shifted by half a cell.
const DIRECTIONS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Board {
    pub(super) fn new(rules: HexRules, winner: Player) -> Board {
        Board { grid: rules.grid(), winner }
    }

    pub(super) fn cells(&self) -> SquareSet {
        SquareSet::first(self.grid.len())
    }

    pub(super) fn name(&self, cell: Square) -> String {
        self.grid.name(cell).to_string()
    }

    fn beside(&self, cell: Square) -> impl Iterator<Item = Square> {
        let (column, row) = (i16::from(self.grid.column(cell)), i16::from(self.grid.row(cell)));
        DIRECTIONS.into_iter().filter_map(move |(right, down)| {
            let column = u8::try_from(column + right).ok()?;
            let row = u8::try_from(row + down).ok()?;
            self.grid.square(column, row)
        })
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

    /// Whether two places hang together by stones and edges of the winner.
    pub(super) fn are_joined(&self, ends: [Place; 2], own: SquareSet) -> bool {
        let mut reached = Vec::new();
        let mut open = vec![ends[0]];
        let mut left = own;
        while let Some(place) = open.pop() {
            if place == ends[1] {
                return true;
            }
            match place {
                Place::Stone(cell) if left.contains(cell) => {
                    left.remove(cell);
                    open.extend(self.beside(cell).map(Place::Stone));
                    let sides = [Side::Near, Side::Far].into_iter();
                    let touched = sides.filter(|&side| self.touches(cell, side));
                    open.extend(touched.map(Place::Edge));
                }
                Place::Edge(side) if !reached.contains(&side) => {
                    reached.push(side);
                    let along = left.iter().filter(|&cell| self.touches(cell, side));
                    open.extend(along.map(Place::Stone));
                }
                Place::Stone(_) | Place::Edge(_) => {}
            }
        }
        false
    }
}
