//! What the commands do when all is well.

mod support;

use std::fs;

use support::{json, sixfold, succeeds};

const OPENING: &str = "j10 k11i9 h9j9";

#[test]
fn solve_answers_in_the_documented_form() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["solve", "--game", "connect(3,4,3,1,1)", "--goal", "exact"]);
    let fields: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let documented = [
        "game", "fen", "to_move", "goal", "result", "order", "move", "line", "length", "nodes",
        "seconds", "zones",
    ];
    assert!(documented.iter().all(|field| fields.contains(field)), "{fields:?}");
    assert_eq!(answer["game"], "connect(3,4,3,1,1)");
    assert_eq!(answer["to_move"], "black");
    assert_eq!(answer["result"], "win");
    let turns = answer["line"].as_array().unwrap().len();
    assert_eq!(answer["length"], turns.div_ceil(2));
}

#[test]
fn a_win_by_double_threats_has_a_certificate_that_check_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "j10 j9k12 l11k13 j12m12 l10l12 l9n10";
    let arguments = ["solve", "--goal", "vcdt", "--moves", moves, "--cert", "proof.cert"];
    let answer = json(folder.path(), &arguments);
    assert_eq!((&answer["result"], &answer["order"]), (&"win".into(), &1.into()));
    assert_eq!(answer["length"], 3);
    assert!(!answer["zones"].as_array().unwrap().is_empty());
    assert_eq!(json(folder.path(), &["check", "proof.cert"])["result"], "accepted");

    let proof = fs::read_to_string(folder.path().join("proof.cert")).unwrap();
    let reply = proof.lines().find(|line| line.starts_with("r ")).unwrap();
    let damaged = proof.replacen(reply, "r a1a2", 1);
    let output = sixfold(folder.path(), &["check", "-"], damaged.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("rejected: node "));
}

#[test]
fn no_double_threat_is_an_answer_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["solve", "--goal", "vcdt", "--moves", OPENING]);
    assert_eq!(answer["result"], "none");
}

#[test]
fn a_spent_budget_is_unknown_and_not_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &["solve", "--game", "connect(7,7,5,1,1)", "--nodes", "100"]);
    assert_eq!(answer["result"], "unknown");
    assert_eq!(answer["move"].as_array().unwrap().len(), 0);
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let mut answer = json(folder.path(), &["solve", "--game", "connect(5,5,4,2,1)"]);
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    };
    assert_eq!(run(), run());
}

#[test]
fn show_lists_threats_and_defences() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "j10 a1b3 k10l10 a9b7 m10";
    let shown = json(folder.path(), &["show", "--moves", moves]);
    let black = &shown["threats"]["black"];
    assert_eq!(black["number"], 2);
    assert_eq!(black["normal_defences"].as_array().unwrap().len(), 3);
    assert_eq!(shown["to_move"], "black");
    assert_eq!(shown["stones_left"], 1);
    let text = succeeds(folder.path(), &["show", "--moves", moves]);
    assert!(text.contains("Black: 2 threats; normal defences: "), "{text}");
}

/// A proof about an unbounded board.
const CERTIFICATE: &str = "\
sixfold-certificate 1
game connect(3,1,1)
fen 6/6/2x3/6/6 b 1
winner black
order 1
a d3 +
end 1
";

#[test]
fn the_position_of_a_certificate_is_shown_with_its_zones() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("proof.cert"), CERTIFICATE).unwrap();
    let text = succeeds(folder.path(), &["show", "proof.cert"]);
    assert!(text.contains("connect(3,1,1): Black to move, 1 stone to place\n"), "{text}");
    assert!(text.contains("Black wins by a win of order 1 (1 node, not checked)\n"), "{text}");
    let shown = json(folder.path(), &["show", "proof.cert"]);
    assert_eq!((&shown["certificate"]["checked"], &shown["zones"]), (&false.into(), &().into()));

    let text = succeeds(folder.path(), &["show", "proof.cert", "--zones"]);
    assert!(text.contains("\n3 · 1 ● 1 1 · 3\n"), "{text}");
    assert!(text.contains("\n1 zone Z1   from Z2 on all squares\n"), "{text}");
    assert!(text.contains("(1 node, checked)\nSquares in zones: Z1 3, from Z2 on"), "{text}");
    let shown = json(folder.path(), &["show", "proof.cert", "--zones"]);
    assert_eq!(shown["zones"], serde_json::json!([["b3", "d3", "e3"]]));
    assert_eq!(shown["certificate"]["winner"], "black");
    assert_eq!(shown["fen"], "6/6/2x3/6/6 b 1");
    let svg = succeeds(folder.path(), &["show", "proof.cert", "--zones", "--svg", "-"]);
    assert!(svg.contains(">zone Z1<") && svg.contains(">from Z2 on all squares<"), "{svg}");
    succeeds(folder.path(), &["show", "proof.cert", "--zones", "--png", "zones.png"]);
    assert!(fs::read(folder.path().join("zones.png")).unwrap().starts_with(b"\x89PNG"));

    let piped =
        sixfold(folder.path(), &["show", "-", "--game", "connect(3,1,1)"], CERTIFICATE.as_bytes());
    assert!(piped.status.success());
    let said = succeeds(folder.path(), &["check", "proof.cert"]);
    assert!(said.ends_with(" by a win of order 1, on an unbounded board (1 node)\n"), "{said}");
}

