//! Sheets to print: diagrams first, solutions on sheets of their own.

use std::fmt::Write;

use sixfold_game::diagram::{Diagram, Finish, Layout, NumberedStone};
use sixfold_game::{GameName, Lattice, Setup, SquareSet};

use super::page::{document, escaped, sheet};
use super::words;
use crate::{Collection, Filter, Puzzle};

/// How many diagrams stand on a sheet of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerPage(u8);

impl PerPage {
    /// The most.
    pub const MOST: u8 = 12;

    /// So many diagrams a sheet, if they find room.
    #[must_use]
    pub const fn new(number: u8) -> Option<PerPage> {
        if 1 <= number && number <= PerPage::MOST { Some(PerPage(number)) } else { None }
    }

    fn columns(self) -> u8 {
        match self.0 {
            1..=2 => 1,
            3..=6 => 2,
            _ => 3,
        }
    }

    /// The width of a diagram in millimetres: as large as the sheet allows, words below it included.
    fn board_width(self) -> u16 {
        let (columns, rows) =
            (u16::from(self.columns()), u16::from(self.0.div_ceil(self.columns())));
        let (width, height) = (186, 258);
        let by_width = (width - 6 * (columns - 1)) / columns;
        let by_height = (height - 4 * (rows - 1)) / rows - 17;
        by_width.min(by_height)
    }
}

impl Default for PerPage {
    fn default() -> PerPage {
        PerPage(6)
    }
}

/// Solutions on one sheet, in two columns.
const SOLUTIONS_PER_SHEET: usize = 8;

/// The puzzles of a collection that a filter accepts, as a page that needs nothing else, to be printed
/// on A4 paper. Each has the number of its place in the whole collection.
#[must_use]
pub fn html(collection: &Collection, filter: &Filter, per_page: PerPage) -> String {
    let puzzles = collection.puzzles().iter().zip(1..).map(Numbered::new);
    let puzzles: Vec<Numbered> = puzzles.filter(|one| filter.accepts(one.puzzle)).collect();
    let name = if collection.name().is_empty() { "Puzzles" } else { collection.name() };
    let mut body = String::new();
    let sheets = puzzles.chunks(per_page.0.into());
    let solutions = puzzles.chunks(SOLUTIONS_PER_SHEET);
    let count = sheets.len() + solutions.len();
    let mut sides = (1..).map(|number: usize| format!("{number} / {count}"));
    for (shown, side) in sheets.zip(&mut sides) {
        sheet(&mut body, name, &side, &tasks(shown, per_page));
    }
    for (shown, side) in solutions.zip(&mut sides) {
        let contents: String = shown.iter().map(Numbered::solution).collect();
        let contents = format!("<div class=\"solutions\">\n{contents}</div>\n");
        sheet(&mut body, &format!("{name}: solutions"), &side, &contents);
    }
    document(name, &body)
}

fn tasks(puzzles: &[Numbered], per_page: PerPage) -> String {
    let shown: String = puzzles.iter().map(Numbered::task).collect();
    let (columns, width) = (per_page.columns(), per_page.board_width());
    format!(
        "<div class=\"tasks\" style=\"grid-template-columns:repeat({columns},1fr);\
         --board:{width}mm\">\n{shown}</div>\n"
    )
}

/// A puzzle with its number in the collection.
struct Numbered<'a> {
    puzzle: &'a Puzzle,
    number: usize,
}

impl<'a> Numbered<'a> {
    fn new((puzzle, number): (&'a Puzzle, usize)) -> Numbered<'a> {
        Numbered { puzzle, number }
    }

    fn task(&self) -> String {
        let Numbered { puzzle, number } = self;
        let picture = on_paper(diagram(puzzle));
        let (task, level) = (escaped(&puzzle.task()), escaped(&words::level(puzzle)));
        let name = puzzle.id();
        format!(
            "<figure class=\"task\" style=\"margin:0\">{picture}<figcaption>\
             <p><span class=\"number\">{number}.</span> {task}</p>\
             <p class=\"level\">{level} · {name}</p></figcaption></figure>\n"
        )
    }

    fn solution(&self) -> String {
        let Numbered { puzzle, number } = self;
        let key = words::key(puzzle);
        let mut text = format!(
            "<article class=\"solution\">{}<div><h3>{number}. {key}</h3>\n",
            on_paper(solved_diagram(puzzle))
        );
        // Writing to a string cannot fail.
        if puzzle.line.len() > 1 {
            let _ = writeln!(text, "<p>{}</p>", escaped(&words::line(puzzle)));
        }
        for wrong in &puzzle.tries {
            let _ = writeln!(text, "<p>Not {}.</p>", words::refuted(puzzle, wrong));
        }
        let mut notes = vec![words::level(puzzle)];
        if !puzzle.grade.themes.is_empty() {
            notes.push(words::themes(&puzzle.grade.themes));
        }
        notes.push(puzzle.id());
        let _ = writeln!(text, "<p class=\"small\">{}.", escaped(&notes.join("; ")));
        let _ = writeln!(text, "{}</p>", escaped(&words::source(&puzzle.source)));
        text + "</div></article>\n"
    }
}

/// A picture that saves ink.
fn on_paper(diagram: Diagram) -> String {
    Diagram { finish: Finish::Lines, ..diagram }.to_svg()
}

/// A picture of a puzzle's position.
#[must_use]
pub fn diagram(puzzle: &Puzzle) -> Diagram {
    picture(puzzle.game, &puzzle.setup)
}

fn picture(game: GameName, setup: &Setup) -> Diagram {
    match game {
        GameName::Connect(rules) => {
            let layout = match rules.lattice() {
                Lattice::Square { .. } => Layout::Intersections,
                Lattice::Hexagonal { .. } => Layout::Hexagons,
            };
            Diagram::new(setup, layout, rules.cells())
        }
        GameName::Hex(_) => {
            Diagram::new(setup, Layout::Rhombus, SquareSet::first(game.grid().len()))
        }
    }
}

/// The position with the main line, each stone with the number of its turn in the text, where a turn of
/// the attacker and the reply to it have the same.
fn solved_diagram(puzzle: &Puzzle) -> Diagram {
    let mut setup = puzzle.setup;
    let attacker = puzzle.attacker();
    let mut numbers = Vec::new();
    let players = [attacker, attacker.opponent()].into_iter().cycle();
    for ((turn, player), index) in puzzle.line.iter().zip(players).zip(0..) {
        let number = index / 2 + 1;
        for square in turn.iter() {
            setup.set(square, Some(player));
            numbers.push(NumberedStone { square, number });
        }
    }
    Diagram { numbers, ..picture(puzzle.game, &setup) }
}
