//! First turns that no opponent can block.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::blocking::{blocking_number, sum_over_lines};
use crate::plane::{Point, Rules};

/// Shapes of so many stones are all tried within a box of this side.
const BOX: i16 = 4;
/// So many of them, those with the most threats summed over lines, are counted exactly.
const MOST_EXACT: usize = 200;

/// So many stones, close together, that take more than p stones to block. Nothing if none were found.
#[must_use]
pub fn overwhelming_shape(rules: Rules, stones: u16) -> Option<Vec<Point>> {
    let best = strongest_shapes(rules, stones, MOST_EXACT);
    best.into_iter().find(|shape| blocking_number(shape, rules) > rules.p)
}

/// Groups of together so many stones, to be placed far from one another, that take more than p stones
/// to block. Nothing if none were found.
///
/// Groups of a few stones each are often harder to block than one of all, where lines cross.
#[must_use]
pub fn overwhelming_groups(rules: Rules, stones: u16) -> Option<Vec<Vec<Point>>> {
    let largest = stones.min(LARGEST_GROUP);
    let best_of = |size: u16| {
        let shapes = strongest_shapes(rules, size, MOST_OF_A_SIZE).into_iter();
        let counted = shapes.map(|shape| (blocking_number(&shape, rules), Reverse(shape)));
        counted.max().map(|(number, Reverse(shape))| Part { number, shape })
    };
    let parts: Vec<Part> = (1..=largest).filter_map(best_of).collect();
    // best[n]: the most that groups of together n stones take, and the last of these groups.
    let mut best: Vec<(u16, usize)> = vec![(0, 0)];
    for total in 1..=stones as usize {
        let with_last = |size: usize| (best[total - size].0 + parts[size - 1].number, size);
        best.push((1..=total.min(parts.len())).map(with_last).max()?);
    }
    let mut left = stones as usize;
    let mut groups = Vec::new();
    while left > 0 {
        let (_, size) = best[left];
        groups.push(parts[size - 1].shape.clone());
        left -= size;
    }
    (best[stones as usize].0 > rules.p).then_some(groups)
}

/// The group of a size that is hardest to block.
struct Part {
    number: u16,
    shape: Vec<Point>,
}

const LARGEST_GROUP: u16 = 6;
const MOST_OF_A_SIZE: usize = 12;

/// The shapes of so many stones with the most threats summed over lines, one of each up to symmetry.
#[must_use]
pub fn strongest_shapes(rules: Rules, stones: u16, most: usize) -> Vec<Vec<Point>> {
    let squares: Vec<Point> =
        (0..BOX).flat_map(|x| (0..BOX).map(move |y| Point { x, y })).collect();
    let mut shapes: BTreeSet<(Reverse<u16>, Vec<Point>)> = BTreeSet::new();
    let mut chosen = Vec::new();
    subsets(&squares, stones as usize, &mut chosen, &mut |shape| {
        if shape == canonical(shape) {
            shapes.insert((Reverse(sum_over_lines(shape, rules)), shape.to_vec()));
        }
    });
    shapes.into_iter().take(most).map(|(_, shape)| shape).collect()
}

fn subsets(
    squares: &[Point],
    size: usize,
    chosen: &mut Vec<Point>,
    visit: &mut dyn FnMut(&[Point]),
) {
    if chosen.len() == size {
        return visit(chosen);
    }
    for (i, &square) in squares.iter().enumerate() {
        chosen.push(square);
        subsets(&squares[i + 1..], size, chosen, visit);
        chosen.pop();
    }
}

/// The same shape in the least of its orientations, with its lower left corner at the origin.
fn canonical(shape: &[Point]) -> Vec<Point> {
    let image = |symmetry: usize| {
        let mut points: Vec<Point> = shape.iter().map(|point| point.images()[symmetry]).collect();
        let x = points.iter().map(|p| p.x).min().unwrap_or(0);
        let y = points.iter().map(|p| p.y).min().unwrap_or(0);
        for point in &mut points {
            *point = point.from_origin(Point { x, y });
        }
        points.sort_unstable();
        points
    };
    (0..8).map(image).min().unwrap_or_default()
}

/// The most stones that it takes to stop three stones, wherever they are, from completing a row with p
/// more: found by trying all placements that share a segment.
///
/// White can then block Black's three first stones and still has the others to place, which matters where
/// d = 2 and every two stones on a segment are a threat.
#[must_use]
pub fn most_blocks_of_three(rules: Rules) -> u16 {
    let reach = rules.k as i16 - 1;
    let origin = Point { x: 0, y: 0 };
    let near = |centre: Point| {
        (-reach..=reach).flat_map(move |x| (-reach..=reach).map(move |y| (x, y))).filter_map(
            move |(x, y)| {
                let on_line = x == 0 || y == 0 || x == y || x == -y;
                let point = Point { x: centre.x + x, y: centre.y + y };
                (on_line && point != centre).then_some(point)
            },
        )
    };
    // A stone that shares a segment with neither of the others needs no block of its own.
    let seconds = near(origin).filter(|second| second.images().iter().all(|image| second <= image));
    let numbers = seconds.flat_map(|second| {
        near(origin)
            .chain(near(second))
            .filter(move |&third| third != origin && third != second)
            .map(
                // What each line needs by itself is enough in any case, and quickly found.
                move |third| sum_over_lines(&[origin, second, third], rules),
            )
    });
    numbers.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_stones_suffice_against_ten_where_two_make_a_threat() {
        let rules = Rules { k: 12, p: 10 };
        let shape = overwhelming_shape(rules, 4).unwrap();
        assert_eq!(shape.len(), 4);
        assert!(blocking_number(&shape, rules) > 10);
        assert_eq!(overwhelming_shape(rules, 3), None);
    }

    /// [Family]: Connect(19,17,7) does not satisfy the corollary, and Black still wins.
    #[test]
    fn seven_stones_in_two_groups_take_eighteen_where_the_corollary_has_fifteen() {
        let rules = Rules { k: 19, p: 17 };
        let groups = overwhelming_groups(rules, 7).unwrap();
        assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), 7);
        let numbers = groups.iter().map(|group| blocking_number(group, rules));
        assert!(numbers.sum::<u16>() > 17);
        assert_eq!(crate::bound::corollary_bound(2, 7), 15);
    }

    #[test]
    fn three_stones_make_at_most_six_threats() {
        assert_eq!(most_blocks_of_three(Rules { k: 12, p: 10 }), 6);
    }
}
