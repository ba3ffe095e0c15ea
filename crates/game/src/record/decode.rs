//! From the bytes of a file to text.
//!
//! A byte order mark (UTF-8, UTF-16) decides. Without one, an SGF may name its character set with
//! `CA`. Else the bytes are UTF-8 if they can be, and otherwise GB18030, of which GB2312 and GBK
//! are parts, as Chinese programs write it. One letter of a western character set (windows-1252)
//! makes GB18030 swallow the letter behind it, which may be a bracket: bytes that make a game
//! record only as windows-1252 are read so.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::ReadError;
use super::property::value_length;
use crate::square::excerpt;

/// Decodes a file and reads the text. If the encoding has to be guessed, `read` tells which guess
/// makes sense.
pub(super) fn with_text<T>(
    bytes: &[u8],
    read: impl Fn(&str) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let read = |text: &str| if text.trim().is_empty() { Err(ReadError::Empty) } else { read(text) };
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let text = strictly(encoding, &bytes[mark..])
            .filter(|text| !text.contains('\0'))
            .ok_or(ReadError::NotInItsEncoding(encoding.name()))?;
        return read(&text);
    }
    // No text contains a zero byte: with one, the bytes are something else.
    if let Some(byte) = bytes.iter().position(|&byte| byte == 0) {
        return Err(ReadError::NotText { byte: byte + 1 });
    }
    if let Some(encoding) = encoding_by_label(bytes)? {
        match strictly(encoding, bytes) {
            Some(text) => return read(&text),
            // Many programs write UTF-8 here whatever they do.
            None if encoding == UTF_8 => {}
            None => return Err(ReadError::NotInItsEncoding(encoding.name())),
        }
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => {
            let not_text = ReadError::NotText { byte: error.valid_up_to() + 1 };
            with_guessed_text(bytes, read, not_text)
        }
    }
}

fn with_guessed_text<T>(
    bytes: &[u8],
    read: impl Fn(&str) -> Result<T, ReadError>,
    not_text: ReadError,
) -> Result<T, ReadError> {
    let read_western = || read(&WINDOWS_1252.decode_without_bom_handling(bytes).0);
    let Some(chinese) = strictly(GB18030, bytes) else {
        let is_record = game_start(bytes).is_some();
        return read_western().map_err(|error| if is_record { error } else { not_text });
    };
    // Where a bracket has become half of a character, a Chinese file makes no sense as a western
    // one, for the other half then stands outside all brackets.
    let brackets = chinese.bytes().filter(|&byte| byte == b']').count();
    if bytes.iter().filter(|&&byte| byte == b']').nth(brackets).is_some() {
        return read_western().or_else(|_| read(&chinese));
    }
    read(&chinese).or_else(|error| read_western().map_err(|_| error))
}

fn strictly<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes)
}

/// The encoding that the first game of an SGF names.
fn encoding_by_label(bytes: &[u8]) -> Result<Option<&'static Encoding>, ReadError> {
    let Some(label) = label_of(bytes) else { return Ok(None) };
    match Encoding::for_label_no_replacement(label) {
        // What could be read so far is no UTF-16.
        Some(encoding) if encoding == UTF_16LE || encoding == UTF_16BE => Ok(Some(UTF_8)),
        Some(encoding) => Ok(Some(encoding)),
        None => Err(ReadError::UnknownEncoding(excerpt(&String::from_utf8_lossy(label)))),
    }
}

/// The value of `CA` in the first node of an SGF.
fn label_of(bytes: &[u8]) -> Option<&[u8]> {
    let GameStart { offset, opening: b'(' } = game_start(bytes)? else { return None };
    let mut rest = bytes[offset + 1..].trim_ascii_start().strip_prefix(b";")?;
    loop {
        rest = rest.trim_ascii_start();
        let (name, values) =
            rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count());
        rest = values.trim_ascii_start();
        let mut first = None;
        while let Some(value) = rest.strip_prefix(b"[") {
            let length = value_length(value)?;
            first = first.or(Some(&value[..length]));
            rest = value[length + 1..].trim_ascii_start();
        }
        let value = first?.trim_ascii();
        if name.iter().filter(|byte| !byte.is_ascii_lowercase()).eq(b"CA") && !value.is_empty() {
            return Some(value);
        }
    }
}

/// Where a game record begins that can be told from other text around it.
pub(super) struct GameStart {
    pub offset: usize,
    /// `(` for SGF, `{` for a contest record.
    pub opening: u8,
}

