//! Lines of text from bytes of any kind.

use std::io::{self, BufRead};

/// Longer lines are cut off here; none that means anything comes near.
const MOST_BYTES: usize = 8192;

/// The next line, without its end and without control characters; nothing at the end of input. A
/// last line needs no end. What is beyond [`MOST_BYTES`] is skipped.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_empty = true;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok((!is_empty).then(|| cleaned(&line)));
        }
        is_empty = false;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(MOST_BYTES - line.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(cleaned(&line)));
        }
    }
}

fn cleaned(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.chars().map(|letter| if letter == '\t' { ' ' } else { letter });
    text.filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<String> {
        std::iter::from_fn(|| next_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn a_line_may_end_with_carriage_return_or_with_the_input() {
        assert_eq!(lines(b"new\r\n\nmove\tJJ"), ["new", "", "move JJ"]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(lines(b"a\0b\xff\n"), ["ab\u{fffd}"]);
    }

    #[test]
    fn a_line_of_megabytes_is_cut_off_and_the_next_one_is_read() {
        let mut input = vec![b'x'; 3 << 20];
        input.extend(b"\nquit\n");
        let lines = lines(&input);
        assert_eq!((lines[0].len(), lines[1].as_str()), (MOST_BYTES, "quit"));
    }
}
