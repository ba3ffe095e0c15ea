//! Playing a known solution in another position.
//!
//! What refutes one reply often refutes others too, and what wins one position wins all that
//! differ from it only where it does not matter. Instead of reasoning about what matters, the
//! solution is played again: its moves, against whatever replies the new position has. That takes
//! a fraction of a search, proves itself, and yields the zones for the new position.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::hitting::HittingNumber;
use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Player, Square, SquareSet};

use crate::Zones;
use crate::defence::{Conclusion, Defence, Shortened, Shorter, Standing, zones_of_threats};
use crate::solution::{Answer, Attack, Reply, Stones, Then};
use crate::vcdt::defence::normal_defences;

/// A replay during a search is given up after so many turns of the attacker: solutions are walked
/// through as trees, and may be far larger as such than as what is stored.
const MOST_TURNS: u32 = 200;

/// Plays an attack in this position, with the attacker to move, and returns it as it works here,
/// or nothing if it does not.
pub(crate) fn replay<S: SegmentState>(
    position: &mut Position<S>,
    attacker: Player,
    attack: &Arc<Attack>,
) -> Option<Answer> {
    Replay { position, attacker, turns_left: Some(MOST_TURNS), known: None }.attack(attack)
}

/// Plays whole solutions, however large. What is played twice in the same position is played once.
pub(crate) struct Rehearsal(HashMap<(*const Attack, [SquareSet; 2]), Option<Answer>>);

impl Rehearsal {
    pub(crate) fn new() -> Rehearsal {
        Rehearsal(HashMap::new())
    }

    /// Plays an attack in this position as [`replay`] does. All attacks that are given to the same
    /// rehearsal must live as long as it does.
    pub(crate) fn replay<S: SegmentState>(
        &mut self,
        position: &mut Position<S>,
        attacker: Player,
        attack: &Arc<Attack>,
    ) -> Option<Answer> {
        Replay { position, attacker, turns_left: None, known: Some(self) }.attack(attack)
    }
}

/// The answer that completes a segment, if the attacker, who is to move, can: **EP** and **AT**.
pub(crate) fn completing<S: SegmentState>(
    position: &mut Position<S>,
    attacker: Player,
) -> Option<Answer> {
    let stones = Stones::from_slice(&position.completing_squares()?);
    position.add_stones(stones.iter().copied(), attacker);
    let mut zones = Zones::of_counter_wins(position, attacker.opponent(), 0);
    position.remove_stones(stones.iter().copied());
    zones.add_everywhere(stones.iter().copied().collect());
    Some(Answer { attack: Arc::new(Attack { stones, then: Then::Completes }), zones, order: 0 })
}

/// Whether the answer to one reply is replayed against others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutting {
    /// Each answer is replayed with a stone fewer, which refutes all replies outside its zone.
    Replay,
    /// Every reply is searched for itself.
    Off,
}

impl Cutting {
    /// The replies that the answer to this one is to be replayed against.
    pub(crate) fn shorter(self, defence: &Defence, reply: SquareSet) -> Vec<Shorter> {
        match self {
            Cutting::Replay => defence.one_stone_fewer(reply),
            Cutting::Off => Vec::new(),
        }
    }
}

/// What an answer to a reply is worth against the same reply with a stone fewer: there it leaves
/// only what lies in its zone (*zone cutting*, \[Kavalan\] V). The position is the one with the
/// defender to move.
pub(crate) fn replay_shortened<S: SegmentState>(
    shorter: &[Shorter],
    answer: &Answer,
    position: &mut Position<S>,
    attacker: Player,
) -> Vec<Shortened> {
    let worthwhile = shorter.iter().filter(|shorter| shorter.may_gain_from(answer));
    let replayed = worthwhile.filter_map(|&Shorter { reply, .. }| {
        position.add_stones(reply.iter(), attacker.opponent());
        let answer = replay(position, attacker, &answer.attack);
        position.remove_stones(reply.iter());
        answer.map(|answer| Shortened { reply, answer })
    });
    replayed.collect()
}

struct Replay<'a, S> {
    position: &'a mut Position<S>,
    attacker: Player,
    turns_left: Option<u32>,
    known: Option<&'a mut Rehearsal>,
}

