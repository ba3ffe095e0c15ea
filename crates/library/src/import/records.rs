//! The records of a file one after the other, whatever its format.

use serde::{Deserialize, Serialize};
use sixfold_game::record::{self, Format, Record, move_list};
use sixfold_game::{GameName, Outcome, Player};
use utoipa::ToSchema;

use crate::renlib;

/// What a file is, told by how it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Game records: SGF, contest records, move lists.
    Records,
    /// A library of `RenLib`.
    Renlib,
    /// A table of games: CSV with a column `moves`.
    Table,
    /// An opening library of this program.
    Library,
    /// Something else.
    Unknown,
}

impl Kind {
    /// What a file is. It need not be all of it.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Kind {
        if bytes.starts_with(renlib::MAGIC) {
            return Kind::Renlib;
        }
        if bytes.starts_with(b"SQLite format 3\0") {
            return Kind::Library;
        }
        if Table::columns_of(first_line(bytes)).is_some() {
            return Kind::Table;
        }
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
        let is_record = Format::detect(text.trim_start_matches('\u{feff}')).is_some()
            || text.contains("(;")
            || text.contains("{[");
        if is_record && !bytes.contains(&0) { Kind::Records } else { Kind::Unknown }
    }
}

fn first_line(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// A record of a file.
pub(super) struct Item {
    /// Where it is, in words.
    pub place: String,
    /// The byte behind it.
    pub end: u64,
    /// The record, or why it cannot be read.
    pub record: Result<Record, String>,
    /// What it is.
    pub nature: Nature,
}

/// What a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Nature {
    /// A game, perhaps with variations.
    Game,
    /// A tree of variations and no game.
    Tree,
}

/// The records of a file.
pub(super) enum Records<'a> {
    Table(Table<'a>),
    Parts(Parts<'a>),
    Lines(Lines<'a>),
    Listed { records: std::vec::IntoIter<Record>, number: usize, end: u64 },
    Tree(Option<Box<Record>>, u64),
}

impl<'a> Records<'a> {
    pub fn of(bytes: &'a [u8], game: GameName) -> Result<Records<'a>, String> {
        let end = bytes.len() as u64;
        match Kind::of(bytes) {
            Kind::Renlib => {
                let record = renlib::read(bytes, game).map_err(|fault| fault.to_string())?;
                return Ok(Records::Tree(Some(Box::new(record)), end));
            }
            Kind::Library => return Err("libraries are merged, not imported".to_string()),
            Kind::Table => return Table::new(bytes, game).map(Records::Table),
            Kind::Records | Kind::Unknown => {}
        }
        if let Ok(text) = std::str::from_utf8(bytes) {
            match Format::detect(text) {
                Some(Format::Sgf(_)) => {
                    return Ok(Records::Parts(Parts { text, at: 0, number: 0, game }));
                }
                Some(Format::MoveList) if move_list::read(game, text).is_err() => {
                    return Ok(Records::Lines(Lines { text, at: 0, number: 0, game }));
                }
                _ => {}
            }
        }
        let records = record::read_collection(bytes, Some(game));
        let records = records.map_err(|error| error.to_string())?.into_iter();
        Ok(Records::Listed { records, number: 0, end })
    }

    pub fn next(&mut self) -> Option<Item> {
        match self {
            Records::Table(table) => table.next(),
            Records::Parts(parts) => parts.next(),
            Records::Lines(lines) => lines.next(),
            Records::Listed { records, number, end } => {
                let record = records.next()?;
                *number += 1;
                let place = format!("game {number}");
                Some(Item { place, end: *end, record: Ok(record), nature: Nature::Game })
            }
            Records::Tree(record, end) => {
                let record = record.take()?;
                let place = "the tree".to_string();
                Some(Item { place, end: *end, record: Ok(*record), nature: Nature::Tree })
            }
        }
    }
}

/// A table of games.
pub(super) struct Table<'a> {
    reader: csv::Reader<&'a [u8]>,
    row: csv::StringRecord,
    columns: Columns,
    game: GameName,
}

/// Where the columns are.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    moves: usize,
    result: Option<usize>,
}

impl<'a> Table<'a> {
    fn new(bytes: &'a [u8], game: GameName) -> Result<Table<'a>, String> {
        let columns = Table::columns_of(first_line(bytes));
        let columns = columns.ok_or_else(|| "the table has no column 'moves'".to_string())?;
        let reader = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
        Ok(Table { reader, row: csv::StringRecord::new(), columns, game })
    }

    fn columns_of(line: &[u8]) -> Option<Columns> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
        let mut row = csv::StringRecord::new();
        reader.read_record(&mut row).ok()?;
        let place =
            |name: &str| row.iter().position(|field| field.trim().eq_ignore_ascii_case(name));
        Some(Columns { moves: place("moves")?, result: place("result") })
    }

    fn next(&mut self) -> Option<Item> {
        let read = self.reader.read_record(&mut self.row);
        let position = self.reader.position().clone();
        let record = match read {
            Ok(false) => return None,
            Ok(true) => self.record(),
            Err(error) => Err(error.to_string().replace('\n', " ")),
        };
        let line = self.row.position().map_or(position.line(), csv::Position::line);
        let place = format!("line {line}");
        Some(Item { place, end: position.byte(), record, nature: Nature::Game })
    }

    fn record(&self) -> Result<Record, String> {
        let moves = self.row.get(self.columns.moves).ok_or("no moves")?;
        let mut record = move_list::read(self.game, moves).map_err(|error| error.to_string())?;
        let result = self.columns.result.and_then(|column| self.row.get(column));
        if let Some(result) = result.filter(|text| !text.trim().is_empty()) {
            record.info.result = outcome(result.trim());
        }
        Ok(record)
    }
}

/// The result of a game as tables have it; nothing if it says nothing.
fn outcome(text: &str) -> Option<Outcome> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" | "1-0" | "1" => Some(Outcome::Win(Player::Black)),
        "w" | "white" | "0-1" | "-1" => Some(Outcome::Win(Player::White)),
        "d" | "draw" | "=" | "1/2-1/2" | "0" | "0.5-0.5" => Some(Outcome::Draw),
        text if text.starts_with("b+") => Some(Outcome::Win(Player::Black)),
        text if text.starts_with("w+") => Some(Outcome::Win(Player::White)),
        _ => None,
    }
}

