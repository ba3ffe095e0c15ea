//! Hex through the real program.

mod support;

use support::{json, sixfold, succeeds};

#[test]
fn who_wins_is_proven_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["solve", "--game", "hex5", "--cert", "win.cert"]);
    assert_eq!((&answer["result"], &answer["goal"]), (&"win".into(), &"exact".into()));
    assert_eq!(answer["move"], answer["line"][0]);
    assert!(answer["zones"][0].as_array().unwrap().contains(&answer["move"][0]));
    let said = succeeds(folder.path(), &["check", "win.cert"]);
    assert!(said.starts_with("accepted: Black wins hex5 from 5/5/5/5/5 b 1 ("), "{said}");
    let proof = std::fs::read_to_string(folder.path().join("win.cert")).unwrap();
    let other = proof.replace("winner black", "winner white");
    std::fs::write(folder.path().join("false.cert"), other).unwrap();
    let refused = sixfold(folder.path(), &["check", "false.cert"], b"");
    assert_eq!(refused.status.code(), Some(1));
    let shown = succeeds(folder.path(), &["show", "win.cert", "--zones"]);
    assert!(shown.contains("Certificate: Black wins"), "{shown}");
}

#[test]
fn a_board_is_shown_with_connections_and_the_must_play_region() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["show", "--game", "hex5", "--moves", "c3 b4 d2"]);
    assert!(text.contains("White must play on one of: c4\n"), "{text}");
    let answer = json(folder.path(), &["show", "--game", "hex5", "--moves", "c3 b4 d2"]);
    assert_eq!(answer["hex"]["must_play"], serde_json::json!(["c4"]));
    assert_eq!(answer["hex"]["black"]["wins"], "to_move");
    succeeds(folder.path(), &["show", "--game", "hex5", "--moves", "c3", "--svg", "board.svg"]);
    let svg = std::fs::read_to_string(folder.path().join("board.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("stroke-width=\"4\""), "no links");
}

#[test]
fn moves_that_are_not_refuted_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let output = sixfold(folder.path(), &["verify", "--game", "hex4"], b"");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("left    d1 c2 b3 a4\n"), "{text}");
    let lost = succeeds(folder.path(), &["verify", "--game", "hex4", "--moves", "c2"]);
    assert!(lost.contains("every reply loses (proven)"), "{lost}");
}

#[test]
fn an_opening_is_proven_by_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let prove = ["prove", "--game", "hex5", "--moves", "b4", "--store", "p.db", "--cert", "p.gz"];
    let answer = json(folder.path(), &[&prove[..], &["--workers", "1"]].concat());
    assert_eq!((&answer["result"], &answer["to_move"]), (&"loss".into(), &"white".into()));
    succeeds(folder.path(), &["check", "p.gz"]);
}
