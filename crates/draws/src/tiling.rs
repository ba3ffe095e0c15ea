//! Tilings: boards laid on the plane again and again.

use serde::{Deserialize, Serialize};

use crate::plane::{Orientation, Place};

/// Copies of boards that are repeated along two periods.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiling {
    /// The two shifts that leave the tiling as it is.
    pub periods: [Shift; 2],
    /// The copies within one period.
    pub copies: Vec<Copy>,
}

/// A shift of the plane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// To the right.
    pub columns: i32,
    /// Upwards.
    pub rows: i32,
}

/// A board laid down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Copy {
    /// The name of the board.
    pub board: String,
    /// The column to which the corner of the board (its square a1, whether or not it has one) is taken.
    pub column: i32,
    /// The row.
    pub row: i32,
    /// How the board is turned about that corner before.
    #[serde(default = "plain", skip_serializing_if = "is_plain")]
    pub orientation: Orientation,
}

fn plain() -> Orientation {
    Orientation::Plain
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_plain(orientation: &Orientation) -> bool {
    *orientation == Orientation::Plain
}

impl Copy {
    /// Where a place of the board comes to lie.
    #[must_use]
    pub const fn place(&self, place: Place) -> Place {
        self.orientation.apply(place).moved_by(Place::new(self.column, self.row))
    }
}
