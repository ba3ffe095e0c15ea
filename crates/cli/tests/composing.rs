//! A composer asks whether a position of his own is a puzzle, and keeps it.

mod support;

use std::fs;
use std::path::Path;

use support::{json, sixfold, succeeds};

/// White wins in three turns by e10f11 alone.
const THREE: &str =
    "19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";
/// The same, one black stone short.
const SHORT: &str =
    "19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/19/19/19 w 2";
/// The same with two needless stones of each side in the corners.
const CROWDED: &str =
    "xx15oo/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";

fn make(folder: &Path, arguments: &[&str]) -> std::process::Output {
    sixfold(folder, &[&["puzzle", "make"], arguments].concat(), b"")
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_sound_puzzle_is_told_so_with_its_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let output = make(folder.path(), &["--fen", THREE, "--order", "1"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for line in [
        "connect6: A sound puzzle: White to play and win in 3 turns by double threats.\n",
        "stones   7 black and 6 white, as in a game\n",
        "win      White wins in 3 turns by double threats (order 1), and not sooner\n",
        "key      e10f11 alone\n",
        "\ntries    ",
        "\ngrade    level ",
        "\nline     1. e10f11 ",
        "name     1f6bbf3fb6\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn what_is_no_puzzle_ends_with_1_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    for (fen, turns, reason) in [
        (SHORT, "6", "with White to move a game has 7 and 6: 1 black is missing"),
        (THREE, "2", "the shortest takes 3 turns, and 2 are allowed"),
        (&THREE.replace("w 2", "w 1"), "6", "White is in the middle of a turn"),
    ] {
        let output = make(folder.path(), &["--fen", fen, "--turns", turns, "--order", "1"]);
        assert_eq!(output.status.code(), Some(1), "{fen}");
        assert!(said(&output).contains(reason), "{}", said(&output));
        assert!(said(&output).contains("Not a sound puzzle."));
    }
    let output = make(folder.path(), &["--moves", "j10 i9k9", "--order", "1", "--out", "x.json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("Black has none of order 1 or less; the search is complete"));
    assert!(!folder.path().join("x.json").exists(), "nothing is kept");
}

#[test]
fn puzzles_are_added_to_a_collection_and_none_twice() {
    let folder = tempfile::tempdir().unwrap();
    let add = |fen: &str, more: &[&str]| {
        let arguments = [&["--fen", fen, "--order", "1", "--out", "mine.json"], more].concat();
        make(folder.path(), &arguments)
    };
    let added = add(THREE, &["--name", "My own"]);
    assert!(said(&added).ends_with("added to mine.json as number 1\n"), "{}", said(&added));
    let listed = json(folder.path(), &["puzzle", "list", "mine.json"]);
    assert_eq!(
        (&listed["name"], &listed["puzzles"][0]["id"]),
        (&"My own".into(), &"1f6bbf3fb6".into())
    );
    // The same with colours changed, and without its needless stones.
    let swapped: String = THREE
        .chars()
        .map(|letter| match letter {
            'x' => 'o',
            'o' => 'x',
            'w' => 'b',
            other => other,
        })
        .collect();
    assert_eq!(add(&swapped, &[]).status.code(), Some(1), "White cannot have more stones");
    let again = add(CROWDED, &["--trim"]);
    let message = String::from_utf8_lossy(&again.stderr).into_owned();
    assert_eq!(again.status.code(), Some(2), "{message}");
    assert_eq!(message.lines().count(), 1);
    assert!(message.contains("mine.json: the puzzle is there already, as number 1"), "{message}");
    let crowded = add(CROWDED, &[]);
    assert!(said(&crowded).contains("could be left out together"), "{}", said(&crowded));
    assert!(said(&crowded).ends_with("as number 2\n"));
    succeeds(folder.path(), &["puzzle", "check", "mine.json"]);
}

#[test]
fn the_answer_is_there_for_scripts_too() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["puzzle", "make", "--fen", THREE, "--order", "1"]);
    assert_eq!((&answer["sound"], &answer["fen"]), (&true.into(), &THREE.into()));
    assert_eq!(answer["puzzle"]["key"], serde_json::json!(["e10", "f11"]));
    assert_eq!(answer["remarks"][0]["topic"], "stones");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("not.json"), "{}").unwrap();
    for (arguments, reason) in [
        (&["--fen", "19 b"][..], "--fen"),
        (&["--fen", THREE, "--out", "not.json"], "not.json: it is no collection of puzzles"),
        (&["--fen", THREE, "--out", "no/x.json"], "there is no such folder"),
        (&["--fen", THREE, "--out", "-"], "--out: a collection needs a file of its own"),
        (&["--fen", THREE, "--turns", "1"], "--turns"),
        (&["missing.sgf"], "cannot read missing.sgf"),
    ] {
        let output = make(folder.path(), arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.contains(reason), "{arguments:?}: {message}");
    }
}

#[test]
fn the_starter_collection_needs_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["puzzle", "list", "starter", "--level", "1"]);
    assert!(text.starts_with("Starter: "), "{text}");
    let shown = json(folder.path(), &["puzzle", "show", "starter", "17"]);
    assert_eq!(shown["number"], 17);
    let page = ["puzzle", "export", "starter", "--level", "2", "--out", "two.html"];
    succeeds(folder.path(), &page);
    // A file of this name goes before it.
    fs::write(folder.path().join("starter"), "{}").unwrap();
    let output = sixfold(folder.path(), &["puzzle", "list", "starter"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_table_of_games_is_a_file_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let table = "gid,result,moves\n7,B,j10 i9k9\n8,W,j10 k11i9 h9j9\n";
    fs::write(folder.path().join("games.csv"), table).unwrap();
    let shown = json(folder.path(), &["show", "games.csv", "--number", "2"]);
    assert_eq!(shown["moves"], serde_json::json!([["j10"], ["k11", "i9"], ["h9", "j9"]]));
    let review = ["review", "games.csv", "--number", "2", "--nodes", "50"];
    assert!(succeeds(folder.path(), &review).contains("3 turns"));
    let output = sixfold(folder.path(), &["review", "games.csv"], b"");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("the file holds 2 games (choose one with --number)"), "{message}");
    fs::write(folder.path().join("bad.csv"), "moves\nj10 j10k9\n").unwrap();
    let output = sixfold(folder.path(), &["show", "bad.csv"], b"");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("bad.csv: table of games: line 2: "), "{message}");
}

#[test]
fn a_name_that_is_refused_comes_with_those_that_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let help = succeeds(folder.path(), &["--help"]);
    assert!(help.contains("and Hex"), "{help}");
    let output = sixfold(folder.path(), &["show", "--game", "hex"], b"");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("unknown game 'hex'") && message.contains("hexN"), "{message}");
}
