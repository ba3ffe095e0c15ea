use super::*;
use crate::engine::BuiltIn;
use crate::protocol::testing::{converse_with, converse_with_greedy, unchanged_by};

fn gtp() -> Gtp {
    Gtp::new("greedy", Limits::default())
}

/// Checks a dialogue: lines that begin with `>` are sent, the others must come back.
fn check(dialogue: &str) {
    check_with(BuiltIn::Greedy, &mut gtp(), dialogue);
}

/// The same with hexy, as programs of Hex speak.
fn check_hex(settings: &str, dialogue: &str) {
    let limits = Limits { nodes: Some(60), ..Limits::default() };
    let engine = BuiltIn::Hexy(settings.parse().unwrap());
    check_with(engine, &mut Gtp::of_hex("hexy", limits), dialogue);
}

fn check_with(engine: BuiltIn, protocol: &mut Gtp, dialogue: &str) {
    let sent: Vec<&str> =
        dialogue.lines().filter_map(|line| line.trim().strip_prefix("> ")).collect();
    let expected: Vec<&str> = dialogue
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('>'))
        .collect();
    let lines = converse_with(engine, protocol, &sent.join("\n"));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).filter(|l| !l.is_empty()).collect();
    assert_eq!(lines, expected);
}

#[test]
fn every_answer_ends_with_an_empty_line_and_bears_the_number_of_its_command() {
    let lines = converse_with_greedy(&mut gtp(), "7 name\nprotocol_version # which?\n\n  12  x\n");
    assert_eq!(lines, ["=7 sixfold-greedy", "", "= 2", "", "?12 unknown command", ""]);
}

#[test]
fn a_game_is_played_stone_by_stone() {
    check(
        "> boardsize 19
         =
         > clear_board
         =
         > komi 7.5
         =
         > play b K10
         =
         > play w A1
         =
         > play w b1
         =
         > play b L10
         =
         > play b m10
         =
         > play white A2
         =
         > play white B2
         =
         > play B N10
         =
         > play black t19
         =
         > play w A3
         =
         > play w B3
         =
         > genmove b
         = H10
         > final_score
         ? the game is not over
         > genmove b
         = J10
         > final_score
         = B+1
         > undo
         =
         > sixfold-position
         = 18x/19/19/19/19/19/19/19/19/7x1xxxx6/19/19/19/19/19/19/oo17/oo17/oo17 b 1",
    );
}

#[test]
fn a_row_of_six_ends_the_game() {
    check(
        "> sixfold-play-turn b K10L10 M10 N10 O10
         =
         > sixfold-genturn b
         = J10
         > final_score
         = B+1
         > genmove w
         ? the game is already over
         > play w A1
         ? illegal move: A1: the game is already over",
    );
}

#[test]
fn any_game_is_played_on_any_board() {
    check(
        "> sixfold-game tictactoe
         =
         > play b B2
         =
         > showboard
         =
           A B C
         3 · · · 3
         2 ·(●)· 2
         1 · · · 1
           A B C
         > boardsize 4 3
         =
         > sixfold-position
         = 4/4/4 b 1
         > boardsize 2
         ? unacceptable size: k = 3 in a row is out of range (1 to 2 on this board)
         > boardsize 99 99
         ? unacceptable size: a 99x99 board is out of range (each side: 1 to 26)
         > boardsize 1000
         ? unacceptable size
         > sixfold-game hex4
         =
         > play b B1
         =
         > genmove w
         ? greedy does not play hex4 (try hexy)
         > sixfold-game connect(3,4,3,1,1)
         =
         > sixfold-setup 4/1xx1/4 b 1
         =
         > sixfold-genturn b
         = A2",
    );
}

#[test]
fn the_letter_i_is_skipped_unless_plain_letters_are_wanted() {
    check(
        "> play b J1
         =
         > sixfold-coordinates plain
         =
         > play w I1
         ? illegal move: I1: the square is occupied
         > play w j1
         =
         > sixfold-game connect(3,26,3,1,1)
         =
         > sixfold-coordinates gtp
         ? no letter is left for the last column (try sixfold-coordinates plain)
         > sixfold-coordinates french
         ? syntax error: gtp, plain or small expected",
    );
    let lines = converse_with_greedy(&mut gtp(), "showboard\n");
    assert_eq!(lines[1].trim(), "A B C D E F G H J K L M N O P Q R S T");
}