/// The first `(;` or `{[`. There may be spaces inside.
pub(super) fn game_start(bytes: &[u8]) -> Option<GameStart> {
    let is_start = |&offset: &usize| {
        let next = |byte| bytes[offset + 1..].trim_ascii_start().first() == Some(&byte);
        match bytes[offset] {
            b'(' => next(b';'),
            b'{' => next(b'['),
            _ => false,
        }
    };
    let offset = (0..bytes.len()).find(is_start)?;
    Some(GameStart { offset, opening: bytes[offset] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8]) -> Result<String, ReadError> {
        with_text(bytes, |text| Ok(text.to_owned()))
    }

    fn sgf(before: &str, name: &[u8], after: &str) -> Vec<u8> {
        [before.as_bytes(), name, after.as_bytes()].concat()
    }

    #[test]
    fn utf8_and_gb18030_are_told_apart() {
        assert_eq!(decode("先手胜".as_bytes()).unwrap(), "先手胜");
        // The last of these letters is in GB18030 only.
        let text = "先手胜😀";
        assert_eq!(decode(&GB18030.encode(text).0).unwrap(), text);
    }

    #[test]
    fn a_byte_order_mark_decides() {
        let text = "(;CA[big5]PB[先手])";
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()).unwrap(), text);
        let little: Vec<u8> = [0xfeff_u16]
            .into_iter()
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        let big: Vec<u8> = [0xfeff_u16]
            .into_iter()
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(decode(&little).unwrap(), text);
        assert_eq!(decode(&big).unwrap(), text);
        assert_eq!(decode(&little[..5]), Err(ReadError::NotInItsEncoding("UTF-16LE")));
        assert_eq!(decode(b"\xff\xfej\0\0\0"), Err(ReadError::NotInItsEncoding("UTF-16LE")));
    }

    #[test]
    fn an_sgf_names_its_character_set() {
        for (label, bytes, name) in [
            ("Big5", &b"\xa5\xfd\xa4\xe2"[..], "先手"),
            ("GB2312", b"\xcf\xc8\xca\xd6", "先手"),
            ("shift_jis", b"\x90\xe6\x8e\xe8", "先手"),
            ("ISO-8859-1", b"Andr\xe9", "André"),
            ("KOI8-R", b"\xf1", "Я"),
            // A wrong label that is often seen, and one that cannot be true.
            ("UTF-8", b"\xcf\xc8\xca\xd6", "先手"),
            ("UTF-16", b"Ann", "Ann"),
            ("", b"\xcf\xc8\xca\xd6", "先手"),
        ] {
            let file = sgf(&format!("mail: (\n;FF[4] ChAr [ {label} ]PB["), bytes, "])");
            assert!(decode(&file).unwrap().ends_with(&format!("PB[{name}])")), "{label}");
        }
    }

    #[test]
    fn a_character_set_that_is_unknown_or_not_true_is_named() {
        let error = |file: &[u8]| decode(file).unwrap_err().to_string();
        assert_eq!(error(b"(;CA[Klingon])"), "SGF: property CA: unknown character set 'Klingon'");
        assert_eq!(
            error(b"(;CA[euc-jp]C[\xff])"),
            "the file says that it is in EUC-JP, but it is not"
        );
    }

    #[test]
    fn only_the_first_node_names_a_character_set() {
        for text in
            ["(;;CA[Klingon])", "(;C[CA[Klingon\\]])", "{[C6][(;CA[Klingon]}", "(CA[Klingon])"]
        {
            assert_eq!(decode(text.as_bytes()).unwrap(), text);
        }
    }

    #[test]
    fn a_western_letter_does_not_swallow_a_bracket() {
        for file in [
            &b"(;PB[Andr\xe9]PW[Ren\xe9]RE[B+];B[j10])"[..],
            b"(;PB[Andr\xe9];B[j10])",
            b"(;PB[Andr\xe9 R.]PW[Ren\xe9];B[j10])",
        ] {
            let record = crate::record::read(file, None).unwrap();
            assert!(record.info.players.black.starts_with("André"));
            assert_eq!(record.stones().count(), 1);
        }
    }

    #[test]
    fn a_chinese_character_may_have_half_a_bracket() {
        let name = "猎猐";
        let (bytes, _, _) = GB18030.encode(name);
        assert!(bytes.contains(&b']'), "{bytes:x?}");
        let record = crate::record::read(&sgf("(;PB[", &bytes, "]PW[x];B[j10])"), None).unwrap();
        assert_eq!(record.info.players.black, name);
    }

    #[test]
    fn what_is_not_text_is_refused() {
        assert_eq!(decode(b"j10\0"), Err(ReadError::NotText { byte: 4 }));
        let refused = crate::record::read(b"j10 \xff\xff", None);
        assert_eq!(refused, Err(ReadError::NotText { byte: 5 }));
        assert_eq!(decode(b""), Err(ReadError::Empty));
        assert_eq!(decode("\u{feff} \n\t".as_bytes()), Err(ReadError::Empty));
    }
}
