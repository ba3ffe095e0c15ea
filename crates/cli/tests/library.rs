//! Libraries and exported trees through the real program.

mod support;

use serde_json::{Value, json};
use sixfold_game::record::sgf;
use support::{json, sixfold, succeeds};

const GAME: [&str; 2] = ["--game", "connect(7,7,4,1,1)"];
/// Jobs so small that several are needed.
const SMALL_JOBS: [&str; 6] = ["--nodes", "5", "--player-nodes", "50", "--order", "1"];

fn build(more: &[&str]) -> Vec<&'static str> {
    let mut words = vec!["library", "build", "--out", "a.lib", "--workers", "1"];
    words.extend(SMALL_JOBS);
    words.extend(more.iter().map(|word| -> &'static str { word.to_string().leak() }));
    words
}

fn show(folder: &std::path::Path, moves: &str) -> Value {
    json(folder, &["library", "show", "a.lib", "--moves", moves])
}

#[test]
fn a_joseki_is_built_in_two_runs_and_answers_every_reply() {
    let folder = tempfile::tempdir().expect("a folder");
    let begin = build(&[&GAME[..], &["--moves", "d4 d5", "--time", "0.000001"]].concat());
    let stopped = sixfold(folder.path(), &begin, b"");
    assert_eq!(stopped.status.code(), Some(1));
    assert_eq!(show(folder.path(), "d4 d5")["known"], "open");
    // The position is in the file of the proof.
    let built = json(folder.path(), &build(&[]));
    assert_eq!(built["result"], "win");
    assert_eq!(built["store"], "a.lib.proof");
    let best = show(folder.path(), "d4 d5");
    assert_eq!(best["known"], "black_wins");
    let winning = best["moves"].as_array().expect("moves").iter();
    let winning = winning.filter(|found| found["known"] == "black_wins").collect::<Vec<_>>();
    let winning = winning[0]["move"].as_str().expect("a move");
    assert!(best["certificate"].is_string() || winning_has_certificate(&best));
    let line = format!("d4 d5 {winning}");
    let defender = show(folder.path(), &line);
    assert_eq!(defender["known"], "black_wins");
    let listed = defender["moves"].as_array().expect("moves").clone();
    // A reply that is not listed is refuted by the certificate of the position before it.
    let other = ["a1", "a7", "g1", "g7"]
        .into_iter()
        .find(|reply| !line.contains(reply) && listed.iter().all(|found| found["move"] != *reply));
    let other = show(folder.path(), &format!("{line} {}", other.expect("another reply")));
    assert!(defender["certificate"].is_string());
    assert_eq!(other["known"], "black_wins");
    assert_eq!(other["refuted_by"], defender["certificate"]);
    let counts = json(folder.path(), &["library", "show", "a.lib"]);
    assert_eq!(counts["positions"], built["positions"]);
    // Mirrored, it is the same library.
    assert_eq!(show(folder.path(), "d4 d3")["known"], "black_wins");
}

fn winning_has_certificate(best: &Value) -> bool {
    let moves = best["moves"].as_array().expect("moves");
    moves.iter().any(|found| found["known"] == "black_wins" && found["certificate"].is_string())
}

#[test]
fn the_tree_of_a_joseki_is_exported_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    succeeds(folder.path(), &build(&[&GAME[..], &["--moves", "d4 d5"]].concat()));
    let export =
        |more: &[&str]| succeeds(folder.path(), &[&["export", "a.lib.proof"][..], more].concat());
    let record = sgf::read(&export(&[]), None).expect("an SGF");
    record.check().expect("all variations can be played");
    assert!(record.stones().count() > 2, "the opening and a variation");
    let tree: Value = serde_json::from_str(&export(&["--format", "json"])).expect("JSON");
    assert_eq!(tree["status"], "proven");
    assert_eq!(tree["nodes"].as_array().expect("nodes").len(), tree["nodes_in_tree"]);
    let proof = export(&["--format", "json", "--proof-only"]);
    let proof: Value = serde_json::from_str(&proof).expect("JSON");
    let nodes = proof["nodes"].as_array().expect("nodes");
    assert!(nodes.iter().all(|node| node["status"] == "proven"));
    let root = json!(nodes[0]["children"].as_array().expect("children").len());
    assert_eq!(root, 1);
    let picture = export(&["--format", "dot", "--depth", "1", "--out", "tree.dot"]);
    assert!(picture.contains("written to tree.dot"), "{picture}");
    let picture = std::fs::read_to_string(folder.path().join("tree.dot")).expect("a picture");
    assert!(picture.starts_with("digraph proof {") && picture.ends_with("}\n"));
}

