//! A won position whose first turn is the only one.

use sixfold_game::{GameName, Setup, SpentBudget, SquareSet};
use sixfold_solve::Budget;

use super::Limits;
use crate::{Goal, Judgement, Referee};

/// A puzzle in the making.
#[derive(Clone, Copy)]
pub(crate) struct Draft {
    pub(crate) game: GameName,
    pub(crate) setup: Setup,
    pub(crate) goal: Goal,
    pub(crate) key: SquareSet,
}

impl Draft {
    /// The puzzle that a position is, if it is one.
    pub(super) fn new(
        game: GameName,
        setup: &Setup,
        limits: &Limits,
        referee: &dyn Referee,
    ) -> Result<Option<Draft>, SpentBudget> {
        let Some(win) = referee.win(setup, limits.most, &limits.search)? else { return Ok(None) };
        let Some(&key) = win.line.first() else { return Ok(None) };
        if win.goal.turns < limits.least_turns {
            return Ok(None);
        }
        let draft = Draft { game, setup: *setup, goal: win.goal, key };
        Ok(draft.has_one_key(referee, &limits.budget)?.then_some(draft))
    }

    /// Whether the key, or what a symmetry of the position makes of it, is the only first turn that
    /// reaches the goal.
    pub(super) fn has_one_key(
        &self,
        referee: &dyn Referee,
        budget: &Budget,
    ) -> Result<bool, SpentBudget> {
        let keys = referee.same_turns(&self.setup, self.key);
        let turns = referee.winning_turns(&self.setup, self.goal, keys.len() + 1, budget)?;
        Ok(turns.len() == keys.len() && turns.iter().all(|turn| keys.contains(turn)))
    }

    /// All first turns that reach the goal, the key and what a symmetry makes of it first; of the
    /// others no more than so many, and fewer if the budget ends.
    pub(super) fn all_keys(
        &self,
        others: usize,
        referee: &dyn Referee,
        budget: &Budget,
    ) -> Result<Vec<SquareSet>, SpentBudget> {
        let keys = referee.same_turns(&self.setup, self.key);
        let turns =
            |others| referee.winning_turns(&self.setup, self.goal, keys.len() + others, budget);
        // That there is one more is told even if not all can be found.
        let few = turns(1)?;
        let many = if few.len() > keys.len() { turns(others).unwrap_or(few) } else { few };
        let others = many.into_iter().filter(|turn| !keys.contains(turn));
        Ok(keys.iter().copied().chain(others).collect())
    }

    /// Whether the position is the same puzzle as before: the key alone reaches the goal, and reaches
    /// neither a shorter one nor one of a lower order.
    pub(crate) fn is_sound(
        &self,
        referee: &dyn Referee,
        budget: &Budget,
    ) -> Result<bool, SpentBudget> {
        let fails = |goal: Goal| -> Result<bool, SpentBudget> {
            let judged = referee.judge(&self.setup, goal, self.key, budget)?;
            Ok(matches!(judged, Judgement::Fails { .. }))
        };
        if let GameName::Hex(_) = self.game {
            return self.has_one_key(referee, budget);
        }
        let Goal { order, turns } = self.goal;
        let is_short = turns > 2 && !fails(Goal { order, turns: turns - 1 })?;
        let is_easy = order > 1 && !fails(Goal { order: order - 1, turns })?;
        Ok(!is_short && !is_easy && self.has_one_key(referee, budget)?)
    }
}
