//! Files that are never half-written, and lists that differ line by line.

use std::fmt::Display;
use std::io;
use std::path::Path;

/// Writes a file whole or not at all: beside its place, then renamed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path))
}

/// A JSON list with one value on every line, so that a change of one of them is a change of one line.
///
/// ```
/// use sixfold_game::file::json_list;
///
/// assert_eq!(json_list(&[1, 2]), "[\n  1,\n  2\n]\n");
/// assert_eq!(json_list::<u8>(&[]), "[\n]\n");
/// ```
#[must_use]
pub fn json_list<T: Display>(values: &[T]) -> String {
    let lines: Vec<String> = values.iter().map(|value| format!("  {value}")).collect();
    let end = if lines.is_empty() { "" } else { "\n" };
    format!("[\n{}{end}]\n", lines.join(",\n"))
}
