//! Making a puzzle out of a position that is won.
//!
//! The shortest win is found, its first turn must be the only one that reaches the goal, stones that
//! do not matter are taken away, and what a solver wants to know is worked out: tries and their
//! refutations, duals, the grade.

mod appraise;
mod draft;
mod duals;
mod economy;
mod legality;
mod remarks;
mod tries;

pub use appraise::{Appraisal, Cooked, Economy, Finding, Needless, OneKey, appraise};
pub(crate) use draft::Draft;
use economy::Simplified;
pub use legality::{Illegal, legality};
pub use remarks::{Remark, Tone, Topic};

use sixfold_game::{GameName, Setup, SpentBudget, SquareSet};
use sixfold_solve::Budget;

use crate::grade::{Subject, grade};
use crate::{Goal, Puzzle, Referee, Source};

/// How much is looked for, and how hard.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The highest order and the most turns.
    pub most: Goal,
    /// The fewest turns.
    pub least_turns: u8,
    /// What finding a win may cost. Most positions have none that is short enough to be a puzzle.
    pub search: Budget,
    /// What each question about a win that was found may cost.
    pub budget: Budget,
    /// The nodes that taking stones away may cost in all; a puzzle that needs more is given up.
    pub economy: u64,
}

/// Taking stones away may take as much as so many questions.
pub(crate) const ECONOMY_SHARE: u64 = 10;
/// A win in fewer turns is no puzzle: the row is completed at once.
const LEAST_TURNS: u8 = 2;

impl Limits {
    /// The limits for a single position: finding the win may cost as much as every question about it.
    #[must_use]
    pub fn of_composer(most: Goal, budget: &Budget) -> Limits {
        Limits {
            most,
            least_turns: LEAST_TURNS,
            search: budget.clone(),
            budget: budget.clone(),
            economy: budget.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(ECONOMY_SHARE)),
        }
    }
}

/// Makes a puzzle of a position, if it is won as the limits say and one turn alone wins it.
pub fn compose(
    game: GameName,
    setup: &Setup,
    source: Source,
    limits: &Limits,
    referee: &dyn Referee,
) -> Result<Option<Puzzle>, SpentBudget> {
    let Some(draft) = Draft::new(game, setup, limits, referee)? else { return Ok(None) };
    let simplified = match game {
        GameName::Connect(_) => economy::simplified(&draft, limits, referee),
        // Every stone of Hex has to do with every other: positions of games stay as they are.
        GameName::Hex(_) => Some(Simplified { draft, spare: SquareSet::EMPTY }),
    };
    let Some(simplified) = simplified else { return Ok(None) };
    if legality(game, &simplified.draft.setup).is_err() {
        return Ok(None);
    }
    finished(&simplified.draft, simplified.spare, source, limits, referee)
}

/// The puzzle with all that a solver wants to know.
fn finished(
    draft: &Draft,
    spare: SquareSet,
    source: Source,
    limits: &Limits,
    referee: &dyn Referee,
) -> Result<Option<Puzzle>, SpentBudget> {
    let Draft { game, setup, goal, key } = *draft;
    let Some(win) = referee.win_by(&setup, goal, key, &limits.budget)? else { return Ok(None) };
    let subject =
        Subject { game, setup: &setup, goal, key, line: &win.line, certificate: &win.certificate };
    let grade = grade(&subject, &limits.budget)?;
    let duals = duals::count(game, goal, &win.certificate, referee, &limits.budget);
    let tries = tries::find(draft, referee, &limits.budget)?;
    Ok(Some(Puzzle {
        game,
        setup,
        goal,
        key,
        line: win.line,
        duals,
        tries,
        spare,
        grade,
        source,
        certificate: win.certificate,
    }))
}
