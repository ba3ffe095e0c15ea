//! A solver that goes about it as a person does.
//!
//! It looks at few turns, the most natural first, and at more of them round by round; in each round at
//! short wins before long ones. Replies to double threats are known and all of them are looked at;
//! where the defender has stones to spare, only his most natural replies are, except after the key:
//! there the solution says which replies there are. What matters is not whether it finds the key but how
//! many turns it considers until then.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::certificate::{Node, Proof};
use sixfold_game::{Game, Player, SpentBudget, SquareSet};
use sixfold_play::promising_turns;
use sixfold_solve::Meter;

use super::Subject;
use super::natural::{NaturalTurn, natural_turns};
use super::walk::after_turn;

/// It gives up after so many turns.
pub(super) const MOST_CONSIDERED: u32 = 4_000;
/// How many turns it looks at in each position in the first round; twice as many in each further one.
const FIRST_WIDTH: usize = 4;
/// In positions after the first it looks at no more turns than this.
const MOST_WIDTH: usize = 32;
/// The most replies that it looks at where the defender has stones to spare.
const FREE_REPLIES: usize = 4;
/// The steps that looking for parries may take.
const MOST_STEPS: u64 = 20_000;

/// How many turns of both sides are considered until the key is found and confirmed.
pub(super) fn considered<S: SegmentState>(
    subject: &Subject,
    position: &Position<S>,
    first_turns: &[NaturalTurn],
    meter: &mut Meter,
) -> Result<u32, SpentBudget> {
    let mut human = Human {
        attacker: position.turn().player,
        stones_per_turn: position.name().turn_order().later,
        least_threats: least_threats(subject),
        width: FIRST_WIDTH,
        considered: 0,
        failed: HashMap::new(),
        meter,
    };
    match human.find_key(subject, position, first_turns) {
        Ok(()) | Err(Stop::Tired) => Ok(human.considered),
        Err(Stop::Spent(spent)) => Err(spent),
    }
}

/// The threats that every turn of the attacker makes: a turn of order r makes at least p + 1 - r.
pub(super) fn least_threats(subject: &Subject) -> u16 {
    let stones_per_turn = subject.game.turn_order().later;
    (stones_per_turn + 1).saturating_sub(subject.goal.order.into())
}

struct Human<'a> {
    attacker: Player,
    stones_per_turn: u16,
    least_threats: u16,
    width: usize,
    considered: u32,
    /// Positions that are not won in so many turns, as far as this round can see.
    failed: HashMap<u64, u8>,
    meter: &'a mut Meter,
}

/// Why it stops looking.
enum Stop {
    /// It has looked at enough turns.
    Tired,
    /// The budget is spent.
    Spent(SpentBudget),
}

