//! The board as data: cells, lines, segments, symmetries.
//!
//! A lattice is a table of directions and of symmetry matrices; a new lattice is a new table. No
//! other module knows what a diagonal is, but for the constants of [`crate::LinePlanes`].

use sixfold_game::{ConnectRules, Grid, Lattice, Setup, Square, SquareSet};

/// A segment: k consecutive squares of a line. The number counts them direction by direction,
/// line by line, from one end to the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Segment(u16);

impl Segment {
    pub(crate) const fn from_index(index: usize) -> Segment {
        Segment(index as u16)
    }

    /// The number of the segment.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A line: a longest run of cells in one direction, if it has room for at least one segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line(u8);

impl Line {
    pub(crate) const fn from_index(index: usize) -> Line {
        Line(index as u8)
    }

    /// The number of the line.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a square lies on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: Line,
    /// Squares from the beginning of the line.
    pub offset: u8,
}

/// A symmetry of the board: a permutation of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    images: Box<[Square]>,
}

impl Symmetry {
    /// Where the symmetry takes a cell.
    #[must_use]
    #[inline]
    pub fn image(&self, square: Square) -> Square {
        self.images[square.index()]
    }
}

/// A step in the coordinates of the grid: columns, rows.
type Step = (i8, i8);
/// A linear map of steps: the images of a step along the columns and of one along the rows.
type Matrix = (Step, Step);

