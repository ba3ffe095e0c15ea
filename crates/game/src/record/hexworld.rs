//! Links to the board of `HexWorld`: `https://hexworld.org/board/#11c1,a2:sd4`.
//!
//! Behind `#` stand the size of the board (`11`, or columns and rows: `11x12`), letters and digits that
//! say how it is drawn, a comma, and the moves without a gap: cells, `:s` where the first stone is
//! taken over, and `:rb` or `:rw` where a player resigns. A second comma divides the moves before the
//! position that is shown from those behind it; all of them are read.

use thiserror::Error;

use super::tip::Tip;
use super::{Event, Located, MoveError, Record, WriteError};
use crate::square::excerpt;
use crate::{GameName, HexRules, NameError, Player, SquareError};

const BOARD: &str = "https://hexworld.org/board/#";

/// What is wrong with a link.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It has no size.
    #[error("there is no size of a board")]
    NoSize,
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] NameError),
    /// The link is for another game than the one that was asked for.
    #[error("the link is for {file}, not for {game}")]
    OtherGame {
        /// The game of the link.
        file: GameName,
        /// The game that was asked for.
        game: GameName,
    },
    /// Something else than a move.
    #[error("'{0}' is not a move")]
    NotAMove(String),
    /// A word is not a cell of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A stone cannot be placed or taken over.
    #[error(transparent)]
    Stone(#[from] MoveError),
    /// The game goes on after a player has resigned.
    #[error("nothing may follow a resignation")]
    AfterResignation,
}

/// Whether a text begins as a link does.
pub(super) fn is_likely(text: &str) -> bool {
    behind_the_sign(text).is_some()
}

/// What follows `#` in a link, or in the part of one that begins there.
fn behind_the_sign(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let (page, rest) = text.split_once('#')?;
    let is_page = page.is_empty() || page.trim_end_matches('/').ends_with("hexworld.org/board");
    (is_page && rest.starts_with(|digit: char| digit.is_ascii_digit())).then_some(rest)
}

/// Reads a link.
///
/// ```
/// use sixfold_game::record::{hexworld, move_list};
///
/// let record = hexworld::read("https://hexworld.org/board/#11c1,a2:sd4", None).unwrap();
/// assert_eq!(record.game().to_string(), "hex11");
/// assert_eq!(move_list::write(&record).unwrap(), "a2 swap d4");
/// ```
pub fn read(text: &str, game: Option<GameName>) -> Result<Record, Located<Fault>> {
    let fault_at = |part: &str, fault: Fault| Located::at(text, part, fault);
    let link = behind_the_sign(text).ok_or_else(|| fault_at(text, Fault::NoSize))?;
    let (head, moves) = link.trim_end().split_once(',').unwrap_or((link.trim_end(), ""));
    let file = size(head).map_err(|fault| fault_at(link, fault))?;
    if let Some(game) = game.filter(|&game| game != file) {
        return Err(fault_at(link, Fault::OtherGame { file, game }));
    }
    let mut record = Record::new(file);
    let mut tip = Tip::root(&record);
    let mut rest = moves;
    while let Some(letter) = rest.chars().next() {
        if letter == ',' {
            rest = &rest[1..];
            continue;
        }
        if record.info.result.is_some() {
            return Err(fault_at(rest, Fault::AfterResignation));
        }
        rest = one_move(&mut record, &mut tip, rest).map_err(|fault| fault_at(rest, fault))?;
    }
    Ok(record)
}

/// The game of a link that begins with its size.
fn size(head: &str) -> Result<GameName, Fault> {
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        // A number that is too large for a side is too large all the same.
        let number = text[..digits].parse::<u32>().unwrap_or(u32::MAX);
        (digits > 0).then_some((number, digits)).ok_or(Fault::NoSize)
    };
    let (columns, digits) = number(head)?;
    let rows = match head[digits..].strip_prefix('x') {
        Some(rest) => number(rest)?.0,
        None => columns,
    };
    match (u8::try_from(rows), u8::try_from(columns)) {
        (Ok(rows), Ok(columns)) => Ok(GameName::Hex(HexRules::new(rows, columns)?)),
        _ => Err(NameError::BoardSize { rows, columns }.into()),
    }
}

