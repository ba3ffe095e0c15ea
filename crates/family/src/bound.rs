//! Black wins at once if his first stones make more threats than White can block.
//!
//! \[Family\], Corollary 2: with d = k - p, Black wins Connect(k,p,q) when
//! p < floor(q/d²)(4d + 4) + min(q mod d², 8 floor(q/d²)). He places groups of d x d stones far from one
//! another, and what is left of his stones beside them, at most eight a group. Each group takes 4d + 4
//! stones to block, and each extra stone one more.

use crate::blocking::blocking_number;
use crate::game::Family;
use crate::plane::{Point, Rules};

/// The right side of the corollary: Black wins if p is smaller.
#[must_use]
pub fn corollary_bound(delta: u16, first_stones: u16) -> u16 {
    let square = delta * delta;
    if square == 0 {
        return 0;
    }
    let groups = first_stones / square;
    groups * (4 * delta + 4) + (first_stones % square).min(8 * groups)
}

/// Whether the corollary says that Black wins.
#[must_use]
pub fn corollary_applies(game: Family) -> bool {
    let rules = game.rules();
    rules.p < rules.k && rules.p < corollary_bound(rules.threat(), game.q)
}

/// The stones of one group: d x d, and so many extra stones beside it, those first that make its rows
/// and columns longer at their ends.
///
/// A row of d stones takes two stones to block. With one more next to it, and another empty square
/// after d - 1 of them, it takes three.
#[must_use]
pub fn group(rules: Rules, extra: u16) -> Option<Vec<Point>> {
    let d = rules.threat() as i16;
    let base: Vec<Point> = (0..d).flat_map(|x| (0..d).map(move |y| Point { x, y })).collect();
    let mut stones = base;
    for _ in 0..extra {
        let number = blocking_number(&stones, rules);
        let better = |point: &Point| {
            let mut more = stones.clone();
            more.push(*point);
            !stones.contains(point) && blocking_number(&more, rules) > number
        };
        // Ends of the outer rows and columns and of the diagonals, near ones first.
        let mut around: Vec<Point> = (-d..2 * d)
            .flat_map(|x| (-d..2 * d).map(move |y| Point { x, y }))
            .filter(|p| !(0..d).contains(&p.x) || !(0..d).contains(&p.y))
            .collect();
        let distance = |p: &Point| {
            let outside = |v: i16| (-v).max(v - d + 1).max(0);
            outside(p.x) + outside(p.y)
        };
        around.sort_by_key(|p| (distance(p), *p));
        stones.push(around.into_iter().find(better)?);
    }
    Some(stones)
}

/// A checked instance of the corollary: the groups of Black's first turn, each around its own origin,
/// and the stones that it takes to block each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The game.
    pub game: Family,
    /// The groups, which are to be placed far from one another.
    pub groups: Vec<BlockedGroup>,
}

/// A group of stones, and what it takes to block it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockedGroup {
    /// The stones.
    pub stones: Vec<Point>,
    /// The least number of stones that block it, by exact search.
    pub blocked_by: u16,
}

impl Instance {
    /// The stones that it takes to block all groups; no stone blocks two that are far apart.
    #[must_use]
    pub fn blocked_by(&self) -> u16 {
        self.groups.iter().map(|group| group.blocked_by).sum()
    }

    /// Whether White cannot block everything.
    #[must_use]
    pub fn proves_black_wins(&self) -> bool {
        let stones: usize = self.groups.iter().map(|group| group.stones.len()).sum();
        stones <= self.game.q as usize && self.blocked_by() > self.game.p
    }
}

/// The configuration of the corollary for this game. Nothing if there is none.
#[must_use]
pub fn instance(game: Family) -> Option<Instance> {
    let rules = game.rules();
    let square = rules.threat() * rules.threat();
    let groups = game.q.checked_div(square)?;
    let mut extra = (game.q % square).min(8 * groups);
    let mut found = Vec::new();
    for _ in 0..groups {
        let here = extra.min(8);
        extra -= here;
        let stones = group(rules, here)?;
        let blocked_by = blocking_number(&stones, rules);
        found.push(BlockedGroup { stones, blocked_by });
    }
    (groups > 0).then_some(Instance { game, groups: found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_example_needs_28_stones() {
        // Figure 1 of [Family]: q = 24, d = 4, one group of 4x4 and eight extra stones.
        assert_eq!(corollary_bound(4, 24), 28);
        assert_eq!(corollary_bound(4, 16), 20);
        assert_eq!(corollary_bound(2, 7), 15);
        assert_eq!(corollary_bound(5, 24), 0);
    }

    #[test]
    fn instances_are_blocked_by_as_many_stones_as_the_corollary_says() {
        for (delta, q) in [(1, 1), (2, 4), (2, 5), (2, 6), (2, 8), (3, 9), (3, 10)] {
            let p = corollary_bound(delta, q) - 1;
            let game = Family { k: p + delta, p, q };
            assert!(corollary_applies(game), "{game}");
            let instance = instance(game).unwrap();
            assert!(instance.blocked_by() >= corollary_bound(delta, q), "{game}: {instance:?}");
            assert!(instance.proves_black_wins(), "{game}");
        }
    }
}
