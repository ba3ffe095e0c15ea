//! All formats of game records: telling them apart, reading and writing.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::text::{Encoding, Located, decode};
use super::{Record, contest, move_list, sgf};
use crate::square::excerpt;
use crate::{FenError, GameName, Setup};

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
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Sgf(sgf::Style::Standard),
        Format::Sgf(sgf::Style::LittleGolem),
        Format::Sgf(sgf::Style::OneStonePerNode),
        Format::Contest(Encoding::Utf8),
        Format::Contest(Encoding::Gb2312),
        Format::MoveList,
        Format::Fen,
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
        }
    }

    /// The format of a text, told by how it begins. The style of an SGF is not looked at.
    #[must_use]
    pub fn detect(text: &str) -> Format {
        let text = text.trim_start();
        if text.starts_with('(') {
            Format::Sgf(sgf::Style::default())
        } else if text.starts_with('{') {
            Format::Contest(Encoding::default())
        } else if text.split_whitespace().next().is_some_and(|token| token.contains('/')) {
            Format::Fen
        } else {
            Format::MoveList
        }
    }

    /// Writes a record as the contents of a file. Formats other than SGF keep the main line only,
    /// and a FEN just the position at its end.
    pub fn write(self, record: &Record) -> Result<Vec<u8>, WriteError> {
        let (mut text, encoding) = match self {
            Format::Sgf(style) => (sgf::write(record, style), Encoding::Utf8),
            Format::Contest(encoding) => (contest::write(record)?, encoding),
            Format::MoveList => (move_list::write(record)?, Encoding::Utf8),
            Format::Fen => (record.final_setup().to_string(), Encoding::Utf8),
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
    "unknown format '{0}' (known: sgf, sgf-littlegolem, sgf-stones, contest, contest-gb2312, moves, fen)"
)]
pub struct FormatNameError(String);

/// Reads the one game of a file in any format, in UTF-8 or GB2312.
///
/// Without `game` it is the game that the file names, or else Connect6.
pub fn read(bytes: &[u8], game: Option<GameName>) -> Result<Record, ReadError> {
    let text = decode(bytes)?;
    match Format::detect(&text) {
        Format::Sgf(_) => Ok(sgf::read(&text, game)?),
        Format::Contest(_) => Ok(contest::read(&text, game)?),
        Format::MoveList => Ok(move_list::read(game.unwrap_or(GameName::CONNECT6), &text)?),
        Format::Fen => {
            let game = game.unwrap_or(GameName::CONNECT6);
            Ok(Record::from_setup(game, &Setup::from_fen(game, &text)?))
        }
    }
}

/// Reads all games of a file in any format. Only SGF files and contest records hold several.
pub fn read_collection(bytes: &[u8], game: Option<GameName>) -> Result<Vec<Record>, ReadError> {
    let text = decode(bytes)?;
    match Format::detect(&text) {
        Format::Sgf(_) => Ok(sgf::read_collection(&text, game)?),
        Format::Contest(_) => Ok(contest::read_collection(&text, game)?),
        Format::MoveList | Format::Fen => Ok(vec![read(text.as_bytes(), game)?]),
    }
}

/// Why a file is not a game record. The message is one line and names the place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    /// There is nothing but space.
    #[error("the text is empty")]
    Empty,
    /// The bytes are in no known encoding.
    #[error("byte {byte}: this is not text (neither UTF-8 nor GB2312)")]
    NotText {
        /// The first byte that is not text, counted from 1.
        byte: usize,
    },
    /// It looks like a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It looks like an SGF.
    #[error("SGF: {0}")]
    Sgf(#[from] Located<sgf::Fault>),
    /// It looks like a contest record.
    #[error("contest record: {0}")]
    Contest(#[from] Located<contest::Fault>),
    /// It looks like a move list.
    #[error("move list: {0}")]
    MoveList(#[from] Located<move_list::Fault>),
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
    /// The encoding has no such character.
    #[error("{0:?} cannot be written in GB2312")]
    NotInGb2312(char),
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, Format); 6] = [
        ("\n (;FF[4];B[j10])", Format::Sgf(sgf::Style::Standard)),
        ("{[C6];B(J,10)}", Format::Contest(Encoding::Utf8)),
        ("j10", Format::MoveList),
        ("1. j10", Format::MoveList),
        ("j10 resign/", Format::MoveList),
        ("19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 2", Format::Fen),
    ];

    #[test]
    fn the_beginning_tells_the_format() {
        for (text, format) in FILES {
            assert_eq!(Format::detect(text), format, "{text}");
        }
    }

    #[test]
    fn every_format_gives_the_same_position() {
        let position = read(b"j10", None).unwrap().final_setup();
        for (text, _) in FILES.into_iter().filter(|(text, _)| !text.contains("resign")) {
            assert_eq!(read(text.as_bytes(), None).unwrap().final_setup(), position, "{text}");
            assert_eq!(read_collection(text.as_bytes(), None).unwrap().len(), 1, "{text}");
        }
    }

    #[test]
    fn every_format_reads_what_it_writes() {
        let record = read("{[C6][甲 B][乙 W][先手胜];B(J,10);W(K,10)}".as_bytes(), None).unwrap();
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            let bytes = format.write(&record).unwrap();
            let again = read(&bytes, None).unwrap();
            assert_eq!(again.final_setup(), record.final_setup(), "{format}");
            let keeps_names = !matches!(format, Format::MoveList | Format::Fen);
            assert_eq!(again == record, keeps_names, "{format}");
        }
        assert!("rtf".parse::<Format>().is_err());
    }

    #[test]
    fn the_game_asked_for_comes_first() {
        let game: GameName = "connect(5,5,4,2,1)".parse().unwrap();
        for text in ["(;RU[connect6];B[c3])", "{[C6];B(C,3)}", "c3", "5/5/2x2/5/5 w 2"] {
            let record = read(text.as_bytes(), Some(game)).unwrap();
            assert_eq!(record.game(), game, "{text}");
            assert_eq!(record.final_setup().to_string(), "5/5/2x2/5/5 w 2", "{text}");
        }
    }

    #[test]
    fn a_message_is_one_short_line_without_control_characters() {
        let long = "\u{7}\n".repeat(1000);
        for text in [
            format!("j10 \u{7}\u{1b}{}", "x".repeat(1000)),
            format!("(;B[\u{7}{long}])"),
            format!("(;\u{7}{long}[])"),
            format!("{{[C6];B(\u{7}{long},1)}}"),
            format!("{{\u{7}{long}"),
            format!("19/\u{7}/19{} w 2", "/19".repeat(16)),
            format!("(;GM[11]SZ[{long}])"),
            format!("(;RE[{long}]PL[{long}])"),
        ] {
            let message = read(text.as_bytes(), None).unwrap_err().to_string();
            assert!(message.len() < 250, "{message}");
            assert!(!message.contains(char::is_control), "{message}");
        }
    }
}
