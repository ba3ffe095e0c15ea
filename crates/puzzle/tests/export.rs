//! Exported puzzles say what they should, and other programs can read them.

use std::time::Duration;

use roxmltree::{Document, ParsingOptions};
use sixfold_game::record::{Event, Record, move_list, sgf};
use sixfold_game::{GameName, SquareSet};
use sixfold_puzzle::export::{self, PerPage};
use sixfold_puzzle::{
    Collection, Duals, Features, Filter, Goal, Grade, Level, Puzzle, Source, Theme, Try, referee,
};
use sixfold_solve::Budget;

/// A position with a win by double threats in three turns, taken for a puzzle.
fn puzzle() -> Puzzle {
    let game = GameName::CONNECT6;
    let record = move_list::read(game, "j10 j9k12 l11k13 j12m12 l10l12 l9n10").unwrap();
    let setup = record.final_setup();
    let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::default() };
    let goal = Goal { order: 1, turns: 3 };
    let win = referee(game).unwrap().win(&setup, goal, &budget).unwrap().unwrap();
    let squares = |names: &[&str]| -> SquareSet {
        names.iter().map(|name| game.grid().parse(name).unwrap()).collect()
    };
    let grade = Grade {
        level: Level::new(3).unwrap(),
        difficulty: 42,
        features: Features::default(),
        themes: vec![Theme::Ladder, Theme::QuietMove],
    };
    Puzzle {
        game,
        setup,
        goal,
        key: win.line[0],
        line: win.line,
        duals: Duals::default(),
        tries: vec![Try { turn: squares(&["a1", "a2"]), refutation: squares(&["l8", "s19"]) }],
        spare: SquareSet::EMPTY,
        grade,
        source: Source::Game { file: "a]b<c>&.csv".to_string(), number: 7, stones: 11 },
        certificate: win.certificate,
    }
}

fn collection() -> Collection {
    let mut collection = Collection::new("Double <threats>", None);
    collection.extend([puzzle()]);
    collection
}

fn read_back() -> Record {
    let text = export::sgf(&collection());
    let mut records = sgf::read_collection(&text, None).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

#[test]
fn an_sgf_begins_with_the_position_and_the_task() {
    let record = read_back();
    assert_eq!(record.first_setup(), puzzle().setup);
    assert!(record.check().is_ok());
    let comment = &record.node(record.root()).comment;
    for part in [
        "Black to play and win in 3 turns by double threats.",
        "Level 3 (medium), 42 points.",
        "Themes: ladder, quiet move.",
        "From game 7 of a]b<c>&.csv.",
    ] {
        assert!(comment.contains(part), "{comment}");
    }
}

#[test]
fn the_main_line_of_an_sgf_is_that_of_the_puzzle() {
    let turns = read_back().turns();
    let line: Vec<SquareSet> = turns.into_iter().map(|turn| turn.into_iter().collect()).collect();
    assert_eq!(line, puzzle().line);
}

#[test]
fn an_sgf_holds_every_attack_of_the_certificate_and_the_tries() {
    let record = read_back();
    let mut open = vec![record.root()];
    let (mut overwhelms, mut wrong) = (0, 0);
    while let Some(id) = open.pop() {
        let node = record.node(id);
        open.extend(node.children());
        overwhelms += usize::from(node.comment == "More threats than can be stopped.");
        let is_bad = node.properties.iter().any(|property| property.identifier() == "BM");
        if is_bad {
            assert_eq!(node.comment, "Wrong: refuted by l8s19.");
            assert!(matches!(node.event, Event::Stone(_)));
            wrong += 1;
        }
    }
    let puzzle = puzzle();
    let proof = puzzle.certificate.tree().unwrap();
    let ends = proof.steps().filter(|step| {
        use sixfold_game::certificate::{Effect, Step};
        matches!(step, Step::Attack { effect: Effect::Overwhelms, .. })
    });
    assert_eq!(overwhelms, ends.count());
    assert_eq!(wrong, 1);
}

#[test]
fn a_sheet_is_well_formed_and_needs_nothing_else() {
    let html = export::html(&collection(), &Filter::default(), PerPage::default());
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&html, options).unwrap();
    let elements = || document.descendants().filter(roxmltree::Node::is_element);
    let named = |name: &'static str| elements().filter(move |n| n.tag_name().name() == name);
    assert_eq!(named("section").count(), 2);
    assert_eq!(named("svg").count(), 2);
    for name in ["script", "link", "img", "iframe"] {
        assert_eq!(named(name).count(), 0, "{name}");
    }
    assert!(!html.contains("url(http") && !html.contains("@import"));
    let text: String = document.descendants().filter_map(|node| node.text()).collect();
    for part in [
        "Black to play and win in 3 turns by double threats",
        "level 3 (medium)",
        "Not a1a2: l8s19 refutes it.",
        "From game 7 of a]b<c>&.csv.",
        "Double <threats>: solutions",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn the_solution_stands_only_behind_the_tasks() {
    let html = export::html(&collection(), &Filter::default(), PerPage::default());
    let puzzle = puzzle();
    let key = puzzle.game.grid().names(puzzle.key.iter()).concat();
    let solutions = html.find(": solutions").unwrap();
    assert!(html.find(&key).unwrap() > solutions);
}

#[test]
fn a_sheet_has_room_for_one_to_twelve_diagrams() {
    assert_eq!(PerPage::new(0), None);
    assert_eq!(PerPage::new(13), None);
    for number in 1..=PerPage::MOST {
        let html = export::html(&collection(), &Filter::default(), PerPage::new(number).unwrap());
        assert!(html.contains("mm\">"), "{number}");
    }
}

/// The numbers on the stones of the last picture of a page.
fn numbers_on_stones(html: &str) -> Vec<String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(html, options).unwrap();
    let mut pictures = document.descendants().filter(|node| node.tag_name().name() == "svg");
    let texts = pictures.next_back().unwrap().descendants().filter(|node| {
        let is_number = |parent: roxmltree::Node| parent.attribute("font-weight") == Some("bold");
        node.tag_name().name() == "text" && node.parent().is_some_and(is_number)
    });
    texts.filter_map(|node| node.text().map(str::to_string)).collect()
}

#[test]
fn stones_of_a_solution_bear_the_numbers_of_the_text() {
    let html = export::html(&collection(), &Filter::default(), PerPage::default());
    let line = puzzle().line;
    assert_eq!(line.len(), 3, "two turns of the attacker and a reply");
    assert_eq!(numbers_on_stones(&html), ["1", "1", "1", "1", "2", "2"]);
    assert!(export::line(&puzzle()).contains(" 2. "));
}

#[test]
fn a_sheet_names_each_puzzle_and_its_place_in_the_whole_collection() {
    let mut collection = collection();
    let mut other = puzzle();
    other.setup.set(GameName::CONNECT6.grid().parse("a19").unwrap(), None);
    other.setup.set(GameName::CONNECT6.grid().parse("s1").unwrap(), Some(other.attacker()));
    other.grade.level = Level::new(5).unwrap();
    let name = other.id();
    collection.extend([other]);
    let hard = Filter { levels: vec![Level::new(5).unwrap()], ..Filter::default() };
    let html = export::html(&collection, &hard, PerPage::default());
    let (tasks, solutions) = html.split_once(": solutions").unwrap();
    assert!(tasks.contains("<span class=\"number\">2.</span>") && tasks.contains(&name), "{tasks}");
    assert!(solutions.contains("<h3>2. ") && solutions.contains(&name));
    assert!(!html.contains(&puzzle().id()) && !html.contains("#e8c587"));
}
