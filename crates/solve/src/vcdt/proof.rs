//! The solution of a VCDT: a move for every position of the attacker, against every defence, and
//! the zones it rests on.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::SegmentState;
use sixfold_game::SpentBudget;

use super::defence::normal_defences;
use super::search::{Found, Search};
use crate::solution::{Answer, Attack, Reply, Stones, Then, threat_squares};
use crate::{Meter, Zones};

/// Why a win could not be told.
pub(super) enum Failure {
    Budget(SpentBudget),
    /// The search rested on a table entry that belongs to another position of the same hash.
    FalseTableEntry,
}

impl From<SpentBudget> for Failure {
    fn from(spent: SpentBudget) -> Failure {
        Failure::Budget(spent)
    }
}

/// Tells a win that the search has found within so many turns.
pub(super) fn tell<S: SegmentState>(
    search: &mut Search<S>,
    turns: u8,
    meter: &mut Meter,
) -> Result<Answer, Failure> {
    Teller { search, meter, told: HashMap::new() }.attack(turns)
}

struct Teller<'a, S> {
    search: &'a mut Search<S>,
    meter: &'a mut Meter,
    /// The attacks told so far by the hash of the position in which they are played.
    told: HashMap<u64, Answer>,
}

impl<S: SegmentState> Teller<'_, S> {
    fn attack(&mut self, turns: u8) -> Result<Answer, Failure> {
        let hash = self.search.position.hash();
        if let Some(answer) = self.told.get(&hash) {
            return Ok(answer.clone());
        }
        let answer = match self.search.position.completing_squares() {
            Some(squares) => self.complete(Stones::from_slice(&squares)),
            None => self.forcing_attack(turns)?,
        };
        self.told.insert(hash, answer.clone());
        Ok(answer)
    }

    /// **EP** and **AT** of THEORY 3.
    fn complete(&mut self, stones: Stones) -> Answer {
        self.search.play(&stones);
        let defender = self.search.attacker.opponent();
        let mut zones = Zones::of_counter_wins(&self.search.position, defender, 0);
        self.search.position.undo_stones(stones.len());
        zones.add_everywhere(stones.iter().copied().collect());
        Answer { attack: Arc::new(Attack { stones, then: Then::Completes }), zones, order: 0 }
    }

    fn forcing_attack(&mut self, turns: u8) -> Result<Answer, Failure> {
        let (stones, turns) = self.winning_move(turns)?;
        self.search.play(&stones);
        let told = self.after_move(turns);
        self.search.position.undo_stones(stones.len());
        let (then, mut zones) = told?;
        zones.add_everywhere(stones.iter().copied().collect());
        Ok(Answer { attack: Arc::new(Attack { stones, then }), zones, order: 1 })
    }

    /// The first move that wins in as few turns as possible, and how many that are.
    fn winning_move(&mut self, most_turns: u8) -> Result<(Stones, u8), Failure> {
        for turns in 2..=most_turns {
            if self.search.attack(turns, self.meter)? != Found::Win {
                continue;
            }
            for stones in self.search.forcing_moves(self.search.stones_per_turn) {
                if self.search.try_move(&stones, turns, self.meter)? == Found::Win {
                    return Ok((stones, turns));
                }
            }
        }
        Err(Failure::FalseTableEntry)
    }

    /// **T(p+1)**, or **Tt** with as many threats as stones: only normal defences are left.
    fn after_move(&mut self, turns: u8) -> Result<(Then, Zones), Failure> {
        let (attacker, stones_per_turn) = (self.search.attacker, self.search.stones_per_turn);
        let position = &self.search.position;
        let mut zones =
            Zones::of_counter_wins(position, attacker.opponent(), stones_per_turn.into());
        zones.add_everywhere(threat_squares(position, attacker));
        let threats = position.threat_number(attacker);
        if threats > stones_per_turn {
            return Ok((Then::Overwhelms, zones));
        }
        let mut replies = Vec::new();
        for stones in normal_defences(position, attacker, threats) {
            self.search.play(&stones);
            let answer = self.attack(turns - 1);
            self.search.position.undo_stones(stones.len());
            let answer = answer?;
            zones.add_promoted(&answer.zones, 0);
            replies.push(Reply { stones, answer: answer.attack });
        }
        Ok((Then::Continues(replies), zones))
    }
}
