//! Training: which puzzle comes when.
//!
//! Puzzles are learnt in Leitner's boxes. A new puzzle counts as one of the first box.
//!
//! * Solved without a hint, it moves up one box, and comes again after that box's interval.
//! * Solved with a hint, it stays in its box, and comes again tomorrow at the latest.
//! * Failed or revealed, it goes back to the first box, and comes again in a few minutes.
//! * Solving a puzzle before it is due is practice: neither its box nor the streak changes.
//!
//! The *streak* is the number of puzzles solved without a hint one after the other. What has happened
//! is kept by the [`Journal`]. No function here looks at the clock: the caller says what time it is.

mod journal;

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

pub use journal::{Journal, JournalError, PuzzleName, Record, Totals};

use crate::Level;

/// How long a puzzle stays away in each box, the first box first.
pub const INTERVALS: [Duration; 6] = [
    Duration::minutes(10),
    Duration::days(1),
    Duration::days(3),
    Duration::days(7),
    Duration::days(21),
    Duration::days(60),
];

/// The box, counted from 0, from which on a puzzle is known.
const KNOWN: usize = 3;

/// How long a puzzle stays away at most when a hint was needed.
const AFTER_HINT: Duration = Duration::days(1);

/// How an attempt at a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// All turns were found.
    Solved,
    /// All turns were found, some of them with a hint.
    SolvedWithHint,
    /// A turn was wrong.
    Failed,
    /// The solution was looked at.
    Revealed,
}

impl Outcome {
    /// Whether it was solved at all.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        matches!(self, Outcome::Solved | Outcome::SolvedWithHint)
    }
}

/// How well a puzzle is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LearningState)]
pub enum State {
    /// Nobody has tried it.
    New,
    /// It has been tried.
    Learning,
    /// It has been solved again and again.
    Known,
}

/// Where a puzzle that has been tried stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Its box, from 0.
    pub leitner_box: usize,
    /// When it comes again.
    pub due: OffsetDateTime,
    /// Attempts that solved it.
    pub solved: u32,
    /// Attempts that did not.
    pub failed: u32,
}

impl Standing {
    /// Whether the puzzle is to come again by now.
    #[must_use]
    pub fn is_due(&self, now: OffsetDateTime) -> bool {
        self.due <= now
    }

    /// How well the puzzle is known.
    #[must_use]
    pub fn state(&self) -> State {
        if self.leitner_box >= KNOWN { State::Known } else { State::Learning }
    }

    /// Where a puzzle stands after an attempt; it may be its first.
    #[must_use]
    pub fn after(before: Option<Standing>, outcome: Outcome, now: OffsetDateTime) -> Standing {
        let new = Standing { leitner_box: 0, due: now, solved: 0, failed: 0 };
        let Standing { leitner_box, due, mut solved, mut failed } = before.unwrap_or(new);
        if outcome.is_solved() {
            solved = solved.saturating_add(1);
        } else {
            failed = failed.saturating_add(1);
        }
        let (leitner_box, due) = match outcome {
            Outcome::Failed | Outcome::Revealed => (0, now + INTERVALS[0]),
            _ if due > now => (leitner_box, due),
            Outcome::Solved => {
                let higher = (leitner_box + 1).min(INTERVALS.len() - 1);
                (higher, now + INTERVALS[higher])
            }
            Outcome::SolvedWithHint => {
                let stays_away = INTERVALS[leitner_box.min(INTERVALS.len() - 1)];
                (leitner_box, now + stays_away.min(AFTER_HINT))
            }
        };
        Standing { leitner_box, due, solved, failed }
    }
}

/// Puzzles solved without a hint, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct Streak {
    /// How many by now.
    pub current: u32,
    /// The most so far.
    pub best: u32,
}

impl Streak {
    /// The streak after an attempt at a puzzle that stood like this.
    #[must_use]
    pub fn after(self, before: Option<Standing>, outcome: Outcome, now: OffsetDateTime) -> Streak {
        let is_practice = before.is_some_and(|standing| !standing.is_due(now));
        let current = match outcome {
            _ if outcome.is_solved() && is_practice => self.current,
            Outcome::Solved => self.current.saturating_add(1),
            _ => 0,
        };
        Streak { current, best: self.best.max(current) }
    }
}

/// A puzzle that may be the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<'a> {
    /// Its name.
    pub id: &'a str,
    /// How hard it is.
    pub level: Level,
    /// How hard it is, within its level.
    pub difficulty: u32,
    /// Where it stands, if it has been tried.
    pub standing: Option<Standing>,
}

