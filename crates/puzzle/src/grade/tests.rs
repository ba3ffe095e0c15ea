//! Puzzles of the generator, graded.

use sixfold_game::{GameName, Setup, SpentBudget};
use sixfold_solve::Budget;

use super::{Features, Grade, Level, Subject, Theme, grade};
use crate::{Goal, referee};

/// One turn makes three threats.
const TWO_TURNS: &str =
    "19/19/19/19/19/19/19/19/5x13/19/8o1ox7/8xox8/8o10/10x8/19/6o3o8/19/19/19 b 2";
/// White has to parry first.
const PARRY: &str =
    "19/19/19/19/19/10x8/7xo10/8x1xxx6/19/9x1o1o5/13o5/12o6/13o5/19/19/19/19/19/19 w 2";
const FOUR_TURNS: &str =
    "19/19/19/19/19/19/19/19/19/19/3o15/19/3ox1x1o10/4xox12/3ox14/4o14/19/19/19 b 2";
/// A win by single threats.
const SINGLE_THREATS: &str =
    "19/19/19/19/19/19/19/7o11/7x11/6xx11/7x11/4x2x11/3x1oxo11/4o14/7o11/3o2o12/7o11/8x10/19 w 2";

fn graded_within(fen: &str, budget: &Budget) -> Result<Grade, SpentBudget> {
    let game = GameName::CONNECT6;
    let setup = Setup::from_fen(game, fen).unwrap();
    let most = Goal { order: 2, turns: 9 };
    let win = referee(game).unwrap().win(&setup, most, &Budget::default()).unwrap().unwrap();
    let subject = Subject {
        game,
        setup: &setup,
        goal: win.goal,
        key: win.line[0],
        line: &win.line,
        certificate: &win.certificate,
    };
    grade(&subject, budget)
}

fn graded(fen: &str) -> Grade {
    graded_within(fen, &Budget::default()).unwrap()
}

#[test]
fn what_is_longer_is_harder() {
    let points = [TWO_TURNS, FOUR_TURNS, SINGLE_THREATS].map(|fen| graded(fen).difficulty);
    assert!(points.is_sorted_by(|a, b| a < b), "{points:?}");
    let considered =
        [TWO_TURNS, FOUR_TURNS, SINGLE_THREATS].map(|fen| graded(fen).features.considered);
    assert!(considered.is_sorted_by(|a, b| a < b), "{considered:?}");
}

#[test]
fn features_are_counted() {
    let expected = Features {
        turns: 2,
        tempting_turns: 2,
        first_turns: 11,
        considered: 3,
        stones: 11,
        ..Features::default()
    };
    assert_eq!(graded(TWO_TURNS).features, expected);
    assert_eq!(graded(PARRY).features.counter_threats, 1);
    let single = graded(SINGLE_THREATS);
    assert_eq!(single.features.single_threats, 1);
    assert!(single.themes.contains(&Theme::SingleThreat));
}

#[test]
fn a_grade_is_explained_by_its_points() {
    for fen in [TWO_TURNS, PARRY, FOUR_TURNS, SINGLE_THREATS] {
        let grade = graded(fen);
        let text = grade.explain();
        let (head, reasons) = text.split_once(": ").unwrap();
        let (number, name) = (grade.level.number(), grade.level.name());
        assert_eq!(head, format!("level {number} ({name}), {} points", grade.difficulty));
        let points = reasons.split(", ").map(|reason| {
            let inside = reason.rsplit_once('(').unwrap().1;
            inside.trim_end_matches(')').parse::<u32>().unwrap()
        });
        assert_eq!(points.sum::<u32>(), grade.difficulty, "{text}");
    }
}

#[test]
fn a_spent_budget_is_told() {
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    assert_eq!(graded_within(FOUR_TURNS, &budget), Err(SpentBudget::Nodes));
}

#[test]
fn nonsense_gets_a_grade_too() {
    let game = GameName::CONNECT6;
    let setup = Setup::from_fen(game, TWO_TURNS).unwrap();
    let most = Goal { order: 1, turns: 9 };
    let win = referee(game).unwrap().win(&setup, most, &Budget::default()).unwrap().unwrap();
    let occupied = game.grid().parse("f11").unwrap();
    let line = [std::iter::once(occupied).collect()];
    let subject = Subject {
        game,
        setup: &setup,
        goal: win.goal,
        key: line[0],
        line: &line,
        certificate: &win.certificate,
    };
    assert_eq!(grade(&subject, &Budget::default()).unwrap().themes, []);
    let hex: GameName = "hex5".parse().unwrap();
    let empty = Setup::start(hex);
    let subject = Subject { game: hex, setup: &empty, ..subject };
    assert_eq!(grade(&subject, &Budget::default()).unwrap().features.stones, 0);
}

#[test]
fn a_level_is_read_as_it_is_written_and_no_other_number_is() {
    for level in Level::all() {
        let text = serde_json::to_string(&level).unwrap();
        assert_eq!(serde_json::from_str::<Level>(&text).unwrap(), level);
    }
    for number in ["0", "7", "255"] {
        let error = serde_json::from_str::<Level>(number).unwrap_err().to_string();
        assert_eq!(error, format!("there is no level {number}, only 1 to 6"));
    }
}
