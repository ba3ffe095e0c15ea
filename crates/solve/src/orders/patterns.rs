//! The pattern table: solutions that may win positions which have never been searched.
//!
//! A solution found in one position wins every other in which the attacker still has the stones
//! that it uses, and in which the defender's additional stones are irrelevant to its zones. So
//! these two make the key: the stones that matter inside the zone (Shih et al., relevance-zone
//! tables). What the attacker's other stones did to hold up the defender is not looked at; a match
//! is only believed once it has been replayed.

use std::collections::VecDeque;
use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Player, SquareSet};

use crate::Zones;
use crate::solution::{Answer, Attack, Then};

/// The newest solutions that were found, and how often they helped.
pub(crate) struct Patterns {
    kept: VecDeque<Pattern>,
    most: usize,
}

/// A solution and the stones that it rests on.
pub(crate) struct Pattern {
    /// Stones of the attacker that lie on segments the solution threatens with.
    needed: SquareSet,
    defender: SquareSet,
    zones: Zones,
    order: u8,
    attack: Arc<Attack>,
}

impl Patterns {
    pub(crate) fn new(most: usize) -> Patterns {
        Patterns { kept: VecDeque::new(), most }
    }

    /// Solutions of at most this order that are likely to win the position.
    pub(crate) fn matching<S: SegmentState>(
        &self,
        position: &Position<S>,
        attacker: Player,
        most_order: u8,
    ) -> Vec<Arc<Attack>> {
        let own = *position.stones(attacker);
        let opposing = *position.stones(attacker.opponent());
        let matches = |pattern: &&Pattern| {
            pattern.order <= most_order
                && (pattern.needed - own).is_empty()
                && pattern.zones.is_irrelevant(opposing - pattern.defender)
        };
        self.kept.iter().filter(matches).take(MOST_TRIES).map(|p| p.attack.clone()).collect()
    }

    /// Remembers a solution.
    pub(crate) fn add(&mut self, pattern: Pattern) {
        if self.most > 0 && pattern.order > 0 {
            self.kept.truncate(self.most - 1);
            self.kept.push_front(pattern);
        }
    }
}

impl Pattern {
    /// What is to be remembered of how this position is won.
    pub(crate) fn new<S: SegmentState>(
        position: &mut Position<S>,
        attacker: Player,
        answer: &Answer,
    ) -> Pattern {
        let own = *position.stones(attacker);
        let mut walk = Walk { position, attacker, used: SquareSet::EMPTY, turns: 0 };
        walk.attack(&answer.attack);
        let needed = if walk.turns > MOST_TURNS { own } else { walk.used & own };
        Pattern {
            needed,
            defender: *position.stones(attacker.opponent()),
            zones: answer.zones.clone(),
            order: answer.order,
            attack: answer.attack.clone(),
        }
    }
}

/// The most solutions that are replayed for one position.
const MOST_TRIES: usize = 4;
/// Solutions of more turns are taken to use every stone.
const MOST_TURNS: u32 = 500;

/// Goes through a solution and collects the stones on the segments that it threatens with.
struct Walk<'a, S> {
    position: &'a mut Position<S>,
    attacker: Player,
    used: SquareSet,
    turns: u32,
}

impl<S: SegmentState> Walk<'_, S> {
    fn attack(&mut self, attack: &Attack) {
        self.turns += 1;
        if self.turns > MOST_TURNS {
            return;
        }
        self.place(attack.stones.iter().copied().collect(), self.attacker);
        let geometry = self.position.geometry().clone();
        for segment in self.position.threat_segments(self.attacker) {
            self.used |= geometry.segment_squares(segment).iter().copied().collect();
        }
        if let Then::Continues(replies) = &attack.then {
            for reply in replies {
                let stones: SquareSet = reply.stones.iter().copied().collect();
                self.place(stones, self.attacker.opponent());
                self.attack(&reply.answer);
                self.lift(stones);
            }
        }
        self.lift(attack.stones.iter().copied().collect());
    }

    fn place(&mut self, stones: SquareSet, player: Player) {
        self.position.add_stones(stones.iter(), player);
    }

    fn lift(&mut self, stones: SquareSet) {
        self.position.remove_stones(stones.iter());
    }
}
