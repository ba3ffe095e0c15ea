use super::*;

const FILES: [(&str, Format); 7] = [
    ("\n (;FF[4];B[j10])", Format::Sgf(sgf::Style::Standard)),
    ("{[C6];B(J,10)}", Format::Contest(Encoding::Utf8)),
    ("j10", Format::MoveList),
    ("1. j10", Format::MoveList),
    ("j10 resign/", Format::MoveList),
    ("19/19/19/19/19/19/19/19/19/9x9/19/19/19/19/19/19/19/19/19 w 2", Format::Fen),
    ("https://hexworld.org/board/#5c1,c3", Format::HexWorld),
];

#[test]
fn the_beginning_tells_the_format() {
    for (text, format) in FILES {
        assert_eq!(Format::detect(text), Some(format), "{text}");
    }
}

#[test]
fn every_format_gives_the_same_position() {
    let position = read(b"j10", None).unwrap().final_setup();
    for (text, _) in FILES
        .into_iter()
        .filter(|&(text, format)| !text.contains("resign") && format != Format::HexWorld)
    {
        assert_eq!(read(text.as_bytes(), None).unwrap().final_setup(), position, "{text}");
        assert_eq!(read_collection(text.as_bytes(), None).unwrap().len(), 1, "{text}");
    }
}

#[test]
fn every_format_reads_what_it_writes() {
    let record = read("{[C6][甲 B][乙 W][先手胜];B(J,10);W(K,10)}".as_bytes(), None).unwrap();
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        // Links are for Hex.
        let Ok(bytes) = format.write(&record) else { continue };
        let again = read(&bytes, None).unwrap();
        assert_eq!(again.final_setup(), record.final_setup(), "{format}");
        let keeps_names = !matches!(format, Format::MoveList | Format::Fen);
        assert_eq!(again == record, keeps_names, "{format}");
    }
    assert!("rtf".parse::<Format>().is_err());
}

#[test]
fn the_game_asked_for_comes_first() {
    let game: GameName = "connect(5,5,4,2,1)".parse().unwrap();
    for text in ["(;RU[connect(5,5,5,1,1)];B[c3])", "{[C6];B(C,3)}", "c3", "5/5/2x2/5/5 w 2"] {
        let record = read(text.as_bytes(), Some(game)).unwrap();
        assert_eq!(record.game(), game, "{text}");
        assert_eq!(record.final_setup().to_string(), "5/5/2x2/5/5 w 2", "{text}");
    }
}

