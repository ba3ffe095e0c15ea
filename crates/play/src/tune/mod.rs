//! Learning the tables of [`crate::evaluate`] from games.
//!
//! Two tables are learned: what windows say about who wins, and what the squares around an empty square
//! say about whether the next stone is placed there. Some games are held out, and tell how good the tables
//! are. The same games and the same seed give the same tables.

pub mod figures;
pub mod games;
mod stones;
mod weights;
mod windows;

use std::sync::Arc;

use fastrand::Rng;
use sixfold_connect::{Geometry, LinePlanes, SegmentCounts, SegmentState};
use sixfold_game::ConnectRules;
use thiserror::Error;

use crate::evaluate::{Tables, Values};
use figures::{StoneFigures, WindowFigures};
pub use games::PlayedGame;

/// How tables are learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Decides which games are held out, and in which order the others are looked at.
    pub seed: u64,
    /// How often every game is looked at.
    pub epochs: usize,
    /// The share of games that are held out, between 0 and 1.
    pub held_out: f64,
    /// How many games are taken, if not all.
    pub games: Option<usize>,
}

/// How far learning is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What it is at.
    pub part: Part,
    /// What is done of it: games for positions, epochs for tables.
    pub done: usize,
    /// What there is to do.
    pub of: usize,
}

/// A part of learning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Taking positions from games.
    Positions,
    /// Learning the values of windows.
    Windows,
    /// Learning the values of stones.
    Stones,
}

/// Tables that were learned, and what they are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The games that were learned from.
    pub games: usize,
    /// The games held out.
    pub held_out: usize,
    /// The values of windows.
    pub windows: Learned<WindowFigures>,
    /// The values of stones.
    pub stones: Learned<StoneFigures>,
}

/// A table that was learned, and what it is worth on the games held out.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned<Figures> {
    /// The table.
    pub values: Values,
    /// What it foretells.
    pub figures: Figures,
    /// What the formula foretells.
    pub formula: Figures,
}

/// Why nothing was learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TuneError {
    /// There are no games on one side of the split.
    #[error("too few games: {games} to learn from and {held_out} held out")]
    TooFewGames {
        /// The games to learn from.
        games: usize,
        /// The games held out.
        held_out: usize,
    },
    /// The games are all too short, drawn, or decided by threats.
    #[error("the games hold no position to learn from")]
    NoPositions,
}

/// What both tables are learned with.
struct Course<'a> {
    geometry: Arc<Geometry>,
    games: &'a [PlayedGame],
    held_out: &'a [PlayedGame],
    formula: Tables,
    epochs: usize,
    random: Rng,
    watch: &'a mut dyn FnMut(Progress),
}

/// Learns the tables of a game.
pub fn tune(
    rules: ConnectRules,
    games: &[PlayedGame],
    settings: Settings,
    watch: &mut dyn FnMut(Progress),
) -> Result<Tuned, TuneError> {
    let mut random = Rng::with_seed(settings.seed);
    let mut games = games.to_vec();
    random.shuffle(&mut games);
    games.truncate(settings.games.unwrap_or(usize::MAX));
    let held_out = (games.len() as f64 * settings.held_out).round() as usize;
    let (games, held_out) = games.split_at(games.len().saturating_sub(held_out));
    if games.is_empty() || held_out.is_empty() {
        let (games, held_out) = (games.len(), held_out.len());
        return Err(TuneError::TooFewGames { games, held_out });
    }
    let course = Course {
        geometry: Arc::new(Geometry::new(rules)),
        games,
        held_out,
        formula: Tables::by_formula(rules),
        epochs: settings.epochs,
        random,
        watch,
    };
    if LinePlanes::serve(rules) {
        course.take::<LinePlanes>()
    } else {
        course.take::<SegmentCounts>()
    }
}

impl Course<'_> {
    fn take<S: SegmentState>(mut self) -> Result<Tuned, TuneError> {
        let windows = windows::learn::<S>(&mut self)?;
        let stones = stones::learn::<S>(&mut self);
        let (games, held_out) = (self.games.len(), self.held_out.len());
        Ok(Tuned { games, held_out, windows, stones })
    }
}

#[cfg(test)]
mod tests;
