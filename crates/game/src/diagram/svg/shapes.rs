//! The shapes that pictures are made of.

use std::fmt;

use super::CELL;
use crate::diagram::printable;
use crate::record::Sign;

#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    pub(super) fn plus(self, x: f64, y: f64) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    pub(super) fn distance(self, other: Point) -> f64 {
        ((self.x - other.x).powi(2) + (self.y - other.y).powi(2)).sqrt()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2},{:.2}", self.x, self.y)
    }
}

/// The corners of a polygon.
pub(super) struct Corners<const N: usize>(pub(super) [Point; N]);

impl<const N: usize> fmt::Display for Corners<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, corner) in self.0.iter().enumerate() {
            write!(f, "{}{corner}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Text in which everything that XML could take for its own is escaped.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        printable(self.0).chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            _ => write!(f, "{letter}"),
        })
    }
}

/// The outline of a thick line with round ends, as path data.
pub(super) struct Capsule {
    pub(super) from: Point,
    pub(super) to: Point,
}

impl Capsule {
    const RADIUS: f64 = 0.49 * CELL;
}

impl fmt::Display for Capsule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from, self.to);
        let length = from.distance(to);
        // Across the line; a segment of one square has no direction, so any will do.
        let across = |sign: f64, end: Point| {
            let (x, y) = if length > 0.0 {
                ((from.y - to.y) / length, (to.x - from.x) / length)
            } else {
                (0.0, 1.0)
            };
            end.plus(sign * x * Capsule::RADIUS, sign * y * Capsule::RADIUS)
        };
        let start = across(-1.0, from);
        let arc = format!("A{0:.2},{0:.2} 0 0 1", Capsule::RADIUS);
        write!(f, "M{start}L{}{arc} {}", across(-1.0, to), across(1.0, to))?;
        write!(f, "L{}{arc} {start}Z", across(1.0, from))
    }
}

/// A hexagon with a corner at the top; the radius is that of the circle inside.
pub(super) fn hexagon(centre: Point, radius: f64) -> Corners<6> {
    let tall = radius * 2.0 / 3.0_f64.sqrt();
    let short = tall / 2.0;
    Corners([
        centre.plus(0.0, -tall),
        centre.plus(radius, -short),
        centre.plus(radius, short),
        centre.plus(0.0, tall),
        centre.plus(-radius, short),
        centre.plus(-radius, -short),
    ])
}

pub(super) fn write_line(f: &mut fmt::Formatter<'_>, from: Point, to: Point) -> fmt::Result {
    let (Point { x: x1, y: y1 }, Point { x: x2, y: y2 }) = (from, to);
    writeln!(f, r#"<line x1="{x1:.2}" y1="{y1:.2}" x2="{x2:.2}" y2="{y2:.2}"/>"#)
}

pub(super) fn write_circle(f: &mut fmt::Formatter<'_>, centre: Point, radius: f64) -> fmt::Result {
    writeln!(f, r#"<circle cx="{:.2}" cy="{:.2}" r="{radius:.2}"/>"#, centre.x, centre.y)
}

/// Text whose middle is as high as the point; the surrounding group says how it is aligned.
pub(super) fn write_text(
    f: &mut fmt::Formatter<'_>,
    at: Point,
    font_size: f64,
    text: impl fmt::Display,
) -> fmt::Result {
    // Viewers differ in what they know of `dominant-baseline`: shift by half a capital letter.
    let y = at.y + 0.36 * font_size;
    writeln!(f, r#"<text x="{:.2}" y="{y:.2}">{text}</text>"#, at.x)
}

/// The outline of a sign. A label is text and has none.
pub(super) fn write_sign(f: &mut fmt::Formatter<'_>, sign: &Sign, centre: Point) -> fmt::Result {
    let r = 0.24 * CELL;
    match sign {
        Sign::Circle => write_circle(f, centre, r),
        Sign::Cross => {
            let r = 0.8 * r;
            write_line(f, centre.plus(-r, -r), centre.plus(r, r))?;
            write_line(f, centre.plus(-r, r), centre.plus(r, -r))
        }
        Sign::Square => {
            let r = 0.85 * r;
            let corners = [(-r, -r), (r, -r), (r, r), (-r, r)].map(|(x, y)| centre.plus(x, y));
            writeln!(f, r#"<polygon points="{}"/>"#, Corners(corners))
        }
        Sign::Triangle => {
            let corners = [(0.0, -1.1), (0.95, 0.6), (-0.95, 0.6)];
            let corners = corners.map(|(x, y)| centre.plus(x * r, y * r));
            writeln!(f, r#"<polygon points="{}"/>"#, Corners(corners))
        }
        Sign::Label(_) => Ok(()),
    }
}
