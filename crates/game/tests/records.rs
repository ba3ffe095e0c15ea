//! Game records come back from every format as they went in, and no file makes a reader panic.

mod generated;

use generated::{Ops, PlainText};
use proptest::prelude::*;
use sixfold_game::record::{self, Encoding, Format, contest, move_list, sgf};
use sixfold_game::{GameName, Outcome, Player, Record, Setup};

const GAMES: [&str; 6] =
    ["connect6", "gomoku", "connect(7,9,4,3,2)", "connect(4,3,3,2,4)", "hex11", "hex(3,26)"];
/// Unbounded games, each with the rows and columns of the window through which it is seen.
const WINDOWS: [(&str, u8, u8); 3] =
    [("connect(6,2,3)", 19, 19), ("connect(4,3,2)", 26, 7), ("connect(1,1,1)", 1, 2)];

/// Failures are printed, not kept in files.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn any_game() -> impl Strategy<Value = GameName> {
    prop_oneof![
        4 => prop::sample::select(&GAMES[4..]).prop_map(|name| name.parse().unwrap()),
        8 => connect_game(),
    ]
}

fn connect_game() -> impl Strategy<Value = GameName> {
    let unbounded = prop::sample::select(&WINDOWS[..]).prop_map(|(name, rows, columns)| {
        name.parse::<GameName>().unwrap().seen_through(rows, columns).unwrap()
    });
    prop_oneof![
        4 => prop::sample::select(&GAMES[..4]).prop_map(|name| name.parse().unwrap()),
        3 => unbounded,
    ]
}

fn any_result() -> impl Strategy<Value = Option<Outcome>> {
    let [black, white] = Player::BOTH.map(Outcome::Win);
    (0..4_usize).prop_map(move |i| [None, Some(black), Some(white), Some(Outcome::Draw)][i])
}

/// Results with what SGF files say about them.
fn any_detailed_result() -> impl Strategy<Value = (Option<Outcome>, &'static str)> {
    let [black, white] = Player::BOTH.map(|player| Some(Outcome::Win(player)));
    prop_oneof![
        any_result().prop_map(|result| (result, "")),
        prop::sample::select(vec![
            (black, "B+R"),
            (black, "Black+Time"),
            (white, "w+2.5"),
            (Some(Outcome::Draw), "0"),
            (None, "Void"),
            (None, r"?]\ "),
        ]),
    ]
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn a_tree_with_everything_in_it_survives_sgf(
        game in any_game(), ops in Ops::strategy(), (result, text) in any_detailed_result(),
    ) {
        let mut record = ops.tree(game);
        record.info.result = result;
        record.info.result_text = text.to_owned();
        assert_eq!(record.check(), Ok(()));
        for style in [sgf::Style::Standard, sgf::Style::OneStonePerNode] {
            let text = sgf::write(&record, style);
            assert_eq!(sgf::read(&text, None).as_ref(), Ok(&record), "{text}");
            let bytes = Format::Sgf(style).write(&record).unwrap();
            assert_eq!(record::read(&bytes, None).as_ref(), Ok(&record), "{text}");
        }
    }

    #[test]
    fn a_tree_of_whole_turns_survives_little_golem(
        game in any_game(), ops in Ops::strategy(), (result, text) in any_detailed_result(),
    ) {
        let mut record = ops.tree_of_turns(game);
        record.info.result = result;
        record.info.result_text = text.to_owned();
        assert_eq!(record.check(), Ok(()));
        let text = sgf::write(&record, sgf::Style::LittleGolem);
        assert_eq!(sgf::read(&text, None).as_ref(), Ok(&record), "{text}");
    }

    #[test]
    fn little_golem_keeps_the_stones_of_any_tree(game in any_game(), ops in Ops::strategy()) {
        let record = ops.tree(game);
        let text = sgf::write(&record, sgf::Style::LittleGolem);
        let again = sgf::read(&text, None).unwrap();
        assert!(again.stones().eq(record.stones()), "{text}");
        assert_eq!(again.final_setup(), record.final_setup(), "{text}");
    }

    #[test]
    fn several_games_survive_in_one_file(
        games in prop::collection::vec((any_game(), Ops::strategy()), 1..4),
    ) {
        let records: Vec<_> = games.iter().map(|(game, ops)| ops.tree(*game)).collect();
        let text: String =
            records.iter().map(|record| sgf::write(record, sgf::Style::Standard) + "\n").collect();
        assert_eq!(record::read_collection(text.as_bytes(), None), Ok(records));
    }

    #[test]
    fn stones_survive_a_move_list(game in any_game(), ops in Ops::strategy()) {
        let record = ops.line(game);
        let text = move_list::write(&record).unwrap();
        assert_eq!(move_list::read(game, &text).as_ref(), Ok(&record), "{text}");
        let shouted = text.to_uppercase().replace(' ', " , ");
        assert_eq!(move_list::read(game, &shouted).as_ref(), Ok(&record), "{shouted}");
        if !text.contains("swap") {
            let stones = game.grid().names(record.stones().map(|stone| stone.square)).join(" ");
            assert_eq!(move_list::read(game, &stones), Ok(record), "{stones}");
        }
    }

    #[test]
    fn a_game_of_hex_survives_a_link(
        game in prop::sample::select(&GAMES[4..]), ops in Ops::strategy(),
    ) {
        let record = ops.line(game.parse().unwrap());
        let bytes = Format::HexWorld.write(&record).unwrap();
        assert_eq!(record::read(&bytes, None), Ok(record));
    }

    #[test]
    fn a_stone_too_many_in_a_token_is_noticed(
        game in any_game(), ops in Ops::strategy(), place in any::<prop::sample::Index>(),
    ) {
        let list = move_list::write(&ops.line(game)).unwrap();
        let turns: Vec<&str> = list.split(' ').collect();
        if turns.len() > 1 {
            let gap = place.index(turns.len() - 1);
            let joined = format!("{}{}", turns[..=gap].join(" "), turns[gap + 1..].join(" "));
            assert!(move_list::read(game, &joined).is_err(), "{joined}");
        }
    }

    #[test]
    fn what_is_read_of_several_lists_is_what_was_written(
        game in any_game(), lines in prop::collection::vec(Ops::strategy(), 2..4),
    ) {
        let records: Vec<_> = lines.iter().map(|ops| ops.line(game)).collect();
        let file: Vec<u8> =
            records.iter().flat_map(|record| Format::MoveList.write(record).unwrap()).collect();
        // Short games may make one game together, or cannot be told from a mistake.
        if let Ok(again) = record::read_collection(&file, Some(game)) && again.len() > 1 {
            let records: Vec<_> = records.into_iter().filter(|it| it.stones().count() > 0).collect();
            assert_eq!(again, records);
        }
    }

    #[test]
    fn several_positions_survive_a_fen_file(
        game in any_game(), trees in prop::collection::vec(Ops::strategy(), 1..4),
    ) {
        let records: Vec<_> = trees
            .iter()
            .map(|ops| Record::from_setup(game, &ops.tree(game).final_setup()))
            .collect();
        let file: Vec<u8> =
            records.iter().flat_map(|record| Format::Fen.write(record).unwrap()).collect();
        assert_eq!(record::read_collection(&file, Some(game)), Ok(records));
    }

    #[test]
    fn a_game_survives_a_contest_record(
        game in connect_game(), ops in Ops::strategy(), result in any_result(), text in PlainText::strategy(),
    ) {
        let mut record = ops.line(game);
        text.fill(&mut record.info);
        record.info.result = result;
        for encoding in [Encoding::Utf8, Encoding::Gb2312] {
            let bytes = Format::Contest(encoding).write(&record).unwrap();
            assert_eq!(record::read(&bytes, None).as_ref(), Ok(&record));
            let twice = [&bytes[..], &bytes[..]].concat();
            let both = vec![record.clone(), record.clone()];
            assert_eq!(record::read_collection(&twice, None), Ok(both));
        }
    }

    #[test]
    fn a_position_survives_a_fen_file(game in any_game(), ops in Ops::strategy()) {
        let setup = ops.tree(game).final_setup();
        let record = Record::from_setup(game, &setup);
        let bytes = Format::Fen.write(&record).unwrap();
        assert_eq!(record::read(&bytes, Some(game)), Ok(record));
        assert_eq!(Setup::from_fen(game, &setup.to_string()), Ok(setup));
    }
}

