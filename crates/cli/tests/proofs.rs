//! Solving, verifying and checking, as a user asks for it.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{json, sixfold, succeeds};

/// Black to move: a win by single threats, and none by double threats.
const SINGLE_THREATS: &str = "j10 h9i8 k11l10 k8m9";
/// A win by double threats in three turns.
const DOUBLE_THREATS: &str = "j10 j9k12 l11k13 j12m12 l10l12 l9n10";

/// What a run that must end with this exit code says in JSON.
fn answer(folder: &Path, code: i32, arguments: &[&str]) -> Value {
    let output = sixfold(folder, &[arguments, &["--json"]].concat(), b"");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "sixfold {arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn assert_fields(answer: &Value, documented: &[&str]) {
    let fields: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert!(documented.iter().all(|field| fields.contains(field)), "{fields:?}");
}

fn assert_accepted(folder: &Path, certificate: &str) {
    assert_eq!(json(folder, &["check", certificate])["result"], "accepted", "{certificate}");
}

#[test]
fn a_win_by_single_threats_has_a_certificate_that_check_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "--goal", "vcst", "--moves", SINGLE_THREATS, "--cert", "proof.cert"];
    let found = json(folder.path(), &ask);
    assert_fields(
        &found,
        &[
            "game", "fen", "to_move", "goal", "result", "order", "move", "line", "length", "nodes",
            "seconds", "zones",
        ],
    );
    assert_eq!((&found["goal"], &found["result"]), (&"vcst".into(), &"win".into()));
    assert_eq!(found["order"], 2);
    assert_eq!(found["line"][0], found["move"]);
    assert_accepted(folder.path(), "proof.cert");
    let said = succeeds(folder.path(), &["show", "proof.cert", "--zones"]);
    assert!(said.contains("Black wins by a win of order 2 ("), "{said}");
}

#[test]
fn the_goal_win_finds_the_lowest_order_up_to_the_one_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |moves, order| {
        json(folder.path(), &["solve", "--goal", "win", "--moves", moves, "--order", order])
    };
    assert_eq!(ask(DOUBLE_THREATS, "3")["order"], 1);
    assert_eq!(ask(SINGLE_THREATS, "2")["order"], 2);
    let none = ask(SINGLE_THREATS, "1");
    assert_eq!((&none["result"], &none["order"]), (&"none".into(), &().into()));
    assert_eq!(none["move"], Value::Array(Vec::new()));
}

#[test]
fn the_shortest_win_is_called_so_and_is_no_longer_than_another() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "--goal", "win", "--moves", DOUBLE_THREATS];
    let any = json(folder.path(), &ask);
    let shortest = json(folder.path(), &[&ask[..], &["--shortest"]].concat());
    assert_eq!((&shortest["length"], &shortest["shortest"]), (&3.into(), &true.into()));
    assert!(any["length"].as_u64() >= shortest["length"].as_u64());
}

#[test]
fn threads_change_nothing_about_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("vcdt", DOUBLE_THREATS, "win"),
        ("vcdt", SINGLE_THREATS, "none"),
        ("vcst", SINGLE_THREATS, "win"),
    ];
    for (goal, moves, result) in cases {
        let ask = ["solve", "--goal", goal, "--moves", moves, "--threads", "2"];
        let found = json(folder.path(), &[&ask[..], &["--cert", "proof.cert"]].concat());
        assert_eq!(found["result"], result, "{goal} {moves}");
        if result == "win" {
            assert_accepted(folder.path(), "proof.cert");
        }
    }
}

#[test]
fn a_verified_position_has_a_certificate_that_check_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["--game", "connect(6,6,4,2,2)", "--moves", "c3d4"];
    let ask = [&["verify", "--cert", "proof.cert"][..], &game].concat();
    let verified = answer(folder.path(), 0, &ask);
    assert_fields(
        &verified,
        &[
            "game",
            "fen",
            "to_move",
            "verified",
            "result",
            "reason",
            "order",
            "unrefuted",
            "refuted",
            "calls",
            "nodes",
            "seconds",
            "zones",
        ],
    );
    assert_eq!((&verified["verified"], &verified["result"]), (&true.into(), &"loss".into()));
    assert_eq!(verified["to_move"], "white");
    assert_eq!(verified["unrefuted"], Value::Array(Vec::new()));
    assert_accepted(folder.path(), "proof.cert");
    let again = answer(folder.path(), 0, &["verify", "proof.cert", "--threads", "2"]);
    assert_eq!(again["fen"], verified["fen"]);
}

