//! Puzzles: collections, the question, solving, training.

mod collections;
mod composing;
mod sheets;
mod solution;
mod solving;
mod training;

use std::sync::Arc;

use serde::Serialize;
use sixfold_game::Player;
use sixfold_puzzle::training::{PuzzleName, Standing, State};
use sixfold_puzzle::{Filter, Grade, Level, Puzzle, Theme};
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::error::ApiError;
use crate::folder::CheckedName;
use crate::puzzles::{Entry, Puzzles, Volume};
use crate::workbench::Workbench;

pub fn router() -> OpenApiRouter<Workbench> {
    OpenApiRouter::new()
        .merge(collections::router())
        .merge(composing::router())
        .merge(sheets::router())
        .merge(solving::router())
        .merge(solution::router())
        .merge(training::router())
}

/// A puzzle without its solution.
#[derive(Serialize, ToSchema)]
struct Question {
    /// Its name.
    id: String,
    /// The game.
    game: String,
    /// The position.
    fen: String,
    /// What is asked for, in words.
    task: String,
    /// Who is to win.
    to_move: Player,
    /// How hard it is, from 1 to 6.
    level: u8,
    /// How hard it is, in words.
    level_name: String,
    /// What it is about.
    themes: Vec<Theme>,
    /// In how many turns of his the attacker is to win, the last one included.
    turns: u8,
    /// The highest order of the win.
    order: u8,
    /// Where its level comes from.
    explanation: String,
    /// How well it is known.
    state: State,
    /// Whether it is to come again by now.
    due: bool,
    /// Whether the attempt that is under way has been helped, by a hint or by an analysis.
    helped: bool,
}

/// What the journal says of a puzzle.
#[derive(Clone, Copy)]
struct Trained {
    standing: Option<Standing>,
    helped: bool,
}

impl Trained {
    fn of(
        puzzles: &Puzzles,
        name: PuzzleName<'_>,
        now: OffsetDateTime,
    ) -> Result<Trained, ApiError> {
        puzzles.journal(|journal| {
            Ok(Trained { standing: journal.standing(name)?, helped: journal.is_helped(name, now)? })
        })
    }
}

fn question(puzzle: &Puzzle, id: &str, trained: Trained, now: OffsetDateTime) -> Question {
    let Trained { standing, helped } = trained;
    let Grade { level, themes, .. } = &puzzle.grade;
    Question {
        id: id.to_string(),
        game: puzzle.game.to_string(),
        fen: puzzle.setup.to_string(),
        task: puzzle.task(),
        to_move: puzzle.attacker(),
        level: level.number(),
        level_name: level.name().to_string(),
        themes: themes.clone(),
        turns: puzzle.goal.turns,
        order: puzzle.goal.order,
        explanation: puzzle.grade.explain(),
        state: state(standing),
        due: standing.is_some_and(|standing| standing.is_due(now)),
        helped,
    }
}

/// Puzzles of this level, and with this theme.
fn filter(level: Option<u8>, theme: Option<Theme>) -> Result<Filter, ApiError> {
    let level = level.map(|number| Level::new(number).ok_or(number)).transpose();
    let level = level.map_err(|number| {
        ApiError::bad(format!("there is no level {number}: levels are 1 to {}", Level::MOST))
    })?;
    let (levels, themes) = (level.into_iter().collect(), theme.into_iter().collect());
    Ok(Filter { levels, themes, turns: Vec::new() })
}

fn state(standing: Option<Standing>) -> State {
    standing.map_or(State::New, |standing| standing.state())
}

/// A puzzle of a collection, as a path names them.
struct Found {
    volume: Arc<Volume>,
    id: String,
}

impl Found {
    fn new(puzzles: &Puzzles, collection: &str, id: String) -> Result<Found, ApiError> {
        let found = Found { volume: puzzles.get(&CheckedName::new(collection)?)?, id };
        found.volume.puzzle(&found.id)?;
        Ok(found)
    }

    fn puzzle(&self) -> Result<&Puzzle, ApiError> {
        self.volume.puzzle(&self.id)
    }

    fn name(&self) -> PuzzleName<'_> {
        PuzzleName { collection: self.volume.name.as_str(), puzzle: &self.id }
    }
}

/// How many puzzles there are of each level.
fn by_level(entries: &[Entry]) -> [usize; 6] {
    let mut counts = [0; 6];
    for entry in entries {
        let place = usize::from(entry.puzzle.grade.level.number()).wrapping_sub(1);
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
    counts
}
