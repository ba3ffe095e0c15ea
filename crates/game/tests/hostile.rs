//! Ten megabytes of anything are read or refused at once, without a deep stack.

use std::time::{Duration, Instant};

use sixfold_game::record::{self, ReadError};

const SIZE: usize = 10_000_000;

/// What is refused is refused early; what is read takes longer, and less of it is enough here.
const MEANINGFUL_SIZE: usize = 3_000_000;

/// Far more than it takes, so that a busy machine does not fail the test.
const LIMIT: Duration = Duration::from_secs(20);

fn read_all(name: &str, bytes: &[u8]) -> Result<usize, ReadError> {
    let begin = Instant::now();
    let result = record::read_collection(bytes, None).map(|records| records.len());
    let seconds = begin.elapsed().as_secs_f64();
    let message = result.as_ref().err().map(ToString::to_string).unwrap_or_default();
    println!("{seconds:6.2} s  {name:40} {message}");
    assert!(begin.elapsed() < LIMIT, "{name} took {seconds} s");
    result
}

fn filled(begin: &str, piece: &str, end: &str, size: usize) -> Vec<u8> {
    let count = size / piece.len();
    [begin.as_bytes(), piece.repeat(count).as_bytes(), end.as_bytes()].concat()
}

#[test]
fn endless_repetition_is_refused() {
    for (begin, piece, end) in [
        ("", ";", ""),
        ("", "(", ""),
        ("", "(;", ""),
        ("", "(;)", ""),
        ("(", ";", ")"),
        ("(;", "(;)", ")"),
        ("(;", "(;B[aabbccddeeffgghh];W[jj])", ")"),
        ("", ")", ""),
        ("(;C[", "x", ""),
        ("(;C[", "\\", ""),
        ("(;C[", "[", ""),
        ("(;", "C", ""),
        ("(;", "C[", ""),
        ("(;B[", "aa", "])"),
        ("(;B[", "a1", "])"),
        ("(;SZ[", "1", "])"),
        ("(;", "X[]", ")"),
        ("(;", "X[", ""),
        ("(;X", "[]", ")"),
        ("(;CA[", "x", "])"),
        ("(;RE[", "x", "]B[zz])"),
        ("mail ", "(;", ""),
        ("mail ", "( ", ""),
        ("mail ", "{[", ""),
        ("é (;", "\\", ""),
        ("{", "[", ""),
        ("", "{[C6]}", ""),
        ("{", "[C6]", ""),
        ("{[C6]", ";B(A,1)", "}"),
        ("", "{", ""),
        ("", "a1 ", ""),
        ("", "a1 b1\n", ""),
        ("", "a1b1 ", ""),
        ("", "1.", ""),
        ("", "1", ""),
        ("a", "1", ""),
        ("", "/", ""),
        ("", "19/", " b 1"),
        ("", " ", ""),
        ("", "\0", ""),
        ("", "\u{feff}", ""),
        ("", "先", ""),
    ] {
        let name = format!("{begin} {piece} {end}");
        assert!(read_all(&name, &filled(begin, piece, end, SIZE)).is_err(), "{name}");
    }
}

#[test]
fn endless_repetition_that_means_something_is_read() {
    for (begin, piece, end) in [
        ("(;C[", "x", "])"),
        ("(;C[", "\\]", "])"),
        ("(;", "C[x]", ")"),
        ("(;", "X[x]", ")"),
        ("(;X", "[xx]", ")"),
        ("(;", "X", "[x])"),
        ("mail ", "( ", "(;)"),
        ("(;AB", "[aa]", ")"),
        ("(;AB", "[aa:ss]", ")"),
        ("(;LB", "[aa:x]", ")"),
        ("(;PB[", "x", "])"),
        ("(;", "(;B[aa])", ")"),
        ("{[C6][", "x", "]}"),
        ("{[C6]", ";", "}"),
        ("", ",", "j10"),
        ("", "1. ", "j10"),
    ] {
        let name = format!("{begin} {piece} {end}");
        assert_eq!(read_all(&name, &filled(begin, piece, end, MEANINGFUL_SIZE)), Ok(1), "{name}");
    }
}

#[test]
fn no_encoding_makes_reading_slow() {
    for (name, begin, piece, end) in [
        ("UTF-16", &b"\xff\xfe(\0;\0C\0[\0"[..], &b"x\0"[..], &b"]\0)\0"[..]),
        ("GB18030", b"(;C[", b"\xcf\xc8", b"])"),
        ("GB18030 with brackets", b"(;C[", b"\xaa\x5d", b"])"),
        ("windows-1252", b"(;C[", b"\xe9 ", b"])"),
        ("Big5", b"(;CA[Big5]C[", b"\xa5\xfd", b"])"),
    ] {
        let file = [begin, &piece.repeat(MEANINGFUL_SIZE / 2), end].concat();
        assert_eq!(read_all(name, &file), Ok(1), "{name}");
    }
}

#[test]
fn noise_is_refused() {
    let mut state = 1_u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    })
    .take(SIZE)
    .collect();
    assert!(matches!(read_all("noise", &noise), Err(ReadError::NotText { .. })));
    for begin in ["(;C[", "(;", "{[C6][", "j10 ", "19/"] {
        let letters = noise.iter().map(|byte| b' ' + byte % 95);
        let text: Vec<u8> = begin.bytes().chain(letters).collect();
        assert!(read_all(&format!("{begin} noise"), &text).is_err());
    }
}
