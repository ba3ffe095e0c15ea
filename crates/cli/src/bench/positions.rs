//! Files of positions and games: a move list a line, or a table with a column `moves`.

use std::path::Path;

use anyhow::{Context, bail};
use sixfold_game::record::move_list;
use sixfold_game::{GameName, Record};

/// A game or a position of a file.
pub struct Listed {
    pub record: Record,
    /// The length of its shortest win, if the file tells.
    pub length: Option<usize>,
}

/// Reads all records of a file.
pub fn read(file: &Path) -> anyhow::Result<Vec<Listed>> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
    let first = lines.peek().map(|&(_, line)| line).unwrap_or_default();
    let columns: Vec<&str> = first.split(',').collect();
    let column = |name| columns.iter().position(|&column| column == name);
    let moves_column = column("moves");
    if moves_column.is_some() {
        lines.next();
    }
    let mut records = Vec::new();
    for (number, line) in lines {
        let place = || format!("{}, line {}", file.display(), number + 1);
        let fields: Vec<&str> = line.split(',').collect();
        let field = |column: Option<usize>| column.and_then(|i| fields.get(i).copied());
        let moves = if moves_column.is_some() { field(moves_column) } else { Some(line) };
        let Some(moves) = moves else { bail!("{}: no moves", place()) };
        let record = move_list::read(GameName::CONNECT6, moves).with_context(place)?;
        let length = field(column("vcdt_length")).and_then(|length| length.parse().ok());
        records.push(Listed { record, length });
    }
    if records.is_empty() {
        bail!("{}: no positions", file.display());
    }
    Ok(records)
}