#[test]
fn the_solver_can_be_asked() {
    check(
        "> sixfold-limits nodes 1000
         =
         > sixfold-setup 19/19/19/19/19/19/19/19/19/4xxxx11/19/19/19/19/19/19/19/19/19 b 2
         =
         > 3 sixfold-solve
         =3 win in 1 C10D10
         > sixfold-setup 19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/6x12 w 2
         =
         > sixfold-solve
         = unknown (the node budget is spent)",
    );
}

#[test]
fn bad_commands_are_refused_and_the_position_stays() {
    let mut protocol = gtp();
    converse_with_greedy(&mut protocol, "play b K10\nplay w A1\n");
    for (line, answer) in [
        ("5", "?5 unknown command"),
        ("PLAY b A1", "? unknown command"),
        ("play", "? syntax error: a colour is expected (black or white)"),
        ("play b", "? illegal move: a square is missing"),
        ("play b pass", "? illegal move: 'pass' is not a square"),
        ("play w A1", "? illegal move: A1: the square is occupied"),
        ("play w B2 A1", "? illegal move: A1: the square is occupied"),
        ("play w Z1", "? illegal move: 'Z1' is not on the board"),
        ("genmove", "? a value is missing"),
        ("genmove green", "? syntax error: a colour is expected (black or white)"),
        ("boardsize", "? syntax error: a size is missing"),
        (
            "sixfold-game",
            "? unknown game '' (known: connect6, gomoku, tictactoe, connect(M,N,K,P,Q), connect(K,P,Q), hexN, hex(M,N))",
        ),
        ("sixfold-setup 19", "? FEN: the side to move (b or w) is missing"),
        ("sixfold-limits width 3", "? syntax error: time, nodes or depth expected"),
        ("sixfold-limits depth 9999999999", "? '9999999999' is not a number from 1"),
        ("time_settings 1 2", "? syntax error: the number of stones is missing"),
        ("time_left b 1e300 0", "? '1e300' is not a number of seconds from 0.001 to 10000000"),
    ] {
        let lines = unchanged_by(&mut protocol, line, |gtp| gtp.session.game.record());
        assert_eq!(lines[0], answer);
    }
}

#[test]
fn all_commands_are_known_and_none_else() {
    let lines = converse_with_greedy(&mut gtp(), "list_commands\n");
    let commands = lines[0].strip_prefix("= ").into_iter().chain(lines[1..].iter().map(|l| &**l));
    for command in commands.filter(|command| !command.is_empty()) {
        assert!(!matches!(gtp().obey(command, ""), Err(Fault::UnknownCommand)), "{command}");
        assert!(matches!(gtp().obey("known_command", command), Ok(Reply::Now(t)) if t == "true"));
    }
    check("> known_command kgs-chat\n= false");
}

#[test]
fn clocks_reach_the_engine() {
    let time_for_move = |settings: &str| {
        let mut protocol = gtp();
        converse_with_greedy(&mut protocol, settings);
        match protocol.take_line("genmove b").pop() {
            Some(Action::Work(Job::Choose { limits, .. })) => limits.time_for_move(),
            other => panic!("the engine is asked, not {other:?}"),
        }
    };
    let milliseconds = |settings| time_for_move(settings).map(|time| time.as_millis());
    // Nothing is said: a second a move.
    assert_eq!(milliseconds("komi 0"), Some(1000));
    // A sixteenth of what is left.
    assert_eq!(milliseconds("time_settings 160 0 0"), Some(10_000));
    assert_eq!(milliseconds("time_settings 160 0 0\ntime_left b 32 0"), Some(2000));
    assert_eq!(milliseconds("time_left b 32"), Some(2000));
    // Black's first turn has one stone.
    assert_eq!(milliseconds("time_settings 0 30 10"), Some(3000));
    assert_eq!(milliseconds("time_settings 60 30 10\ntime_left b 8 4"), Some(2000));
    // Overtime for no stones is no limit.
    assert_eq!(milliseconds("sixfold-limits depth 3\ntime_settings 0 1 0"), None);
}

#[test]
fn what_the_engine_thinks_is_told_as_a_comment_if_wanted() {
    let lines = converse_with_greedy(&mut gtp(), "sixfold-info comments\ngenmove b\n");
    assert!(lines[2].starts_with("# info depth 1 score "), "{lines:?}");
    let stone = lines[3].strip_prefix("= ").unwrap();
    assert!(lines[2].ends_with(&format!(" pv {stone}")), "{lines:?}");
}

