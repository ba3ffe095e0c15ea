//! Openings that the papers prove, and what the verifier says of them.

use std::time::{Duration, Instant};

use sixfold_connect::Connect6Position;
use sixfold_game::record::move_list;
use sixfold_game::{GameName, SpentBudget, Square, Value, Verdict};
use sixfold_solve::Budget;
use sixfold_solve::orders::Methods;
use sixfold_solve::verify::{Verified, verify};

fn position(game: &str, moves: &str) -> Connect6Position {
    let game: GameName = game.parse().unwrap();
    Connect6Position::replay(&move_list::read(game, moves).unwrap()).unwrap()
}

fn verified(position: &Connect6Position, nodes: u64) -> Verified {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    verify(position, 3, Methods::default(), &budget)
}

fn with_threads(threads: usize) -> Methods {
    Methods { threads, ..Methods::default() }
}

/// The names of replies with one null stone that took a win of this order.
fn semi_null(position: &Connect6Position, verified: &Verified, order: u8) -> Vec<String> {
    let replies = verified.refuted.iter();
    let of_order = replies.filter(|reply| reply.stones.len() == 1 && reply.order == order);
    let squares: Vec<Square> = of_order.flat_map(|reply| reply.stones.iter().copied()).collect();
    let mut names = position.grid().names(squares);
    names.sort();
    names
}

/// [Family], Corollary 3, and [RZOP]: 61 squares in the zone of the null move, 1514 pairs, 2656
/// calls of the verifier.
#[test]
fn black_wins_connect_6_2_3() {
    let position = position("connect(19,19,6,2,3)", "j10k11l10");
    let verified = verified(&position, 1_000_000);
    assert_eq!(verified.verdict, Verdict::Proven(Value::Loss));
    assert!(verified.unrefuted.is_empty());
    assert!(verified.calls < 2656, "{}", verified.calls);
    let certificate = verified.certificate(&position).unwrap().unwrap();
    let report = sixfold_check::check(&certificate).unwrap();
    assert_eq!(report.order, Some(3));
}

/// [RZOP]: of all semi-null moves only those that block the live three at either end need VCST.
#[test]
fn four_blocks_of_a_live_three_need_single_threats() {
    let position = position("connect6", "j10 j8j12 i9k11");
    let verified = verified(&position, 60_000);
    assert_eq!(semi_null(&position, &verified, 2), ["g7", "h8", "l12", "m13"]);
    assert!(semi_null(&position, &verified, 1).len() > 60);
    assert!(semi_null(&position, &verified, 3).is_empty());
    // The budget is spent on the pairs that come next: all semi-null moves are refuted.
    assert!(verified.unrefuted.iter().all(|reply| reply.stones.len() == 2));
}

/// Whichever thread answers first, White is lost, and each answer stands up to the checker.
#[test]
fn several_threads_find_the_same_loss_as_one() {
    let position = position("connect(19,19,6,2,3)", "j10k11l10");
    for threads in [2, 3, 8] {
        let budget = Budget { nodes: Some(1_000_000), ..Budget::default() };
        let verified = verify(&position, 3, with_threads(threads), &budget);
        assert_eq!(verified.verdict, Verdict::Proven(Value::Loss));
        let certificate = verified.certificate(&position).unwrap().unwrap();
        assert_eq!(sixfold_check::check(&certificate).unwrap().order, Some(3));
    }
}

/// No verdict on this opening is to be had so soon.
#[test]
fn a_cancelled_verification_ends_soon_with_what_is_left() {
    let position = position("connect6", "j10 h9i8 k11l10");
    for threads in [1, 2, 4] {
        let budget = Budget::default();
        let control = budget.control.clone();
        std::thread::scope(|scope| {
            let search = scope.spawn(|| verify(&position, 3, with_threads(threads), &budget));
            std::thread::sleep(Duration::from_millis(300));
            control.cancel();
            let cancelled = Instant::now();
            let verified = search.join().unwrap();
            let took = cancelled.elapsed();
            // The time of an unoptimised program on a machine that has more to do.
            assert!(took < Duration::from_secs(1), "{took:?} with {threads} threads");
            assert_eq!(verified.verdict, Verdict::Unknown(SpentBudget::Cancelled));
            assert!(!verified.unrefuted.is_empty());
        });
    }
}

/// A budget of nodes is one for all threads together.
#[test]
fn threads_share_one_budget() {
    let position = position("connect6", "j10 h9i8 k11l10");
    let budget = Budget { nodes: Some(20_000), ..Budget::default() };
    let verified = verify(&position, 3, with_threads(4), &budget);
    assert_eq!(verified.verdict, Verdict::Unknown(SpentBudget::Nodes));
    // Each thread may be a little late to see what the others have counted.
    assert!((20_000..21_000).contains(&verified.nodes), "{}", verified.nodes);
    assert_eq!(verified.nodes, budget.control.nodes());
}

/// With hardly any memory some replies are too hard; they are left, and the others refuted.
#[test]
fn a_reply_that_takes_too_much_memory_does_not_end_the_verification() {
    let position = position("connect6", "j10 h8l8 j9k10");
    let budget = Budget { nodes: Some(300_000), memory: 1 << 20, ..Budget::default() };
    let verified = verify(&position, 3, Methods::default(), &budget);
    let too_large = Verdict::Unknown(SpentBudget::Memory);
    assert!(verified.unrefuted.iter().any(|reply| reply.verdict == too_large));
    assert!(verified.calls > verified.refuted.len() as u64 + 1);
}
