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

/// How many stones it takes to hit all segments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HittingNumber {
    /// Just so many; one more than allowed stands for any number from there on.
    Exactly(u16),
    /// So many at least: the search for a smallest set was given up. This happens only on boards
    /// full of threats that just about as many stones as a long turn has may block.
    AtLeast(u16),
}

impl HittingNumber {
    /// The number, or what is known to be needed at least.
    #[must_use]
    pub const fn lower_bound(self) -> u16 {
        match self {
            HittingNumber::Exactly(number) | HittingNumber::AtLeast(number) => number,
        }
    }
}

/// A search for a smallest set is given up after so many comparisons of a square with a segment,
/// some tenths of a second. Four stones a turn never get there: at most 452 steps, 4 squares and
/// the 2704 segments of the largest board make fewer.
const MOST_WORK: usize = 5_000_000;

/// The size of a smallest set that hits all segments, or `at_most + 1` if no set of `at_most`
/// squares does. A segment without empty squares cannot be hit at all.
#[must_use]
pub fn smallest_hitting_set<T: Copy + PartialEq>(
    segments: &[impl AsRef<[T]>],
    at_most: u16,
) -> HittingNumber {
    if segments.is_empty() {
        return HittingNumber::Exactly(0);
    }
    let open: Vec<&[T]> = segments.iter().map(AsRef::as_ref).collect();
    let mut work = MOST_WORK;
    for stones in packing(&open, at_most).max(1)..=at_most {
        match can_be_hit(&open, stones, &mut work) {
            Some(true) => return HittingNumber::Exactly(stones),
            Some(false) => {}
            None => return HittingNumber::AtLeast(stones),
        }
    }
    HittingNumber::Exactly(at_most + 1)
}

/// Whether `stones` squares can hit all open segments; nothing if the work is used up.
fn can_be_hit<T: Copy + PartialEq>(open: &[&[T]], stones: u16, work: &mut usize) -> Option<bool> {
    let Some(&narrowest) = open.iter().min_by_key(|segment| segment.len()) else {
        return Some(true);
    };
    if packing(open, stones) > stones {
        return Some(false);
    }
    *work = work.checked_sub(open.len() * narrowest.len())?;
    let hits: Vec<Vec<usize>> = narrowest
        .iter()
        .map(|square| (0..open.len()).filter(|&i| open[i].contains(square)).collect())
        .collect();
    for (_, square) in narrowest.iter().enumerate().filter(|&(i, _)| !is_dominated(&hits, i)) {
        let rest: Vec<&[T]> =
            open.iter().filter(|segment| !segment.contains(square)).copied().collect();
        if can_be_hit(&rest, stones - 1, work)? {
            return Some(true);
        }
    }
    Some(false)
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
fn packing<T: PartialEq>(open: &[&[T]], enough: u16) -> u16 {
    let mut taken: Vec<&[T]> = Vec::new();
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
/// set within it, each once. The visitor may stop the enumeration; so do spent steps.
pub fn visit_minimal_hitting_sets<T: Copy + PartialEq>(
    segments: &[impl AsRef<[T]>],
    at_most: u16,
    steps: u64,
    visit: &mut dyn FnMut(&[T]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let segments: Vec<&[T]> = segments.iter().map(AsRef::as_ref).collect();
    let segments = &segments[..];
    let at_most = at_most as usize;
    Enumeration { segments, at_most, steps, chosen: Vec::new(), excluded: Vec::new() }.extend(visit)
}

struct Enumeration<'a, T> {
    segments: &'a [&'a [T]],
    at_most: usize,
    steps: u64,
    chosen: Vec<T>,
    /// Squares whose sets have been visited already: leaving them out makes every set come once.
    excluded: Vec<T>,
}

impl<T: Copy + PartialEq> Enumeration<'_, T> {
    fn extend(&mut self, visit: &mut dyn FnMut(&[T]) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => return ControlFlow::Break(()),
        }
        let segments = self.segments;
        let missed = segments.iter().find(|s| !s.iter().any(|square| self.chosen.contains(square)));
        let Some(segment) = missed else {
            return if self.is_minimal() { visit(&self.chosen) } else { ControlFlow::Continue(()) };
        };
        if self.chosen.len() == self.at_most {
            return ControlFlow::Continue(());
        }
        let excluded_before = self.excluded.len();
        for &square in *segment {
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
