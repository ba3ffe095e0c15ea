//! Diagrams as SVG.
//!
//! The pictures use presentation attributes only, no style sheet and no script, so that several
//! of them can be placed in one page and every viewer draws them alike.

mod board;
mod footer;
mod links;
mod paint;
mod pieces;
mod shapes;

use std::fmt;

use self::paint::{Paint, Shadows};
use self::shapes::{Escaped, Point};
use super::{Coordinates, Diagram, Layout, ShownZones};
use crate::{PerPlayer, Player, RowOne, Square, SquareSet};

/// The distance between two neighbouring squares; all other lengths follow from it.
const CELL: f64 = 40.0;
/// From the outermost squares to the edge of the picture: room for the coordinates.
const MARGIN: f64 = 1.5 * CELL;

const DARK_INK: &str = "#1d1a16";
const ZONE: &str = "#0b7a75";

/// The hue of a player's threats.
const fn hue(player: Player) -> &'static str {
    match player {
        Player::Black => "#cf3b2b",
        Player::White => "#1f63e0",
    }
}

const GRADIENTS: &str = r##"<defs>
<radialGradient id="sixfold-black" cx="0.36" cy="0.32" r="0.72"><stop offset="0" stop-color="#6a6a6e"/><stop offset="0.45" stop-color="#2f2f33"/><stop offset="1" stop-color="#0c0c0e"/></radialGradient>
<radialGradient id="sixfold-white" cx="0.36" cy="0.32" r="0.78"><stop offset="0" stop-color="#ffffff"/><stop offset="0.6" stop-color="#f4f3ef"/><stop offset="1" stop-color="#cfccc4"/></radialGradient>
</defs>"##;

impl Diagram {
    /// The picture as a self-contained SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        SvgPicture::new(self).to_string()
    }
}

struct SvgPicture<'a> {
    diagram: &'a Diagram,
    paint: Paint,
    threats: PerPlayer<SquareSet>,
    zones: ShownZones,
    /// Half steps of the leftmost square.
    left: i32,
    width: f64,
    /// Height of the board with its coordinates, without legend and caption.
    board_height: f64,
}

impl fmt::Display for SvgPicture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let footer = self.footer();
        let (width, height) = (self.width, self.board_height + footer.height());
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.0} {height:.0}" role="img" font-family="DejaVu Sans, Arial, sans-serif">"#
        )?;
        self.write_title(f)?;
        if self.paint.shadows == Shadows::Cast {
            writeln!(f, "{GRADIENTS}")?;
        }
        let paper = self.paint.paper;
        writeln!(f, r#"<rect width="{width:.0}" height="{height:.0}" fill="{paper}"/>"#)?;
        self.write_board(f)?;
        if self.diagram.coordinates == Coordinates::Shown {
            self.write_coordinates(f)?;
        }
        self.write_threats(f)?;
        self.write_links(f)?;
        self.write_stones(f)?;
        self.write_last_move(f)?;
        self.write_numbers(f)?;
        self.write_marks(f)?;
        self.write_footer(f, &footer)?;
        writeln!(f, "</svg>")
    }
}

