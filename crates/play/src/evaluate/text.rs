//! Tables as text: a pattern and its value a line, one of each pair of mirror images.

use std::fmt::Write;

use thiserror::Error;

use super::{Pattern, PatternError, TABLE_LENGTH};

/// What the line with the value of being to move begins with.
const TO_MOVE: &str = "to-move";
/// What a line that says something about the table begins with.
const COMMENT: char = '%';

/// What a file of values holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// What it is worth to be to move, whatever stands on the board.
    pub to_move: i16,
    /// The values of all patterns.
    pub patterns: Box<[i16]>,
}

/// Why a text is not a table, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct TableError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: TableFault,
}

/// What is wrong with a line of a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableFault {
    /// It does not have two words.
    #[error("not a pattern and its value")]
    NotTwoWords,
    /// Its first word is no pattern.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// Its second word is no value.
    #[error("'{0}' is not a whole number from {min} to {max}", min = i16::MIN, max = i16::MAX)]
    Value(String),
    /// The pattern has a value already.
    #[error("{0} or its mirror image has a value already")]
    Repeated(String),
}

impl Values {
    /// Reads a table. Patterns that it does not name are worth nothing.
    pub fn read(text: &str) -> Result<Values, TableError> {
        let mut values = Values { to_move: 0, patterns: vec![0; TABLE_LENGTH].into_boxed_slice() };
        let mut named = vec![false; TABLE_LENGTH];
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with(COMMENT) {
                continue;
            }
            values
                .read_line(line, &mut named)
                .map_err(|fault| TableError { line: index + 1, fault })?;
        }
        Ok(values)
    }

    fn read_line(&mut self, line: &str, named: &mut [bool]) -> Result<(), TableFault> {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        let [name, value] = words[..] else { return Err(TableFault::NotTwoWords) };
        let not_a_value = |_| TableFault::Value(value.chars().take(20).collect());
        let value: i16 = value.parse().map_err(not_a_value)?;
        if name == TO_MOVE {
            self.to_move = value;
            return Ok(());
        }
        let pattern: Pattern = name.parse()?;
        for image in [pattern.canonical(), pattern.canonical().mirrored()] {
            self.patterns[image.index()] = value;
        }
        if std::mem::replace(&mut named[pattern.canonical().index()], true) {
            return Err(TableFault::Repeated(name.to_string()));
        }
        Ok(())
    }

    /// Writes the table below some lines of comment. Reading gives the same values again, if
    /// mirror images have the same value.
    #[must_use]
    pub fn write(&self, comment: &str) -> String {
        let mut text = String::new();
        for line in comment.lines() {
            text.push_str(format!("{COMMENT} {line}").trim_end());
            text.push('\n');
        }
        // Writing to a string cannot fail.
        if self.to_move != 0 {
            let _ = writeln!(text, "{TO_MOVE} {}", self.to_move);
        }
        let all = (0..=u16::MAX).map(Pattern).zip(&self.patterns);
        for (pattern, &value) in all.filter(|(pattern, _)| *pattern == pattern.canonical()) {
            if value != 0 && pattern.is_possible() {
                let _ = writeln!(text, "{pattern} {value}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(values: &Values, pattern: &str) -> i16 {
        values.patterns[pattern.parse::<Pattern>().unwrap().index()]
    }

    #[test]
    fn mirror_images_share_a_line() {
        let values = Values::read("% made by hand\n\nto-move 30\n..xx.o#. -12\n").unwrap_err();
        assert_eq!(values.line, 4);
        let values = Values::read("% made by hand\n\nto-move 30\n..xx.o## -12\n").unwrap();
        assert_eq!(values.to_move, 30);
        assert_eq!(value(&values, "..xx.o##"), -12);
        assert_eq!(value(&values, "##o.xx.."), -12);
        assert_eq!(value(&values, "##x.oo.."), 0);
    }

    #[test]
    fn a_table_is_written_as_it_is_read() {
        let text = "% made by hand\n%\nto-move -7\nxx...... 5\n###xo... -32768\n";
        let values = Values::read(text).unwrap();
        assert_eq!(values.write("made by hand\n\n"), text);
    }

    #[test]
    fn a_fault_names_its_line() {
        for (line, reason) in [
            ("........", "line 2: not a pattern and its value"),
            ("........ 1 2", "line 2: not a pattern and its value"),
            ("........ 40000", "line 2: '40000' is not a whole number from -32768 to 32767"),
            ("........ x", "line 2: 'x' is not a whole number from -32768 to 32767"),
            ("....?... 1", "line 2: '....?...' is not eight squares of a line"),
            ("......ox 1", "line 2: ......ox or its mirror image has a value already"),
        ] {
            let error = Values::read(&format!("xo...... 3\n{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }
}
