//! What is open, and the arguments by which positions need not be looked at.

use crate::squares::Squares;
use crate::strategy::Symmetry;

/// Drops sets that contain another one: Breaker who stops Maker from filling the smaller one has stopped
/// him from filling the larger one.
pub(super) fn least(mut open: Vec<Squares>) -> Vec<Squares> {
    open.sort_unstable();
    open.dedup();
    let all = open.clone();
    open.retain(|&set| !all.iter().any(|&other| other != set && other.is_within(set)));
    open
}

/// What Maker's stones leave of the open sets.
pub(super) fn after_maker(open: &[Squares], stones: Squares) -> Vec<Squares> {
    least(open.iter().map(|&set| set - stones).collect())
}

/// The open sets without a stone of Breaker.
pub(super) fn after_breaker(open: &[Squares], stones: Squares) -> Vec<Squares> {
    open.iter().copied().filter(|set| !set.meets(stones)).collect()
}

/// Parts that share no square. Breaker may answer in each of them by itself.
pub(super) fn parts(open: &[Squares]) -> Vec<Vec<Squares>> {
    let mut left = open.to_vec();
    let mut parts = Vec::new();
    while let Some(first) = left.pop() {
        let mut part = vec![first];
        let mut reach = first;
        while let Some(next) = left.iter().position(|set| set.meets(reach)) {
            let set = left.swap_remove(next);
            reach = reach | set;
            part.push(set);
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Whether Breaker is at least as well off in the first position as in the second: everything that is
/// open in the first contains something that is open in the second. He plays as if it were the second;
/// whatever he hits or Maker takes there is hit or taken here too.
pub(super) fn is_easier(first: &[Squares], second: &[Squares]) -> bool {
    first.iter().all(|&set| second.iter().any(|other| other.is_within(set)))
}

/// Whether one square is better than another for both players: it lies in every open set in which the
/// other lies, and in more of them or, to choose one of two equals, has the lower number.
pub(super) fn is_better(open: &[Squares], better: usize, worse: usize) -> bool {
    if better == worse {
        return false;
    }
    let mut has_more = false;
    for set in open {
        match (set.contains(better), set.contains(worse)) {
            (false, true) => return false,
            (true, false) => has_more = true,
            _ => {}
        }
    }
    has_more || better < worse
}

/// Where a symmetry takes the sets, sorted.
pub(super) fn image(open: &[Squares], symmetry: &Symmetry) -> Vec<Squares> {
    let mut image: Vec<Squares> =
        open.iter().map(|set| set.iter().map(|square| symmetry[square]).collect()).collect();
    image.sort_unstable();
    image
}

/// The number of the first symmetry that is none, counted from 1.
pub(super) fn wrong_symmetry(
    lines: &[Squares],
    squares: usize,
    symmetries: &[Symmetry],
) -> Option<usize> {
    let mut sorted = lines.to_vec();
    sorted.sort_unstable();
    let is_wrong = |symmetry: &Symmetry| {
        symmetry.len() != squares
            || symmetry.iter().any(|&square| square >= squares)
            || symmetry.iter().copied().collect::<Squares>().len() != squares
            || image(lines, symmetry) != sorted
    };
    symmetries.iter().position(is_wrong).map(|index| index + 1)
}

/// All sets of at most `most` of these squares, the empty one too.
pub(super) fn choices(squares: Squares, most: usize) -> Vec<Squares> {
    let mut chosen = vec![Squares::NONE];
    let mut grown = 0;
    for _ in 0..most {
        let end = chosen.len();
        for index in grown..end {
            let set = chosen[index];
            // Only larger squares are added, so that every set comes once.
            for square in squares.iter().filter(|&square| set.bits() >> square == 0) {
                chosen.push(set | Squares::one(square));
            }
        }
        grown = end;
    }
    chosen
}
