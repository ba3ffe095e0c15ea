//! Dialogues of the real program with another one.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use support::sixfold;

fn dialogue(arguments: &[&str], input: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = sixfold(folder.path(), arguments, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn c6_answers_every_line_in_its_order() {
    let input =
        b"name\ninfo off\nnew black\nnew xxx\r\nblack JJKJLJMJ\nwhite AA\nnext\nnext\nquit\nname\n";
    let expected = "name sixfold-greedy\nmove JJ\nmove HJIJ\nerror: the game is already over\n";
    assert_eq!(dialogue(&["engine", "--engine", "greedy"], input), expected);
}

#[test]
fn gtp_answers_every_line_in_its_order() {
    let input = b"1 name\nsixfold-game tictactoe\nsixfold-setup 3/xx1/oo1 b 1\n2 genmove b\n3 final_score\n4 quit";
    let expected = "=1 sixfold-greedy\n\n=\n\n=\n\n=2 C2\n\n=3 B+1\n\n=4\n\n";
    let arguments = ["engine", "--protocol", "gtp", "--engine", "greedy"];
    assert_eq!(dialogue(&arguments, input), expected);
}

#[test]
fn htp_answers_every_line_in_its_order() {
    let input = b"1 name\nboardsize 4 4\nplay b a1\nplay w d1\nplay b a2\nplay w c2\nplay b a4\n\
        play w b3\n2 genmove b\n3 final_score\n4 quit";
    let expected = format!("=1 sixfold-hexy\n\n{}=2 a3\n\n=3 B+1\n\n=4\n\n", "=\n\n".repeat(7));
    let arguments = ["engine", "--protocol", "htp", "--nodes", "50"];
    assert_eq!(dialogue(&arguments, input), expected);
}

#[test]
fn garbage_and_half_lines_do_no_harm() {
    let mut input = vec![b'x'; 2 << 20];
    input.extend(b"\n\0\xff\xfe\n\nname");
    let answers = dialogue(&["engine", "--engine", "greedy"], &input);
    assert_eq!(answers.lines().count(), 3, "{answers}");
    assert!(answers.ends_with("name sixfold-greedy\n"), "{answers}");
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .args(["engine", "--engine", "greedy"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"name\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "name sixfold-greedy\n");
    drop(output);
    // Sooner or later the program notices that nobody reads.
    while input.write_all(b"print\n").is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn an_unknown_engine_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let output = sixfold(folder.path(), &["engine", "--engine", "deep-thought"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("'deep-thought' is not an engine"));
}
