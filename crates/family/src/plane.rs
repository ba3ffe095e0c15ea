//! The unbounded board: points, directions, and proofs of wins on it as data.
//!
//! Certificates of `sixfold check` are seen through a window of at most 26x26 squares. With seven and more
//! in a row a proof does not fit: a stone that the defender may place is up to p + 2(k - 1) squares away.
//! So a proof on the whole plane has a form of its own, and [`crate::check`] decides whether it is one.

use serde::{Deserialize, Serialize};

/// A square of the unbounded board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "[i16; 2]", into = "[i16; 2]")]
pub struct Point {
    /// To the right.
    pub x: i16,
    /// Upwards.
    pub y: i16,
}

impl From<[i16; 2]> for Point {
    fn from([x, y]: [i16; 2]) -> Point {
        Point { x, y }
    }
}

impl From<Point> for [i16; 2] {
    fn from(point: Point) -> [i16; 2] {
        [point.x, point.y]
    }
}

impl Point {
    /// The point so many steps away.
    #[must_use]
    pub fn along(self, direction: Direction, steps: i16) -> Point {
        Point { x: self.x + direction.x * steps, y: self.y + direction.y * steps }
    }

    /// The images of the point under the eight symmetries of the board that keep the origin.
    #[must_use]
    pub fn images(self) -> [Point; 8] {
        let Point { x, y } = self;
        [[x, y], [-x, y], [x, -y], [-x, -y], [y, x], [-y, x], [y, -x], [-y, -x]].map(Point::from)
    }

    /// The point as seen from another.
    #[must_use]
    pub fn from_origin(self, origin: Point) -> Point {
        Point { x: self.x - origin.x, y: self.y - origin.y }
    }
}

/// A step along a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// To the right.
    pub x: i16,
    /// Upwards.
    pub y: i16,
}

/// The directions in which stones are counted.
pub const DIRECTIONS: [Direction; 4] = [
    Direction { x: 1, y: 0 },
    Direction { x: 0, y: 1 },
    Direction { x: 1, y: 1 },
    Direction { x: 1, y: -1 },
];

/// What the game on the plane depends on once the first turn is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rules {
    /// How many stones in a row win.
    pub k: u16,
    /// How many stones a turn places.
    pub p: u16,
}

impl Rules {
    /// The stones that make a segment a threat: k - p (the papers' delta), at least 1 in games worth a
    /// look.
    #[must_use]
    pub fn threat(self) -> u16 {
        self.k.saturating_sub(self.p)
    }
}

/// A proof that a player, the *attacker*, wins a position on the unbounded board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaneProof {
    /// The game.
    pub rules: Rules,
    /// The stones of the attacker.
    pub attacker: Vec<Point>,
    /// The stones of his opponent, the *defender*.
    pub defender: Vec<Point>,
    /// Who is to move, with a full turn of p stones, and how the attacker wins.
    pub root: Root,
}

/// The first step of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Root {
    /// The attacker is to move.
    Attack(PlaneAttack),
    /// The defender is to move.
    Defence(Vec<PlaneReply>),
}

/// A turn of the attacker. Without replies it completes k in a row, or makes more threats than the
/// defender has stones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaneAttack {
    /// His stones.
    #[serde(rename = "a")]
    pub stones: Vec<Point>,
    /// The replies that need an answer; all others are covered by them.
    #[serde(rename = "r", default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<PlaneReply>,
}

/// A reply of the defender, and the attack that refutes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaneReply {
    /// His stones; if they are fewer than p, the others are null stones.
    #[serde(rename = "d")]
    pub stones: Vec<Point>,
    /// What refutes them.
    #[serde(flatten)]
    pub answer: PlaneAttack,
}

impl PlaneProof {
    /// The turns of the attacker in the proof.
    #[must_use]
    pub fn attacks(&self) -> usize {
        fn of_replies(replies: &[PlaneReply]) -> usize {
            replies.iter().map(|reply| 1 + of_replies(&reply.answer.replies)).sum()
        }
        match &self.root {
            Root::Attack(attack) => 1 + of_replies(&attack.replies),
            Root::Defence(replies) => of_replies(replies),
        }
    }
}
