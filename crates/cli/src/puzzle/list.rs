//! `sixfold puzzle list` and `grade`: the puzzles of a collection one by one.

use std::fmt::Write;

use serde_json::{Value, json};
use sixfold_answers::wording::counted;
use sixfold_puzzle::{Collection, Puzzle, export};

use super::check::read;
use crate::arguments::{PuzzleListArguments, theme_word};
use crate::report::Report;

/// A puzzle and its number in the collection, from 1.
struct Numbered<'a> {
    number: usize,
    puzzle: &'a Puzzle,
}

/// Lists the puzzles.
pub fn run(arguments: &PuzzleListArguments) -> anyhow::Result<Report> {
    let collection = read(&arguments.file)?;
    let wanted = wanted(&collection, arguments);
    let count = counted(wanted.len(), "puzzle", "puzzles");
    let mut text = format!("{}: {count}\n", named(&collection));
    if !wanted.is_empty() {
        let _ = writeln!(
            text,
            "{:>5}  {:10}  {:>5}  {:>6}  {:>5}  {:>5}  themes",
            "", "name", "level", "points", "turns", "order"
        );
    }
    for Numbered { number, puzzle } in &wanted {
        let (grade, goal) = (&puzzle.grade, puzzle.goal);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{number:>5}  {:10}  {:>5}  {:>6}  {:>5}  {:>5}  {}",
            puzzle.id(),
            grade.level.number(),
            grade.difficulty,
            goal.turns,
            goal.order,
            export::themes(&grade.themes)
        );
    }
    let puzzles: Vec<Value> = wanted.iter().map(Numbered::json).collect();
    Ok(Report::done(text, json!({ "name": collection.name(), "puzzles": puzzles })))
}

/// Tells why each puzzle has its level.
pub fn grade(arguments: &PuzzleListArguments) -> anyhow::Result<Report> {
    let collection = read(&arguments.file)?;
    let mut text = String::new();
    let mut graded = Vec::new();
    for Numbered { number, puzzle } in wanted(&collection, arguments) {
        let (id, grade) = (puzzle.id(), &puzzle.grade);
        let explanation = grade.explain();
        let about = match export::themes(&grade.themes) {
            themes if themes.is_empty() => String::new(),
            themes => format!("; about {themes}"),
        };
        let _ = writeln!(text, "{number:>5}  {id}  {explanation}{about}");
        graded.push(json!({ "id": id, "explanation": explanation, "grade": grade }));
    }
    Ok(Report::done(text, json!(graded)))
}

fn wanted<'a>(collection: &'a Collection, arguments: &PuzzleListArguments) -> Vec<Numbered<'a>> {
    let filter = arguments.filter.filter();
    let numbered = collection.puzzles().iter().zip(1..);
    numbered
        .filter(|(puzzle, _)| filter.accepts(puzzle))
        .map(|(puzzle, number)| Numbered { number, puzzle })
        .collect()
}

fn named(collection: &Collection) -> &str {
    if collection.name().is_empty() { "a collection without a name" } else { collection.name() }
}

impl Numbered<'_> {
    fn json(&self) -> Value {
        let Puzzle { game, setup, goal, grade, .. } = self.puzzle;
        json!({
            "number": self.number,
            "id": self.puzzle.id(),
            "game": game.to_string(),
            "fen": setup.to_string(),
            "task": self.puzzle.task(),
            "level": grade.level,
            "level_name": grade.level.name(),
            "difficulty": grade.difficulty,
            "turns": goal.turns,
            "order": goal.order,
            "themes": grade.themes.iter().map(|&theme| theme_word(theme)).collect::<Vec<_>>(),
        })
    }
}
