//! Wins of any order against the truth: the definition of their order, the exact value of the
//! position, and the checker.

mod support;

use std::time::Duration;

use proptest::prelude::*;
use sixfold_connect::{Connect6Position, GeneralPosition};
use sixfold_game::record::move_list;
use sixfold_game::{Game, GameName, Player, SpentBudget, Square, SquareSet, Value, Verdict};
use sixfold_solve::orders::{Cutting, Length, Methods, Order, Wanted, solve};
use sixfold_solve::{Budget, Solved, Zones};
use support::{
    Oracle, cases, checked_order, described, exact_value, lively_positions, positions, unlimited,
};

fn find(position: &GeneralPosition, order: Order, length: Length) -> Solved {
    solve(position, Wanted { order, length }, Methods::default(), &unlimited())
}

fn is_won(solved: &Solved) -> bool {
    solved.verdict == Verdict::Proven(Value::Win)
}

fn win_or_none(wins: bool) -> Verdict {
    if wins { Verdict::Proven(Value::Win) } else { Verdict::Absent }
}

fn any_order() -> impl Strategy<Value = Order> {
    (0_u8..5, any::<bool>())
        .prop_map(|(most, lowest)| if lowest { Order::LowestUpTo(most) } else { Order::UpTo(most) })
}

fn any_length() -> impl Strategy<Value = Length> {
    prop_oneof![Just(Length::Any), Just(Length::Shortest)]
}

fn any_methods() -> impl Strategy<Value = Methods> {
    let cutting = prop_oneof![Just(Cutting::Replay), Just(Cutting::Off)];
    let threads = prop_oneof![Just(1_usize), Just(2), Just(4)];
    let patterns = prop_oneof![Just(0_usize), Just(1024)];
    (threads, cutting, patterns).prop_map(|(threads, cutting, patterns)| Methods {
        threads,
        cutting,
        patterns,
        ..Methods::default()
    })
}

/// If there is a win, the checker accepts its certificate and finds the order that the solver says,
/// which is no higher than what was asked for.
fn certify(position: &GeneralPosition, solved: &Solved, order: Order) -> Result<(), TestCaseError> {
    let (Order::UpTo(most) | Order::LowestUpTo(most)) = order;
    prop_assert_eq!(is_won(solved), solved.answer.is_some());
    if let Some(certificate) = solved.certificate(position) {
        let proven = checked_order(&certificate.unwrap())?;
        prop_assert_eq!(Some(proven), solved.order(), "{}", described(position));
        prop_assert!(proven <= most, "order {} in {}", proven, described(position));
    }
    Ok(())
}

