//! Fuzz targets: one function for each parser of text from outside.
//!
//! Each target parses its input. Bad input must give an error and nothing else; good input must
//! come back when what was parsed is written and read again. The corpus is replayed and mutated by
//! an ordinary test, with stable Rust:
//!
//! ```text
//! cargo test -p sixfold-fuzz
//! ```
//!
//! Real fuzzing needs a nightly toolchain; `make fuzz` does it for every target. New inputs go to
//! a scratch folder, given before the committed corpus:
//!
//! ```text
//! mkdir -p fuzz/artifacts/corpus/sgf
//! cargo +nightly fuzz run --features libfuzzer sgf \
//!     fuzz/artifacts/corpus/sgf fuzz/corpus/sgf -- -max_total_time=60
//! ```

mod hex;
mod proofs;

use std::sync::Arc;
use std::time::Duration;

use sixfold_game::certificate::Certificate;
use sixfold_game::record::sgf::Style;
use sixfold_game::record::{self, Encoding, Format, Info, contest, move_list};
use sixfold_game::{Game, GameName, Record, Setup};
use sixfold_hex::SwapRule;
use sixfold_library::renlib::{self, Fault};
use sixfold_play::clock::Limits;
use sixfold_play::engine::{BuiltIn, Engine, EngineError, Request};
use sixfold_play::protocol::{C6, Gtp, Protocol, Resources, Worker, converse};
use sixfold_play::{AnyPosition, Choice, Ground, Score, Thought, Variation};
use sixfold_solve::Control;

pub use hex::{hex_certificate, hex_plans, hex_sgf};
pub use proofs::{draws, draws_plan, family};

/// A fuzz target: a function of any bytes that panics if it finds a fault.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 17] = [
    ("fen", fen),
    ("game_name", game_name),
    ("sgf", sgf),
    ("contest", contest),
    ("move_list", move_list),
    ("record", record),
    ("certificate", certificate),
    ("c6", c6),
    ("gtp", gtp),
    ("htp", htp),
    ("renlib", renlib),
    ("hex_certificate", hex_certificate),
    ("hex_plans", hex_plans),
    ("hex_sgf", hex_sgf),
    ("draws", draws),
    ("draws_plan", draws_plan),
    ("family", family),
];

/// The name of a game on the first line, and the text below it.
fn game_and_text(data: &[u8]) -> Option<(GameName, &str)> {
    let (name, text) = std::str::from_utf8(data).ok()?.split_once('\n')?;
    Some((name.parse().ok()?, text))
}

