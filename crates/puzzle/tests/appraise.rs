//! A composer's position is told what it is.

use std::path::Path;

use sixfold_game::{GameName, Setup};
use sixfold_puzzle::{
    Appraisal, Collection, Economy, Finding, Goal, Illegal, Limits, Needless, Puzzle, Tone, Topic,
    appraise, referee,
};
use sixfold_solve::Budget;

/// White wins in three turns by e10f11 alone.
const THREE: &str =
    "19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";

fn limits(most: Goal) -> Limits {
    let budget = Budget { nodes: Some(300_000), ..Budget::default() };
    Limits::of_composer(most, &budget)
}

fn appraised(fen: &str, needless: Needless) -> Appraisal {
    let game = GameName::CONNECT6;
    let setup = Setup::from_fen(game, fen).unwrap();
    let most = Goal { order: 1, turns: 6 };
    appraise(game, &setup, needless, &limits(most), &*referee(game).unwrap())
}

fn text(appraisal: &Appraisal, topic: Topic) -> String {
    let remarks = appraisal.remarks();
    let remark = remarks.into_iter().find(|remark| remark.topic == topic);
    remark.unwrap_or_else(|| panic!("{topic:?}: {appraisal:?}")).text
}

fn has_flaw(appraisal: &Appraisal) -> bool {
    appraisal.remarks().iter().any(|remark| remark.tone == Tone::Flaw)
}

#[test]
fn a_position_with_one_winning_turn_is_a_puzzle() {
    let found = appraised(THREE, Needless::Kept);
    let puzzle = found.puzzle().unwrap();
    assert_eq!(puzzle.goal, Goal { order: 1, turns: 3 });
    assert!(!has_flaw(&found));
    assert_eq!(
        found.summary(),
        "A sound puzzle: White to play and win in 3 turns by double threats."
    );
    assert_eq!(text(&found, Topic::Key), "e10f11 alone");
    assert_eq!(text(&found, Topic::Stones), "7 black and 6 white, as in a game");
    assert!(text(&found, Topic::Grade).starts_with("level "));
}

#[test]
fn a_stone_too_few_is_told_and_counted() {
    // The same without the stone on d3, which is there for the number only.
    let fen = THREE.replace("3x15", "19");
    let found = appraised(&fen, Needless::Kept);
    assert_eq!(found.legality, Err(Illegal::StoneCounts));
    assert!(found.puzzle().is_none());
    assert_eq!(
        text(&found, Topic::Stones),
        "6 black and 6 white; with White to move a game has 7 and 6: 1 black is missing"
    );
    assert_eq!(text(&found, Topic::Key), "e10f11 alone");
}

#[test]
fn a_position_that_several_turns_win_is_cooked() {
    // The same without the black stones on g14 and h11, which block two lines.
    let fen = THREE.replace("6xo11", "7o11").replace("6ox11", "6o12");
    let found = appraised(&fen, Needless::Kept);
    let Finding::Cooked(cooked) = &found.finding else { panic!("{found:?}") };
    assert!(cooked.turns.len() > 1);
    assert!(text(&found, Topic::Key).contains(" is cooked by "));
    let referee = referee(found.game).unwrap();
    for &turn in &cooked.turns {
        let win = referee.win_by(&found.setup, cooked.goal, turn, &Budget::default()).unwrap();
        assert!(win.is_some(), "{turn:?}");
    }
}

#[test]
fn a_position_without_a_win_is_none() {
    let quiet = "19/19/19/19/19/19/19/19/19/9x9/8o1o8/19/19/19/19/19/19/19/19 b 2";
    let found = appraised(quiet, Needless::Kept);
    assert!(matches!(found.finding, Finding::NoWin), "{found:?}");
    assert_eq!(found.summary(), "Not a sound puzzle.");
    let four = "19/19/19/19/19/19/19/19/19/7oooo8/8xxx8/9xx8/19/19/19/19/19/19/19 w 2";
    let found = appraised(four, Needless::Kept);
    assert!(matches!(found.finding, Finding::AtOnce(_)), "{found:?}");
}

#[test]
fn a_win_may_be_longer_than_allowed() {
    let game = GameName::CONNECT6;
    let setup = Setup::from_fen(game, THREE).unwrap();
    let short = limits(Goal { order: 1, turns: 2 });
    let found = appraise(game, &setup, Needless::Kept, &short, &*referee(game).unwrap());
    assert!(matches!(found.finding, Finding::TooLong(Goal { turns: 3, .. })), "{found:?}");
    assert_eq!(text(&found, Topic::Win), "the shortest takes 3 turns, and 2 are allowed");
}

#[test]
fn needless_stones_are_named_and_left_out_if_wanted() {
    // A pair of stones of each side far from the fight.
    let fen = THREE.replacen("19/19/19/19", "xx15oo/19/19/19", 1);
    let found = appraised(&fen, Needless::Kept);
    let puzzle = found.puzzle().unwrap();
    let Finding::OneKey(one) = &found.finding else { panic!("{found:?}") };
    let Economy::Known { needless } = one.economy else { panic!("{found:?}") };
    assert_eq!(needless.len(), 4);
    assert!(puzzle.spare.iter().any(|square| needless.contains(square)));
    assert!(text(&found, Topic::Economy).contains("could be left out together"));
    let without = appraised(&fen, Needless::LeftOut);
    let puzzle = without.puzzle().unwrap();
    assert_eq!(puzzle.setup.stones(sixfold_game::Player::White).len(), 6);
    assert!(text(&without, Topic::Economy).starts_with("no stone can be left out"));
}

#[test]
fn a_turn_under_way_and_a_game_that_is_over_are_no_questions() {
    let half = THREE.replace("w 2", "w 1");
    assert!(matches!(appraised(&half, Needless::Kept).legality, Err(Illegal::PartOfTurn)));
    let over = THREE.replacen("19/19/19/19", "xxxxxx13/19/19/19", 1);
    let found = appraised(&over, Needless::Kept);
    assert!(matches!((found.legality, &found.finding), (Err(Illegal::Over), Finding::NotAsked)));
}

#[test]
fn what_the_generator_has_made_is_found_again_to_the_letter() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/puzzles/starter.json");
    let Ok(bytes) = std::fs::read(path) else {
        eprintln!("skipped: the starter collection is not there");
        return;
    };
    let collection = Collection::from_json(&bytes).unwrap();
    for puzzle in collection.puzzles().iter().filter(|puzzle| puzzle.goal.order == 1).step_by(9) {
        let game = puzzle.game;
        let most = limits(Goal { order: 1, turns: 12 });
        let found = appraise(game, &puzzle.setup, Needless::Kept, &most, &*referee(game).unwrap());
        let again = found.puzzle().unwrap_or_else(|| panic!("{}", puzzle.id()));
        // Where it comes from, and which of equal stones are spare, the position does not tell.
        let (source, spare) = (puzzle.source.clone(), puzzle.spare);
        let same = &Puzzle { source, spare, ..again.clone() } == puzzle;
        assert!(same, "{}: {:?} {:?}", puzzle.id(), again.line, puzzle.line);
    }
}
