//! Diagrams as terminal text.

use std::fmt;

use super::pen::{Ink, Pen};
use super::{Diagram, ShownZones, ZoneKind, column_letter, printable, wrap};
use crate::record::Sign;
use crate::{PerPlayer, Player, Square, SquareSet};

/// Lists below the board are broken at this width.
const LINE_WIDTH: usize = 76;

/// Whether text has colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextStyle {
    /// Unicode characters only.
    Plain,
    /// The same characters with ANSI escape sequences between them, for terminals with 256
    /// colours.
    Coloured,
}

impl Diagram {
    /// The picture as lines of plain text. The last move is in parentheses: `(●)`.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_styled_text(TextStyle::Plain)
    }

    /// The picture as lines of text, with or without colours.
    #[must_use]
    pub fn to_styled_text(&self, style: TextStyle) -> String {
        let (left, _) = self.extent();
        let picture = TextPicture {
            diagram: self,
            style,
            threats: self.threat_squares(),
            zones: self.shown_zones(),
            stars: self.star_points(),
            number_width: if self.grid.rows() < 10 { 1 } else { 2 },
            left,
        };
        picture.to_string()
    }
}

struct TextPicture<'a> {
    diagram: &'a Diagram,
    style: TextStyle,
    threats: PerPlayer<SquareSet>,
    zones: ShownZones,
    stars: SquareSet,
    /// Digits of the largest row number.
    number_width: usize,
    /// Half steps of the leftmost square; half a cell is one character wide.
    left: i32,
}

impl fmt::Display for TextPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top, bottom] = self.diagram.letter_rows();
        self.write_letters(f, top)?;
        for row in self.diagram.grid.rows_from_top() {
            self.write_row(f, row)?;
        }
        self.write_letters(f, bottom)?;
        for line in self.legend() {
            writeln!(f, "{line}")?;
        }
        for line in self.diagram.caption.lines() {
            writeln!(f, "{}", printable(line))?;
        }
        Ok(())
    }
}