const SQUARE_DIRECTIONS: [Step; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const SQUARE_SYMMETRIES: [Matrix; 8] = [
    ((1, 0), (0, 1)),
    ((0, 1), (-1, 0)),
    ((-1, 0), (0, -1)),
    ((0, -1), (1, 0)),
    ((-1, 0), (0, 1)),
    ((1, 0), (0, -1)),
    ((0, 1), (1, 0)),
    ((0, -1), (-1, 0)),
];

/// In axial coordinates the six neighbours are the steps along columns, rows and one diagonal.
const HEXAGONAL_DIRECTIONS: [Step; 3] = [(1, 0), (0, 1), (1, -1)];
const HEXAGONAL_SYMMETRIES: [Matrix; 12] = [
    ((1, 0), (0, 1)),
    ((0, 1), (-1, 1)),
    ((-1, 1), (-1, 0)),
    ((-1, 0), (0, -1)),
    ((0, -1), (1, -1)),
    ((1, -1), (1, 0)),
    ((0, 1), (1, 0)),
    ((-1, 1), (0, 1)),
    ((-1, 0), (-1, 1)),
    ((0, -1), (-1, 0)),
    ((1, -1), (0, -1)),
    ((1, 0), (1, -1)),
];

/// The directions and symmetries of a lattice.
const fn tables(lattice: Lattice) -> (&'static [Step], &'static [Matrix]) {
    match lattice {
        Lattice::Square { .. } => (&SQUARE_DIRECTIONS, &SQUARE_SYMMETRIES),
        Lattice::Hexagonal { .. } => (&HEXAGONAL_DIRECTIONS, &HEXAGONAL_SYMMETRIES),
    }
}

/// All tables of one board and one k, built once and shared by all positions of a game.
#[derive(Clone, Debug)]
pub struct Geometry {
    rules: ConnectRules,
    grid: Grid,
    cells: SquareSet,
    lines: Vec<Box<[Square]>>,
    places: Vec<Vec<Place>>,
    segments: Vec<Place>,
    first_segment_of_line: Vec<Segment>,
    segments_through: Vec<Box<[Segment]>>,
    symmetries: Vec<Symmetry>,
}

impl Geometry {
    /// Builds the tables of a game.
    #[must_use]
    pub fn new(rules: ConnectRules) -> Geometry {
        let (directions, matrices) = tables(rules.lattice());
        let mut geometry = Geometry {
            rules,
            grid: rules.grid(),
            cells: rules.cells(),
            lines: Vec::new(),
            places: vec![Vec::new(); rules.grid().len()],
            segments: Vec::new(),
            first_segment_of_line: Vec::new(),
            segments_through: Vec::new(),
            symmetries: Vec::new(),
        };
        for &direction in directions {
            geometry.add_lines(direction);
        }
        geometry.add_segments();
        geometry.symmetries = matrices.iter().filter_map(|m| geometry.symmetry(*m)).collect();
        geometry
    }

    fn step(&self, square: Square, (columns, rows): Step) -> Option<Square> {
        let column = self.grid.column(square).checked_add_signed(columns)?;
        let row = self.grid.row(square).checked_add_signed(rows)?;
        self.grid.square(column, row).filter(|&next| self.cells.contains(next))
    }

    fn add_lines(&mut self, direction: Step) {
        let back = (-direction.0, -direction.1);
        for start in self.cells.iter() {
            if self.step(start, back).is_some() {
                continue;
            }
            let squares: Box<[Square]> =
                std::iter::successors(Some(start), |&square| self.step(square, direction))
                    .collect();
            if squares.len() < self.in_a_row() {
                continue;
            }
            let line = Line::from_index(self.lines.len());
            for (&square, offset) in squares.iter().zip(0..) {
                self.places[square.index()].push(Place { line, offset });
            }
            self.lines.push(squares);
        }
    }

    fn add_segments(&mut self) {
        let mut through = vec![Vec::new(); self.grid.len()];
        for (index, squares) in self.lines.iter().enumerate() {
            self.first_segment_of_line.push(Segment::from_index(self.segments.len()));
            for (window, offset) in squares.windows(self.in_a_row()).zip(0..) {
                let segment = Segment::from_index(self.segments.len());
                self.segments.push(Place { line: Line::from_index(index), offset });
                for square in window {
                    through[square.index()].push(segment);
                }
            }
        }
        self.segments_through = through.into_iter().map(Vec::into_boxed_slice).collect();
    }

    /// The permutation that a matrix makes about the centre of the board, if it maps the board
    /// onto itself.
    fn symmetry(&self, (along_columns, along_rows): Matrix) -> Option<Symmetry> {
        // Twice the distance from the centre is a whole number on boards of even size too.
        let middle = (i16::from(self.grid.columns()) - 1, i16::from(self.grid.rows()) - 1);
        let image = |square: Square| {
            let x = 2 * i16::from(self.grid.column(square)) - middle.0;
            let y = 2 * i16::from(self.grid.row(square)) - middle.1;
            let column = x * i16::from(along_columns.0) + y * i16::from(along_rows.0) + middle.0;
            let row = x * i16::from(along_columns.1) + y * i16::from(along_rows.1) + middle.1;
            let [column, row] =
                [column, row].map(|twice| u8::try_from(twice / 2).ok().filter(|_| twice % 2 == 0));
            self.grid.square(column?, row?).filter(|&image| self.cells.contains(image))
        };
        let mut images: Vec<Square> = self.grid.squares().collect();
        for square in self.cells.iter() {
            images[square.index()] = image(square)?;
        }
        Some(Symmetry { images: images.into() })
    }

    /// The rules these tables are for.
    #[must_use]
    pub fn rules(&self) -> ConnectRules {
        self.rules
    }

    /// The grid that names the squares.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The squares of the board.
    #[must_use]
    pub fn cells(&self) -> SquareSet {
        self.cells
    }

    /// k as a length.
    #[must_use]
    pub fn in_a_row(&self) -> usize {
        self.rules.in_a_row() as usize
    }

    /// All lines that have room for a segment.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line> + use<> {
        (0..self.lines.len()).map(Line::from_index)
    }

    /// The squares of a line in order.
    #[must_use]
    pub fn line_squares(&self, line: Line) -> &[Square] {
        &self.lines[line.index()]
    }

    /// The lines through a square, and where on them it lies.
    #[must_use]
    pub fn places(&self, square: Square) -> &[Place] {
        &self.places[square.index()]
    }

    /// All segments.
    pub fn segments(&self) -> impl ExactSizeIterator<Item = Segment> + use<> {
        (0..self.segments.len()).map(Segment::from_index)
    }

    /// The line a segment lies on, and where it begins.
    #[must_use]
    pub fn segment_place(&self, segment: Segment) -> Place {
        self.segments[segment.index()]
    }

    /// The k squares of a segment in order.
    #[must_use]
    pub fn segment_squares(&self, segment: Segment) -> &[Square] {
        let Place { line, offset } = self.segment_place(segment);
        &self.line_squares(line)[offset as usize..][..self.in_a_row()]
    }

    /// The segment that begins at a place of a line.
    #[must_use]
    pub fn segment_at(&self, place: Place) -> Segment {
        let first = self.first_segment_of_line[place.line.index()];
        Segment::from_index(first.index() + place.offset as usize)
    }

    /// The segments that contain a square.
    #[must_use]
    #[inline]
    pub fn segments_through(&self, square: Square) -> &[Segment] {
        &self.segments_through[square.index()]
    }

    /// Whether all segments that a board without an edge would have through a square are on this
    /// one.
    #[must_use]
    pub fn is_inner(&self, square: Square) -> bool {
        let (directions, _) = tables(self.rules.lattice());
        self.segments_through(square).len() == directions.len() * self.in_a_row()
    }

    /// The symmetries of the board, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Where a turn may come to lie if the board is turned so that the position stays the same.
    #[must_use]
    pub fn same_turns(&self, setup: &Setup, turn: SquareSet) -> Vec<SquareSet> {
        let kept =
            self.symmetries.iter().filter(|way| setup.mapped(|square| way.image(square)) == *setup);
        let mut turns: Vec<SquareSet> =
            kept.map(|way| turn.iter().map(|square| way.image(square)).collect()).collect();
        turns.sort_unstable();
        turns.dedup();
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(lattice: Lattice, in_a_row: u8) -> Geometry {
        Geometry::new(ConnectRules::new(lattice, in_a_row, 2, 1).unwrap())
    }

    #[test]
    fn connect6_has_924_segments_on_92_lines() {
        let connect6 = Geometry::new(ConnectRules::CONNECT6);
        assert_eq!(connect6.segments().len(), 924);
        assert_eq!(connect6.lines().len(), 92);
    }

    #[test]
    fn the_connect6_centre_lies_on_24_segments_and_a_corner_on_3() {
        let connect6 = Geometry::new(ConnectRules::CONNECT6);
        let through = |name| connect6.segments_through(connect6.grid().parse(name).unwrap()).len();
        assert_eq!([through("j10"), through("a1")], [24, 3]);
    }

    #[test]
    fn inner_squares_are_k_minus_1_squares_away_from_the_edge() {
        let connect6 = Geometry::new(ConnectRules::CONNECT6);
        let inner: SquareSet =
            connect6.cells().iter().filter(|&square| connect6.is_inner(square)).collect();
        let is_inner = |name| inner.contains(connect6.grid().parse(name).unwrap());
        assert_eq!(inner.len(), 9 * 9);
        assert!(is_inner("f6") && is_inner("n14") && !is_inner("e6") && !is_inner("n15"));
        let hexagon = geometry(Lattice::Hexagonal { radius: 4 }, 3);
        assert_eq!(hexagon.cells().iter().filter(|&cell| hexagon.is_inner(cell)).count(), 19);
    }

    #[test]
    fn a_square_board_has_8_symmetries_and_a_rectangle_4() {
        assert_eq!(geometry(Lattice::Square { rows: 4, columns: 4 }, 3).symmetries().len(), 8);
        assert_eq!(geometry(Lattice::Square { rows: 4, columns: 5 }, 3).symmetries().len(), 4);
    }

    #[test]
    fn a_hexagon_has_12_symmetries_and_three_directions() {
        let hexagon = geometry(Lattice::Hexagonal { radius: 4 }, 6);
        assert_eq!(hexagon.cells().len(), 61);
        assert_eq!(hexagon.symmetries().len(), 12);
        let centre = hexagon.grid().parse("e5").unwrap();
        assert_eq!(hexagon.places(centre).len(), 3);
    }

    #[test]
    fn every_symmetry_maps_segments_onto_segments() {
        for lattice in [
            Lattice::Square { rows: 6, columns: 6 },
            Lattice::Square { rows: 4, columns: 7 },
            Lattice::Hexagonal { radius: 3 },
        ] {
            let geometry = geometry(lattice, 4);
            let all: Vec<SquareSet> = geometry
                .segments()
                .map(|segment| geometry.segment_squares(segment).iter().copied().collect())
                .collect();
            for symmetry in geometry.symmetries() {
                for squares in &all {
                    let image = squares.iter().map(|square| symmetry.image(square)).collect();
                    assert!(all.contains(&image));
                }
            }
        }
    }
}
