//! The vocabulary that every game of Sixfold shares.
//!
//! This crate knows how games are *named, written and drawn*, and nothing about how they are
//! searched: [`Player`], [`Square`] and [`Grid`], [`GameName`], a position as data ([`Setup`],
//! whose text form is the FEN), game [`Record`]s and their file formats, the three-valued
//! [`Verdict`], proofs as data ([`certificate`]), [`Diagram`]s, and the small [`Game`] trait through
//! which proof search, libraries, matches and the page handle Connect games and Hex alike.
//!
//! ```
//! use sixfold_game::{GameName, Setup, record};
//!
//! let text = "j10 k11i9 h9j9";
//! let record = record::move_list::read(GameName::CONNECT6, text).unwrap();
//! let setup = record.final_setup();
//! assert_eq!(setup.turn.player, sixfold_game::Player::White);
//! assert_eq!(Setup::from_fen(GameName::CONNECT6, &setup.to_string()), Ok(setup));
//! ```

pub mod certificate;
pub mod diagram;
pub mod file;
mod game;
mod name;
mod player;
pub mod record;
mod setup;
mod square;
mod verdict;
mod window;

pub use diagram::Diagram;
pub use game::{Game, IllegalStone};
pub use name::{ConnectRules, Extent, GameName, HexRules, Lattice, NameError, TurnOrder};
pub use player::{PerPlayer, Player};
pub use record::Record;
pub use setup::{FenError, Setup, Turn};
pub use square::{Grid, MAX_SIDE, RowOne, Square, SquareError, SquareName, SquareSet, excerpt};
pub use verdict::{Outcome, SpentBudget, Value, Verdict};