/// Up to three of the squares, as the choice says, if they are irrelevant to the zones.
fn irrelevant_list(zones: &Zones, empty: SquareSet, choice: &[usize]) -> Option<SquareSet> {
    let empty: Vec<Square> = empty.iter().collect();
    let list: SquareSet = choice.iter().map(|&i| empty[i % empty.len()]).collect();
    zones.is_irrelevant(list).then_some(list)
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_win_of_an_order_is_found_just_if_there_is_one(
        position in lively_positions(11),
        order in any_order(),
    ) {
        let (Order::UpTo(most) | Order::LowestUpTo(most)) = order;
        let solved = find(&position, order, Length::Any);
        let mut oracle = Oracle::new(&position, position.turn().player);
        let lowest = (0..=most).find(|&order| oracle.wins(order));
        let expected = win_or_none(lowest.is_some());
        prop_assert_eq!(solved.verdict, expected, "{:?} in {}", order, described(&position));
        if matches!(order, Order::LowestUpTo(_)) {
            prop_assert_eq!(solved.order(), lowest, "{}", described(&position));
        }
    }

    #[test]
    fn the_shortest_win_of_its_order_is_as_short_as_can_be(
        position in positions(11),
        order in any_order(),
    ) {
        let solved = find(&position, order, Length::Shortest);
        certify(&position, &solved, order)?;
        if let (Some(length), Some(order)) = (solved.length(), solved.order()) {
            prop_assert_eq!(solved.is_shortest, Some(true));
            let mut oracle = Oracle::new(&position, position.turn().player);
            let shortest = (1..25).find(|&turns| oracle.wins_within(order, turns));
            prop_assert_eq!(Some(length), shortest, "order {} in {}", order, described(&position));
        }
    }

    #[test]
    fn whoever_is_said_to_win_does(
        position in positions(14),
        order in any_order(),
        length in any_length(),
    ) {
        let solved = find(&position, order, length);
        certify(&position, &solved, order)?;
        if is_won(&solved) {
            let value = exact_value(&position);
            prop_assert!(value.is_none_or(|value| value == Value::Win), "{}", described(&position));
        }
    }

    #[test]
    fn irrelevant_stones_of_the_defender_change_nothing(
        position in lively_positions(12),
        choices in prop::collection::vec(prop::collection::vec(0_usize..25, 1..4), 8),
    ) {
        let solved = find(&position, Order::LowestUpTo(4), Length::Any);
        let Some(answer) = &solved.answer else { return Ok(()) };
        let mover = position.turn().player;
        for choice in choices {
            let list = irrelevant_list(&answer.zones, position.empty_squares(), &choice);
            let mut after = position.clone();
            for square in list.iter().flat_map(SquareSet::iter) {
                after.add_stone(square, mover.opponent());
            }
            let value = exact_value(&after);
            prop_assert!(
                value.is_none_or(|value| value == Value::Win),
                "{} and then {}", described(&position), after.setup()
            );
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn what_is_found_does_not_depend_on_how(
        position in lively_positions(11),
        order in any_order(),
        methods in any_methods(),
    ) {
        let (Order::UpTo(most) | Order::LowestUpTo(most)) = order;
        let wanted = Wanted { order, length: Length::Any };
        let solved = solve(&position, wanted, methods, &unlimited());
        certify(&position, &solved, order)?;
        let wins = Oracle::new(&position, position.turn().player).wins(most);
        prop_assert_eq!(solved.verdict, win_or_none(wins), "{}", described(&position));
    }

    #[test]
    fn a_small_budget_gives_no_wrong_answer(
        position in lively_positions(11),
        order in any_order(),
        length in any_length(),
        methods in any_methods(),
        nodes in 0_u64..60,
    ) {
        let (Order::UpTo(most) | Order::LowestUpTo(most)) = order;
        let budget = || Budget { nodes: Some(nodes), ..unlimited() };
        let solved = solve(&position, Wanted { order, length }, methods, &budget());
        certify(&position, &solved, order)?;
        if solved.verdict == Verdict::Unknown(SpentBudget::Nodes) {
            return Ok(());
        }
        let wins = Oracle::new(&position, position.turn().player).wins(most);
        prop_assert_eq!(solved.verdict, win_or_none(wins), "{}", described(&position));
    }

    #[test]
    fn one_thread_does_the_same_each_time(
        position in positions(16),
        order in any_order(),
        length in any_length(),
        nodes in 0_u64..2000,
    ) {
        let budget = || Budget { nodes: Some(nodes), ..unlimited() };
        let wanted = Wanted { order, length };
        let [one, other] = [(); 2].map(|()| solve(&position, wanted, Methods::default(), &budget()));
        prop_assert_eq!(one, other);
    }
}

fn connect6(moves: &str) -> Connect6Position {
    let record = move_list::read(GameName::CONNECT6, moves).unwrap();
    Connect6Position::replay(&record).unwrap()
}

/// A position that nobody will solve soon.
const OPENING: &str = "j10 i10k9";
const HIGH_ORDER: Wanted = Wanted { order: Order::UpTo(4), length: Length::Shortest };

#[test]
fn a_cancelled_search_ends() {
    for threads in [1, 3] {
        let budget = Budget::default();
        let methods = Methods { threads, ..Methods::default() };
        let solved = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                budget.control.cancel();
            });
            solve(&connect6(OPENING), HIGH_ORDER, methods, &budget)
        });
        assert_eq!(solved.verdict, Verdict::Unknown(SpentBudget::Cancelled));
        assert_eq!(solved.answer, None);
    }
}

#[test]
fn a_single_node_is_enough_for_nothing_or_for_an_answer_at_once() {
    let budget = || Budget { nodes: Some(1), ..unlimited() };
    let solved = solve(&connect6(OPENING), HIGH_ORDER, Methods::default(), &budget());
    assert_eq!(solved.verdict, Verdict::Unknown(SpentBudget::Nodes));
    let won = connect6("j10 a1s1 j11j12 a19s19 j13j14 a3a5");
    let solved = solve(&won, HIGH_ORDER, Methods::default(), &budget());
    assert_eq!((solved.order(), solved.length()), (Some(0), Some(1)));
    assert_eq!(solved.is_shortest, Some(true));
    assert_eq!(won.turn().player, Player::Black);
}
