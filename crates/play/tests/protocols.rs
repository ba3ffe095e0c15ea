//! No input makes a protocol panic, or forget the position.

use std::sync::Arc;

use proptest::prelude::*;
use sixfold_game::{GameName, Setup};
use sixfold_play::clock::Limits;
use sixfold_play::engine::BuiltIn;
use sixfold_play::protocol::{C6, Gtp, Protocol, Resources, Worker, converse};
use sixfold_solve::Control;

fn answers(protocol: &mut dyn Protocol, input: &[u8]) -> String {
    let resources = Resources { memory: 1 << 16, threads: 1 };
    let mut worker = Worker { engine: Box::new(BuiltIn::Greedy.engine()), resources };
    // No search takes any time.
    let control = Arc::new(Control::default());
    control.cancel();
    converse(protocol, &mut worker, &control, input)
}

fn line(commands: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "black",
        "white",
        "b",
        "w",
        "JJ",
        "JJKK",
        "AAJJ",
        "K10",
        "a1",
        "I9",
        "off",
        "on",
        "0",
        "1",
        "7",
        "19",
        "1e9",
        "-1",
        "plain",
        "gtp",
        "tictactoe",
        "connect(4,5,3,2,1)",
        "time",
        "#",
        "日",
    ]);
    let command = prop::sample::select(commands);
    let known = (command, prop::collection::vec(words, 0..4))
        .prop_map(|(command, words)| format!("{command} {}", words.join(" ")).into_bytes());
    prop_oneof![8 => known, 1 => prop::collection::vec(any::<u8>(), 0..20)]
}

fn text(commands: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(line(commands), 0..30).prop_map(|lines| lines.join(&b'\n'))
}

const C6_COMMANDS: &[&str] = &[
    "name",
    "new",
    "black",
    "white",
    "next",
    "move",
    "depth",
    "time",
    "nodes",
    "game_time",
    "info",
    "ponder",
    "undo",
    "stop",
    "print",
    "help",
    "vcf",
];

const GTP_COMMANDS: &[&str] = &[
    "name",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "sixfold-game",
    "sixfold-genturn",
    "sixfold-play-turn",
    "sixfold-setup",
    "sixfold-limits",
    "sixfold-coordinates",
    "sixfold-solve",
    "5 genmove",
];

const HTP_COMMANDS: &[&str] = &[
    "name",
    "boardsize",
    "boardsize 3 4",
    "boardsize 5",
    "clear_board",
    "play b a1",
    "play w c2",
    "play b swap-pieces",
    "play w swap-pieces",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "sixfold-swap",
    "sixfold-setup 3/1x1/3 w 1",
    "loadsgf",
    "hexgui-analyze_commands",
];

/// The position that GTP tells.
fn position(gtp: &mut Gtp) -> String {
    answers(gtp, b"sixfold-position").trim_start_matches("= ").trim_end().to_string()
}

proptest! {
    #[test]
    fn after_any_lines_c6_draws_the_stones_that_were_placed(input in text(C6_COMMANDS)) {
        let mut protocol = C6::new("greedy", Limits::default());
        answers(&mut protocol, &input);
        let before = answers(&mut protocol, b"print");
        let empty = GameName::CONNECT6.grid().squares().count();
        let drawn = before.chars().filter(|c| "·+●○".contains(*c)).count();
        prop_assert_eq!(drawn, empty);
        answers(&mut protocol, b"black\nwhite ZZ\nmove J\nnonsense\n");
        prop_assert_eq!(answers(&mut protocol, b"print"), before);
    }

    #[test]
    fn after_any_lines_gtp_knows_a_position_that_can_be_set_up(input in text(GTP_COMMANDS)) {
        let mut protocol = Gtp::new("greedy", Limits::default());
        let output = answers(&mut protocol, &input);
        let starts = output.split_terminator("\n\n").filter(|answer| !answer.is_empty());
        for answer in starts {
            prop_assert!(answer.starts_with(['=', '?']), "{}", answer);
        }
        let fen = position(&mut protocol);
        answers(&mut protocol, b"play\nplay green A1\nplay b\nsixfold-setup 3\nboardsize 0\n");
        prop_assert_eq!(position(&mut protocol), fen.clone());
        let again = answers(&mut protocol, format!("sixfold-setup {fen}").as_bytes());
        prop_assert!(again == "=\n\n" || again.contains("both players"), "{}", again);
        prop_assert_eq!(position(&mut protocol), fen);
    }
}

proptest! {
    #[test]
    fn after_any_lines_htp_knows_a_position_that_can_be_set_up(input in text(HTP_COMMANDS)) {
        let mut protocol = Gtp::of_hex("greedy", Limits::default());
        let output = answers(&mut protocol, &input);
        for answer in output.split_terminator("\n\n").filter(|answer| !answer.is_empty()) {
            prop_assert!(answer.starts_with(['=', '?']), "{}", answer);
        }
        let fen = position(&mut protocol);
        answers(&mut protocol, b"play\nplay green a1\nplay b swap-pieces\nboardsize 0\n");
        prop_assert_eq!(position(&mut protocol), fen.clone());
        let again = answers(&mut protocol, format!("sixfold-setup {fen}").as_bytes());
        prop_assert_eq!(again, "=\n\n");
        prop_assert_eq!(position(&mut protocol), fen);
    }
}

#[test]
fn the_position_of_gtp_is_a_fen() {
    let mut protocol = Gtp::new("greedy", Limits::default());
    answers(&mut protocol, b"play b K10\n");
    let setup = Setup::from_fen(GameName::CONNECT6, &position(&mut protocol)).unwrap();
    let mut expected = Setup::start(GameName::CONNECT6);
    expected.set(expected.grid().parse("j10").unwrap(), Some(sixfold_game::Player::Black));
    expected.turn.player = sixfold_game::Player::White;
    expected.turn.stones_left = 2;
    assert_eq!(setup, expected);
}
