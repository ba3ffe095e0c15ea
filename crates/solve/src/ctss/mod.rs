//! CTSS and ITSS: conservative and iterative threat-space search (THEORY 4).
//!
//! Like a VCDT, a CTSS makes as many threats with every turn as the defender has stones. But the
//! defender answers by a *macro defence*, which takes every square of every normal defence at
//! once. So the attacker has nothing to distinguish, and the tree becomes an OR tree. What wins
//! against all defences at once wins against each: a CTSS win is a true win. That there is none
//! says nothing.
//!
//! Why it is true: take any game in which the attacker follows his line and the defender always
//! plays a normal defence. By induction, his stones are among those of the macro defences. So the
//! attacker's threat segments include those of the search, and what blocks them all with p stones
//! blocks these too: every normal defence of the game is one of the search. And a segment that the
//! defender could complete would have been a real threat (`board`), which the line parries.
//!
//! ITSS lets the defender choose among normal defences at his first turn and answers by CTSS below
//! it, then at his first two turns, and so on: in the end it is the plain search for a VCDT, so it
//! finds every one there is.

mod board;
mod plan;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, SpentBudget, Value, Verdict};

use crate::{Budget, Meter};
pub use plan::{Case, Plan};
use search::{Found, Limits, Search, Space};

/// What CTSS found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CtssResult {
    /// The answer.
    pub verdict: CtssVerdict,
    /// Attacking turns searched whose replies were generated.
    pub nodes: u64,
}

/// The answers of CTSS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CtssVerdict {
    /// A win, as short as CTSS has any.
    Win(Arc<Plan>),
    /// No win against macro defences. There may be a VCDT all the same.
    NoneAgainstMacros,
    /// No VCDT at all: nowhere had the defender a choice.
    NoVcdt,
    /// The search ended before it had an answer.
    Unknown(SpentBudget),
}

/// What ITSS found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItssResult {
    /// A win, no VCDT, or unknown.
    pub verdict: Verdict,
    /// The way to win, not always the shortest.
    pub plan: Option<Arc<Plan>>,
    /// Attacking turns searched whose replies were generated.
    pub nodes: u64,
}

/// Which threats of the defender the attacker parries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefenderThreats {
    /// Those that can come about: no normal defence takes two disjoint squares.
    Possible,
    /// All that macro defences draw on the board. This wins less, and serves for comparison.
    AllDrawn,
}

/// Deeper than this is not searched: 90 turns fill a Connect6 board.
const MOST_TURNS: u8 = 200;

/// Looks for a win of the side to move against macro defences.
///
/// ```
/// use sixfold_connect::Connect6Position;
/// use sixfold_game::{GameName, record::move_list};
/// use sixfold_solve::{Budget, ctss};
///
/// let moves = "j10 j9k12 l11k13 j12m12 l10l12 l9n10";
/// let record = move_list::read(GameName::CONNECT6, moves).unwrap();
/// let position = Connect6Position::replay(&record).unwrap();
/// let result = ctss::solve(&position, &Budget::default());
/// let ctss::CtssVerdict::Win(plan) = result.verdict else { panic!("there is a win") };
/// assert_eq!(plan.turns(), 3);
/// ```
#[must_use]
pub fn solve<S: SegmentState>(position: &Position<S>, budget: &Budget) -> CtssResult {
    solve_parrying(DefenderThreats::Possible, position, budget)
}

/// The same, with a choice of the threats that the attacker parries.
#[must_use]
pub fn solve_parrying<S: SegmentState>(
    threats: DefenderThreats,
    position: &Position<S>,
    budget: &Budget,
) -> CtssResult {
    let mut meter = Meter::start(budget.clone());
    if position.outcome().is_some() {
        return CtssResult { verdict: CtssVerdict::NoVcdt, nodes: 0 };
    }
    let mut search = Search::new(position.clone(), threats, budget.memory);
    let verdict = match deepen(&mut search, 0, &mut meter) {
        Ok(Found::Win(plan)) => CtssVerdict::Win(plan),
        Ok(Found::Nothing(Space::Everything)) => CtssVerdict::NoVcdt,
        Ok(Found::Nothing(Space::Conservative)) => CtssVerdict::NoneAgainstMacros,
        Ok(Found::Nothing(Space::Limited)) => CtssVerdict::Unknown(SpentBudget::Depth),
        Err(spent) => CtssVerdict::Unknown(spent),
    };
    CtssResult { verdict, nodes: meter.nodes() }
}

/// Looks for a VCDT of the side to move by CTSS, below more and more turns at which the defender
/// may choose.
#[must_use]
pub fn itss<S: SegmentState>(position: &Position<S>, budget: &Budget) -> ItssResult {
    let mut meter = Meter::start(budget.clone());
    let (verdict, plan) = match iterate(position, budget.memory, &mut meter) {
        Ok(Some(plan)) => (Verdict::Proven(Value::Win), Some(plan)),
        Ok(None) => (Verdict::Absent, None),
        Err(spent) => (Verdict::Unknown(spent), None),
    };
    ItssResult { verdict, plan, nodes: meter.nodes() }
}

fn iterate<S: SegmentState>(
    position: &Position<S>,
    memory: usize,
    meter: &mut Meter,
) -> Result<Option<Arc<Plan>>, SpentBudget> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    let mut search = Search::new(position.clone(), DefenderThreats::Possible, memory);
    for choices in 0..MOST_TURNS {
        match deepen(&mut search, choices, meter)? {
            Found::Win(plan) => return Ok(Some(plan)),
            Found::Nothing(Space::Everything) => return Ok(None),
            Found::Nothing(Space::Conservative) => {}
            Found::Nothing(Space::Limited) => return Err(SpentBudget::Depth),
        }
    }
    Err(SpentBudget::Depth)
}

/// Allows more and more turns until there is a win, or until the limit does not matter.
fn deepen<S: SegmentState>(
    search: &mut Search<S>,
    choices: u8,
    meter: &mut Meter,
) -> Result<Found, SpentBudget> {
    for turns in 1..=MOST_TURNS {
        match search.attack(Limits { turns, choices }, meter)? {
            Found::Nothing(Space::Limited) => {}
            settled => return Ok(settled),
        }
    }
    Ok(Found::Nothing(Space::Limited))
}
