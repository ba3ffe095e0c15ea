//! Files that people write: boards, drawn and with their lines, and how they are laid.
//!
//! ```text
//! board B2                 # a name, then the picture, the highest row first
//! . . . # # # # # #
//! . . # # # # # # .
//! . # # # # # # . .
//! # # # # # # . . .
//! runs 4 horizontal vertical rising    # all whole runs of at least 4 squares are lines
//! line a1 b1 c1                        # one more line, by the names of its squares
//!
//! period 6 0               # columns and rows after which everything is repeated
//! period 0 8
//! copy B2 0 0              # the place of the corner a1
//! copy B2 11 4 mirrored    # turned about the corner before
//! ```

use std::collections::BTreeSet;
use std::fmt::Write as _;

use thiserror::Error;

use crate::board::{Board, BoardError, has_no_margin, parse_name, places_of_picture, runs};
use crate::check::NamedBoard;
use crate::plane::{Direction, Orientation, Place};
use crate::tiling::{Copy, Shift, Tiling};

/// The longest name of a board.
const MOST_LETTERS: usize = 64;

/// Boards, and perhaps how they are laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The boards.
    pub boards: Vec<NamedBoard>,
    /// The tiling; nothing if the file says nothing of it.
    pub tiling: Option<Tiling>,
}

/// Why a file is no plan.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// Something is wrong with a board.
    #[error("board {name}: {error}")]
    Board {
        /// The name of the board.
        name: String,
        /// What is wrong.
        error: BoardError,
    },
    /// Something is wrong in a line of the file.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: LineError,
    },
    /// No board.
    #[error("the file holds no board (a board begins with a line 'board NAME')")]
    NoBoard,
    /// A tiling that is not repeated in two ways.
    #[error("a tiling has two periods, not {0}")]
    Periods(usize),
}

/// Why a line says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    /// A word that means nothing here.
    #[error("expected board, a picture, runs, line, period or copy")]
    Word,
    /// A board without a name, or with a name of several words, or one that cannot be printed.
    #[error("expected 'board NAME' (at most {MOST_LETTERS} letters)")]
    Name,
    /// Something that only boards have, before any of them.
    #[error("there is no board that this belongs to")]
    Nowhere,
    /// A picture that goes on after the lines.
    #[error("the picture comes before the lines of the board")]
    LatePicture,
    /// Runs that are not told completely.
    #[error("expected 'runs LENGTH DIRECTION...' (horizontal, vertical, rising, falling)")]
    Runs,
    /// A line that names something else.
    #[error("expected 'line SQUARE...', for example 'line a1 b2 c3'")]
    Squares,
    /// A period without two numbers.
    #[error("expected 'period COLUMNS ROWS'")]
    Period,
    /// A copy without its place.
    #[error("expected 'copy BOARD COLUMN ROW [ORIENTATION]' (mirrored, flipped, turned, ...)")]
    Copy,
}

/// A board that is being read.
struct Draft {
    name: String,
    picture: Vec<String>,
    runs: Vec<(usize, Direction)>,
    lines: Vec<Vec<Place>>,
}

impl Plan {
    /// Reads a plan.
    pub fn read(text: &str) -> Result<Plan, PlanError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            let words = without_comment(line);
            let result = if words.is_empty() { Ok(()) } else { reader.read(&words) };
            result.map_err(|reason| PlanError::Line { line: index + 1, reason })?;
        }
        reader.finish()
    }

    /// The plan as a file that reads the same; lines are written one by one.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        for NamedBoard { name, board } in &self.boards {
            let _ = writeln!(text, "board {name}");
            for row in board.picture() {
                let marks: Vec<String> = row.chars().map(String::from).collect();
                let _ = writeln!(text, "{}", marks.join(" "));
            }
            for &line in board.lines() {
                let _ = writeln!(text, "line {}", board.names(line));
            }
        }
        if let Some(tiling) = &self.tiling {
            for period in tiling.periods {
                let _ = writeln!(text, "period {} {}", period.columns, period.rows);
            }
            for Copy { board, column, row, orientation } in &tiling.copies {
                let _ = writeln!(text, "copy {board} {column} {row} {}", orientation.name());
            }
        }
        text
    }
}

/// The words of a line up to a comment. In a picture # is a square, so a line of marks alone has none.
fn without_comment(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_mark = |word: &&str| word.chars().all(|mark| mark == '#' || mark == '.');
    if words.iter().all(is_mark) {
        return words;
    }
    let end = words.iter().position(|word| word.starts_with('#')).unwrap_or(words.len());
    words[..end].to_vec()
}

#[derive(Default)]
struct Reader {
    drafts: Vec<Draft>,
    periods: Vec<Shift>,
    copies: Vec<Copy>,
}

/// Whether a board may be called so: errors and pictures tell its name.
fn is_name(word: &str) -> bool {
    word.chars().count() <= MOST_LETTERS && !word.contains(char::is_control)
}

