//! `sixfold puzzle`: positions with one winning turn.

mod check;
mod generate;

use crate::arguments::{PuzzleArguments, PuzzleCommand};
use crate::report::Report;

/// Runs the command.
pub fn run(arguments: &PuzzleArguments) -> anyhow::Result<Report> {
    match &arguments.command {
        PuzzleCommand::Generate(arguments) => generate::run(arguments),
        PuzzleCommand::Check(arguments) => check::run(arguments),
    }
}
