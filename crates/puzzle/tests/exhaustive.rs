//! The plain search and the solvers agree on which first turns win.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use sixfold_game::record::move_list;
use sixfold_game::{GameName, PerPlayer, Player, Setup, SquareSet, Turn};
use sixfold_puzzle::exhaustive::{self, Fault, Progress};
use sixfold_puzzle::{Duals, Features, Goal, Grade, Level, Puzzle, Source, referee};
use sixfold_solve::Budget;

/// A position of a small game, with no regard to how many stones each player has.
fn any_position(games: &'static [&'static str]) -> impl Strategy<Value = (GameName, Setup)> {
    let game = prop::sample::select(games).prop_map(|name| name.parse::<GameName>().unwrap());
    (game, 0.05..0.4_f64, any::<u64>()).prop_map(|(game, density, seed)| {
        let mut chance = fastrand::Rng::with_seed(seed);
        let mut stones = PerPlayer::<SquareSet>::default();
        let GameName::Connect(rules) = game else { unreachable!("only Connect games are named") };
        for square in rules.cells().iter() {
            if chance.f64() < density {
                let player = if chance.bool() { Player::Black } else { Player::White };
                stones[player].insert(square);
            }
        }
        let turn = Turn { player: Player::Black, stones_left: rules.stones_per_turn() };
        (game, Setup::with_stones(game.grid(), stones, turn))
    })
}

fn names(game: GameName, turns: &[SquareSet]) -> BTreeSet<String> {
    let name = |turn: &SquareSet| game.grid().names(turn.iter()).concat();
    turns.iter().map(name).collect()
}

