//! Pictures of positions as data, written as terminal text or as SVG.
//!
//! A [`Diagram`] knows squares and stones but no rules: whoever draws a position says which
//! squares exist, which segments are threats and which zones matter.

mod pen;
mod svg;
mod text;

pub use text::TextStyle;

use crate::record::Mark;
use crate::{Grid, PerPlayer, Player, RowOne, Setup, Square, SquareSet};

/// A picture of a position.
///
/// All fields are public, to be filled in as wanted. Whatever lies on squares that the board does
/// not have is not drawn.
///
/// ```
/// use sixfold_game::diagram::{Diagram, Layout};
/// use sixfold_game::{GameName, Setup, SquareSet};
///
/// let game: GameName = "tictactoe".parse().unwrap();
/// let setup = Setup::from_fen(game, "3/1x1/o2 b 1").unwrap();
/// let diagram = Diagram::new(&setup, Layout::Intersections, SquareSet::first(9));
/// assert_eq!(
///     diagram.to_text(),
///     "  A B C\n3 · · · 3\n2 · ● · 2\n1 ○ · · 1\n  A B C\n"
/// );
/// assert!(diagram.to_svg().starts_with("<svg "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The grid that names the squares and says where row 1 is.
    pub grid: Grid,
    /// How squares are drawn.
    pub layout: Layout,
    /// The squares that exist.
    pub cells: SquareSet,
    /// The stones of each player.
    pub stones: PerPlayer<SquareSet>,
    /// The stones of the last move.
    pub last_move: SquareSet,
    /// Numbers on stones. The two stones of one turn may bear the same number.
    pub numbers: Vec<NumberedStone>,
    /// The threats of both players.
    pub threats: Vec<ThreatSegment>,
    /// The connections of both players.
    pub links: Vec<DrawnLink>,
    /// Signs on squares.
    pub marks: Vec<Mark>,
    /// Relevance zones Z1 ⊆ Z2 ⊆ ...: each square is shown as part of the first that holds it. From
    /// a zone on that holds all empty squares, nothing is shown: the legend says so.
    pub zones: Vec<SquareSet>,
    /// What the zones are.
    pub zone_kind: ZoneKind,
    /// What is written below the board; may have several lines.
    pub caption: String,
    /// Whether letters and numbers stand around the board. Text always has them.
    pub coordinates: Coordinates,
    /// For the screen or for paper. Text is for both.
    pub finish: Finish,
}

/// What the zones of a picture are: their legend says so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ZoneKind {
    /// Relevance zones of a win by threats, each larger than the one before it.
    #[default]
    Relevance,
    /// The cells of Hex one of which the side to move must play on.
    MustPlay,
    /// The cells of Hex that a win needs.
    Carrier,
}

/// What a picture is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Finish {
    /// The screen: stones with shadows on wood.
    #[default]
    Wood,
    /// Paper: black lines on white that save ink, and large coordinates.
    Lines,
}

/// How the squares of a board are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// Stones lie where lines cross, as in Go.
    Intersections,
    /// Stones lie in hexagonal cells. A row is shifted half a cell to the right of the row with
    /// the number below its own, so the neighbours of a cell are those in its row, in its column
    /// and on the diagonal of constant column + row.
    Hexagons,
    /// The same for Hex: Black's sides are the top and the bottom, White's left and right.
    Rhombus,
}

/// Whether letters and numbers stand around the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// They do.
    #[default]
    Shown,
    /// They do not.
    Hidden,
}

/// A stone with a number on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberedStone {
    /// Where the stone is.
    pub square: Square,
    /// Its number.
    pub number: u16,
}

/// A line of squares that its player threatens to fill.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThreatSegment {
    /// Whose threat it is.
    pub player: Player,
    /// The squares of the line, empty ones included, in any order.
    pub squares: Vec<Square>,
}

/// A side of a board of Hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardSide {
    /// Above row 1.
    Top,
    /// Below the last row.
    Bottom,
    /// Before column a.
    Left,
    /// Behind the last column.
    Right,
}

/// What a link joins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinkEnd {
    /// A stone.
    Stone(Square),
    /// A side of the board.
    Side(BoardSide),
}

