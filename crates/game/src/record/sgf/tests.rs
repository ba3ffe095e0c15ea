//! What SGF files say about a game.

use super::*;
use crate::record::{Event, Mark, Property, Sign, move_list};
use crate::{Outcome, Player, Setup};

const STYLES: [Style; 3] = [Style::Standard, Style::LittleGolem, Style::OneStonePerNode];

fn game(text: &str) -> Record {
    read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(text: &str) -> String {
    move_list::write(&game(text)).unwrap()
}

fn fault(text: &str) -> String {
    read(text, None).unwrap_err().to_string()
}

#[test]
fn every_style_of_the_same_game_is_read() {
    for text in [
        "(;FF[4]EV[connect6.ch.27.1.1]PB[a]PW[b]SO[http://x];B[j10];W[i11k11];B[l11k12])",
        "(;GM[511];B[JJ];W[IK];W[KK];B[LK];B[KL])",
        "(;GM[511];B[JJ];W[IKKK];B[LKKL])",
        "(;GM[1]SZ[19];B[jj];W[ii];W[ki];B[li];B[kh])",
        "(;GaMe[1]SiZe[19];Black[jj];White[ii];White[ki];Black[li];Black[kh])",
    ] {
        assert_eq!(moves(text), "j10 i11k11 l11k12", "{text}");
    }
}

#[test]
fn the_file_says_which_game_it_is() {
    for (text, name) in [
        ("(;)", "connect6"),
        ("(;GM[1])", "connect6"),
        ("(;SZ[15])", "connect(15,15,6,2,1)"),
        ("(;SZ[7:9])", "connect(9,7,6,2,1)"),
        ("(;GM[4])", "gomoku"),
        ("(;GM[4]SZ[19])", "connect(19,19,5,1,1)"),
        ("(;GM[11])", "hex11"),
        ("(;GM[11]SZ[4:3])", "hex(3,4)"),
        ("(;GM[4]RU[connect(9,9,5,2,1)])", "connect(9,9,5,2,1)"),
        ("(;GM[11]SZ[5]RU[Japanese])", "hex5"),
    ] {
        assert_eq!(game(text).game().to_string(), name, "{text}");
    }
}

#[test]
fn a_record_of_another_game_is_refused() {
    for number in ["2", "6", "0", "x"] {
        let text = format!("(;FF[4]GM[{number}];B[j10])");
        let reason =
            format!("line 1, column 8: the file is a record of another game (GM[{number}])");
        assert_eq!(fault(&text), reason);
        assert!(read(&text, Some(GameName::CONNECT6)).is_ok());
        assert_eq!(moves(&format!("(;GM[{number}]RU[connect6];B[j10])")), "j10");
    }
    assert_eq!(moves("(;GM[];B[j10])"), "j10");
}

#[test]
fn the_game_asked_for_is_played_on_the_board_of_the_file() {
    let ask = |text: &str, game: &str| {
        let record = read(text, game.parse().ok()).map_err(|error| error.to_string());
        record.map(|record| record.game().to_string())
    };
    for (text, game, reason) in [
        (
            "(;SZ[15];B[aa])",
            "connect6",
            "line 1, column 3: the file is for a 15x15 board, not 19x19",
        ),
        ("(;SZ[15:9];B[aa])", "hex15", "line 1, column 3: the file is for a 9x15 board, not 15x15"),
        ("(;SZ[40])", "connect6", "line 1, column 3: the file is for a 40x40 board, not 19x19"),
        ("(;RU[gomoku])", "connect6", "line 1, column 3: the file is for a 15x15 board, not 19x19"),
        (
            "(;RU[hex19])",
            "connect6",
            "line 1, column 3: the file is a record of hex19, not of connect6",
        ),
        ("(;RU[gomoku]SZ[9])", "", "line 1, column 13: the file is for a 9x9 board, not 15x15"),
    ] {
        assert_eq!(ask(text, game), Err(reason.to_owned()), "{text}");
    }
    for (text, game) in [
        ("(;SZ[19];B[aa])", "connect(19,19,5,1,1)"),
        ("(;RU[connect6];B[aa])", "connect(19,19,5,1,1)"),
        ("(;GM[4];B[aa])", "connect6"),
        ("(;RU[Japanese];B[aa])", "connect(9,9,5,1,1)"),
    ] {
        assert_eq!(ask(text, game), Ok(game.to_owned()), "{text}");
    }
}

#[test]
fn an_unbounded_game_is_seen_through_a_window_of_the_size_of_the_file() {
    let unbounded: GameName = "connect(6,2,3)".parse().unwrap();
    for (text, rows, columns) in [
        ("(;RU[connect(6,2,3)];B[aa])", 19, 19),
        ("(;RU[connect(6,2,3)]SZ[13];B[aa])", 13, 13),
        ("(;SZ[7:26]RU[Connect(6,2,3)];B[aa])", 26, 7),
    ] {
        let record = game(text);
        assert_eq!(record.game(), unbounded.seen_through(rows, columns).unwrap(), "{text}");
        assert_eq!(read(text, Some(unbounded)).as_ref(), Ok(&record), "{text}");
        for style in STYLES {
            assert_eq!(game(&write(&record, style)), record, "{text}");
        }
    }
    for (text, size) in [("(;RU[gomoku];B[aa])", 15), ("(;SZ[9];B[aa])", 9), ("(;;B[aa])", 19)] {
        let record = read(text, Some(unbounded)).unwrap();
        assert_eq!(record.game(), unbounded.seen_through(size, size).unwrap(), "{text}");
    }
    let small = "line 1, column 21: property SZ: k = 6 in a row is out of range (1 to 5";
    assert!(fault("(;RU[connect(6,2,3)]SZ[5])").starts_with(small));
    let other = read("(;RU[connect(6,2,1)]SZ[13])", Some(GameName::CONNECT6)).unwrap_err();
    assert!(other.to_string().ends_with("the file is for a 13x13 board, not 19x19"), "{other}");
}

#[test]
fn one_stone_a_turn_without_a_game_gets_a_hint() {
    let hint = "(for one stone a turn, name the game, such as connect(19,19,5,1,1))";
    for text in ["(;;B[j10];W[k10];B[l10])", "(;GM[1]SZ[19]RU[Free];B[JJ];W[KJ];B[LJ])"] {
        let message = fault(text);
        assert!(message.contains("stone 3: Black at L10, but White is to move"), "{message}");
        assert!(message.ends_with(hint), "{message}");
    }
    for text in [
        "(;GM[511];B[j10];W[k10];B[l10])",
        "(;RU[connect6];B[j10];W[k10];B[l10])",
        "(;;B[j10];B[k10])",
        "(;;B[j10];W[j10])",
    ] {
        assert!(!fault(text).contains("one stone a turn"), "{text}");
    }
}

#[test]
fn the_result_is_kept_as_it_was_written() {
    let [black, white] = Player::BOTH.map(|player| Some(Outcome::Win(player)));
    for (text, result) in [
        ("B+R", black),
        ("Black+12.5", black),
        ("b+", black),
        ("W+T", white),
        ("White+Time", white),
        ("0", Some(Outcome::Draw)),
        ("Draw", Some(Outcome::Draw)),
        ("Jigo", Some(Outcome::Draw)),
        ("Void", None),
        ("?", None),
    ] {
        let record = game(&format!("(;RE[{text}])"));
        assert_eq!(record.info.result, result, "{text}");
        assert!(write(&record, Style::Standard).contains(&format!("RE[{text}]")), "{text}");
    }
    // The usual spelling says nothing more than the outcome does.
    assert_eq!(game("(;RE[B+])").info.result_text, "");
    // A text that contradicts the outcome is not written.
    let mut record = game("(;RE[B+R])");
    record.info.result = white;
    assert!(write(&record, Style::Standard).contains("RE[W+]"));
    // Who resigns loses, whatever else is unknown.
    assert_eq!(game("(;GM[11]SZ[3]RE[?];B[c1];W[resign])").info.result_text, "B+R");
}

#[test]
fn what_is_not_understood_is_kept() {
    let root = r"AP[x:1]SO[http://x]GN[a\]b]KO[]XX[1][2]";
    let node = r"N[a name]BL[29.5]DT[2017]AR[aa:bb]XX[\\]";
    let text = format!("(;FF[3]{root}CA[utf-8];B[j10];W[i11k11]C[both]{node})");
    let record = game(&text);
    for style in STYLES {
        let written = write(&record, style);
        assert!(written.contains(&format!("RU[connect6]{root};B[")), "{written}");
        assert!(written.ends_with(&format!("C[both]{node})")), "{written}");
        assert_eq!(game(&written), record);
    }
    let last = record.main_line().last().unwrap();
    let names: Vec<_> = record.node(last).properties.iter().map(Property::identifier).collect();
    assert_eq!(names, ["N", "BL", "DT", "AR", "XX"]);
}

#[test]
fn what_the_root_says_of_the_game_does_not_belong_to_a_stone_in_it() {
    let record = game("(;GN[x]CoPyright[y]B[j10]C[first];W[i11k11])");
    assert_eq!(record.node(record.root()).properties.len(), 2);
    let text = write(&record, Style::Standard);
    assert!(text.ends_with("GN[x]CP[y];B[jj]C[first];W[ii];W[ki])"), "{text}");
}

#[test]
fn who_played_where_and_when_is_kept() {
    let info = game(r"(;PB[Ann \[1\]]PW[Ben]EV[Cup]DT[2017-07-29]PC[Hsinchu]RE[W+R])").info;
    assert_eq!(info.players.black, "Ann [1]");
    assert_eq!(info.players.white, "Ben");
    assert_eq!([info.event, info.date, info.place], ["Cup", "2017-07-29", "Hsinchu"]);
    assert_eq!(info.result, Some(Outcome::Win(Player::White)));
    assert_eq!(game("(;RE[Draw])").info.result, Some(Outcome::Draw));
    assert_eq!(game("(;RE[?])").info.result, None);
}

#[test]
fn comments_and_marks_of_a_turn_belong_to_its_last_stone() {
    let record = game(r"(;;B[j10];W[i11k11]C[good\: \]\\]TR[a1:b2]LB[c3:x\:y][c4:1])");
    let last = record.main_line().last().unwrap();
    let grid = record.game().grid();
    let node = record.node(last);
    assert_eq!(node.comment, r"good: ]\");
    let triangles = node.marks.iter().filter(|mark| mark.sign == Sign::Triangle).count();
    assert_eq!(triangles, 4);
    let label = Mark { square: grid.parse("c3").unwrap(), sign: Sign::Label("x:y".into()) };
    assert!(node.marks.contains(&label));
    let before = record.node(node.parent().unwrap());
    assert!(before.comment.is_empty() && before.marks.is_empty());
}

#[test]
fn variations_follow_the_main_line() {
    let record = game("(;;B[j10](;W[i11k11];B[a1](;B[b1])(;B[c1]))(;W[i9k9]))");
    assert_eq!(move_list::write(&record).unwrap(), "j10 i11k11 a1b1");
    let first = record.main_line().nth(1).unwrap();
    assert_eq!(record.node(first).children().len(), 2);
    assert_eq!(record.check(), Ok(()));
}

#[test]
fn a_set_up_position_says_whose_turn_it_is() {
    for (text, fen) in [
        ("(;RU[tictactoe]AB[b2]AW[a1]PL[B])", "3/1x1/o2 b 1"),
        ("(;RU[tictactoe]AB[b2]AW[a1]PL[white])", "3/1x1/o2 w 1"),
        ("(;RU[connect(3,3,3,2,1)]AB[b2]PL[W])", "3/1x1/3 w 2"),
        ("(;RU[connect(3,3,3,2,1)]AB[b2]PL[W]LEFT[1])", "3/1x1/3 w 1"),
        ("(;RU[connect(3,3,3,2,1)]PL[B])", "3/3/3 b 1"),
        ("(;RU[connect(3,3,3,2,1)]PL[W])", "3/3/3 w 2"),
        ("(;RU[connect(3,3,3,2,1)]AB[a1:b2]AE[b1]PL[B])", "3/xx1/xx1 b 2"),
        // Without PL it is the turn of who moves first, or Black's.
        ("(;RU[connect(3,3,3,2,1)]AB[b2])", "3/1x1/3 b 2"),
        ("(;RU[connect(3,3,3,2,1)]AB[b2];;W[a1])", "3/1x1/3 w 2"),
    ] {
        assert_eq!(game(text).first_setup().to_string(), fen, "{text}");
    }
}

#[test]
fn a_position_may_be_edited_in_the_middle_of_a_game() {
    let record = game("(;RU[tictactoe];B[b2];AE[b2]AW[a1]PL[B]C[x];B[b2])");
    assert_eq!(record.final_setup().to_string(), "3/1x1/o2 w 1");
    let both = game("(;RU[tictactoe];AB[a1]PL[W]W[b2]C[x])");
    assert_eq!(both.final_setup().to_string(), "3/1o1/x2 b 1");
    assert_eq!(both.main_line().count(), 3);
}

#[test]
fn a_root_with_a_stone_is_followed_by_the_stone() {
    let record = game("(;B[j10]C[first];W[i11k11])");
    assert_eq!(record.node(record.root()).event, Event::Nothing);
    assert_eq!(move_list::write(&record).unwrap(), "j10 i11k11");
}

#[test]
fn hex_is_counted_from_the_top() {
    let record = game("(;GM[11]SZ[3];B[c1];W[b2];B[resign])");
    assert_eq!(record.final_setup().to_string(), "2x/1o1/3 b 1");
    assert_eq!(record.info.result, Some(Outcome::Win(Player::White)));
}

#[test]
fn white_may_take_over_the_first_stone_of_hex() {
    for word in ["swap-pieces", "swap", "Swap-Pieces"] {
        let record = game(&format!("(;GM[11]SZ[3];B[b1];W[{word}]C[mine];B[c3])"));
        assert_eq!(record.final_setup().to_string(), "3/o2/2x w 1");
        for style in STYLES {
            let text = write(&record, style);
            assert!(text.contains(";W[swap-pieces]C[mine];B["), "{text}");
            assert_eq!(game(&text), record);
        }
    }
}

#[test]
fn after_swap_sides_it_is_still_whites_turn() {
    let record = game("(;GM[11]SZ[3];B[b1];W[swap-sides];W[c3])");
    assert_eq!(record.final_setup().to_string(), "1x1/3/2o b 1");
    assert!(write(&record, Style::Standard).contains(";B[ba];C[swap-sides];W[cc]"));
    assert!(fault("(;GM[11]SZ[3];B[b1];W[swap-sides];B[c3])").contains("White is to move"));
}

#[test]
fn resigning_in_a_variation_is_not_the_result() {
    let text = "(;GM[11]SZ[3];B[c1](;W[b2])(;W[resign]))";
    assert_eq!(game(text).info.result, None);
}

#[test]
fn a_fault_names_its_place() {
    for (text, reason) in [
        ("(;B[zz])", "line 1, column 3: property B: square zz is not on the 19x19 board"),
        ("(;\n;B[j10]\n;W[j10])", "line 3, column 1: stone 2: square J10 is occupied"),
        ("(;;B[j10];B[j11])", "line 1, column 10: stone 2: Black at J11, but White is to move"),
        ("(;;B[])", "line 1, column 4: property B: pass is not a move of this game"),
        ("(;;B[tt])", "line 1, column 4: property B: pass is not a move of this game"),
        ("(;;BM[1] B [j1o])", "line 1, column 10: property B: 'o' is not a square"),
        ("(;SZ[x])", "line 1, column 3: property SZ: 'x' is not a size"),
        ("(;SZ[5])", "line 1, column 3: property SZ: k = 6 in a row is out of range"),
        ("(;FF[4]C[]\nSZ[40])", "line 2, column 1: property SZ: a 40x40 board"),
        ("(;SZ[99])", "line 1, column 3: property SZ: a 99x99 board is out of range"),
        ("(;PL[x])", "line 1, column 3: property PL: 'x' is not B or W"),
        ("(;LEFT[3])", "line 1, column 3: property LEFT: '3' is not a number of stones"),
        ("(;LB[a1])", "line 1, column 3: property LB: 'a1' is not a square, ':' and a text"),
        ("(;AB[a1][zz])", "line 1, column 3: property AB: square zz is not on"),
        ("(;RU[connect(3,3,9,1,1)])", "line 1, column 3: property RU: k = 9"),
        ("(;GM[11];B[a1];B[swap-pieces])", "line 1, column 15: stone 2: only White may swap"),
        ("(;GM[11]SZ[3:4];B[a1];W[swap])", "line 1, column 22: stone 2: only White may swap"),
        ("(;GM[4];B[aa];W[swap])", "line 1, column 14: stone 2: only White may swap"),
        ("(;)\n(;)", "line 2, column 1: a second game begins here"),
    ] {
        let message = fault(text);
        assert!(message.starts_with(reason), "{text}: {message}");
    }
}

#[test]
fn a_collection_has_many_games() {
    let records = read_collection("(;B[j10])\n(;GM[11]SZ[5];B[a1])", None).unwrap();
    let names: Vec<_> = records.iter().map(|record| record.game().to_string()).collect();
    assert_eq!(names, ["connect6", "hex5"]);
}

#[test]
fn each_style_is_written_in_its_own_way() {
    let record = game("(;PB[A\\]];B[j10];W[i11k11]C[a\\\\b]LB[a1:1][b1:2:3](;B[c1d1])(;B[c1e1]))");
    let head = r"(;FF[4]CA[UTF-8]GM[511]SZ[19]RU[connect6]PB[A\]]";
    for (style, rest) in [
        (
            Style::Standard,
            r";B[jj];W[ii];W[ki]C[a\\b]LB[as:1][bs:2\:3](;B[cs];B[ds])(;B[cs];B[es]))",
        ),
        (Style::LittleGolem, r";B[j10];W[i11k11]C[a\\b]LB[a1:1][b1:2\:3](;B[c1d1])(;B[c1e1]))"),
        (
            Style::OneStonePerNode,
            r";B[JJ];W[IK];W[KK]C[a\\b]LB[AA:1][BA:2\:3](;B[CA];B[DA])(;B[CA];B[EA]))",
        ),
    ] {
        let text = write(&record, style);
        assert_eq!(text, format!("{head}{rest}"));
        assert_eq!(game(&text), record);
    }
}

#[test]
fn hex_is_written_by_names_or_from_the_top() {
    let record = game("(;GM[11]SZ[4:3];B[d1])");
    for (style, square) in STYLES.into_iter().zip(["da", "d1", "d1"]) {
        let text = write(&record, style);
        assert_eq!(text, format!("(;FF[4]CA[UTF-8]GM[11]SZ[4:3]RU[hex(3,4)];B[{square}])"));
    }
}

#[test]
fn on_little_golem_a_turn_is_one_node() {
    let record = game("(;;B[j10];W[i11]C[one]TR[a1](;W[k11]C[two])(;W[h9]))");
    let text = write(&record, Style::LittleGolem);
    assert!(text.ends_with(";B[j10](;W[i11k11]C[one\ntwo]TR[a1])(;W[i11h9]))"), "{text}");
    let mixed = game("(;;B[j10];W[i11](;W[k11])(;C[pause];W[k11]))");
    assert_eq!(game(&write(&mixed, Style::LittleGolem)), mixed);
}

#[test]
fn an_edited_position_is_read_as_it_was_written() {
    let connect = "connect(3,3,3,2,1)".parse().unwrap();
    for fen in ["3/1x1/o2 b 1", "3/1x1/o2 w 2", "3/3/3 b 2", "3/3/3 w 1", "xxx/ooo/xxx w 2"] {
        let setup = Setup::from_fen(connect, fen).unwrap();
        let record = Record::from_setup(connect, &setup);
        for style in STYLES {
            assert_eq!(game(&write(&record, style)), record, "{fen}");
        }
    }
}

#[test]
fn what_is_said_in_mid_turn_is_written_once() {
    let text = "(;GM[511];B[JJ];W[KK]C[twice](;W[IK])(;W[IL]))";
    let record = read(text, None).unwrap();
    let written = write(&record, Style::LittleGolem);
    assert_eq!(written.matches("twice").count(), 1, "{written}");
    assert_eq!(written.matches("k11").count(), 2, "{written}");
}
