//! Wrong input is answered by exit code 2 and one line that names the place.

mod support;

use std::fs;

use support::sixfold;

/// What is typed, what comes in on standard input, and what the answer must mention.
#[derive(Clone)]
struct Case {
    arguments: &'static [&'static str],
    input: Vec<u8>,
    mentions: &'static str,
}

fn typed(arguments: &'static [&'static str], mentions: &'static str) -> Case {
    Case { arguments, input: Vec::new(), mentions }
}

fn piped(input: impl Into<Vec<u8>>, mentions: &'static str) -> Case {
    Case { arguments: &["show", "-"], input: input.into(), mentions }
}

fn commands() -> Vec<Case> {
    vec![
        typed(&[], "no command"),
        typed(&["prove-everything"], "prove-everything"),
        typed(&["show", "--colour"], "--colour"),
        typed(&["show", "a", "b"], "'b'"),
        typed(&["show", "--fen", "3/3/3 b 1", "--moves", "a1"], "cannot be used with"),
        typed(&["show", "no-such-file.sgf"], "no-such-file.sgf"),
        typed(&["show", "folder"], "folder"),
        typed(&["show", "--svg", "a.svg", "--png", "a.png"], "cannot be used with"),
        typed(&["show", "--svg", "no/such/folder/a.svg"], "no/such/folder/a.svg"),
        typed(&["show", "--svg", "folder"], "folder"),
        typed(&["show", "--color", "sometimes"], "sometimes"),
        typed(&["show", "--game", "tictactoe", "--zones"], "--zones: no win of the side to move"),
        typed(&["show", "--game", "connect(6,2,1)", "--zones"], "--zones: name a certificate"),
        typed(&["show", "broken.cert"], "broken.cert: line 5: order 'x'"),
        typed(&["show", "broken.cert", "--zones"], "broken.cert: line 5: order 'x'"),
        typed(&["show", "version.cert"], "version '99'"),
        typed(
            &["show", "false.cert", "--zones"],
            "false.cert: the certificate is not a proof: node 1",
        ),
        typed(
            &["show", "narrow.cert", "--zones"],
            "node 1 (line 6): d3 is too near the edge of the window",
        ),
        typed(&["show", "narrow.cert", "--number", "2"], "no game 2"),
        typed(
            &["show", "narrow.cert", "--game", "gomoku"],
            "the certificate is about connect(3,1,1), not gomoku",
        ),
        typed(&["solve", "--goal", "luck"], "luck"),
        typed(&["solve", "--time", "-1"], "-1"),
        typed(&["solve", "--time", "soon"], "soon"),
        typed(&["solve", "--time", "nan"], "nan"),
        typed(&["solve", "--time", "inf"], "endless"),
        typed(&["solve", "--nodes", "many"], "many"),
        typed(&["solve", "--nodes", "-5"], "-5"),
        typed(&["solve", "--memory", "0"], "0"),
        typed(&["solve", "--game", "hex5", "--goal", "vcdt"], "Hex has no threats"),
        typed(&["solve", "--game", "tictactoe", "--cert", "a.cert"], "--cert"),
        typed(&["check"], "<CERT>"),
        typed(&["check", "missing.cert"], "missing.cert"),
        typed(&["check", "game.sgf"], "line 1"),
        typed(&["convert"], "<IN>"),
        typed(&["convert", "game.sgf"], "<OUT>"),
        typed(&["convert", "game.sgf", "out.unknown"], "out.unknown"),
        typed(&["convert", "game.sgf", "out", "--to", "chess"], "chess"),
        typed(&["convert", "missing.sgf", "out.sgf"], "missing.sgf"),
        typed(&["convert", "game.sgf", "out.sgf", "--number", "2"], "no game 2"),
        typed(&["convert", "game.sgf", "out.sgf", "--number", "0"], "0"),
        typed(&["show", "two.sgf"], "2 games"),
        typed(&["show", "two.sgf", "--number", "3"], "no game 3"),
        typed(&["convert", "setup.fen", "out.moves"], "edited position"),
        typed(&["convert", "game.sgf", "no/such/out.sgf"], "no/such/out.sgf"),
        typed(&["bench", "everything"], "everything"),
        typed(&["completions", "dos"], "dos"),
        typed(&["man", "game.sgf/pages"], "game.sgf/pages"),
    ]
}