impl TextPicture<'_> {
    fn write_letters(&self, f: &mut fmt::Formatter<'_>, (row, beside): (u8, i32)) -> fmt::Result {
        let mut at = 0;
        for column in self.diagram.columns_of(row) {
            let offset = self.diagram.half_steps(column.into(), beside) - self.left;
            // One gap follows the row number; a letter above a shifted row may stand before it.
            let place = usize::try_from(offset + 1).unwrap_or(0) + self.number_width;
            write!(f, "{:>1$}", column_letter(column), place + 1 - at)?;
            at = place + 1;
        }
        writeln!(f)
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        let mut columns = self.diagram.columns_of(row);
        let Some(first) = columns.next() else {
            return writeln!(f);
        };
        let last = columns.next_back().unwrap_or(first);
        let offset = self.diagram.half_steps(first.into(), row.into()) - self.left;
        let indent = usize::try_from(offset).unwrap_or(0);
        write!(f, "{:indent$}{:>width$}", "", row + 1, width = self.number_width)?;
        let mut pen = Pen::new(self.style);
        let mut was_last_move = false;
        for square in (first..=last).filter_map(|column| self.diagram.grid.square(column, row)) {
            let is_last_move = self.diagram.has(square) && self.diagram.last_move.contains(square);
            pen.write(f, gap_ink(was_last_move || is_last_move), gap(was_last_move, is_last_move))?;
            let (ink, glyph) = self.glyph(square);
            pen.write(f, ink, glyph)?;
            was_last_move = is_last_move;
        }
        pen.write(f, gap_ink(was_last_move), gap(was_last_move, false))?;
        pen.switch_to(f, Ink::Frame)?;
        writeln!(f, "{}", row + 1)
    }

    /// What a square looks like. Stones hide everything else, as they do on a board; the legend
    /// has the rest.
    fn glyph(&self, square: Square) -> (Ink, char) {
        let diagram = self.diagram;
        if !diagram.has(square) {
            return (Ink::Frame, ' ');
        }
        if let Some(player) = diagram.stone(square) {
            let glyph = if player == Player::Black { '●' } else { '○' };
            return (Ink::Stone(player, diagram.last_move.contains(square)), glyph);
        }
        if let Some(mark) = diagram.marks.iter().find(|mark| mark.square == square) {
            return (Ink::Mark, sign_glyph(&mark.sign));
        }
        let (black, white) =
            (self.threats.black.contains(square), self.threats.white.contains(square));
        match (black, white, self.zones.ring_at(square)) {
            (true, true, _) => (Ink::BothThreaten, '*'),
            (true, false, _) => (Ink::Threat(Player::Black), 'b'),
            (false, true, _) => (Ink::Threat(Player::White), 'w'),
            (false, false, Some(ring)) => {
                (Ink::Zone(ring), self.zones.glyph(self.zones.rings[ring].number))
            }
            (false, false, None) if self.stars.contains(square) => (Ink::Board, '+'),
            (false, false, None) => (Ink::Board, '·'),
        }
    }

    /// What the glyphs mean and what there was no room for.
    fn legend(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let both = self.threats.black & self.threats.white;
        let threats = [
            (self.threats.black - both, "b Black's threat"),
            (self.threats.white - both, "w White's threat"),
            (both, "* threat of both"),
        ];
        let shown = threats.iter().filter(|(squares, _)| !squares.is_empty());
        let zones = self.zones.rings.iter().map(|ring| ring.number);
        let keys =
            shown
                .map(|(_, meaning)| (*meaning).to_owned())
                .chain(zones.map(|number| {
                    format!("{} {}", self.zones.glyph(number), self.zones.name(number))
                }))
                .chain(self.zones.beyond())
                .collect::<Vec<_>>();
        if !keys.is_empty() {
            lines.push(keys.join("   "));
        }
        lines.extend(list("Moves:", &self.numbered_stones()));
        lines.extend(list("Marks:", &self.marks()));
        lines
    }

    /// `1 J10`, `2 K11 I9`: the numbers in order, each with its squares.
    fn numbered_stones(&self) -> Vec<String> {
        let mut numbers = self.diagram.numbers.clone();
        numbers.retain(|stone| self.diagram.has(stone.square));
        numbers.sort_by_key(|stone| stone.number);
        numbers
            .chunk_by(|one, next| one.number == next.number)
            .map(|stones| {
                let names = stones.iter().map(|stone| self.name(stone.square));
                format!("{} {}", stones[0].number, names.collect::<Vec<_>>().join(" "))
            })
            .collect()
    }

    fn marks(&self) -> Vec<String> {
        let marks = self.diagram.marks.iter().filter(|mark| self.diagram.has(mark.square));
        marks
            .map(|mark| {
                let name = self.name(mark.square);
                match &mark.sign {
                    Sign::Label(label) => format!("{} {name}", printable(label)),
                    sign => format!("{} {name}", sign_glyph(sign)),
                }
            })
            .collect()
    }

    fn name(&self, square: Square) -> String {
        format!("{:#}", self.diagram.grid.name(square))
    }
}

/// The entries after a title, separated by commas, in as many lines as they need.
fn list(title: &str, entries: &[String]) -> Vec<String> {
    let Some((last, others)) = entries.split_last() else {
        return Vec::new();
    };
    let others: Vec<String> = others.iter().map(|entry| format!("{entry},")).collect();
    let others = others.iter().map(String::as_str);
    wrap([title].into_iter().chain(others).chain([last.as_str()]), LINE_WIDTH)
}

/// Neighbours that were both placed by the last move share one pair of parentheses.
fn gap(left_is_last_move: bool, right_is_last_move: bool) -> char {
    match (left_is_last_move, right_is_last_move) {
        (false, true) => '(',
        (true, false) => ')',
        _ => ' ',
    }
}

fn gap_ink(is_last_move: bool) -> Ink {
    if is_last_move { Ink::LastMove } else { Ink::Board }
}

