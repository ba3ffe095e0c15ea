//! `sixfold puzzle`: positions with one winning turn.

mod check;
mod export;
mod generate;
mod list;
mod make;
mod play;
mod show;

use anyhow::{Context, bail};
use sixfold_puzzle::{Collection, Puzzle};

use crate::arguments::{OutputOptions, PuzzleArguments, PuzzleCommand};
use crate::report::Report;

/// Runs the command.
pub fn run(arguments: &PuzzleArguments, output: OutputOptions) -> anyhow::Result<Report> {
    match &arguments.command {
        PuzzleCommand::Generate(arguments) => generate::run(arguments),
        PuzzleCommand::Make(arguments) => make::run(arguments),
        PuzzleCommand::Check(arguments) => check::run(arguments),
        PuzzleCommand::List(arguments) => list::run(arguments),
        PuzzleCommand::Show(arguments) => show::run(arguments),
        PuzzleCommand::Export(arguments) => export::run(arguments),
        PuzzleCommand::Play(arguments) => play::run(arguments, output),
        PuzzleCommand::Grade(arguments) => list::grade(arguments),
    }
}

/// The place of a puzzle in a collection, by its name or by its number, which counts from 1.
fn place_of(collection: &Collection, wanted: &str) -> anyhow::Result<usize> {
    let puzzles = collection.puzzles();
    if let Some(place) = puzzles.iter().position(|puzzle| puzzle.id() == wanted) {
        return Ok(place);
    }
    let number = wanted.parse::<usize>().ok().filter(|number| (1..=puzzles.len()).contains(number));
    number.map(|number| number - 1).with_context(|| {
        format!("{}: no such puzzle (there are {})", sixfold_game::excerpt(wanted), puzzles.len())
    })
}

/// Complains if a filter leaves nothing.
fn not_empty(puzzles: &[Puzzle]) -> anyhow::Result<()> {
    if puzzles.is_empty() {
        bail!("no puzzle of the collection is of this kind");
    }
    Ok(())
}
