//! How many stones it takes to block everything that some stones threaten, on an empty plane.
//!
//! That is a smallest hitting set of all threat segments (THEORY 1). With many stones a turn segments
//! are long and many, but they lie on few lines, and a stone helps on several lines only where these
//! cross. So the search chooses among the crossings; what is left on each line is counted greedily,
//! which is exact there.

use std::collections::{BTreeMap, BTreeSet};

use crate::plane::{DIRECTIONS, Direction, Point, Rules};

/// A line with at least d of the stones.
#[derive(Clone, Debug)]
struct Line {
    direction: Direction,
    origin: Point,
    /// The stones, as steps from the origin, ascending.
    stones: Vec<i16>,
}

/// The least number of stones that hit every segment with at least d = k - p of these stones.
#[must_use]
pub fn blocking_number(stones: &[Point], rules: Rules) -> u16 {
    let lines = lines(stones, rules);
    let crossings = crossings(&lines, stones, rules);
    let chosen = vec![BTreeSet::new(); lines.len()];
    let mut search =
        Search { rules, lines, crossings, best: u16::MAX, excluded: BTreeSet::new(), chosen };
    search.best = search.needs().iter().sum();
    search.choose(0);
    search.best
}

/// The sum of what it takes to block each line by itself: what [`blocking_number`] is at the most.
#[must_use]
pub fn sum_over_lines(stones: &[Point], rules: Rules) -> u16 {
    lines(stones, rules).iter().map(|line| need(line, &BTreeSet::new(), rules)).sum()
}

fn lines(stones: &[Point], rules: Rules) -> Vec<Line> {
    let mut found = Vec::new();
    for direction in DIRECTIONS {
        // Stones of one line have the same cross product with its direction.
        let mut by_line: BTreeMap<i16, Vec<Point>> = BTreeMap::new();
        for &stone in stones {
            let key = stone.x * direction.y - stone.y * direction.x;
            by_line.entry(key).or_default().push(stone);
        }
        for mut on_line in by_line.into_values().filter(|l| l.len() >= rules.threat() as usize) {
            on_line.sort_unstable();
            let origin = on_line[0];
            let steps = |stone: &Point| steps(origin, direction, *stone);
            let mut stones: Vec<i16> = on_line.iter().filter_map(steps).collect();
            stones.sort_unstable();
            found.push(Line { direction, origin, stones });
        }
    }
    found.retain(|line| need(line, &BTreeSet::new(), rules) > 0);
    found
}

/// How many steps along a line a point is away, if it is on the line.
fn steps(origin: Point, direction: Direction, point: Point) -> Option<i16> {
    let Point { x, y } = point.from_origin(origin);
    let steps = if direction.x == 0 { y } else { x };
    (origin.along(direction, steps) == point).then_some(steps)
}

/// The stones that it takes to block a line on which some squares are blocked: a window of k squares
/// slides along, and each that is a threat and not yet hit is hit as far along as possible.
fn need(line: &Line, blocked: &BTreeSet<i16>, rules: Rules) -> u16 {
    let k = rules.k as i16;
    let (Some(&first), Some(&last)) = (line.stones.first(), line.stones.last()) else { return 0 };
    let mut number = 0;
    let mut hit = None::<i16>;
    for start in first - k + 1..=last {
        let window = start..start + k;
        let stones = line.stones.iter().filter(|step| window.contains(step)).count();
        let is_open = blocked.range(window.clone()).next().is_none();
        if stones < rules.threat() as usize || !is_open || hit.is_some_and(|hit| hit >= start) {
            continue;
        }
        number += 1;
        let empty = window.rev().find(|step| !line.stones.contains(step));
        match empty {
            Some(step) => hit = Some(step),
            // The stones complete a row: no number of stones blocks it.
            None => return u16::MAX / 64,
        }
    }
    number
}

/// The empty squares where lines cross that are within reach of each other, with the lines.
fn crossings(lines: &[Line], stones: &[Point], rules: Rules) -> BTreeMap<Point, Vec<usize>> {
    let mut found: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (i, line) in lines.iter().enumerate() {
        let (Some(&first), Some(&last)) = (line.stones.first(), line.stones.last()) else {
            continue;
        };
        for step in first - rules.k as i16 + 1..last + rules.k as i16 {
            let point = line.origin.along(line.direction, step);
            let alone = BTreeSet::from([step]);
            if !stones.contains(&point) && hits(line, &alone, rules) {
                found.entry(point).or_default().push(i);
            }
        }
    }
    found.retain(|_, lines| lines.len() > 1);
    found
}

/// Whether stones on these squares hit any threat of the line.
fn hits(line: &Line, blocked: &BTreeSet<i16>, rules: Rules) -> bool {
    let k = rules.k as i16;
    blocked.iter().any(|&step| {
        (step - k + 1..=step).any(|start| {
            let inside = line.stones.iter().filter(|stone| (start..start + k).contains(stone));
            inside.count() >= rules.threat() as usize
        })
    })
}

/// The shares of a stone: one that serves 1, 2, 3 or 4 lines can be split evenly among them.
const SHARES: usize = 12;

