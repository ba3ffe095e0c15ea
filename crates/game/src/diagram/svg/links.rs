//! Connections of Hex.

use std::fmt;

use super::shapes::{Point, hexagon, write_circle, write_line};
use super::{CELL, SvgPicture, hue};
use crate::diagram::{BoardSide, DrawnLink, LinkEnd};
use crate::{Player, Square, SquareSet};

impl SvgPicture<'_> {
    /// Carriers as tinted cells, links as lines, broken where a stone is needed first.
    pub(super) fn write_links(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::BOTH {
            let links = || self.diagram.links.iter().filter(move |link| link.player == player);
            if links().next().is_none() {
                continue;
            }
            let carriers = links().fold(SquareSet::EMPTY, |all, link| all | link.carrier);
            let colour = hue(player);
            writeln!(f, r#"<g fill="{colour}" opacity="0.22">"#)?;
            for square in carriers.iter().filter(|&square| self.diagram.has(square)) {
                let corners = hexagon(self.centre(square), 0.9 * CELL / 2.0);
                writeln!(f, r#"<polygon points="{corners}"/>"#)?;
            }
            writeln!(f, "</g>")?;
            for link in links() {
                let dashes = if link.key.is_some() { r#" stroke-dasharray="5 5""# } else { "" };
                writeln!(f, r#"<g stroke="{colour}" stroke-width="4" opacity="0.8"{dashes}>"#)?;
                if let (Some(from), Some(to)) = (self.end(link, 0), self.end(link, 1)) {
                    write_line(f, from, to)?;
                }
                writeln!(f, "</g>")?;
                if let Some(key) = link.key.filter(|&key| self.diagram.has(key)) {
                    writeln!(f, r#"<g fill="{colour}">"#)?;
                    write_circle(f, self.centre(key), 0.12 * CELL)?;
                    writeln!(f, "</g>")?;
                }
            }
        }
        Ok(())
    }

    /// Where a link ends: in the middle of a stone, or on the side of the board that is nearest to
    /// what it needs.
    fn end(&self, link: &DrawnLink, index: usize) -> Option<Point> {
        let side = match link.ends[index] {
            LinkEnd::Stone(square) => {
                return self.diagram.has(square).then(|| self.centre(square));
            }
            LinkEnd::Side(side) => side,
        };
        let outermost = |square: &Square| self.lies_along(*square, side);
        let near = link.carrier.iter().filter(|square| self.diagram.has(*square));
        let other = match link.ends[1 - index] {
            LinkEnd::Stone(square) => self.diagram.has(square).then_some(square),
            LinkEnd::Side(_) => None,
        };
        let cells: Vec<Square> = near.filter(outermost).chain(other.filter(outermost)).collect();
        let cell = *cells.get(cells.len() / 2)?;
        let half = 0.55 * CELL;
        let (right, down) = match side {
            BoardSide::Top => (0.0, -half),
            BoardSide::Bottom => (0.0, half),
            BoardSide::Left => (-half, 0.0),
            BoardSide::Right => (half, 0.0),
        };
        Some(self.centre(cell).plus(right, down))
    }
}
