//! Ways to cut the plane into pieces.

use std::collections::BTreeSet;

use crate::check::Lattice;
use crate::plane::{Direction, Place};
use crate::squares::MOST_SQUARES;
use crate::tiling::Shift;

/// Pieces of the plane that are repeated along two periods.
pub(super) struct Layout {
    pub periods: [Shift; 2],
    pub lattice: Lattice,
    pub pieces: Vec<BTreeSet<Place>>,
    /// For every square of a period who owns it.
    owners: Vec<Option<Owner>>,
}

#[derive(Clone, Copy)]
struct Owner {
    piece: usize,
    /// The square of the piece that is repeated here.
    home: Place,
}

/// A square of a track.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The piece, and the place in it; nothing in a gap.
    pub owner: Option<(usize, Place)>,
    /// Whether the next square of the track belongs to the same copy of the piece.
    pub is_joined: bool,
}

impl Layout {
    /// A layout, unless pieces overlap or are too large.
    pub fn new(periods: [Shift; 2], pieces: Vec<BTreeSet<Place>>) -> Option<Layout> {
        let lattice = Lattice::new(periods).ok()?;
        let mut owners = vec![None; lattice.classes()];
        for (piece, places) in pieces.iter().enumerate() {
            if places.len() > MOST_SQUARES {
                return None;
            }
            for &home in places {
                let owner = &mut owners[lattice.class(home)];
                if owner.is_some() {
                    return None;
                }
                *owner = Some(Owner { piece, home });
            }
        }
        Some(Layout { periods, lattice, pieces, owners })
    }

    /// All tracks of a direction, each of them until it repeats itself.
    pub fn tracks(&self, direction: Direction) -> Vec<Vec<Cell>> {
        let mut is_done = vec![false; self.lattice.classes()];
        let mut tracks = Vec::new();
        for class in 0..is_done.len() {
            let mut track = Vec::new();
            let mut class = class;
            while !is_done[class] {
                is_done[class] = true;
                let next = self.lattice.class(self.lattice.place(class).step(direction, 1));
                track.push(self.cell(class, next, direction));
                class = next;
            }
            if !track.is_empty() {
                tracks.push(track);
            }
        }
        tracks
    }

    fn cell(&self, class: usize, next: usize, direction: Direction) -> Cell {
        let here = self.owners[class];
        let is_joined = here.zip(self.owners[next]).is_some_and(|(here, next)| {
            here.piece == next.piece && here.home.step(direction, 1) == next.home
        });
        Cell { owner: here.map(|owner| (owner.piece, owner.home)), is_joined }
    }
}
