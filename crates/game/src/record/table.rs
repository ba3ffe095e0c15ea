//! Tables of games: comma-separated values with a column `moves`, one game a line.

use thiserror::Error;

use super::{Record, move_list, result};
use crate::{GameName, Player};

/// A line of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The moves, if the line is long enough to have any.
    pub moves: Option<&'a str>,
    /// What stands in the column `result`, if there is one.
    pub result: Option<&'a str>,
    /// What stands in the column `name`, `event`, `id` or `gid`, the first of them that is there.
    pub name: Option<&'a str>,
    /// What stands in the column `black`, if there is one.
    pub black: Option<&'a str>,
    /// What stands in the column `white`, if there is one.
    pub white: Option<&'a str>,
    /// What stands in the column `date`, if there is one.
    pub date: Option<&'a str>,
}

/// What is wrong with a table of games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct TableError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a line of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It is too short.
    #[error("no moves")]
    NoMoves,
    /// The moves are none.
    #[error("{0}")]
    Moves(move_list::Fault),
    /// The file is absurdly long.
    #[error("more than {MOST_GAMES} games in one file")]
    TooMany,
}

/// More games than this in one file are taken for a mistake.
const MOST_GAMES: usize = 100_000;

/// The lines of a table, or nothing if the head of the text names no column `moves`.
///
/// ```
/// use sixfold_game::record::table;
///
/// let mut rows = table::rows("id,result,moves\n1,W,j10 k11i9\n").unwrap();
/// let row = rows.next().unwrap();
/// assert_eq!((row.line, row.moves, row.result), (2, Some("j10 k11i9"), Some("W")));
/// assert!(table::rows("j10 k11i9 h9j9").is_none());
/// ```
#[must_use]
pub fn rows(text: &str) -> Option<impl Iterator<Item = Row<'_>>> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let head: Vec<&str> = lines.next().map_or("", |(_, line)| line).split(',').collect();
    let column = |name| head.iter().position(|column| column.trim() == name);
    let (moves, result) = (column("moves")?, column("result"));
    let name = ["name", "event", "id", "gid"].into_iter().find_map(column);
    let [black, white, date] = ["black", "white", "date"].map(column);
    Some(lines.map(move |(index, line)| {
        let fields: Vec<&str> = line.split(',').collect();
        let field = |column: usize| fields.get(column).map(|text| text.trim());
        Row {
            line: index + 1,
            moves: field(moves),
            result: result.and_then(field),
            name: name.and_then(field),
            black: black.and_then(field),
            white: white.and_then(field),
            date: date.and_then(field),
        }
    }))
}

/// The games of a table, or nothing if the text is none.
///
/// ```
/// use sixfold_game::GameName;
/// use sixfold_game::record::table;
///
/// let games = table::read("id,result,moves\n17,W,j10 k11i9\n", GameName::CONNECT6).unwrap();
/// assert_eq!(games.unwrap()[0].info.event, "17");
/// ```
#[must_use]
pub fn read(text: &str, game: GameName) -> Option<Result<Vec<Record>, TableError>> {
    let rows = rows(text)?;
    Some(
        rows.enumerate()
            .map(|(index, row)| {
                let read = if index < MOST_GAMES { record(row, game) } else { Err(Fault::TooMany) };
                read.map_err(|fault| TableError { line: row.line, fault })
            })
            .collect(),
    )
}

fn record(row: Row<'_>, game: GameName) -> Result<Record, Fault> {
    let moves = row.moves.ok_or(Fault::NoMoves)?;
    let mut record = move_list::read(game, moves).map_err(|located| Fault::Moves(located.fault))?;
    let text = |field: Option<&str>| field.unwrap_or_default().to_string();
    let info = &mut record.info;
    info.event = text(row.name);
    info.date = text(row.date);
    info.players[Player::Black] = text(row.black);
    info.players[Player::White] = text(row.white);
    // A list that ends in 'resign' has its result already.
    if let Some(outcome) = row.result.and_then(result::outcome_of) {
        info.result = Some(outcome);
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    fn read_connect6(text: &str) -> Option<Result<Vec<Record>, TableError>> {
        read(text, GameName::CONNECT6)
    }

    #[test]
    fn every_line_is_a_game_with_what_the_table_says_of_it() {
        let text = "gid,black,white,result,moves\n7,Ann,Bo,B,j10 k11i9\n\n8,Cy,Di,?,j10\n";
        let games = read_connect6(text).unwrap().unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].info.event, "7");
        assert_eq!(games[0].info.players[Player::White], "Bo");
        assert_eq!(games[0].info.result, Some(Outcome::Win(Player::Black)));
        assert_eq!((games[1].turns().len(), games[1].info.result), (1, None));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let wrong = |text| read_connect6(text).unwrap().unwrap_err().to_string();
        assert_eq!(
            wrong("moves,id\nj10,1\nj10 j10k9,2\n"),
            "line 3: stone 2: square J10 is occupied"
        );
        assert_eq!(wrong("id,moves\n1\n"), "line 2: no moves");
        assert_eq!(read_connect6("j10 k9k11"), None);
    }
}
