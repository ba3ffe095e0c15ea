//! The games of the family on an unbounded board, and what the paper says of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use sixfold_game::{GameName, NameError};

use crate::plane::Rules;

/// Connect(k,p,q): k in a row win, Black begins with q stones, later turns have p.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Family {
    /// How many stones in a row win.
    pub k: u16,
    /// How many stones a turn places.
    pub p: u16,
    /// How many stones Black places first.
    pub q: u16,
}

impl Family {
    /// What matters once the first turn is played.
    #[must_use]
    pub fn rules(self) -> Rules {
        Rules { k: self.k, p: self.p }
    }

    /// The game by its name, seen through the usual window. Not for k above the largest board.
    pub fn name(self) -> Result<GameName, NameError> {
        self.to_string().parse()
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "connect({},{},{})", self.k, self.p, self.q)
    }
}

/// What Table 1 of \[Family\] says of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Opinion {
    /// "Informally proved" that Black wins.
    #[serde(rename = "B")]
    Black,
    /// "Informally proved" that White wins.
    #[serde(rename = "W")]
    White,
    /// The game favours Black.
    #[serde(rename = "FB")]
    FavoursBlack,
    /// The game favours White.
    #[serde(rename = "FW")]
    FavoursWhite,
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opinion::Black => "B",
            Opinion::White => "W",
            Opinion::FavoursBlack => "FB",
            Opinion::FavoursWhite => "FW",
        })
    }
}

/// The games with q <= p <= 6 and this delta = k - p.
#[must_use]
pub fn table(delta: u16) -> Vec<Family> {
    let games = (1..=6).flat_map(|p| (1..=p).map(move |q| Family { k: p + delta, p, q }));
    games.collect()
}

/// What the paper says of a game; it has a table for delta = 3 only.
#[must_use]
pub fn opinion(game: Family) -> Option<Opinion> {
    use Opinion::{Black as B, FavoursBlack as FB, FavoursWhite as FW, White as W};
    const TABLE: [&[Opinion]; 6] =
        [&[B], &[B, B], &[W, W, B], &[W, W, FB, B], &[W, W, FB, B, B], &[W, W, FW, FW, B, B]];
    if game.k != game.p + 3 {
        return match (game.k, game.p, game.q) {
            (6, 2, 3) | (19, 17, 7) => Some(B),
            (12, 10, 3) => Some(W),
            _ => None,
        };
    }
    let column = TABLE.get(game.p.checked_sub(1)? as usize)?;
    column.get(game.q.checked_sub(1)? as usize).copied()
}
