//! How a position lies on the board: nodes of the tree are the same up to symmetry, so each keeps its
//! position in one orientation, and squares are turned on the way from node to node.

use std::sync::Arc;

use sixfold_connect::{GeneralPosition, Geometry, SetupError, Symmetry};
use sixfold_game::diagram::Diagram;
use sixfold_game::{Game, GameName, Outcome, Player, Setup, Square, SquareSet};
use sixfold_hex as hex;
use sixfold_hex::solve::shown_threats;
use sixfold_hex::threats::ProvenThreat;
use thiserror::Error;

/// The board of a game, and the ways of turning it that leave the rules as they are.
#[derive(Clone, Debug)]
pub struct Symmetries {
    game: GameName,
    board: Board,
    ways: Arc<[Orientation]>,
}

/// The tables with which positions of a game are made.
#[derive(Clone, Debug)]
enum Board {
    Connect(Arc<Geometry>),
    Hex(Arc<hex::Board>),
}

enum AnyPosition {
    Connect(Box<GeneralPosition>),
    Hex(Box<hex::Position>),
}

/// Why a setup is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// It is none of a Connect game.
    #[error(transparent)]
    Connect(#[from] SetupError),
    /// It is one of another board, or of a game in which several stones make a turn.
    #[error("this is not a position of {0}")]
    Hex(GameName),
}

/// A way of turning a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orientation(Box<[Square]>);

impl Orientation {
    /// Where a square comes to lie.
    #[must_use]
    pub fn image(&self, square: Square) -> Square {
        self.0[square.index()]
    }

    /// Where squares come to lie.
    #[must_use]
    pub fn images(&self, squares: SquareSet) -> SquareSet {
        squares.iter().map(|square| self.image(square)).collect()
    }

    /// Whether nothing is turned.
    pub(crate) fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(index, image)| image.index() == index)
    }

    /// Turning this way after another.
    #[must_use]
    pub fn after(&self, first: &Orientation) -> Orientation {
        Orientation(first.0.iter().map(|&square| self.image(square)).collect())
    }

    /// Turning back.
    #[must_use]
    pub fn back(&self) -> Orientation {
        let mut images = self.0.clone();
        for (index, image) in self.0.iter().enumerate() {
            images[image.index()] = Square::from_index(index);
        }
        Orientation(images)
    }
}

impl Symmetries {
    /// The symmetries of a game's board.
    #[must_use]
    pub fn of(game: GameName) -> Symmetries {
        let (board, ways) = match game {
            GameName::Connect(rules) => {
                let geometry = Arc::new(Geometry::new(rules));
                let ways = geometry.symmetries().iter().map(|way| table(&geometry, way)).collect();
                (Board::Connect(geometry), ways)
            }
            GameName::Hex(rules) => {
                let board = Arc::new(hex::Board::new(rules));
                let all = || board.grid().squares();
                let rotated = all().map(|cell| board.rotated(cell)).collect();
                let ways = [Orientation(all().collect()), Orientation(rotated)].into();
                (Board::Hex(board), ways)
            }
        };
        Symmetries { game, board, ways }
    }

    /// All ways of turning the board.
    #[must_use]
    pub fn ways(&self) -> &[Orientation] {
        &self.ways
    }

    /// The squares of the board.
    #[must_use]
    pub fn cells(&self) -> SquareSet {
        match &self.board {
            Board::Connect(geometry) => geometry.cells(),
            Board::Hex(board) => board.cells(),
        }
    }

    /// How many stones a turn has, the first one perhaps excepted.
    #[must_use]
    pub fn stones_per_turn(&self) -> u16 {
        self.game.turn_order().later
    }

    /// Whether a setup is a position.
    pub fn check(&self, setup: &Setup) -> Result<(), PositionError> {
        self.outcome(setup).map(drop)
    }

    /// How the game has ended in a position, if it has.
    pub fn outcome(&self, setup: &Setup) -> Result<Option<Outcome>, PositionError> {
        Ok(match self.position(setup)? {
            AnyPosition::Connect(position) => position.outcome(),
            AnyPosition::Hex(position) => position.outcome(),
        })
    }

    /// A picture of a position.
    pub fn diagram(&self, setup: &Setup) -> Result<Diagram, PositionError> {
        Ok(match self.position(setup)? {
            AnyPosition::Connect(position) => position.diagram(),
            AnyPosition::Hex(position) => position.diagram(),
        })
    }

    fn position(&self, setup: &Setup) -> Result<AnyPosition, PositionError> {
        Ok(match &self.board {
            Board::Connect(geometry) => {
                let position = GeneralPosition::from_setup(geometry.clone(), setup)?;
                AnyPosition::Connect(Box::new(position))
            }
            Board::Hex(board) => {
                let position = hex::Position::from_setup(board.clone(), setup);
                let position = position.filter(|_| setup.turn.stones_left == 1);
                AnyPosition::Hex(Box::new(position.ok_or(PositionError::Hex(self.game))?))
            }
        })
    }

    /// The threats of a player of Hex, who is not to move, that connections show.
    pub(crate) fn shown_threats(
        &self,
        setup: &Setup,
        player: Player,
    ) -> Result<Vec<ProvenThreat>, PositionError> {
        Ok(match self.position(setup)? {
            AnyPosition::Connect(_) => Vec::new(),
            AnyPosition::Hex(position) => {
                shown_threats(&position, player, hex::solve::Settings::default())
            }
        })
    }

    /// The board of a Connect game.
    pub(crate) fn geometry(&self) -> Option<&Arc<Geometry>> {
        match &self.board {
            Board::Connect(geometry) => Some(geometry),
            Board::Hex(_) => None,
        }
    }

    /// The one representative of all positions that are the same up to a symmetry: what
    /// [`Game::canonical_setup`] says, without building a position.
    #[must_use]
    pub fn canonical(&self, setup: &Setup) -> Setup {
        let images = self.ways.iter().map(|way| setup.mapped(|square| way.image(square)));
        let key = |image: &Setup| Player::BOTH.map(|player| image.stones(player));
        images.min_by_key(key).unwrap_or(*setup)
    }

    /// A way to turn one position into another, if there is one.
    #[must_use]
    pub fn between(&self, from: &Setup, to: &Setup) -> Option<Orientation> {
        let leads = |way: &&Orientation| from.mapped(|square| way.image(square)) == *to;
        self.ways.iter().find(leads).cloned()
    }

    /// Where a turn may come to lie if the board is turned so that the position stays the same.
    #[must_use]
    pub fn same_turns(&self, setup: &Setup, turn: SquareSet) -> Vec<SquareSet> {
        let keeps = |way: &&Orientation| setup.mapped(|square| way.image(square)) == *setup;
        let mut turns: Vec<_> =
            self.ways.iter().filter(keeps).map(|way| way.images(turn)).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }

    /// The position after a turn, in which stones may have been forgone.
    #[must_use]
    pub fn after(&self, setup: &Setup, stones: SquareSet) -> Setup {
        setup.after_turn(stones, self.game.turn_order())
    }
}

fn table(geometry: &Geometry, way: &Symmetry) -> Orientation {
    let squares = 0..geometry.grid().len();
    let cells = geometry.cells();
    let image = |square| if cells.contains(square) { way.image(square) } else { square };
    Orientation(squares.map(|index| image(Square::from_index(index))).collect())
}