#[test]
fn only_stop_interrupt_and_quit_end_a_search() {
    for (line, urgency) in [
        ("# interrupt", Urgency::Stops),
        ("3 sixfold-stop", Urgency::Stops),
        ("4 quit # now", Urgency::Quits),
        ("# quit", Urgency::None),
        ("genmove b", Urgency::None),
    ] {
        assert_eq!(gtp().urgency(line), urgency, "{line}");
    }
}

#[test]
fn hex_is_played_by_its_own_names() {
    check_hex(
        "",
        "> name
         = sixfold-hexy
         > sixfold-position
         = 11/11/11/11/11/11/11/11/11/11/11 b 1
         > boardsize 4 4
         =
         > play b a1
         =
         > play white D1
         =
         > play b a2
         =
         > play w c2
         =
         > play b a4
         =
         > play w b3
         =
         > reg_genmove b
         = a3
         > reg_genmove w
         ? the other side is to move
         > sixfold-solve
         = win (proven) a3
         > genmove b
         = a3
         > final_score
         = B+1
         > genmove w
         ? the game is already over
         > undo
         =
         > final_score
         ? the game is not over
         > boardsize 3 2
         =
         > showboard
         =
         A B C
         1 · · · 1
         2 · · · 2
         A B C
         > boardsize 27
         ? unacceptable size: a 27x27 board is out of range (each side: 1 to 26)",
    );
}

#[test]
fn the_first_stone_is_taken_over_if_the_rule_holds() {
    check_hex(
        "",
        "> boardsize 5 5
         =
         > play b b1
         =
         > play b swap-pieces
         ? illegal move: only White may swap, as the second move of Hex on a board with equal sides
         > play w swap-pieces
         =
         > sixfold-position
         = 5/o4/5/5/5 b 1
         > undo
         =
         > sixfold-position
         = 1x3/5/5/5/5 w 1
         > undo
         =
         > play b c3
         =
         > sixfold-swap on
         =
         > reg_genmove w
         = swap-pieces
         > genmove w
         = swap-pieces
         > sixfold-position
         = 5/5/2o2/5/5 b 1
         > play w swap-pieces
         ? illegal move: only White may swap, as the second move of Hex on a board with equal sides
         > boardsize 4 5
         =
         > play b b1
         =
         > play w swap-pieces
         ? illegal move: only White may swap, as the second move of Hex on a board with equal sides",
    );
    check_hex("swap=on", "> boardsize 5 5\n=\n> play b c3\n=\n> genmove w\n= swap-pieces");
}

#[test]
fn pictures_of_hex_are_drawn_by_graphical_programs() {
    check_hex(
        "",
        "> boardsize 3 3
         =
         > play b b2
         =
         > sixfold-must-play
         = TEXT White loses wherever he plays
         > sixfold-connections
         ? a value is missing
         > sixfold-connections green
         ? syntax error: a colour is expected (black or white)
         > sixfold-game connect6
         =
         > sixfold-must-play
         ? 'connect6' is not a game of Hex",
    );
    let lines = converse_with_greedy(&mut gtp(), "hexgui-analyze_commands\n");
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let command = line.rsplit('/').next().unwrap().split(' ').next().unwrap();
        assert!(matches!(gtp().obey("known_command", command), Ok(Reply::Now(t)) if t == "true"));
    }
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a game.sgf");
    std::fs::write(&path, "(;GM[11]SZ[3];B[b1];W[swap-pieces];B[c3])").unwrap();
    let (path, none) = (path.display(), folder.path().join("none").display().to_string());
    check_hex(
        "",
        &format!(
            "> loadsgf {path}
             =
             > sixfold-position
             = 3/o2/2x w 1
             > loadsgf {path} 2
             =
             > sixfold-position
             = 1x1/3/3 w 1
             > loadsgf {path} 9
             ? cannot load file: there is no move 9
             > loadsgf
             ? syntax error: a file is missing
             > sixfold-position
             = 1x1/3/3 w 1"
        ),
    );
    let lines = converse_with_greedy(&mut gtp(), &format!("loadsgf {none}\n"));
    assert!(lines[0].starts_with("? cannot load file: "), "{lines:?}");
}
