//! What is below the board: the legend and the caption.

use std::fmt;

use super::shapes::{Escaped, Point, write_text};
use super::{CELL, DARK_INK, SvgPicture, ZONE, hue};
use crate::Player;
use crate::diagram::{printable, wrap};

const LEGEND_FONT: f64 = 14.0;
const LEGEND_LINE: f64 = 26.0;
const CAPTION_FONT: f64 = 15.0;
const CAPTION_LINE: f64 = 21.0;
/// The average width of a letter, as a part of the font size.
const LETTER_WIDTH: f64 = 0.6;
const SWATCH: f64 = 16.0;
/// Free space beside and below.
const SIDE: f64 = 0.4 * CELL;
const BELOW: f64 = 0.25 * CELL;

/// The legend in lines, and the lines of the caption.
pub(super) struct Footer {
    legend: Vec<Vec<Key>>,
    caption: Vec<String>,
}

/// An entry of the legend: a colour and what it means.
struct Key {
    colour: &'static str,
    opacity: f64,
    meaning: String,
}

impl Key {
    fn width(&self) -> f64 {
        SWATCH + 8.0 + self.meaning.len() as f64 * LETTER_WIDTH * LEGEND_FONT + 18.0
    }
}

impl Footer {
    pub(super) fn height(&self) -> f64 {
        let legend = self.legend.len() as f64 * LEGEND_LINE;
        let caption = self.caption.len() as f64 * CAPTION_LINE;
        if legend + caption > 0.0 { legend + caption + BELOW } else { 0.0 }
    }
}

impl SvgPicture<'_> {
    pub(super) fn footer(&self) -> Footer {
        let room = self.width - 2.0 * SIDE;
        let mut legend: Vec<Vec<Key>> = Vec::new();
        for key in self.keys() {
            let used = |line: &Vec<Key>| line.iter().map(Key::width).sum::<f64>();
            match legend.last_mut() {
                Some(line) if used(line) + key.width() <= room => line.push(key),
                _ => legend.push(vec![key]),
            }
        }
        let letters = (room / (LETTER_WIDTH * CAPTION_FONT)) as usize;
        let lines = self.diagram.caption.lines().map(printable);
        let caption = lines.flat_map(|line| wrap(line.split(' '), letters)).collect();
        Footer { legend, caption }
    }

    fn keys(&self) -> Vec<Key> {
        let threats = Player::BOTH
            .into_iter()
            .filter(|&player| self.diagram.threats.iter().any(|threat| threat.player == player));
        let threats = threats.map(|player| Key {
            colour: hue(player),
            opacity: 0.75,
            meaning: format!("{player}'s threats"),
        });
        let zones = self.zones.rings.iter().enumerate().map(|(ring, zone)| Key {
            colour: ZONE,
            opacity: self.zone_opacity(ring),
            meaning: self.zones.name(zone.number),
        });
        let beyond = self.zones.beyond().into_iter();
        let beyond = beyond.map(|meaning| Key { colour: self.paint.board, opacity: 1.0, meaning });
        threats.chain(zones).chain(beyond).collect()
    }

    pub(super) fn write_footer(&self, f: &mut fmt::Formatter<'_>, footer: &Footer) -> fmt::Result {
        let mut y = self.board_height + LEGEND_LINE / 2.0;
        writeln!(f, r#"<g fill="{DARK_INK}" font-size="{LEGEND_FONT}">"#)?;
        for line in &footer.legend {
            let mut x = SIDE;
            for key in line {
                self.write_key(f, key, Point { x, y })?;
                x += key.width();
            }
            y += LEGEND_LINE;
        }
        writeln!(f, "</g>")?;
        y += (CAPTION_LINE - LEGEND_LINE) / 2.0;
        writeln!(f, r#"<g fill="{DARK_INK}" font-size="{CAPTION_FONT}">"#)?;
        for line in &footer.caption {
            write_text(f, Point { x: SIDE, y }, CAPTION_FONT, Escaped(line))?;
            y += CAPTION_LINE;
        }
        writeln!(f, "</g>")
    }

    /// A swatch, on the colour of the board, and its meaning.
    fn write_key(&self, f: &mut fmt::Formatter<'_>, key: &Key, at: Point) -> fmt::Result {
        let Point { x, y } = at.plus(0.0, -SWATCH / 2.0);
        for (colour, opacity) in [(self.paint.board, 1.0), (key.colour, key.opacity)] {
            writeln!(
                f,
                r#"<rect x="{x:.2}" y="{y:.2}" width="{SWATCH}" height="{SWATCH}" rx="3" fill="{colour}" fill-opacity="{opacity:.2}"/>"#
            )?;
        }
        write_text(f, at.plus(SWATCH + 8.0, 0.0), LEGEND_FONT, &key.meaning)
    }
}