fn sign_glyph(sign: &Sign) -> char {
    match sign {
        Sign::Circle => '◌',
        Sign::Cross => '×',
        Sign::Square => '□',
        Sign::Triangle => '△',
        // Only the list below the board has room for more than one letter.
        Sign::Label(label) => match label.as_bytes() {
            [letter] if letter.is_ascii_graphic() => *letter as char,
            _ => '◇',
        },
    }
}

impl ShownZones {
    /// A digit where there may be several zones.
    fn glyph(&self, number: usize) -> char {
        let digit = || char::from_digit(u32::try_from(number).ok()?, 10);
        match self.kind {
            ZoneKind::Relevance => digit().unwrap_or('#'),
            ZoneKind::MustPlay | ZoneKind::Carrier => '+',
        }
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use proptest::prelude::*;

    use super::*;
    use crate::diagram::testing::{any_diagram, draw, squares};
    use crate::diagram::{Layout, NumberedStone, ThreatSegment};
    use crate::record::Mark;
    use crate::{ConnectRules, GameName, Lattice, Setup};

    #[test]
    fn row_one_of_a_connect_game_is_at_the_bottom() {
        assert_snapshot!(draw("connect(3,5,3,1,1)", "5/1o3/x4 b 1").to_text(), @r"
          A B C D E
        3 · · · · · 3
        2 · ○ · · · 2
        1 ● · · · · 1
          A B C D E
        ");
    }

    #[test]
    fn the_large_boards_have_star_points() {
        for (game, stars) in [("connect6", 9), ("gomoku", 5), ("connect(10,10,5,1,1)", 0)] {
            let grid = game.parse::<GameName>().unwrap().grid();
            let rows = vec![grid.columns().to_string(); grid.rows().into()];
            let text = draw(game, &format!("{} b 1", rows.join("/"))).to_text();
            assert_eq!(text.matches('+').count(), stars, "{game}");
        }
    }

    #[test]
    fn a_hex_board_slants_to_the_right() {
        let mut diagram = draw("hex(3,4)", "4/1xo1/o3 b 1");
        diagram.last_move = squares(&diagram, "a3").into_iter().collect();
        assert_snapshot!(diagram.to_text(), @r"
         A B C D
        1 · · · · 1
         2 · ● ○ · 2
          3(○)· · · 3
             A B C D
        ");
    }

    #[test]
    fn a_hexagon_has_its_letters_at_the_ends_of_the_slanting_columns() {
        let rules = ConnectRules::new(Lattice::Hexagonal { radius: 2 }, 3, 1, 1).unwrap();
        let mut setup = Setup::start(GameName::Connect(rules));
        // The column of the stones runs from C at the bottom to the upper right.
        for name in ["c1", "c2", "c3"] {
            setup.set(setup.grid().parse(name).unwrap(), Some(Player::Black));
        }
        let diagram = Diagram::new(&setup, Layout::Hexagons, rules.cells());
        assert_snapshot!(diagram.to_text(), @r"
             A B C
          5 · · · 5
         4 · · · · 4
        3 · · ● · · 3
         2 · ● · · 2
          1 ● · · 1
           C D E
        ");
    }

    #[test]
    fn the_last_move_is_in_parentheses_and_neighbours_share_them() {
        let mut diagram = draw("connect(2,6,3,2,1)", "xx4/2o2x b 1");
        diagram.last_move = squares(&diagram, "a2 b2 c1").into_iter().collect();
        assert_snapshot!(diagram.to_text(), @r"
          A B C D E F
        2(● ●)· · · · 2
        1 · ·(○)· · ● 1
          A B C D E F
        ");
    }

    #[test]
    fn empty_squares_of_threats_name_their_player() {
        let mut diagram = draw("tictactoe", "2o/1x1/x2 b 1");
        diagram.threats = [(Player::Black, "a1 b1 c1"), (Player::White, "c1 c2 c3")]
            .map(|(player, names)| ThreatSegment { player, squares: squares(&diagram, names) })
            .into();
        assert_snapshot!(diagram.to_text(), @r"
          A B C
        3 · · ○ 3
        2 · ● w 2
        1 ● b * 1
          A B C
        b Black's threat   w White's threat   * threat of both
        ");
    }

    #[test]
    fn zones_are_numbered_from_the_innermost() {
        let mut diagram = draw("connect(2,4,3,1,1)", "1x2/4 b 1");
        diagram.zones = ["b1", "b1 a1 c1", "b1 a1 b2 c1 c2"]
            .map(|names| squares(&diagram, names).into_iter().collect())
            .into();
        assert_snapshot!(diagram.to_text(), @r"
          A B C D
        2 · ● 3 · 2
        1 2 1 2 · 1
          A B C D
        1 zone Z1   2 zone Z2   3 zone Z3
        ");
    }

    #[test]
    fn regions_of_hex_are_called_by_their_names() {
        let mut diagram = draw("hex3", "1x1/3/2o b 1");
        diagram.zones = vec![squares(&diagram, "b2 a3").into_iter().collect()];
        diagram.zone_kind = ZoneKind::MustPlay;
        assert_snapshot!(diagram.to_text(), @r"
         A B C
        1 · ● · 1
         2 · + · 2
          3 + · ○ 3
             A B C
        + must-play region
        ");
        diagram.zone_kind = ZoneKind::Carrier;
        assert!(diagram.to_text().ends_with("+ carrier of the win\n"));
        diagram.zones = vec![SquareSet::first(9)];
        assert!(diagram.to_text().ends_with("the win needs all empty cells\n"));
    }

    #[test]
    fn marks_numbers_and_caption_are_below_the_board() {
        let mut diagram = draw("connect(2,4,3,2,1)", "1x2/oo2 b 1");
        let signs = [Sign::Triangle, Sign::Label("win\u{1b}".into()), Sign::Cross];
        diagram.marks = squares(&diagram, "b2 c2 d1")
            .into_iter()
            .zip(signs)
            .map(|(square, sign)| Mark { square, sign })
            .collect();
        diagram.numbers = squares(&diagram, "a1 b1 b2")
            .into_iter()
            .zip([2, 2, 1])
            .map(|(square, number)| NumberedStone { square, number })
            .collect();
        diagram.caption = "Black to move.\nWho wins?".into();
        assert_snapshot!(diagram.to_text(), @r"
          A B C D
        2 · ● ◇ · 2
        1 ○ ○ · × 1
          A B C D
        Moves: 1 B2, 2 A1 B1
        Marks: △ B2, win� C2, × D1
        Black to move.
        Who wins?
        ");
    }

    #[test]
    fn long_lists_are_broken_between_entries() {
        let mut diagram = draw("connect6", &format!("{} w 2", ["19"; 19].join("/")));
        diagram.numbers = (diagram.grid.squares().zip(1..=30))
            .map(|(square, number)| NumberedStone { square, number })
            .collect();
        let text = diagram.to_text();
        let moves: Vec<&str> = text.lines().skip(21).collect();
        assert!(moves.len() > 1 && moves.iter().all(|line| line.chars().count() <= LINE_WIDTH));
        assert!(moves[1..].iter().all(|line| line.starts_with(|c: char| c.is_ascii_digit())));
    }

    fn without_escapes(text: &str) -> String {
        let mut parts = text.split("\x1b[");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest))
    }

    proptest! {
        #[test]
        fn colours_change_no_character(diagram in any_diagram()) {
            let coloured = diagram.to_styled_text(TextStyle::Coloured);
            prop_assert_eq!(without_escapes(&coloured), diagram.to_text());
        }

        #[test]
        fn colours_end_with_the_line_and_nothing_else_is_a_control_character(
            diagram in any_diagram()
        ) {
            for line in diagram.to_styled_text(TextStyle::Coloured).lines() {
                let last = line.rsplit_once("\x1b[").map(|(_, last)| last);
                prop_assert!(last.is_none_or(|last| last.starts_with("0m")));
                prop_assert!(!without_escapes(line).contains(char::is_control));
            }
        }
    }
}
