//! The example of `docs/certificates.md`, and what is wrong with it after a change.

mod support;

use sixfold_check::check;
use sixfold_game::Player;
use sixfold_game::certificate::Certificate;
use support::Board;
use support::emit::{Style, certify};
use support::prover::{Moves, Prover};

const DOCUMENT: &str = include_str!("../../../docs/certificates.md");

fn example() -> &'static str {
    let start =
        DOCUMENT.find("```text\nsixfold-certificate").expect("an example") + "```text\n".len();
    let end = DOCUMENT[start..].find("```").expect("its end");
    &DOCUMENT[start..start + end]
}

fn fault(text: &str) -> String {
    let certificate = Certificate::read(text.as_bytes()).expect("the form of a certificate");
    check(&certificate).expect_err("no proof").to_string()
}

/// The example with one piece of text in another's place.
fn changed(from: &str, to: &str) -> String {
    let text = example().replacen(from, to, 1);
    assert_ne!(text, example(), "{from}");
    text
}

#[test]
fn the_example_is_a_proof_and_made_by_the_test_solver() {
    let certificate = Certificate::read(example().as_bytes()).unwrap();
    let report = check(&certificate).unwrap();
    assert_eq!((report.nodes, report.defences, report.order), (12, 7, Some(2)));
    assert!(!report.unbounded);
    let sixfold_game::GameName::Connect(rules) = certificate.claim.game else { unreachable!() };
    let board = Board::new(rules, Player::Black);
    let style = Style { zones: 2, wide: false, references: true, marks: true };
    let made = certify(&mut Prover::new(&board, Moves::All), &certificate.claim.setup, style);
    assert_eq!(made.unwrap().to_string().replace("order -", "order 2"), example());
}

#[test]
fn the_fault_in_the_document_is_what_the_checker_says() {
    let text = changed("r d3\na b1\nd\nr c1\n= 9\n. c1d1a2b2d2a3-c3 -\n", "");
    let said = fault(&text.replace("end 12", "end 9"));
    assert_eq!(said, "node 2 (line 7) after a1: the reply d3 is not answered");
    assert!(DOCUMENT.contains(&format!("    {said}\n")));
}

#[test]
fn every_kind_of_fault_is_named() {
    for (from, to, reason) in [
        ("a a1", "a c2", "node 1 (line 6): c2 is not an empty square"),
        ("a a1", "a a1a2", "node 1 (line 6): 2 stones in a turn of 1"),
        ("r b1", "r b1d1", "node 2 (line 7) after a1: 2 stones in a turn of 1"),
        ("r b1", "r a1", "node 2 (line 7) after a1: a1 is not an empty square"),
        (
            "a b1 +",
            "a b1 !",
            "node 3 (line 9) after a1 - b1: the stones do not complete k in a row",
        ),
        ("a b1 +", "a d1 +", "node 3 (line 9) after a1 - d1: the reply b3 is not answered"),
        ("a a2 +", "a b1 +", "node 6 (line 14) after a1 b1 c1 c3: b1 is not an empty square"),
        ("= 9", "= 6", "node 12 (line 26) after a1 d3 b1 c1: the position is not that of node 6"),
        (". c1d1a2", ". d1a2", "node 11 (line 24) after a1 d3 b1: the claimed zone 1 is too small"),
        (
            ". c1d1a2",
            ". a1c1d1a2",
            "node 11 (line 24) after a1 d3 b1: a1 is in a claimed zone, but",
        ),
        ("order 2", "order 1", "node 1 (line 6): the proof is of order 2, the claim of order 1"),
        ("4/2x1/4", "o3/2x1/o3", "node 1 (line 6): a1 is not an empty square"),
        ("4/2x1/4", "xxx1/4/4", "node 1 (line 6): Black has already won"),
        (
            "4/2x1/4",
            "oo2/2x1/4",
            "node 2 (line 7) after a1: the defender completes k in a row on c3",
        ),
        ("4/2x1/4", "4/2x1/1x2", "node 3 (line 9) after a1 -: b1 is not an empty square"),
    ] {
        let text = changed(from, to);
        assert!(fault(&text).starts_with(reason), "{from} -> {to}: {}", fault(&text));
    }
    let early = "a a1 +\nend 1\n";
    let head = example().split_inclusive('\n').take(5).collect::<String>();
    assert_eq!(
        fault(&(head.clone() + early)),
        "node 1 (line 6) after a1: the reply b1 is not answered"
    );
    let three = head.replace("4/2x1/4", "4/2xx/4") + "a b2 +\nend 1\n";
    let said = fault(&three);
    assert!(
        said.ends_with("after b2: the stones complete k in a row, but the proof goes on"),
        "{said}"
    );
}

