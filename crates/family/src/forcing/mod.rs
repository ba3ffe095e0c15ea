//! Wins by forcing turns, for games with three and more stones a turn.
//!
//! Every turn of the attacker makes at least p threats, so that his opponent has only normal defences
//! (THEORY 4, VCDT). Turns come from a beam, see [`turns`]; what is found is a solution that certificates
//! are written from, and what is not found means nothing.

mod line;
mod turns;

use std::ops::ControlFlow;
use std::sync::Arc;

use sixfold_connect::GeneralPosition;
use sixfold_game::{Player, SpentBudget, SquareSet};
use sixfold_solve::{Attack, Meter, Reply, Stones, Then};

pub use turns::Width;
use turns::{Turn, turns};

/// So many normal defences are looked at; a turn that leaves more is passed over.
const MOST_REPLIES: usize = 4000;
const MOST_REPLY_STEPS: u64 = 400_000;
/// Turns that won elsewhere and are tried first.
const REMEMBERED: usize = 64;

/// A search for wins by forcing turns, with the turns that have won so far.
pub struct Forcing {
    width: Width,
    /// The most turns of the attacker, the completing one included.
    most_turns: u8,
    remembered: Vec<SquareSet>,
}

impl Forcing {
    /// A search of this width, for wins of so many turns.
    #[must_use]
    pub fn new(width: Width, most_turns: u8) -> Forcing {
        Forcing { width, most_turns, remembered: Vec::new() }
    }

    /// A win of the attacker, who is to move with a full turn. Nothing means that none was found.
    pub fn find(
        &mut self,
        position: &mut GeneralPosition,
        attacker: Player,
        meter: &mut Meter,
    ) -> Result<Option<Arc<Attack>>, SpentBudget> {
        for turns in 1..=self.most_turns {
            if let Some(attack) = self.attack(position, attacker, turns, meter)? {
                return Ok(Some(attack));
            }
        }
        Ok(None)
    }

    fn attack(
        &mut self,
        position: &mut GeneralPosition,
        attacker: Player,
        turns_left: u8,
        meter: &mut Meter,
    ) -> Result<Option<Arc<Attack>>, SpentBudget> {
        if let Some(squares) = position.completing_squares() {
            let stones = Stones::from_slice(&squares);
            return Ok(Some(Arc::new(Attack { stones, then: Then::Completes })));
        }
        if turns_left < 2 {
            return Ok(None);
        }
        meter.count()?;
        meter.look()?;
        if let Some(attack) = self.remembered_win(position, attacker) {
            return Ok(Some(attack));
        }
        let p = position.geometry().rules().stones_per_turn();
        let needed = if turns_left == 2 { p + 1 } else { p };
        for turn in turns(position, attacker, needed, self.width) {
            if turn.threats > p {
                self.remember(turn.stones);
                return Ok(Some(overwhelming(turn.stones)));
            }
            if let Some(attack) = self.force(position, attacker, &turn, turns_left, meter)? {
                return Ok(Some(attack));
            }
        }
        Ok(None)
    }

    /// Whether a forcing turn wins against every normal defence.
    fn force(
        &mut self,
        position: &mut GeneralPosition,
        attacker: Player,
        turn: &Turn,
        turns_left: u8,
        meter: &mut Meter,
    ) -> Result<Option<Arc<Attack>>, SpentBudget> {
        position.add_stones(turn.stones.iter(), attacker);
        let answered = match defences(position, attacker) {
            Some(defences) => self.answer_all(position, attacker, &defences, turns_left, meter),
            None => Ok(None),
        };
        position.remove_stones(turn.stones.iter());
        Ok(answered?.map(|replies| {
            let then = Then::Continues(replies);
            Arc::new(Attack { stones: turn.stones.iter().collect(), then })
        }))
    }

    fn answer_all(
        &mut self,
        position: &mut GeneralPosition,
        attacker: Player,
        defences: &[SquareSet],
        turns_left: u8,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Reply>>, SpentBudget> {
        let mut replies = Vec::new();
        for defence in defences {
            position.add_stones(defence.iter(), attacker.opponent());
            let mut answer = Ok(None);
            for turns in 2..turns_left {
                answer = self.attack(position, attacker, turns, meter);
                if !matches!(answer, Ok(None)) {
                    break;
                }
            }
            position.remove_stones(defence.iter());
            match answer? {
                Some(answer) => replies.push(Reply { stones: defence.iter().collect(), answer }),
                None => return Ok(None),
            }
        }
        Ok(Some(replies))
    }

    fn remembered_win(
        &mut self,
        position: &mut GeneralPosition,
        attacker: Player,
    ) -> Option<Arc<Attack>> {
        let p = position.geometry().rules().stones_per_turn();
        let empty = position.empty_squares();
        let place = self.remembered.iter().position(|&stones| {
            if !(stones - empty).is_empty() {
                return false;
            }
            position.add_stones(stones.iter(), attacker);
            let wins = !position.can_complete(attacker.opponent())
                && position.exact_threat_number(attacker).lower_bound() > p;
            position.remove_stones(stones.iter());
            wins
        })?;
        // What has just won is likely to win again.
        let stones = self.remembered.remove(place);
        self.remembered.insert(0, stones);
        Some(overwhelming(stones))
    }

    fn remember(&mut self, stones: SquareSet) {
        self.remembered.truncate(REMEMBERED - 1);
        self.remembered.insert(0, stones);
    }
}

fn overwhelming(stones: SquareSet) -> Arc<Attack> {
    Arc::new(Attack { stones: stones.iter().collect(), then: Then::Overwhelms })
}

/// All critical defences against the threats of the attacker, or nothing if they are too many.
fn defences(position: &GeneralPosition, attacker: Player) -> Option<Vec<SquareSet>> {
    let p = position.geometry().rules().stones_per_turn();
    let mut defences = Vec::new();
    let defender = attacker.opponent();
    let flow = position.visit_critical_defences(defender, p, MOST_REPLY_STEPS, &mut |squares| {
        defences.push(squares.iter().copied().collect());
        if defences.len() > MOST_REPLIES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    flow.is_continue().then_some(defences)
}