impl SvgPicture<'_> {
    fn new(diagram: &Diagram) -> SvgPicture<'_> {
        let (left, right) = diagram.extent();
        let rows = f64::from(diagram.grid.rows());
        SvgPicture {
            diagram,
            paint: Paint::of(diagram.finish),
            threats: diagram.threat_squares(),
            zones: diagram.shown_zones(),
            left,
            width: (f64::from(right - left) * CELL / 2.0 + 2.0 * MARGIN).round(),
            board_height: ((rows - 1.0) * row_distance(diagram.layout) + 2.0 * MARGIN).round(),
        }
    }

    /// Where a place is in the picture. Places beside the board count too.
    fn place(&self, column: i32, row: i32) -> Point {
        let from_top = match self.diagram.grid.row_one() {
            RowOne::Bottom => i32::from(self.diagram.grid.rows()) - 1 - row,
            RowOne::Top => row,
        };
        let half_steps = self.diagram.half_steps(column, row) - self.left;
        Point {
            x: MARGIN + f64::from(half_steps) * CELL / 2.0,
            y: MARGIN + f64::from(from_top) * row_distance(self.diagram.layout),
        }
    }

    fn centre(&self, square: Square) -> Point {
        self.place(self.diagram.grid.column(square).into(), self.diagram.grid.row(square).into())
    }

    fn write_title(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.diagram.grid.rows(), self.diagram.grid.columns());
        match self.diagram.caption.lines().next() {
            Some(title) => writeln!(f, "<title>{}</title>", Escaped(title)),
            None => writeln!(f, "<title>{rows}x{columns} board</title>"),
        }
    }

    /// How strongly a ring of the zones is shaded, the innermost most.
    fn zone_opacity(&self, ring: usize) -> f64 {
        0.72 * (1.0 - ring as f64 / self.zones.rings.len() as f64)
    }
}

