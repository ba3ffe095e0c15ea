//! The plane that boards are laid on: places, the four directions of runs, the ways to turn a board.

use serde::{Deserialize, Serialize};

/// A square of the plane. Columns grow to the right, rows upwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The row; it comes first so that places are ordered row by row.
    pub row: i32,
    /// The column.
    pub column: i32,
}

impl Place {
    /// The place in this column and row.
    #[must_use]
    pub const fn new(column: i32, row: i32) -> Place {
        Place { row, column }
    }

    /// The place that lies so many steps away.
    #[must_use]
    pub const fn step(self, direction: Direction, steps: i32) -> Place {
        let (right, up) = direction.vector();
        Place::new(self.column + right * steps, self.row + up * steps)
    }

    /// The place moved by another one's column and row.
    #[must_use]
    pub const fn moved_by(self, other: Place) -> Place {
        Place::new(self.column + other.column, self.row + other.row)
    }
}

/// A direction in which stones are lined up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// One step, to the right or upwards: columns and rows.
    const fn vector(self) -> (i32, i32) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// The name in files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Horizontal => "horizontal",
            Direction::Vertical => "vertical",
            Direction::Rising => "rising",
            Direction::Falling => "falling",
        }
    }

    /// The direction of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name)
    }
}

/// A way to lay a board down: a symmetry of the square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// As it is drawn.
    Plain,
    /// Left and right exchanged.
    Mirrored,
    /// Top and bottom exchanged.
    Flipped,
    /// Half a turn.
    Turned,
    /// Columns and rows exchanged.
    Transposed,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
    /// Columns and rows exchanged, and half a turn.
    Crossed,
}

impl Orientation {
    /// All eight.
    pub const ALL: [Orientation; 8] = [
        Orientation::Plain,
        Orientation::Mirrored,
        Orientation::Flipped,
        Orientation::Turned,
        Orientation::Transposed,
        Orientation::Left,
        Orientation::Right,
        Orientation::Crossed,
    ];

    /// Where a place comes to lie.
    #[must_use]
    pub const fn apply(self, place: Place) -> Place {
        let Place { row, column } = place;
        match self {
            Orientation::Plain => Place::new(column, row),
            Orientation::Mirrored => Place::new(-column, row),
            Orientation::Flipped => Place::new(column, -row),
            Orientation::Turned => Place::new(-column, -row),
            Orientation::Transposed => Place::new(row, column),
            Orientation::Left => Place::new(-row, column),
            Orientation::Right => Place::new(row, -column),
            Orientation::Crossed => Place::new(-row, -column),
        }
    }

    /// The name in files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Orientation::Plain => "plain",
            Orientation::Mirrored => "mirrored",
            Orientation::Flipped => "flipped",
            Orientation::Turned => "turned",
            Orientation::Transposed => "transposed",
            Orientation::Left => "left",
            Orientation::Right => "right",
            Orientation::Crossed => "crossed",
        }
    }

    /// The orientation of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Orientation> {
        Orientation::ALL.into_iter().find(|orientation| orientation.name() == name)
    }
}
