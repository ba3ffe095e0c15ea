//! Pictures of boards and tilings as SVG, readable on light and on dark ground.

use std::fmt::Write as _;

use crate::board::Board;
use crate::check::NamedBoard;
use crate::plane::Place;
use crate::squares::Squares;
use crate::tiling::Tiling;

/// The side of a square.
const SIDE: i32 = 32;
const MARGIN: i32 = 20;

const STYLE: &str = "<style>\
.ground{fill:#ffffff}.square{stroke:#8a8f98;stroke-width:1}\
.tone0{fill:#e9eef6}.tone1{fill:#f8e6c8}.tone2{fill:#dff0e0}.tone3{fill:#f3dfee}\
.horizontal{stroke:#1f6fb4}.vertical{stroke:#b3452c}.diagonal{stroke:#2c8a4b}\
.line{stroke-width:3;stroke-linecap:round;fill:none;opacity:.85}\
.border{stroke:#22252a;stroke-width:2.5;stroke-linecap:square}\
text{fill:#4a4f57;font:11px sans-serif;text-anchor:middle}\
@media(prefers-color-scheme:dark){.ground{fill:#16181c}.square{stroke:#5c626c}\
.tone0{fill:#27303d}.tone1{fill:#43361f}.tone2{fill:#233829}.tone3{fill:#3d2a39}\
.horizontal{stroke:#6db3f2}.vertical{stroke:#f08a70}.diagonal{stroke:#74d191}\
.border{stroke:#e6e8ec}text{fill:#b9bec7}}</style>\n";

/// What part of the plane is seen.
struct View {
    columns: i32,
    rows: i32,
}

impl View {
    const fn x(column: i32) -> i32 {
        MARGIN + column * SIDE
    }

    fn y(&self, row: i32) -> i32 {
        MARGIN + (self.rows - 1 - row) * SIDE
    }

    fn sees(&self, place: Place) -> bool {
        (0..self.columns).contains(&place.column) && (0..self.rows).contains(&place.row)
    }

    fn begin(&self, title: &str) -> String {
        let (width, height) = (self.columns * SIDE + 2 * MARGIN, self.rows * SIDE + 2 * MARGIN);
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n{STYLE}\
             <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n"
        )
    }
}

/// A board with its lines and the names of its columns and rows.
#[must_use]
pub fn board(named: &NamedBoard) -> String {
    let places = named.board.places();
    let columns = places.iter().map(|place| place.column).max().unwrap_or(0) + 1;
    let rows = places.iter().map(|place| place.row).max().unwrap_or(0) + 1;
    let view = View { columns, rows };
    let mut svg = view.begin(&named.name);
    squares(&mut svg, &view, places, 0);
    for &line in named.board.lines() {
        stroke(&mut svg, &view, &named.board, line);
    }
    for column in 0..columns {
        let letter = char::from(b'a' + column as u8);
        let (x, y) = (View::x(column) + SIDE / 2, view.y(0) + SIDE + 14);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{letter}</text>");
    }
    for row in 0..rows {
        let (x, y) = (MARGIN / 2, view.y(row) + SIDE / 2 + 4);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", row + 1);
    }
    svg.push_str("</svg>\n");
    svg
}

/// How many columns and rows of a tiling are drawn.
const SEEN: i32 = 24;

/// A piece of a tiling: copies with their borders, and their lines where they are seen whole.
#[must_use]
pub fn tiling(boards: &[NamedBoard], tiling: &Tiling) -> String {
    let view = View { columns: SEEN, rows: SEEN - SEEN / 3 };
    let mut svg = view.begin("tiling");
    let mut lines = String::new();
    let mut borders = String::new();
    for (index, copy) in tiling.copies.iter().enumerate() {
        let Some(named) = boards.iter().find(|named| named.name == copy.board) else { continue };
        for shift in shifts(tiling) {
            let squares_here: Vec<Place> = named
                .board
                .places()
                .iter()
                .map(|&place| copy.place(place).moved_by(shift))
                .collect();
            let seen: Vec<Place> = squares_here.iter().copied().filter(|&p| view.sees(p)).collect();
            squares(&mut svg, &view, &seen, index % 4);
            border(&mut borders, &view, &squares_here);
            for line in named.board.lines() {
                let places: Vec<Place> = line.iter().map(|square| squares_here[square]).collect();
                if places.iter().all(|&place| view.sees(place)) {
                    stroke_places(&mut lines, &view, places);
                }
            }
        }
    }
    svg + &lines + &borders + "</svg>\n"
}

