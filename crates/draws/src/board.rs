//! Boards: squares, and the lines that Maker wants to fill.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::plane::{Direction, Place};
use crate::squares::{MOST_SQUARES, Squares};

/// The most lines that a board may have.
pub const MOST_LINES: usize = 128;

/// The widest and highest board that can be drawn: columns have one letter.
pub const MOST_COLUMNS: i32 = 26;

const MOST_ROWS: i32 = 99;

/// A board on which Maker wants to fill a line and Breaker to prevent it: a hypergraph that is drawn
/// on the plane.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Drawing", into = "Drawing")]
pub struct Board {
    places: Vec<Place>,
    lines: Vec<Squares>,
}

/// Why something is no board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// There is nothing to play on.
    #[error("a board needs a square and a line")]
    Empty,
    /// The program cannot hold it.
    #[error("a board has at most {MOST_SQUARES} squares and {MOST_LINES} lines")]
    TooLarge,
    /// It cannot be drawn.
    #[error("a board has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows")]
    TooWide,
    /// A picture with something else in it.
    #[error("a picture is made of # for a square and . for none, not {0:?}")]
    Picture(char),
    /// A picture that is not as small as it could be.
    #[error("the lowest row or the first column of the picture has no square")]
    Margin,
    /// A name that names no square of the board.
    #[error("{0:?} is no square of the board")]
    Square(String),
    /// A line without squares.
    #[error("a line without squares")]
    EmptyLine,
    /// A square that is named twice.
    #[error("{0} is named twice")]
    Twice(String),
}

impl Board {
    /// A board of these places, moved so that its lowest row and leftmost column are the first ones;
    /// lines that occur twice are kept once.
    pub fn new(
        places: &BTreeSet<Place>,
        lines: impl IntoIterator<Item = Vec<Place>>,
    ) -> Result<Board, BoardError> {
        let left = places.iter().map(|place| place.column).min().ok_or(BoardError::Empty)?;
        let low = places.iter().map(|place| place.row).min().ok_or(BoardError::Empty)?;
        let shift = Place::new(-left, -low);
        if places.len() > MOST_SQUARES {
            return Err(BoardError::TooLarge);
        }
        let places: Vec<Place> = places.iter().map(|place| place.moved_by(shift)).collect();
        if places.iter().any(|place| place.column >= MOST_COLUMNS || place.row >= MOST_ROWS) {
            return Err(BoardError::TooWide);
        }
        let mut board = Board { places, lines: Vec::new() };
        let mut kept = BTreeSet::new();
        for line in lines {
            let mut set = Squares::NONE;
            for place in line {
                let moved = place.moved_by(shift);
                let square =
                    board.square_at(moved).ok_or_else(|| BoardError::Square(name_of(moved)))?;
                set = set | Squares::one(square);
            }
            if set.is_empty() {
                return Err(BoardError::EmptyLine);
            }
            if kept.insert(set) {
                board.lines.push(set);
            }
        }
        match board.lines.len() {
            0 => Err(BoardError::Empty),
            count if count > MOST_LINES => Err(BoardError::TooLarge),
            _ => Ok(board),
        }
    }

    /// A board whose lines are all whole runs of at least this length in these directions.
    pub fn of_runs(
        places: &BTreeSet<Place>,
        least: usize,
        directions: &[Direction],
    ) -> Result<Board, BoardError> {
        let lines = directions.iter().flat_map(|&direction| runs(places, direction));
        Board::new(places, lines.filter(|run| run.len() >= least))
    }

    /// The places of the squares, row by row from below.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The lines.
    #[must_use]
    pub fn lines(&self) -> &[Squares] {
        &self.lines
    }

