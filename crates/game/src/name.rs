//! Games by name: `connect6`, `gomoku`, `tictactoe`, `connect(M,N,K,P,Q)`, `connect(K,P,Q)`,
//! `hex(M,N)`, `hexN`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::square::excerpt;
use crate::{Grid, MAX_SIDE, RowOne, SquareSet, Turn};

/// Which game is played, with everything that its rules leave open.
///
/// ```
/// use sixfold_game::GameName;
///
/// let game: GameName = "connect(19,19,6,2,1)".parse().unwrap();
/// assert_eq!(game.to_string(), "connect6");
/// assert!("connect(5,5,6,1,1)".parse::<GameName>().is_err());
/// // Without a size the board has no edge.
/// let game: GameName = "connect(6,2,3)".parse().unwrap();
/// assert_eq!(game.to_string(), "connect(6,2,3)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameName {
    /// A game of the family Connect(m, n, k, p, q).
    Connect(ConnectRules),
    /// Hex.
    Hex(HexRules),
}

impl GameName {
    /// Connect6 on 19x19.
    pub const CONNECT6: GameName = GameName::Connect(ConnectRules::CONNECT6);

    /// Hex on 11x11.
    pub const HEX11: GameName = GameName::Hex(HexRules { rows: 11, columns: 11 });

    /// The grid that names the squares.
    #[must_use]
    pub const fn grid(self) -> Grid {
        match self {
            GameName::Connect(rules) => rules.grid(),
            GameName::Hex(rules) => rules.grid(),
        }
    }

    /// How many stones the players place in each turn.
    #[must_use]
    pub const fn turn_order(self) -> TurnOrder {
        match self {
            GameName::Connect(rules) => {
                TurnOrder { first: rules.first_stones, later: rules.stones_per_turn }
            }
            GameName::Hex(_) => TurnOrder { first: 1, later: 1 },
        }
    }
}

/// How many stones the players place in each turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnOrder {
    /// Stones of Black's first turn (q).
    pub first: u16,
    /// Stones of every later turn (p).
    pub later: u16,
}

impl TurnOrder {
    /// Black's first turn.
    #[must_use]
    pub const fn first_turn(self) -> Turn {
        Turn { player: crate::Player::Black, stones_left: self.first }
    }
}

/// The shape of the board and the directions in which stones are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lattice {
    /// A rectangle of squares; rows, columns and both diagonals count.
    Square {
        /// Rows of the board (m).
        rows: u8,
        /// Columns of the board (n).
        columns: u8,
    },
    /// A hexagon of hexagonal cells; the three directions through the sides of a cell count.
    Hexagonal {
        /// Cells from the centre to a corner, the centre not counted.
        radius: u8,
    },
}

impl Lattice {
    /// The squares of the longest line.
    const fn longest_line(self) -> u8 {
        match self {
            Lattice::Square { rows, columns } if rows < columns => columns,
            Lattice::Square { rows, .. } => rows,
            Lattice::Hexagonal { radius } => 2 * radius + 1,
        }
    }
}

/// How much of the board the squares of a [`Lattice`] are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// All of it.
    Whole,
    /// The *window* through which a board without an edge is seen. A full window ends no game, and
    /// what is true within it need not be true on the board.
    Window,
}

/// The rules of a Connect(m, n, k, p, q) game, or of Connect(k, p, q) on an unbounded board, seen
/// through a window.
///
/// The board or window holds at least one line of k squares; the constructors see to it. Rules of
/// the same game seen through different windows are not equal, since their squares are not the
/// same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectRules {
    lattice: Lattice,
    extent: Extent,
    in_a_row: u8,
    stones_per_turn: u16,
    first_stones: u16,
}

impl ConnectRules {
    /// Connect6: Connect(19,19,6,2,1).
    pub const CONNECT6: ConnectRules = ConnectRules {
        lattice: Lattice::Square { rows: 19, columns: 19 },
        extent: Extent::Whole,
        in_a_row: 6,
        stones_per_turn: 2,
        first_stones: 1,
    };
    /// Free-style Go-Moku: Connect(15,15,5,1,1).
    pub const GOMOKU: ConnectRules = ConnectRules {
        lattice: Lattice::Square { rows: 15, columns: 15 },
        extent: Extent::Whole,
        in_a_row: 5,
        stones_per_turn: 1,
        first_stones: 1,
    };
    /// Tic-tac-toe: Connect(3,3,3,1,1).
    pub const TICTACTOE: ConnectRules = ConnectRules {
        lattice: Lattice::Square { rows: 3, columns: 3 },
        extent: Extent::Whole,
        in_a_row: 3,
        stones_per_turn: 1,
        first_stones: 1,
    };

