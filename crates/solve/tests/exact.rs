//! The exact solver against plain minimax, and against results that are known.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use sixfold_connect::{GeneralPosition, Geometry, Position};
use sixfold_game::{
    ConnectRules, Game, GameName, Lattice, Player, Setup, SpentBudget, Square, Turn, Value, Verdict,
};
use sixfold_solve::{Budget, exact};

fn start(name: &str) -> GeneralPosition {
    let Ok(GameName::Connect(rules)) = name.parse() else { panic!("{name} is a Connect game") };
    Position::start(Arc::new(Geometry::new(rules)))
}

/// The value for the side to move, by trying everything.
fn minimax(position: &mut GeneralPosition, known: &mut HashMap<Setup, Value>) -> Value {
    let setup = position.setup();
    if let Some(&value) = known.get(&setup) {
        return value;
    }
    let mover = position.turn().player;
    let value = match position.outcome() {
        Some(outcome) => outcome.value_for(mover),
        None => position
            .legal_squares()
            .iter()
            .map(|square| value_of_stone(position, square, known))
            .max()
            .expect("a game that is not over has a legal square"),
    };
    known.insert(setup, value);
    value
}

fn value_of_stone(
    position: &mut GeneralPosition,
    square: Square,
    known: &mut HashMap<Setup, Value>,
) -> Value {
    let mover = position.turn().player;
    position.play(square);
    let value = minimax(position, known);
    let value = if position.turn().player == mover { value } else { value.reversed() };
    position.take_back();
    value
}

/// Positions with few empty squares, of games with any k, p and q.
fn endgames() -> impl Strategy<Value = GeneralPosition> {
    let lattice = prop_oneof![
        4 => (1_u8..6, 1_u8..6).prop_map(|(rows, columns)| Lattice::Square { rows, columns }),
        1 => (1_u8..3).prop_map(|radius| Lattice::Hexagonal { radius }),
    ];
    let rules = (lattice, 2_u8..6, 1_u16..4, 1_u16..4)
        .prop_filter_map("no room for k", |(l, k, p, q)| ConnectRules::new(l, k, p, q).ok());
    (
        rules,
        prop::collection::vec(0..2_usize, 25),
        any::<prop::sample::Selector>(),
        any::<bool>(),
        1_u16..4,
    )
        .prop_filter_map("two winners", |(rules, colours, choice, black, left)| {
            let game = GameName::Connect(rules);
            let mut setup = Setup::start(game);
            let cells: Vec<Square> = rules.cells().iter().collect();
            let mut order: Vec<(usize, Square)> = cells.iter().copied().enumerate().collect();
            // A random choice of up to nine squares stays empty.
            let mut empty = Vec::new();
            while empty.len() < 9.min(cells.len()) {
                let picked = *choice.select(order.iter());
                order.retain(|&other| other != picked);
                empty.push(picked);
            }
            for &(i, square) in &order {
                setup.set(square, Some(Player::BOTH[colours[i % 25]]));
            }
            let player = if black { Player::Black } else { Player::White };
            let most = game.turn_order().first.max(game.turn_order().later);
            setup.turn = Turn { player, stones_left: left.min(most) };
            Position::from_setup(Arc::new(Geometry::new(rules)), &setup).ok()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_exact_value_equals_plain_minimax(mut position in endgames()) {
        let result = exact::solve(&position, &Budget::default());
        let mut known = HashMap::new();
        let value = minimax(&mut position, &mut known);
        prop_assert_eq!(result.verdict, Verdict::Proven(value));
        // The best turn keeps the value.
        let mover = position.turn().player;
        position.play_turn(result.best_turn()).unwrap();
        let after = minimax(&mut position, &mut known);
        let kept = if position.turn().player == mover { after } else { after.reversed() };
        if !result.best_turn().is_empty() {
            prop_assert_eq!(kept, value);
        }
    }

    #[test]
    fn a_won_line_ends_with_the_winner_on_top(position in endgames()) {
        let result = exact::solve(&position, &Budget::default());
        let mover = position.turn().player;
        let mut after = position.clone();
        for turn in &result.line {
            after.play_turn(turn).unwrap();
        }
        match result.verdict {
            Verdict::Proven(Value::Draw) => {}
            Verdict::Proven(value) => {
                prop_assert_eq!(after.outcome().map(|o| o.value_for(mover)), Some(value));
            }
            other => prop_assert!(false, "unlimited budget, but {:?}", other),
        }
    }
}

#[test]
fn small_games_have_their_known_values() {
    for (name, value) in [
        ("tictactoe", Value::Draw),
        ("connect(3,4,3,1,1)", Value::Win),
        ("connect(4,4,4,1,1)", Value::Draw),
        ("connect(4,4,3,2,1)", Value::Win),
        ("connect(5,5,5,1,1)", Value::Draw),
    ] {
        let result = exact::solve(&start(name), &Budget::default());
        assert_eq!(result.verdict, Verdict::Proven(value), "{name}");
    }
}

#[test]
fn a_spent_node_budget_is_not_an_answer() {
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    let result = exact::solve(&start("connect(6,6,4,1,1)"), &budget);
    assert_eq!(result.verdict, Verdict::Unknown(SpentBudget::Nodes));
}

#[test]
fn a_cancelled_search_says_so() {
    let budget = Budget::default();
    budget.control.cancel();
    let result = exact::solve(&start("connect(6,6,4,1,1)"), &budget);
    assert_eq!(result.verdict, Verdict::Unknown(SpentBudget::Cancelled));
}

#[test]
fn a_table_that_forgets_still_gives_the_right_value() {
    let budget = Budget { memory: 1 << 12, ..Budget::default() };
    let result = exact::solve(&start("connect(4,4,4,1,1)"), &budget);
    assert_eq!(result.verdict, Verdict::Proven(Value::Draw));
}
