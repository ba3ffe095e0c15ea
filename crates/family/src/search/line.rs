//! What one line is worth to the attacker.

use super::board::Side;
use crate::plane::Rules;

/// The numbers of a game that a line is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineRules {
    in_a_row: u32,
    /// d = k - p: the stones that make a segment a threat.
    threat: u32,
}

/// The stones on one line; bit i is the square at offset i.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct LineStones {
    pub(super) attacker: u64,
    pub(super) defender: u64,
}

impl LineStones {
    pub(super) fn stones_of(self, side: Side) -> u64 {
        match side {
            Side::Attacker => self.attacker,
            Side::Defender => self.defender,
        }
    }

    pub(super) fn stones_of_mut(&mut self, side: Side) -> &mut u64 {
        match side {
            Side::Attacker => &mut self.attacker,
            Side::Defender => &mut self.defender,
        }
    }
}

/// What a line gives the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Worth {
    /// The stones that it takes to block the line.
    pub(super) threats: u32,
    /// How close its other segments are to being threats.
    pub(super) promise: u32,
}

/// More threats than any turn can block: the line holds k in a row.
const COMPLETED: u32 = 1000;

impl LineRules {
    pub(super) fn new(rules: Rules) -> LineRules {
        LineRules { in_a_row: rules.k.into(), threat: rules.threat().into() }
    }

    /// Judges a line. Its number of threats is that of THEORY 1: the greedy count, which is exact on
    /// one line.
    pub(super) fn worth(self, LineStones { attacker, defender }: LineStones) -> Worth {
        let mut worth = Worth::default();
        let Some(last) = attacker.checked_ilog2() else { return worth };
        let window = !0_u64 >> (u64::BITS - self.in_a_row);
        let first = attacker.trailing_zeros().saturating_sub(self.in_a_row - 1);
        let mut marked = 0_u64;
        for start in first..=last.min(u64::BITS - self.in_a_row) {
            let squares = window << start;
            if defender & squares != 0 {
                continue;
            }
            let stones = (attacker & squares).count_ones();
            if stones < self.threat {
                worth.promise += self.promise(stones);
            } else if marked & squares == 0 {
                worth.threats += 1;
                match (squares & !attacker).checked_ilog2() {
                    Some(last) => marked |= 1 << last,
                    None => return Worth { threats: COMPLETED, promise: 0 },
                }
            }
        }
        worth
    }

    /// A segment that lacks one stone counts four times one that lacks two, and so on.
    fn promise(self, stones: u32) -> u32 {
        if stones == 0 { 0 } else { 64 >> (2 * (self.threat - stones).min(3)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(line: &str, rules: Rules) -> Worth {
        let mask = |letter| {
            let places = line.chars().enumerate().filter(|&(_, square)| square == letter);
            places.fold(0, |mask, (i, _)| mask | 1 << (i + 20))
        };
        LineRules::new(rules).worth(LineStones { attacker: mask('x'), defender: mask('o') })
    }

    #[test]
    fn a_live_three_is_two_threats_and_one_with_a_gap_is_one() {
        let rules = Rules { k: 6, p: 3 };
        assert_eq!(worth("....xxx....", rules).threats, 2);
        assert_eq!(worth("....x.xx...", rules).threats, 1);
        assert_eq!(worth("...oxxx....", rules).threats, 1);
        assert_eq!(worth("...oxxxo...", rules).threats, 0);
        assert_eq!(worth("....xx.....", rules).threats, 0);
    }

    #[test]
    fn a_full_segment_is_more_than_any_number_of_threats() {
        assert_eq!(worth("..xxxx..", Rules { k: 4, p: 1 }).threats, COMPLETED);
    }

    #[test]
    fn two_stones_together_promise_more_than_two_far_apart() {
        let rules = Rules { k: 6, p: 3 };
        assert!(worth("....xx.....", rules).promise > worth("..x......x.", rules).promise);
    }
}