fn games() -> Vec<Case> {
    vec![
        typed(&["show", "--game", "chess"], "chess"),
        typed(&["show", "--game", ""], "unknown game"),
        typed(&["show", "--game", "connect(3,3)"], "connect(3,3)"),
        typed(&["show", "--game", "connect(3,3,4,1,1)"], "k = 4"),
        typed(&["show", "--game", "connect(3,3,4,1)"], "unknown game 'connect(3,3,4,1)'"),
        typed(&["show", "--game", "connect(27,1,1)"], "k = 27"),
        typed(&["show", "--game", "connect(0,1,1)"], "k = 0"),
        typed(&["show", "--game", "connect(6,2,0)"], "q (first stones) = 0"),
        typed(&["show", "--game", "connect(27,3,3,1,1)"], "27x3"),
        typed(&["show", "--game", "connect(0,3,3,1,1)"], "0x3"),
        typed(&["show", "--game", "connect(3,3,3,0,1)"], "p (stones a turn) = 0"),
        typed(&["show", "--game", "connect(3,3,3,1,677)"], "q (first stones) = 677"),
        typed(&["show", "--game", "connect(99999999999,3,3,1,1)"], "connect(99999999999"),
        typed(&["show", "--game", "hex999"], "999x999"),
    ]
}

fn fens() -> Vec<Case> {
    vec![
        typed(&["show", "--fen", ""], "board"),
        typed(&["show", "--fen", "19/19 w 2"], "2 rows"),
        typed(&["show", "--game", "connect(6,2,1)", "--fen", "5/5 b 1"], "--fen: FEN: k = 6"),
        typed(&["show", "--game", "connect(6,2,1)", "--fen", "27 b 1"], "1x27 board"),
        typed(&["show", "--game", "connect(6,2,1)", "--fen", "7/8 b 1"], "row 2"),
        typed(&["show", "--game", "connect(6,2,1)", "--fen", "x?xxxx b 1"], "'?'"),
        typed(&["show", "--game", "connect(6,2,1)", "--fen", ""], "the board is missing"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/3"], "side to move"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/3 b"], "stones still to place"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/3 r 1"], "'r'"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/3 b 2"], "'2'"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/3 b 0"], "'0'"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/4/3 b 1"], "row 2"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/2 b 1"], "row 3"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/0x2 b 1"], "row 3"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/x?x/3 b 1"], "'?'"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/3/3 b 1 extra"], "extra"),
        typed(&["show", "--game", "tictactoe", "--fen", "3/99999999999999999999/3 b 1"], "row 2"),
        typed(&["show", "--game", "tictactoe", "--fen", "xxx/ooo/3 b 1"], "both players"),
    ]
}

fn moves() -> Vec<Case> {
    vec![
        typed(&["show", "--moves", "j10 k11i9 j10k9"], "occupied"),
        typed(&["show", "--moves", "j10 k11k11"], "K11"),
        typed(&["show", "--moves", "t1"], "t1"),
        typed(&["show", "--moves", "j20"], "j20"),
        typed(&["show", "--moves", "j0"], "j0"),
        typed(&["show", "--moves", "j"], "'j'"),
        typed(&["show", "--moves", "j10 hello"], "hello"),
        typed(
            &["show", "--game", "tictactoe", "--moves", "a1 b1 a2 b2 a3 b3"],
            "game is already over",
        ),
        typed(&["show", "--moves", "j10 k11i9\u{7}"], "column"),
        typed(&["solve", "--game", "tictactoe", "--moves", "a1 a1"], "occupied"),
    ]
}