/// A connection of Hex, or a semi-connection, which needs a stone first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnLink {
    /// Whose connection it is.
    pub player: Player,
    /// What it joins.
    pub ends: [LinkEnd; 2],
    /// The empty cells that it needs.
    pub carrier: SquareSet,
    /// The first stone of a semi-connection.
    pub key: Option<Square>,
}

impl Diagram {
    /// A picture of the stones and nothing else.
    #[must_use]
    pub fn new(setup: &Setup, layout: Layout, cells: SquareSet) -> Diagram {
        Diagram {
            grid: setup.grid(),
            layout,
            cells,
            stones: PerPlayer::from_fn(|player| setup.stones(player)),
            last_move: SquareSet::EMPTY,
            numbers: Vec::new(),
            threats: Vec::new(),
            links: Vec::new(),
            marks: Vec::new(),
            zones: Vec::new(),
            zone_kind: ZoneKind::Relevance,
            caption: String::new(),
            coordinates: Coordinates::Shown,
            finish: Finish::Wood,
        }
    }

    /// Whether the board has this square.
    fn has(&self, square: Square) -> bool {
        square.index() < self.grid.len() && self.cells.contains(square)
    }

    /// The squares that are drawn, from A1 row by row.
    fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.grid.squares().filter(|&square| self.cells.contains(square))
    }

    fn stone(&self, square: Square) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones[player].contains(square))
    }

    /// The empty squares of each player's threats.
    fn threat_squares(&self) -> PerPlayer<SquareSet> {
        let mut squares = PerPlayer::<SquareSet>::default();
        for threat in &self.threats {
            for &square in &threat.squares {
                if self.has(square) && self.stone(square).is_none() {
                    squares[threat.player].insert(square);
                }
            }
        }
        squares
    }

    fn shown_zones(&self) -> ShownZones {
        let empty = self.squares().filter(|&square| self.stone(square).is_none());
        let empty: SquareSet = empty.collect();
        let full = self.zones.iter().position(|&zone| (empty - zone).is_empty());
        let mut rest = empty;
        let mut rings = Vec::new();
        for (&zone, number) in self.zones[..full.unwrap_or(self.zones.len())].iter().zip(1..) {
            let ring = rest & zone;
            rest = rest - zone;
            // A zone equal to the one before it adds nothing.
            if !ring.is_empty() {
                rings.push(Ring { number, squares: ring });
            }
        }
        ShownZones { kind: self.zone_kind, rings, full: full.map(|index| index + 1) }
    }

    /// The points that guide the eye on the usual large boards.
    fn star_points(&self) -> SquareSet {
        let points: &[(u8, u8)] = match (self.layout, self.grid.rows(), self.grid.columns()) {
            (Layout::Intersections, 19, 19) => {
                &[(3, 3), (9, 3), (15, 3), (3, 9), (9, 9), (15, 9), (3, 15), (9, 15), (15, 15)]
            }
            (Layout::Intersections, 15, 15) => &[(3, 3), (11, 3), (7, 7), (3, 11), (11, 11)],
            _ => &[],
        };
        points.iter().filter_map(|&(column, row)| self.grid.square(column, row)).collect()
    }

    /// How far to the right a place is, in half cells. Places beside the board count too.
    fn half_steps(&self, column: i32, row: i32) -> i32 {
        match self.layout {
            Layout::Intersections => 2 * column,
            Layout::Hexagons | Layout::Rhombus => 2 * column + row,
        }
    }

    /// How far to the right the outermost squares are.
    fn extent(&self) -> (i32, i32) {
        let steps =
            |square| self.half_steps(self.grid.column(square).into(), self.grid.row(square).into());
        let left = self.squares().map(steps).min().unwrap_or(0);
        let right = self.squares().map(steps).max().unwrap_or(0);
        (left, right)
    }

    /// The columns that have a square in this row.
    fn columns_of(&self, row: u8) -> impl DoubleEndedIterator<Item = u8> + '_ {
        let has = move |&column: &u8| {
            self.grid.square(column, row).is_some_and(|square| self.cells.contains(square))
        };
        (0..self.grid.columns()).filter(has)
    }

    /// The top and the bottom row, each with the row beside it where column letters go. A column
    /// that does not reach that row, on a hexagonal board, has its letter on the other side.
    fn letter_rows(&self) -> [(u8, i32); 2] {
        let last = self.grid.rows() - 1;
        let (low, high) = ((0, -1), (last, i32::from(last) + 1));
        match self.grid.row_one() {
            RowOne::Bottom => [high, low],
            RowOne::Top => [low, high],
        }
    }
}

