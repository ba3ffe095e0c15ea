//! The examples of the README give the output that is printed there.

mod support;

use std::path::PathBuf;

use support::sixfold;

/// Times differ from run to run: everything in a line from " in 0.123 s" on is left out.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(" in ") {
        Some((start, rest)) if rest.contains(" s (") => start,
        _ => line,
    });
    lines.map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Splits a command line at spaces, keeping quoted parts together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

#[test]
fn readme_examples_are_true() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut examples = 0;
    for example in blocks.flat_map(|block| block.split("$ sixfold ").skip(1)) {
        let (command, expected) = example.split_once('\n').unwrap();
        let arguments = words(command);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = sixfold(&root, &arguments, b"");
        let found = String::from_utf8(output.stdout).unwrap();
        assert_eq!(without_times(&found), without_times(expected.trim_end()), "sixfold {command}");
        examples += 1;
    }
    assert!(examples >= 5);
}

#[test]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut pictures = 0;
    for command in readme.split("drawn by `sixfold ").skip(1) {
        let (command, _) = command.split_once('`').unwrap();
        let (command, path) = command.rsplit_once(' ').unwrap();
        let mut arguments = words(command);
        arguments.push("-".to_string());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let drawn = sixfold(&root, &arguments, b"");
        let kept = std::fs::read(root.join(path)).unwrap();
        assert!(drawn.stdout == kept, "draw it again: sixfold {command} {path}");
        pictures += 1;
    }
    assert!(pictures >= 2);
}
