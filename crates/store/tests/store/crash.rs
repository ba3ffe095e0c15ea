//! Processes that end, and disks that are full.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sixfold_store::{Problem, Reader, Store};

use crate::chain;

const FILE: &str = "SIXFOLD_TEST_STORE";

/// Goes on with a chain until it is stopped or fails, and says so after each step.
#[test]
#[ignore = "run by the tests below as a process of its own"]
fn a_process_that_takes_steps() {
    let Some(path) = env::var_os(FILE).map(PathBuf::from) else { return };
    let mut store = Store::open(&path).unwrap();
    for number in store.totals().unwrap().done as u32.. {
        match chain::take_step(&mut store, number) {
            Ok(()) => println!("\nstep {number}"),
            Err(error) => {
                println!("\nfailed: {error}");
                // What failed has left no trace, here as little as in the file.
                return chain::expect_steps(&store, number);
            }
        }
    }
}

/// Begins a command line that runs the test above.
fn taking_steps(command: &mut Command, path: &Path) -> Child {
    command
        .args(["crash::a_process_that_takes_steps", "--exact", "--ignored", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_killed_process_loses_no_step_that_it_has_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.db");
    drop(chain::create(&path));
    let mut confirmed = 0;
    for patience in [1, 3, 10] {
        let mut child = taking_steps(&mut Command::new(env::current_exe().unwrap()), &path);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let is_step = |line: &String| line.starts_with("step ");
        confirmed += lines.by_ref().filter(is_step).take(patience).count();
        child.kill().unwrap();
        confirmed += lines.filter(is_step).count();
        child.wait().unwrap();

        chain::expect_integrity(&path);
        let store = Store::open(&path).unwrap();
        let done = store.totals().unwrap().done as usize;
        // The last step may have been written, but not confirmed.
        assert!((confirmed..=confirmed + 1).contains(&done), "{confirmed} confirmed, {done} done");
        chain::expect_steps(&store, done as u32);
        confirmed = done;
    }
}

#[test]
#[cfg(unix)]
fn a_disk_that_takes_no_more_is_told_and_the_file_stays_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.db");
    drop(chain::create(&path));
    let mut shell = Command::new("sh");
    // Writing beyond the limit is then an error like any other, and no signal.
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\""]);
    shell.arg(env::current_exe().unwrap());
    let mut child = taking_steps(&mut shell, &path);
    let mut said = String::new();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(child.wait().unwrap().success(), "{said}");

    let failed: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("failed: ")).collect();
    let [failure] = failed[..] else { panic!("{said}") };
    assert!(failure.starts_with(&format!("{}: the disk ", path.display())), "{failure}");
    let confirmed = said.lines().filter(|line| line.starts_with("step ")).count();
    assert!(confirmed > 0);
    chain::expect_integrity(&path);
    let mut store = Store::open(&path).unwrap();
    chain::expect_steps(&store, confirmed as u32);
    chain::take_step(&mut store, confirmed as u32).unwrap();
    chain::expect_steps(&store, confirmed as u32 + 1);
}

#[test]
fn two_runs_cannot_write_one_file_but_others_may_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.db");
    let mut store = chain::create(&path);
    let reader = Reader::open(&path).unwrap();
    let second = Store::open(&path).unwrap_err();
    assert!(matches!(second.problem, Problem::InUse), "{second}");
    chain::take_step(&mut store, 0).unwrap();
    chain::expect_steps(&reader, 1);
    drop(store);
    chain::expect_steps(&reader, 1);
    chain::take_step(&mut Store::open(&path).unwrap(), 1).unwrap();
    chain::expect_steps(&reader, 2);
}

#[test]
#[cfg(unix)]
fn a_link_to_a_file_is_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("proof.db"), folder.path().join("link.db"));
    let store = chain::create(&path);
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(matches!(Store::open(&link).unwrap_err().problem, Problem::InUse));
    drop(store);
    Store::open(&link).unwrap();
}
