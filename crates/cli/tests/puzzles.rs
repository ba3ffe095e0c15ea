//! Puzzles are listed, shown, exported and solved at the terminal.

mod support;

use std::fs;
use std::path::Path;

use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_puzzle::{
    Collection, Duals, Features, Goal, Grade, Level, Puzzle, Source, Theme, Try, referee,
};
use sixfold_solve::Budget;
use support::{json, sixfold, succeeds};

/// White wins in three turns by e10f11 alone.
const THREE: &str =
    "19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";
/// White wins in four turns by f8f10 alone.
const FOUR: &str =
    "19/19/19/19/19/19/19/19/19/9x9/6o1o10/7o11/7xo10/5o2xx9/4xox12/5x13/19/19/19 w 2";

fn squares(names: &[&str]) -> SquareSet {
    names.iter().map(|name| GameName::CONNECT6.grid().parse(name).unwrap()).collect()
}

fn puzzle(fen: &str, level: u8, theme: Theme, tries: Vec<Try>) -> Puzzle {
    let game = GameName::CONNECT6;
    let setup = Setup::from_fen(game, fen).unwrap();
    let most = Goal { order: 1, turns: 4 };
    let win = referee(game).unwrap().win(&setup, most, &Budget::default()).unwrap().unwrap();
    let level = Level::new(level).unwrap();
    let features = Features { turns: win.goal.turns, ..Features::default() };
    Puzzle {
        game,
        setup,
        goal: win.goal,
        key: win.line[0],
        line: win.line,
        duals: Duals::default(),
        tries,
        spare: SquareSet::EMPTY,
        grade: Grade { level, difficulty: 20, features, themes: vec![theme] },
        source: Source::Composed,
        certificate: win.certificate,
    }
}

/// Writes a collection of two puzzles to `two.json`.
fn write_collection(folder: &Path) {
    let refuted = Try { turn: squares(&["f11", "i14"]), refutation: squares(&["e10", "j15"]) };
    let mut collection = Collection::new("Two", None);
    collection.extend([
        puzzle(THREE, 2, Theme::Ladder, vec![refuted]),
        puzzle(FOUR, 4, Theme::CrossingBlock, Vec::new()),
    ]);
    collection.write(&folder.join("two.json")).unwrap();
}

/// A folder with the collection.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_collection(folder.path());
    folder
}

