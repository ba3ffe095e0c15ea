//! Bytes to text and back, and places in a text.

use std::fmt;

use thiserror::Error;

use super::WriteError;

/// A place in a text, as an editor shows it: both numbers count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, counted in characters.
    pub column: usize,
}

impl Place {
    /// The place of the byte at this offset.
    pub(super) fn of(text: &str, offset: usize) -> Place {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A fault of a text and where it is.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct Located<Fault> {
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

impl<Fault> Located<Fault> {
    /// The fault at a byte offset of the text.
    pub(super) fn new(text: &str, offset: usize, fault: impl Into<Fault>) -> Located<Fault> {
        Located { place: Place::of(text, offset), fault: fault.into() }
    }

    /// The fault at the beginning of a part of the text.
    pub(super) fn at(text: &str, part: &str, fault: impl Into<Fault>) -> Located<Fault> {
        let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        Located::new(text, offset, fault)
    }
}

/// How characters become bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB2312 with its extension GBK, which Chinese contest programs expect.
    Gb2312,
}

impl Encoding {
    /// Writes the text in this encoding, or says which character it lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, WriteError> {
        match self {
            Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
            Encoding::Gb2312 => match text.chars().find(|&letter| !survives_gbk(letter)) {
                None => Ok(encoding_rs::GBK.encode(text).0.into_owned()),
                Some(letter) => Err(WriteError::NotInGb2312(letter)),
            },
        }
    }
}

/// Whether a character comes back as it was. For some private ones, another one does.
fn survives_gbk(letter: char) -> bool {
    let mut buffer = [0; 4];
    let text = letter.encode_utf8(&mut buffer);
    let (bytes, _, is_unknown) = encoding_rs::GBK.encode(text);
    let (again, _) = encoding_rs::GB18030.decode_without_bom_handling(&bytes);
    letter.is_ascii() || (!is_unknown && *again == *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters() {
        let text = "ab\n先手x";
        let offset = text.find('x').unwrap();
        assert_eq!(Place::of(text, offset), Place { line: 2, column: 3 });
        assert_eq!(Place::of(text, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::of(text, 1000), Place { line: 2, column: 4 });
    }

    #[test]
    fn a_character_that_gb2312_lacks_is_named() {
        assert_eq!(Encoding::Gb2312.encode("ab😀"), Err(WriteError::NotInGb2312('😀')));
    }
}
