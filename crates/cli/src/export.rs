//! `sixfold export`: a proof tree for other programs.

use std::path::Path;

use anyhow::Context;
use serde_json::json;
use sixfold_game::record::{move_list, sgf};
use sixfold_prove::Tree;
use sixfold_prove::export::{Choice, Outline, Scope, dot, json, sgf as variations};
use sixfold_store::Reader;

use crate::arguments::{ExportArguments, TreeFormat};
use crate::output::deliver;
use crate::report::{Ending, Report};

/// A picture of more nodes cannot be read.
const MOST_IN_A_PICTURE: u32 = 500;

/// Runs the command.
pub fn run(arguments: &ExportArguments) -> anyhow::Result<Report> {
    let format = arguments.format.unwrap_or_else(|| format_by_ending(&arguments.out));
    let reader = Reader::open(&arguments.store)?;
    let tree = Tree::read(&reader).with_context(|| arguments.store.display().to_string())?;
    let usual = (format == TreeFormat::Dot).then_some(MOST_IN_A_PICTURE);
    let outline = Outline::of(
        &tree,
        Choice {
            depth: arguments.depth,
            most: arguments.most.or(usual).map(|most| most as usize),
            scope: if arguments.proof_only { Scope::Proof } else { Scope::Everything },
        },
    );
    let contents = match format {
        TreeFormat::Sgf => {
            let moves = reader.header()?.moves;
            let opening = moves.and_then(|moves| move_list::read(reader.game(), &moves).ok());
            sgf::write(&variations::record(&outline, opening), sgf::Style::Standard) + "\n"
        }
        TreeFormat::Dot => dot::text(&outline),
        TreeFormat::Json => serde_json::to_string_pretty(&json::document(&outline))? + "\n",
    };
    let (shown, all) = (outline.items().len(), tree.search().counts().nodes);
    let json = json!({
        "store": arguments.store.display().to_string(),
        "output": arguments.out.display().to_string(),
        "nodes": shown,
        "nodes_in_tree": all,
    });
    let what = format!("{shown} of {all} nodes");
    let body = deliver(&arguments.out, contents.into_bytes(), &what)?;
    Ok(Report { body, json, ending: Ending::Done })
}

fn format_by_ending(path: &Path) -> TreeFormat {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("dot" | "gv") => TreeFormat::Dot,
        Some("json") => TreeFormat::Json,
        _ => TreeFormat::Sgf,
    }
}
