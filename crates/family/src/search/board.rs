//! The board of the search: a part of the plane that is large enough, with a word for every line.

use super::line::{LineRules, LineStones, Worth};
use crate::plane::{Point, Rules};

/// The squares of a side. Searches stay away from the edge, so that it does not matter.
pub(super) const SIDE: i16 = 64;
const CENTRE: i16 = SIDE / 2;
const LINES: usize = 6 * SIDE as usize;

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Cell(u16);

/// The two sides of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Attacker,
    Defender,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// Where a square lies on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) offset: u32,
}

impl Cell {
    fn column(self) -> i16 {
        (self.0 % SIDE as u16) as i16
    }

    fn row(self) -> i16 {
        (self.0 / SIDE as u16) as i16
    }

    fn at(column: i16, row: i16) -> Cell {
        Cell((row * SIDE + column) as u16)
    }

    /// The square of a point, if it is on the board.
    pub(super) fn of(point: Point) -> Option<Cell> {
        let (column, row) = (point.x + CENTRE, point.y + CENTRE);
        let is_inside = (0..SIDE).contains(&column) && (0..SIDE).contains(&row);
        is_inside.then(|| Cell::at(column, row))
    }

    pub(super) fn point(self) -> Point {
        Point { x: self.column() - CENTRE, y: self.row() - CENTRE }
    }

    /// Rows, columns and both kinds of diagonals, one after the other.
    pub(super) fn places(self) -> [Place; 4] {
        let (column, row) = (self.column(), self.row());
        let place = |line: i16, offset: i16| Place { line: line as usize, offset: offset as u32 };
        [
            place(row, column),
            place(SIDE + column, row),
            place(3 * SIDE + column - row, column),
            place(4 * SIDE + column + row, column),
        ]
    }

    /// The square at an offset of a line; it must be on the board.
    pub(super) fn on(line: usize, offset: u32) -> Cell {
        let (line, offset) = (line as i16, offset as i16);
        match line / SIDE {
            0 => Cell::at(offset, line),
            1 => Cell::at(line - SIDE, offset),
            2 | 3 => Cell::at(offset, offset - (line - 3 * SIDE)),
            _ => Cell::at(offset, line - 4 * SIDE - offset),
        }
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellSet([u64; SIDE as usize]);

impl CellSet {
    pub(super) const EMPTY: CellSet = CellSet([0; SIDE as usize]);

    pub(super) fn insert(&mut self, cell: Cell) {
        self.0[cell.row() as usize] |= 1 << cell.column();
    }

    pub(super) fn remove(&mut self, cell: Cell) {
        self.0[cell.row() as usize] &= !(1 << cell.column());
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.0[cell.row() as usize] >> cell.column() & 1 == 1
    }

    pub(super) fn add(&mut self, other: &CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, others)| *word |= others);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..SIDE).flat_map(move |row| {
            let word = self.0[row as usize];
            (0..SIDE).filter(move |column| word >> column & 1 == 1).map(move |c| Cell::at(c, row))
        })
    }
}

/// A position.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) rules: Rules,
    pub(super) line_rules: LineRules,
    lines: Vec<LineStones>,
    stones: CellSet,
}

/// A segment that one side may still fill.
pub(super) struct OpenSegment {
    pub(super) line: usize,
    /// The squares without a stone, as offsets of the line.
    pub(super) empty: u64,
}

impl OpenSegment {
    pub(super) fn lacking(&self) -> u32 {
        self.empty.count_ones()
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (line, empty) = (self.line, self.empty);
        (0..u64::BITS)
            .filter(move |offset| empty >> offset & 1 == 1)
            .map(move |o| Cell::on(line, o))
    }
}

impl Board {
    pub(super) fn new(rules: Rules) -> Board {
        Board {
            rules,
            line_rules: LineRules::new(rules),
            lines: vec![LineStones::default(); LINES],
            stones: CellSet::EMPTY,
        }
    }

    pub(super) fn line(&self, line: usize) -> LineStones {
        self.lines[line]
    }

    pub(super) fn lines(&self) -> &[LineStones] {
        &self.lines
    }

    pub(super) fn worth(&self, line: usize) -> Worth {
        self.line_rules.worth(self.lines[line])
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        !self.stones.contains(cell)
    }

    /// Whether all segments through a square are on the board.
    pub(super) fn has_room(&self, cell: Cell) -> bool {
        let margin = self.rules.k as i16 - 1;
        let inner = margin..SIDE - margin;
        inner.contains(&cell.column()) && inner.contains(&cell.row())
    }

    pub(super) fn place(&mut self, cells: &[Cell], side: Side) {
        for &cell in cells {
            self.stones.insert(cell);
            for place in cell.places() {
                *self.lines[place.line].stones_of_mut(side) |= 1 << place.offset;
            }
        }
    }

    pub(super) fn lift(&mut self, cells: &[Cell], side: Side) {
        for &cell in cells {
            self.stones.remove(cell);
            for place in cell.places() {
                *self.lines[place.line].stones_of_mut(side) &= !(1 << place.offset);
            }
        }
    }

    /// The segments with a stone of this side, none of the other, and at most so many empty squares.
    pub(super) fn open_segments(
        &self,
        side: Side,
        most_empty: u32,
    ) -> impl Iterator<Item = OpenSegment> + '_ {
        let k = u32::from(self.rules.k);
        let window = !0_u64 >> (u64::BITS - k);
        let used = self.lines.iter().enumerate().filter(move |(_, l)| l.stones_of(side) != 0);
        used.flat_map(move |(line, stones)| {
            let (own, opposing) = (stones.stones_of(side), stones.stones_of(side.other()));
            let first = own.trailing_zeros().saturating_sub(k - 1);
            let last = (u64::BITS - 1 - own.leading_zeros()).min(u64::BITS - k);
            (first..=last).filter_map(move |start| {
                let squares = window << start;
                let empty = squares & !own;
                let is_open = opposing & squares == 0
                    && own & squares != 0
                    && empty.count_ones() <= most_empty;
                is_open.then_some(OpenSegment { line, empty })
            })
        })
    }

    /// Whether a side completes a segment with so many stones more.
    pub(super) fn can_complete(&self, side: Side, stones: u16) -> bool {
        self.open_segments(side, stones.into()).next().is_some()
    }

    /// The empty squares of the threat segments of a side.
    pub(super) fn threats(&self, side: Side) -> Vec<Vec<Cell>> {
        self.open_segments(side, self.rules.p.into())
            .map(|segment| segment.cells().collect())
            .collect()
    }
}
