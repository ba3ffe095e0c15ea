//! The symmetries of a board, as maps of sets of cells.

use sixfold_game::{Player, Square};

use crate::board::Board;
use crate::cells::CellSet;

/// A symmetry. Each is its own inverse.
#[derive(Clone, Debug)]
pub(super) struct Symmetry {
    /// Where each cell comes to lie; nothing if all stay.
    image: Option<Vec<Square>>,
    players: Players,
}

/// What becomes of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Players {
    Stay,
    ChangePlaces,
}

impl Symmetry {
    /// All symmetries of a board, the identity first.
    pub(super) fn all(board: &Board) -> Vec<Symmetry> {
        let cells = || board.grid().squares();
        let rotated = |cell: Square| board.rotated(cell);
        let mut symmetries = vec![
            Symmetry { image: None, players: Players::Stay },
            Symmetry { image: Some(cells().map(rotated).collect()), players: Players::Stay },
        ];
        let reflected: Option<Vec<Square>> = cells().map(|cell| board.reflected(cell)).collect();
        if let Some(reflected) = reflected {
            // The rotation and the reflection commute, so what they make together is its own inverse.
            let both = reflected.iter().map(|&cell| rotated(cell)).collect();
            symmetries.push(Symmetry { image: Some(reflected), players: Players::ChangePlaces });
            symmetries.push(Symmetry { image: Some(both), players: Players::ChangePlaces });
        }
        symmetries
    }

    pub(super) fn of_player(&self, player: Player) -> Player {
        match self.players {
            Players::Stay => player,
            Players::ChangePlaces => player.opponent(),
        }
    }

    pub(super) fn of_cell(&self, cell: Square) -> Square {
        self.image.as_ref().map_or(cell, |image| image[cell.index()])
    }

    pub(super) fn of_cells<const WORDS: usize>(&self, cells: CellSet<WORDS>) -> CellSet<WORDS> {
        match &self.image {
            Some(image) => cells.iter().map(|cell| image[cell.index()]).collect(),
            None => cells,
        }
    }
}