impl Human<'_> {
    fn find_key<S: SegmentState>(
        &mut self,
        subject: &Subject,
        position: &Position<S>,
        first_turns: &[NaturalTurn],
    ) -> Result<(), Stop> {
        let goal_turns = subject.goal.turns;
        let mut seen_all = first_turns.is_empty();
        while !seen_all {
            self.failed.clear();
            for turns in 2..=goal_turns.max(2) {
                for turn in first_turns.iter().take(self.width) {
                    let is_key = turn.stones == subject.key;
                    let replies = is_key.then(|| replies_to_key(subject)).flatten();
                    let seems_won = self.turn_wins(position, turn.stones, turns, replies)?;
                    if is_key && seems_won {
                        return Ok(());
                    }
                }
            }
            seen_all = self.width >= first_turns.len().max(MOST_WIDTH);
            self.width *= 2;
        }
        // All that it looks at is not enough: it will never get there.
        self.considered = MOST_CONSIDERED;
        Err(Stop::Tired)
    }

    fn consider(&mut self) -> Result<(), Stop> {
        if self.considered >= MOST_CONSIDERED {
            return Err(Stop::Tired);
        }
        self.considered += 1;
        self.meter.count().map_err(Stop::Spent)
    }

    /// Whether a turn seems to win within so many turns, itself included. The replies are those given,
    /// or else what the solver can see.
    fn turn_wins<S: SegmentState>(
        &mut self,
        position: &Position<S>,
        stones: SquareSet,
        turns: u8,
        replies: Option<Vec<SquareSet>>,
    ) -> Result<bool, Stop> {
        self.consider()?;
        let Some(after) = after_turn(position, stones) else { return Ok(false) };
        if after.outcome().is_some() {
            return Ok(true);
        }
        if turns < 2 || after.can_complete(self.attacker.opponent()) {
            return Ok(false);
        }
        let threats = after.threat_number(self.attacker);
        if threats > self.stones_per_turn {
            return Ok(true);
        }
        if turns < 3 {
            return Ok(false);
        }
        let replies = replies.unwrap_or_else(|| self.replies(&after, threats));
        for reply in replies {
            self.consider()?;
            let Some(next) = after_turn(&after, reply) else { continue };
            if !self.wins(&next, turns - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the attacker, who is to move, seems to win within so many turns.
    fn wins<S: SegmentState>(&mut self, position: &Position<S>, turns: u8) -> Result<bool, Stop> {
        if position.outcome().is_some() {
            return Ok(false);
        }
        if position.can_complete(self.attacker) {
            self.consider()?;
            return Ok(true);
        }
        let hash = position.hash();
        if turns < 2 || self.failed.get(&hash).is_some_and(|&failed| failed >= turns) {
            return Ok(false);
        }
        for stones in self.turns(position) {
            if self.turn_wins(position, stones, turns, None)? {
                return Ok(true);
            }
        }
        self.failed.insert(hash, turns);
        Ok(false)
    }

    /// The turns of the attacker that it looks at: forcing ones first, then others if they may win.
    fn turns<S: SegmentState>(&self, position: &Position<S>) -> Vec<SquareSet> {
        let width = self.width.min(MOST_WIDTH);
        let forcing = natural_turns(position, self.stones_per_turn).into_iter();
        let mut turns: Vec<SquareSet> = forcing.take(width).map(|turn| turn.stones).collect();
        if self.least_threats < self.stones_per_turn {
            for stones in promising_turns(position, width) {
                let stones: SquareSet = stones.into_iter().collect();
                let threats = after_turn(position, stones)
                    .map_or(0, |after| after.threat_number(self.attacker));
                if threats >= self.least_threats && !turns.contains(&stones) {
                    turns.push(stones);
                }
            }
        }
        turns
    }

    /// The replies that the solver sees: all parries of threats that take the whole turn, else the most
    /// natural ones.
    fn replies<S: SegmentState>(&self, position: &Position<S>, threats: u16) -> Vec<SquareSet> {
        if threats < self.stones_per_turn {
            let turns = promising_turns(position, FREE_REPLIES).into_iter();
            return turns.map(|stones| stones.into_iter().collect()).collect();
        }
        let mut replies = Vec::new();
        let defender = self.attacker.opponent();
        // A position with more parries than can be counted is left half seen, as by a person.
        let _ = position.visit_critical_defences(
            defender,
            self.stones_per_turn,
            MOST_STEPS,
            &mut |squares| {
                replies.push(squares.iter().copied().collect());
                ControlFlow::Continue(())
            },
        );
        replies
    }
}

/// The replies to the key that the solution answers.
pub(super) fn replies_to_key(subject: &Subject) -> Option<Vec<SquareSet>> {
    let proof = subject.certificate.tree()?;
    if proof.is_empty() {
        return None;
    }
    let Node::Attack(attack) = proof.node(Proof::ROOT) else { return None };
    let Node::Defence(defence) = proof.node(attack.defence?) else { return None };
    Some(defence.replies().map(|reply| reply.stones.iter().copied().collect()).collect())
}
