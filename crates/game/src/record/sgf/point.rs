//! The notations of squares in SGF.

use crate::square::excerpt;
use crate::{GameName, Grid, RowOne, Square, SquareError, SquareSet};

use super::Style;

/// Reads one or more squares: names or pairs of letters, joined.
pub(super) fn read_squares(grid: Grid, text: &str) -> Result<Vec<Square>, SquareError> {
    let text = text.trim();
    let all = |is_kind: fn(&u8) -> bool| {
        text.len().is_multiple_of(2) && text.bytes().all(|b| is_kind(&b))
    };
    if text.is_empty() {
        return Err(SquareError::NotASquare(String::new()));
    }
    if all(u8::is_ascii_lowercase) {
        return letter_pairs(text, b'a', |column, row| square_from_top(grid, column, row), grid);
    }
    if all(u8::is_ascii_uppercase) {
        return letter_pairs(text, b'A', |column, row| grid.square(column, row), grid);
    }
    let mut squares = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (square, after) = grid.parse_prefix(rest)?;
        squares.push(square);
        rest = after;
    }
    Ok(squares)
}

fn letter_pairs(
    text: &str,
    first: u8,
    square: impl Fn(u8, u8) -> Option<Square>,
    grid: Grid,
) -> Result<Vec<Square>, SquareError> {
    let (pairs, _) = text.as_bytes().as_chunks::<2>();
    let read = |&[column, row]: &[u8; 2]| {
        square(column - first, row - first).ok_or_else(|| SquareError::OffTheBoard {
            name: [column, row].map(char::from).iter().collect(),
            rows: grid.rows(),
            columns: grid.columns(),
        })
    };
    pairs.iter().map(read).collect()
}

/// The square in a column and a row that is counted from the top of the board.
fn square_from_top(grid: Grid, column: u8, row_from_top: u8) -> Option<Square> {
    let row = match grid.row_one() {
        RowOne::Top => row_from_top,
        RowOne::Bottom => (grid.rows() - 1).checked_sub(row_from_top)?,
    };
    grid.square(column, row)
}

/// Reads exactly one square.
pub(super) fn read_square(grid: Grid, text: &str) -> Result<Square, SquareError> {
    match read_squares(grid, text)?[..] {
        [square] => Ok(square),
        _ => Err(SquareError::NotASquare(excerpt(text))),
    }
}

/// Reads an entry of a list of squares: one square, or the corners of a rectangle (`aa:cc`).
pub(super) fn read_area(grid: Grid, text: &str) -> Result<SquareSet, SquareError> {
    let Some((corner, opposite)) = text.split_once(':') else {
        return Ok([read_square(grid, text)?].into_iter().collect());
    };
    let corners = [read_square(grid, corner)?, read_square(grid, opposite)?];
    let [column, other_column] = corners.map(|square| grid.column(square));
    let [row, other_row] = corners.map(|square| grid.row(square));
    let columns = column.min(other_column)..=column.max(other_column);
    let rows = row.min(other_row)..=row.max(other_row);
    Ok(rows.flat_map(|row| columns.clone().filter_map(move |c| grid.square(c, row))).collect())
}

/// Whether a value is how SGF writes that a player passes.
pub(super) fn is_pass(grid: Grid, text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || (text == "tt" && grid.rows().max(grid.columns()) <= 19)
}

/// Writes one square in the given style.
pub(super) fn write_square(game: GameName, style: Style, square: Square) -> String {
    let grid = game.grid();
    let (column, row) = (grid.column(square), grid.row(square));
    let pair = |first: u8, row: u8| [first + column, first + row].map(char::from).iter().collect();
    match (style, game) {
        (Style::LittleGolem, _) | (Style::OneStonePerNode, GameName::Hex(_)) => {
            grid.name(square).to_string()
        }
        (Style::OneStonePerNode, GameName::Connect(_)) => pair(b'A', row),
        (Style::Standard, _) => match grid.row_one() {
            RowOne::Top => pair(b'a', row),
            RowOne::Bottom => pair(b'a', grid.rows() - 1 - row),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(text: &str) -> Vec<String> {
        let grid = GameName::CONNECT6.grid();
        grid.names(read_squares(grid, text).unwrap())
    }

    #[test]
    fn every_notation_names_the_same_square() {
        for text in ["k11", "K11", "KK", "ki"] {
            assert_eq!(squares(text), ["k11"], "{text}");
        }
        assert_eq!(squares("i11k11"), ["i11", "k11"]);
        assert_eq!(squares("KKIK"), ["k11", "i11"]);
        assert_eq!(squares("kiii"), ["k11", "i11"]);
        assert_eq!((squares("aa"), squares("AA")), (vec!["a19".into()], vec!["a1".into()]));
    }

    #[test]
    fn in_hex_every_row_is_counted_from_the_top() {
        let grid = "hex11".parse::<GameName>().unwrap().grid();
        for text in ["c2", "cb", "CB"] {
            assert_eq!(grid.names(read_squares(grid, text).unwrap()), ["c2"], "{text}");
        }
    }

    #[test]
    fn every_style_reads_what_it_writes() {
        for name in ["connect6", "connect(7,26,5,1,1)", "hex(26,3)"] {
            let game: GameName = name.parse().unwrap();
            for style in [Style::Standard, Style::LittleGolem, Style::OneStonePerNode] {
                for square in game.grid().squares() {
                    let text = write_square(game, style, square);
                    assert_eq!(read_square(game.grid(), &text), Ok(square), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_rectangle_has_two_corners_in_any_order() {
        let grid = GameName::CONNECT6.grid();
        for text in ["b2:c4", "c4:b2", "b4:c2", "BB:CD"] {
            let area = read_area(grid, text).unwrap();
            assert_eq!(grid.names(area.iter()), ["b2", "c2", "b3", "c3", "b4", "c4"]);
        }
    }

    #[test]
    fn what_is_no_square_is_refused() {
        let grid = GameName::CONNECT6.grid();
        for text in ["", "Kk", "k", "kkk", "k11x", "tt", "TT", "t1", "先手", "k11:"] {
            assert!(read_squares(grid, text).is_err(), "{text}");
            assert!(read_area(grid, text).is_err(), "{text}");
        }
    }
}
