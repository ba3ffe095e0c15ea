//! `sixfold tune` through the real program.

mod support;

use std::fmt::Write;
use std::fs;

use support::{json, sixfold, succeeds};

/// Games on a small board, in which Black builds a row of five and White looks on.
fn games() -> String {
    let mut table = String::from("id,result,moves\n");
    for (number, row) in [3, 4, 5, 6, 7, 3, 4, 5, 6, 7].into_iter().enumerate() {
        let _ = writeln!(table, "{number},B,c{row} a1 d{row} c1 e{row} e1 f{row} g1 g{row}");
    }
    table
}

const OPTIONS: [&str; 6] = ["--game", "connect(9,9,5,1,1)", "--epochs", "2", "--held-out", "0.3"];

#[test]
fn the_same_games_give_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.csv"), games()).unwrap();
    let tables = ["one", "two"].map(|out| {
        let arguments = [&["tune", "games.csv", "--out", out], &OPTIONS[..]].concat();
        let text = succeeds(folder.path(), &arguments);
        assert!(text.starts_with("learned from 7 games; 3 held out\n"), "{text}");
        let read = |name| fs::read_to_string(folder.path().join(out).join(name)).unwrap();
        [read("windows.txt"), read("stones.txt")]
    });
    assert_eq!(tables[0], tables[1]);
    let command = "% sixfold tune games.csv --out FOLDER --game \"connect(9,9,5,1,1)\" --seed 1 \
                   --epochs 2 --held-out 0.3\n";
    for table in &tables[0] {
        assert!(table.contains(command), "{table}");
        assert!(table.contains(" held out: log loss "), "{table}");
    }
}

#[test]
fn a_script_gets_the_figures() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.csv"), games()).unwrap();
    let arguments = [&["tune", "games.csv", "--out", "tables"], &OPTIONS[..]].concat();
    let report = json(folder.path(), &arguments);
    assert_eq!((report["games"].as_u64(), report["held_out"].as_u64()), (Some(7), Some(3)));
    assert!(report["windows"]["tuned"]["log_loss"].as_f64().unwrap() > 0.0);
    assert_eq!(report["stones"]["tuned"]["top"].as_array().unwrap().len(), 3);
}

#[test]
fn games_that_cannot_be_learned_from_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("wrong.csv", "result,moves\nB,j10\nB,j10 j10k1\n");
    write("empty.csv", "");
    write("none.csv", "result,moves\n");
    write("file", "");
    for (arguments, reason) in [
        (&["wrong.csv", "--out", "t"][..], "wrong.csv: line 3: stone 2: square J10 is occupied"),
        (&["empty.csv", "--out", "t"], "empty.csv: line 1: the table has no column 'moves'"),
        (&["none.csv", "--out", "t"], "too few games: 0 to learn from and 0 held out"),
        (&["nowhere.csv", "--out", "t"], "cannot read nowhere.csv"),
        (&["none.csv", "--out", "file/t"], "cannot make the folder file/t"),
        (&["none.csv", "--out", "t", "--held-out", "1"], "not a number between 0 and 1"),
        (&["none.csv", "--out", "t", "--game", "hex5"], "'hex5' is not a Connect game"),
    ] {
        let output = sixfold(folder.path(), &[&["tune"], arguments].concat(), b"");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
    }
}
