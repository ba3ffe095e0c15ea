//! Game records as they are sent: trees of turns with comments and marks.
//!
//! A node holds a whole turn, unless variations part inside it or something is said about its
//! first stones. What comes back is the record that was sent.

mod json;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use sixfold_game::Player;
use utoipa::ToSchema;

pub use json::{JsonError, read_json};
pub use read::{NodeFault, RecordError};

/// A game, or a tree of variations, as it is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Record)]
pub struct RecordTree {
    /// The game.
    pub game: String,
    /// The window through which an unbounded board is seen; boards with an edge have none.
    #[serde(default)]
    pub window: Option<WindowSize>,
    /// Who played, where and how it ended.
    #[serde(default)]
    pub info: RecordInfo,
    /// The first node.
    pub root: RecordNode,
}

/// The size of a window on an unbounded board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WindowSize {
    /// Its rows.
    pub rows: u8,
    /// Its columns.
    pub columns: u8,
}

/// What is known of a game besides its moves. Unknown texts are empty.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecordInfo {
    /// Black's name.
    pub black: String,
    /// White's name.
    pub white: String,
    /// The tournament or game identifier.
    pub event: String,
    /// The date, as it was written.
    pub date: String,
    /// The place.
    pub place: String,
    /// The result as an SGF writes it: `B+`, `W+R`, `Draw`.
    pub result: String,
}

/// A step of a record: a turn, a part of one, or a change of the position.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecordNode {
    /// The stones of a turn or of a part of one; none at the root, for a comment, a setup or a null
    /// move.
    pub stones: Vec<String>,
    /// Who places them. Without stones and setup: who makes a null move.
    pub player: Option<Player>,
    /// Whether White takes over the only stone, as the swap rule of Hex allows. Then there are no
    /// stones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub swap: bool,
    /// A change of the position before the stones.
    pub setup: Option<RecordSetup>,
    /// What the annotator says.
    pub comment: String,
    /// Signs drawn on the board.
    pub marks: Vec<RecordMark>,
    /// What an SGF says here that is not interpreted.
    pub properties: Vec<RecordProperty>,
    /// The variations that follow, the main line first.
    #[schema(no_recursion)]
    pub children: Vec<RecordNode>,
}

/// A change of the position that is not a move.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecordSetup {
    /// Stones added for Black.
    pub black: Vec<String>,
    /// Stones added for White.
    pub white: Vec<String>,
    /// Squares cleared.
    pub cleared: Vec<String>,
    /// Whose turn it is from now on, if that changes.
    pub to_move: Option<Player>,
    /// How many stones he has to place; a whole turn if only `to_move` is given.
    pub stones_left: Option<u16>,
}

/// A sign on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordMark {
    /// Where it is.
    pub square: String,
    /// What it looks like.
    pub sign: MarkSign,
    /// The text of a label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// The look of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkSign {
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A short text.
    Label,
}

/// A property of an SGF node that is kept without being understood, with its values as they stand
/// between the brackets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordProperty {
    /// Its name.
    pub name: String,
    /// Its values, escapes included.
    pub values: Vec<String>,
}
