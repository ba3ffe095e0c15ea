//! What is on the board: threats, stones, numbers, signs.

use std::fmt;

use super::paint::Shadows;
use super::shapes::{Capsule, Corners, Escaped, Point, write_circle, write_sign, write_text};
use super::{CELL, DARK_INK, SvgPicture, hue};
use crate::diagram::{Layout, ThreatSegment};
use crate::record::Sign;
use crate::{Player, Square};

const LIGHT_INK: &str = "#ffffff";
const LAST_MOVE: &str = "#1fa97a";

/// The [`hue`] of a player, brighter, so that wood shining through does not turn it grey.
const fn wash(player: Player) -> &'static str {
    match player {
        Player::Black => "#f05a3c",
        Player::White => "#2f8bff",
    }
}

impl SvgPicture<'_> {
    pub(super) fn write_threats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::BOTH {
            let capsules: Vec<Capsule> = self
                .diagram
                .threats
                .iter()
                .filter(|threat| threat.player == player)
                .filter_map(|threat| self.capsule(threat))
                .collect();
            // One opacity for all: where segments overlap, the colour stays the same.
            let fill = format!(r#"fill="{}" opacity="0.42""#, wash(player));
            let outline = format!(r#"fill="none" stroke="{}" opacity="0.75""#, hue(player));
            for paint in [fill, outline] {
                writeln!(f, "<g {paint}>")?;
                for capsule in &capsules {
                    writeln!(f, r#"<path d="{capsule}"/>"#)?;
                }
                writeln!(f, "</g>")?;
            }
        }
        for player in Player::BOTH {
            for square in self.threats[player].iter() {
                self.write_diamond(f, square, player)?;
            }
        }
        Ok(())
    }

    /// The sign of a square that a player's threat needs; one that both need is half and half.
    fn write_diamond(
        &self,
        f: &mut fmt::Formatter<'_>,
        square: Square,
        player: Player,
    ) -> fmt::Result {
        let (centre, r) = (self.centre(square), 0.19 * CELL);
        let is_half = self.threats[player.opponent()].contains(square);
        let (left, right) = match player {
            Player::Black if is_half => (-r, 0.0),
            Player::White if is_half => (0.0, r),
            _ => (-r, r),
        };
        let points = [(0.0, -r), (right, 0.0), (0.0, r), (left, 0.0)];
        let corners = Corners(points.map(|(x, y)| centre.plus(x, y)));
        writeln!(f, r#"<polygon points="{corners}" fill="{}"/>"#, hue(player))
    }

    /// From one end of a segment to the other; the ends are the two squares farthest apart.
    fn capsule(&self, threat: &ThreatSegment) -> Option<Capsule> {
        let squares = threat.squares.iter().filter(|&&square| self.diagram.has(square));
        let centres: Vec<Point> = squares.map(|&square| self.centre(square)).collect();
        let farthest = |from: Point| {
            let by_distance =
                |a: &&Point, b: &&Point| a.distance(from).total_cmp(&b.distance(from));
            centres.iter().max_by(by_distance).copied()
        };
        let from = farthest(*centres.first()?)?;
        Some(Capsule { from, to: farthest(from)? })
    }

    pub(super) fn write_stones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones =
            || self.diagram.squares().filter(|&square| self.diagram.stone(square).is_some());
        let radius = self.stone_radius();
        if self.paint.shadows == Shadows::Cast {
            writeln!(f, r##"<g fill="#3a2a10" fill-opacity="0.28">"##)?;
            for square in stones() {
                write_circle(f, self.centre(square).plus(0.035 * CELL, 0.055 * CELL), radius)?;
            }
            writeln!(f, "</g>")?;
        }
        for player in Player::BOTH {
            writeln!(f, "<g {}>", self.paint.stone(player))?;
            for square in stones().filter(|&square| self.diagram.stone(square) == Some(player)) {
                write_circle(f, self.centre(square), radius)?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    fn stone_radius(&self) -> f64 {
        match self.diagram.layout {
            Layout::Intersections => 0.455 * CELL,
            Layout::Hexagons | Layout::Rhombus => 0.39 * CELL,
        }
    }

    /// A ring: small, or along the rim where a number or a sign needs the middle.
    pub(super) fn write_last_move(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g fill="none" stroke="{LAST_MOVE}" stroke-width="3">"#)?;
        for square in self.diagram.last_move.iter().filter(|&s| self.diagram.has(s)) {
            let is_numbered = self.diagram.numbers.iter().any(|stone| stone.square == square);
            let is_marked = self.diagram.marks.iter().any(|mark| mark.square == square);
            let radius =
                if is_numbered || is_marked { self.stone_radius() - 1.8 } else { 0.17 * CELL };
            write_circle(f, self.centre(square), radius)?;
        }
        writeln!(f, "</g>")
    }

    pub(super) fn write_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for stone in self.diagram.numbers.iter().filter(|stone| self.diagram.has(stone.square)) {
            self.write_label(f, stone.square, &stone.number.to_string())?;
        }
        Ok(())
    }

    pub(super) fn write_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mark in self.diagram.marks.iter().filter(|mark| self.diagram.has(mark.square)) {
            let centre = self.centre(mark.square);
            if let Sign::Label(label) = &mark.sign {
                self.write_label(f, mark.square, label)?;
                continue;
            }
            let ink = self.ink_on(mark.square);
            writeln!(f, r#"<g fill="none" stroke="{ink}" stroke-width="2.2">"#)?;
            write_sign(f, &mark.sign, centre)?;
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// A short text on a stone, or on an empty square after hiding the lines below.
    fn write_label(&self, f: &mut fmt::Formatter<'_>, square: Square, label: &str) -> fmt::Result {
        let centre = self.centre(square);
        if self.diagram.stone(square).is_none() {
            writeln!(f, r#"<g fill="{}">"#, self.paint.board)?;
            write_circle(f, centre, 0.32 * CELL)?;
            writeln!(f, "</g>")?;
        }
        // Long labels shrink, and the very long are cut.
        let label: String = label.chars().take(8).collect();
        let size = (1.3 / label.chars().count().max(1) as f64).min(0.44) * CELL;
        let ink = self.ink_on(square);
        writeln!(
            f,
            r#"<g fill="{ink}" text-anchor="middle" font-weight="bold" font-size="{size:.2}">"#
        )?;
        write_text(f, centre, size, Escaped(&label))?;
        writeln!(f, "</g>")
    }

    fn ink_on(&self, square: Square) -> &'static str {
        match self.diagram.stone(square) {
            Some(Player::Black) => LIGHT_INK,
            _ => DARK_INK,
        }
    }
}
