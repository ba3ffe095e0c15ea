//! The tree search plays legal turns in every game, and what it calls proven is proven.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use proptest::prelude::*;
use sixfold_connect::{Connect6Position, GeneralPosition, Position, SegmentState};
use sixfold_game::record::move_list;
use sixfold_game::{Game, GameName, Record, SquareSet};
use sixfold_play::engine::BuiltIn;
use sixfold_play::mcts::{Mcts, Settings};
use sixfold_play::{Choice, Ground, Player, Score, Task};
use sixfold_solve::Budget;

fn connect6(moves: &str) -> Connect6Position {
    Connect6Position::replay(&move_list::read(GameName::CONNECT6, moves).unwrap()).unwrap()
}

fn start(game: &str) -> GeneralPosition {
    GeneralPosition::replay(&Record::new(game.parse().unwrap())).unwrap()
}

fn nodes(nodes: u64) -> Budget {
    Budget { nodes: Some(nodes), memory: 64 << 20, ..Budget::default() }
}

fn mcts(settings: &str) -> Mcts {
    Mcts::new(settings.parse().unwrap())
}

fn choose(position: &Connect6Position, settings: &str, most_nodes: u64) -> Choice {
    mcts(settings).choose(position, &Task::within(nodes(most_nodes)))
}

/// The chosen turn is one that may be played, and all of it.
fn assert_full_turn<S: SegmentState>(position: &Position<S>, choice: &Choice) {
    let mover = position.turn().player;
    let mut after = position.clone();
    for &square in choice.turn() {
        assert_eq!(after.turn().player, mover, "too many stones");
        after.try_play(square).unwrap();
    }
    assert!(after.turn().player != mover || after.outcome().is_some(), "too few stones");
}

/// A proven claim has a certificate that the checker accepts.
fn assert_proof_holds<S: SegmentState>(position: &Position<S>, choice: &Choice) {
    let is_proven = choice.best().ground == Ground::Proven;
    assert_eq!(is_proven, choice.proof.is_some());
    if let Some(certificate) = &choice.proof {
        let report = sixfold_check::check(certificate).unwrap();
        assert_eq!(report.claim.setup, position.setup());
        let mover = position.turn().player;
        let winner = match choice.best().score {
            Score::Wins(_) => mover,
            Score::Loses(_) => mover.opponent(),
            Score::Estimate(_) => panic!("an estimate cannot be proven"),
        };
        assert_eq!(report.claim.winner, winner);
    }
}

const WON_BY_DOUBLE_THREATS: [&str; 3] = [
    "j10 j9k12 l11k13 j12m12 l10l12 l9n10",
    "j10 k11k10 k9i11 l8l9 l10i12 i10j8 h12j12 k12j11",
    "j10 i9h10 j8j9 j7k9 i8k8 k10h8 i10h11 l7g12 j11k12 j13l13 h7g8 g6f9",
];

#[test]
fn wins_by_double_threats_are_found_and_proven() {
    for moves in WON_BY_DOUBLE_THREATS {
        let position = connect6(moves);
        let choice = choose(&position, "", 20_000);
        assert!(matches!(choice.best().score, Score::Wins(_)), "{moves}");
        assert_eq!(choice.best().ground, Ground::Proven, "{moves}");
        assert_proof_holds(&position, &choice);
        assert_full_turn(&position, &choice);
    }
}

#[test]
fn wins_in_real_games_are_found_and_proven() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/connect6-vcdt-positions.csv");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no file {}", path.display());
        return;
    };
    for line in text.lines().skip(1).step_by(10) {
        let fields: Vec<&str> = line.split(',').collect();
        let (length, moves) = (fields[2].parse::<u32>().unwrap(), fields[3]);
        if length > 6 {
            continue;
        }
        let position = connect6(moves);
        let choice = choose(&position, "", 100_000);
        assert!(matches!(choice.best().score, Score::Wins(_)), "{moves}");
        assert_proof_holds(&position, &choice);
    }
}

#[test]
fn a_win_by_single_threats_is_found_and_proven() {
    // Order 2: no double threats alone win this.
    let position = connect6("j10 h9i8 k11l10 k8m9");
    let choice = choose(&position, "", 400_000);
    assert!(matches!(choice.best().score, Score::Wins(_)));
    assert_eq!(choice.best().ground, Ground::Proven);
    assert_full_turn(&position, &choice);
    assert_proof_holds(&position, &choice);
}

#[test]
fn threats_are_blocked() {
    // White has four in a row with open ends, Black nothing.
    let position = connect6("j10 c5d5 a1s1 e5f5");
    for settings in ["", "zones=off", "type=1", "type=2", "playouts=on", "paper=on"] {
        let choice = choose(&position, settings, 2_000);
        let mut after = position.clone();
        after.play_turn(choice.turn()).unwrap();
        assert!(!after.can_complete(after.turn().player), "mcts:{settings}");
    }
}

#[test]
fn a_position_that_cannot_be_saved_is_known_to_be_lost() {
    let position = connect6("j10 a1s1 j11j12 a19s19 j13k10 a3a5 l10m10");
    let choice = choose(&position, "", 50_000);
    assert!(matches!(choice.best().score, Score::Loses(_)));
    assert_full_turn(&position, &choice);
    assert_proof_holds(&position, &choice);
}

