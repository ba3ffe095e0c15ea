//! One position with the defender to move: which of his replies are refuted, and which are still
//! open (**Tt** and **SUB** of THEORY 3).

use std::ops::ControlFlow;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Player, SquareSet};

use crate::Zones;
use crate::solution::{Answer, Reply, Stones, threat_squares};

/// How the defender stands when it is his turn.
pub(crate) enum Standing {
    /// He completes a segment, or fills the board: this cannot be proven to be won.
    Escapes,
    /// He cannot parry all threats (**T(p+1)**).
    Overwhelmed(Box<Zones>),
    /// He has replies.
    Open(Box<Defence>),
    /// He has so many ways to parry that nobody wants to look at them all.
    TooWide,
}

/// The replies of the defender that have been refuted so far.
///
/// Replies with more null stones come first. A reply D with z null stones that has an answer stands
/// for all moves that contain D and whose other stones are irrelevant to the zones of that
/// answer; so only D + s with s in Zz is left to be answered, then the next stone, and so on.
/// Further answers to a reply with one null stone leave only what lies in the zones of all of
/// them (*zone cutting*). With more null stones that would be wrong: two stones may be relevant to
/// each of two answers without any square of theirs being in both zones. There the answer with
/// the smallest zone counts.
#[derive(Clone)]
pub(crate) struct Defence {
    stones_left: usize,
    /// The sets of squares that parry all threats and have none to spare.
    critical: Vec<SquareSet>,
    empty: SquareSet,
    refuted: Vec<Refuted>,
    /// Replies that need an answer, all with the same number of stones.
    open: Vec<SquareSet>,
    /// Replies for which no answer is asked any more.
    given_up: Vec<SquareSet>,
}

#[derive(Clone)]
struct Refuted {
    stones: SquareSet,
    nulls: usize,
    answer: Answer,
}

/// A reply with a stone fewer than another, against which the other's answer may be worth a replay.
pub(crate) struct Shorter {
    pub(crate) reply: SquareSet,
    nulls: usize,
    /// The squares that are relevant to what refutes it already, where the smallest zone counts.
    smallest_zone: Option<usize>,
}

impl Shorter {
    /// Whether a replay of the other's answer is likely to leave fewer replies open than what is known.
    /// With two or more null stones only the smallest zone counts, and the zone that an answer has here
    /// is seldom smaller than the one that it has there: without this question 3,600 of 103,000 replays
    /// found a smaller one, three quarters of them where this holds.
    pub(crate) fn may_gain_from(&self, answer: &Answer) -> bool {
        let size = || answer.zones.of_order(self.nulls).len();
        self.smallest_zone.is_none_or(|smallest| size() <= smallest)
    }
}

/// A reply with a stone fewer than another, and the other's answer as it works here.
pub(crate) struct Shortened {
    pub(crate) reply: SquareSet,
    pub(crate) answer: Answer,
}

/// The most steps that the search for critical defences may take at one position.
const MOST_STEPS: u64 = 100_000;

/// So many moves that have refuted other replies are told.
const MOST_REFUTING: usize = 4;

impl Standing {
    /// The standing of the attacker's opponent, who has so many stones left in his turn.
    pub(crate) fn of<S: SegmentState>(
        position: &Position<S>,
        attacker: Player,
        stones_left: u16,
    ) -> Standing {
        let defender = attacker.opponent();
        let empty = position.empty_squares();
        if position.can_complete(defender) || empty.len() <= stones_left as usize {
            return Standing::Escapes;
        }
        let overwhelmed = || {
            let zones = zones_of_threats(position, attacker, stones_left);
            Standing::Overwhelmed(Box::new(zones))
        };
        if position.threat_number(attacker) > stones_left {
            return overwhelmed();
        }
        let mut critical = Vec::new();
        let visited =
            position.visit_critical_defences(defender, stones_left, MOST_STEPS, &mut |squares| {
                critical.push(squares.iter().copied().collect());
                ControlFlow::Continue(())
            });
        if visited.is_break() {
            return Standing::TooWide;
        }
        if critical.is_empty() {
            return overwhelmed();
        }
        let mut defence = Defence {
            stones_left: stones_left.into(),
            critical,
            empty,
            refuted: Vec::new(),
            open: Vec::new(),
            given_up: Vec::new(),
        };
        defence.open = defence.unanswered();
        Standing::Open(Box::new(defence))
    }
}

