//! The board: stones on squares, and segments of k squares, found by walking.

use sixfold_game::{ConnectRules, Lattice, PerPlayer, Player, Setup, Square, SquareSet};

/// Steps by column and row. A segment runs along one of them.
const SQUARE_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const HEXAGONAL_DIRECTIONS: [(i8, i8); 3] = [(1, 0), (0, 1), (1, -1)];

pub(crate) struct Board {
    pub(crate) rules: ConnectRules,
    cells: SquareSet,
    segments: Vec<Segment>,
    /// For each square, by its index, the places of its segments in the list.
    through: Vec<Vec<usize>>,
    /// The squares all of whose segments on an unbounded board lie on this one.
    pub(crate) inner: SquareSet,
    stones: PerPlayer<SquareSet>,
}

/// A run of k squares, and how many stones each player has on it.
pub(crate) struct Segment {
    pub(crate) squares: SquareSet,
    stones: PerPlayer<usize>,
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
        let segments: Vec<Segment> = cells
            .iter()
            .flat_map(|square| directions.iter().map(move |&direction| (square, direction)))
            .map(|(square, direction)| walk(square, direction))
            .filter(|squares| squares.len() == k)
            .map(|squares| Segment {
                squares: squares.into_iter().collect(),
                stones: PerPlayer::default(),
            })
            .collect();
        let through = |square| {
            let places = segments.iter().enumerate();
            places.filter(|(_, segment)| segment.squares.contains(square)).map(|(i, _)| i).collect()
        };
        let mut board = Board {
            rules,
            cells,
            through: grid.squares().map(through).collect(),
            segments,
            inner: cells.iter().filter(is_inner).collect(),
            stones: PerPlayer::default(),
        };
        for player in Player::BOTH {
            let stones: Vec<Square> = setup.stones(player).iter().collect();
            board.place(&stones, player);
        }
        board
    }

    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.empty_squares().contains(square)
    }

    pub(crate) fn empty_squares(&self) -> SquareSet {
        self.cells - self.stones.black - self.stones.white
    }

    /// The stones of a player.
    pub(crate) fn stones(&self, player: Player) -> SquareSet {
        self.stones[player]
    }

    /// Places stones on empty squares.
    pub(crate) fn place(&mut self, stones: &[Square], player: Player) {
        for &square in stones {
            self.stones[player].insert(square);
            for &segment in &self.through[square.index()] {
                self.segments[segment].stones[player] += 1;
            }
        }
    }

    /// Takes stones of one player away.
    pub(crate) fn lift(&mut self, stones: &[Square], player: Player) {
        for &square in stones {
            self.stones[player].remove(square);
            for &segment in &self.through[square.index()] {
                self.segments[segment].stones[player] -= 1;
            }
        }
    }

    /// The *active* segments of a player, those without a stone of his opponent, that have at most
    /// so many empty squares, each with their number.
    pub(crate) fn active(
        &self,
        player: Player,
        most_empty: usize,
    ) -> impl Iterator<Item = (&Segment, usize)> {
        let k = self.rules.in_a_row() as usize;
        self.segments
            .iter()
            .filter(move |segment| segment.stones[player.opponent()] == 0)
            .map(move |segment| (segment, k - segment.stones[player]))
            .filter(move |&(_, empty)| empty <= most_empty)
    }

    /// Whether a player has k in a row.
    pub(crate) fn has_won(&self, player: Player) -> bool {
        self.active(player, 0).next().is_some()
    }
}
