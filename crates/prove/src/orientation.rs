//! How a position lies on the board: nodes of the tree are the same up to symmetry, so each keeps its
//! position in one orientation, and squares are turned on the way from node to node.

use std::sync::Arc;

use sixfold_connect::{GeneralPosition, Geometry, SetupError, Symmetry};
use sixfold_game::{Game, GameName, Setup, Square, SquareSet};

/// The symmetries of a board.
#[derive(Clone, Debug)]
pub struct Symmetries {
    geometry: Arc<Geometry>,
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
    /// The symmetries of this board.
    #[must_use]
    pub fn new(geometry: Arc<Geometry>) -> Symmetries {
        Symmetries { geometry }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The one representative of all positions that are the same up to a symmetry.
    pub fn canonical(&self, setup: &Setup) -> Result<Setup, SetupError> {
        Ok(GeneralPosition::from_setup(self.geometry.clone(), setup)?.canonical_setup())
    }

    /// A way to turn one position into another, if there is one.
    #[must_use]
    pub fn between(&self, from: &Setup, to: &Setup) -> Option<Orientation> {
        let mut ways = self.geometry.symmetries().iter();
        ways.find(|way| from.mapped(|square| way.image(square)) == *to).map(|way| self.table(way))
    }

    /// Where a turn may come to lie if the board is turned so that the position stays the same.
    #[must_use]
    pub fn same_turns(&self, setup: &Setup, turn: SquareSet) -> Vec<SquareSet> {
        self.geometry.same_turns(setup, turn)
    }

    /// The position after a turn, in which stones may have been forgone.
    #[must_use]
    pub fn after(&self, setup: &Setup, stones: SquareSet) -> Setup {
        setup.after_turn(stones, GameName::Connect(self.geometry.rules()).turn_order())
    }

    fn table(&self, way: &Symmetry) -> Orientation {
        let squares = 0..self.geometry.grid().len();
        let cells = self.geometry.cells();
        let image = |square| if cells.contains(square) { way.image(square) } else { square };
        Orientation(squares.map(|index| image(Square::from_index(index))).collect())
    }
}
