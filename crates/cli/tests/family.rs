//! Who wins the games Connect(k,p,q): the theorems that the project keeps, and the commands about them.

mod support;

use std::path::{Path, PathBuf};

use support::{json, sixfold, succeeds};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = sixfold(folder, arguments, b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The theorems whose proofs are checked in a moment; `sixfold family check` does the others too.
#[test]
fn the_small_proofs_that_are_kept_prove_what_the_index_says() {
    let folder = tempfile::tempdir().unwrap();
    let kept = root().join("data/family");
    let index = std::fs::read_to_string(kept.join("theorems.json")).unwrap();
    let theorems: Vec<serde_json::Value> = serde_json::from_str(&index).unwrap();
    let small = |theorem: &&serde_json::Value| {
        let file = theorem["file"].as_str();
        file.is_none_or(|file| std::fs::metadata(kept.join(file)).unwrap().len() < 20_000)
    };
    let small: Vec<&serde_json::Value> = theorems.iter().filter(small).collect();
    for file in small.iter().filter_map(|theorem| theorem["file"].as_str()) {
        std::fs::copy(kept.join(file), folder.path().join(file)).unwrap();
    }
    let index = serde_json::to_string(&small).unwrap();
    std::fs::write(folder.path().join("theorems.json"), index).unwrap();
    let answer = json(folder.path(), &["family", "check", "."]);
    assert_eq!(answer["theorems"], small.len());
    assert_eq!(answer["faults"], serde_json::json!([]));
    assert!(small.len() >= 8, "{}", small.len());
}

/// What the papers call informally proved for up to six in a row has a certificate each.
#[test]
fn black_wins_up_to_six_in_a_row_by_certificates() {
    for file in ["4-1-1", "5-2-1", "5-2-2", "6-3-3"] {
        let path = format!("data/family/{file}.cert.gz");
        let text = succeeds(&root(), &["check", &path]);
        assert!(text.contains("on an unbounded board"), "{text}");
    }
}

#[test]
fn the_table_is_that_of_the_document() {
    let document = std::fs::read_to_string(root().join("docs/fairness.md")).unwrap();
    let table = succeeds(&root(), &["family", "table", "--markdown"]);
    let rows = table.lines().filter(|line| line.starts_with('|'));
    for row in rows {
        assert!(document.contains(row), "sixfold family table --markdown\n{row}");
    }
}

#[test]
fn a_game_is_proven_kept_checked_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["family", "prove", "6", "3", "3", "--out", "kept"]);
    assert!(text.contains("connect(6,3,3): Black wins (proven: certificate)"), "{text}");
    let text = succeeds(folder.path(), &["check", "kept/6-3-3.cert.gz"]);
    assert!(text.contains("Black wins connect(6,3,3)"), "{text}");
    succeeds(folder.path(), &["family", "prove", "6", "3", "1", "--out", "kept"]);
    let text = succeeds(folder.path(), &["family", "check", "kept"]);
    assert!(text.starts_with("2 of 2 theorems proven"), "{text}");
    let text = succeeds(folder.path(), &["family", "show", "6", "3", "3", "kept"]);
    assert_eq!(text.matches('●').count(), 3, "{text}");
    succeeds(folder.path(), &["family", "show", "6", "3", "1", "kept", "--svg", "turn.svg"]);
    assert!(std::fs::read_to_string(folder.path().join("turn.svg")).unwrap().starts_with("<svg "));
    let rows = json(folder.path(), &["family", "table", "kept"]);
    assert_eq!(rows.as_array().unwrap().len(), 21);
}

#[test]
fn a_proof_that_was_exchanged_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["family", "prove", "5", "2", "2", "--out", "."]);
    succeeds(folder.path(), &["family", "prove", "6", "3", "3", "--out", "."]);
    let path = |name: &str| folder.path().join(name);
    std::fs::copy(path("6-3-3.cert.gz"), path("5-2-2.cert.gz")).unwrap();
    let (code, text, _) = run(folder.path(), &["family", "check", "."]);
    assert_eq!(code, Some(1));
    assert!(text.contains("connect(5,2,2) (5-2-2.cert.gz): it is about something else"), "{text}");
}

#[test]
fn a_game_that_cannot_be_proven_is_a_negative_answer() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text, _) = run(folder.path(), &["family", "prove", "9", "3", "1", "--time", "5"]);
    assert_eq!((code, text.contains("not proven")), (Some(1), true), "{text}");
    let (code, text, _) = run(folder.path(), &["family", "bound", "6", "2", "1"]);
    assert_eq!((code, text.contains("says nothing")), (Some(1), true), "{text}");
}

#[test]
fn first_turns_that_cannot_be_blocked_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["family", "bound", "19", "17", "7"]);
    assert!(text.contains("they take 18 stones to block, White has 17"), "{text}");
    let answer = json(folder.path(), &["family", "bound", "13", "11", "4"]);
    assert_eq!((&answer["bound"], &answer["blocked_by"]), (&12.into(), &12.into()));
}

#[test]
fn small_boards_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let boards = json(folder.path(), &["family", "mnk", "--k", "3", "--to", "3,4"]);
    let outcomes: Vec<&str> =
        boards.as_array().unwrap().iter().map(|board| board["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["draw", "draw", "draw", "draw", "draw", "black"]);
}

#[test]
fn games_are_played_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let command =
        ["family", "play", "4", "1", "1", "--games", "2", "--side", "9", "--nodes", "200"];
    let command = [&command[..], &["--engines", "greedy", "greedy"]].concat();
    let answer = json(folder.path(), &command);
    assert_eq!(answer["games"], 2);
}

#[test]
fn wrong_input_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("theorems.json"), "{}").unwrap();
    for arguments in [
        &["family", "check", "nowhere"][..],
        &["family", "check", "."],
        &["family", "table", "nowhere"],
        &["family", "show", "6", "3", "3", "."],
        &["family", "prove", "3", "3", "1"],
        &["family", "prove", "6", "3"],
        &["family", "prove", "6", "3", "3", "--time", "-1"],
        &["family", "bound", "4", "5", "1"],
        &["family", "play", "6", "3", "3", "--engines", "nobody", "greedy"],
        &["family", "play", "9", "6", "3", "--side", "5"],
        &["family", "mnk", "--k", "3", "--to", "3"],
        &["family", "mnk", "--k", "7", "--to", "3,3"],
    ] {
        let (code, _, error) = run(folder.path(), arguments);
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
    }
}