#[test]
fn replies_that_hold_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    // Four in a row, open at both ends, and a stone to place: one end is not enough.
    let lost = "19/19/19/19/19/19/19/19/19/3xxxx12/19/19/19/19/19/19/19/19/19 w 1";
    assert_eq!(answer(folder.path(), 0, &["verify", "--fen", lost])["verified"], true);
    // With two stones it is, and order 1 has no answer to that.
    let held = lost.replace("w 1", "w 2");
    let ask = ["verify", "--order", "1", "--fen", &held];
    let answered = answer(folder.path(), 1, &ask);
    assert_eq!((&answered["verified"], &answered["result"]), (&false.into(), &"none".into()));
    let left = answered["unrefuted"].as_array().unwrap();
    assert!(!left.is_empty() && left.iter().all(|reply| reply["result"] == "none"), "{answered}");
    assert_eq!(left[0]["reply"].as_array().unwrap().len(), 2, "{answered}");
    let text = String::from_utf8(sixfold(folder.path(), &ask, b"").stdout).unwrap();
    assert!(text.contains("not refuted\nleft    "), "{text}");
}

#[test]
fn what_is_not_lost_is_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    let open_four = "19/19/19/19/19/19/19/19/19/3xxxx12/19/19/19/19/19/19/19/19/19 b 2";
    for position in [
        &["--fen", open_four][..],
        &["--game", "tictactoe"],
        &["--game", "connect(1,1,1,1,1)"],
        &["--game", "tictactoe", "--moves", "a1 b1 a2 b2 a3"],
        &["--nodes", "1", "--moves", "j10 h9i8 k11l10"],
    ] {
        let answered = answer(folder.path(), 1, &[&["verify", "--cert", "a"], position].concat());
        assert_eq!(answered["verified"], false, "{position:?}");
        assert!(!folder.path().join("a").exists(), "{position:?}");
    }
    let over = ["verify", "--game", "tictactoe", "--moves", "a1 b1 a2 b2 a3"];
    let said = sixfold(folder.path(), &over, b"").stdout;
    assert_eq!(String::from_utf8_lossy(&said), "tictactoe: the game is over, Black wins\n");
}

#[test]
fn proofs_on_an_unbounded_board_are_accepted_as_such() {
    let folder = tempfile::tempdir().unwrap();
    for (command, game, moves) in [
        ("verify", "connect(6,2,3)", "j10k11l10"),
        ("verify", "connect(4,2,2)", "j10j11"),
        ("verify", "connect(3,1,1)", "j10"),
        // In a corner of its window, which has to be moved.
        ("verify", "connect(3,1,1)", "a1"),
        ("solve", "connect(3,1,1)", ""),
    ] {
        let ask = [command, "--game", game, "--moves", moves, "--cert", "proof.cert"];
        let found = answer(folder.path(), 0, &ask);
        assert_eq!(found["game"], game);
        assert_eq!(found["result"], if command == "solve" { "win" } else { "loss" }, "{found}");
        let said = succeeds(folder.path(), &["check", "proof.cert"]);
        assert!(said.starts_with("accepted: ") && said.contains("on an unbounded board"), "{said}");
        fs::remove_file(folder.path().join("proof.cert")).unwrap();
    }
}

#[test]
fn a_null_move_in_a_line_has_a_name_and_an_endless_zone_no_size() {
    let folder = tempfile::tempdir().unwrap();
    let said = succeeds(folder.path(), &["solve", "--game", "connect(3,1,1)"]);
    assert!(!said.contains("zones of  squares"), "{said}");
    let line = said.lines().find(|line| line.starts_with("line ")).unwrap();
    assert!(!line["line    ".len()..].contains("  "), "{line}");
}

#[test]
fn what_the_largest_window_does_not_settle_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "--game", "connect(26,1,1)", "--order", "1"];
    let found = json(folder.path(), &ask);
    assert_eq!(found["result"], "unknown");
    assert_eq!(found["reason"], "the window on the board cannot grow further");
}

#[test]
fn a_budget_is_for_all_windows_together() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "--game", "connect(6,2,1)"];
    let all = json(folder.path(), &ask)["nodes"].as_u64().unwrap();
    // Enough for the first window, and for each of the others, but not for all of them.
    let half = (all / 2).to_string();
    let found = json(folder.path(), &[&ask[..], &["--nodes", &half]].concat());
    assert_eq!(found["reason"], "the node budget is spent", "{found}");
    assert!(found["nodes"].as_u64().unwrap() <= all / 2 + 1, "{found}");
}

