//! `sixfold puzzle export`: puzzles for other programs and on paper.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;
use sixfold_answers::wording::counted;
use sixfold_puzzle::Collection;
use sixfold_puzzle::export::{self, PerPage};

use super::check::read;
use super::not_empty;
use crate::arguments::{PuzzleExportArguments, PuzzleFormat};
use crate::output::deliver;
use crate::report::{Ending, Report};

/// Runs the command.
pub fn run(arguments: &PuzzleExportArguments) -> anyhow::Result<Report> {
    let (whole, filter) = (read(&arguments.file)?, arguments.filter.filter());
    let collection = whole.filtered(&filter);
    not_empty(collection.puzzles())?;
    let out = &arguments.out;
    let contents = match arguments.format.unwrap_or_else(|| format_by_ending(out)) {
        PuzzleFormat::Sgf => export::sgf(&collection),
        PuzzleFormat::Html => {
            let per_page = PerPage::new(arguments.per_page).unwrap_or_default();
            export::html(&whole, &filter, per_page)
        }
        PuzzleFormat::Json => collection.to_json(),
        PuzzleFormat::Certificates => return certificates(&collection, out),
    };
    let puzzles = collection.puzzles().len();
    let json = json!({ "output": out.display().to_string(), "puzzles": puzzles });
    let body = deliver(out, contents.into_bytes(), &counted(puzzles, "puzzle", "puzzles"))?;
    Ok(Report { body, json, ending: Ending::Done })
}

fn format_by_ending(path: &Path) -> PuzzleFormat {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html" | "htm") => PuzzleFormat::Html,
        Some("json") => PuzzleFormat::Json,
        _ => PuzzleFormat::Sgf,
    }
}

fn certificates(collection: &Collection, folder: &Path) -> anyhow::Result<Report> {
    if folder == Path::new("-") {
        bail!("--out: certificates need a folder");
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    for puzzle in collection.puzzles() {
        let path = folder.join(export::certificate_name(puzzle));
        deliver(&path, puzzle.certificate.to_string().into_bytes(), "the certificate")?;
    }
    let (name, count) = (folder.display().to_string(), collection.puzzles().len());
    let text = format!("{} written to {name}\n", counted(count, "certificate", "certificates"));
    Ok(Report::done(text, json!({ "output": name, "certificates": count })))
}
