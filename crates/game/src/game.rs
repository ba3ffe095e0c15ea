//! The trait that all games implement.

use thiserror::Error;

use crate::{Diagram, GameName, Outcome, Player, Setup, Square, SquareSet, Turn};

/// A position of some game that can be played on.
///
/// The unit of play is one stone; a turn of several stones is a sequence of them. The trait holds
/// just what proof search, libraries, matches and the page need to be written once for all games;
/// what a game's own search needs is on its own type.
pub trait Game: Clone {
    /// The game that is played.
    fn name(&self) -> GameName;

    /// Whose turn it is and how many stones of it are left.
    fn turn(&self) -> Turn;

    /// The stone on a square.
    fn stone(&self, square: Square) -> Option<Player>;

    /// The squares on which the next stone may be placed: none when the game is over, though a
    /// player who won in the middle of his turn may still place the rest of it.
    fn legal_squares(&self) -> SquareSet;

    /// Places the next stone, or says why it cannot be placed and changes nothing.
    fn try_play(&mut self, square: Square) -> Result<(), IllegalStone>;

    /// Takes back the last stone played and says where it was.
    fn undo(&mut self) -> Option<Square>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The position as data.
    fn setup(&self) -> Setup;

    /// The one representative of all positions that are the same up to a symmetry of the board.
    fn canonical_setup(&self) -> Setup;

    /// A 64-bit hash that is equal for positions with equal [`Game::canonical_setup`]s.
    fn canonical_hash(&self) -> u64;

    /// The position as a picture, to be written as text or SVG.
    fn diagram(&self) -> Diagram;
}

/// Why a stone cannot be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalStone {
    /// There is a stone already.
    #[error("the square is occupied")]
    Occupied,
    /// The board has no such square.
    #[error("the square is not on the board")]
    OffTheBoard,
    /// The game is over.
    #[error("the game is already over")]
    GameOver,
}
