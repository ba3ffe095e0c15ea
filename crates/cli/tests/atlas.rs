//! The atlas of solved openings that the project keeps, and atlases of one's own.

mod support;

use std::path::{Path, PathBuf};

use support::sixfold;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = sixfold(folder, arguments, b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_certificate_of_the_atlas_proves_what_its_index_says() {
    let (code, text, _) = run(&root(), &["atlas", "check", "data/openings"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn the_table_of_the_atlas_is_that_of_its_index() {
    let readme = std::fs::read_to_string(root().join("data/openings/README.md")).unwrap();
    let (_, table, _) = run(&root(), &["atlas", "table", "data/openings"]);
    assert!(readme.contains(&table), "sixfold atlas table data/openings\n{table}");
}

/// An atlas of Hex, and how many of all first stones win.
struct Board {
    side: usize,
    winning: usize,
}

const BOARDS: [Board; 4] = [
    Board { side: 4, winning: 4 },
    Board { side: 5, winning: 13 },
    Board { side: 6, winning: 24 },
    Board { side: 7, winning: 27 },
];

#[test]
fn all_openings_of_small_hex_boards_are_proven() {
    for side in [4, 5, 6] {
        let (code, text, _) = run(&root(), &["atlas", "check", &format!("data/hex/hex{side}")]);
        assert_eq!(code, Some(0), "{text}");
    }
    // All of 7x7 take minutes: these are the short ones.
    for name in ["c4", "d1", "d3", "d4", "e3", "f1"] {
        let certificate = format!("data/hex/hex7/{name}.cert.gz");
        let (code, text, _) = run(&root(), &["check", &certificate]);
        assert_eq!(code, Some(0), "{text}");
    }
}

#[test]
fn as_many_openings_of_hex_win_as_is_known() {
    for Board { side, winning } in BOARDS {
        let folder = format!("data/hex/hex{side}");
        let (_, table, _) = run(&root(), &["atlas", "table", &folder]);
        let readme = std::fs::read_to_string(root().join(&folder).join("README.md")).unwrap();
        assert!(readme.contains(&table), "sixfold atlas table {folder}\n{table}");
        let (_, index, _) = run(&root(), &["atlas", "table", &folder, "--json"]);
        let index: serde_json::Value = serde_json::from_str(&index).unwrap();
        let entries = index.as_array().unwrap();
        assert_eq!(entries.len(), (side * side).div_ceil(2));
        let centre = format!("{}{}", (b'a' + side as u8 / 2) as char, side / 2 + 1);
        // All but the centre of an odd board stand for themselves and their image.
        let stones = |moves: &str| if side % 2 == 1 && moves == centre { 1 } else { 2 };
        let won = entries.iter().filter(|entry| entry["winner"] == "black");
        let won: usize = won.map(|entry| stones(entry["moves"].as_str().unwrap())).sum();
        assert_eq!(won, winning, "{side}x{side}");
    }
}

#[test]
fn a_position_is_proven_and_kept_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("list"),
        "# Black has a live four beside another one\nj10 a1s1 j11j12 a19s19 j13k10 a3a5\n",
    )
    .unwrap();
    let command = ["atlas", "prove", "list", "solved", "--workers", "1", "--nodes", "20000"];
    let (code, text, _) = run(folder.path(), &command);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Black wins"), "{text}");
    let (code, text, _) = run(folder.path(), &command);
    assert_eq!((code, text.as_str()), (Some(0), "1 position in the atlas\n"));
    let (code, text, _) = run(folder.path(), &["atlas", "check", "solved"]);
    assert_eq!((code, text.as_str()), (Some(0), "1 of 1 position proven\n"));
}

#[test]
fn all_openings_of_a_game_are_proven_whoever_wins() {
    let folder = tempfile::tempdir().unwrap();
    let command = ["atlas", "openings", "--game", "hex3", "solved", "--workers", "1", "--json"];
    let (code, text, _) = run(folder.path(), &command);
    assert_eq!(code, Some(0), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entries = answer["entries"].as_array().unwrap();
    let winners: Vec<String> = entries
        .iter()
        .map(|entry| format!("{} {}", entry["moves"], entry["winner"]).replace('"', ""))
        .collect();
    assert_eq!(winners, ["a1 white", "a2 black", "b1 white", "b2 black", "c1 black"]);
    let (code, text, _) = run(folder.path(), &["atlas", "check", "solved"]);
    assert_eq!((code, text.as_str()), (Some(0), "5 of 5 positions proven\n"));
}

#[test]
fn openings_of_several_stones_are_asked_for_as_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let command = ["atlas", "openings", "--game", "connect(9,9,5,2,2)", "solved"];
    let (code, _, error) = run(folder.path(), &command);
    assert_eq!(code, Some(2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn a_certificate_that_was_exchanged_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let openings = root().join("data/openings");
    for name in ["j10-d10j4.cert.gz", "j10-d10d4.cert.gz"] {
        std::fs::copy(openings.join("j10-d10j4.cert.gz"), folder.path().join(name)).unwrap();
    }
    let index = std::fs::read_to_string(openings.join("atlas.json")).unwrap();
    let wanted = |line: &&str| line.contains("\"j10 d10j4\"") || line.contains("\"j10 d10d4\"");
    let entries: Vec<&str> =
        index.lines().filter(wanted).map(|line| line.trim_end_matches(',')).collect();
    std::fs::write(folder.path().join("atlas.json"), format!("[{}]", entries.join(","))).unwrap();
    let (code, text, _) = run(folder.path(), &["atlas", "check", "."]);
    assert_eq!(code, Some(1));
    assert!(text.contains("j10-d10d4.cert.gz: it is not about j10 d10d4"), "{text}");
}

#[test]
fn what_is_no_atlas_or_list_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("atlas.json"), "{}").unwrap();
    std::fs::write(folder.path().join("list"), "j10 k99\n").unwrap();
    for arguments in [
        &["atlas", "check", "nowhere"][..],
        &["atlas", "table", "."],
        &["atlas", "prove", "list", "new"],
        &["atlas", "prove", "missing", "new"],
    ] {
        let (code, _, error) = run(folder.path(), arguments);
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{arguments:?}: {error}");
    }
}
