//! A position of whichever game is played.

use std::sync::Arc;

use sixfold_connect::{GeneralPosition, Geometry};
use sixfold_game::{
    Diagram, Game, GameName, Grid, IllegalStone, Outcome, Player, Record, Setup, Square, SquareSet,
    Turn,
};
use sixfold_hex::SwapRule;
use thiserror::Error;

/// The tables that all positions of one game share.
#[derive(Clone, Debug)]
pub enum AnyBoard {
    /// That of a Connect game.
    Connect(Arc<Geometry>),
    /// That of Hex.
    Hex(Arc<sixfold_hex::Board>),
}

impl AnyBoard {
    /// The board of a game.
    #[must_use]
    pub fn new(game: GameName) -> AnyBoard {
        match game {
            GameName::Connect(rules) => AnyBoard::Connect(Arc::new(Geometry::new(rules))),
            GameName::Hex(rules) => AnyBoard::Hex(Arc::new(sixfold_hex::Board::new(rules))),
        }
    }

    /// The position before the first stone.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        match self {
            AnyBoard::Connect(geometry) => {
                AnyPosition::Connect(Box::new(GeneralPosition::start(geometry.clone())))
            }
            AnyBoard::Hex(board) => {
                AnyPosition::Hex(Box::new(sixfold_hex::Position::start_on(board.clone())))
            }
        }
    }

    /// How many symmetries of the board leave the players' tasks what they are.
    #[must_use]
    pub fn symmetries(&self) -> usize {
        match self {
            AnyBoard::Connect(geometry) => geometry.symmetries().len(),
            // The rotation by half; the reflection exchanges the players' edges.
            AnyBoard::Hex(_) => 2,
        }
    }

    /// Where a symmetry takes a square. The first one takes every square to itself.
    #[must_use]
    pub fn image(&self, symmetry: usize, square: Square) -> Square {
        match self {
            AnyBoard::Connect(geometry) => geometry.symmetries()[symmetry].image(square),
            AnyBoard::Hex(board) if symmetry == 1 => board.rotated(square),
            AnyBoard::Hex(_) => square,
        }
    }
}

/// A position of whichever game is played.
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// One of a Connect game.
    Connect(Box<GeneralPosition>),
    /// One of Hex.
    Hex(Box<sixfold_hex::Position>),
}