/// What a reader accepts, it accepts again after it was written; what it refuses, it refuses with
/// one short line.
fn read_is_sound(bytes: &[u8], game: Option<GameName>) {
    let _ = record::read_collection(bytes, game);
    match record::read(bytes, game) {
        Err(error) => {
            let message = error.to_string();
            assert!(message.chars().count() < 400, "{message}");
            assert!(!message.contains(char::is_control), "{message:?}");
        }
        Ok(record) => {
            assert_eq!(record.check(), Ok(()));
            let text = sgf::write(&record, sgf::Style::Standard);
            assert_eq!(sgf::read(&text, None).as_ref(), Ok(&record), "{text}");
            if let Ok(list) = move_list::write(&record) {
                let again = move_list::read(record.game(), &list).unwrap();
                assert!(again.stones().eq(record.stones()), "{list}");
                assert_eq!(again.final_setup(), record.final_setup(), "{list}");
            }
            if let Ok(text) = contest::write(&record) {
                let again = contest::read(&text, None).unwrap();
                assert!(again.stones().eq(record.stones()), "{text}");
            }
        }
    }
}

/// A change of some bytes of a file.
fn mutate(bytes: &mut Vec<u8>, (place, kind, byte): (prop::sample::Index, u8, u8)) {
    if bytes.is_empty() {
        return;
    }
    let at = place.index(bytes.len());
    match kind % 4 {
        0 => bytes[at] = byte,
        1 => bytes.insert(at, byte),
        2 => drop(bytes.remove(at)),
        _ => {
            let other = byte as usize * bytes.len() / 256;
            let piece = bytes[at.min(other)..at.max(other)].to_vec();
            bytes.splice(at..at, piece);
        }
    }
}

fn mutations() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, u8)>> {
    let byte = prop_oneof![any::<u8>(), prop::sample::select(&b"()[];:\\/{},.abjtw10BWACE"[..])];
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), byte), 1..6)
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), game in prop::option::of(any_game())) {
        read_is_sound(&bytes, game);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in r"[(){}\[\];:,./\\BWACEPLTR a-tx0-9\n先手]{0,200}", game in prop::option::of(any_game())) {
        read_is_sound(text.as_bytes(), game);
    }

    #[test]
    fn no_damaged_file_makes_a_reader_panic(
        game in any_game(), ops in Ops::strategy(), format in 0..Format::ALL.len(), mutations in mutations(), ask in any::<bool>(),
    ) {
        let record = if format < 3 { ops.tree(game) } else { ops.line(game) };
        // Not every game and text can be written in every format.
        if let Ok(mut bytes) = Format::ALL[format].write(&record) {
            for mutation in mutations {
                mutate(&mut bytes, mutation);
            }
            read_is_sound(&bytes, ask.then_some(game));
        }
    }
}
