//! How hard a puzzle is, and what it is about.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How hard a puzzle is for a person, from 1 to [`Level::MOST`].
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
pub struct Level(u8);

impl Level {
    /// The hardest level.
    pub const MOST: u8 = 6;

    /// The level of this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= Level::MOST { Some(Level(number)) } else { None }
    }

    /// All levels, the easiest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::MOST).map(Level)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What players call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "first steps",
            2 => "easy",
            3 => "medium",
            4 => "hard",
            5 => "very hard",
            _ => "master",
        }
    }
}

/// What a puzzle is about.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// A turn of the solution makes no threat at all.
    QuietMove,
    /// A turn of the solution makes fewer threats than the defender has stones.
    SingleThreat,
    /// The defender parries with threats of his own.
    CounterThreat,
    /// A turn of the attacker parries and attacks at once.
    ParryAndAttack,
    /// A line is given away: the key's stones are no part of the final threats.
    Sacrifice,
    /// One stone of the defender can block two lines where they cross.
    CrossingBlock,
    /// The same pattern is played again and again along the board.
    Ladder,
    /// The key has a stone far from all stones on the board.
    DistantStone,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 8] = [
        Theme::QuietMove,
        Theme::SingleThreat,
        Theme::CounterThreat,
        Theme::ParryAndAttack,
        Theme::Sacrifice,
        Theme::CrossingBlock,
        Theme::Ladder,
        Theme::DistantStone,
    ];

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::QuietMove => "quiet move",
            Theme::SingleThreat => "single threat",
            Theme::CounterThreat => "counter-threat",
            Theme::ParryAndAttack => "parry and attack",
            Theme::Sacrifice => "sacrifice of a line",
            Theme::CrossingBlock => "crossing block",
            Theme::Ladder => "ladder",
            Theme::DistantStone => "distant stone",
        }
    }
}

/// What the difficulty of a puzzle is worked out from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Features {
    /// The attacker's turns.
    pub turns: u8,
    /// Turns of the main line that make no threat.
    pub quiet_turns: u8,
    /// Turns of the main line that make some threats, but fewer than the defender has stones.
    pub single_threats: u8,
    /// Wrong first turns that look at least as good as the key.
    pub tempting_turns: u16,
    /// First turns that fit the goal: forcing ones if only such may win.
    pub first_turns: u32,
    /// Replies to the key that the solution answers one by one.
    pub defences: u16,
    /// Turns of the main line before which the defender has threats.
    pub counter_threats: u8,
    /// Squares between the key's farthest stone and the attacker's nearest stone.
    pub distance: u8,
    /// Turns that a solver who looks at the most natural ones first has to consider.
    pub considered: u32,
    /// Stones on the board.
    pub stones: u16,
}

/// How hard a puzzle is, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Grade {
    /// The level.
    pub level: Level,
    /// The points that the level follows from.
    pub difficulty: u32,
    /// What the points follow from.
    pub features: Features,
    /// What the puzzle is about.
    pub themes: Vec<Theme>,
}