/// Why a record does not lead to a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// Of a Connect game.
    #[error(transparent)]
    Connect(#[from] sixfold_connect::ReplayError),
    /// Of Hex.
    #[error(transparent)]
    Hex(#[from] sixfold_hex::ReplayError),
}

/// The same expression for the position inside.
macro_rules! inside {
    ($any:expr, $position:ident => $value:expr) => {
        match $any {
            AnyPosition::Connect($position) => $value,
            AnyPosition::Hex($position) => $value,
        }
    };
}

impl AnyPosition {
    /// Plays the main line of a record.
    pub fn replay(record: &Record) -> Result<AnyPosition, PositionError> {
        AnyPosition::replay_on(&AnyBoard::new(record.game()), record)
    }

    /// Plays the main line of a record on a board that is there already.
    ///
    /// # Panics
    /// If the board is one of another game.
    pub fn replay_on(board: &AnyBoard, record: &Record) -> Result<AnyPosition, PositionError> {
        Ok(match board {
            AnyBoard::Connect(geometry) => {
                AnyPosition::Connect(Box::new(GeneralPosition::replay_on(geometry, record)?))
            }
            AnyBoard::Hex(board) => {
                AnyPosition::Hex(Box::new(sixfold_hex::Position::replay_on(board, record)?))
            }
        })
    }

    /// The grid that names the squares.
    #[must_use]
    pub fn grid(&self) -> Grid {
        inside!(self, position => position.grid())
    }

    /// The squares without a stone.
    #[must_use]
    pub fn empty_squares(&self) -> SquareSet {
        match self {
            AnyPosition::Connect(position) => position.empty_squares(),
            AnyPosition::Hex(position) => position.empty_cells(),
        }
    }

    /// The same stones with another turn. Nothing can be taken back any more.
    #[must_use]
    pub fn with_turn(&self, turn: Turn) -> AnyPosition {
        match self {
            AnyPosition::Connect(position) => {
                let mut position = position.clone();
                position.set_turn(turn);
                AnyPosition::Connect(position)
            }
            AnyPosition::Hex(position) => {
                let mut setup = position.setup();
                setup.turn = turn;
                let changed = sixfold_hex::Position::from_setup(position.board().clone(), &setup);
                AnyPosition::Hex(changed.map_or_else(|| position.clone(), Box::new))
            }
        }
    }

    /// The position after White has taken over the first stone, where the swap rule of Hex lets him.
    #[must_use]
    pub fn after_swap(&self) -> Option<AnyPosition> {
        let AnyPosition::Hex(position) = self else { return None };
        let mut position = (**position).clone().with_swap_rule(SwapRule::SwapPieces);
        position.swap()?;
        Some(AnyPosition::Hex(Box::new(position.with_swap_rule(SwapRule::Off))))
    }
}

impl Game for AnyPosition {
    fn name(&self) -> GameName {
        inside!(self, position => position.name())
    }

    fn turn(&self) -> Turn {
        inside!(self, position => position.turn())
    }

    fn stone(&self, square: Square) -> Option<Player> {
        inside!(self, position => position.stone(square))
    }

    fn legal_squares(&self) -> SquareSet {
        inside!(self, position => position.legal_squares())
    }

    fn try_play(&mut self, square: Square) -> Result<(), IllegalStone> {
        inside!(self, position => position.try_play(square))
    }

    fn undo(&mut self) -> Option<Square> {
        inside!(self, position => position.undo())
    }

    fn outcome(&self) -> Option<Outcome> {
        inside!(self, position => position.outcome())
    }

    fn setup(&self) -> Setup {
        inside!(self, position => position.setup())
    }

    fn canonical_setup(&self) -> Setup {
        inside!(self, position => position.canonical_setup())
    }

    fn canonical_hash(&self) -> u64 {
        inside!(self, position => position.canonical_hash())
    }

    fn diagram(&self) -> Diagram {
        inside!(self, position => position.diagram())
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;

    use super::*;

    fn replayed(game: &str, moves: &str) -> AnyPosition {
        let record = move_list::read(game.parse().unwrap(), moves).unwrap();
        let position = AnyPosition::replay(&record).unwrap();
        assert_eq!(position.setup(), record.final_setup());
        position
    }

    #[test]
    fn every_game_is_replayed() {
        for (game, moves) in
            [("connect6", "j10 k11i9"), ("hex(3,4)", "b1 c3"), ("hex5", "b1 swap c3")]
        {
            let position = replayed(game, moves);
            assert_eq!(position.name().to_string(), game);
            assert!(!position.empty_squares().is_empty());
        }
    }

    #[test]
    fn a_turn_can_be_given_away() {
        for (game, moves) in [("connect6", "j10 k11i9"), ("hex5", "b1 c3")] {
            let position = replayed(game, moves);
            let turn = Turn { player: Player::White, stones_left: 1 };
            let given = position.with_turn(turn);
            let mut expected = position.setup();
            expected.turn = turn;
            assert_eq!(given.setup(), expected);
        }
    }

    #[test]
    fn only_the_first_stone_of_hex_is_taken_over() {
        let after = |game, moves| {
            replayed(game, moves).after_swap().map(|position| position.setup().to_string())
        };
        assert_eq!(after("hex3", "b1").as_deref(), Some("3/o2/3 b 1"));
        assert_eq!(after("hex3", "b1 c1"), None);
        assert_eq!(after("gomoku", "h8"), None);
    }

    #[test]
    fn a_board_of_hex_is_turned_by_half() {
        let board = AnyBoard::new("hex(2,3)".parse().unwrap());
        let grid = board.start().grid();
        let images = (0..board.symmetries()).map(|symmetry| {
            grid.name(board.image(symmetry, grid.parse("b1").unwrap())).to_string()
        });
        assert_eq!(images.collect::<Vec<_>>(), ["b1", "b2"]);
    }
}