    /// A game on this board. The parameters k, p, q are checked against it.
    pub fn new(
        lattice: Lattice,
        in_a_row: u8,
        stones_per_turn: u16,
        first_stones: u16,
    ) -> Result<ConnectRules, NameError> {
        let extent = Extent::Whole;
        ConnectRules { lattice, extent, in_a_row, stones_per_turn, first_stones }.checked()
    }

    /// The game with these k, p and q on an unbounded board, seen through this window.
    pub fn with_window(self, window: Lattice) -> Result<ConnectRules, NameError> {
        ConnectRules { lattice: window, extent: Extent::Window, ..self }.checked()
    }

    fn checked(self) -> Result<ConnectRules, NameError> {
        match self.lattice {
            Lattice::Square { rows, columns } => {
                let sides = 1..=MAX_SIDE;
                if !sides.contains(&rows) || !sides.contains(&columns) {
                    return Err(NameError::BoardSize {
                        rows: rows.into(),
                        columns: columns.into(),
                    });
                }
            }
            Lattice::Hexagonal { radius } if radius >= MAX_SIDE / 2 => {
                return Err(NameError::Radius(radius));
            }
            Lattice::Hexagonal { .. } => {}
        }
        let longest_line = self.lattice.longest_line();
        if self.in_a_row == 0 || self.in_a_row > longest_line {
            return Err(NameError::InARow { in_a_row: self.in_a_row.into(), longest_line });
        }
        let stones = 1..=u16::from(MAX_SIDE) * u16::from(MAX_SIDE);
        for (what, count) in
            [("p (stones a turn)", self.stones_per_turn), ("q (first stones)", self.first_stones)]
        {
            if !stones.contains(&count) {
                return Err(NameError::Stones { what, count: count.into() });
            }
        }
        Ok(self)
    }

    /// The board, or the window through which an unbounded board is seen.
    #[must_use]
    pub const fn lattice(self) -> Lattice {
        self.lattice
    }

    /// Whether the lattice is the whole board, or a window of an unbounded one.
    #[must_use]
    pub const fn extent(self) -> Extent {
        self.extent
    }

    /// How many stones in a row win (k).
    #[must_use]
    pub const fn in_a_row(self) -> u8 {
        self.in_a_row
    }

    /// How many stones a turn places (p).
    #[must_use]
    pub const fn stones_per_turn(self) -> u16 {
        self.stones_per_turn
    }

    /// How many stones Black places first (q).
    #[must_use]
    pub const fn first_stones(self) -> u16 {
        self.first_stones
    }

    /// The squares of the board or window: all of the grid, or the hexagon inside it.
    #[must_use]
    pub fn cells(self) -> SquareSet {
        let grid = self.grid();
        match self.lattice {
            Lattice::Square { .. } => SquareSet::first(grid.len()),
            Lattice::Hexagonal { radius } => grid
                .squares()
                .filter(|&square| {
                    // Axial coordinates; the corners where they sum to too much are cut off.
                    let sum = grid.column(square) + grid.row(square);
                    (radius..=3 * radius).contains(&sum)
                })
                .collect(),
        }
    }

    /// The grid that names the squares. A hexagon lies inside its grid.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the constructor has checked the size")]
    pub const fn grid(self) -> Grid {
        let (rows, columns) = match self.lattice {
            Lattice::Square { rows, columns } => (rows, columns),
            Lattice::Hexagonal { radius } => (2 * radius + 1, 2 * radius + 1),
        };
        Grid::new(rows, columns, RowOne::Bottom).expect("the constructor has checked the size")
    }
}

/// The size of a Hex board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HexRules {
    rows: u8,
    columns: u8,
}

impl HexRules {
    /// Checks the size.
    pub fn new(rows: u8, columns: u8) -> Result<HexRules, NameError> {
        match Grid::new(rows, columns, RowOne::Top) {
            Some(_) => Ok(HexRules { rows, columns }),
            None => Err(NameError::BoardSize { rows: rows.into(), columns: columns.into() }),
        }
    }