/// Adds the first move of a text, and says what follows it.
fn one_move<'a>(record: &mut Record, tip: &mut Tip, text: &'a str) -> Result<&'a str, Fault> {
    if let Some(rest) = text.strip_prefix(":s") {
        tip.swap(record, tip.setup.turn.player)?;
        return Ok(rest);
    }
    for (sign, player) in [(":rb", Player::Black), (":rw", Player::White)] {
        if let Some(rest) = text.strip_prefix(sign) {
            record.info.resign(player);
            return Ok(rest);
        }
    }
    if text.starts_with(':') {
        return Err(Fault::NotAMove(excerpt(text)));
    }
    let (square, rest) = record.game().grid().parse_prefix(text)?;
    tip.play(record, square)?;
    Ok(rest)
}

/// Writes the main line of a game of Hex as a link. Who resigned is written, other results are not.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let GameName::Hex(_) = record.game() else { return Err(WriteError::NotHex(record.game())) };
    let grid = record.game().grid();
    let (columns, rows) = (grid.columns(), grid.rows());
    let size = if rows == columns { rows.to_string() } else { format!("{columns}x{rows}") };
    let mut link = format!("{BOARD}{size}c1,");
    for id in record.main_line() {
        match record.node(id).event {
            Event::Nothing => {}
            Event::Edit(_) => return Err(WriteError::EditedPosition),
            Event::Swap => link += ":s",
            Event::Stone(stone) => link += &grid.name(stone.square).to_string(),
        }
    }
    match record.info.result_text.as_str() {
        "W+R" => link += ":rb",
        "B+R" => link += ":rw",
        _ => {}
    }
    Ok(link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::move_list;

    fn moves(link: &str) -> String {
        move_list::write(&read(link, None).unwrap()).unwrap()
    }

    #[test]
    fn a_link_is_a_game() {
        for link in [
            "https://hexworld.org/board/#11c1,a2:sd4",
            "  https://hexworld.org/board#11,a2:sd4\n",
            "#11nc2,a2:s,d4",
        ] {
            assert!(is_likely(link));
            assert_eq!(moves(link), "a2 swap d4", "{link}");
        }
        let record = read("#5x3,a2e3:rb", None).unwrap();
        assert_eq!(
            (record.game().to_string().as_str(), record.info.result_text.as_str()),
            ("hex(3,5)", "W+R")
        );
        assert_eq!(moves("#7"), "");
    }

    #[test]
    fn a_game_is_written_as_it_is_read() {
        for link in ["#11c1,", "#11c1,a2:sd4", "#5x3c1,a2e3", "#5c1,a2b3:rb", "#5c1,a2:rw"] {
            let record = read(link, None).unwrap();
            assert_eq!(write(&record).unwrap(), format!("https://hexworld.org/board/{link}"));
        }
        let other = Record::new(GameName::CONNECT6);
        assert_eq!(write(&other), Err(WriteError::NotHex(GameName::CONNECT6)));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (link, reason) in [
            ("#11,a2a2", "line 1, column 7: stone 2: square A2 is occupied"),
            ("#11,z9", "line 1, column 5: square z9 is not on the 11x11 board"),
            ("#11,:s", "line 1, column 5: stone 1: only White may swap"),
            ("#11,a2:p", "line 1, column 7: ':p' is not a move"),
            ("#11,a2:rwb3", "line 1, column 10: nothing may follow a resignation"),
            ("#99,a2", "line 1, column 2: a 99x99 board is out of range"),
            ("#9999999999,a2", "line 1, column 2: a "),
            ("#5x,a2", "line 1, column 2: there is no size of a board"),
        ] {
            let error = read(link, None).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{link}: {error}");
        }
        let error = read("#11,", Some("hex5".parse().unwrap())).unwrap_err().to_string();
        assert_eq!(error, "line 1, column 2: the link is for hex11, not for hex5");
        assert!(!is_likely("https://example.org/#11,a2") && !is_likely("j10 # 11"));
    }
}