struct Search {
    rules: Rules,
    lines: Vec<Line>,
    crossings: BTreeMap<Point, Vec<usize>>,
    best: u16,
    excluded: BTreeSet<Point>,
    /// For each line, the chosen crossings on it as steps.
    chosen: Vec<BTreeSet<i16>>,
}

impl Search {
    fn needs(&self) -> Vec<u16> {
        let lines = self.lines.iter().zip(&self.chosen);
        lines.map(|(line, blocked)| need(line, blocked, self.rules)).collect()
    }

    /// Goes on with so many crossings chosen.
    fn choose(&mut self, cost: u16) {
        let needs = self.needs();
        self.best = self.best.min(cost + needs.iter().sum::<u16>());
        let useful: Vec<Point> = self
            .crossings
            .keys()
            .copied()
            .filter(|point| !self.excluded.contains(point) && self.served(*point, &needs) > 1)
            .collect();
        // A stone that serves m lines counts for a share of 1/m on each of them, and for no less on a
        // line where no stone serves more than m.
        let mut most = vec![1; self.lines.len()];
        for &point in &useful {
            for &line in &self.crossings[&point] {
                most[line] = most[line].max(self.served(point, &needs));
            }
        }
        let shares: usize =
            needs.iter().zip(&most).map(|(&need, most)| usize::from(need) * (SHARES / most)).sum();
        if cost as usize + shares.div_ceil(SHARES) >= self.best as usize {
            return;
        }
        let Some(&point) = useful.iter().max_by_key(|&&point| self.served(point, &needs)) else {
            return;
        };
        self.toggle(point);
        self.choose(cost + 1);
        self.toggle(point);
        self.excluded.insert(point);
        self.choose(cost);
        self.excluded.remove(&point);
    }

    /// How many lines that still need stones a stone here would be on.
    fn served(&self, point: Point, needs: &[u16]) -> usize {
        self.crossings[&point].iter().filter(|&&line| needs[line] > 0).count()
    }

    fn toggle(&mut self, point: Point) {
        for &i in &self.crossings[&point] {
            let line = &self.lines[i];
            if let Some(step) = steps(line.origin, line.direction, point)
                && !self.chosen[i].remove(&step)
            {
                self.chosen[i].insert(step);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sixfold_connect::hitting::{HittingNumber, smallest_hitting_set};

    use super::*;

    fn points(list: &[[i16; 2]]) -> Vec<Point> {
        list.iter().map(|&point| point.into()).collect()
    }

    /// Every segment with enough stones, as its empty squares, found without any thought of lines.
    fn naive(stones: &[Point], rules: Rules) -> HittingNumber {
        let mut segments: BTreeSet<Vec<Point>> = BTreeSet::new();
        for x in -12..=16 {
            for y in -12..=16 {
                for direction in DIRECTIONS {
                    let first = Point { x, y };
                    let squares = (0..rules.k as i16).map(|step| first.along(direction, step));
                    let (own, empty): (Vec<Point>, Vec<Point>) =
                        squares.partition(|square| stones.contains(square));
                    if own.len() >= rules.threat() as usize {
                        segments.insert(empty);
                    }
                }
            }
        }
        smallest_hitting_set(&segments.into_iter().collect::<Vec<_>>(), 30)
    }

    #[test]
    fn three_in_a_row_take_two_stones_and_three_with_a_gap_one() {
        let rules = Rules { k: 6, p: 3 };
        assert_eq!(blocking_number(&points(&[[0, 0], [1, 0], [2, 0]]), rules), 2);
        assert_eq!(blocking_number(&points(&[[0, 0], [1, 0], [3, 0]]), rules), 1);
        assert_eq!(blocking_number(&points(&[[0, 0], [1, 0], [2, 1]]), rules), 0);
    }

    #[test]
    fn four_stones_in_a_square_take_twelve_if_two_make_a_threat() {
        let square = points(&[[0, 0], [1, 0], [0, 1], [1, 1]]);
        assert_eq!(sum_over_lines(&square, Rules { k: 12, p: 10 }), 12);
        assert_eq!(blocking_number(&square, Rules { k: 12, p: 10 }), 12);
    }

    #[test]
    fn a_stone_where_two_lines_cross_blocks_both() {
        // Two pairs with gaps in which they cross: one stone between them is enough.
        let stones = points(&[[-1, 0], [1, 0], [0, -1], [0, 1]]);
        let rules = Rules { k: 4, p: 2 };
        assert!(sum_over_lines(&stones, rules) > blocking_number(&stones, rules));
        assert_eq!(naive(&stones, rules), HittingNumber::Exactly(blocking_number(&stones, rules)));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
        #[test]
        fn choosing_among_crossings_is_exact(
            places in proptest::collection::btree_set((0..4_i16, 0..4_i16), 2..6),
            k in 3..7_u16,
            d in 2..4_u16,
        ) {
            let rules = Rules { k, p: k - d.min(k - 1) };
            let stones: Vec<Point> = places.into_iter().map(|(x, y)| Point { x, y }).collect();
            let number = blocking_number(&stones, rules);
            prop_assume!(number < 100);
            if let HittingNumber::Exactly(naive) = naive(&stones, rules) {
                prop_assert_eq!(number, naive);
            }
        }
    }
}