impl<S: SegmentState> Replay<'_, S> {
    fn attack(&mut self, attack: &Arc<Attack>) -> Option<Answer> {
        let stones = [self.attacker, self.attacker.opponent()].map(|p| *self.position.stones(p));
        let key = (Arc::as_ptr(attack), stones);
        if let Some(answer) = self.known.as_ref().and_then(|known| known.0.get(&key)) {
            return answer.clone();
        }
        let answer = self.play(attack);
        if let Some(known) = &mut self.known {
            known.0.insert(key, answer.clone());
        }
        answer
    }

    fn play(&mut self, attack: &Arc<Attack>) -> Option<Answer> {
        if let Some(left) = &mut self.turns_left {
            *left = left.checked_sub(1)?;
        }
        if let Some(answer) = completing(self.position, self.attacker) {
            return Some(answer);
        }
        let empty = self.position.empty_squares();
        let replies = match &attack.then {
            _ if !attack.stones.iter().all(|&square| empty.contains(square)) => return None,
            Then::Completes => return None,
            Then::Overwhelms => &[][..],
            Then::Continues(replies) => replies,
        };
        self.place(&attack.stones, self.attacker);
        let refuted = self.refute_all(replies);
        self.lift(&attack.stones);
        let (then, mut zones, order) = refuted?;
        let stones = attack.stones.clone();
        zones.add_everywhere(stones.iter().copied().collect());
        // Where nothing is new, the old solution is the new one.
        let attack =
            if then == attack.then { attack.clone() } else { Arc::new(Attack { stones, then }) };
        Some(Answer { attack, zones, order })
    }

    fn refute_all(&mut self, known: &[Reply]) -> Option<(Then, Zones, u8)> {
        let stones_per_turn = self.position.geometry().rules().stones_per_turn();
        let threats = self.position.exact_threat_number(self.attacker);
        // With more stones there may be too many normal defences to look at.
        if threats == HittingNumber::Exactly(stones_per_turn) && stones_per_turn <= 2 {
            return self.refute_normal_defences(known, stones_per_turn);
        }
        let mut defence = match Standing::of(self.position, self.attacker, stones_per_turn) {
            Standing::Overwhelmed(zones) => return Some((Then::Overwhelms, *zones, 1)),
            Standing::Open(defence) => defence,
            Standing::Escapes | Standing::TooWide => return None,
        };
        while let Some(&open) = defence.open().first() {
            let stones: Stones = open.iter().collect();
            defence.refute(open, self.answer_from(known, &stones)?);
        }
        let zones = zones_of_threats(self.position, self.attacker, stones_per_turn);
        let Conclusion { replies, zones, order } = defence.conclude(zones);
        Some((Then::Continues(replies), zones, order))
    }

    /// With as many threats as the defender has stones there are only normal defences, none of which
    /// covers another.
    fn refute_normal_defences(
        &mut self,
        known: &[Reply],
        stones_per_turn: u16,
    ) -> Option<(Then, Zones, u8)> {
        let defender = self.attacker.opponent();
        let is_full = self.position.empty_squares().len() <= stones_per_turn.into();
        if is_full || self.position.can_complete(defender) {
            return None;
        }
        // In the order in which the defence lists its replies.
        let defences = normal_defences(self.position, self.attacker, stones_per_turn);
        let mut defences: Vec<SquareSet> =
            defences.iter().map(|stones| stones.iter().copied().collect()).collect();
        defences.sort_unstable();
        let mut zones = zones_of_threats(self.position, self.attacker, stones_per_turn);
        let mut replies = Vec::with_capacity(defences.len());
        let mut order = 1;
        for stones in defences.iter().map(|squares| squares.iter().collect::<Stones>()) {
            let answer = self.answer_from(known, &stones)?;
            zones.add_promoted(&answer.zones, 0);
            order = order.max(answer.order);
            replies.push(Reply { stones, answer: answer.attack });
        }
        Some((Then::Continues(replies), zones, order))
    }

    /// An answer to a reply, taken from those to the same reply or to parts of it.
    fn answer_from(&mut self, known: &[Reply], wanted: &Stones) -> Option<Answer> {
        let is_part = |reply: &&Reply| reply.stones.iter().all(|stone| wanted.contains(stone));
        let is_same = |reply: &&Reply| reply.stones.len() == wanted.len();
        let parts = || known.iter().filter(is_part);
        let mut answers = parts().filter(is_same).chain(parts().filter(|reply| !is_same(reply)));
        self.place(wanted, self.attacker.opponent());
        let answer = answers.find_map(|reply| self.attack(&reply.answer));
        self.lift(wanted);
        answer
    }

    fn place(&mut self, stones: &[Square], player: Player) {
        self.position.add_stones(stones.iter().copied(), player);
    }

    fn lift(&mut self, stones: &[Square]) {
        self.position.remove_stones(stones.iter().copied());
    }
}
