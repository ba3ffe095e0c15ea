//! `sixfold puzzle show`: a puzzle, or its solution.

use std::fmt::Write;

use serde_json::json;
use sixfold_game::diagram::TextStyle;
use sixfold_puzzle::{Puzzle, export};

use super::check::read;
use super::place_of;
use crate::arguments::PuzzleShowArguments;
use crate::report::Report;

/// Runs the command.
pub fn run(arguments: &PuzzleShowArguments) -> anyhow::Result<Report> {
    let collection = read(&arguments.file)?;
    let place = place_of(&collection, &arguments.puzzle)?;
    let puzzle = &collection.puzzles()[place];
    let wire = puzzle.to_wire();
    let mut text = question(puzzle);
    let mut json = json!({
        "number": place + 1,
        "id": wire.id,
        "game": wire.game,
        "fen": wire.fen,
        "task": puzzle.task(),
        "goal": wire.goal,
        "grade": wire.grade,
        "source": wire.source,
    });
    if arguments.solution {
        text += &solution(puzzle);
        json["key"] = json!(wire.key);
        json["line"] = json!(wire.line);
        json["tries"] = json!(wire.tries);
    }
    Ok(Report::done(text, json))
}

/// The board and the task.
pub(super) fn question(puzzle: &Puzzle) -> String {
    let board = export::diagram(puzzle).to_styled_text(TextStyle::Coloured);
    let level = puzzle.grade.level;
    let (number, name) = (level.number(), level.name());
    format!("{board}{}: {}\n{}: level {number}, {name}\n", puzzle.game, puzzle.task(), puzzle.id())
}

/// The key, the main line and the tries.
pub(super) fn solution(puzzle: &Puzzle) -> String {
    let mut text = format!("key    {}\n", export::key(puzzle));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "line   {}", export::line(puzzle));
    for wrong in &puzzle.tries {
        let _ = writeln!(text, "wrong  {}", export::refuted(puzzle, wrong));
    }
    text
}
