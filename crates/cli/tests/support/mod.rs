//! Running the real program.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub mod worker;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `sixfold` in a folder with the given standard input.
pub fn sixfold(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    std::thread::scope(|scope| {
        // The program may refuse the input before it has read all of it.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    })
}

/// Standard output of a run that must succeed.
pub fn succeeds(folder: &Path, arguments: &[&str]) -> String {
    let output = sixfold(folder, arguments, b"");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "sixfold {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Standard output of a run that must succeed, as JSON.
pub fn json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&succeeds(folder, &arguments)).expect("one JSON object")
}