#[test]
fn the_time_for_a_search_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["verify", "--moves", "j10 j8j12 i9k11", "--order", "4", "--time", "0.05"];
    let found = answer(folder.path(), 1, &ask);
    assert_eq!(found["reason"], "the time is up");
    // Far more than it takes, for a busy machine.
    assert!(found["seconds"].as_f64().unwrap() < 1.0, "{found}");
}

#[test]
fn little_memory_ends_a_search_and_not_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "--goal", "vcst", "--moves", SINGLE_THREATS, "--memory", "1"];
    let found = json(folder.path(), &[&ask[..], &["--time", "5"]].concat());
    assert!(found["result"] == "unknown" || found["result"] == "win", "{found}");
}

#[test]
fn games_of_three_stones_a_turn_and_begun_turns_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let game = "connect(7,7,5,3,1)";
    let four = ["verify", "--game", game, "--fen", "7/7/7/1xxxx2/7/7/7 w 1"];
    assert_eq!(answer(folder.path(), 0, &four)["verified"], true);
    let own = ["verify", "--game", game, "--fen", "7/7/7/1xxxx2/7/7/7 b 1"];
    assert_eq!(answer(folder.path(), 1, &own)["verified"], false);
}

#[test]
fn the_positions_of_a_file_are_solved() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("lines.txt", &format!("{DOUBLE_THREATS}\n\n{SINGLE_THREATS}\n"));
    write("table.csv", &format!("id,moves,vcdt_length\n1,{DOUBLE_THREATS},3\n"));
    let ask = ["bench", "solve", "--positions", "lines.txt", "--positions", "table.csv"];
    let text = succeeds(folder.path(), &[&ask[..], &["--limit", "5"]].concat());
    assert!(text.contains("lines.txt") && text.contains("table.csv"), "{text}");

    write("wrong.txt", &format!("{DOUBLE_THREATS}\nj10 j10k11\n"));
    write("short.csv", "id,moves\n1\n");
    for (file, place) in [
        ("wrong.txt", "wrong.txt, line 2: "),
        ("short.csv", "short.csv, line 2: no moves"),
        ("missing.txt", "cannot read missing.txt"),
    ] {
        let output = sixfold(folder.path(), &["bench", "solve", "--positions", file], b"");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(place) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn wrong_flags_are_named_in_one_line_before_any_search() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "--order", "0"], "--order"),
        (&["solve", "--order", "-1"], "--order"),
        (&["verify", "--order", "17"], "1..=16"),
        (&["solve", "--threads", "-1"], "--threads"),
        (&["verify", "--threads", "65535"], "--threads"),
        (&["verify", "--memory", "-1"], "--memory"),
        (&["verify", "--nodes", "0"], "--nodes"),
        (&["verify", "--time", "0"], "--time"),
        (&["verify", "--game", "hex99"], "99x99"),
        (&["verify", "missing.sgf"], "missing.sgf"),
        (&["verify", "--cert", "-"], "--cert: the certificate needs a file of its own"),
        (&["solve", "--cert", "-"], "--cert: the certificate needs a file of its own"),
        (&["verify", "--cert", "folder"], "--cert: folder is a folder"),
        (&["solve", "--cert", "no/such/a.cert"], "no/such/a.cert: there is no such folder"),
        (&["solve", "--game", "connect(6,2,1)", "--goal", "exact"], "--goal: an unbounded board"),
        (&["bench", "solve", "--limit", "1"], "--positions"),
        (&["bench", "solve", "--positions", "a", "--limit", "0"], "--limit"),
        (&["bench", "solve", "--positions", "a", "--limit", "-1"], "--limit"),
        (&["bench", "solve", "--positions", "a", "--threads", "-1"], "--threads"),
        (&["bench", "solve", "--positions", "folder"], "folder"),
    ];
    for &(arguments, mentions) in cases {
        let output = sixfold(folder.path(), arguments, b"");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.starts_with("sixfold: ") && errors.lines().count() == 1, "{errors}");
        assert!(errors.contains(mentions), "no mention of {mentions:?}: {errors}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_certificate_that_does_not_fit_on_the_disk_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let ask = ["solve", "--goal", "vcdt", "--moves", DOUBLE_THREATS, "--cert", "/dev/full"];
    let output = sixfold(folder.path(), &ask, b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("sixfold: cannot write /dev/full"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_verifier_says_how_far_it_got_and_leaves_no_file() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["verify", "--moves", "j10 j8j12 i9k11", "--order", "4", "--cert", "a", "--json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["verified"], &found["result"]), (&false.into(), &"unknown".into()));
    assert_eq!(found["reason"], "the search was cancelled");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
