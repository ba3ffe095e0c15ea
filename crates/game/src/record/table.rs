//! Tables of games: comma-separated values with a column `moves`, one game a line.

/// A line of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The moves, if the line is long enough to have any.
    pub moves: Option<&'a str>,
    /// What stands in the column `result`, if there is one.
    pub result: Option<&'a str>,
}

/// The lines of a table, or nothing if the head of the text names no column `moves`.
///
/// ```
/// use sixfold_game::record::table;
///
/// let mut rows = table::rows("id,result,moves\n1,W,j10 k11i9\n").unwrap();
/// let row = rows.next().unwrap();
/// assert_eq!((row.line, row.moves, row.result), (2, Some("j10 k11i9"), Some("W")));
/// assert!(table::rows("j10 k11i9 h9j9").is_none());
/// ```
#[must_use]
pub fn rows(text: &str) -> Option<impl Iterator<Item = Row<'_>>> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let head: Vec<&str> = lines.next().map_or("", |(_, line)| line).split(',').collect();
    let column = |name| head.iter().position(|column| column.trim() == name);
    let (moves, result) = (column("moves")?, column("result"));
    Some(lines.map(move |(index, line)| {
        let fields: Vec<&str> = line.split(',').collect();
        let field = |column: usize| fields.get(column).map(|text| text.trim());
        Row { line: index + 1, moves: field(moves), result: result.and_then(field) }
    }))
}