#[test]
fn several_turns_are_told_and_they_differ() {
    for moves in ["j10 i9k11", WON_BY_DOUBLE_THREATS[0]] {
        let position = connect6(moves);
        let task = Task { variations: 4, ..Task::within(nodes(20_000)) };
        let choice = mcts("").choose(&position, &task);
        let turns: HashSet<SquareSet> = choice
            .thought
            .variations
            .iter()
            .map(|variation| variation.turns[0].iter().copied().collect())
            .collect();
        assert_eq!(turns.len(), 4, "{moves}");
        assert_proof_holds(&position, &choice);
    }
}

#[test]
fn excluded_turns_are_not_chosen() {
    let position = connect6("j10 a1b1 k10l10 a2b2 m10n10 a3b3");
    let mut excluded: Vec<SquareSet> = Vec::new();
    for _ in 0..6 {
        let task = Task { excluded: &excluded, ..Task::within(nodes(2_000)) };
        let choice = mcts("").choose(&position, &task);
        assert_full_turn(&position, &choice);
        let turn: SquareSet = choice.turn().iter().copied().collect();
        assert!(!excluded.contains(&turn));
        excluded.push(turn);
    }
}

#[test]
fn an_excluded_turn_is_chosen_if_there_is_no_other() {
    let record = Record::new("connect(1,1,1,1,1)".parse().unwrap());
    let position = GeneralPosition::replay(&record).unwrap();
    let excluded = [position.empty_squares()];
    let task = Task { excluded: &excluded, ..Task::within(nodes(10)) };
    let choice = mcts("").choose(&position, &task);
    assert_full_turn(&position, &choice);
}

#[test]
fn tic_tac_toe_is_not_lost() {
    let mut position = start("tictactoe");
    let mut player = mcts("");
    while position.outcome().is_none() {
        let choice = player.choose(&position, &Task::within(nodes(2_000)));
        position.play_turn(choice.turn()).unwrap();
    }
    assert_eq!(position.outcome(), Some(sixfold_game::Outcome::Draw));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |settings: &str| {
        let mut position = connect6("j10 i9k11");
        let mut player = mcts(settings);
        for _ in 0..6 {
            let choice = player.choose(&position, &Task::within(nodes(3_000)));
            position.play_turn(choice.turn()).unwrap();
            if position.outcome().is_some() {
                break;
            }
        }
        position.history().to_vec()
    };
    for settings in ["seed=7", "paper=on,seed=7", "playouts=on,type=2,seed=7"] {
        assert_eq!(game(settings), game(settings), "mcts:{settings}");
    }
}

#[test]
fn several_threads_work_on_one_tree() {
    let position = connect6("j10 i9k11");
    let choice = choose(&position, "threads=3", 20_000);
    assert_full_turn(&position, &choice);
}

#[test]
fn a_search_that_is_cancelled_has_an_answer() {
    let budget = Budget { memory: 64 << 20, ..Budget::default() };
    let control = budget.control.clone();
    let thoughts = Mutex::new(0);
    let watch = |_: &_| {
        *thoughts.lock().unwrap() += 1;
        if *thoughts.lock().unwrap() == 5 {
            control.cancel();
        }
    };
    let position = connect6("j10 i9k11");
    for settings in ["", "threads=2", "paper=on"] {
        let task = Task { watch: &watch, ..Task::within(budget.clone()) };
        let choice = mcts(settings).choose(&position, &task);
        assert_full_turn(&position, &choice);
    }
}

#[test]
fn the_engine_is_named_as_it_is_set() {
    let engine = "mcts:type=2,threads=2".parse::<BuiltIn>().unwrap();
    assert_eq!(engine, BuiltIn::Mcts("type=2,threads=2".parse::<Settings>().unwrap()));
    assert_eq!(sixfold_play::engine::Engine::name(&engine.engine()), "mcts:type=2,threads=2");
    let error = "mcts:speed=9".parse::<BuiltIn>().unwrap_err().to_string();
    assert!(error.starts_with("mcts has no setting 'speed=9'"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_game_sees_an_illegal_turn(
        game in prop::sample::select(vec![
            "connect6", "gomoku", "tictactoe", "connect(4,9,4,3,2)", "connect(5,5,4,2,1)",
            "connect(3,7,3,1,3)", "connect(6,6,5,3,3)", "connect(1,5,3,2,2)", "connect(5,1,1)",
            "connect(9,3,2)",
        ]),
        settings in prop::sample::select(vec![
            "", "zones=off", "type=1", "type=2", "playouts=on", "paper=on", "paper=on,type=2",
            "threads=2",
        ]),
        most_nodes in 1_u64..60,
        most_turns in 1_usize..60,
    ) {
        let mut position = start(game);
        let mut player = mcts(settings);
        for _ in 0..most_turns {
            if position.outcome().is_some() || position.empty_squares().is_empty() {
                break;
            }
            let choice = player.choose(&position, &Task::within(nodes(most_nodes)));
            assert_full_turn(&position, &choice);
            assert_proof_holds(&position, &choice);
            position.play_turn(choice.turn()).unwrap();
        }
    }
}
