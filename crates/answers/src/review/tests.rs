use sixfold_game::GameName;
use sixfold_game::record::{move_list, sgf};

use super::*;

/// Black has four in a row and looks elsewhere.
const MISSED: &str = "j10 a1b1 k10l10 a3b3 m10a9 a5b5 q1q2 h10n10";

/// Black wins by single threats at his third turn, of which a reply leaves out a stone, and looks
/// elsewhere.
const SINGLE_THREATS: &str = "j10 h9i8 k11l10 k8m9 a1s1 a19s19";

fn question() -> Question {
    Question {
        engine: "alphabeta".parse().unwrap(),
        limits: Limits { nodes: Some(2_000), ..Limits::default() },
        threads: 1,
        memory: 16 << 20,
        control: Arc::default(),
    }
}

fn reviewed(moves: &str) -> Review {
    let record = move_list::read(GameName::CONNECT6, moves).unwrap();
    review(&record, &question(), &mut |_| {}).unwrap()
}

#[test]
fn a_win_that_is_not_played_is_missed() {
    let review = reviewed(MISSED);
    let missed: Vec<&Finding> =
        review.findings.iter().filter(|finding| finding.turn == 6).collect();
    let [finding] = missed[..] else { panic!("{review:?}") };
    assert_eq!((finding.kind, finding.player), (FindingKind::MissedWin, Player::Black));
    assert_eq!(finding.played, ["q1", "q2"]);
    assert!(finding.proven);
    assert!(finding.text.starts_with("Black misses a win: "), "{}", finding.text);
    assert!(finding.text.ends_with(" wins in 1 turn (proven)."), "{}", finding.text);
    let proven = review.positions[6].proven;
    assert_eq!(proven, Some(ProvenWin { winner: Player::Black, certificate: true }));
}

#[test]
fn a_turn_that_wins_is_no_finding() {
    let review = reviewed("j10 a1b1 k10l10 a3b3 m10a9 a5b5 h10i10");
    assert!(review.findings.iter().all(|finding| finding.turn < 6), "{review:?}");
    assert_eq!(review.positions[7].proven.unwrap().winner, Player::Black);
    assert!(review.positions[7].chance_black > 0.99);
}

#[test]
fn not_to_block_four_in_a_row_is_a_blunder() {
    let review = reviewed("j10 a1b1 k10l10 a3c5 m10a9 a12p5");
    let last = review.findings.last().unwrap();
    assert_eq!((last.turn, last.kind), (5, FindingKind::Blunder), "{review:?}");
    assert!(last.text.starts_with("White lets Black win: "), "{}", last.text);
    assert!(!last.better.is_empty());
    assert!(last.text.ends_with("(proven)."), "{}", last.text);
    let preferred = last.better.concat();
    assert_eq!(last.advice, format!("The engine preferred {preferred} (not proven)."));
    assert_eq!(last.words(), format!("{} {}", last.text, last.advice));
}

#[test]
fn nodes_make_a_review_repeatable() {
    assert_eq!(reviewed(MISSED), reviewed(MISSED));
}

#[test]
fn findings_become_comments_and_variations() {
    let record = move_list::read(GameName::CONNECT6, MISSED).unwrap();
    let review = review(&record, &question(), &mut |_| {}).unwrap();
    let annotated = annotated(&record, &review);
    assert_eq!(annotated.check(), Ok(()));
    assert!(annotated.stones().eq(record.stones()));
    let text = sgf::write(&annotated, sgf::Style::Standard);
    assert!(text.contains("C[Black misses a win: "), "{text}");
}

#[test]
fn the_win_of_a_finding_is_a_game_of_whole_turns() {
    let record = move_list::read(GameName::CONNECT6, SINGLE_THREATS).unwrap();
    // The win is found after 17,000 nodes, and a player has other things to do as well.
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let review = review(&record, &Question { limits, ..question() }, &mut |_| {}).unwrap();
    let missed = review.findings.iter().find(|finding| finding.turn == 4).unwrap();
    let (last, turns) = missed.line.split_last().unwrap();
    assert!(turns.len() > 2 && turns.iter().all(|turn| turn.len() == 2), "{turns:?}");
    assert!(!last.is_empty());
    let annotated = annotated(&record, &review);
    assert_eq!(annotated.check(), Ok(()));
    let text = sgf::write(&annotated, sgf::Style::Standard);
    assert_eq!(sgf::read(&text, None).unwrap().check(), Ok(()));
}

#[test]
fn progress_is_told_and_a_review_can_be_stopped() {
    let record = move_list::read(GameName::CONNECT6, MISSED).unwrap();
    let question = question();
    let control = question.control.clone();
    let mut told = Vec::new();
    let ended = review(&record, &question, &mut |progress| {
        told.push(progress);
        control.cancel();
    });
    assert!(matches!(ended, Err(AskError::Cancelled)));
    assert_eq!(told, [Progress { done: 0, of: 9 }]);
}