    /// The number of the square at a place.
    #[must_use]
    pub fn square_at(&self, place: Place) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }

    /// The name of a square: the letter of its column and the number of its row.
    #[must_use]
    pub fn name(&self, square: usize) -> String {
        name_of(self.places[square])
    }

    /// The names of squares, with spaces between them.
    #[must_use]
    pub fn names(&self, squares: Squares) -> String {
        squares.iter().map(|square| self.name(square)).collect::<Vec<_>>().join(" ")
    }

    /// The squares of these names.
    pub fn parse(&self, names: &str) -> Result<Squares, BoardError> {
        let mut squares = Squares::NONE;
        for name in names.split_whitespace() {
            let square = parse_name(name)
                .and_then(|place| self.square_at(place))
                .ok_or_else(|| BoardError::Square(name.to_string()))?;
            if squares.contains(square) {
                return Err(BoardError::Twice(name.to_string()));
            }
            squares = squares | Squares::one(square);
        }
        Ok(squares)
    }

    /// The picture of the board, the highest row first.
    #[must_use]
    pub fn picture(&self) -> Vec<String> {
        let columns = self.places.iter().map(|place| place.column).max().unwrap_or(0);
        let rows = self.places.iter().map(|place| place.row).max().unwrap_or(0);
        let mark = |column, row| match self.square_at(Place::new(column, row)) {
            Some(_) => '#',
            None => '.',
        };
        (0..=rows)
            .rev()
            .map(|row| (0..=columns).map(|column| mark(column, row)).collect())
            .collect()
    }
}

/// All longest runs of places in a direction, each from its first place on.
pub(crate) fn runs(places: &BTreeSet<Place>, direction: Direction) -> Vec<Vec<Place>> {
    let starts = places.iter().filter(|place| !places.contains(&place.step(direction, -1)));
    starts
        .map(|start| {
            let track = (0..).map(|steps| start.step(direction, steps));
            track.take_while(|place| places.contains(place)).collect()
        })
        .collect()
}

/// The places of a picture, the highest row first. Spaces do not count.
pub(crate) fn places_of_picture<'a>(
    rows: impl DoubleEndedIterator<Item = &'a str>,
) -> Result<BTreeSet<Place>, BoardError> {
    let mut places = BTreeSet::new();
    for (row, text) in rows.rev().enumerate() {
        for (column, mark) in text.chars().filter(|mark| !mark.is_whitespace()).enumerate() {
            match mark {
                '#' => {
                    places.insert(Place::new(column as i32, row as i32));
                }
                '.' => {}
                other => return Err(BoardError::Picture(other)),
            }
        }
    }
    Ok(places)
}

/// Names count from the corner of the picture, so there must be squares in its first column and lowest
/// row.
pub(crate) fn has_no_margin(places: &BTreeSet<Place>) -> Result<(), BoardError> {
    let touches =
        places.iter().any(|place| place.row == 0) && places.iter().any(|place| place.column == 0);
    if touches { Ok(()) } else { Err(BoardError::Margin) }
}

fn name_of(place: Place) -> String {
    let letter = u8::try_from(place.column).ok().filter(|&column| i32::from(column) < MOST_COLUMNS);
    match letter {
        Some(column) => format!("{}{}", char::from(b'a' + column), place.row + 1),
        None => format!("({},{})", place.column, place.row),
    }
}

pub(crate) fn parse_name(name: &str) -> Option<Place> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let digits = &name[1..];
    let row: i32 = digits.parse().ok().filter(|row| (1..=MOST_ROWS).contains(row))?;
    (digits == row.to_string()).then(|| Place::new((letter as u8 - b'a').into(), row - 1))
}

/// A board as it stands in files.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawing {
    picture: Vec<String>,
    lines: Vec<String>,
}

impl From<Board> for Drawing {
    fn from(board: Board) -> Drawing {
        let lines = board.lines.iter().map(|&line| board.names(line)).collect();
        Drawing { picture: board.picture(), lines }
    }
}

impl TryFrom<Drawing> for Board {
    type Error = BoardError;

    fn try_from(drawing: Drawing) -> Result<Board, BoardError> {
        let places = places_of_picture(drawing.picture.iter().map(String::as_str))?;
        let mut lines = Vec::new();
        for names in &drawing.lines {
            let place = |name| parse_name(name).ok_or_else(|| BoardError::Square(name.to_string()));
            lines.push(names.split_whitespace().map(place).collect::<Result<Vec<_>, _>>()?);
        }
        has_no_margin(&places)?;
        Board::new(&places, lines)
    }
}
