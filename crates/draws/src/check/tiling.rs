//! Checking tilings.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::cover::{Lattice, Segment, check_cover};
use super::fault::Fault;
use crate::board::Board;
use crate::plane::{Direction, Place};
use crate::tiling::{Copy, Tiling};

/// Copies that are repeated everywhere need not lie farther from the corner of the plane.
const FARTHEST: u32 = 1_000_000;

/// A board with the name that copies refer to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedBoard {
    /// The name.
    pub name: String,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
}

/// What a tiling was checked by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TilingReport {
    /// How many squares one period has.
    pub squares: usize,
    /// How many of them lie on a board.
    pub covered: usize,
    /// How many runs, up to the periods, contain a line.
    pub runs: usize,
}

/// Checks that the copies do not overlap and that every run of so many squares contains a line.
pub fn check_tiling(
    boards: &[NamedBoard],
    tiling: &Tiling,
    run: usize,
) -> Result<TilingReport, Fault> {
    for (index, named) in boards.iter().enumerate() {
        if boards[..index].iter().any(|other| other.name == named.name) {
            return Err(Fault::TwoBoards(named.name.clone()));
        }
    }
    if tiling.copies.is_empty() {
        return Err(Fault::NoCopies);
    }
    let is_far = |copy: &Copy| copy.column.abs_diff(0).max(copy.row.abs_diff(0)) > FARTHEST;
    if tiling.copies.iter().any(is_far) {
        return Err(Fault::TooFar(FARTHEST));
    }
    let lattice = Lattice::new(tiling.periods)?;
    let mut covered = HashSet::new();
    let mut segments = Vec::new();
    for copy in &tiling.copies {
        let named = boards.iter().find(|named| named.name == copy.board);
        let board = &named.ok_or_else(|| Fault::NoSuchBoard(copy.board.clone()))?.board;
        for &place in board.places() {
            let place = copy.place(place);
            if !covered.insert(lattice.class(place)) {
                return Err(Fault::Overlap { column: place.column, row: place.row });
            }
        }
        for line in board.lines() {
            let places: Vec<Place> =
                line.iter().map(|square| copy.place(board.places()[square])).collect();
            segments.extend(segments_of(&places));
        }
    }
    let runs = check_cover(lattice, &segments, run)?;
    Ok(TilingReport { squares: lattice.classes(), covered: covered.len(), runs })
}

/// The shortest pieces of runs that contain all the places: none unless these lie on one track, four for
/// a single place.
fn segments_of(places: &[Place]) -> Vec<Segment> {
    let along = |place: &Place, direction| match direction {
        Direction::Vertical => place.row,
        _ => place.column,
    };
    let on_track = |direction| {
        let start = *places.iter().min_by_key(|place| along(place, direction))?;
        let steps = |place: &Place| along(place, direction) - along(&start, direction);
        let longest = places.iter().map(steps).max()?;
        places
            .iter()
            .all(|place| start.step(direction, steps(place)) == *place)
            .then_some(Segment { start, direction, length: longest as usize + 1 })
    };
    Direction::ALL.into_iter().filter_map(on_track).collect()
}
