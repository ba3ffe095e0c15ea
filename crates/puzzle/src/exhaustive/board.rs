//! A plain board: stones, and how many of them lie on each row of k squares.

use sixfold_game::{ConnectRules, Lattice, Player, Setup, Square, SquareSet};

/// A square by its number.
pub(super) type Spot = u16;
/// A row of k squares by its number.
type Row = u16;

/// The stones of a Connect game. Rows are counted stone by stone; nothing else is remembered.
pub(super) struct Board {
    /// k.
    in_a_row: usize,
    /// p.
    pub(super) stones_per_turn: usize,
    /// The squares of all rows, one row after the other.
    squares_of_rows: Vec<Spot>,
    /// The rows through each square.
    rows_through: Vec<Vec<Row>>,
    /// The stones of each player on each row.
    counts: [Vec<u8>; 2],
    /// The rows that a player completes in one turn if he is let.
    threats: [RowSet; 2],
    /// The rows that a player can make threats of in one turn.
    prospects: [RowSet; 2],
    stones: [SquareSet; 2],
    empty: SquareSet,
}

/// Some of the rows. A row is added and taken away in no time.
struct RowSet {
    rows: Vec<Row>,
    places: Vec<Row>,
}

const NOWHERE: Row = Row::MAX;

impl RowSet {
    fn new(rows: usize) -> RowSet {
        RowSet { rows: Vec::new(), places: vec![NOWHERE; rows] }
    }

    fn insert(&mut self, row: Row) {
        let place = &mut self.places[usize::from(row)];
        if *place == NOWHERE {
            *place = self.rows.len() as Row;
            self.rows.push(row);
        }
    }

    fn remove(&mut self, row: Row) {
        let place = std::mem::replace(&mut self.places[usize::from(row)], NOWHERE);
        if place != NOWHERE {
            self.rows.swap_remove(usize::from(place));
            if let Some(&moved) = self.rows.get(usize::from(place)) {
                self.places[usize::from(moved)] = place;
            }
        }
    }
}

impl Board {
    /// The board of a game with the stones of a position.
    pub(super) fn new(rules: ConnectRules, setup: &Setup) -> Board {
        let in_a_row = usize::from(rules.in_a_row());
        let squares_of_rows = all_rows(rules);
        let rows = squares_of_rows.len() / in_a_row;
        let mut rows_through = vec![Vec::new(); rules.grid().len()];
        for (row, squares) in squares_of_rows.chunks_exact(in_a_row).enumerate() {
            for &square in squares {
                rows_through[usize::from(square)].push(row as Row);
            }
        }
        let mut board = Board {
            in_a_row,
            stones_per_turn: rules.stones_per_turn().into(),
            squares_of_rows,
            rows_through,
            counts: [vec![0; rows], vec![0; rows]],
            threats: [RowSet::new(rows), RowSet::new(rows)],
            prospects: [RowSet::new(rows), RowSet::new(rows)],
            stones: [SquareSet::EMPTY; 2],
            empty: rules.cells(),
        };
        for row in 0..rows as Row {
            board.list(row);
        }
        for player in Player::BOTH {
            for square in setup.stones(player).iter() {
                board.place(square.index() as Spot, player);
            }
        }
        board
    }

    /// Puts a stone on an empty square.
    pub(super) fn place(&mut self, spot: Spot, player: Player) {
        let square = Square::from_index(spot.into());
        self.stones[player.index()].insert(square);
        self.empty.remove(square);
        for i in 0..self.rows_through[usize::from(spot)].len() {
            let row = self.rows_through[usize::from(spot)][i];
            self.counts[player.index()][usize::from(row)] += 1;
            self.list(row);
        }
    }

    /// Takes a stone away.
    pub(super) fn remove(&mut self, spot: Spot, player: Player) {
        let square = Square::from_index(spot.into());
        self.stones[player.index()].remove(square);
        self.empty.insert(square);
        for i in 0..self.rows_through[usize::from(spot)].len() {
            let row = self.rows_through[usize::from(spot)][i];
            self.counts[player.index()][usize::from(row)] -= 1;
            self.list(row);
        }
    }

