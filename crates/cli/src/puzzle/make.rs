//! `sixfold puzzle make`: whether a position of one's own is a puzzle.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sixfold_game::{SpentBudget, excerpt};
use sixfold_puzzle::{
    Appraisal, Collection, Finding, Goal, Limits, Puzzle, appraise, export, referee,
};
use sixfold_solve::Budget;

use crate::arguments::PuzzleMakeArguments;
use crate::input::{read_record, source_name};
use crate::output::deliver;
use crate::report::{Body, Ending, Report};
use crate::search::{file_place, stop_on_interrupt, watched};

/// Runs the command.
pub fn run(arguments: &PuzzleMakeArguments) -> anyhow::Result<Report> {
    let record = read_record(&arguments.position)?;
    let (game, setup) = (record.game(), record.final_setup());
    let Some(referee) = referee(game) else { bail!("there are no puzzles of {game}") };
    let mut shelf =
        arguments.out.as_deref().map(|path| Shelf::open(path, arguments)).transpose()?;
    let budget = Budget { nodes: Some(arguments.effort), ..Budget::default() };
    let control = budget.control.clone();
    let stopping = control.clone();
    stop_on_interrupt(move || stopping.cancel())?;
    let most = Goal { order: arguments.order, turns: arguments.turns };
    let limits = Limits::of_composer(most, &budget);
    let appraisal =
        watched(&control, || appraise(game, &setup, arguments.needless(), &limits, &*referee));
    let mut text = text(&appraisal);
    let mut json = json(&appraisal);
    if let (Some(shelf), Some(puzzle)) = (&mut shelf, appraisal.puzzle()) {
        let number = shelf.add(puzzle)?;
        let path = shelf.path.display();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "added to {path} as number {number}");
        json["collection"] = json!(path.to_string());
        json["number"] = json!(number);
    }
    let ending = match (&appraisal.finding, appraisal.puzzle()) {
        (Finding::Unknown(SpentBudget::Cancelled), _) => Ending::Interrupted,
        (_, Some(_)) => Ending::Done,
        (_, None) => Ending::Negative,
    };
    Ok(Report { body: Body::Text(text), json, ending })
}

fn text(appraisal: &Appraisal) -> String {
    let mut text = format!("{}: {}\n", appraisal.game, appraisal.summary());
    for remark in appraisal.remarks() {
        let _ = writeln!(text, "{:<8} {}", remark.topic.name(), remark.text);
    }
    if let Some(puzzle) = appraisal.puzzle() {
        let _ =
            writeln!(text, "{:<8} {}\n{:<8} {}", "line", export::line(puzzle), "name", puzzle.id());
    }
    text
}

fn json(appraisal: &Appraisal) -> Value {
    json!({
        "game": appraisal.game.to_string(),
        "fen": appraisal.setup.to_string(),
        "sound": appraisal.puzzle().is_some(),
        "summary": appraisal.summary(),
        "remarks": appraisal.remarks(),
        "puzzle": appraisal.puzzle().map(Puzzle::to_wire),
    })
}

/// The collection that the puzzle is added to.
struct Shelf<'a> {
    path: &'a Path,
    collection: Collection,
}

impl<'a> Shelf<'a> {
    /// Reads the collection, or begins one, before a long search is wasted on it.
    fn open(path: &'a Path, arguments: &PuzzleMakeArguments) -> anyhow::Result<Shelf<'a>> {
        file_place("--out", "a collection", path)?;
        if path.exists() {
            if let Some(name) = &arguments.name {
                bail!("--name: {} has a name already, not {}", path.display(), excerpt(name));
            }
            let collection = super::check::read(path)?;
            return Ok(Shelf { path, collection });
        }
        let stem = || path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = arguments.name.clone().or_else(stem).unwrap_or_default();
        Ok(Shelf { path, collection: Collection::new(name, None) })
    }

    fn add(&mut self, puzzle: &Puzzle) -> anyhow::Result<usize> {
        let number = self.collection.add(puzzle.clone()).with_context(|| source_name(self.path))?;
        deliver(self.path, self.collection.to_json().into_bytes(), "the collection")?;
        Ok(number)
    }
}
