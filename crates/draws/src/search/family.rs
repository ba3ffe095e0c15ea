//! The families of candidates.

use std::collections::BTreeSet;

use super::Quest;
use super::layout::Layout;
use crate::check::Lattice;
use crate::plane::{Direction, Orientation, Place};
use crate::tiling::Shift;

/// A kind of layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Parallelograms of any two heights in bands that lean to the right and to the left, one after the
    /// other, in all positions to each other.
    Bands,
    /// Rows of one width, each moved against the one below by chance, repeated along any lattice, with or
    /// without a mirrored band in between.
    Steps,
    /// Connected pieces of any shape that tile the plane by shifts, grown by chance.
    Shapes,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 3] = [Family::Bands, Family::Steps, Family::Shapes];

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Family::Bands => "bands",
            Family::Steps => "steps",
            Family::Shapes => "shapes",
        }
    }
}

/// A layout with the family that it belongs to; no layout if its numbers make none.
pub(super) struct Candidate {
    pub family: Family,
    pub layout: Option<Layout>,
}

/// All candidates of a quest: every fourth one is the next of the bands as long as there are some, the
/// others are left to chance.
pub(super) struct Families {
    quest: Quest,
    bands: Vec<Bands>,
}

#[derive(Clone, Copy)]
struct Bands {
    heights: [i32; 2],
    width: i32,
    /// How far the upper band, and the next lower one, are moved.
    moved: [i32; 2],
}

impl Families {
    pub fn new(quest: Quest) -> Families {
        let least = quest.stones as i32 + 1;
        let mut bands = Vec::new();
        for lower in least + 1..=least + 4 {
            for upper in least..=lower {
                for width in least + 1..=least + 7 {
                    for first in 0..width {
                        for second in 0..width {
                            let moved = [first, second];
                            bands.push(Bands { heights: [lower, upper], width, moved });
                        }
                    }
                }
            }
        }
        // Bands of equal heights are those of the known theorems.
        bands.sort_by_key(|bands: &Bands| bands.heights[0] - bands.heights[1]);
        Families { quest, bands }
    }

    /// The candidate of this number.
    pub fn candidate(&self, number: u64) -> Candidate {
        let band = self.bands.get((number / 4) as usize).filter(|_| number.is_multiple_of(4));
        if let Some(band) = band {
            return Candidate { family: Family::Bands, layout: bands(*band) };
        }
        let chance = &mut fastrand::Rng::with_seed(self.quest.seed.wrapping_add(number << 20));
        if number.is_multiple_of(2) {
            Candidate { family: Family::Steps, layout: steps(self.quest, chance) }
        } else {
            Candidate { family: Family::Shapes, layout: shape(self.quest, chance) }
        }
    }
}

/// Rows of one width; `left` says where each begins.
fn rows(left: &[i32], width: i32) -> BTreeSet<Place> {
    let row = |(row, &left): (usize, &i32)| {
        (left..left + width).map(move |column| Place::new(column, row as i32))
    };
    left.iter().enumerate().flat_map(row).collect()
}

fn moved(places: &BTreeSet<Place>, columns: i32, rows: i32) -> BTreeSet<Place> {
    places.iter().map(|place| place.moved_by(Place::new(columns, rows))).collect()
}

fn mirrored(places: &BTreeSet<Place>) -> BTreeSet<Place> {
    places.iter().map(|&place| Orientation::Mirrored.apply(place)).collect()
}

fn bands(bands: Bands) -> Option<Layout> {
    let Bands { heights: [lower, upper], width, moved: [first, second] } = bands;
    let leaning = |height: i32| rows(&(0..height).collect::<Vec<_>>(), width);
    let periods =
        [Shift { columns: width, rows: 0 }, Shift { columns: second, rows: lower + upper }];
    let above = moved(&mirrored(&leaning(upper)), first, lower);
    Layout::new(periods, vec![leaning(lower), above])
}

fn steps(quest: Quest, chance: &mut fastrand::Rng) -> Option<Layout> {
    let least = quest.stones as i32 + 1;
    let height = chance.i32(least + 1..=least + 5);
    let width = chance.i32(least + 1..=least + 6);
    let lean = chance.i32(-1..=1);
    let mut left = vec![0];
    for row in 1..height as usize {
        let step = if chance.u8(..) < 160 { lean } else { chance.i32(-2..=2) };
        left.push(left[row - 1] + step);
    }
    let piece = rows(&left, width);
    let along = Shift { columns: width, rows: 0 };
    let drift = chance.i32(0..width);
    if chance.bool() {
        return Layout::new([along, Shift { columns: drift, rows: height }], vec![piece]);
    }
    let above = moved(&mirrored(&piece), chance.i32(0..width), height);
    Layout::new([along, Shift { columns: drift, rows: 2 * height }], vec![piece, above])
}

/// Grows a piece square by square, so that no two are repeated onto each other, until it tiles the plane.
fn shape(quest: Quest, chance: &mut fastrand::Rng) -> Option<Layout> {
    let least = quest.stones + 2;
    let size = chance.usize(least * least..=(quest.run * quest.run / 3).clamp(least * least, 64));
    let heights: Vec<usize> = (1..=size).filter(|height| size.is_multiple_of(*height)).collect();
    let height = heights[chance.usize(..heights.len())];
    let width = size / height;
    let periods = [
        Shift { columns: width as i32, rows: 0 },
        Shift { columns: chance.i32(0..width as i32), rows: height as i32 },
    ];
    let lattice = Lattice::new(periods).ok()?;
    let start = Place::new(0, 0);
    let mut piece = BTreeSet::from([start]);
    let mut is_taken = vec![false; size];
    is_taken[lattice.class(start)] = true;
    let roughness = chance.f64() * 3.0;
    while piece.len() < size {
        let mut next: Option<(f64, Place)> = None;
        for place in piece.iter().flat_map(|&place| neighbours(place)) {
            if is_taken[lattice.class(place)] || piece.contains(&place) {
                continue;
            }
            // Round pieces have long runs in all directions.
            let far = f64::from(place.row.pow(2) + place.column.pow(2)).sqrt();
            let value = far + roughness * chance.f64();
            if next.is_none_or(|(least, _)| value < least) {
                next = Some((value, place));
            }
        }
        let (_, place) = next?;
        is_taken[lattice.class(place)] = true;
        piece.insert(place);
    }
    Layout::new(periods, vec![piece])
}

fn neighbours(place: Place) -> impl Iterator<Item = Place> {
    let along = [Direction::Horizontal, Direction::Vertical];
    along.into_iter().flat_map(move |direction| [1, -1].map(|step| place.step(direction, step)))
}
