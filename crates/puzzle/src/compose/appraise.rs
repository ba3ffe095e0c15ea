//! Whether a position that somebody has set up is a puzzle, and if it is none, why.
//!
//! The same questions as for positions of games, asked one after the other, with what was found out
//! at each of them.

use sixfold_game::{GameName, Setup, SpentBudget, SquareSet};

use super::draft::Draft;
use super::economy::{self, stones_of};
use super::legality::{Illegal, legality};
use super::{Limits, finished};
use crate::{Fault, Goal, Puzzle, Referee, Source, verify};

/// No more turns than this are looked for that win besides the key.
const MOST_COOKS: usize = 6;

/// What becomes of stones that a puzzle does not need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needless {
    /// They stay where the composer has put them.
    Kept,
    /// They are taken away, as far as the numbers of stones allow.
    LeftOut,
}

/// What there is to say about a position as a puzzle.
#[derive(Debug)]
pub struct Appraisal {
    /// The game.
    pub game: GameName,
    /// The position, without needless stones if they were to be left out.
    pub setup: Setup,
    /// The highest order and the most turns of the win that was looked for.
    pub most: Goal,
    /// Whether the position can be that of a game.
    pub legality: Result<(), Illegal>,
    /// What was found out about the win.
    pub finding: Finding,
}

/// How far a position is from being a puzzle.
#[derive(Debug)]
pub enum Finding {
    /// Nothing was looked for: the game is over, or a turn is under way.
    NotAsked,
    /// There is no win of the order that is allowed.
    NoWin,
    /// This turn completes a row at once.
    AtOnce(SquareSet),
    /// The shortest win takes more turns than are allowed.
    TooLong(Goal),
    /// Several turns win.
    Cooked(Cooked),
    /// One turn wins.
    OneKey(Box<OneKey>),
    /// It could not be found out.
    Unknown(SpentBudget),
    /// What was found did not stand its check.
    Unproven(Fault),
}

/// Several first turns that reach the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cooked {
    /// The goal.
    pub goal: Goal,
    /// The turns.
    pub turns: Vec<SquareSet>,
    /// Whether there may be more of them.
    pub may_be_more: bool,
}

/// A position in which one turn wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneKey {
    /// The puzzle, which counts only if its position is legal.
    pub puzzle: Puzzle,
    /// How many turns the key is, counting what a symmetry of the position makes of it.
    pub images: usize,
    /// Which stones it does not need.
    pub economy: Economy,
}

/// Which stones a puzzle does not need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Economy {
    /// All of these could be left out together.
    Known {
        /// The stones.
        needless: SquareSet,
    },
    /// It was too costly to find out.
    Unknown,
}

impl Appraisal {
    /// The puzzle that the position is, if it is one.
    #[must_use]
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match &self.finding {
            Finding::OneKey(found) if self.legality.is_ok() => Some(&found.puzzle),
            _ => None,
        }
    }
}

/// Finds out whether a position is a puzzle. What is made of it is as if it had been made of a game.
#[must_use]
pub fn appraise(
    game: GameName,
    setup: &Setup,
    needless: Needless,
    limits: &Limits,
    referee: &dyn Referee,
) -> Appraisal {
    let unasked = |legality| Appraisal {
        game,
        setup: *setup,
        most: limits.most,
        legality,
        finding: Finding::NotAsked,
    };
    let before = legality(game, setup);
    if matches!(before, Err(Illegal::Game | Illegal::PartOfTurn | Illegal::Over)) {
        return unasked(before);
    }
    let finding = find(game, setup, needless, limits, referee).unwrap_or_else(Finding::Unknown);
    let setup = match &finding {
        Finding::OneKey(found) => found.puzzle.setup,
        _ => *setup,
    };
    let legality = legality(game, &setup);
    Appraisal { setup, finding, ..unasked(legality) }
}

fn find(
    game: GameName,
    setup: &Setup,
    needless: Needless,
    limits: &Limits,
    referee: &dyn Referee,
) -> Result<Finding, SpentBudget> {
    let any_length = Goal { turns: u8::MAX, ..limits.most };
    let Some(win) = referee.win(setup, any_length, &limits.search)? else {
        return Ok(Finding::NoWin);
    };
    let Some(&key) = win.line.first() else { return Ok(Finding::NoWin) };
    let goal = win.goal;
    if goal.turns < limits.least_turns {
        return Ok(Finding::AtOnce(key));
    }
    // In Hex no win is better than another.
    if matches!(game, GameName::Connect(_)) && goal.turns > limits.most.turns {
        return Ok(Finding::TooLong(goal));
    }
    let draft = Draft { game, setup: *setup, goal, key };
    if !draft.has_one_key(referee, &limits.budget)? {
        let turns = draft.all_keys(MOST_COOKS, referee, &limits.budget)?;
        let others = turns.len() - referee.same_turns(setup, key).len();
        return Ok(Finding::Cooked(Cooked { goal, turns, may_be_more: others >= MOST_COOKS }));
    }
    with_one_key(&draft, needless, limits, referee)
}

fn with_one_key(
    draft: &Draft,
    needless: Needless,
    limits: &Limits,
    referee: &dyn Referee,
) -> Result<Finding, SpentBudget> {
    let simplified = match draft.game {
        GameName::Connect(_) => economy::simplified(draft, limits, referee),
        GameName::Hex(_) => None,
    };
    let (draft, spare, economy) = match simplified {
        None => (*draft, SquareSet::EMPTY, Economy::Unknown),
        Some(simple) if needless == Needless::LeftOut => {
            (simple.draft, simple.spare, Economy::Known { needless: SquareSet::EMPTY })
        }
        Some(simple) => {
            let needless = stones_of(&draft.setup) - stones_of(&simple.draft.setup);
            (*draft, simple.spare | needless, Economy::Known { needless })
        }
    };
    let Some(puzzle) = finished(&draft, spare, Source::Composed, limits, referee)? else {
        return Ok(Finding::NoWin);
    };
    if legality(draft.game, &draft.setup).is_ok()
        && let Err(fault) = verify(&puzzle, &limits.budget)
    {
        return Ok(match fault {
            Fault::Spent(spent) => Finding::Unknown(spent),
            fault => Finding::Unproven(fault),
        });
    }
    let images = referee.same_turns(&draft.setup, draft.key).len();
    Ok(Finding::OneKey(Box::new(OneKey { puzzle, images, economy })))
}
