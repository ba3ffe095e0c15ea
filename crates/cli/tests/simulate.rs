//! `sixfold simulate` through the real program.

mod support;

use std::fs;

use support::{json, sixfold, succeeds};

const SMALL: [&str; 7] = ["simulate", "--trees", "2", "--jobs", "50", "--workers", "1,8"];

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let answers = ["1", "2"].map(|threads| {
        let arguments = [&SMALL[..], &["--threads", threads, "--plot", "curves.svg"]].concat();
        let text = succeeds(folder.path(), &arguments);
        (text, fs::read_to_string(folder.path().join("curves.svg")).unwrap())
    });
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].1.starts_with("<svg"));
    assert!(answers[0].0.contains("picture written to curves.svg"));
}

#[test]
fn one_undisturbed_worker_is_what_all_are_compared_with() {
    let folder = tempfile::tempdir().unwrap();
    let answer = json(folder.path(), &SMALL);
    let curves = answer["curves"].as_array().unwrap();
    assert_eq!(curves.len(), 4);
    for curve in curves {
        assert_eq!(curve["rows"][0]["workers"], 1);
        assert_eq!(curve["rows"][0]["speed_up"]["mean"], 1.0);
        assert_eq!(curve["rows"][0]["effort"]["mean"], 1.0);
        assert!(curve["rows"][1]["speed_up"]["mean"].as_f64().unwrap() > 1.0);
    }
}

#[test]
fn jobs_take_as_long_as_the_file_says() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("jobs.csv"), "kind,seconds\nmove,2\nverify,2\n").unwrap();
    let arguments = [&SMALL[..], &["--durations", "jobs.csv", "--policy", "greedy"]].concat();
    let answer = json(folder.path(), &arguments);
    let tree = &answer["trees"][0];
    assert_eq!(tree["seconds"].as_f64(), tree["jobs"].as_f64().map(|jobs| 2.0 * jobs));
}

#[test]
fn durations_of_a_proof_are_simulated_with() {
    let folder = tempfile::tempdir().unwrap();
    let small = ["--order", "1", "--nodes", "30", "--player-nodes", "20", "--workers", "2"];
    let proof =
        ["prove", "--game", "connect(7,7,4,1,1)", "--moves", "d4 c3", "--store", "proof.db"];
    let proven = json(folder.path(), &[&proof[..], &small].concat());
    let said = succeeds(folder.path(), &["export", "proof.db", "--out", "jobs.csv"]);
    let jobs = proven["jobs"].as_u64().unwrap();
    assert_eq!(said, format!("durations of {jobs} jobs written to jobs.csv\n"));
    let table = succeeds(folder.path(), &["export", "proof.db", "--format", "durations"]);
    assert_eq!(table, fs::read_to_string(folder.path().join("jobs.csv")).unwrap());
    assert!(table.starts_with("kind,seconds\n"), "{table}");
    assert_eq!(table.lines().count() as u64, 1 + jobs);
    let seconds = |line: &str| line.split_once(',')?.1.parse::<f64>().ok();
    let sum: f64 = table.lines().skip(1).filter_map(seconds).sum();
    assert!((sum - proven["seconds"].as_f64().unwrap()).abs() < 1e-6, "{sum} in {proven}");
    let simulated = json(folder.path(), &[&SMALL[..], &["--durations", "jobs.csv"]].concat());
    assert_eq!(simulated["durations"], "recorded");
    let tree = ["export", "proof.db", "--format", "durations", "--depth", "1"];
    let output = sixfold(folder.path(), &tree, b"");
    let reason = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        reason.contains("durations are of all jobs") && reason.lines().count() == 1,
        "{reason}"
    );
}

#[test]
fn searches_that_are_broken_off_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let bound = [&SMALL[..], &["--most-jobs", "20"]].concat();
    let text = succeeds(folder.path(), &bound);
    assert!(text.contains("  2 broken off\n"), "{text}");
    assert!(text.contains("broken off: searches of more than 20 jobs"), "{text}");
    assert!(!succeeds(folder.path(), &SMALL).contains("broken off"));
    let answer = json(folder.path(), &bound);
    assert_eq!(
        (&answer["most_jobs"], &answer["curves"][0]["rows"][0]["broken_off"]),
        (&20.into(), &2.into())
    );
}

#[test]
fn wrong_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("jobs.csv"), "kind,seconds\nmove,2\nverify,soon\n").unwrap();
    for (option, value, mentions) in [
        ("--durations", "jobs.csv", "jobs.csv"),
        ("--durations", "nowhere.csv", "nowhere.csv"),
        ("--plot", "curves.gif", ".svg or .png"),
        ("--loss", "-1", "losses per hour"),
        ("--slow", "2", "share of slow workers"),
        ("--slow-factor", "0.5", "slow workers"),
        ("--latency", "-1", "--latency"),
        ("--workers", "0", "--workers"),
        ("--policy", "hope", "hope"),
    ] {
        let output = sixfold(folder.path(), &["simulate", option, value], b"");
        let reason = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{option} {value}: {reason}");
        assert!(reason.contains(mentions) && reason.lines().count() == 1, "{reason}");
    }
}
