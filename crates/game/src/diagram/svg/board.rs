//! The empty board: wood, zones, lines or cells, coordinates.

use std::fmt;
use std::iter::successors;

use super::shapes::{Point, hexagon, write_circle, write_line, write_text};
use super::{CELL, SvgPicture, ZONE, paint};
use crate::diagram::{BoardSide, Layout, column_letter};
use crate::{Player, Square};

/// How far the sides of a board of Hex look out from behind its cells.
const RIM: f64 = 0.2 * CELL;

impl SvgPicture<'_> {
    pub(super) fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wood, edge) = (self.paint.board, self.paint.board_edge);
        match self.diagram.layout {
            Layout::Intersections => {
                let (width, height) = (self.width - 12.0, self.board_height - 12.0);
                writeln!(
                    f,
                    r#"<rect x="6" y="6" width="{width:.0}" height="{height:.0}" rx="6" fill="{wood}" stroke="{edge}"/>"#
                )?;
                self.write_zones(f)?;
                self.write_lines(f)?;
                self.write_zone_borders(f)
            }
            layout @ (Layout::Hexagons | Layout::Rhombus) => {
                if layout == Layout::Rhombus {
                    self.write_sides(f)?;
                }
                self.write_hexagons(f, self.diagram.squares(), 1.16, edge)?;
                self.write_hexagons(f, self.diagram.squares(), 0.98, wood)?;
                self.write_zones(f)
            }
        }
    }

    /// The sides of a board of Hex: a rim in the colour of their owner behind the outermost cells.
    fn write_sides(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in [BoardSide::Left, BoardSide::Right, BoardSide::Top, BoardSide::Bottom] {
            let (owner, shift) = match side {
                BoardSide::Top => (Player::Black, (0.0, -RIM)),
                BoardSide::Bottom => (Player::Black, (0.0, RIM)),
                BoardSide::Left => (Player::White, (-RIM, 0.0)),
                BoardSide::Right => (Player::White, (RIM, 0.0)),
            };
            let (fill, stroke) = (paint::side(owner), self.paint.lines);
            writeln!(f, r#"<g fill="{fill}" stroke="{stroke}" stroke-width="0.8">"#)?;
            for square in self.diagram.squares().filter(|&square| self.lies_along(square, side)) {
                let centre = self.centre(square).plus(shift.0, shift.1);
                let corners = hexagon(centre, 1.16 * CELL / 2.0);
                writeln!(f, r#"<polygon points="{corners}"/>"#)?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    pub(super) fn lies_along(&self, square: Square, side: BoardSide) -> bool {
        let grid = self.diagram.grid;
        match side {
            BoardSide::Top => grid.row(square) == 0,
            BoardSide::Bottom => grid.row(square) + 1 == grid.rows(),
            BoardSide::Left => grid.column(square) == 0,
            BoardSide::Right => grid.column(square) + 1 == grid.columns(),
        }
    }

    fn write_hexagons(
        &self,
        f: &mut fmt::Formatter<'_>,
        squares: impl Iterator<Item = Square>,
        scale: f64,
        fill: &str,
    ) -> fmt::Result {
        writeln!(f, r#"<g fill="{fill}">"#)?;
        for square in squares {
            let corners = hexagon(self.centre(square), scale * CELL / 2.0);
            writeln!(f, r#"<polygon points="{corners}"/>"#)?;
        }
        writeln!(f, "</g>")
    }

    /// Shades the zones, the innermost most.
    fn write_zones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ring, zone) in self.zones.rings.iter().enumerate() {
            let squares = || zone.squares.iter();
            writeln!(f, r#"<g opacity="{:.2}">"#, self.zone_opacity(ring))?;
            match self.diagram.layout {
                Layout::Hexagons | Layout::Rhombus => {
                    self.write_hexagons(f, squares(), 0.98, ZONE)?;
                }
                Layout::Intersections => {
                    for corner in squares().map(|s| self.centre(s).plus(-CELL / 2.0, -CELL / 2.0)) {
                        let Point { x, y } = corner;
                        writeln!(
                            f,
                            r#"<rect x="{x:.2}" y="{y:.2}" width="{CELL}" height="{CELL}" fill="{ZONE}"/>"#
                        )?;
                    }
                }
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// Lines where one zone ends and the next begins. Stones are in no zone, but need no border.
    fn write_zone_borders(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.zones.rings.is_empty() {
            return Ok(());
        }
        writeln!(f, r#"<g stroke="{ZONE}" stroke-width="2" stroke-linecap="round">"#)?;
        for (ring, zone) in self.zones.rings.iter().enumerate() {
            for square in zone.squares.iter() {
                for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let beside = self.neighbour(square, (columns, rows));
                    let is_stone = beside.is_some_and(|s| self.diagram.stone(s).is_some());
                    let ring_beside = beside.and_then(|s| self.zones.ring_at(s));
                    if !is_stone && ring_beside.is_none_or(|beside| beside > ring) {
                        self.write_side(f, square, (columns, rows))?;
                    }
                }
            }
        }
        writeln!(f, "</g>")
    }

    /// The side of a square that faces its neighbour.
    fn write_side(
        &self,
        f: &mut fmt::Formatter<'_>,
        square: Square,
        (columns, rows): (i8, i8),
    ) -> fmt::Result {
        let grid = self.diagram.grid;
        let beside = self.place(
            i32::from(grid.column(square)) + i32::from(columns),
            i32::from(grid.row(square)) + i32::from(rows),
        );
        let centre = self.centre(square);
        let (x, y) = ((beside.x - centre.x) / 2.0, (beside.y - centre.y) / 2.0);
        write_line(f, centre.plus(x - y, y - x), centre.plus(x + y, y + x))
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.paint.lines;
        writeln!(f, r#"<g stroke="{lines}" stroke-width="1.1" stroke-linecap="square">"#)?;
        for (right, up) in [(1, 0), (0, 1)] {
            for first in self.diagram.squares() {
                if self.neighbour(first, (-right, -up)).is_some() {
                    continue;
                }
                let line = successors(Some(first), |&square| self.neighbour(square, (right, up)));
                let last = line.last().unwrap_or(first);
                write_line(f, self.centre(first), self.centre(last))?;
            }
        }
        writeln!(f, "</g>")?;
        writeln!(f, r#"<g fill="{lines}">"#)?;
        for square in self.diagram.star_points().iter().filter(|&s| self.diagram.has(s)) {
            write_circle(f, self.centre(square), 0.09 * CELL)?;
        }
        writeln!(f, "</g>")
    }

    /// The square this many columns and rows away. Missing squares are gaps in the lines.
    fn neighbour(&self, square: Square, (columns, rows): (i8, i8)) -> Option<Square> {
        let grid = self.diagram.grid;
        let column = grid.column(square).checked_add_signed(columns)?;
        let row = grid.row(square).checked_add_signed(rows)?;
        grid.square(column, row).filter(|&square| self.diagram.has(square))
    }

    pub(super) fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, letters) = (self.paint.letter_size, self.paint.letters);
        writeln!(f, r#"<g fill="{letters}" text-anchor="middle" font-size="{size}">"#)?;
        for (row, beside) in self.diagram.letter_rows() {
            for column in self.diagram.columns_of(row) {
                let place = self.place(column.into(), beside);
                write_text(f, place, size, column_letter(column))?;
            }
        }
        for row in 0..self.diagram.grid.rows() {
            let mut columns = self.diagram.columns_of(row);
            let Some(first) = columns.next() else { continue };
            let last = columns.next_back().unwrap_or(first);
            for column in [i32::from(first) - 1, i32::from(last) + 1] {
                write_text(f, self.place(column, row.into()), size, row + 1)?;
            }
        }
        writeln!(f, "</g>")
    }
}
