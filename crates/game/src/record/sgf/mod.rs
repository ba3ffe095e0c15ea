//! Smart Game Format, in the styles in which Connect games and Hex are found.
//!
//! Squares are read in any of these notations, in whatever style the file is:
//!
//! * names: `j10`; several stones joined: `i11k11` (Little Golem);
//! * pairs of upper-case letters, column and then row counted as in names: `JJ`, `KKIK` (NCTU);
//! * pairs of lower-case letters, column and then row counted from the *top*: `jj` (the standard).
//!
//! The game is what `RU` names, or else follows from `GM` (11 is Hex, 4 is five in a row, all
//! else is Connect6) and the size `SZ`. A file that sets up a position says with `PL` whose turn
//! it is; the private property `LEFT` says how many stones of the turn are left where that is
//! not a whole turn.

use sgf_parse::SgfParseError;
use thiserror::Error;

use super::{Located, MoveError, Record};
use crate::square::excerpt;
use crate::{GameName, NameError, Player, SquareError, TurnOrder};

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
    #[error("more than {MOST_NODES_DEEP} nodes in one line")]
    TooDeep,
    /// The file has too many nodes.
    #[error("more than {MOST_NODES} nodes in one file")]
    TooManyNodes,
    /// The file has too many games.
    #[error("more than {MOST_GAMES} games in one file")]
    TooManyGames,
    /// The parser refuses the text for a reason of its own.
    #[error("{0}")]
    Parser(SgfParseError),
    /// The size does not suit the game.
    #[error("property SZ: {0}")]
    Size(NameError),
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
    /// The swap rule is not known here.
    #[error("property {property}: swap moves are not supported")]
    Swap {
        /// The property.
        property: &'static str,
    },
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] MoveError),
}

impl Fault {
    fn value(property: &'static str, value: &str, expected: &'static str) -> Fault {
        Fault::Value { property, value: excerpt(value), expected }
    }
}

/// The stones that a player has left where `PL` gives them the turn and `LEFT` does not say more.
fn usual_stones_left(order: TurnOrder, player: Player, board_is_empty: bool) -> u16 {
    if board_is_empty && player == Player::Black { order.first } else { order.later }
}

#[cfg(test)]
mod tests;
