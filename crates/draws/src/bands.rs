//! The boards and tilings of the classical proofs: parallelograms in bands that lean to the right and
//! to the left in turn.

use std::collections::BTreeSet;

use crate::board::{Board, BoardError};
use crate::check::NamedBoard;
use crate::plane::{Direction, Orientation, Place};
use crate::tiling::{Copy, Shift, Tiling};

/// A parallelogram: every row begins one column to the right of the one below. Its rows, its slanted columns
/// and its complete columns are lines.
pub fn parallelogram(rows: usize, columns: usize) -> Result<Board, BoardError> {
    let (height, width) = (rows as i32, columns as i32);
    let places: BTreeSet<Place> = (0..height)
        .flat_map(|row| (0..width).map(move |column| Place::new(column + row, row)))
        .collect();
    let least = rows.min(columns);
    let directions = [Direction::Horizontal, Direction::Vertical, Direction::Rising];
    Board::of_runs(&places, least, &directions)
}

/// A board with the tiling that goes with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TiledBoard {
    /// The board.
    pub board: NamedBoard,
    /// How it is laid.
    pub tiling: Tiling,
}

/// B1: twelve squares, held with one stone a turn, for runs of eight (after Zetters).
pub fn b1() -> Result<TiledBoard, BoardError> {
    Ok(TiledBoard {
        board: NamedBoard { name: "B1".to_string(), board: parallelogram(3, 4)? },
        tiling: leaning_bands("B1", 3, 4, 2),
    })
}

/// B2: 24 squares, held with two stones a turn, for runs of eleven (Chiang, Wu and Lin).
pub fn b2() -> Result<TiledBoard, BoardError> {
    Ok(TiledBoard {
        board: NamedBoard { name: "B2".to_string(), board: parallelogram(4, 6)? },
        tiling: leaning_bands("B2", 4, 6, 3),
    })
}

/// Bands of parallelograms, every second one mirrored. The complete columns of the mirrored ones are
/// moved by `shift` against those below.
fn leaning_bands(name: &str, rows: i32, columns: i32, shift: i32) -> Tiling {
    let copy =
        |column, row, orientation| Copy { board: name.to_string(), column, row, orientation };
    // Complete columns begin at `rows - 1`; in the mirror image they end at minus that.
    let complete = columns - rows + 1;
    let column = rows - 1 + shift + rows - 1 + complete - 1;
    Tiling {
        periods: [Shift { columns, rows: 0 }, Shift { columns: 0, rows: 2 * rows }],
        copies: vec![copy(0, 0, Orientation::Plain), copy(column, rows, Orientation::Mirrored)],
    }
}

/// A ring of `columns` columns cut out of the infinite band of the derivations: all columns and all diagonals
/// that begin in it are lines.
pub fn ring(length: usize, columns: usize) -> Result<Board, BoardError> {
    let (height, width) = (length as i32, columns as i32);
    let places: BTreeSet<Place> =
        (0..height).flat_map(|row| (0..width).map(move |column| Place::new(column, row))).collect();
    let column = |line| (0..height).map(|row| Place::new(line, row)).collect();
    let diagonal = |line| (0..height).map(|row| Place::new((line + row) % width, row)).collect();
    let lines: Vec<Vec<Place>> = (0..width).map(column).chain((0..width).map(diagonal)).collect();
    Board::new(&places, lines)
}
