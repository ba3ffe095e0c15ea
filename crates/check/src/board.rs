//! The board: stones on squares, and segments of k squares, found by walking.

use sixfold_game::{ConnectRules, Lattice, Player, Setup, Square, SquareSet};

/// Steps by column and row. A segment runs along one of them.
const SQUARE_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const HEXAGONAL_DIRECTIONS: [(i8, i8); 3] = [(1, 0), (0, 1), (1, -1)];

pub(crate) struct Board {
    pub(crate) rules: ConnectRules,
    cells: SquareSet,
    /// All runs of k squares.
    segments: Vec<Vec<Square>>,
    /// The squares all of whose segments on an unbounded board lie on this one.
    pub(crate) inner: SquareSet,
    stones: Vec<Option<Player>>,
}

impl Board {
    pub(crate) fn new(rules: ConnectRules, setup: &Setup) -> Board {
        let directions = match rules.lattice() {
            Lattice::Square { .. } => &SQUARE_DIRECTIONS[..],
            Lattice::Hexagonal { .. } => &HEXAGONAL_DIRECTIONS[..],
        };
        let cells = rules.cells();
        let grid = rules.grid();
        let k = rules.in_a_row() as usize;
        let walk = |from: Square, (columns, rows): (i8, i8)| -> Vec<Square> {
            let step = |square: &Square| {
                let column = grid.column(*square).checked_add_signed(columns)?;
                let row = grid.row(*square).checked_add_signed(rows)?;
                grid.square(column, row).filter(|&next| cells.contains(next))
            };
            std::iter::successors(Some(from), step).take(k).collect()
        };
        let is_inner = |square: &Square| {
            directions.iter().all(|&(columns, rows)| {
                walk(*square, (columns, rows)).len() == k
                    && walk(*square, (-columns, -rows)).len() == k
            })
        };
        Board {
            rules,
            cells,
            segments: cells
                .iter()
                .flat_map(|square| directions.iter().map(move |&direction| (square, direction)))
                .map(|(square, direction)| walk(square, direction))
                .filter(|segment| segment.len() == k)
                .collect(),
            inner: cells.iter().filter(is_inner).collect(),
            stones: grid.squares().map(|square| setup.stone(square)).collect(),
        }
    }

    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.cells.contains(square) && self.stones[square.index()].is_none()
    }

    pub(crate) fn empty_squares(&self) -> SquareSet {
        self.cells.iter().filter(|&square| self.is_empty(square)).collect()
    }

    /// The stones of a player.
    pub(crate) fn stones(&self, player: Player) -> SquareSet {
        self.cells.iter().filter(|square| self.stones[square.index()] == Some(player)).collect()
    }

    pub(crate) fn place(&mut self, stones: &[Square], player: Player) {
        self.set(stones, Some(player));
    }

    pub(crate) fn lift(&mut self, stones: &[Square]) {
        self.set(stones, None);
    }

    fn set(&mut self, squares: &[Square], stone: Option<Player>) {
        for square in squares {
            self.stones[square.index()] = stone;
        }
    }

    /// The *active* segments of a player, those without a stone of his opponent, that have at most
    /// so many empty squares.
    pub(crate) fn active(
        &self,
        player: Player,
        most_empty: usize,
    ) -> impl Iterator<Item = &[Square]> {
        let blocked = move |square: &Square| self.stones[square.index()] == Some(player.opponent());
        self.segments
            .iter()
            .map(Vec::as_slice)
            .filter(move |segment| !segment.iter().any(blocked))
            .filter(move |segment| self.empty_of(segment).count() <= most_empty)
    }

    /// The empty squares of a segment.
    pub(crate) fn empty_of(&self, segment: &[Square]) -> impl Iterator<Item = Square> {
        segment.iter().copied().filter(|square| self.stones[square.index()].is_none())
    }

    /// Whether a player has k in a row.
    pub(crate) fn has_won(&self, player: Player) -> bool {
        self.active(player, 0).next().is_some()
    }
}