/// The distance between two rows. Hexagons of neighbouring rows interlock.
fn row_distance(layout: Layout) -> f64 {
    match layout {
        Layout::Intersections => CELL,
        Layout::Hexagons | Layout::Rhombus => CELL * 3.0_f64.sqrt() / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roxmltree::Document;

    use super::*;
    use crate::diagram::testing::{any_diagram, draw, squares};
    use crate::diagram::{BoardSide, DrawnLink, LinkEnd, NumberedStone, ThreatSegment};
    use crate::record::{Mark, Sign};

    /// The texts of the picture, without its title.
    fn texts(svg: &str) -> Vec<String> {
        let document = Document::parse(svg).unwrap();
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        texts.filter_map(|node| node.text()).map(str::to_owned).collect()
    }

    fn count(svg: &str, tag: &str) -> usize {
        let document = Document::parse(svg).unwrap();
        document
            .descendants()
            .filter(|node| node.is_element() && node.tag_name().name() == tag)
            .count()
    }

    #[test]
    fn a_board_has_lines_and_coordinates_on_all_sides() {
        let svg = draw("connect(2,3,2,1,1)", "3/3 b 1").to_svg();
        assert_eq!(count(&svg, "line"), 2 + 3);
        assert_eq!(texts(&svg).concat(), "ABCABC1122");
    }

    #[test]
    fn lines_have_gaps_where_squares_are_missing() {
        let mut diagram = draw("tictactoe", "3/3/3 b 1");
        diagram.cells.remove(squares(&diagram, "b2")[0]);
        // The middle row and the middle column fall apart into single points.
        assert_eq!(count(&diagram.to_svg(), "line"), 4 + 4);
    }

    #[test]
    fn a_hex_board_has_a_hexagon_for_each_cell_one_behind_it_and_sides() {
        let sides = 2 * (3 + 4);
        assert_eq!(count(&draw("hex(3,4)", "4/4/4 b 1").to_svg(), "polygon"), 2 * 12 + sides);
    }

    #[test]
    fn a_link_is_a_line_over_its_carrier_and_ends_on_a_side() {
        let mut diagram = draw("hex3", "3/1x1/3 w 1");
        let before = diagram.to_svg();
        let cells = squares(&diagram, "b2 b1 c1");
        diagram.links = vec![DrawnLink {
            player: Player::Black,
            ends: [LinkEnd::Stone(cells[0]), LinkEnd::Side(BoardSide::Top)],
            carrier: cells[1..].iter().copied().collect(),
            key: None,
        }];
        let svg = diagram.to_svg();
        assert_eq!(count(&svg, "line"), count(&before, "line") + 1);
        assert_eq!(count(&svg, "polygon"), count(&before, "polygon") + 2);
        diagram.links[0].key = Some(cells[1]);
        assert_eq!(count(&diagram.to_svg(), "circle"), count(&svg, "circle") + 1);
    }

    #[test]
    fn a_stone_is_a_circle_with_a_shadow_and_the_last_one_has_a_ring() {
        let mut diagram = draw("tictactoe", "2o/1x1/3 b 1");
        assert_eq!(count(&diagram.to_svg(), "circle"), 2 * 2);
        diagram.last_move = squares(&diagram, "c3").into_iter().collect();
        assert_eq!(count(&diagram.to_svg(), "circle"), 2 * 2 + 1);
    }

    #[test]
    fn on_paper_a_stone_has_no_shadow_and_the_board_no_colour() {
        let mut diagram = draw("tictactoe", "2o/1x1/3 b 1");
        diagram.finish = crate::diagram::Finish::Lines;
        let svg = diagram.to_svg();
        assert_eq!(count(&svg, "circle"), 2);
        assert!(!svg.contains("#e8c587") && !svg.contains("url("), "{svg}");
        assert_eq!(texts(&svg).len(), 12);
    }

    #[test]
    fn a_threat_is_a_capsule_with_diamonds_and_a_legend() {
        let mut diagram = draw("tictactoe", "2o/1x1/x2 b 1");
        diagram.threats = [(Player::Black, "b1 c1 a1"), (Player::White, "c1 c2 c3")]
            .map(|(player, names)| ThreatSegment { player, squares: squares(&diagram, names) })
            .into();
        let svg = diagram.to_svg();
        // A capsule is filled and outlined. Both players need C1, so its diamond has two halves.
        assert_eq!((count(&svg, "path"), count(&svg, "polygon")), (2 * 2, 2 + 2));
        assert!(svg.contains(r#"d="M60.00,120.40L140.00,120.40A"#), "along the lowest row: {svg}");
        assert_eq!(texts(&svg)[12..], ["Black's threats", "White's threats"]);
    }

    #[test]
    fn zones_are_shaded_and_explained() {
        let mut diagram = draw("tictactoe", "3/3/3 b 1");
        diagram.zones =
            ["b2", "b2 b3"].map(|names| squares(&diagram, names).into_iter().collect()).into();
        let svg = diagram.to_svg();
        assert!(svg.contains(r#"<g opacity="0.72">"#) && svg.contains(r#"<g opacity="0.36">"#));
        assert_eq!(texts(&svg)[12..], ["zone Z1", "zone Z2"]);
        // Both squares have sides to the outside, and one to each other.
        assert_eq!(count(&svg, "line"), 6 + 3 + 4);
        diagram.zones.push(SquareSet::first(9));
        assert_eq!(texts(&diagram.to_svg())[14..], ["from Z3 on all squares"]);
    }

    #[test]
    fn labels_and_captions_are_text_whatever_they_contain() {
        let mut diagram = draw("tictactoe", "3/1x1/3 b 1");
        let square = squares(&diagram, "b2")[0];
        diagram.marks.push(Mark { square, sign: Sign::Label("</g>&\0".into()) });
        diagram.numbers.push(NumberedStone { square, number: 1 });
        diagram.caption = "<b> & \"c\"\n]]>".into();
        assert_eq!(texts(&diagram.to_svg())[12..], ["1", "</g>&\u{fffd}", "<b> & \"c\"", "]]>"]);
    }

    proptest! {
        #[test]
        fn every_picture_is_well_formed_and_stays_inside_its_frame(diagram in any_diagram()) {
            let svg = diagram.to_svg();
            let document = Document::parse(&svg);
            prop_assert!(document.is_ok(), "{:?}", document);
            let document = document.unwrap();
            for (side, names) in [("width", ["x", "cx", "x1"]), ("height", ["y", "cy", "y1"])] {
                let root = document.root_element();
                let most: f64 = root.attribute(side).unwrap().parse().unwrap();
                for shape in root.descendants().filter(|node| !node.has_tag_name("radialGradient")) {
                    for place in names.iter().filter_map(|&name| shape.attribute(name)) {
                        prop_assert!((0.0..=most).contains(&place.parse().unwrap()), "{}", place);
                    }
                }
            }
        }
    }
}
