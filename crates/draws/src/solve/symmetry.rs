//! Symmetries of a board: ways to exchange its squares that take lines to lines.

use std::collections::BTreeSet;

use crate::squares::Squares;
use crate::strategy::Symmetry;

/// Boards that are symmetric in very many ways, such as lines that lie apart, gain nothing from all of
/// them.
const MOST_SYMMETRIES: usize = 24;

/// Looking for symmetries must not take longer than doing without.
const MOST_STEPS: usize = 200_000;

/// Symmetries of the lines, without the one that leaves everything where it is; not all if there are many.
pub(crate) fn symmetries(lines: &[Squares], squares: usize) -> Vec<Symmetry> {
    let colours = colours(lines, squares);
    let set: BTreeSet<Squares> = lines.iter().copied().collect();
    let mut search =
        Search { lines, set, colours, images: Vec::new(), found: Vec::new(), steps: 0 };
    search.extend(Squares::NONE, squares);
    let identity: Symmetry = (0..squares).collect();
    search.found.retain(|symmetry| *symmetry != identity);
    search.found
}

/// Squares that look different, by the sizes of their lines and of what those meet, are not exchanged.
fn colours(lines: &[Squares], squares: usize) -> Vec<u64> {
    let mut colours = vec![0u64; squares];
    for _ in 0..3 {
        let of_line = |line: &Squares| {
            line.iter()
                .map(|square| mix(colours[square]))
                .fold(line.len() as u64, u64::wrapping_add)
        };
        let line_colours: Vec<u64> = lines.iter().map(|line| mix(of_line(line))).collect();
        colours = (0..squares)
            .map(|square| {
                let through = lines.iter().zip(&line_colours);
                let through = through.filter(|(line, _)| line.contains(square));
                through.map(|(_, &colour)| colour).fold(mix(colours[square]), u64::wrapping_add)
            })
            .collect();
    }
    colours
}

fn mix(value: u64) -> u64 {
    let value = (value ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value ^ value >> 29
}

struct Search<'a> {
    lines: &'a [Squares],
    set: BTreeSet<Squares>,
    colours: Vec<u64>,
    images: Vec<usize>,
    found: Vec<Symmetry>,
    steps: usize,
}

impl Search<'_> {
    fn extend(&mut self, used: Squares, squares: usize) {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.found.len() > MOST_SYMMETRIES {
            return;
        }
        let square = self.images.len();
        if square == squares {
            self.found.push(self.images.clone());
            return;
        }
        for image in 0..squares {
            if used.contains(image) || self.colours[image] != self.colours[square] {
                continue;
            }
            self.images.push(image);
            if self.is_possible(square) {
                self.extend(used | Squares::one(image), squares);
            }
            self.images.pop();
        }
    }

    /// Whether lines through the last square that have an image so far have a line for it.
    fn is_possible(&self, last: usize) -> bool {
        let assigned = Squares::first(last + 1);
        self.lines.iter().filter(|line| line.contains(last)).all(|&line| {
            let image: Squares =
                (line & assigned).iter().map(|square| self.images[square]).collect();
            if line.is_within(assigned) {
                self.set.contains(&image)
            } else {
                self.lines.iter().any(|&other| other.len() == line.len() && image.is_within(other))
            }
        })
    }
}

/// A symmetry that takes whole sets of squares quickly.
pub(crate) struct Exchange(Box<[[u64; 256]; 8]>);

impl Exchange {
    pub fn new(symmetry: &Symmetry) -> Exchange {
        let mut table = Box::new([[0u64; 256]; 8]);
        for (byte, row) in table.iter_mut().enumerate() {
            for (value, entry) in row.iter_mut().enumerate() {
                let set = Squares::from_bits((value as u64) << (8 * byte));
                let images = set.iter().filter_map(|square| symmetry.get(square).copied());
                *entry = images.collect::<Squares>().bits();
            }
        }
        Exchange(table)
    }

    pub fn apply(&self, set: Squares) -> Squares {
        let bytes = set.bits().to_le_bytes();
        let parts = self.0.iter().zip(bytes).map(|(row, byte)| row[byte as usize]);
        Squares::from_bits(parts.fold(0, |bits, part| bits | part))
    }
}