fn unbounded(game: &str, fen: &str, proof: &str) -> String {
    let nodes = proof.lines().filter(|line| line.starts_with(['a', 'd'])).count();
    format!(
        "sixfold-certificate 1\ngame {game}\nfen {fen}\nwinner black\norder -\n{proof}\nend {nodes}\n"
    )
}

#[test]
fn a_claim_about_an_unbounded_board_needs_a_wide_window() {
    let accepted = unbounded("connect(3,1,1)", "6/6/2x3/6/6 b 1", "a d3 +");
    assert!(DOCUMENT.contains(&accepted.replace("order -", "order 1")));
    let report = check(&Certificate::read(accepted.as_bytes()).unwrap()).unwrap();
    assert_eq!(
        report.to_string(),
        "Black wins connect(3,1,1) from 6/6/2x3/6/6 b 1 by a win of order 1, on an unbounded board"
    );
    // Z2 holds every row of three empty squares, and so the whole board.
    assert_eq!(report.zones.len(), 1);
    for (game, fen, proof, reason) in [
        (
            "connect(3,1,1)",
            "5/5/2x2/5/5 b 1",
            "a d3 +",
            "node 1 (line 6): d3 is too near the edge of the window (k - 1 = 2 squares are needed on every side)",
        ),
        (
            "connect(3,1,1)",
            "o5/6/2x3/6/6 b 1",
            "a d3 +",
            "node 1 (line 6): a5 is too near the edge of the window (k - 1 = 2 squares are needed on every side)",
        ),
        (
            "connect(3,1,1)",
            "6/6/2x3/6/6 w 1",
            "d\nr b3\na d3 +\n.",
            "node 1 (line 6): b3 is too near the edge of the window (k - 1 = 2 squares are needed on every side)",
        ),
        (
            "connect(2,1,1)",
            "5/5/5/5/5 w 1",
            "d\nr -\na c3 +\n.",
            "node 1 (line 6): the reply - rests on zone 1, which an unbounded board would fill",
        ),
        (
            "connect(2,2,2)",
            "5/5/5/5/5 w 1",
            "d\n.",
            "node 1 (line 6): a turn of 2 stones has room for k in a row on an unbounded board",
        ),
    ] {
        assert_eq!(fault(&unbounded(game, fen, proof)), reason);
    }
    // Who moves first with k stones has won.
    let at_once = unbounded("connect(2,2,2)", "3/3/3 b 2", "a b1b2 !");
    assert!(fault(&at_once).contains("b1 is too near the edge"));
    let at_once = unbounded("connect(2,2,2)", "3/3/3/3 b 2", "a b2b3 !");
    assert!(check(&Certificate::read(at_once.as_bytes()).unwrap()).unwrap().unbounded);
}

#[test]
fn a_turn_may_be_short_only_to_win_or_on_a_full_board() {
    let text = |fen: &str, attack: &str| {
        format!(
            "sixfold-certificate 1\ngame connect(2,4,3,2,2)\nfen {fen} b 2\nwinner black\norder -\n{attack}\nend 1\n"
        )
    };
    let only = "only 1 stones in a turn of 2, and no k in a row";
    assert!(fault(&text("4/1x2", "a c1 +")).ends_with(only));
    let completes = text("4/1xx1", "a d1 !");
    assert!(check(&Certificate::read(completes.as_bytes()).unwrap()).is_ok());
    // One square left: the turn has one stone, and then nobody can move.
    let full = text("xoxo/xo1o", "a c1 +");
    assert!(fault(&full).ends_with("the reply -- is not answered"), "{}", fault(&full));
}

#[test]
fn the_example_of_hex_is_a_proof_and_its_fault_is_what_the_checker_says() {
    let start = DOCUMENT.find("```text\nsixfold-certificate 1\ngame hex3").expect("an example");
    let example = DOCUMENT[start..].trim_start_matches("```text\n");
    let example = &example[..example.find("```").expect("its end")];
    let report = check(&Certificate::read(example.as_bytes()).unwrap()).unwrap();
    assert_eq!((report.nodes, report.order, report.zones[0].len()), (5, None, 5));
    assert_eq!(report.to_string(), "Black wins hex3 from 3/3/3 b 1");
    let said = fault(&example.replace(" c1 2", ""));
    assert!(DOCUMENT.contains(&format!("    {said}\n")), "{said}");
}