    /// The grid that names the cells.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the constructor has checked the size")]
    pub const fn grid(self) -> Grid {
        Grid::new(self.rows, self.columns, RowOne::Top)
            .expect("the constructor has checked the size")
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GameName::Connect(rules) => rules.fmt(f),
            GameName::Hex(HexRules { rows, columns }) if rows == columns => write!(f, "hex{rows}"),
            GameName::Hex(HexRules { rows, columns }) => write!(f, "hex({rows},{columns})"),
        }
    }
}

impl fmt::Display for ConnectRules {
    /// The name of the game. That of an unbounded one does not tell the window.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ConnectRules::CONNECT6 => return f.write_str("connect6"),
            ConnectRules::GOMOKU => return f.write_str("gomoku"),
            ConnectRules::TICTACTOE => return f.write_str("tictactoe"),
            _ => {}
        }
        let (k, p, q) = (self.in_a_row, self.stones_per_turn, self.first_stones);
        match (self.lattice, self.extent) {
            (Lattice::Square { rows, columns }, Extent::Whole) => {
                write!(f, "connect({rows},{columns},{k},{p},{q})")
            }
            (Lattice::Square { .. }, Extent::Window) => write!(f, "connect({k},{p},{q})"),
            (Lattice::Hexagonal { radius }, Extent::Whole) => {
                write!(f, "hexagonal(radius {radius},{k},{p},{q})")
            }
            (Lattice::Hexagonal { .. }, Extent::Window) => write!(f, "hexagonal({k},{p},{q})"),
        }
    }
}

impl FromStr for GameName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<GameName, NameError> {
        let name = text.trim().to_ascii_lowercase();
        match name.as_str() {
            "connect6" => return Ok(GameName::CONNECT6),
            "gomoku" => return Ok(GameName::Connect(ConnectRules::GOMOKU)),
            "tictactoe" => return Ok(GameName::Connect(ConnectRules::TICTACTOE)),
            _ => {}
        }
        if let Some(arguments) = name.strip_prefix("connect(") {
            return connect_by_numbers(&numbers(arguments, text)?, text);
        }
        if let Some(arguments) = name.strip_prefix("hex(") {
            return match numbers(arguments, text)?[..] {
                [rows, columns] => hex_by_size(rows, columns),
                _ => Err(NameError::Unknown(excerpt(text))),
            };
        }
        if let Some(Ok(side)) = name.strip_prefix("hex").map(str::parse::<u32>) {
            return hex_by_size(side, side);
        }
        Err(NameError::Unknown(excerpt(text)))
    }
}

fn numbers(arguments: &str, text: &str) -> Result<Vec<u32>, NameError> {
    arguments
        .strip_suffix(')')
        .and_then(|list| list.split(',').map(|number| number.trim().parse().ok()).collect())
        .ok_or_else(|| NameError::Unknown(excerpt(text)))
}

fn connect_by_numbers(numbers: &[u32], text: &str) -> Result<GameName, NameError> {
    let (lattice, extent, [k, p, q]) = match *numbers {
        [rows, columns, k, p, q] => {
            let (Ok(rows), Ok(columns)) = (u8::try_from(rows), u8::try_from(columns)) else {
                return Err(NameError::BoardSize { rows, columns });
            };
            (Lattice::Square { rows, columns }, Extent::Whole, [k, p, q])
        }
        [k, p, q] => (usual_window(k), Extent::Window, [k, p, q]),
        _ => return Err(NameError::Unknown(excerpt(text))),
    };
    let longest_line = lattice.longest_line();
    let in_a_row = u8::try_from(k).map_err(|_| NameError::InARow { in_a_row: k, longest_line })?;
    let stones = |what, count| u16::try_from(count).map_err(|_| NameError::Stones { what, count });
    let stones_per_turn = stones("p (stones a turn)", p)?;
    let first_stones = stones("q (first stones)", q)?;
    ConnectRules { lattice, extent, in_a_row, stones_per_turn, first_stones }
        .checked()
        .map(GameName::Connect)
}

/// The window of an unbounded game that only its name tells: the board of Connect6, or a larger
/// one if k does not fit on it.
fn usual_window(in_a_row: u32) -> Lattice {
    let side = in_a_row.clamp(19, MAX_SIDE.into()) as u8;
    Lattice::Square { rows: side, columns: side }
}

