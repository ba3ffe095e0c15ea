//! `sixfold convert`: game records from one format to another.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_game::record::{Encoding, Format, sgf};

use crate::arguments::ConvertArguments;
use crate::input::{choose, read_collection, source_name};
use crate::output::deliver;
use crate::report::{Ending, Report};

/// Runs the command.
pub fn run(arguments: &ConvertArguments) -> anyhow::Result<Report> {
    let format = match arguments.to {
        Some(format) => format,
        None => format_by_ending(&arguments.output)?,
    };
    let name = || source_name(&arguments.input);
    let records = read_collection(&arguments.input, arguments.game)?;
    let records = match arguments.number {
        Some(number) => {
            std::slice::from_ref(choose(&records, number as usize - 1).with_context(name)?)
        }
        None => &records,
    };
    let mut contents = Vec::new();
    for record in records {
        contents.extend(format.write(record).with_context(name)?);
    }
    let games =
        if records.len() == 1 { "1 game".into() } else { format!("{} games", records.len()) };
    let json = json!({
        "input": arguments.input.display().to_string(),
        "output": arguments.output.display().to_string(),
        "format": format.name(),
        "games": records.len(),
    });
    let body = deliver(&arguments.output, contents, &format!("{games} ({format})"))?;
    Ok(Report { body, json, ending: Ending::Done })
}

fn format_by_ending(path: &Path) -> anyhow::Result<Format> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    match ending.as_deref() {
        Some("sgf") => Ok(Format::Sgf(sgf::Style::Standard)),
        Some("c6") => Ok(Format::Contest(Encoding::Utf8)),
        Some("moves" | "txt") => Ok(Format::MoveList),
        Some("fen") => Ok(Format::Fen),
        _ => bail!("{}: the ending does not tell a format (use --to)", path.display()),
    }
}