/// A certificate: it comes back, and the checker makes up its mind.
///
/// # Panics
/// If a certificate that was written is not read back.
pub fn certificate(data: &[u8]) {
    match Certificate::read(data) {
        Ok(certificate) => {
            let text = certificate.to_string();
            assert_eq!(Certificate::read(text.as_bytes()).ok().as_ref(), Some(&certificate));
            if let Err(fault) = sixfold_check::check(&certificate) {
                check_message(&fault.to_string());
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// A game name and a FEN: positions come back.
///
/// # Panics
/// If a FEN that was written is not read back.
pub fn fen(data: &[u8]) {
    let Some((game, text)) = game_and_text(data) else { return };
    let read = |fen: &str| Setup::from_fen(game.seen_in_fen(fen)?, fen);
    match read(text) {
        Ok(setup) => assert_eq!(read(&setup.to_string()), Ok(setup)),
        Err(error) => check_message(&error.to_string()),
    }
}

/// A game name: it comes back.
///
/// # Panics
/// If a name that was written is not read back.
pub fn game_name(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<GameName>() {
        Ok(game) => {
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(Setup::start(game).grid().squares().count(), game.grid().len());
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// An SGF collection: each record comes back in every style.
///
/// # Panics
/// If a record that was written is not read back.
pub fn sgf(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match record::sgf::read_collection(text, None) {
        Ok(records) => records.iter().for_each(check_sgf),
        Err(error) => check_message(&error.to_string()),
    }
}

/// Contest records: each comes back in every encoding.
///
/// # Panics
/// If a record that was written is not read back.
pub fn contest(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match contest::read_collection(text, None) {
        Ok(records) => {
            for record in &records {
                let text = contest::write(record).expect("it was a contest record");
                assert_eq!(contest::read(&text, None).as_ref(), Ok(record), "{text}");
                check_gb2312(record, record);
            }
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// A game name and a move list: the stones come back.
///
/// # Panics
/// If a record that was written is not read back.
pub fn move_list(data: &[u8]) {
    let Some((game, text)) = game_and_text(data) else { return };
    if let Ok(records) = move_list::read_collection(game, text) {
        assert!(records.iter().all(|record| record.check() == Ok(())));
    }
    match move_list::read(game, text) {
        Ok(mut record) => {
            // A move list may say who resigned, but is not written so.
            record.info = Info::default();
            let list = move_list::write(&record).expect("a move list has no edited position");
            assert_eq!(move_list::read(game, &list).as_ref(), Ok(&record), "{list}");
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// Any file: what is read comes back in every format that can hold it.
///
/// # Panics
/// If a record that was written is not read back.
pub fn record(data: &[u8]) {
    match record::read_collection(data, None) {
        Ok(records) => records.iter().for_each(check_sgf),
        Err(error) => check_message(&error.to_string()),
    }
    let record = match record::read(data, None) {
        Ok(record) => record,
        Err(error) => return check_message(&error.to_string()),
    };
    assert_eq!(record.check(), Ok(()));
    let game = record.game();
    for format in Format::ALL {
        let Ok(bytes) = format.write(&record) else { continue };
        // An empty move list is an empty file, which is an error.
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let again = record::read(&bytes, Some(game)).expect("it was just written");
        assert_eq!(again.final_setup(), record.final_setup(), "{format}");
        assert!(format == Format::Fen || again.stones().eq(record.stones()), "{format}");
    }
    check_sgf(&record);
}

/// A library of `RenLib`: a tree that was read is legal, and comes back if such a file can hold it.
///
/// # Panics
/// If a tree that was written is not read back.
pub fn renlib(data: &[u8]) {
    let game: GameName = "gomoku".parse().expect("a game");
    let record = match renlib::read(data, game) {
        Ok(record) => record,
        Err(fault) => return check_message(&fault.to_string()),
    };
    assert_eq!(record.check(), Ok(()));
    match renlib::write(&record) {
        // A pass cannot be written.
        Err(fault) => assert_eq!(fault, Fault::Setup),
        Ok(bytes) => {
            let again = renlib::read(&bytes, game).expect("it was just written");
            let again = renlib::write(&again).expect("it was just read");
            assert_eq!(again, bytes);
        }
    }
}

fn check_sgf(record: &Record) {
    assert_eq!(record.check(), Ok(()));
    for style in [Style::Standard, Style::OneStonePerNode] {
        let text = record::sgf::write(record, style);
        assert_eq!(record::sgf::read(&text, None).as_ref(), Ok(record), "{text}");
    }
    // Little Golem knows whole turns only: all is written twice alike, and the stones stay.
    let text = record::sgf::write(record, Style::LittleGolem);
    let turns = record::sgf::read(&text, None).expect("it was just written");
    assert!(turns.stones().eq(record.stones()), "{text}");
    assert_eq!(record::sgf::write(&turns, Style::LittleGolem), text);
}

fn check_gb2312(record: &Record, expected: &Record) {
    // Not every character is in GB2312.
    if let Ok(bytes) = Format::Contest(Encoding::Gb2312).write(record) {
        assert_eq!(record::read(&bytes, None).as_ref(), Ok(expected));
    }
}

/// A dialogue in c6: it still answers.
///
/// # Panics
/// If the dialogue has broken off.
pub fn c6(data: &[u8]) {
    let mut protocol = C6::new("greedy", Limits::default());
    answers(&mut protocol, data);
    assert_eq!(answers(&mut protocol, b"name"), "name sixfold-greedy\n");
}

/// A dialogue in GTP: it still answers, and the position is one.
///
/// # Panics
/// If the dialogue has broken off.
pub fn gtp(data: &[u8]) {
    let mut protocol = Gtp::new("greedy", Limits::default());
    answers(&mut protocol, data);
    let answer = answers(&mut protocol, b"sixfold-position");
    let fen = answer.strip_prefix("= ").expect("a success").trim_end();
    answers(&mut protocol, format!("sixfold-setup {fen}").as_bytes());
    assert_eq!(answers(&mut protocol, b"sixfold-position"), answer);
}

/// A dialogue in HTP: it still answers, and the position is one.
///
/// # Panics
/// If the dialogue has broken off.
pub fn htp(data: &[u8]) {
    let mut protocol = Gtp::of_hex("first", Limits::default());
    answers_of(Box::new(FirstCell), &mut protocol, data);
    let position = |protocol: &mut Gtp| answers(protocol, b"sixfold-position");
    let answer = position(&mut protocol);
    let fen = answer.strip_prefix("= ").expect("a success").trim_end();
    answers(&mut protocol, format!("sixfold-setup {fen}").as_bytes());
    assert_eq!(position(&mut protocol), answer);
}

/// Plays on the first empty cell, and takes over every stone it can: real players of Hex take long to
/// look at a large board.
struct FirstCell;

impl Engine for FirstCell {
    fn name(&self) -> &'static str {
        "first"
    }

    fn new_game(&mut self, _: GameName) -> Result<(), EngineError> {
        Ok(())
    }

    fn choose(&mut self, record: &Record, _: &Request) -> Result<Choice, EngineError> {
        let position = AnyPosition::replay(record)?;
        let cell = position.legal_squares().iter().next().ok_or(EngineError::GameOver)?;
        let turns = vec![[cell].into_iter().collect()];
        let (score, ground) = (Score::Estimate(0), Ground::Estimated);
        let variations = vec![Variation { score, ground, visits: None, turns }];
        let thought = Thought { variations, depth: 1, nodes: 1, elapsed: Duration::ZERO };
        Ok(Choice { thought, proof: None })
    }

    fn takes_over(&mut self, _: &Record, request: &Request) -> Result<bool, EngineError> {
        Ok(request.swap == SwapRule::SwapPieces)
    }
}

/// What a protocol prints, with searches that end at once.
fn answers(protocol: &mut dyn Protocol, input: &[u8]) -> String {
    answers_of(Box::new(BuiltIn::Greedy.engine()), protocol, input)
}

fn answers_of(engine: Box<dyn Engine>, protocol: &mut dyn Protocol, input: &[u8]) -> String {
    let resources = Resources { memory: 1 << 16, threads: 1 };
    let mut worker = Worker { engine, resources };
    let control = Arc::new(Control::default());
    control.cancel();
    converse(protocol, &mut worker, &control, input)
}

/// Every message is one short line: at most 20 characters of the input, escaped, and a sentence.
fn check_message(message: &str) {
    assert!(message.chars().count() < 400, "{message}");
    assert!(!message.contains(char::is_control), "{message:?}");
}