#[test]
fn what_is_no_library_or_proof_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("text"), "no library".repeat(100)).expect("a file");
    for (arguments, reason) in [
        (&["library", "show", "text"][..], "sixfold: text: this is not an opening library\n"),
        (
            &["library", "show", "nothing"],
            "sixfold: nothing: No such file or directory (os error 2)\n",
        ),
        (&["export", "text"], "sixfold: text: this is not the file of a proof\n"),
    ] {
        let output = sixfold(folder.path(), arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), reason);
    }
}

const SMALL: [&str; 2] = ["--game", "connect(5,5,4,2,1)"];

#[test]
fn a_book_is_begun_filled_edited_and_undone() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |words: &[&str]| json(folder.path(), &[&["library"][..], words].concat());
    run(&[&["new", "a.6lib"][..], &SMALL].concat());
    let table = "result,moves\nB,c3 b2a3 d4d5\nW,c3 d2e3\nW,c3 c3c4\n";
    std::fs::write(folder.path().join("games.csv"), table).expect("a file");
    let imported = run(&["import", "a.6lib", "games.csv"]);
    assert_eq!(imported["files"][0]["games"], 2);
    assert_eq!(imported["files"][0]["skipped_count"], 1);
    let again = succeeds(folder.path(), &["library", "import", "a.6lib", "games.csv"]);
    assert_eq!(again, "games.csv: it is in the library already\n");
    let edit = ["--name", "gambit", "--add", "a1a2 e1e2", "--claim", "black_wins"];
    let edited = run(&[&["edit", "a.6lib", "--moves", "c3"][..], &edit].concat());
    assert_eq!(edited["entry"]["moves"].as_array().expect("moves").len(), 2);
    let shown = run(&["show", "a.6lib", "--moves", "c3"]);
    assert_eq!((&shown["known"], &shown["ground"]), (&json!("black_wins"), &json!("claim")));
    assert_eq!(shown["moves"][0]["statistics"]["games"], 2);
    let found = run(&["search", "a.6lib", "--text", "GAMBIT"]);
    assert_eq!(found["found"][0]["moves"], "c3");
    assert_eq!(run(&["minimax", "a.6lib"])["changed"], 0);
    assert!(run(&["undo", "a.6lib"])["done"].as_str().expect("a step").starts_with("3 changes"));
    let nothing = sixfold(folder.path(), &["library", "search", "a.6lib", "--text", "gambit"], b"");
    assert_eq!(nothing.status.code(), Some(1));
    run(&["redo", "a.6lib"]);
    let nothing = sixfold(folder.path(), &["library", "redo", "a.6lib"], b"");
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn a_book_is_exported_and_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |words: &[&str]| succeeds(folder.path(), &[&["library"][..], words].concat());
    for name in ["a.6lib", "b.6lib"] {
        run(&[&["new", name][..], &SMALL].concat());
        run(&["edit", name, "--moves", "", "--add", "c3 b2a3", "--name", name]);
    }
    let sgf = run(&["export", "a.6lib"]);
    assert_eq!(sgf::read(&sgf, None).expect("an SGF").stones().count(), 3);
    assert!(run(&["export", "a.6lib", "--out", "a.html"]).contains("written to a.html"));
    run(&["export", "a.6lib", "--out", "copy.6lib"]);
    run(&["export", "a.6lib", "--format", "certificates", "--out", "proofs"]);
    let merged = run(&["merge", "a.6lib", "b.6lib"]);
    assert!(merged.contains("'a.6lib' stays, not 'b.6lib'"), "{merged}");
    for (words, reason) in [
        (&["library", "export", "a.6lib", "--out", "a.lib"][..], "one stone a turn"),
        (&["library", "new", "a.6lib"], "there is such a file already"),
        (&["library", "edit", "a.6lib", "--moves", "c3"], "nothing to change"),
        (&["library", "edit", "a.6lib", "--moves", "c3", "--add", "a1"], "too few stones"),
        (&["library", "import", "a.6lib", "a.html"], "a.html"),
        (&["library", "merge", "a.6lib", "nothing"], "No such file"),
    ] {
        let output = sixfold(folder.path(), words, b"");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(reason) && said.trim_end().lines().count() == 1, "{said}");
    }
}
