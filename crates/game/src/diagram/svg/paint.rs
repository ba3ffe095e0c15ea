//! The colours of a board and its stones, for the screen and for paper.

use super::CELL;
use crate::Player;
use crate::diagram::Finish;

/// How a board and its stones are painted.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    /// Around the board.
    pub(super) paper: &'static str,
    pub(super) board: &'static str,
    pub(super) board_edge: &'static str,
    pub(super) lines: &'static str,
    pub(super) letters: &'static str,
    pub(super) letter_size: f64,
    pub(super) shadows: Shadows,
}

/// Whether stones cast shadows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shadows {
    Cast,
    None,
}

impl Paint {
    pub(super) const fn of(finish: Finish) -> Paint {
        match finish {
            Finish::Wood => Paint {
                paper: "#fbf9f4",
                board: "#e8c587",
                board_edge: "#b98f4e",
                lines: "#6e5229",
                letters: "#6b512b",
                letter_size: 0.36 * CELL,
                shadows: Shadows::Cast,
            },
            Finish::Lines => Paint {
                paper: "#ffffff",
                board: "#ffffff",
                board_edge: "#000000",
                lines: "#555555",
                letters: "#000000",
                letter_size: 0.56 * CELL,
                shadows: Shadows::None,
            },
        }
    }

    /// The attributes of a player's stones.
    pub(super) const fn stone(self, player: Player) -> &'static str {
        match (self.shadows, player) {
            (Shadows::Cast, Player::Black) => {
                r##"fill="url(#sixfold-black)" stroke="#000000" stroke-width="0.8""##
            }
            (Shadows::Cast, Player::White) => {
                r##"fill="url(#sixfold-white)" stroke="#8d8981" stroke-width="0.8""##
            }
            (Shadows::None, Player::Black) => {
                r##"fill="#000000" stroke="#000000" stroke-width="2""##
            }
            (Shadows::None, Player::White) => {
                r##"fill="#ffffff" stroke="#000000" stroke-width="2""##
            }
        }
    }
}

/// The colour of a player's sides of a board of Hex.
pub(super) const fn side(player: Player) -> &'static str {
    match player {
        Player::Black => "#26262a",
        Player::White => "#f7f6f2",
    }
}
