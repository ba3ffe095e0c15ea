//! `sixfold check`: is this certificate a proof?

use std::io::Read;

use anyhow::Context;
use serde_json::json;
use sixfold_game::certificate::Certificate;

use crate::arguments::CheckArguments;
use crate::input::{open, source_name};
use crate::report::{Body, Ending, Report};
use crate::show::steps;

/// No certificate is larger; a file that is would fill the memory.
const MAX_BYTES: u64 = 4 << 30;

/// Runs the command.
pub fn run(arguments: &CheckArguments) -> anyhow::Result<Report> {
    let file = open(&arguments.file)?.take(MAX_BYTES);
    let certificate = Certificate::read(file).with_context(|| source_name(&arguments.file))?;
    let claim = &certificate.claim;
    let mut json = json!({
        "game": claim.game.to_string(),
        "fen": claim.setup.to_string(),
        "winner": claim.winner,
        "nodes": certificate.nodes(),
    });
    let (text, ending) = match sixfold_check::check(&certificate) {
        Ok(report) => {
            let grid = claim.game.grid();
            let zones: Vec<_> = report.zones.iter().map(|zone| grid.names(zone.iter())).collect();
            json["result"] = "accepted".into();
            json["order"] = report.order.into();
            json["unbounded"] = report.unbounded.into();
            json["zones"] = zones.into();
            (format!("accepted: {report} ({})\n", steps(claim.game, report.nodes)), Ending::Done)
        }
        Err(fault) => {
            json["result"] = "rejected".into();
            json["fault"] = fault.to_string().into();
            (format!("rejected: {fault}\n"), Ending::Negative)
        }
    };
    Ok(Report { body: Body::Text(text), json, ending })
}
