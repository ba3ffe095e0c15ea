//! `sixfold prove` through the real program.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use support::{json, sixfold, succeeds};

/// Black to move wins. Jobs are kept small so that there are some.
const WON: &[&str] = &[
    "prove",
    "--game",
    "connect(7,7,4,1,1)",
    "--moves",
    "d4 c3",
    "--order",
    "1",
    "--nodes",
    "30",
    "--player-nodes",
    "20",
    "--workers",
    "2",
];

/// A win by single threats, in jobs that are too small for it: it takes about eighty of them.
const LONG: &[&str] = &[
    "prove",
    "--moves",
    "j10 h9i8 k11l10 k8m9",
    "--nodes",
    "4500",
    "--player-nodes",
    "200",
    "--workers",
    "1",
];

fn with(base: &[&'static str], more: &[&'static str]) -> Vec<&'static str> {
    [base, more].concat()
}

/// One line on standard error and exit code 2.
fn expect_complaint(output: &Output, mentions: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains(mentions), "no mention of {mentions:?} in {errors}");
}

#[test]
fn a_proof_answers_in_the_documented_form_and_check_accepts_it_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let proven = json(folder.path(), &with(WON, &["--cert", "proof.gz", "--store", "proof.db"]));
    for field in [
        "game",
        "fen",
        "to_move",
        "prover",
        "result",
        "key_move",
        "line",
        "order",
        "jobs",
        "jobs_failed",
        "nodes",
        "seconds",
        "proof",
        "disproof",
        "certificate",
        "store",
    ] {
        assert!(proven.get(field).is_some(), "{field} in {proven}");
    }
    assert_eq!((&proven["result"], &proven["to_move"]), (&"win".into(), &"black".into()));
    assert_eq!((&proven["prover"], &proven["proof"]), (&"black".into(), &0.into()));
    assert_eq!(proven["certificate"], "proof.gz");
    assert_eq!(fs::read(folder.path().join("proof.gz")).unwrap()[..2], [0x1f, 0x8b]);
    let checked = json(folder.path(), &["check", "proof.gz"]);
    assert_eq!((&checked["result"], &checked["fen"]), (&"accepted".into(), &proven["fen"]));
    assert_eq!(checked["order"], proven["order"]);
    let shown = succeeds(folder.path(), &["show", "proof.gz"]);
    assert!(shown.contains("Black wins"), "{shown}");
}

#[test]
fn a_solved_proof_is_told_again_from_its_file_without_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let first = json(folder.path(), &with(WON, &["--store", "proof.db"]));
    let again = json(folder.path(), &["prove", "--store", "proof.db", "--cert", "proof.txt"]);
    for field in ["game", "fen", "result", "jobs", "nodes", "seconds", "line", "order"] {
        assert_eq!(first[field], again[field], "{field}");
    }
    let text = succeeds(folder.path(), &["prove", "--store", "proof.db"]);
    assert!(text.contains("Black to move: Black wins (proven)\nmove    "), "{text}");
    assert_eq!(json(folder.path(), &["check", "proof.txt"])["result"], "accepted");
}

#[test]
fn a_key_move_is_told_and_a_win_of_the_other_side_too() {
    let folder = tempfile::tempdir().unwrap();
    let open_four = "19/19/19/19/19/19/19/19/19/3xxxx12/19/19/19/19/19/19/19/19/19 b 2";
    let won = json(folder.path(), &["prove", "--fen", open_four]);
    assert_eq!(
        (&won["result"], &won["jobs"], &won["order"]),
        (&"win".into(), &1.into(), &0.into())
    );
    assert_eq!(won["key_move"], won["line"][0]);
    assert_eq!(won["store"], Value::Null);
    let white = ["prove", "--fen", open_four, "--prover", "white", "--cert", "black.txt"];
    let refuted = json(folder.path(), &white);
    assert_eq!((&refuted["result"], &refuted["prover"]), (&"win".into(), &"white".into()));
    assert_eq!(json(folder.path(), &["check", "black.txt"])["winner"], "black");
}

#[test]
fn what_is_stopped_is_unknown_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("commands"),
        "help\nnonsense\nnodes 50000\nsuggest j11j13\nquit\n",
    )
    .unwrap();
    let steered = with(LONG, &["--steer", "commands", "--store", "proof.db"]);
    let output = sixfold(folder.path(), &steered, b"");
    let (said, told) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(1), "{said}{told}");
    assert!(said.contains("unknown whether Black wins (stopped)"), "{said}");
    assert!(
        said.ends_with("go on with:\n  sixfold prove --store proof.db --workers 1\n"),
        "{said}"
    );
    for answer in
        ["pause, resume", "'nonsense' is not a command", "50000 nodes", "suggested: j11j13"]
    {
        assert!(told.contains(answer), "{answer} in {told}");
    }
    let lost = sixfold(folder.path(), &with(LONG, &["--steer", "-"]), b"stop\n");
    assert_eq!(lost.status.code(), Some(1));
    let said = String::from_utf8(lost.stdout).unwrap();
    assert!(said.ends_with("with --store FILE the proof could be gone on with\n"), "{said}");
}

