//! Drawn games: theorems by one command, checked, and refused when they are damaged.

mod support;

use std::path::Path;

use support::{json, sixfold, succeeds};

const B2: &str = "board B2
. . . # # # # # #
. . # # # # # # .
. # # # # # # . .
# # # # # # . . .
runs 4 horizontal vertical rising
period 6 0
period 0 8
copy B2 0 0
copy B2 11 4 mirrored
";

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = sixfold(folder, arguments, b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn nobody_forces_eleven_with_two_a_turn_and_the_proof_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["draws", "prove", "11", "2", "--out", "proof.json"]);
    assert!(text.contains("Connect(11,2) is drawn on every board"), "{text}");
    let text = succeeds(folder.path(), &["draws", "check", "proof.json"]);
    assert!(text.contains("Connect(11,2) is drawn on every board"), "{text}");
}

#[test]
fn a_proof_with_another_number_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["draws", "prove", "8", "1", "--out", "proof.json"]);
    let proof = std::fs::read_to_string(folder.path().join("proof.json")).unwrap();
    for (what, by) in [
        ("\"run\": 8", "\"run\": 7"),
        ("\"stones\": 1", "\"stones\": 2"),
        ("\"orientation\": \"mirrored\"", "\"orientation\": \"plain\""),
        ("\"column\": 0", "\"column\": 1"),
        ("a1 b2 c3", "a1 b2"),
    ] {
        assert!(proof.contains(what), "{what}");
        std::fs::write(folder.path().join("damaged.json"), proof.replace(what, by)).unwrap();
        let (code, text, error) = run(folder.path(), &["draws", "check", "damaged.json"]);
        assert_eq!(code, Some(1), "{what}: {text}{error}");
        assert!(text.starts_with("This is no proof: "), "{text}");
    }
}

#[test]
fn three_stones_do_not_force_seventeen_by_a_derivation() {
    let folder = tempfile::tempdir().unwrap();
    let found = json(folder.path(), &["draws", "prove", "17", "3", "--out", "proof.json"]);
    assert_eq!(found["by"], "derivation");
    assert_eq!(json(folder.path(), &["draws", "check", "proof.json"])["proven"], true);
    let (code, text, _) = run(folder.path(), &["draws", "prove", "16", "3"]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn a_board_is_held_with_one_stone_and_lost_with_three() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("b2"), B2).unwrap();
    let found = json(folder.path(), &["draws", "board", "b2", "--stones", "1", "--out", "held"]);
    assert_eq!(found["held"], "B2");
    let (code, text, _) =
        run(folder.path(), &["draws", "board", "b2", "--stones", "3", "--out", "lost"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("Maker wins B2 with 3 a turn."), "{text}");
    for file in ["held", "lost"] {
        assert_eq!(json(folder.path(), &["draws", "check", file])["proven"], true);
    }
    let arguments = ["draws", "board", "b2", "--stones", "2", "--nodes", "3"];
    let (code, text, _) = run(folder.path(), &arguments);
    assert_eq!((code, text.as_str()), (Some(1), "Not known after 4 positions.\n"));
}

#[test]
fn a_tiling_covers_runs_of_eleven_and_not_of_ten() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("b2"), B2).unwrap();
    assert_eq!(json(folder.path(), &["draws", "tile", "b2", "--run", "11"])["tiles"], true);
    let (code, text, _) = run(folder.path(), &["draws", "tile", "b2", "--run", "10"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("run of 10 squares"), "{text}");
    std::fs::write(folder.path().join("overlap"), B2.replace("11 4", "11 3")).unwrap();
    let (code, text, _) = run(folder.path(), &["draws", "tile", "overlap", "--run", "11"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("is covered twice"), "{text}");
}

#[test]
fn the_table_is_the_formula_s_and_tells_its_steps() {
    let folder = tempfile::tempdir().unwrap();
    let found = json(folder.path(), &["draws", "table", "--to", "1000"]);
    let rows = found["table"].as_array().unwrap();
    assert_eq!(rows.len(), 1000);
    assert!(rows[2..].iter().all(|row| row["run"] == row["formula"]));
    // The boards B1 and B2 give less.
    assert_eq!([&rows[0]["formula"], &rows[1]["formula"]], [11, 14]);
    let text = succeeds(folder.path(), &["draws", "table", "--from", "9", "--to", "9", "--steps"]);
    assert!(text.contains("NX(6,2), Lemma 7"), "{text}");
    assert!(text.contains("N(13,9), Lemma 11"), "{text}");
}

#[test]
fn the_search_finds_what_is_known_and_says_what_it_covered() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["draws", "search", "--stones", "1", "--run", "8", "--time", "120", "--out", "new"];
    let found = json(folder.path(), &arguments);
    assert_eq!(found["found"]["proven"], true);
    assert_eq!(json(folder.path(), &["draws", "check", "new"])["by"], "tiling");
    let arguments = ["draws", "search", "--stones", "1", "--run", "7", "--to", "64", "--json"];
    let (code, text, _) = run(folder.path(), &arguments);
    assert_eq!(code, Some(1));
    let covered: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(covered["next"], 64);
    assert_eq!(covered["families"]["bands"]["candidates"], 16);
}

#[test]
fn the_pictures_of_the_theorems_are_what_the_program_draws() {
    let images = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    for (arguments, name) in [
        (&["draws", "picture", "b1"][..], "b1.svg"),
        (&["draws", "picture", "b2"], "b2.svg"),
        (&["draws", "picture", "b2", "--tiling"], "b2-tiling.svg"),
    ] {
        let drawn = succeeds(&images, arguments);
        assert_eq!(drawn, std::fs::read_to_string(images.join(name)).unwrap(), "{name}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board"), "board A\n###\nline a1 b1\n").unwrap();
    std::fs::write(folder.path().join("two"), "board A\n#\nline a1\nboard B\n#\nline a1\n")
        .unwrap();
    std::fs::write(folder.path().join("words"), "hello\n").unwrap();
    for arguments in [
        &["draws"][..],
        &["draws", "prove", "11"],
        &["draws", "prove", "0", "2"],
        &["draws", "prove", "11", "0"],
        &["draws", "prove", "11", "2", "--out", "nowhere/proof"],
        &["draws", "board", "words", "--stones", "2"],
        &["draws", "board", "missing", "--stones", "2"],
        &["draws", "board", "board", "--stones", "0"],
        &["draws", "board", "two", "--stones", "1"],
        &["draws", "board", "two", "--stones", "1", "--name", "C"],
        &["draws", "tile", "board", "--run", "11"],
        &["draws", "check", "board"],
        &["draws", "check", "missing"],
        &["draws", "table", "--from", "5", "--to", "4"],
        &["draws", "table", "--to", "1001"],
        &["draws", "search", "--stones", "0", "--run", "8"],
        &["draws", "picture", "two"],
        &["draws", "picture", "board", "--tiling"],
    ] {
        let (code, _, error) = run(folder.path(), arguments);
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
    }
}