impl Reader {
    fn read(&mut self, words: &[&str]) -> Result<(), LineError> {
        match *words {
            ["board", name] if is_name(name) => {
                let (picture, runs, lines) = (Vec::new(), Vec::new(), Vec::new());
                self.drafts.push(Draft { name: name.to_string(), picture, runs, lines });
                Ok(())
            }
            ["board", ..] => Err(LineError::Name),
            ["runs", length, ref directions @ ..] if !directions.is_empty() => {
                let length = length.parse().map_err(|_| LineError::Runs)?;
                let draft = self.drafts.last_mut().ok_or(LineError::Nowhere)?;
                for name in directions {
                    let direction = Direction::from_name(name).ok_or(LineError::Runs)?;
                    draft.runs.push((length, direction));
                }
                Ok(())
            }
            ["runs", ..] => Err(LineError::Runs),
            ["line", ref names @ ..] if !names.is_empty() => {
                let places: Option<Vec<Place>> =
                    names.iter().map(|name| parse_name(name)).collect();
                let draft = self.drafts.last_mut().ok_or(LineError::Nowhere)?;
                draft.lines.push(places.ok_or(LineError::Squares)?);
                Ok(())
            }
            ["line", ..] => Err(LineError::Squares),
            ["period", columns, rows] => {
                let number = |text: &str| text.parse().map_err(|_| LineError::Period);
                self.periods.push(Shift { columns: number(columns)?, rows: number(rows)? });
                Ok(())
            }
            ["period", ..] => Err(LineError::Period),
            ["copy", board, column, row, ref rest @ ..] => self.copy(board, [column, row], rest),
            ["copy", ..] => Err(LineError::Copy),
            _ => self.picture(words),
        }
    }

    fn copy(&mut self, board: &str, place: [&str; 2], rest: &[&str]) -> Result<(), LineError> {
        let [column, row] = place.map(|text| text.parse().map_err(|_| LineError::Copy));
        let orientation = match *rest {
            [] => Orientation::Plain,
            [name] => Orientation::from_name(name).ok_or(LineError::Copy)?,
            _ => return Err(LineError::Copy),
        };
        let board = board.to_string();
        self.copies.push(Copy { board, column: column?, row: row?, orientation });
        Ok(())
    }

    fn picture(&mut self, words: &[&str]) -> Result<(), LineError> {
        let row: String = words.concat();
        if row.chars().any(|mark| mark != '#' && mark != '.') {
            return Err(LineError::Word);
        }
        let draft = self.drafts.last_mut().ok_or(LineError::Nowhere)?;
        if !draft.runs.is_empty() || !draft.lines.is_empty() {
            return Err(LineError::LatePicture);
        }
        draft.picture.push(row);
        Ok(())
    }

    fn finish(self) -> Result<Plan, PlanError> {
        if self.drafts.is_empty() {
            return Err(PlanError::NoBoard);
        }
        let boards = self.drafts.into_iter().map(Draft::finish).collect::<Result<_, _>>()?;
        if self.periods.is_empty() && self.copies.is_empty() {
            return Ok(Plan { boards, tiling: None });
        }
        let count = self.periods.len();
        let periods = self.periods.try_into().map_err(|_| PlanError::Periods(count))?;
        Ok(Plan { boards, tiling: Some(Tiling { periods, copies: self.copies }) })
    }
}

impl Draft {
    fn finish(self) -> Result<NamedBoard, PlanError> {
        let Draft { name, picture, runs, lines } = self;
        match finished_board(&picture, &runs, lines) {
            Ok(board) => Ok(NamedBoard { name, board }),
            Err(error) => Err(PlanError::Board { name, error }),
        }
    }
}

fn finished_board(
    picture: &[String],
    wanted: &[(usize, Direction)],
    mut lines: Vec<Vec<Place>>,
) -> Result<Board, BoardError> {
    let places: BTreeSet<Place> = places_of_picture(picture.iter().map(String::as_str))?;
    has_no_margin(&places)?;
    let found = wanted.iter().flat_map(|&(least, direction)| {
        runs(&places, direction).into_iter().filter(move |run| run.len() >= least)
    });
    lines.splice(0..0, found);
    Board::new(&places, lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bands::b2;

    const B2: &str = "
        board B2   # the parallelogram
        . . . # # # # # #
        . . # # # # # # .
        . # # # # # # . .
        # # # # # # . . .
        runs 4 horizontal vertical rising
        period 6 0
        period 0 8
        copy B2 0 0
        copy B2 11 4 mirrored   # leans to the left
        ";

    #[test]
    fn a_file_says_what_the_program_has_built_in() {
        let plan = Plan::read(B2).unwrap();
        let known = b2().unwrap();
        assert_eq!(plan.boards, [known.board]);
        assert_eq!(plan.tiling, Some(known.tiling));
    }

    #[test]
    fn what_is_written_reads_the_same() {
        let plan = Plan::read(B2).unwrap();
        assert_eq!(Plan::read(&plan.write()), Ok(plan));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let reason = |text: &str| match Plan::read(text) {
            Err(PlanError::Line { line, reason }) => (line, reason),
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(reason("hello"), (1, LineError::Word));
        assert_eq!(reason("board\n"), (1, LineError::Name));
        assert_eq!(reason("board a\u{1}b\n"), (1, LineError::Name));
        assert_eq!(reason(&format!("board {}", "a".repeat(65))), (1, LineError::Name));
        assert_eq!(reason("###"), (1, LineError::Nowhere));
        assert_eq!(reason("board A\n###\nruns 3 up"), (3, LineError::Runs));
        assert_eq!(reason("board A\n###\nline a1 aa"), (3, LineError::Squares));
        assert_eq!(reason("board A\n###\nline a1\n###"), (4, LineError::LatePicture));
        assert_eq!(reason("period 1"), (1, LineError::Period));
        assert_eq!(reason("copy A 1 x"), (1, LineError::Copy));
    }

    #[test]
    fn a_board_that_is_none_is_refused() {
        let reason = |text: &str| match Plan::read(text) {
            Err(PlanError::Board { error, .. }) => error,
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(reason("board A\nline a1"), BoardError::Margin);
        assert_eq!(reason("board A\n##\n"), BoardError::Empty);
        assert_eq!(reason("board A\n##\nline a2\n"), BoardError::Square("a2".to_string()));
        assert_eq!(reason("board A\n.#\nline b1\n"), BoardError::Margin);
        assert_eq!(Plan::read(""), Err(PlanError::NoBoard));
    }
}