/// Both answers, or nothing if the position settles itself.
fn agree(game: GameName, setup: &Setup, goal: Goal) -> Result<(), TestCaseError> {
    let mut patience = 5000;
    let watch = &mut |_| {
        patience -= 1;
        if patience > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let plain = match exhaustive::winning_turns(game, setup, goal, usize::MAX, watch) {
        Ok(turns) => turns,
        Err(Fault::Over | Fault::AtOnce) => return Err(TestCaseError::reject("settled")),
        Err(Fault::Cancelled) => {
            return Err(TestCaseError::reject("too hard for the plain search"));
        }
        Err(fault) => return Err(TestCaseError::fail(fault.to_string())),
    };
    let referee = referee(game).unwrap();
    let budget = Budget { nodes: Some(100_000), memory: 64 << 20, ..Budget::default() };
    let Ok(solved) = referee.winning_turns(setup, goal, 100_000, &budget) else {
        return Err(TestCaseError::reject("too hard for the solver's budget"));
    };
    prop_assert_eq!(names(game, &plain), names(game, &solved), "{} {} {:?}", game, setup, goal);
    Ok(())
}

/// Black to play: a win by double threats in three turns.
const THREE: &str = "j10 j9k12 l11k13 j12m12 l10l12 l9n10";
/// White to play: only e10f11 wins in three turns by double threats.
const ONLY: &str =
    "19/19/19/19/19/19/6xo11/6o12/6ox11/5xo12/4o14/4o1x12/4x14/6x12/19/19/3x15/19/19 w 2";

/// A win that is claimed to be the only one.
fn claimed(setup: Setup, goal: Goal) -> Puzzle {
    let game = GameName::CONNECT6;
    let win = referee(game).unwrap().win(&setup, goal, &Budget::default()).unwrap().unwrap();
    Puzzle {
        game,
        setup,
        goal,
        key: win.line[0],
        line: win.line,
        duals: Duals::default(),
        tries: Vec::new(),
        spare: SquareSet::EMPTY,
        grade: Grade {
            level: Level::new(1).unwrap(),
            difficulty: 0,
            features: Features::default(),
            themes: Vec::new(),
        },
        source: Source::Composed,
        certificate: win.certificate,
    }
}

fn go_on(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn only() -> Puzzle {
    let setup = Setup::from_fen(GameName::CONNECT6, ONLY).unwrap();
    claimed(setup, Goal { order: 1, turns: 3 })
}

#[test]
fn nothing_is_found_against_a_true_puzzle() {
    let exhausted = exhaustive::search(&only(), &mut go_on).unwrap();
    assert!(exhausted.first_turns > 10);
}

#[test]
fn a_second_winning_turn_is_found() {
    let setup = move_list::read(GameName::CONNECT6, THREE).unwrap().final_setup();
    let puzzle = claimed(setup, Goal { order: 1, turns: 4 });
    assert!(matches!(
        exhaustive::search(&puzzle, &mut go_on),
        Err(Fault::Shorter | Fault::Another(_))
    ));
    let only = only();
    let turns = exhaustive::winning_turns(only.game, &only.setup, only.goal, 9, &mut go_on);
    assert_eq!(turns, Ok(vec![only.key]));
    let wrong = Puzzle { key: only.line[2], ..only };
    assert_eq!(exhaustive::search(&wrong, &mut go_on), Err(Fault::Another("e10f11".to_string())));
}

#[test]
fn a_key_that_wins_sooner_or_by_less_is_found() {
    let puzzle = only();
    let longer = Puzzle { goal: Goal { turns: 4, ..puzzle.goal }, ..puzzle.clone() };
    assert_eq!(exhaustive::search(&longer, &mut go_on), Err(Fault::Shorter));
    let higher = Puzzle { goal: Goal { order: 2, ..puzzle.goal }, ..puzzle };
    assert_eq!(exhaustive::search(&higher, &mut go_on), Err(Fault::LowerOrder));
}

#[test]
fn what_is_no_puzzle_is_told_so() {
    let puzzle = only();
    let over = exhaustive::search(&puzzle, &mut |_| ControlFlow::Break(()));
    assert_eq!(over, Err(Fault::Cancelled));
    let mut completes = puzzle.clone();
    for name in ["a1", "b1", "c1", "d1"] {
        let square = puzzle.game.grid().parse(name).unwrap();
        completes.setup.set(square, Some(Player::White));
    }
    assert_eq!(exhaustive::search(&completes, &mut go_on), Err(Fault::AtOnce));
    let occupied = Puzzle { key: puzzle.setup.stones(Player::White), ..puzzle };
    assert_eq!(exhaustive::search(&occupied, &mut go_on), Err(Fault::Key(2)));
}

#[test]
fn a_stone_on_the_square_where_a_threat_could_be_stopped_counts_as_a_threat() {
    let game: GameName = "connect(7,7,5,2,1)".parse().unwrap();
    let fen = "2o1x2/4x2/4x2/2x1o2/2ooo1x/1o3o1/7 b 2";
    let setup = Setup::from_fen(game, fen).unwrap();
    let goal = Goal { order: 1, turns: 3 };
    let turns = exhaustive::winning_turns(game, &setup, goal, 9, &mut go_on).unwrap();
    assert_eq!(names(game, &turns), BTreeSet::from(["b3d5".to_string()]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, max_global_rejects: 100_000, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn the_plain_search_and_the_solvers_agree_with_one_stone_a_turn(
        (game, setup) in any_position(&["connect(5,5,4,1,1)", "connect(6,6,4,1,1)", "connect(7,6,5,1,1)"]),
        order in 1_u8..=3,
        turns in 2_u8..=4,
    ) {
        agree(game, &setup, Goal { order, turns })?;
    }

    #[test]
    fn the_plain_search_and_the_solvers_agree_with_two_stones_a_turn(
        (game, setup) in any_position(&["connect(5,5,4,2,1)", "connect(7,7,5,2,1)", "connect(9,9,6,2,1)"]),
        order in 1_u8..=3,
        turns in 2_u8..=3,
    ) {
        agree(game, &setup, Goal { order, turns })?;
    }
}
