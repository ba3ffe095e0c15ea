//! How protocols write squares.

use sixfold_game::{Grid, Square, excerpt};
use thiserror::Error;

/// A way to write squares and turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// Column letter and row letter, from the bottom: `JJ` is the centre of 19x19.
    LetterPairs,
    /// Column letter and row number, without the letter I: `K10` is the centre of 19x19.
    WithoutI,
    /// Column letter and row number: `J10` is the centre of 19x19.
    Plain,
    /// The same in small letters, as players of Hex write: `f6` is the centre of 11x11.
    Small,
}

/// Why a text is not a turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// There is no square in it.
    #[error("a square is missing")]
    Missing,
    /// It does not look like squares.
    #[error("'{0}' is not a square")]
    NotASquare(String),
    /// It names a square of a larger board.
    #[error("'{0}' is not on the board")]
    OffTheBoard(String),
}

impl Notation {
    /// Whether every column of the grid has a letter.
    #[must_use]
    pub fn can_write(self, grid: Grid) -> bool {
        self != Notation::WithoutI || grid.columns() < 26
    }

    /// The name of a square.
    #[must_use]
    pub fn square(self, grid: Grid, square: Square) -> String {
        let (column, row) = (grid.column(square), grid.row(square));
        match self {
            Notation::LetterPairs => format!("{}{}", letter(column), letter(row)),
            Notation::WithoutI => {
                let column = if letter(column) < 'I' { column } else { column + 1 };
                format!("{}{}", letter(column), row + 1)
            }
            Notation::Plain => format!("{:#}", grid.name(square)),
            Notation::Small => grid.name(square).to_string(),
        }
    }

    /// The stones of a turn, joined.
    #[must_use]
    pub fn turn(self, grid: Grid, stones: &[Square]) -> String {
        stones.iter().map(|&square| self.square(grid, square)).collect()
    }

    /// Reads one square or several, joined or apart; case does not matter.
    pub fn read(self, grid: Grid, text: &str) -> Result<Vec<Square>, NotationError> {
        let mut squares = Vec::new();
        for word in text.split_whitespace() {
            let mut rest = word;
            while !rest.is_empty() {
                let length = self.length_of_name(rest);
                let name = rest.get(..length.unwrap_or(0)).unwrap_or_default();
                let place = self.place(name);
                let place = place.ok_or_else(|| NotationError::NotASquare(excerpt(rest)))?;
                let square = grid.square(place.column, place.row);
                squares.push(square.ok_or_else(|| NotationError::OffTheBoard(excerpt(name)))?);
                rest = &rest[name.len()..];
            }
        }
        if squares.is_empty() { Err(NotationError::Missing) } else { Ok(squares) }
    }

    /// The bytes of the name that a text begins with, if it begins with one.
    fn length_of_name(self, text: &str) -> Option<usize> {
        match self {
            Notation::LetterPairs => Some(2),
            Notation::WithoutI | Notation::Plain | Notation::Small => {
                let is_letter = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
                let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
                is_letter.then_some(1 + digits)
            }
        }
    }

    fn place(self, name: &str) -> Option<Place> {
        let first = *name.as_bytes().first()?;
        let column = number(first)?;
        if self == Notation::LetterPairs {
            let row = number(*name.as_bytes().get(1)?)?;
            return Some(Place { column, row });
        }
        // Rows beyond any board are rows all the same.
        let digits = &name[1..];
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let row = is_number.then(|| digits.parse().unwrap_or(u8::MAX))?.checked_sub(1)?;
        let column = match (self, first.to_ascii_uppercase()) {
            (Notation::WithoutI, b'I') => return None,
            (Notation::WithoutI, b'J'..) => column - 1,
            _ => column,
        };
        Some(Place { column, row })
    }
}

/// A column and a row, counted from 0, of any board.
struct Place {
    column: u8,
    row: u8,
}

fn letter(number: u8) -> char {
    (b'A' + number) as char
}

fn number(letter: u8) -> Option<u8> {
    letter.is_ascii_alphabetic().then(|| letter.to_ascii_uppercase() - b'A')
}

#[cfg(test)]
mod tests {
    use sixfold_game::GameName;

    use super::*;

    #[test]
    fn every_square_is_read_as_it_is_written() {
        for game in ["connect6", "connect(5,25,4,1,1)", "connect(26,3,4,1,1)", "hex(5,7)"] {
            let grid = game.parse::<GameName>().unwrap().grid();
            let notations =
                [Notation::LetterPairs, Notation::WithoutI, Notation::Plain, Notation::Small];
            for notation in notations {
                let squares: Vec<Square> = grid.squares().collect();
                assert_eq!(notation.read(grid, &notation.turn(grid, &squares)), Ok(squares));
            }
        }
    }

    #[test]
    fn the_centre_of_connect6_has_three_names() {
        let grid = GameName::CONNECT6.grid();
        let centre = grid.parse("j10").unwrap();
        let names = [Notation::LetterPairs, Notation::WithoutI, Notation::Plain]
            .map(|notation| notation.square(grid, centre));
        assert_eq!(names, ["JJ", "K10", "J10"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let grid = GameName::CONNECT6.grid();
        let message = |notation: Notation, text| notation.read(grid, text).unwrap_err().to_string();
        assert_eq!(message(Notation::LetterPairs, "JJK"), "'K' is not a square");
        assert_eq!(message(Notation::LetterPairs, "TA"), "'TA' is not on the board");
        assert_eq!(message(Notation::LetterPairs, "日本"), "'日本' is not a square");
        assert_eq!(message(Notation::WithoutI, "I9"), "'I9' is not a square");
        assert_eq!(message(Notation::WithoutI, "A20"), "'A20' is not on the board");
        assert_eq!(message(Notation::Plain, "a0"), "'a0' is not a square");
        assert_eq!(message(Notation::Plain, " "), "a square is missing");
    }

    #[test]
    fn the_26th_column_has_no_letter_without_i() {
        let grid = "connect(3,26,3,1,1)".parse::<GameName>().unwrap().grid();
        assert!(!Notation::WithoutI.can_write(grid) && Notation::Plain.can_write(grid));
    }
}