#[test]
fn what_is_no_record_is_shown_with_its_place() {
    for (text, message) in [
        (
            "\n <svg width='1'>",
            "line 2, column 2: this is neither SGF (begins with '('), a contest record \
             ('{'), a FEN, nor a list of moves: '<svg'",
        ),
        ("</svg>", "line 1, column 1: this is neither SGF"),
        ("hello", "line 1, column 1: this is neither SGF"),
        ("先手", "line 1, column 1: this is neither SGF"),
        ("t1", "move list: line 1, column 1: square t1 is not on the 19x19 board"),
        ("1. hello", "move list: line 1, column 4: 'hello' is not a square"),
        ("1/1", "FEN: the side to move (b or w) is missing"),
    ] {
        let error = read(text.as_bytes(), None).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn text_before_a_record_is_skipped() {
    for text in [
        "From: Ann\n\nOur game:\n(;FF[4];B[j10])",
        "(see below)\n( ;FF[4];B[j10])",
        "https://example.org/game\n{ [C6];B(J,10)}",
    ] {
        assert_eq!(read(text.as_bytes(), None).unwrap().stones().count(), 1, "{text}");
        assert_eq!(read_collection(text.as_bytes(), None).unwrap().len(), 1, "{text}");
    }
    for (text, message) in [
        ("Our game: (;FF[4];B[j10]", "line 1, column 1: this is neither SGF"),
        ("j10 (;FF[4];B[j10])", "move list: line 1, column 5: '(;FF"),
        ("(;B[j10](;)", "SGF: line 1, column 1: the '(' here has no ')'"),
    ] {
        let error = read(text.as_bytes(), None).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn a_board_of_one_row_is_a_board() {
    for fen in ["2x2 w 1", "x4 b 1", "5 b 1"] {
        let record = read(fen.as_bytes(), "hex(1,5)".parse().ok()).unwrap();
        assert_eq!(record.final_setup().to_string(), fen);
    }
}

#[test]
fn each_line_may_be_a_position() {
    let game = "tictactoe".parse().ok();
    let positions = read_collection(b"3/3/3 b 1\n\n3/1x1/3 W 1\n", game).unwrap();
    let fens: Vec<_> = positions.iter().map(|it| it.final_setup().to_string()).collect();
    assert_eq!(fens, ["3/3/3 b 1", "3/1x1/3 w 1"]);
    assert_eq!(read_collection(b"3/3/3\nb 1", game).unwrap().len(), 1);
    let error = |bytes: &[u8]| read_collection(bytes, game).unwrap_err().to_string();
    assert_eq!(error(b"3/3/3 b 1\n3/3 b 1"), "line 2: FEN: 2 rows, the board has 3");
    assert_eq!(error(b"3/3/3 b"), "FEN: the stones still to place are missing");
}

#[test]
fn what_is_written_of_several_games_makes_one_file() {
    let games = ["j10 k11i9", "j10 i9i11 a1b1"]
        .map(|list| move_list::read(GameName::CONNECT6, list).unwrap());
    for format in Format::ALL.into_iter().filter(|&format| format != Format::HexWorld) {
        let file = games.each_ref().map(|game| format.write(game).unwrap()).concat();
        let again = read_collection(&file, None).unwrap();
        let setups = again.iter().map(Record::final_setup);
        assert!(setups.eq(games.iter().map(Record::final_setup)), "{format}");
        assert!(read(&file, None).is_err(), "{format}");
    }
    assert_eq!(
        read(b"j10 k11\nj10 k12", None).unwrap_err().to_string(),
        "the file holds 2 games, expected only one"
    );
}

#[test]
fn each_line_may_be_a_link() {
    let links = b"#5c1,a2:sc3\n\nhttps://hexworld.org/board/#3c1,b2\n";
    let games = read_collection(links, None).unwrap();
    let file = games.iter().flat_map(|game| Format::HexWorld.write(game).unwrap());
    assert_eq!(read_collection(&file.collect::<Vec<u8>>(), None).unwrap(), games);
    let error = read_collection(b"#5,a2\n#5,z1", None).unwrap_err().to_string();
    assert_eq!(error, "HexWorld link: line 2, column 4: square z1 is not on the 5x5 board");
    let error = Format::HexWorld.write(&Record::new(GameName::CONNECT6)).unwrap_err();
    assert_eq!(error.to_string(), "a link to HexWorld cannot hold a game of connect6");
}

#[test]
fn an_error_says_everything_once() {
    for text in ["", "<", "\0", "19/ b 1", "(;B[zz])", "(;CA[?])", "{[C6];B(Z,1)}", "z9", "j10 j10"]
    {
        let error = read(text.as_bytes(), None).unwrap_err();
        assert!(std::error::Error::source(&error).is_none(), "{error}");
    }
}

#[test]
fn a_message_is_one_short_line_without_control_characters() {
    let long = "\u{7}\n".repeat(1000);
    for text in [
        format!("j10 \u{7}\u{1b}{}", "x".repeat(1000)),
        format!("(;B[\u{7}{long}])"),
        format!("(;\u{7}{long}[])"),
        format!("{{[C6];B(\u{7}{long},1)}}"),
        format!("{{\u{7}{long}"),
        format!("19/\u{7}/19{} w 2", "/19".repeat(16)),
        format!("(;GM[11]SZ[{long}])"),
        format!("(;RE[{long}]PL[{long}])"),
    ] {
        let message = read(text.as_bytes(), None).unwrap_err().to_string();
        assert!(message.len() < 250, "{message}");
        assert!(!message.contains(char::is_control), "{message}");
    }
}
