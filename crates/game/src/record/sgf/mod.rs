//! Smart Game Format, in the styles in which Connect games and Hex are found.
//!
//! Squares are read in any of these notations, in whatever style the file is:
//!
//! * names: `j10`; several stones joined: `i11k11` (Little Golem);
//! * pairs of upper-case letters, column and then row counted as in names: `JJ`, `KKIK` (NCTU);
//! * pairs of lower-case letters, column and then row counted from the *top*: `jj` (the standard).
//!
//! The game is what `RU` names, or else follows from `GM` (11 is Hex, 4 is five in a row; 511, 1 and
//! nothing are Connect6; other numbers are other games) and the size `SZ`. A game that is asked for
//! comes first, but not on another board than the file's, where the stones would be elsewhere. Of an
//! unbounded game, `SZ` is the size of the window through which it is seen. A file that sets up a
//! position says with `PL` whose turn it is; the private property `LEFT` says how many stones of
//! the turn are left where that is not a whole turn.
//!
//! In Hex, `swap-pieces` and `swap` let White take over the first stone. After `swap-sides` the
//! stones stay what they are and it is still White's turn, for the players have changed their seats:
//! it is kept as a comment.
//!
//! Properties that are not understood are kept; see [`Property`](super::Property).

use std::fmt;

use sgf_parse::SgfParseError;
use thiserror::Error;

use super::{Located, MoveError, Record};
use crate::square::excerpt;
use crate::{GameName, Grid, NameError, Player, SquareError, TurnOrder};

mod head;
mod point;
mod reader;
mod scan;
mod writer;

pub use writer::write;

/// More nodes than this in one line are refused: longer than any game, and safe for a parser
/// whose trees are dropped recursively.
const MOST_NODES_DEEP: usize = 1000;

/// More nodes than this in one file are taken for a mistake.
const MOST_NODES: usize = 2_000_000;

/// More values than this of properties that are not understood are taken for a mistake.
const MOST_OTHER_VALUES: usize = 1_000_000;

/// More games than this in one file are taken for a mistake.
const MOST_GAMES: usize = 100_000;

/// How squares and turns are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Style {
    /// As the standard FF\[4\] wants it: one stone a node, pairs of lower-case letters.
    #[default]
    Standard,
    /// As on Little Golem: all stones of a turn in one node, by their names: `;W[i11k11]`.
    ///
    /// Variations that part in the middle of a turn become variations of whole turns, and what is
    /// said of a stone is said of its turn.
    LittleGolem,
    /// One stone a node, as Connect6 programs of the NCTU (`;B[JJ]`) and `HexGui` (`;B[c3]`) do.
    OneStonePerNode,
}

/// Reads the one game of a text. Without `game` it is what the text says.
///
/// ```
/// use sixfold_game::record::sgf;
///
/// let record = sgf::read("(;FF[4]PB[Ann]PW[Ben];B[j10];W[i11k11])", None).unwrap();
/// assert_eq!(record.info.players.white, "Ben");
/// assert_eq!(record.stones().count(), 3);
/// ```
pub fn read(text: &str, game: Option<GameName>) -> Result<Record, Located<Fault>> {
    let trees = scan::scan(text)?;
    match &trees[..] {
        [tree] => reader::read_tree(text, tree, game),
        [] => Err(Located::new(text, 0, Fault::NoGame)),
        [_, second, ..] => Err(Located::new(text, second.start, Fault::SecondGame)),
    }
}

/// Reads all games of a text.
pub fn read_collection(text: &str, game: Option<GameName>) -> Result<Vec<Record>, Located<Fault>> {
    let trees = scan::scan(text)?;
    if trees.is_empty() {
        return Err(Located::new(text, 0, Fault::NoGame));
    }
    trees.iter().map(|tree| reader::read_tree(text, tree, game)).collect()
}

