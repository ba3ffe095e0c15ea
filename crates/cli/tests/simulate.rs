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
