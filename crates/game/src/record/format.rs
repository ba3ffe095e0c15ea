//! All formats of game records: telling them apart, reading and writing.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::decode::{game_start, with_text};
use super::text::{Encoding, Located, Place};
use super::{Record, contest, hexworld, move_list, sgf, table};
use crate::square::excerpt;
use crate::{FenError, GameName, Setup};

/// More positions than this in one file are taken for a mistake.
const MOST_POSITIONS: usize = 100_000;

/// A format of game records.
///
/// ```
/// use sixfold_game::record::{self, Format};
///
/// let record = record::read(b"(;FF[4];B[j10];W[i11k11])", None).unwrap();
/// let format: Format = "moves".parse().unwrap();
/// assert_eq!(format.write(&record).unwrap(), b"j10 i11k11\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Smart Game Format, in one of its styles.
    Sgf(sgf::Style),
    /// The notation of Chinese contests, in one of its encodings.
    Contest(Encoding),
    /// The stones alone, one token a turn.
    MoveList,
    /// The position alone, without the way that led to it.
    Fen,
    /// A link to the board of `HexWorld`, for Hex.
    HexWorld,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 8] = [
        Format::Sgf(sgf::Style::Standard),
        Format::Sgf(sgf::Style::LittleGolem),
        Format::Sgf(sgf::Style::OneStonePerNode),
        Format::Contest(Encoding::Utf8),
        Format::Contest(Encoding::Gb2312),
        Format::MoveList,
        Format::Fen,
        Format::HexWorld,
    ];

    /// The name by which a user asks for the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf(sgf::Style::Standard) => "sgf",
            Format::Sgf(sgf::Style::LittleGolem) => "sgf-littlegolem",
            Format::Sgf(sgf::Style::OneStonePerNode) => "sgf-stones",
            Format::Contest(Encoding::Utf8) => "contest",
            Format::Contest(Encoding::Gb2312) => "contest-gb2312",
            Format::MoveList => "moves",
            Format::Fen => "fen",
            Format::HexWorld => "hexworld",
        }
    }

    /// The format of a text, told by how it begins, or nothing if it begins like none of them.
    /// The style of an SGF is not looked at.
    #[must_use]
    pub fn detect(text: &str) -> Option<Format> {
        let text = text.trim_start();
        if text.starts_with('(') {
            Some(Format::Sgf(sgf::Style::default()))
        } else if text.starts_with('{') {
            Some(Format::Contest(Encoding::default()))
        } else if hexworld::is_likely(text) {
            Some(Format::HexWorld)
        } else if has_fen_board(text) {
            Some(Format::Fen)
        } else {
            move_list::is_likely(text).then_some(Format::MoveList)
        }
    }

    /// Writes a record as the contents of a file. Formats other than SGF keep the main line only,
    /// and a FEN just the position at its end.
    ///
    /// The last line is ended, so that what is written of several records makes one file.
    pub fn write(self, record: &Record) -> Result<Vec<u8>, WriteError> {
        let (mut text, encoding) = match self {
            Format::Sgf(style) => (sgf::write(record, style), Encoding::Utf8),
            Format::Contest(encoding) => (contest::write(record)?, encoding),
            Format::MoveList => (move_list::write(record)?, Encoding::Utf8),
            Format::Fen => (record.final_setup().to_string(), Encoding::Utf8),
            Format::HexWorld => (hexworld::write(record)?, Encoding::Utf8),
        };
        text.push('\n');
        encoding.encode(&text)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatNameError;

    fn from_str(name: &str) -> Result<Format, FormatNameError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name.trim()))
            .ok_or_else(|| FormatNameError(excerpt(name)))
    }
}

/// No format is called so.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown format '{0}' (known: sgf, sgf-littlegolem, sgf-stones, contest, contest-gb2312, moves, fen, hexworld)"
)]
pub struct FormatNameError(String);

/// Reads the one game of a file in any format and encoding.
///
/// Without `game` it is the game that the file names, or else Connect6. Text before an SGF or a
/// contest record, as in a mail, is skipped.
///
/// The encoding is what a byte order mark says (UTF-8, UTF-16), or what an SGF says with `CA`;
/// else UTF-8; else GB18030, of which GB2312 and GBK are parts; and windows-1252 if the file is a
/// game record only so.
pub fn read(bytes: &[u8], game: Option<GameName>) -> Result<Record, ReadError> {
    read_any(bytes, |text, format| match format {
        Format::Sgf(_) => sgf::read(text, game).map_err(ReadError::Sgf),
        Format::Contest(_) => contest::read(text, game).map_err(ReadError::Contest),
        Format::MoveList | Format::Fen | Format::HexWorld => {
            let mut records = read_lines(text, format, game)?;
            match records.pop() {
                Some(record) if records.is_empty() => Ok(record),
                _ => Err(ReadError::SeveralGames { games: records.len() + 1 }),
            }
        }
    })
}

/// Reads all games of a file in any format and encoding, or of a [`table`]. See [`read`].
///
/// Move lists and FENs stand one on each line where there are several of them; see
/// [`move_list::read_collection`].
pub fn read_collection(bytes: &[u8], game: Option<GameName>) -> Result<Vec<Record>, ReadError> {
    with_text(bytes, |text| {
        if let Some(games) = table::read(text, game.unwrap_or(GameName::CONNECT6)) {
            return games.map_err(ReadError::Table);
        }
        read_text(text, |text, format| match format {
            Format::Sgf(_) => sgf::read_collection(text, game).map_err(ReadError::Sgf),
            Format::Contest(_) => contest::read_collection(text, game).map_err(ReadError::Contest),
            Format::MoveList | Format::Fen | Format::HexWorld => read_lines(text, format, game),
        })
    })
}