/// The shifts of a tiling that bring something into view.
fn shifts(tiling: &Tiling) -> Vec<Place> {
    let [first, second] = tiling.periods;
    let reach = -SEEN..=SEEN;
    let shift = |i: i32, j: i32| {
        let columns =
            i.saturating_mul(first.columns).saturating_add(j.saturating_mul(second.columns));
        let rows = i.saturating_mul(first.rows).saturating_add(j.saturating_mul(second.rows));
        Place::new(columns, rows)
    };
    let is_near = |place: &Place| {
        place.column.abs_diff(0).max(place.row.abs_diff(0)) <= 4 * SEEN.unsigned_abs()
    };
    reach.clone().flat_map(|i| reach.clone().map(move |j| shift(i, j))).filter(is_near).collect()
}

fn squares(svg: &mut String, view: &View, places: &[Place], tone: usize) {
    for place in places {
        let (x, y) = (View::x(place.column), view.y(place.row));
        let _ = writeln!(
            svg,
            "<rect class=\"square tone{tone}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        );
    }
}

/// The sides of squares beyond which the copy ends.
fn border(svg: &mut String, view: &View, places: &[Place]) {
    let holds = |column, row| places.contains(&Place::new(column, row));
    for &Place { row, column } in places.iter().filter(|&&place| view.sees(place)) {
        let (left, top) = (View::x(column), view.y(row));
        let (right, bottom) = (left + SIDE, top + SIDE);
        let sides = [
            (holds(column - 1, row), [left, top, left, bottom]),
            (holds(column + 1, row), [right, top, right, bottom]),
            (holds(column, row - 1), [left, bottom, right, bottom]),
            (holds(column, row + 1), [left, top, right, top]),
        ];
        for (_, [x1, y1, x2, y2]) in sides.into_iter().filter(|(is_inside, _)| !is_inside) {
            let _ = writeln!(
                svg,
                "<line class=\"border\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
            );
        }
    }
}

fn stroke(svg: &mut String, view: &View, board: &Board, line: Squares) {
    stroke_places(svg, view, line.iter().map(|square| board.places()[square]).collect());
}

fn stroke_places(svg: &mut String, view: &View, mut places: Vec<Place>) {
    places.sort_by_key(|place| (place.column, place.row));
    let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
    let kind = match (first.column == last.column, first.row == last.row) {
        (_, true) => "horizontal",
        (true, false) => "vertical",
        (false, false) => "diagonal",
    };
    let centre = |place: &Place| {
        format!("{},{}", View::x(place.column) + SIDE / 2, view.y(place.row) + SIDE / 2)
    };
    let points: Vec<String> = places.iter().map(centre).collect();
    let _ = writeln!(svg, "<polyline class=\"line {kind}\" points=\"{}\"/>", points.join(" "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bands::b2;

    #[test]
    fn a_board_is_drawn_with_all_its_squares_and_lines() {
        let svg = board(&b2().unwrap().board);
        assert_eq!(svg.matches("<rect class=\"square").count(), 24);
        assert_eq!(svg.matches("<polyline").count(), 13);
    }

    #[test]
    fn the_tiling_fills_what_is_seen_of_the_plane() {
        let tiled = b2().unwrap();
        let svg = tiling(&[tiled.board], &tiled.tiling);
        assert_eq!(svg.matches("<rect class=\"square").count(), 24 * 16);
    }
}