fn hex_by_size(rows: u32, columns: u32) -> Result<GameName, NameError> {
    match (u8::try_from(rows), u8::try_from(columns)) {
        (Ok(rows), Ok(columns)) => HexRules::new(rows, columns).map(GameName::Hex),
        _ => Err(NameError::BoardSize { rows, columns }),
    }
}

/// Why a text does not name a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// No game is called so.
    #[error(
        "unknown game '{0}' (known: connect6, gomoku, tictactoe, connect(M,N,K,P,Q), connect(K,P,Q), hexN, hex(M,N))"
    )]
    Unknown(String),
    /// The board is too small or too large.
    #[error("a {rows}x{columns} board is out of range (each side: 1 to {MAX_SIDE})")]
    BoardSize {
        /// The rows asked for.
        rows: u32,
        /// The columns asked for.
        columns: u32,
    },
    /// The hexagon is too large.
    #[error("a hexagon of radius {0} is out of range (0 to 12)")]
    Radius(u8),
    /// No line of the board has room for k stones.
    #[error("k = {in_a_row} in a row is out of range (1 to {longest_line} on this board)")]
    InARow {
        /// The k asked for.
        in_a_row: u32,
        /// Squares of the longest line.
        longest_line: u8,
    },
    /// A turn without stones, or with more than any board holds.
    #[error("{what} = {count} is out of range (1 to 676)")]
    Stones {
        /// Which parameter it is.
        what: &'static str,
        /// The number asked for.
        count: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_written_as_it_is_read() {
        for name in [
            "connect6",
            "gomoku",
            "tictactoe",
            "connect(9,7,5,3,2)",
            "connect(6,2,1)",
            "connect(20,1,1)",
            "hex11",
            "hex(3,4)",
        ] {
            let game: GameName = name.parse().unwrap();
            assert_eq!(game.to_string(), name);
            assert_eq!(game.to_string().parse(), Ok(game));
        }
    }

    #[test]
    fn a_name_without_a_size_is_of_an_unbounded_game() {
        let rules = |name: &str| match name.parse() {
            Ok(GameName::Connect(rules)) => rules,
            other => panic!("{name}: {other:?}"),
        };
        let window = |side| Lattice::Square { rows: side, columns: side };
        for (name, extent, side) in [
            ("connect(19,19,6,2,1)", Extent::Whole, 19),
            ("connect(6,2,1)", Extent::Window, 19),
            ("connect(26,2,1)", Extent::Window, 26),
        ] {
            assert_eq!((rules(name).extent(), rules(name).lattice()), (extent, window(side)));
        }
        let (first, later) = (3, 2);
        assert_eq!(
            GameName::Connect(rules("connect(6,2,3)")).turn_order(),
            TurnOrder { first, later }
        );
        assert_eq!(rules("connect6").with_window(window(19)), Ok(rules("connect(6,2,1)")));
        assert_ne!(rules("connect6"), rules("connect(6,2,1)"));
    }

    #[test]
    fn a_game_has_one_canonical_name() {
        for (long, short) in [
            ("connect(19,19,6,2,1)", "connect6"),
            ("Connect( 15, 15, 5, 1, 1 )", "gomoku"),
            ("connect(3,3,3,1,1)", "tictactoe"),
            ("HEX(5,5)", "hex5"),
        ] {
            assert_eq!(long.parse::<GameName>().unwrap().to_string(), short);
        }
    }

    #[test]
    fn a_name_out_of_range_says_which_number() {
        for (name, reason) in [
            ("chess", "unknown game 'chess'"),
            ("connect(3,3,3,1)", "unknown game"),
            ("connect(3,3)", "unknown game"),
            ("connect(27,1,1)", "k = 27 in a row is out of range (1 to 26"),
            ("connect(300,1,1)", "k = 300"),
            ("connect(0,1,1)", "k = 0"),
            ("connect(6,0,1)", "p (stones a turn) = 0"),
            ("connect(27,3,3,1,1)", "27x3 board is out of range"),
            ("connect(5,5,6,1,1)", "k = 6"),
            ("connect(5,5,0,1,1)", "k = 0"),
            ("connect(5,5,5,0,1)", "p (stones a turn) = 0"),
            ("connect(5,5,5,1,70000)", "q (first stones) = 70000"),
            ("hex0", "0x0 board"),
            ("hex(300,2)", "300x2 board"),
        ] {
            let error = name.parse::<GameName>().unwrap_err().to_string();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }
}