/// The zones as they are shown.
struct ShownZones {
    kind: ZoneKind,
    /// The zones that show, from the innermost.
    rings: Vec<Ring>,
    /// The number of the first zone that holds all empty squares.
    full: Option<usize>,
}

/// What a zone adds to those before it.
struct Ring {
    /// The number of the zone, from 1.
    number: usize,
    squares: SquareSet,
}

impl ShownZones {
    /// The ring that holds the square, counted from 0.
    fn ring_at(&self, square: Square) -> Option<usize> {
        self.rings.iter().position(|ring| ring.squares.contains(square))
    }

    /// What a legend calls the zone with this number.
    fn name(&self, number: usize) -> String {
        match self.kind {
            ZoneKind::Relevance => format!("zone Z{number}"),
            ZoneKind::MustPlay => "must-play region".to_string(),
            ZoneKind::Carrier => "carrier of the win".to_string(),
        }
    }

    /// What a legend says of the zones that do not show.
    fn beyond(&self) -> Option<String> {
        let number = self.full?;
        Some(match self.kind {
            ZoneKind::Relevance => format!("from Z{number} on all squares"),
            ZoneKind::MustPlay => "every cell may be played on".to_string(),
            ZoneKind::Carrier => "the win needs all empty cells".to_string(),
        })
    }
}

/// The letter of a column.
fn column_letter(column: u8) -> char {
    (b'A' + column) as char
}

/// The text without characters that would upset a terminal or that XML does not allow.
fn printable(text: &str) -> String {
    let is_bad = |letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|letter| if is_bad(letter) { '\u{fffd}' } else { letter }).collect()
}

/// Fills lines of at most `width` characters with words; a longer word has a line of its own.
fn wrap<'a>(words: impl IntoIterator<Item = &'a str>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
pub(crate) mod testing {
    use proptest::prelude::*;

    use super::*;
    use crate::record::Sign;
    use crate::{GameName, MAX_SIDE};

    /// A position of a Connect game or of Hex, drawn as its game is.
    pub fn draw(game: &str, fen: &str) -> Diagram {
        let game: GameName = game.parse().unwrap();
        let setup = Setup::from_fen(game, fen).unwrap();
        let layout = match game {
            GameName::Connect(_) => Layout::Intersections,
            GameName::Hex(_) => Layout::Rhombus,
        };
        Diagram::new(&setup, layout, SquareSet::first(game.grid().len()))
    }

    /// The squares with these names.
    pub fn squares(diagram: &Diagram, names: &str) -> Vec<Square> {
        names.split(' ').map(|name| diagram.grid.parse(name).unwrap()).collect()
    }

    fn any_square() -> impl Strategy<Value = Square> {
        (0..usize::from(MAX_SIDE) * usize::from(MAX_SIDE)).prop_map(Square::from_index)
    }

    fn any_set() -> impl Strategy<Value = SquareSet> {
        prop::collection::vec(any_square(), 0..40).prop_map(|list| list.into_iter().collect())
    }

    fn any_mark() -> impl Strategy<Value = Mark> {
        let sign = prop_oneof![
            Just(Sign::Circle),
            Just(Sign::Cross),
            Just(Sign::Square),
            Just(Sign::Triangle),
            any::<String>().prop_map(Sign::Label),
        ];
        (any_square(), sign).prop_map(|(square, sign)| Mark { square, sign })
    }

    fn any_threat() -> impl Strategy<Value = ThreatSegment> {
        let player = prop_oneof![Just(Player::Black), Just(Player::White)];
        (player, prop::collection::vec(any_square(), 0..7))
            .prop_map(|(player, squares)| ThreatSegment { player, squares })
    }