/// What **T(p+1)** and **Tt** add to the zones of a position in which the attacker's opponent has so many
/// stones left.
pub(crate) fn zones_of_threats<S: SegmentState>(
    position: &Position<S>,
    attacker: Player,
    stones_left: u16,
) -> Zones {
    let mut zones = Zones::of_counter_wins(position, attacker.opponent(), stones_left.into());
    zones.add_everywhere(threat_squares(position, attacker));
    zones
}

/// How much a reply promises: the strongest ones are worth looking at first.
pub(crate) fn promise<S: SegmentState>(position: &Position<S>, reply: &SquareSet) -> u64 {
    reply.iter().map(|square| position.promise(square)).sum()
}

impl Defence {
    /// The replies that need an answer now, all of them with the same number of null stones; more
    /// may come up once they are answered. None is left when all moves are refuted.
    pub(crate) fn open(&self) -> &[SquareSet] {
        &self.open
    }

    /// The moves that have refuted replies last, the newest first, each once.
    pub(crate) fn refuting_moves(&self) -> Vec<Stones> {
        let mut moves: Vec<Stones> = Vec::new();
        for refuted in self.refuted.iter().rev() {
            let stones = &refuted.answer.attack.stones;
            if !moves.contains(stones) {
                moves.push(stones.clone());
            }
            if moves.len() == MOST_REFUTING {
                break;
            }
        }
        moves
    }

    /// The stones that the defender forgoes by a reply.
    pub(crate) fn nulls(&self, reply: SquareSet) -> usize {
        self.stones_left - reply.len()
    }

    /// The order that an answer to a reply may have if the defence is to be won by this order.
    pub(crate) fn order_after(&self, reply: SquareSet, order: u8) -> u8 {
        order.saturating_sub(self.nulls(reply) as u8)
    }

    /// The replies with one stone fewer that still parry all threats.
    pub(crate) fn one_stone_fewer(&self, reply: SquareSet) -> Vec<Shorter> {
        let shorter = reply.iter().map(|square| reply - [square].into_iter().collect());
        let parries = |set: &SquareSet| self.critical.iter().any(|&c| (c - *set).is_empty());
        let shorter = shorter.filter(parries).map(|reply| {
            let nulls = self.nulls(reply);
            let known = self.refuted.iter().filter(|known| known.stones == reply && nulls > 1);
            Shorter { reply, nulls, smallest_zone: known.map(Refuted::zone_size).min() }
        });
        shorter.collect()
    }

    /// Takes the answer to an open reply, and what it is worth against replies with a stone fewer,
    /// if the defence is to be won by this order.
    pub(crate) fn refute_and_cut(
        &mut self,
        order: u8,
        reply: SquareSet,
        answer: &Answer,
        shortened: Vec<Shortened>,
    ) {
        for Shortened { reply, answer } in shortened {
            // One answer of the right order is there already; this one refutes longer replies only.
            if answer.order <= self.order_after(reply, order).saturating_add(1) {
                self.refute_again(reply, answer);
            }
        }
        if self.open.contains(&reply) {
            self.refute(reply, answer.clone());
        }
    }

    /// Takes an answer to a reply, be it open or not.
    pub(crate) fn refute(&mut self, reply: SquareSet, answer: Answer) {
        let refuted = Refuted { stones: reply, nulls: self.nulls(reply), answer };
        self.open.retain(|&open| open != reply && !refuted.covers(open));
        let may_shrink = refuted.nulls > 1;
        self.refuted.push(refuted);
        if self.open.is_empty() || may_shrink {
            self.open = self.unanswered();
        }
    }

    /// Takes a further answer to a reply that has one already, if it refutes anything that is
    /// still open.
    pub(crate) fn refute_again(&mut self, reply: SquareSet, answer: Answer) {
        let refuted = Refuted { stones: reply, nulls: self.nulls(reply), answer };
        let mut known = self.refuted.iter().filter(|known| known.stones == reply).peekable();
        let has_answer = known.peek().is_some();
        let is_smallest =
            refuted.nulls > 1 && known.all(|known| known.zone_size() > refuted.zone_size());
        if has_answer && (is_smallest || self.open.iter().any(|&open| refuted.covers(open))) {
            self.refute(reply, refuted.answer);
        }
    }

    /// Stops asking for an answer to an open reply. It is not refuted, and neither is the position.
    pub(crate) fn give_up(&mut self, reply: SquareSet) {
        self.given_up.push(reply);
        self.open.retain(|&open| open != reply);
        if self.open.is_empty() {
            self.open = self.unanswered();
        }
    }