#[test]
fn an_unbounded_game_is_seen_through_the_window_of_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let unbounded = ["show", "--game", "connect(6,2,3)"];
    let start = json(folder.path(), &unbounded);
    assert_eq!((&start["game"], &start["stones_left"]), (&"connect(6,2,3)".into(), &3.into()));
    assert!(start["fen"].as_str().unwrap().starts_with("19/19/"), "{start}");
    let fen = "7/2x4/7/7/7/7/7/7 w 2";
    let shown = json(folder.path(), &[&unbounded[..], &["--fen", fen]].concat());
    assert_eq!((&shown["fen"], &shown["near_edge"]), (&fen.into(), &["c7"][..].into()));
    let text = succeeds(folder.path(), &[&unbounded[..], &["--fen", fen]].concat());
    assert!(text.contains("lines through c7 reach beyond it"), "{text}");

    fs::write(folder.path().join("game.moves"), "b3b4c5 a1g8\n").unwrap();
    let ask = ["--game", "connect(6,2,3)"];
    for format in ["sgf", "sgf-littlegolem", "sgf-stones", "contest", "fen"] {
        let to = [&["convert", "game.moves", "there", "--to", format][..], &ask].concat();
        succeeds(folder.path(), &to);
        let there = json(folder.path(), &[&["show", "there"][..], &ask].concat());
        assert!(there["fen"].as_str().unwrap().ends_with("/1x17/1x17/19/o18 b 2"), "{there}");
    }
}

#[test]
fn a_board_without_a_terminal_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let plain = succeeds(folder.path(), &["show", "--moves", OPENING]);
    let coloured = succeeds(folder.path(), &["show", "--moves", OPENING, "--color", "always"]);
    assert!(!plain.contains('\u{1b}') && coloured.contains('\u{1b}'));
}

#[test]
fn every_way_to_give_a_position_gives_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let fen = json(folder.path(), &["show", "--moves", OPENING])["fen"].clone();
    let fen = fen.as_str().unwrap();
    let contest = "{[C6][a][b][先手胜][2017][x];B(J,10);W(K,11);W(I,9);B(H,9);B(J,9)}";
    for (name, text) in [
        ("a.txt", OPENING),
        ("b.txt", "J10 K11 I9 H9 J9"),
        ("c.fen", fen),
        ("d.sgf", "(;FF[4];B[j10];W[k11i9];B[h9j9])"),
        ("e.sgf", "(;GM[511];B[JJ];W[KK];W[II];B[HI];B[JI])"),
        ("f.c6", contest),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(json(folder.path(), &["show", name])["fen"], fen, "{name}");
        let piped = sixfold(folder.path(), &["show", "-", "--json"], text.as_bytes());
        assert!(String::from_utf8_lossy(&piped.stdout).contains(fen), "{name} piped");
    }
    assert_eq!(json(folder.path(), &["show", "--fen", fen])["fen"], fen);
}

#[test]
fn conversion_goes_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.moves"), format!("{OPENING}\n")).unwrap();
    for format in ["sgf", "sgf-littlegolem", "sgf-stones", "contest", "contest-gb2312"] {
        succeeds(folder.path(), &["convert", "game.moves", "there", "--to", format]);
        let back = succeeds(folder.path(), &["convert", "there", "-", "--to", "moves"]);
        assert_eq!(back, format!("{OPENING}\n"), "{format}");
    }
}

#[test]
fn one_game_of_a_collection_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two.sgf"), "(;FF[4];B[j10])(;FF[4];B[k10])").unwrap();
    let second =
        succeeds(folder.path(), &["convert", "two.sgf", "-", "--to", "moves", "--number", "2"]);
    assert_eq!(second, "k10\n");
    assert_eq!(json(folder.path(), &["convert", "two.sgf", "copy.sgf"])["games"], 2);
}

#[test]
fn json_holds_what_standard_output_would_have() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.moves"), OPENING).unwrap();
    let answer = json(folder.path(), &["convert", "game.moves", "-", "--to", "moves"]);
    assert_eq!(answer["contents"], format!("{OPENING}\n"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_private_file_private() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.fen");
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    symlink("file.fen", folder.path().join("link.fen")).unwrap();
    fs::write(folder.path().join("game.moves"), OPENING).unwrap();
    succeeds(folder.path(), &["convert", "game.moves", "link.fen"]);
    assert!(folder.path().join("link.fen").is_symlink());
    assert!(fs::read_to_string(&file).unwrap().ends_with("w 2\n"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn pictures_are_written() {
    let folder = tempfile::tempdir().unwrap();
    succeeds(folder.path(), &["show", "--moves", OPENING, "--svg", "board.svg"]);
    succeeds(folder.path(), &["show", "--moves", OPENING, "--png", "board.png"]);
    let svg = fs::read_to_string(folder.path().join("board.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let png = fs::read(folder.path().join("board.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000);
    assert_eq!(succeeds(folder.path(), &["show", "--moves", OPENING, "--svg", "-"]), svg);
}

#[test]
fn help_manual_and_completions_name_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let help = succeeds(folder.path(), &["--help"]);
    let bash = succeeds(folder.path(), &["completions", "bash"]);
    let manual = succeeds(folder.path(), &["man"]);
    for command in ["show", "solve", "convert", "bench"] {
        assert!([&help, &bash, &manual].iter().all(|text| text.contains(command)), "{command}");
    }
    succeeds(folder.path(), &["man", "pages"]);
    assert!(folder.path().join("pages/sixfold.1").exists());
    assert!(folder.path().join("pages/sixfold-show.1").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_far_it_got() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["solve", "--game", "connect(8,8,5,1,1)", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["result"], "unknown");
    assert_eq!(answer["reason"], "the search was cancelled");
}