    /// Anything that the types allow, sensible or not.
    pub fn any_diagram() -> impl Strategy<Value = Diagram> {
        let row_one = prop_oneof![Just(RowOne::Bottom), Just(RowOne::Top)];
        let layout =
            prop_oneof![Just(Layout::Intersections), Just(Layout::Hexagons), Just(Layout::Rhombus)];
        let number = (any_square(), any::<u16>())
            .prop_map(|(square, number)| NumberedStone { square, number });
        let board = (1..=MAX_SIDE, 1..=MAX_SIDE, row_one, layout, any_set(), any::<bool>());
        let on_board = (
            [any_set(), any_set(), any_set()],
            prop::collection::vec(number, 0..5),
            prop::collection::vec(any_threat(), 0..5),
            prop::collection::vec(any_mark(), 0..5),
            prop::collection::vec(any_set(), 0..4),
            prop::sample::select(vec![ZoneKind::Relevance, ZoneKind::MustPlay, ZoneKind::Carrier]),
            any::<String>(),
            prop::sample::select(vec![Finish::Wood, Finish::Lines]),
        );
        (board, on_board).prop_map(|(board, on_board)| {
            let (rows, columns, row_one, layout, holes, is_whole) = board;
            let (stones, numbers, threats, marks, zones, zone_kind, caption, finish) = on_board;
            let [black, white, last_move] = stones;
            let all = SquareSet::first(usize::from(MAX_SIDE) * usize::from(MAX_SIDE));
            Diagram {
                grid: Grid::new(rows, columns, row_one).unwrap(),
                layout,
                cells: if is_whole { all } else { holes },
                stones: PerPlayer { black, white },
                last_move,
                numbers,
                threats,
                links: Vec::new(),
                marks,
                zones,
                zone_kind,
                caption,
                coordinates: Coordinates::Shown,
                finish,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{draw, squares};
    use super::*;

    #[test]
    fn a_square_belongs_to_the_first_zone_that_holds_it() {
        let mut diagram = draw("tictactoe", "3/3/3 b 1");
        let inner: SquareSet = squares(&diagram, "b2").into_iter().collect();
        let outer: SquareSet = squares(&diagram, "b2 b3").into_iter().collect();
        diagram.zones = vec![inner, inner, outer];
        let shown = diagram.shown_zones();
        let rings = squares(&diagram, "b2 b3 c3").into_iter().map(|s| shown.ring_at(s));
        assert_eq!(rings.collect::<Vec<_>>(), [Some(0), Some(1), None]);
        assert_eq!(shown.rings.iter().map(|ring| ring.number).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(shown.beyond(), None);
    }

    #[test]
    fn a_zone_of_all_empty_squares_is_only_mentioned() {
        let mut diagram = draw("tictactoe", "3/1x1/3 b 1");
        let inner: SquareSet = squares(&diagram, "b3").into_iter().collect();
        let around = SquareSet::first(9) - squares(&diagram, "b2").into_iter().collect();
        diagram.zones = vec![inner, around, around];
        let shown = diagram.shown_zones();
        assert_eq!(shown.rings.len(), 1);
        assert_eq!(shown.beyond().as_deref(), Some("from Z2 on all squares"));
    }

    #[test]
    fn only_the_empty_squares_of_a_threat_are_shown() {
        let mut diagram = draw("tictactoe", "3/1x1/x2 b 1");
        let line = squares(&diagram, "a1 b2 c3");
        diagram.threats.push(ThreatSegment { player: Player::Black, squares: line });
        let empty = diagram.threat_squares();
        assert_eq!(empty.black.iter().collect::<Vec<_>>(), squares(&diagram, "c3"));
        assert!(empty.white.is_empty());
    }

    #[test]
    fn words_fill_lines() {
        assert_eq!(
            wrap("to be or not-to-be at all".split(' '), 8),
            ["to be or", "not-to-be", "at all"]
        );
        assert!(wrap([], 8).is_empty());
    }
}