/// The candidate whose turn it is: of those that are due the one that has waited longest, else the
/// easiest new one.
pub fn next<'a>(
    candidates: impl IntoIterator<Item = Candidate<'a>>,
    now: OffsetDateTime,
) -> Option<Candidate<'a>> {
    let is_ready = |candidate: &Candidate<'_>| candidate.standing.is_none_or(|s| s.is_due(now));
    candidates.into_iter().filter(is_ready).min_by_key(|candidate| {
        let overdue = candidate.standing.map(|standing| now - standing.due);
        (Reverse(overdue), candidate.level, candidate.difficulty, candidate.id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    /// The standing after these attempts, each made when the puzzle was due.
    fn after(outcomes: &[Outcome]) -> Standing {
        let mut standing: Option<Standing> = None;
        for &outcome in outcomes {
            let due = standing.map_or(NOW, |standing| standing.due);
            standing = Some(Standing::after(standing, outcome, due));
        }
        standing.unwrap()
    }

    #[test]
    fn a_puzzle_that_is_solved_again_and_again_stays_away_longer_and_longer() {
        let mut before = Duration::ZERO;
        for times in 1..INTERVALS.len() {
            let solved = after(&vec![Outcome::Solved; times]);
            let earlier =
                if times == 1 { NOW } else { after(&vec![Outcome::Solved; times - 1]).due };
            let away = solved.due - earlier;
            assert!(away > before, "{times}");
            before = away;
        }
        let often = after(&[Outcome::Solved; 20]);
        assert_eq!((often.leitner_box, often.solved), (INTERVALS.len() - 1, 20));
        assert_eq!(often.state(), State::Known);
        assert_eq!(after(&[Outcome::Solved]).state(), State::Learning);
    }

    #[test]
    fn a_puzzle_that_is_failed_or_revealed_comes_again_in_a_few_minutes() {
        for outcome in [Outcome::Failed, Outcome::Revealed] {
            let known = after(&[Outcome::Solved; 5]);
            let failed = Standing::after(Some(known), outcome, NOW);
            assert_eq!((failed.leitner_box, failed.due), (0, NOW + Duration::minutes(10)));
            assert_eq!((failed.state(), failed.failed), (State::Learning, 1));
        }
    }

    #[test]
    fn a_hint_keeps_a_puzzle_in_its_box_until_tomorrow() {
        let known = after(&[Outcome::Solved; 5]);
        let hinted = Standing::after(Some(known), Outcome::SolvedWithHint, known.due);
        assert_eq!(hinted.leitner_box, known.leitner_box);
        assert_eq!(hinted.due, known.due + Duration::days(1));
        assert_eq!(after(&[Outcome::SolvedWithHint]).due, NOW + INTERVALS[0]);
    }

    #[test]
    fn solving_a_puzzle_before_it_is_due_is_practice() {
        let standing = after(&[Outcome::Solved]);
        let again = Standing::after(Some(standing), Outcome::Solved, NOW);
        assert_eq!((again.leitner_box, again.due), (standing.leitner_box, standing.due));
        assert_eq!(again.solved, 2);
        let streak = Streak { current: 1, best: 1 };
        assert_eq!(streak.after(Some(standing), Outcome::Solved, NOW), streak);
        assert_eq!(streak.after(Some(standing), Outcome::Failed, NOW).current, 0);
    }

    #[test]
    fn a_streak_grows_with_what_is_solved_without_a_hint() {
        let mut streak = Streak::default();
        for outcome in [Outcome::Solved, Outcome::Solved, Outcome::SolvedWithHint, Outcome::Solved]
        {
            streak = streak.after(None, outcome, NOW);
        }
        assert_eq!(streak, Streak { current: 1, best: 2 });
    }

    #[test]
    fn what_is_due_comes_first_then_what_is_new_and_easy() {
        let candidate = |id, level, due: Option<i64>| Candidate {
            id,
            level: Level::new(level).unwrap(),
            difficulty: 10,
            standing: due.map(|days| Standing {
                leitner_box: 1,
                due: NOW + Duration::days(days),
                solved: 1,
                failed: 0,
            }),
        };
        let all = [
            candidate("hard", 5, None),
            candidate("easy", 1, None),
            candidate("due", 6, Some(0)),
            candidate("overdue", 6, Some(-3)),
            candidate("later", 1, Some(2)),
        ];
        let mut order = Vec::new();
        let mut left = all.to_vec();
        while let Some(found) = next(left.iter().copied(), NOW) {
            order.push(found.id);
            left.retain(|candidate| candidate.id != found.id);
        }
        assert_eq!(order, ["overdue", "due", "easy", "hard"]);
    }
}
