//! What the alpha-beta player does.

use std::sync::Arc;

use proptest::prelude::*;
use sixfold_connect::{
    Connect6Position, GeneralPosition, LinePlanes, Position, SegmentCounts, SegmentState,
};
use sixfold_game::record::move_list;
use sixfold_game::{Game, GameName, Player as Colour, Record, Square, SquareSet};
use sixfold_play::alphabeta::{AlphaBeta, Settings};
use sixfold_play::{Choice, Ground, Player, Score, Task};
use sixfold_solve::{Budget, Control};

fn connect6(moves: &str) -> Connect6Position {
    let record = move_list::read(GameName::CONNECT6, moves).unwrap();
    Connect6Position::replay(&record).unwrap()
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), memory: 64 << 20, ..Budget::default() }
}

fn choose<S>(position: &Position<S>, settings: &str, task: &Task) -> Choice
where
    S: SegmentState + Send + Sync,
{
    let settings: Settings = settings.parse().unwrap();
    AlphaBeta::new(settings).choose(position, task)
}

#[test]
fn a_win_by_double_threats_is_proven_and_its_certificate_accepted() {
    let position = connect6("j10 j9k12 l11k13 j12m12 l10l12 l9n10");
    let choice = choose(&position, "", &Task::within(nodes(100_000)));
    assert_eq!((choice.best().score, choice.best().ground), (Score::Wins(3), Ground::Proven));
    assert!(sixfold_check::check(choice.proof.as_deref().unwrap()).is_ok());
}

#[test]
fn a_win_that_needs_single_threats_is_found() {
    let position = connect6("j10 h9i8 k11l10 k8m9");
    let choice = choose(&position, "", &Task::within(nodes(400_000)));
    assert_eq!(choice.best().ground, Ground::Proven);
    assert!(sixfold_check::check(choice.proof.as_deref().unwrap()).is_ok());
}

#[test]
fn six_in_a_row_is_completed_even_without_the_solver() {
    let position = connect6("j10 a1b1 k10l10 a2b2 m10n10 a3b3");
    for settings in ["", "solver=off"] {
        let choice = choose(&position, settings, &Task::within(nodes(1)));
        let mut after = position.clone();
        after.play_turn(choice.turn()).unwrap();
        assert!(after.outcome().is_some(), "{settings}");
        assert_eq!(choice.best().score, Score::Wins(1));
    }
}

#[test]
fn threats_are_parried() {
    let position = connect6("j10 a1b1 k10l10 a2b2 m10s1");
    for settings in ["", "solver=off", "threads=2"] {
        let choice = choose(&position, settings, &Task::within(nodes(2_000)));
        let mut after = position.clone();
        after.play_turn(choice.turn()).unwrap();
        assert!(!after.can_complete(Colour::Black), "{settings}");
    }
}

#[test]
fn an_excluded_turn_is_not_chosen() {
    let position = connect6("j10 k11i9 h9j9");
    let first = choose(&position, "", &Task::within(nodes(3_000)));
    let excluded: [SquareSet; 1] = [first.turn().iter().copied().collect()];
    let task = Task { excluded: &excluded, ..Task::within(nodes(3_000)) };
    let second: SquareSet = choose(&position, "", &task).turn().iter().copied().collect();
    assert_ne!(second, excluded[0]);
}

#[test]
fn several_variations_are_told_and_differ() {
    let position = connect6("j10 k11i9 h9j9");
    // The budget is spent in the middle of an iteration.
    let task = Task { variations: 3, ..Task::within(nodes(100_000)) };
    let thought = choose(&position, "", &task).thought;
    let mut turns: Vec<SquareSet> =
        thought.variations.iter().map(|v| v.turns[0].iter().copied().collect()).collect();
    turns.dedup();
    assert_eq!(turns.len(), 3);
    let chances: Vec<f64> = thought.variations.iter().map(|v| v.score.chance()).collect();
    assert!(chances.is_sorted_by(|one, other| one >= other), "{chances:?}");
}

#[test]
fn the_same_nodes_give_the_same_choice() {
    let position = connect6("j10 k11i9 h9j9");
    let run = || {
        let thought = choose(&position, "", &Task::within(nodes(5_000))).thought;
        (thought.variations, thought.nodes)
    };
    assert_eq!(run(), run());
}

#[test]
fn a_cancelled_search_still_answers() {
    let control = Arc::new(Control::default());
    control.cancel();
    let budget = Budget { control, ..Budget::default() };
    let position = connect6("j10 k11i9 h9j9");
    assert_eq!(choose(&position, "", &Task::within(budget)).turn().len(), 2);
}

/// Plays on from any position with a tiny budget; every turn must be legal and whole.
fn plays_legally<S>(mut position: Position<S>, settings: &str, budget: u64)
where
    S: SegmentState + Send + Sync,
{
    let mut player = AlphaBeta::new(settings.parse().unwrap());
    while position.outcome().is_none() {
        let left = usize::from(position.turn().stones_left).min(position.legal_squares().len());
        let choice = player.choose(&position, &Task::within(nodes(budget)));
        assert_eq!(choice.turn().len(), left);
        position.play_turn(choice.turn()).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_turn_of_every_game_is_legal(
        name in prop::sample::select(vec![
            "tictactoe", "connect(5,5,4,2,1)", "connect(4,5,4,3,2)", "connect(6,6,5,1,1)",
            "connect(7,7,6,2,1)", "connect(2,3,2,1,1)",
        ]),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        settings in prop::sample::select(vec!["", "solver=off"]),
        budget in 1_u64..60,
    ) {
        let mut position = GeneralPosition::replay(&Record::new(name.parse().unwrap())).unwrap();
        for pick in picks {
            let legal: Vec<Square> = position.legal_squares().iter().collect();
            if !legal.is_empty() {
                position.play(*pick.get(&legal));
            }
        }
        plays_legally::<SegmentCounts>(position, settings, budget);
    }
}

#[test]
fn a_whole_game_of_connect6_is_legal() {
    plays_legally::<LinePlanes>(connect6("j10"), "", 300);
}
