//! Whether every run of squares contains a line, for lines that are repeated along two periods.

use super::fault::Fault;
use crate::plane::{Direction, Place};
use crate::tiling::Shift;

/// No tiling repeats itself after more squares.
const MOST_CLASSES: i64 = 1 << 26;

/// The shifts of a tiling: columns repeat after `width`, and `height` rows further up everything is
/// moved by `slant` columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lattice {
    width: i64,
    height: i64,
    slant: i64,
}

impl Lattice {
    /// The lattice of two shifts.
    pub fn new(periods: [Shift; 2]) -> Result<Lattice, Fault> {
        let [mut first, mut second] =
            periods.map(|shift| (i64::from(shift.columns), i64::from(shift.rows)));
        // Euclid's algorithm on the rows leaves one shift along a row.
        while first.1 != 0 {
            let times = second.1.div_euclid(first.1);
            let Some(columns) =
                first.0.checked_mul(times).and_then(|product| second.0.checked_sub(product))
            else {
                return Err(Fault::Periods(MOST_CLASSES));
            };
            let rest = (columns, second.1 - times * first.1);
            second = first;
            first = rest;
        }
        let (width, height) = (first.0.abs(), second.1.abs());
        let slant = if second.1 < 0 { -second.0 } else { second.0 };
        match width.checked_mul(height) {
            Some(1..=MOST_CLASSES) => Ok(Lattice { width, height, slant }),
            _ => Err(Fault::Periods(MOST_CLASSES)),
        }
    }

    /// How many squares one period has.
    #[must_use]
    pub const fn classes(self) -> usize {
        (self.width * self.height) as usize
    }

    /// The number of a place within its period.
    #[must_use]
    pub const fn class(self, place: Place) -> usize {
        let row = place.row as i64;
        let bands = row.div_euclid(self.height);
        let column = (place.column as i64 - bands * self.slant).rem_euclid(self.width);
        (row.rem_euclid(self.height) * self.width + column) as usize
    }

    /// The place with this number in the period at the corner of the plane.
    #[must_use]
    pub const fn place(self, class: usize) -> Place {
        let class = class as i64;
        Place::new((class % self.width) as i32, (class / self.width) as i32)
    }
}

/// A piece of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Where it begins.
    pub start: Place,
    /// Its direction.
    pub direction: Direction,
    /// How many squares it has.
    pub length: usize,
}

/// Checks that every run of so many squares, in all four directions, contains a whole segment, where
/// the segments are repeated along the lattice. Returns how many runs that are.
pub fn check_cover(lattice: Lattice, segments: &[Segment], run: usize) -> Result<usize, Fault> {
    for direction in Direction::ALL {
        let mut shortest = vec![usize::MAX; lattice.classes()];
        for segment in segments.iter().filter(|segment| segment.direction == direction) {
            let entry = &mut shortest[lattice.class(segment.start)];
            *entry = segment.length.min(*entry);
        }
        let ends = first_ends(lattice, direction, &shortest);
        if let Some(class) = ends.iter().position(|&end| end > run) {
            let Place { row, column } = lattice.place(class);
            return Err(Fault::OpenRun { direction: direction.name(), run, column, row });
        }
    }
    Ok(Direction::ALL.len() * lattice.classes())
}

/// For every place how many squares a run from there needs to contain a segment.
fn first_ends(lattice: Lattice, direction: Direction, shortest: &[usize]) -> Vec<usize> {
    let mut ends = shortest.to_vec();
    let mut is_done = vec![false; ends.len()];
    for class in 0..ends.len() {
        if is_done[class] {
            continue;
        }
        // A track closes on itself after some steps; going back along it twice reaches every end.
        let mut track = Vec::new();
        let mut place = lattice.place(class);
        while !is_done[lattice.class(place)] {
            is_done[lattice.class(place)] = true;
            track.push(lattice.class(place));
            place = lattice.place(lattice.class(place)).step(direction, 1);
        }
        let mut next = usize::MAX;
        for &class in track.iter().rev().chain(track.iter().rev()) {
            ends[class] = ends[class].min(next.saturating_add(1));
            next = ends[class];
        }
    }
    ends
}