#[test]
fn a_table_of_grades_is_read_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("grades.json"), r#"{"winning4": [9, 4]}"#).unwrap();
    // No time for any job.
    let kept = ["--store", "proof.db", "--time", "0.000001", "--json"];
    let begun = [LONG, &["--grades", "grades.json", "--suggest", "j11j13"], &kept].concat();
    for arguments in [begun, [&["prove"][..], &kept].concat()] {
        let output = sixfold(folder.path(), &arguments, b"");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&answer["proof"], &answer["disproof"]), (&9.into(), &4.into()), "{answer}");
        assert_eq!((&answer["result"], &answer["jobs"]), (&"unknown".into(), &0.into()));
    }
}

/// Begins a run.
fn spawn(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The jobs that a file counts as done, once it is there.
fn done(folder: &Path) -> u64 {
    let reader = sixfold_store::Reader::open(&folder.join("proof.db"));
    reader.and_then(|reader| reader.totals()).map_or(0, |totals| totals.done)
}

/// Waits until a run has done so many jobs, or has ended.
fn wait_for_jobs(folder: &Path, child: &mut Child, jobs: u64) {
    while done(folder) < jobs && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn a_killed_proof_goes_on_where_it_was_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = with(LONG, &["--store", "proof.db"]);
    let mut confirmed = 0;
    for jobs in [1, 2, 3] {
        let mut child = spawn(folder.path(), &arguments);
        wait_for_jobs(folder.path(), &mut child, confirmed + jobs);
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = done(folder.path());
        assert!(kept >= confirmed, "{kept} jobs of {confirmed}");
        confirmed = kept;
    }
    assert!(confirmed >= 3);
    let resumed = json(folder.path(), &["prove", "--store", "proof.db", "--cert", "proof.gz"]);
    assert_eq!(resumed["result"], "win");
    assert!(resumed["jobs"].as_u64().unwrap() >= confirmed, "{resumed}");
    assert_eq!(json(folder.path(), &["check", "proof.gz"])["result"], "accepted");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_130_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = with(LONG, &["--store", "proof.db"]);
    let mut child = spawn(folder.path(), &arguments);
    wait_for_jobs(folder.path(), &mut child, 1);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("(interrupted)"), "{said}");
    assert!(said.ends_with("  sixfold prove --store proof.db --workers 1\n"), "{said}");
    assert!(done(folder.path()) >= 1);
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_in_a_line_and_the_file_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    // Writing beyond the limit is then an error like any other, and no signal.
    let limited = "trap '' XFSZ; ulimit -f 400; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_sixfold")])
        .args(with(LONG, &["--store", "proof.db"]))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    expect_complaint(&output, "proof.db: the disk ");
    let kept = done(folder.path());
    let resumed = json(folder.path(), &["prove", "--store", "proof.db"]);
    assert_eq!(resumed["result"], "win");
    assert!(resumed["jobs"].as_u64().unwrap() >= kept, "{resumed}");
}

#[test]
fn wrong_input_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    write("grades.json", r#"{"won": [1, 1]}"#);
    write("quit", "quit\n");
    fs::write(folder.path().join("torn.gz"), [0x1f, 0x8b, 8, 0]).unwrap();
    let begin = with(WON, &["--store", "proof.db", "--steer", "quit"]);
    sixfold(folder.path(), &begin, b"");
    let over = ["prove", "--game", "tictactoe", "--moves", "a1 b1 a2 b2 a3"];
    let cases: &[(&[&str], &str)] = &[
        (&over, "the game is over: Black wins"),
        (&["prove", "--game", "hex99"], "99x99"),
        (&["prove", "--store", "folder"], "--store: folder is a folder"),
        (&["prove", "--store", "grades.json"], "this is not the file of a proof"),
        (&["prove", "--store", "new.db"], "no proof in new.db yet, so a position is needed"),
        (&["prove", "--store", "proof.db", "--moves", "j10"], "about another position"),
        (&["prove", "--store", "proof.db", "--prover", "white"], "about a win of Black"),
        (&["prove", "--suggest", "j10k99"], "--suggest: 'j10k99' is not a turn"),
        (&["prove", "--moves", "j10", "--suggest", "j10k10"], "--suggest: j10k10 cannot be played"),
        (&["prove", "--forbid", ""], "--forbid: forbid needs the turns"),
        (&["prove", "--grades", "grades.json"], "--grades: grades.json: the numbers of Won"),
        (&["prove", "--steer", "nowhere"], "--steer: cannot read nowhere"),
        (&["prove", "-", "--steer", "-"], "standard input"),
        (&["prove", "--policy", "luck"], "luck"),
        (&["prove", "--nodes", "0"], "0"),
        (&["prove", "--cert", "folder"], "--cert"),
        (&["check", "torn.gz"], "torn.gz"),
    ];
    for (arguments, mentions) in cases {
        expect_complaint(&sixfold(folder.path(), arguments, b"j10"), mentions);
    }
}
