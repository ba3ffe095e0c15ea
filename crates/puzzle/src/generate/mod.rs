//! Making many puzzles: from games, one after the other, until there are enough of every level.
//!
//! Which puzzles come out follows from the plan alone, however many threads there are and however
//! often the work is interrupted: games are looked at in batches, and what a batch yields is written
//! to a journal before the next one begins.

mod journal;
mod material;

pub use journal::JournalError;
use material::Candidate;
pub use material::{Material, PlayedGame};

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sixfold_game::GameName;
use sixfold_solve::{Budget, Control};
use thiserror::Error;

use crate::compose::{ECONOMY_SHARE, Limits, compose};
use crate::{Goal, Level, Puzzle, Referee, Shape, referee};
use journal::Journal;

/// What is to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// What decides the games.
    pub seed: u64,
    /// How many puzzles.
    pub count: usize,
    /// The levels that share them equally; in Hex, that they may have.
    pub levels: Vec<Level>,
    /// The highest order and the most turns.
    pub most: Goal,
    /// The fewest turns.
    pub least_turns: u8,
    /// The nodes that each question to the solvers may take.
    pub effort: u64,
    /// The most games that are looked at.
    pub games: u64,
}

/// How far the work is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games looked at.
    pub games: u64,
    /// The most games that will be.
    pub of_games: u64,
    /// Puzzles made of each level, wanted or not.
    pub made: BTreeMap<Level, usize>,
    /// Puzzles that will be kept.
    pub kept: usize,
}

/// Why no puzzles were made.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// Puzzles of this game are not understood.
    #[error("there are no puzzles of this game")]
    Game,
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The threads.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// How the work ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// There are these puzzles, as many as were wanted or as the games gave.
    Finished(Vec<Puzzle>),
    /// It was cancelled; the same command goes on from the journal.
    Stopped,
}

/// The search for a win may take this part of what a question about it may.
const SEARCH_SHARE: u64 = 10;
/// Games that are looked at between two entries of the journal.
const BATCH: u64 = 16;

/// Makes puzzles by a plan with so many threads, and keeps a journal in this file. If it is cancelled,
/// what the batch has yielded so far is dropped: the same plan goes on before it.
pub fn generate(
    plan: &Plan,
    mut material: Material,
    threads: usize,
    journal: &Path,
    control: &Arc<Control>,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Ending, GenerateError> {
    let game: GameName = plan.game.parse().map_err(|_| GenerateError::Game)?;
    let referee = referee(game).ok_or(GenerateError::Game)?;
    material.shuffle(plan.seed);
    let most_games = material.len().unwrap_or(u64::MAX).min(plan.games);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let (mut journal, journalled) = Journal::open(journal, plan)?;
    let mut made = Distinct::default();
    made.extend(journalled);
    let mut next = journal.games();
    loop {
        let selection = Selection::of(plan, &made.puzzles);
        let progress = selection.progress(plan, next.min(most_games), most_games);
        watch(&progress);
        if next >= most_games || selection.is_full {
            journal.remove()?;
            let chosen = selection.chosen.iter().map(|&place| made.puzzles[place].clone());
            return Ok(Ending::Finished(chosen.collect()));
        }
        let batch: Vec<u64> = (next..most_games.min(next + BATCH)).collect();
        let work = Work { plan, game, material: &material, referee: &*referee, control };
        let found: Vec<Option<Puzzle>> =
            pool.install(|| batch.par_iter().map(|&number| work.puzzle_of(number)).collect());
        if control.is_cancelled() {
            return Ok(Ending::Stopped);
        }
        let found: Vec<Puzzle> = found.into_iter().flatten().collect();
        next += batch.len() as u64;
        journal.append(next, &found)?;
        made.extend(found);
    }
}

/// What every thread needs.
struct Work<'a> {
    plan: &'a Plan,
    game: GameName,
    material: &'a Material,
    referee: &'a dyn Referee,
    control: &'a Arc<Control>,
}

impl Work<'_> {
    /// The first puzzle that a game yields.
    fn puzzle_of(&self, number: u64) -> Option<Puzzle> {
        let Work { plan, game, material, referee, control } = *self;
        if control.is_cancelled() {
            return None;
        }
        let candidates = material.candidates(game, plan.seed, number, plan.most, referee);
        candidates.into_iter().find_map(|candidate| {
            let control = Arc::new(Control::under(control));
            let budget = Budget { nodes: Some(plan.effort), control, ..Budget::default() };
            let search = Budget { nodes: Some(plan.effort / SEARCH_SHARE), ..budget.clone() };
            let Candidate { setup, source, most } = candidate;
            let economy = plan.effort * ECONOMY_SHARE;
            let limits = Limits { most, least_turns: plan.least_turns, search, budget, economy };
            let made = compose(game, &setup, source, &limits, referee);
            made.ok().flatten()
        })
    }
}

/// Puzzles of which no two have the same shape.
#[derive(Default)]
struct Distinct {
    puzzles: Vec<Puzzle>,
    shapes: HashSet<Shape>,
}

impl Distinct {
    fn extend(&mut self, puzzles: Vec<Puzzle>) {
        let shapes = &mut self.shapes;
        self.puzzles.extend(puzzles.into_iter().filter(|puzzle| shapes.insert(puzzle.shape())));
    }
}

/// Which of the puzzles that were made are kept.
struct Selection {
    /// Their places.
    chosen: Vec<usize>,
    made: BTreeMap<Level, usize>,
    is_full: bool,
}

impl Selection {
    /// Of each level its share, the first ones, and whatever else there is if a level has too few.
    fn of(plan: &Plan, made: &[Puzzle]) -> Selection {
        let mut by_level: BTreeMap<Level, usize> = BTreeMap::new();
        let (mut chosen, mut others) = (Vec::new(), Vec::new());
        for (place, puzzle) in made.iter().enumerate() {
            let level = puzzle.grade.level;
            let number = by_level.entry(level).or_default();
            *number += 1;
            let is_wanted = *number <= share(plan, level);
            if is_wanted { chosen.push(place) } else { others.push(place) }
        }
        let is_full = chosen.len() >= plan.count;
        chosen.truncate(plan.count);
        others.retain(|&place| plan.levels.contains(&made[place].grade.level));
        chosen.extend(others.into_iter().take(plan.count.saturating_sub(chosen.len())));
        Selection { chosen, made: by_level, is_full }
    }

    fn progress(&self, plan: &Plan, games: u64, of_games: u64) -> Progress {
        let kept = plan
            .levels
            .iter()
            .map(|&level| self.made.get(&level).copied().unwrap_or(0).min(share(plan, level)));
        let kept = kept.sum::<usize>().min(plan.count);
        Progress { games, of_games, made: self.made.clone(), kept }
    }
}

/// How many puzzles of a level are wanted: the levels share them, the first ones what is left over. The
/// grades of Hex are too rough for shares: there any wanted level will do.
fn share(plan: &Plan, level: Level) -> usize {
    let Some(place) = plan.levels.iter().position(|&wanted| wanted == level) else { return 0 };
    if let Ok(GameName::Hex(_)) = plan.game.parse() {
        return plan.count;
    }
    let levels = plan.levels.len();
    plan.count / levels + usize::from(place < plan.count % levels)
}
