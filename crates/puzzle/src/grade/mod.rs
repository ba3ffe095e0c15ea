//! How hard a puzzle is, and what it is about.
//!
//! [`grade`] counts [`Features`] of a finished puzzle, adds up points for them, and says which [`Theme`]s
//! its main line has. How the points were chosen is told in `docs/puzzles.md`.

mod features;
mod human;
mod natural;
mod points;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod themes;
mod walk;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sixfold_connect::{Geometry, LinePlanes, Position, SegmentCounts, SegmentState};
use sixfold_game::certificate::Certificate;
use sixfold_game::{Game, GameName, Player, Setup, SpentBudget, SquareSet};
use sixfold_solve::{Budget, Meter};
use thiserror::Error;
use utoipa::ToSchema;

use self::points::Term;
use crate::{Goal, Puzzle};

/// How hard a puzzle is for a person, from 1 to [`Level::MOST`].
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema,
)]
#[serde(try_from = "u8")]
pub struct Level(u8);

/// A number that is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no level {number}, only 1 to {}", Level::MOST)]
pub struct NoSuchLevel {
    /// The number.
    pub number: u8,
}

impl TryFrom<u8> for Level {
    type Error = NoSuchLevel;

    fn try_from(number: u8) -> Result<Level, NoSuchLevel> {
        Level::new(number).ok_or(NoSuchLevel { number })
    }
}

impl Level {
    /// The hardest level.
    pub const MOST: u8 = 6;
    const HARDEST: Level = Level(Level::MOST);

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
    /// A stone of the attacker parries a threat and makes one.
    ParryAndAttack,
    /// A line is given away: the key makes threats, but no stone on their lines is part of the final
    /// threats.
    Sacrifice,
    /// One stone blocks two lines where they cross: in a reply of the main line, or after a first turn
    /// that looks at least as good as the key.
    CrossingBlock,
    /// Both sides repeat themselves along the board: for three turns of the attacker, a stone of his
    /// and one of the replies are moved by the same step.
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
    /// Turns of both sides that a solver who looks at the most natural ones first has to consider until
    /// he has found the key and confirmed it.
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

/// A puzzle that is to be graded: all of it but the grade.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The game.
    pub game: GameName,
    /// The position.
    pub setup: &'a Setup,
    /// The win that is asked for.
    pub goal: Goal,
    /// The only first turn that reaches it.
    pub key: SquareSet,
    /// The main line, the key first.
    pub line: &'a [SquareSet],
    /// The proof of the win.
    pub certificate: &'a Certificate,
}

impl<'a> From<&'a Puzzle> for Subject<'a> {
    fn from(puzzle: &'a Puzzle) -> Subject<'a> {
        Subject {
            game: puzzle.game,
            setup: &puzzle.setup,
            goal: puzzle.goal,
            key: puzzle.key,
            line: &puzzle.line,
            certificate: &puzzle.certificate,
        }
    }
}

/// Grades a puzzle. The same puzzle gets the same grade on every machine.
pub fn grade(subject: &Subject, budget: &Budget) -> Result<Grade, SpentBudget> {
    match subject.game {
        GameName::Connect(rules) if LinePlanes::serve(rules) => {
            grade_with::<LinePlanes>(subject, Geometry::new(rules), budget)
        }
        GameName::Connect(rules) => {
            grade_with::<SegmentCounts>(subject, Geometry::new(rules), budget)
        }
        GameName::Hex(rules) => match crate::hex::open_position(rules, subject.setup) {
            Some(position) => {
                let features = crate::hex::features(subject, &position, budget)?;
                Ok(Grade::new(features, Vec::new()))
            }
            None => Ok(Grade::by_size(subject)),
        },
    }
}

fn grade_with<S: SegmentState>(
    subject: &Subject,
    geometry: Geometry,
    budget: &Budget,
) -> Result<Grade, SpentBudget> {
    let position = Position::<S>::from_setup(Arc::new(geometry), subject.setup);
    let Some(position) = position.ok().filter(|position| position.outcome().is_none()) else {
        return Ok(Grade::by_size(subject));
    };
    let plies = walk::plies(&position, subject.line);
    let mut meter = Meter::start(budget.clone());
    let features = features::features(subject, &position, &plies, &mut meter)?;
    Ok(Grade::new(features, themes::themes(subject, &position, &plies)))
}

impl Grade {
    fn new(features: Features, themes: Vec<Theme>) -> Grade {
        let difficulty = points::points(&features);
        Grade { level: points::level(difficulty), difficulty, features, themes }
    }

    /// The grade of something whose turns are not understood.
    fn by_size(subject: &Subject) -> Grade {
        let stones: usize =
            Player::BOTH.map(|player| subject.setup.stones(player).len()).iter().sum();
        let turns = subject.goal.turns;
        Grade::new(Features { turns, stones: stones as u16, ..Features::default() }, Vec::new())
    }

    /// The grade in one line: what the points are for, most of them first.
    #[must_use]
    pub fn explain(&self) -> String {
        let Grade { level, difficulty, features, .. } = self;
        let mut terms: Vec<Term> = points::terms(features).into();
        terms.retain(|term| term.points > 0);
        terms.sort_by_key(|term| std::cmp::Reverse(term.points));
        let reasons: Vec<String> =
            terms.iter().map(|term| format!("{} ({})", term.words, term.points)).collect();
        let (number, name) = (level.number(), level.name());
        format!("level {number} ({name}), {difficulty} points: {}", reasons.join(", "))
    }
}