/// Finds out encoding and format, and reads.
fn read_any<T>(
    bytes: &[u8],
    read: impl Fn(&str, Format) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    with_text(bytes, |text| read_text(text, &read))
}

/// Finds out the format, and reads.
fn read_text<T>(
    text: &str,
    read: impl Fn(&str, Format) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let format = Format::detect(text);
    let result = match format {
        Some(format) => read(text, format),
        None => Err(ReadError::unknown_format(text)),
    };
    match behind_other_text(text, format) {
        Some((part, format)) if result.is_err() => read(part, format).or(result),
        _ => result,
    }
}

/// The SGF or contest record in a text that begins with something else. A move list is something:
/// it is not skipped.
fn behind_other_text(text: &str, format: Option<Format>) -> Option<(&str, Format)> {
    let start = game_start(text.as_bytes())?;
    let (before, part) = text.split_at(start.offset);
    let is_skipped = !before.trim().is_empty() && format != Some(Format::MoveList);
    Format::detect(part).filter(|_| is_skipped).map(|format| (part, format))
}

/// Reads what may stand one on each line: move lists, FENs, links.
fn read_lines(
    text: &str,
    format: Format,
    game: Option<GameName>,
) -> Result<Vec<Record>, ReadError> {
    if format == Format::HexWorld {
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let read = |(link, line)| {
            hexworld::read(link, game).map_err(|mut error| {
                error.place.line = line;
                ReadError::HexWorld(error)
            })
        };
        return lines.take(MOST_POSITIONS).map(read).collect();
    }
    let game = game.unwrap_or(GameName::CONNECT6);
    if format == Format::MoveList {
        return move_list::read_collection(game, text).map_err(ReadError::MoveList);
    }
    let position = |fen: &str| {
        let game = game.seen_in_fen(fen)?;
        Setup::from_fen(game, fen).map(|setup| Record::from_setup(game, &setup))
    };
    let lines = || text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    // A FEN may be broken into lines. Several have a board on each line.
    if lines().count() == 1 || !lines().all(|(line, _)| has_fen_board(line)) {
        return Ok(vec![position(text).map_err(ReadError::Fen)?]);
    }
    if lines().count() > MOST_POSITIONS {
        return Err(ReadError::TooManyPositions);
    }
    lines()
        .map(|(fen, line)| position(fen).map_err(|error| ReadError::FenLine { line, error }))
        .collect()
}

/// Whether a text begins with the board of a FEN. Where that has one row only, what follows tells.
fn has_fen_board(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(board) = words.next() else { return false };
    let mut is_side_next = || words.next().is_some_and(|word| ["b", "B", "w", "W"].contains(&word));
    board.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '/')
        && (board.contains('/') || is_side_next())
}

/// Why a file is not a game record. The message is one line and names the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    /// There is nothing but space.
    #[error("the text is empty")]
    Empty,
    /// The bytes are in no known encoding.
    #[error("byte {byte}: this is not text (neither UTF-8, UTF-16 nor GB18030)")]
    NotText {
        /// The first byte that is not text, counted from 1.
        byte: usize,
    },
    /// An SGF names an encoding that is not known.
    #[error("SGF: property CA: unknown character set '{0}'")]
    UnknownEncoding(String),
    /// A byte order mark or an SGF names an encoding in which the bytes are not.
    #[error("the file says that it is in {0}, but it is not")]
    NotInItsEncoding(&'static str),
    /// It looks like no known format.
    #[error(
        "{place}: this is neither SGF (begins with '('), a contest record ('{{'), a FEN, nor a \
         list of moves: '{found}'"
    )]
    UnknownFormat {
        /// Where the text begins.
        place: Place,
        /// How it begins.
        found: String,
    },
    /// It looks like a FEN.
    #[error("{0}")]
    Fen(FenError),
    /// It looks like several FENs.
    #[error("line {line}: {error}")]
    FenLine {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with the FEN on it.
        error: FenError,
    },
    /// It looks like a table of games.
    #[error("table of games: {0}")]
    Table(table::TableError),
    /// The file is absurdly long.
    #[error("more than {MOST_POSITIONS} positions in one file")]
    TooManyPositions,
    /// It looks like an SGF.
    #[error("SGF: {0}")]
    Sgf(Located<sgf::Fault>),
    /// It looks like a contest record.
    #[error("contest record: {0}")]
    Contest(Located<contest::Fault>),
    /// It looks like a link to `HexWorld`.
    #[error("HexWorld link: {0}")]
    HexWorld(Located<hexworld::Fault>),
    /// It looks like a move list.
    #[error("move list: {0}")]
    MoveList(Located<move_list::Fault>),
    /// One game was expected. (SGF and contest records say where the second one begins.)
    #[error("the file holds {games} games, expected only one")]
    SeveralGames {
        /// How many there are.
        games: usize,
    },
}

impl ReadError {
    fn unknown_format(text: &str) -> ReadError {
        let found = text.split_whitespace().next().unwrap_or_default();
        let offset = text.len() - text.trim_start().len();
        ReadError::UnknownFormat { place: Place::of(text, offset), found: excerpt(found) }
    }
}

/// Why a record cannot be written in some format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The format has stones that were played, and nothing else.
    #[error("the game has an edited position, which this format cannot hold (SGF can)")]
    EditedPosition,
    /// The notation is for Connect games.
    #[error("a contest record cannot hold a game of {0}")]
    NotConnect(GameName),
    /// The format is for Hex.
    #[error("a link to HexWorld cannot hold a game of {0}")]
    NotHex(GameName),
    /// The encoding has no such character.
    #[error("{0:?} cannot be written in GB2312")]
    NotInGb2312(char),
}

#[cfg(test)]
mod tests;