fn files() -> Vec<Case> {
    let noise: Vec<u8> =
        (0..10_u32 << 20).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let ten_megabytes = |piece: &str| piece.repeat((10 << 20) / piece.len());
    vec![
        piped("", "standard input: the text is empty"),
        piped(" \n\t ", "empty"),
        piped([0_u8, 159, 146, 150], "not text"),
        piped(noise, "not text"),
        piped(ten_megabytes("garbage "), "garbage"),
        piped(ten_megabytes("(;"), "SGF"),
        piped(ten_megabytes("("), "SGF"),
        piped(ten_megabytes(";"), "list of moves"),
        piped(ten_megabytes("j10 "), "J10"),
        piped(ten_megabytes("9/"), "side to move"),
        piped(ten_megabytes("{["), "contest record"),
        piped(vec![b' '; 65 << 20], "64 MiB"),
        piped("(;FF[4];B[j10];W[i11k11]", "SGF"),
        piped("(;FF[4];B[j10];W[i11k", "SGF"),
        piped("(;FF[4];B[j10];W[z99])", "line 1"),
        piped("(;FF[4];B[j10];B[k11])", "White is to move"),
        piped("(;FF[4];B[j10];W[j10k11])", "occupied"),
        piped("(;FF[4]RU[connect(3,3,9,1,1)];B[a1])", "k = 9"),
        piped("(;GM[11]SZ[11];B[c3];W[c3])", "occupied"),
        piped("{[C6][a][b];B(J,10);W(I,11)", "contest record"),
        piped("{[C6][a][b];B(J,10);W(J,10)}", "occupied"),
        piped("{[C6][a][b];B(J,99)}", "99"),
    ]
}

#[test]
fn wrong_input_gets_one_line_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    write("game.sgf", "(;FF[4];B[j10];W[i11k11])");
    write("two.sgf", "(;FF[4];B[j10])(;FF[4];B[k10])");
    let certificate = |game: &str, fen: &str, order: &str, attack: &str| {
        format!(
            "sixfold-certificate 1\ngame {game}\nfen {fen}\nwinner black\norder {order}\n{attack}\nend 1\n"
        )
    };
    write("broken.cert", &certificate("tictactoe", "3/1x1/3 b 1", "x", "a a1 +"));
    write("false.cert", &certificate("tictactoe", "3/1x1/3 b 1", "-", "a a1 +"));
    write("narrow.cert", &certificate("connect(3,1,1)", "5/5/2x2/5/5 b 1", "1", "a d3 +"));
    write("version.cert", "sixfold-certificate 99\n");
    write("setup.fen", "19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 2");
    let cases = [commands(), games(), fens(), moves(), files()].concat();
    assert!(cases.len() >= 40);
    for Case { arguments, input, mentions } in cases {
        let output = sixfold(folder.path(), arguments, &input);
        let errors = String::from_utf8_lossy(&output.stderr);
        let start: String = String::from_utf8_lossy(&input[..input.len().min(40)]).into_owned();
        let what = format!("sixfold {arguments:?} < {start:?}: {errors}");
        assert_eq!(output.status.code(), Some(2), "{what}");
        assert_eq!(errors.lines().count(), 1, "{what}");
        assert!(errors.starts_with("sixfold: ") && errors.ends_with('\n'), "{what}");
        assert!(errors.len() < 600, "{what}");
        assert!(errors.contains(mentions), "no mention of {mentions:?} in {what}");
        assert!(output.stdout.is_empty(), "{what}");
        let clauses: Vec<&str> = errors.trim_end().split(": ").filter(|c| c.len() > 15).collect();
        let told_twice = clauses.iter().enumerate().any(|(i, c)| clauses[..i].contains(c));
        assert!(!told_twice, "the same thing twice in {what}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.sgf");
    fs::write(&kept, "before").unwrap();
    let output = sixfold(folder.path(), &["convert", "-", "kept.sgf"], b"(;FF[4];B[j10];W[z1])");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(kept).unwrap(), "before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let output = sixfold(folder.path(), &["show", "--svg", "/dev/full"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/dev/full"));
    for redirection in ["--help > /dev/full", "show > /dev/full", "show --moves zz 2> /dev/full"] {
        let command = format!("{} {redirection}", env!("CARGO_BIN_EXE_sixfold"));
        let status =
            std::process::Command::new("sh").args(["-c", &command]).output().unwrap().status;
        assert_eq!(status.code(), Some(2), "{redirection}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"\xff.moves");
    fs::write(folder.path().join(name), "j10").unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_sixfold"))
        .current_dir(folder.path())
        .args([std::ffi::OsStr::new("convert"), name, std::ffi::OsStr::new("out.fen")])
        .output()
        .unwrap()
        .status;
    assert!(status.success());
}