fn play(folder: &Path, arguments: &[&str], script: &str) -> String {
    let arguments = [&["puzzle", "play", "two.json"], arguments].concat();
    let output = sixfold(folder, &arguments, script.as_bytes());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_collection_is_listed_whole_or_in_part() {
    let folder = folder();
    let text = succeeds(folder.path(), &["puzzle", "list", "two.json"]);
    assert!(text.starts_with("Two: 2 puzzles\n"), "{text}");
    assert!(text.contains("    1  1f6bbf3fb6      2      20      3      1  ladder\n"), "{text}");
    assert!(
        text.contains("    2  cdd53bfdde      4      20      4      1  crossing block\n"),
        "{text}"
    );
    for filter in [["--level", "4"], ["--theme", "crossing-block"], ["--turns", "4"]] {
        let arguments = [&["puzzle", "list", "two.json"], &filter[..]].concat();
        let listed = json(folder.path(), &arguments);
        assert_eq!(listed["name"], "Two");
        assert_eq!(listed["puzzles"].as_array().unwrap().len(), 1, "{filter:?}");
        assert_eq!(
            (&listed["puzzles"][0]["number"], &listed["puzzles"][0]["id"]),
            (&2.into(), &"cdd53bfdde".into())
        );
        assert_eq!(listed["puzzles"][0]["themes"], serde_json::json!(["crossing-block"]));
    }
}

#[test]
fn a_puzzle_is_shown_by_name_or_number_and_keeps_its_solution_until_asked() {
    let folder = folder();
    let text = succeeds(folder.path(), &["puzzle", "show", "two.json", "1"]);
    assert_eq!(text, succeeds(folder.path(), &["puzzle", "show", "two.json", "1f6bbf3fb6"]));
    assert!(text.contains("White to play and win in 3 turns by double threats\n"), "{text}");
    assert!(text.contains("1f6bbf3fb6: level 2, easy\n"), "{text}");
    assert!(!text.contains("e10f11"), "{text}");
    let solution = succeeds(folder.path(), &["puzzle", "show", "two.json", "1", "--solution"]);
    for said in ["key    e10f11\n", "line   1. e10f11 ", "wrong  f11i14: e10j15 refutes it\n"] {
        assert!(solution.contains(said), "{solution}");
    }
    let shown = json(folder.path(), &["puzzle", "show", "two.json", "1"]);
    assert!(shown.get("key").is_none());
    let shown = json(folder.path(), &["puzzle", "show", "two.json", "1", "--solution"]);
    assert_eq!(shown["key"], serde_json::json!(["e10", "f11"]));
}

#[test]
fn exported_puzzles_are_read_by_the_program_itself() {
    let folder = folder();
    let export = |out: &str, more: &[&str]| {
        let arguments = [&["puzzle", "export", "two.json", "--out", out], more].concat();
        succeeds(folder.path(), &arguments)
    };
    assert_eq!(export("two.sgf", &[]), "2 puzzles written to two.sgf\n");
    let shown = json(folder.path(), &["show", "two.sgf", "--number", "2"]);
    assert_eq!(shown["game"], "connect6");
    assert_eq!(export("one.json", &["--level", "2"]), "1 puzzle written to one.json\n");
    let listed = json(folder.path(), &["puzzle", "list", "one.json"]);
    assert_eq!(listed["puzzles"][0]["id"], "1f6bbf3fb6");
    export("two.html", &["--per-page", "2"]);
    let page = fs::read_to_string(folder.path().join("two.html")).unwrap();
    assert_eq!(page.matches("<svg ").count(), 4);
    let written = export("proofs", &["--format", "certificates"]);
    assert_eq!(written, "2 certificates written to proofs\n");
    for name in ["1f6bbf3fb6", "cdd53bfdde"] {
        succeeds(folder.path(), &["check", &format!("proofs/{name}.cert")]);
    }
}

#[test]
fn the_sgf_goes_to_standard_output_if_asked() {
    let folder = folder();
    let arguments = ["puzzle", "export", "two.json", "--format", "sgf", "--out", "-"];
    let text = succeeds(folder.path(), &arguments);
    assert!(
        text.starts_with("(;FF[4]") && text.contains("BM[1]") && text.contains("TE[1]"),
        "{text}"
    );
}

#[test]
fn every_grade_is_explained() {
    let folder = folder();
    let text = succeeds(folder.path(), &["puzzle", "grade", "two.json"]);
    assert!(text.starts_with("    1  1f6bbf3fb6  level 2 (easy), 20 points: "), "{text}");
    assert!(text.contains("; about ladder\n"), "{text}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn a_person_solves_a_puzzle_with_help() {
    let folder = folder();
    let asked = play(folder.path(), &[], "e10f11\nhint\nhint\nhint\n");
    assert!(asked.contains("Right. Black replies "), "{asked}");
    assert!(asked.contains("It is about: ladder.") && asked.contains("One stone is "), "{asked}");
    let (_, turn) = asked.split_once("The turn is ").unwrap();
    let (turn, _) = turn.split_once('.').unwrap();
    let script = format!("f11 i14\nundo\ne10f11\n{turn}\ne10f11\nnext\nquit\n");
    let text = play(folder.path(), &[], &script);
    for said in [
        "Puzzle 1 of 2",
        "Wrong: Black replies ",
        "there is nothing to take back",
        "Solved.\n",
        "the puzzle is over",
        "Puzzle 2 of 2",
        "You have solved 1 of 1 puzzle, 0 without a hint or a mistake; 0 revealed.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_person_gives_up_and_makes_mistakes() {
    let folder = folder();
    let script = "help\nz99\nf8\nf8f8\na1b2\ni9h9\nundo\nf8f10\nundo\nundo\nreveal\nboard\nnext\n";
    let text = play(folder.path(), &["cdd53bfdde", "--level", "2"], script);
    for said in [
        "1 puzzle. 'help' lists all commands.",
        "reveal  the solution",
        "a turn has 2 different stones",
        "Wrong: Black replies ",
        "turn 1 is not a legal turn",
        "there is nothing to take back",
        "key    f8f10\n",
        "You have solved 0 of 1 puzzle, 0 without a hint or a mistake; 1 revealed.",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = folder();
    fs::write(folder.path().join("not.json"), "{}").unwrap();
    for (arguments, reason) in [
        (&["list", "missing.json"][..], "missing.json"),
        (&["list", "not.json"], "not.json: it is no collection of puzzles"),
        (&["list", "two.json", "--level", "7"], "7 is not in 1..=6"),
        (&["list", "two.json", "--theme", "chess"], "the themes are quiet-move, "),
        (&["show", "two.json", "3"], "3: no such puzzle (there are 2)"),
        (&["show", "two.json", "0"], "0: no such puzzle"),
        (&["play", "two.json", "nonsense"], "nonsense: no such puzzle"),
        (&["play", "two.json", "--level", "6"], "no puzzle of the collection is of this kind"),
        (&["play", "two.json", "--json"], "--json: puzzles for a person have no JSON"),
        (&["export", "two.json", "--out", "x.html", "--per-page", "0"], "0 is not in 1..=12"),
        (&["export", "two.json", "--out", "x.sgf", "--turns", "9"], "no puzzle of the collection"),
        (&["export", "two.json", "--out", "no/x.sgf"], "cannot write no/x.sgf"),
        (&["export", "two.json", "--out", "-", "--format", "certificates"], "need a folder"),
    ] {
        let output = sixfold(folder.path(), &[&["puzzle"], arguments].concat(), b"");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(reason), "{arguments:?}: {message}");
    }
    assert!(!folder.path().join("x.sgf").exists());
}