/// The games of an SGF collection, each read by itself: one that is wrong spoils no other.
pub(super) struct Parts<'a> {
    text: &'a str,
    at: usize,
    number: usize,
    game: GameName,
}

impl Parts<'_> {
    fn next(&mut self) -> Option<Item> {
        let start = self.at + self.text[self.at..].find('(')?;
        let end = start + end_of_game(&self.text[start..]);
        self.at = end;
        self.number += 1;
        let part = &self.text[start..end];
        let record = record::sgf::read(part, Some(self.game)).map_err(|error| error.to_string());
        let place = format!("game {}", self.number);
        Some(Item { place, end: end as u64, record, nature: Nature::Game })
    }
}

/// Where the game that begins a text ends: behind the bracket that closes it, or at the end.
fn end_of_game(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut is_value = false;
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b'[' => is_value = true,
            b']' => is_value = false,
            b'(' if !is_value => depth += 1,
            b')' if !is_value => {
                depth -= 1;
                if depth == 0 {
                    return index + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Games that are move lists, one on each line.
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: usize,
    game: GameName,
}

impl Lines<'_> {
    fn next(&mut self) -> Option<Item> {
        loop {
            let rest = &self.text[self.at..];
            let line = rest.split_inclusive('\n').next()?;
            self.at += line.len();
            self.number += 1;
            if line.trim().is_empty() {
                continue;
            }
            let record = move_list::read(self.game, line).map_err(|error| error.to_string());
            let place = format!("line {}", self.number);
            return Some(Item { place, end: self.at as u64, record, nature: Nature::Game });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Result<Record, String>> {
        let mut records = Records::of(bytes, GameName::CONNECT6).expect("a file");
        std::iter::from_fn(|| records.next()).map(|item| item.record).collect()
    }

    #[test]
    fn kinds_are_told_by_how_files_begin() {
        for (bytes, kind) in [
            (&b"id,Moves\n1,j10"[..], Kind::Table),
            (b"(;FF[4];B[j10])", Kind::Records),
            (b"j10 k11i9", Kind::Records),
            (b"SQLite format 3\0...", Kind::Library),
            (b"\xffRenLib\xff\x03\x04", Kind::Renlib),
            (b"\x89PNG\0", Kind::Unknown),
        ] {
            assert_eq!(Kind::of(bytes), kind);
        }
    }

    #[test]
    fn a_wrong_game_spoils_no_other() {
        let games =
            all(b"(;FF[4]C[a \\] (];B[j10])(;FF[4];B[zz99])\n(;FF[4];B[j10](;W[i9k9])(;W[i9i10]))");
        assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
        let games = all(b"j10 k11i9 h9j9\nj10 j10j11\n\nj10 i9i11\n");
        assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn tables_say_who_won() {
        let games = all(b"result,moves\nW,j10 k11i9\n?,j10\nD,j10\n");
        let results: Vec<_> =
            games.into_iter().map(|game| game.expect("a game").info.result).collect();
        assert_eq!(results, [Some(Outcome::Win(Player::White)), None, Some(Outcome::Draw)]);
    }
}