    /// Finds the open replies level by level: those with the most null stones first.
    fn unanswered(&self) -> Vec<SquareSet> {
        let mut required: Vec<SquareSet> = Vec::new();
        for nulls in (0..=self.stones_left).rev() {
            let of_this_size = |set: &&SquareSet| self.nulls(**set) == nulls;
            required.extend(self.critical.iter().filter(of_this_size));
            required.sort_unstable();
            required.dedup();
            let is_open = |reply: &&SquareSet| {
                !self.given_up.contains(reply)
                    && !self.refuted.iter().any(|r| r.stones == **reply || r.covers(**reply))
            };
            let open: Vec<SquareSet> = required.iter().filter(is_open).copied().collect();
            if !open.is_empty() {
                return open;
            }
            required = required.iter().flat_map(|&reply| self.extended(reply, nulls)).collect();
        }
        Vec::new()
    }

    /// SUB: an answered reply with one stone more, wherever that stone may be relevant.
    fn extended(&self, reply: SquareSet, nulls: usize) -> impl Iterator<Item = SquareSet> {
        let zones = self
            .refuted
            .iter()
            .filter(|refuted| refuted.stones == reply && nulls > 0)
            .map(|refuted| refuted.answer.zones.of_order(nulls) & (self.empty - reply));
        let zone = if nulls == 1 {
            zones.reduce(|one, other| one & other)
        } else {
            zones.min_by_key(SquareSet::len)
        };
        let squares = zone.unwrap_or_default();
        let squares: Vec<_> = squares.iter().collect();
        squares.into_iter().map(move |square| {
            let mut longer = reply;
            longer.insert(square);
            longer
        })
    }

    /// The refuted replies without those that the others cover, the zones of the position, and the
    /// order of the win: to be asked when nothing is open. The zones of the threats are those of the
    /// position with the defender to move, from which the others are derived.
    pub(crate) fn conclude(&self, zones_of_threats: Zones) -> Conclusion {
        let mut zones = zones_of_threats;
        let mut replies = Vec::new();
        let mut orders = Vec::new();
        for (i, refuted) in self.refuted.iter().enumerate() {
            let is_covered = |(j, other): (usize, &Refuted)| {
                i != j && other.covers(refuted.stones) && (other.nulls > 0 || j < i)
            };
            if refuted.nulls == 0 && self.refuted.iter().enumerate().any(is_covered) {
                continue;
            }
            zones.add_promoted(&refuted.answer.zones, refuted.nulls);
            orders.push((refuted.stones, refuted.nulls as u8, refuted.answer.order));
            let stones: Stones = refuted.stones.iter().collect();
            replies.push(Reply { stones, answer: refuted.answer.attack.clone() });
        }
        Conclusion { replies, zones, order: order_of(orders) }
    }
}

/// What is known of a position with the defender to move once all his moves are refuted.
pub(crate) struct Conclusion {
    pub(crate) replies: Vec<Reply>,
    pub(crate) zones: Zones,
    pub(crate) order: u8,
}

/// The order of a win whose last attack is met by these replies, each with its null stones and the
/// order of its answer (THEORY 2): after a reply with z null stones there must be a win of order 0,
/// or of order r - z at most. If a reply has several answers, one of them shows this; the
/// others only refute replies with more stones, and so with fewer null stones.
fn order_of(mut replies: Vec<(SquareSet, u8, u8)>) -> u8 {
    let least = |order: u8, nulls| if order == 0 { 0 } else { order.saturating_add(nulls) };
    replies.sort_unstable();
    let same_stones = replies.chunk_by(|one, other| one.0 == other.0).map(|answers| {
        let best = answers.iter().map(|&(_, nulls, order)| least(order, nulls)).min();
        let others = answers.iter().map(|&(_, nulls, order)| least(order, nulls.saturating_sub(1)));
        others.chain(best).max().unwrap_or(0)
    });
    same_stones.max().unwrap_or(0).max(1)
}

impl Refuted {
    /// The squares where one more stone of the defender may matter.
    fn zone_size(&self) -> usize {
        self.answer.zones.of_order(self.nulls).len()
    }

    /// Whether a reply without null stones needs no answer of its own on account of this one.
    fn covers(&self, reply: SquareSet) -> bool {
        let others = reply - self.stones;
        (self.stones - reply).is_empty()
            && others.len() == self.nulls
            && self.answer.zones.is_irrelevant(others)
    }
}
