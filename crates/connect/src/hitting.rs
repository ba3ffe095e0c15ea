//! Hitting sets: the stones that block a list of segments.
//!
//! The *number of threats* is the size of a smallest set of squares that meets every threat
//! segment; the *critical defences* are the sets that meet every one of them and would no longer
//! do so with any square left out (THEORY 1). Each segment is given by its empty squares.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use sixfold_game::{MAX_SIDE, Square};

/// The empty squares of one segment, in the order of the line.
pub type EmptySquares = ArrayVec<Square, { MAX_SIDE as usize }>;

/// The size of a smallest set that hits all segments, or `at_most + 1` if no set of `at_most`
/// squares does. A segment without empty squares cannot be hit at all.
#[must_use]
pub fn smallest_hitting_set(segments: &[EmptySquares], at_most: u16) -> u16 {
    if segments.is_empty() {
        return 0;
    }
    let open: Vec<&[Square]> = segments.iter().map(|segment| &segment[..]).collect();
    (1..=at_most).find(|&stones| can_be_hit(&open, stones)).unwrap_or(at_most + 1)
}

/// Whether `stones` squares can hit all open segments.
fn can_be_hit(open: &[&[Square]], stones: u16) -> bool {
    let Some(&narrowest) = open.iter().min_by_key(|segment| segment.len()) else {
        return true;
    };
    if packing(open, stones) > stones {
        return false;
    }
    let hits: Vec<Vec<usize>> = narrowest
        .iter()
        .map(|square| (0..open.len()).filter(|&i| open[i].contains(square)).collect())
        .collect();
    (0..narrowest.len()).any(|i| {
        !is_dominated(&hits, i) && {
            let rest: Vec<&[Square]> =
                open.iter().filter(|segment| !segment.contains(&narrowest[i])).copied().collect();
            can_be_hit(&rest, stones - 1)
        }
    })
}

/// Whether some other square of the segment hits everything that square `i` hits, so that `i`
/// need not be tried. Of squares that hit the same segments the first one is kept.
fn is_dominated(hits: &[Vec<usize>], i: usize) -> bool {
    (0..hits.len()).any(|j| {
        let stronger = hits[j].len() > hits[i].len() || (hits[j].len() == hits[i].len() && j < i);
        j != i && stronger && hits[i].iter().all(|segment| hits[j].contains(segment))
    })
}

/// A number of pairwise disjoint segments, each of which needs a stone of its own; it stops
/// counting beyond `enough`.
fn packing(open: &[&[Square]], enough: u16) -> u16 {
    let mut taken: Vec<&[Square]> = Vec::new();
    for segment in open {
        if taken.len() > enough as usize {
            break;
        }
        if !segment.iter().any(|square| taken.iter().any(|other| other.contains(square))) {
            taken.push(segment);
        }
    }
    taken.len() as u16
}

/// Visits every set of at most `at_most` squares that hits all segments and has no smaller such
/// set within it, each once. The visitor may stop the enumeration.
pub fn visit_minimal_hitting_sets(
    segments: &[EmptySquares],
    at_most: u16,
    visit: &mut dyn FnMut(&[Square]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    Enumeration { segments, at_most: at_most as usize, chosen: Vec::new(), excluded: Vec::new() }
        .extend(visit)
}

struct Enumeration<'a> {
    segments: &'a [EmptySquares],
    at_most: usize,
    chosen: Vec<Square>,
    /// Squares whose sets have been visited already: leaving them out makes every set come once.
    excluded: Vec<Square>,
}

impl Enumeration<'_> {
    fn extend(&mut self, visit: &mut dyn FnMut(&[Square]) -> ControlFlow<()>) -> ControlFlow<()> {
        let segments = self.segments;
        let missed = segments.iter().find(|s| !s.iter().any(|square| self.chosen.contains(square)));
        let Some(segment) = missed else {
            return if self.is_minimal() { visit(&self.chosen) } else { ControlFlow::Continue(()) };
        };
        if self.chosen.len() == self.at_most {
            return ControlFlow::Continue(());
        }
        let excluded_before = self.excluded.len();
        for &square in segment {
            if self.excluded.contains(&square) {
                continue;
            }
            self.chosen.push(square);
            // A square that has become superfluous stays so: no minimal set lies below.
            let flow =
                if self.is_minimal() { self.extend(visit) } else { ControlFlow::Continue(()) };
            self.chosen.pop();
            flow?;
            self.excluded.push(square);
        }
        self.excluded.truncate(excluded_before);
        ControlFlow::Continue(())
    }

    /// Whether every chosen square is the only one in some segment.
    fn is_minimal(&self) -> bool {
        self.chosen.iter().all(|square| {
            self.segments.iter().any(|segment| {
                segment.contains(square)
                    && self.chosen.iter().all(|other| other == square || !segment.contains(other))
            })
        })
    }
}
