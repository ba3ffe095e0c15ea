//! The plain search and the solvers agree on which first turns win.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use sixfold_game::{GameName, PerPlayer, Player, Setup, SquareSet, Turn};
use sixfold_puzzle::exhaustive::{self, Fault};
use sixfold_puzzle::{Goal, referee};
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
    if std::env::var_os("SHOW").is_some() {
        eprintln!("{game} {setup} {goal:?}: {} turns", plain.len());
    }
    prop_assert_eq!(names(game, &plain), names(game, &solved), "{} {} {:?}", game, setup, goal);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 100_000, max_shrink_iters: 0, ..ProptestConfig::default() })]

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
