//! `sixfold match` and `sixfold tournament` through the real program.

mod support;

use std::fs;

use support::{json, sixfold, succeeds};

const SMALL: &[&str] = &["--game", "connect(6,6,4,2,1)", "--nodes", "100", "--games", "4"];

fn with_small(arguments: &[&'static str]) -> Vec<&'static str> {
    [arguments, SMALL].concat()
}

#[test]
fn a_match_answers_in_the_documented_form() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &with_small(&["match", "greedy", "greedy"]));
    assert_eq!((&answer["games"], &answer["planned"]), (&4.into(), &4.into()));
    assert_eq!(answer["score"], 0.5);
    assert_eq!(answer["pentanomial"], serde_json::json!([0, 0, 2, 0, 0]));
    assert_eq!(answer["engines"][1]["name"], "greedy-2");
    assert_eq!(answer["interrupted"], false);
}

#[test]
fn a_match_is_resumed_from_its_record_and_its_games_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        with_small(&["match", "greedy", "greedy", "--record", "games.jsonl", "--sgf", "games.sgf"]);
    let first = json(folder.path(), &arguments);
    let record = folder.path().join("games.jsonl");
    let whole = fs::read_to_string(&record).unwrap();
    assert_eq!(whole.lines().count(), 5);
    // As if it had been killed while it wrote the last line.
    fs::write(&record, &whole[..whole.len() - 5]).unwrap();
    let second = json(folder.path(), &arguments);
    assert_eq!(first["pentanomial"], second["pentanomial"]);
    assert_eq!(fs::read_to_string(&record).unwrap().lines().count(), 5);
    succeeds(folder.path(), &["convert", "games.sgf", "games.moves"]);
    let moves = fs::read_to_string(folder.path().join("games.moves")).unwrap();
    assert_eq!(moves.lines().count(), 4);
    let other = with_small(&["match", "greedy", "a=greedy", "--record", "games.jsonl"]);
    let output = sixfold(folder.path(), &other, b"");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains("games.jsonl: the record of another match"), "{message}");
    assert_eq!(message.lines().count(), 1);
}

/// The program plays against itself, once built in and once spoken to in HTP.
#[test]
fn the_engine_of_hex_plays_itself_as_another_program() {
    let folder = tempfile::tempdir().unwrap();
    let other = format!(
        "other=htp:{} engine --protocol htp --engine hexy:depth=1,swap=on --nodes 20",
        env!("CARGO_BIN_EXE_sixfold")
    );
    let arguments = [
        "match",
        "hexy:depth=1",
        &other,
        "--game",
        "hex5",
        "--nodes",
        "20",
        "--games",
        "6",
        "--swap",
        "--adjudicate",
        "off",
        "--record",
        "games.jsonl",
    ];
    let answer = json(folder.path(), &arguments);
    assert_eq!((&answer["games"], &answer["faults"]), (&6.into(), &serde_json::json!([])));
    let games = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    assert_eq!(games.lines().filter(|line| line.contains("\"ending\":\"chain\"")).count(), 6);
}

#[test]
fn what_does_not_fit_the_game_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, reason) in [
        (
            &["match", "hexy", "greedy", "--game", "hex5"][..],
            "greedy does not play hex5 (try hexy)",
        ),
        (&["match", "greedy", "greedy", "--swap"], "--swap: only Hex on a board with equal sides"),
        (&["match", "hexy", "hexy", "--game", "hex(3,4)", "--swap"], "--swap: only Hex"),
        (&["bestmove", "--engine", "mcts", "--game", "hex5"], "mcts does not play hex5 (try hexy)"),
        (&["bestmove", "--engine", "hexy"], "hexy does not play connect6 (try alphabeta)"),
    ] {
        let output = sixfold(folder.path(), arguments, b"");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(reason) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn a_tournament_of_three_has_a_cross_table() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = with_small(&["tournament", "greedy", "b=greedy", "c=greedy"]);
    let text = succeeds(folder.path(), &arguments);
    assert!(
        text.starts_with("Tournament of 3 engines: connect(6,6,4,2,1), 12 of 12 games"),
        "{text}"
    );
    assert!(text.contains("1 greedy  -  2  2"), "{text}");
    let answer = json(folder.path(), &arguments);
    assert_eq!(answer["cross"][0][0], serde_json::Value::Null);
    assert_eq!(answer["cross"][2][1]["points"], 2.0);
    let markdown = succeeds(folder.path(), &[&arguments[..], &["--markdown"]].concat());
    assert!(markdown.contains("| 1 greedy |"), "{markdown}");
}

#[test]
fn a_test_ends_a_match_early() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "greedy", "greedy", "--game", "connect(6,6,4,2,1)", "--sprt", "200,400"];
    let answer = json(folder.path(), &arguments);
    assert_eq!(answer["sprt"]["decision"], "elo0");
    assert!(answer["games"].as_u64().unwrap() < 100);
}

#[test]
fn wrong_arguments_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad"), "j10 j10\n").unwrap();
    for (arguments, reason) in [
        (&["match", "greedy", "nobody"][..], "'nobody' is not an engine"),
        (&["match", "greedy"], "required arguments"),
        (&["match", "greedy", "greedy", "--games", "3"], "an even number of games"),
        (&["match", "greedy", "greedy", "--clock", "x"], "not a number of seconds"),
        (&["match", "greedy", "greedy", "--sprt", "5,0"], "the smaller one first"),
        (&["match", "greedy", "greedy", "--openings", "bad"], "bad: line 1: stone 2"),
        (&["match", "greedy", "greedy", "--openings", "none"], "cannot read none"),
        (&["match", "greedy", "greedy", "--sgf", "no/where"], "there is no such folder"),
        (&["match", "greedy", "greedy", "--game", "hex5"], "greedy does not play hex5 (try hexy)"),
        (&["match", "greedy", "c6:/no/such/program"], "cannot start '/no/such/program'"),
        (&["tournament", "greedy"], "2 values required"),
    ] {
        let output = sixfold(folder.path(), arguments, b"");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(reason) && message.lines().count() == 1, "{message}");
    }
}

#[cfg(unix)]
#[test]
fn faults_of_a_program_are_counted_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let script = "while read word rest; do case $word in next) exit 1;; esac; done";
    fs::write(folder.path().join("fake.sh"), script).unwrap();
    let arguments = ["match", "c6:sh fake.sh", "greedy", "--games", "2", "--nodes", "1"];
    let answer = json(folder.path(), &arguments);
    assert_eq!((&answer["engines"][0]["crashes"], &answer["score"]), (&2.into(), &0.0.into()));
    assert_eq!(answer["faults"][0]["engine"], "sh");
    let text = succeeds(folder.path(), &arguments);
    assert!(text.contains("fault   game 1, sh: the program has ended (exit status: 1)"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_go_on() {
    use std::process::{Command, Stdio};

    let folder = tempfile::tempdir().unwrap();
    // A program that tells when it is asked, and never answers.
    let script =
        "while read word rest; do case $word in next) touch asked; sleep 1000;; esac; done";
    fs::write(folder.path().join("fake.sh"), script).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["match", "c6:sh fake.sh", "greedy", "--nodes", "1", "--record", "games.jsonl"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path().join("asked").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    let command = "sixfold match 'c6:sh fake.sh' greedy --nodes 1 --record games.jsonl";
    assert!(text.ends_with(&format!("0 of 100 games; go on with:\n  {command}\n")), "{text}");
}