/// What is wrong with an SGF.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The text has no game.
    #[error("there is no game here")]
    NoGame,
    /// One game was expected.
    #[error("a second game begins here, expected only one")]
    SecondGame,
    /// A game or a variation has no end.
    #[error("the '(' here has no ')'")]
    UnclosedTree,
    /// A value has no end.
    #[error("the '[' here has no ']'")]
    UnclosedValue,
    /// Something else stands where this should.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A property has a name that old files would skip.
    #[error("the name of a property needs capital letters")]
    LowerCase,
    /// A line has too many nodes.
    #[error("more than {MOST_NODES_DEEP} nodes in one line of play")]
    TooDeep,
    /// The file has too many nodes.
    #[error("more than {MOST_NODES} nodes in one file")]
    TooManyNodes,
    /// The file has too many games.
    #[error("more than {MOST_GAMES} games in one file")]
    TooManyGames,
    /// The file has too many values that are kept without being understood.
    #[error("more than {MOST_OTHER_VALUES} values of unknown properties in one file")]
    TooManyOtherValues,
    /// The parser refuses the text for a reason of its own.
    #[error("{0}")]
    Parser(SgfParseError),
    /// The size does not suit the game.
    #[error("property SZ: {0}")]
    Size(NameError),
    /// The rules name a game that cannot be.
    #[error("property RU: {0}")]
    Rules(NameError),
    /// The number of the game is not that of a game which is known here.
    #[error("the file is a record of another game (GM[{0}])")]
    OtherGame(String),
    /// The file has another board than the game.
    #[error("the file is for a {file} board, not {game}")]
    OtherBoard {
        /// The property that says so.
        property: &'static str,
        /// The file's board.
        file: BoardSize,
        /// The board of the game that was asked for.
        game: BoardSize,
    },
    /// The file names a game whose squares have other places.
    #[error("the file is a record of {file}, not of {game}")]
    OtherRules {
        /// The file's game.
        file: GameName,
        /// The game that was asked for.
        game: GameName,
    },
    /// A value cannot be understood.
    #[error("property {property}: '{value}' is not {expected}")]
    Value {
        /// The property.
        property: &'static str,
        /// Its value.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A value is not a square of the board.
    #[error("property {property}: {error}")]
    Square {
        /// The property.
        property: &'static str,
        /// Why it is not a square.
        error: SquareError,
    },
    /// Nobody may pass.
    #[error("property {property}: pass is not a move of this game")]
    Pass {
        /// The property.
        property: &'static str,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] MoveError),
    /// The players take turns stone by stone in a file that does not say which game it is.
    #[error("{error} (for one stone a turn, name the game, such as connect({},{},5,1,1))",
        board.rows, board.columns)]
    OneStoneATurn {
        /// Why the stone cannot be placed.
        error: MoveError,
        /// The board.
        board: BoardSize,
    },
}

/// How large a board is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSize {
    /// Its rows.
    pub rows: u8,
    /// Its columns.
    pub columns: u8,
}

impl From<Grid> for BoardSize {
    fn from(grid: Grid) -> BoardSize {
        BoardSize { rows: grid.rows(), columns: grid.columns() }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl Fault {
    fn value(property: &'static str, value: &str, expected: &'static str) -> Fault {
        Fault::Value { property, value: excerpt(value), expected }
    }

    /// The property that is wrong, if it is one.
    fn property(&self) -> Option<&'static str> {
        match *self {
            Fault::Size(_) => Some("SZ"),
            Fault::Rules(_) | Fault::OtherRules { .. } => Some("RU"),
            Fault::OtherGame(_) => Some("GM"),
            Fault::OtherBoard { property, .. }
            | Fault::Value { property, .. }
            | Fault::Square { property, .. }
            | Fault::Pass { property } => Some(property),
            _ => None,
        }
    }
}

/// The stones that a player has left where `PL` gives them the turn and `LEFT` does not say more.
fn usual_stones_left(order: TurnOrder, player: Player, board_is_empty: bool) -> u16 {
    if board_is_empty && player == Player::Black { order.first } else { order.later }
}

#[cfg(test)]
mod tests;
