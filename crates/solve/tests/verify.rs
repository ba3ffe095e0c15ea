//! The verifier against the truth: the definition of the order of a win, the exact value of the
//! position, and the checker.

mod support;

use proptest::prelude::*;
use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, Square, SquareSet, Turn, Value, Verdict};
use sixfold_solve::Budget;
use sixfold_solve::orders::{Cutting, Methods};
use sixfold_solve::verify::{Verified, verify};
use support::subsets::subsets;
use support::{
    Oracle, cases, checked_order, described, exact_value, lively_positions, positions, unlimited,
};

fn verified(position: &GeneralPosition, order: u8) -> Verified {
    verify(position, order, Methods::default(), &unlimited())
}

fn loss_or_none(lost: bool) -> Verdict {
    if lost { Verdict::Proven(Value::Loss) } else { Verdict::Absent }
}

/// If the position is lost, the checker accepts the certificate and finds the order that the
/// verifier says, which is no higher than what was asked for.
fn certify(position: &GeneralPosition, found: &Verified, most: u8) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.verdict == Verdict::Proven(Value::Loss), found.refutation.is_some());
    if let Some(certificate) = found.certificate(position) {
        let proven = checked_order(&certificate.unwrap())?;
        let said = found.refutation.as_ref().map(|refutation| refutation.order);
        prop_assert_eq!(Some(proven), said, "{}", described(position));
        prop_assert!(proven <= most, "order {} in {}", proven, described(position));
    }
    Ok(())
}

/// All full replies of the side to move.
fn replies(position: &GeneralPosition) -> Vec<Vec<Square>> {
    let empty: Vec<Square> = position.empty_squares().iter().collect();
    subsets(&empty, empty.len().min(position.turn().stones_left.into()))
}

/// The position after a reply that may have null stones.
fn after(position: &GeneralPosition, reply: &[Square]) -> GeneralPosition {
    let defender = position.turn().player;
    let mut after = position.clone();
    for &square in reply {
        after.add_stone(square, defender);
    }
    let stones_left = position.geometry().rules().stones_per_turn();
    after.set_turn(Turn { player: defender.opponent(), stones_left });
    after
}

fn can_be_verified(position: &GeneralPosition) -> bool {
    let stones_left = position.turn().stones_left as usize;
    !position.can_complete(position.turn().player) && position.empty_squares().len() > stones_left
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn a_position_is_lost_just_if_every_reply_is_answered_by_that_order(
        position in positions(11),
        order in 0_u8..5,
    ) {
        let found = verified(&position, order);
        let mut oracle = Oracle::new(&position, position.turn().player.opponent());
        let lost = oracle.wins_against_all_replies(order);
        prop_assert_eq!(found.verdict, loss_or_none(lost), "order {} in {}", order, described(&position));
        prop_assert_eq!(found.unrefuted.is_empty(), lost || !can_be_verified(&position));
    }

    #[test]
    fn whoever_is_said_to_lose_does(position in lively_positions(14), order in 1_u8..5) {
        let found = verified(&position, order);
        certify(&position, &found, order)?;
        if found.refutation.is_some() {
            let value = exact_value(&position);
            prop_assert!(value.is_none_or(|value| value == Value::Loss), "{}", described(&position));
        }
    }

    #[test]
    fn what_is_not_refuted_has_no_answer_of_that_order(
        position in lively_positions(11),
        order in 1_u8..5,
    ) {
        let found = verified(&position, order);
        let mut oracle = Oracle::new(&position, position.turn().player.opponent());
        let stones_left = position.turn().stones_left as usize;
        for reply in &found.unrefuted {
            prop_assert_eq!(reply.verdict, Verdict::Absent);
            let nulls = (stones_left - reply.stones.len()) as u8;
            let has_answer = oracle.wins_after(&reply.stones, order.saturating_sub(nulls));
            prop_assert!(!has_answer, "{:?} in {}", reply.stones, described(&position));
        }
    }

    #[test]
    fn what_is_not_listed_loses(position in lively_positions(10), order in 1_u8..5) {
        let found = verified(&position, order);
        let set = |stones: &[Square]| stones.iter().copied().collect::<SquareSet>();
        for reply in replies(&position).into_iter().filter(|_| can_be_verified(&position)) {
            let is_part = |part: &[Square]| (set(part) - set(&reply)).is_empty();
            if !found.unrefuted.iter().any(|listed| is_part(&listed.stones)) {
                let value = exact_value(&after(&position, &reply));
                prop_assert!(
                    value.is_none_or(|value| value == Value::Win),
                    "{:?} in {}", reply, described(&position)
                );
            }
        }
    }

    #[test]
    fn irrelevant_stones_of_the_defender_change_nothing(
        position in lively_positions(12),
        choices in prop::collection::vec(prop::collection::vec(0_usize..25, 1..4), 8),
    ) {
        let Some(refutation) = verified(&position, 4).refutation else { return Ok(()) };
        let empty: Vec<Square> = position.empty_squares().iter().collect();
        for choice in choices {
            let list: SquareSet = choice.iter().map(|&i| empty[i % empty.len()]).collect();
            if refutation.zones.is_irrelevant(list) {
                let mut after = position.clone();
                list.iter().for_each(|square| after.add_stone(square, position.turn().player));
                let value = exact_value(&after);
                prop_assert!(
                    value.is_none_or(|value| value == Value::Loss),
                    "{} and then {}", described(&position), after.setup()
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn several_threads_come_to_the_same_verdict_as_one(
        position in lively_positions(12),
        order in 1_u8..5,
        threads in 2_usize..5,
    ) {
        let alone = verified(&position, order);
        let methods = Methods { threads, ..Methods::default() };
        let together = verify(&position, order, methods, &unlimited());
        prop_assert_eq!(together.verdict, alone.verdict, "{}", described(&position));
        certify(&position, &together, order)?;
        // Which replies come up depends on the answers that were found before them; that some
        // cannot be met does not.
        prop_assert_eq!(together.unrefuted.is_empty(), alone.unrefuted.is_empty());
    }

    #[test]
    fn what_is_found_depends_neither_on_methods_nor_on_a_spent_budget(
        position in lively_positions(11),
        order in 1_u8..5,
        threads in 1_usize..5,
        cuts in any::<bool>(),
        patterns in prop_oneof![Just(0_usize), Just(1024)],
        nodes in prop_oneof![Just(None), (0_u64..60).prop_map(Some)],
    ) {
        let cutting = if cuts { Cutting::Replay } else { Cutting::Off };
        let budget = Budget { nodes, ..unlimited() };
        let found = verify(&position, order, Methods { threads, cutting, patterns, ..Methods::default() }, &budget);
        certify(&position, &found, order)?;
        if nodes.is_some() && matches!(found.verdict, Verdict::Unknown(_)) {
            return Ok(());
        }
        let mut oracle = Oracle::new(&position, position.turn().player.opponent());
        let lost = oracle.wins_against_all_replies(order);
        prop_assert_eq!(found.verdict, loss_or_none(lost), "{}", described(&position));
    }
}
