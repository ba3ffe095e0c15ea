//! `sixfold export`: a proof for other programs.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sixfold_answers::wording::counted;
use sixfold_game::record::{move_list, sgf};
use sixfold_prove::Tree;
use sixfold_prove::export::{Choice, Outline, Scope, dot, durations, json, sgf as variations};
use sixfold_store::Reader;

use crate::arguments::{ExportArguments, ExportFormat};
use crate::output::deliver;
use crate::report::{Ending, Report};

/// A picture of more nodes cannot be read.
const MOST_IN_A_PICTURE: u32 = 500;

/// What is written.
struct Export {
    contents: String,
    /// What it holds, in words.
    what: String,
    json: Value,
}

/// Runs the command.
pub fn run(arguments: &ExportArguments) -> anyhow::Result<Report> {
    let format = arguments.format.unwrap_or_else(|| format_by_ending(&arguments.out));
    let reader = Reader::open(&arguments.store)?;
    let usual = (format == ExportFormat::Dot).then_some(MOST_IN_A_PICTURE);
    let tree = |write: &dyn Fn(&Outline) -> anyhow::Result<String>| {
        export_tree(arguments, &reader, arguments.most.or(usual), write)
    };
    let Export { contents, what, mut json } = match format {
        ExportFormat::Sgf => tree(&|outline| sgf_text(&reader, outline))?,
        ExportFormat::Dot => tree(&|outline| Ok(dot::text(outline)))?,
        ExportFormat::Json => {
            tree(&|outline| Ok(serde_json::to_string_pretty(&json::document(outline))? + "\n"))?
        }
        ExportFormat::Durations => export_durations(arguments, &reader)?,
    };
    json["store"] = arguments.store.display().to_string().into();
    json["output"] = arguments.out.display().to_string().into();
    let body = deliver(&arguments.out, contents.into_bytes(), &what)?;
    Ok(Report { body, json, ending: Ending::Done })
}

fn export_tree(
    arguments: &ExportArguments,
    reader: &Reader,
    most: Option<u32>,
    write: &dyn Fn(&Outline) -> anyhow::Result<String>,
) -> anyhow::Result<Export> {
    let tree = Tree::read(reader).with_context(|| arguments.store.display().to_string())?;
    let outline = Outline::of(
        &tree,
        Choice {
            depth: arguments.depth,
            most: most.map(|most| most as usize),
            scope: if arguments.proof_only { Scope::Proof } else { Scope::Everything },
        },
    );
    let (shown, all) = (outline.items().len(), tree.search().counts().nodes);
    Ok(Export {
        contents: write(&outline)?,
        what: format!("{shown} of {all} nodes"),
        json: json!({ "nodes": shown, "nodes_in_tree": all }),
    })
}

fn sgf_text(reader: &Reader, outline: &Outline) -> anyhow::Result<String> {
    let moves = reader.header()?.moves;
    let opening = moves.and_then(|moves| move_list::read(reader.game(), &moves).ok());
    Ok(sgf::write(&variations::record(outline, opening), sgf::Style::Standard) + "\n")
}

fn export_durations(arguments: &ExportArguments, reader: &Reader) -> anyhow::Result<Export> {
    if arguments.depth.is_some() || arguments.most.is_some() || arguments.proof_only {
        bail!(
            "--depth, --most and --proof-only choose nodes of the tree; durations are of all jobs"
        );
    }
    let costs = reader.job_costs()?;
    Ok(Export {
        contents: durations::table(&costs),
        what: format!("durations of {}", counted(costs.len(), "job", "jobs")),
        json: json!({ "jobs": costs.len() }),
    })
}

fn format_by_ending(path: &Path) -> ExportFormat {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("dot" | "gv") => ExportFormat::Dot,
        Some("json") => ExportFormat::Json,
        Some("csv") => ExportFormat::Durations,
        _ => ExportFormat::Sgf,
    }
}