    /// Puts a row where its stones say it belongs.
    fn list(&mut self, row: Row) {
        let counts = [0, 1].map(|player: usize| usize::from(self.counts[player][usize::from(row)]));
        for player in [0, 1] {
            let is_open = counts[1 - player] == 0;
            let missing = self.in_a_row - counts[player];
            let sets = [&mut self.threats[player], &mut self.prospects[player]];
            for (set, turns) in sets.into_iter().zip(1..) {
                if is_open && missing <= turns * self.stones_per_turn {
                    set.insert(row);
                } else {
                    set.remove(row);
                }
            }
        }
    }

    /// Whether a player has a complete row.
    pub(super) fn has_row(&self, player: Player) -> bool {
        self.counts[player.index()].iter().any(|&count| usize::from(count) == self.in_a_row)
    }

    /// Whether a player can complete a row with the stones of one turn.
    pub(super) fn can_complete(&self, player: Player) -> bool {
        !self.threats[player.index()].rows.is_empty()
    }

    /// The rows that a player completes in one turn if he is let.
    pub(super) fn threats(&self, player: Player) -> &[Row] {
        &self.threats[player.index()].rows
    }

    /// The rows that a player can make threats of in one turn, and the threats.
    pub(super) fn prospects(&self, player: Player) -> &[Row] {
        &self.prospects[player.index()].rows
    }

    /// How many stones make a threat of a row that the opponent has no stone on.
    pub(super) fn missing_to_threat(&self, row: Row, player: Player) -> usize {
        let count = usize::from(self.counts[player.index()][usize::from(row)]);
        self.in_a_row.saturating_sub(self.stones_per_turn + count)
    }

    /// The empty squares of a row.
    pub(super) fn empty_of(&self, row: Row) -> impl Iterator<Item = Spot> + '_ {
        let first = usize::from(row) * self.in_a_row;
        let squares = &self.squares_of_rows[first..first + self.in_a_row];
        squares.iter().copied().filter(|&spot| self.is_empty(spot))
    }

    /// Whether a row goes through a square.
    pub(super) fn goes_through(&self, row: Row, spot: Spot) -> bool {
        let first = usize::from(row) * self.in_a_row;
        self.squares_of_rows[first..first + self.in_a_row].contains(&spot)
    }

    /// Whether there is no stone on a square.
    pub(super) fn is_empty(&self, spot: Spot) -> bool {
        self.empty.contains(Square::from_index(spot.into()))
    }

    /// The empty squares.
    pub(super) fn empty(&self) -> SquareSet {
        self.empty
    }

    /// The stones of a player.
    pub(super) fn stones(&self, player: Player) -> SquareSet {
        self.stones[player.index()]
    }

    /// What a stone on a square does to the rows of both players: a guess that decides only what is
    /// tried first.
    pub(super) fn weight(&self, spot: Spot, mover: Player) -> u32 {
        let (own, other) = (mover.index(), mover.opponent().index());
        let weight = |&row: &Row| {
            let count = |player: usize| u32::from(self.counts[player][usize::from(row)]);
            match (count(own), count(other)) {
                (own, 0) => 2 << (2 * own.min(8)),
                (0, other) => 1 << (2 * other.min(8)),
                _ => 0,
            }
        };
        self.rows_through[usize::from(spot)].iter().map(weight).sum()
    }
}

/// The squares of all rows of k squares, one row after the other.
fn all_rows(rules: ConnectRules) -> Vec<Spot> {
    let directions: &[[i16; 2]] = match rules.lattice() {
        Lattice::Square { .. } => &[[1, 0], [0, 1], [1, 1], [1, -1]],
        Lattice::Hexagonal { .. } => &[[1, 0], [0, 1], [1, -1]],
    };
    let (grid, cells) = (rules.grid(), rules.cells());
    let square_at = |column: i16, row: i16| {
        let square = grid.square(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        cells.contains(square).then_some(square.index() as Spot)
    };
    let mut rows = Vec::new();
    for first in cells.iter() {
        for [across, up] in directions {
            let steps = 0..i16::from(rules.in_a_row());
            let squares: Option<Vec<Spot>> = steps
                .map(|i| {
                    let column = i16::from(grid.column(first)) + i * across;
                    square_at(column, i16::from(grid.row(first)) + i * up)
                })
                .collect();
            rows.extend(squares.unwrap_or_default());
        }
    }
    rows
}
