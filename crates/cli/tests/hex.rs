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

#[test]
fn what_is_shown_of_hex_is_called_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let text = succeeds(folder.path(), &["show", "--game", "hex5", "--moves", "c3 b4 d2"]);
    assert!(text.contains("+ must-play region\n"), "{text}");
    let proven = ["solve", "--game", "hex5", "--moves", "c3", "--cert", "win.cert"];
    sixfold(folder.path(), &proven, b"");
    let text = succeeds(folder.path(), &["show", "win.cert", "--zones"]);
    assert!(text.contains("+ carrier of the win\n") && text.contains("Carrier: "), "{text}");
    assert!(!text.contains("zone") && !text.contains("node"), "{text}");
    let joined =
        "sixfold-certificate 1\ngame hex2\nfen xo/xo w 1\nwinner black\norder -\nj\nend 1\n";
    std::fs::write(folder.path().join("joined.cert"), joined).unwrap();
    let said = sixfold(folder.path(), &["check", "joined.cert"], b"");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.ends_with("(1 plan)\n"), "{said}");
    let said = succeeds(folder.path(), &["bestmove", "--game", "hex4"]);
    assert!(said.contains("score   win in at most ") && said.contains(" (proven)\n"), "{said}");
}

/// Too little for the solver: it takes a tree.
const LITTLE: [&str; 6] = ["--nodes", "1", "--player-nodes", "8", "--workers", "1"];

#[test]
fn a_lost_position_is_proven_lost_by_jobs_and_its_tree_is_exported() {
    let folder = tempfile::tempdir().unwrap();
    let lost = ["prove", "--game", "hex5", "--fen", "5/5/3o1/5/5 b 1"];
    let kept = ["--store", "p.db", "--cert", "p.cert"];
    let answer = json(folder.path(), &[&lost[..], &LITTLE, &kept].concat());
    assert_eq!((&answer["result"], &answer["prover"]), (&"loss".into(), &"black".into()));
    assert!(answer["jobs"].as_u64() > Some(5), "{answer}");
    let said = succeeds(folder.path(), &["check", "p.cert"]);
    assert!(said.starts_with("accepted: White wins hex5 from 5/5/3o1/5/5 b 1 ("), "{said}");
    let export = |more: &[&str]| succeeds(folder.path(), &[&["export", "p.db"][..], more].concat());
    let text = export(&["--format", "sgf"]);
    assert!(text.contains("GM[11]") && text.contains("disproven, White wins"), "{text}");
    let record = sixfold_game::record::sgf::read(&text, None).unwrap();
    record.check().unwrap();
    let root = record.node(record.root());
    assert!(root.children().len() > 1, "a variation for every move that was tried");
    let tree: serde_json::Value = serde_json::from_str(&export(&["--format", "json"])).unwrap();
    assert_eq!((&tree["game"], &tree["status"]), (&"hex5".into(), &"disproven".into()));
    let nodes = tree["nodes"].as_array().unwrap();
    assert_eq!(tree["nodes_in_tree"], nodes.len());
    let picture = export(&["--format", "dot"]);
    assert!(picture.starts_with("digraph proof {") && picture.contains("lightpink"), "{picture}");
    assert!(picture.matches(" -> ").count() + 1 >= nodes.len());
}

#[test]
fn a_proof_of_hex_is_steered() {
    let folder = tempfile::tempdir().unwrap();
    let commands = "suggest d2\nforbid c3\nallow c3\nnodes 2\nplayer-nodes 4\npause\nresume\nsuggest z9\nquit\n";
    std::fs::write(folder.path().join("commands"), commands).unwrap();
    let steered = ["prove", "--game", "hex6", "--steer", "commands", "--store", "p.db"];
    let output = sixfold(folder.path(), &[&steered[..], &LITTLE].concat(), b"");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    for answer in
        ["suggested: d2", "forbidden: c3", "allowed: c3", "2 nodes", "paused", "'z9' is not a turn"]
    {
        assert!(told.contains(answer), "{answer} in {told}");
    }
    let answer = json(folder.path(), &["prove", "--store", "p.db", "--workers", "1"]);
    assert_eq!(answer["result"], "win");
}
