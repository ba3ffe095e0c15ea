//! Wrong first turns that look good, with what refutes them.

use sixfold_game::SpentBudget;
use sixfold_solve::Budget;

use super::draft::Draft;
use crate::{Judgement, Referee, Try};

/// So many are kept.
const MOST_TRIES: usize = 3;

/// The most tempting turns that fail.
pub(super) fn find(
    draft: &Draft,
    referee: &dyn Referee,
    budget: &Budget,
) -> Result<Vec<Try>, SpentBudget> {
    let keys = referee.same_turns(&draft.setup, draft.key);
    let mut tries = Vec::new();
    for turn in referee.tempting_turns(&draft.setup, draft.goal) {
        if tries.len() == MOST_TRIES {
            break;
        }
        if keys.contains(&turn) {
            continue;
        }
        let judged = referee.judge(&draft.setup, draft.goal, turn, budget)?;
        if let Judgement::Fails { reply } = judged {
            tries.push(Try { turn, refutation: reply });
        }
    }
    Ok(tries)
}
