//! Thousands of small positions, for which minimax knows the truth.

mod support;

use sixfold_check::check;
use sixfold_game::certificate::Certificate;
use sixfold_game::{Player, Setup};
use support::emit::{PLAIN, Style, certify, certify_twice};
use support::judge::{every_position_is_won, is_irrelevant, judge};
use support::mutate::{mutant, without_reply};
use support::orders::Orders;
use support::prover::{Moves, Prover};
use support::random::Random;
use support::{Board, Minimax, Stones, bits, mask};

/// How many positions each test tries; `SIXFOLD_POSITIONS` asks for more.
fn rounds(usual: u64) -> u64 {
    std::env::var("SIXFOLD_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// A position that is not over, and the player who might win it. In a lively one he does not win
/// with his next turn, and has a good chance to win later.
fn position(random: &mut Random, lively: bool) -> (Board, Setup) {
    loop {
        let rules = if lively { random.lively_rules() } else { random.rules() };
        let board = Board::new(rules, Player::BOTH[random.below(2)]);
        let most_empty = if random.chance(8) { 12 } else { 10 };
        let setup = random.setup(rules, most_empty);
        let stones = board.stones(&setup);
        let next_turn = if lively { setup.turn.stones_left as usize } else { 0 };
        if board.active(stones.attacker, stones.defender, next_turn).is_empty()
            && board.active(stones.defender, stones.attacker, next_turn).is_empty()
        {
            return (board, setup);
        }
    }
}

fn style(random: &mut Random) -> Style {
    Style {
        zones: random.below(4),
        wide: random.chance(3),
        references: random.chance(2),
        marks: random.chance(2),
    }
}

fn truth(board: &Board, minimax: &mut Minimax, setup: &Setup) -> bool {
    let attacks = setup.turn.player == board.attacker;
    minimax.wins(board, board.stones(setup), attacks, setup.turn.stones_left as usize)
}

/// Adds lists of up to three irrelevant stones and asks minimax whether the attacker still wins.
fn assert_zones_hold(
    random: &mut Random,
    board: &Board,
    minimax: &mut Minimax,
    proof: &Certificate,
) {
    let report = check(proof).unwrap();
    let zones: Vec<u128> = report.zones.iter().map(mask).collect();
    let setup = &proof.claim.setup;
    let stones = board.stones(setup);
    let empty: Vec<u128> = bits(board.empty(stones)).collect();
    for _ in 0..12 {
        let picks = 1 + random.below(3);
        let list = (0..picks).filter_map(|_| random.pick(&empty)).fold(0, |all, bit| all | bit);
        let orders: Vec<u128> = (0..3).map(|i| zones[i.min(zones.len() - 1)]).collect();
        if is_irrelevant(list, &orders) {
            let after = Stones { defender: stones.defender | list, ..stones };
            let attacks = setup.turn.player == board.attacker;
            let left = setup.turn.stones_left as usize;
            assert!(minimax.wins(board, after, attacks, left), "{proof}\nadded {list:b}");
        }
    }
}

/// A position is won just if the rules of THEORY 3 prove it; the checker accepts each such proof;
/// and all its zones are relevant.
#[test]
fn certificates_prove_what_is_true_and_zones_are_relevant() {
    let mut random = Random(1);
    let (mut proofs, mut largest) = (0, 0);
    for i in 0..rounds(12_000) {
        let (board, setup) = position(&mut random, i % 2 == 0);
        let mut minimax = Minimax::default();
        let mut prover = Prover::new(&board, Moves::All);
        let proof = certify(&mut prover, &setup, style(&mut random));
        assert_eq!(proof.is_some(), truth(&board, &mut minimax, &setup), "{setup}");
        let Some(proof) = proof else { continue };
        proofs += 1;
        largest = proof.nodes().max(largest);
        let report = check(&proof).unwrap_or_else(|fault| panic!("{fault}\n{proof}"));
        let zones = judge(&board, &proof).expect("a proof");
        assert_eq!(report.zones.iter().map(mask).collect::<Vec<_>>(), zones[..report.zones.len()]);
        assert_zones_hold(&mut random, &board, &mut minimax, &proof);
    }
    println!("{proofs} proofs, the largest of {largest} nodes");
    assert!(proofs > 1500 && largest > 50);
}

/// Whatever is changed in a certificate, the checker agrees with the slow judge whether it is
/// still a proof; and if it is, minimax agrees too.
#[test]
fn a_changed_certificate_is_accepted_just_if_it_still_is_a_proof() {
    let mut random = Random(2);
    let (mut accepted, mut rejected, mut formless) = (0, 0, 0);
    for i in 0..rounds(8_000) {
        let (board, setup) = position(&mut random, i % 8 != 0);
        let mut prover = Prover::new(&board, Moves::All);
        let Some(proof) = certify(&mut prover, &setup, style(&mut random)) else { continue };
        let mut minimax = [Minimax::default(), Minimax::default()];
        for _ in 0..20 {
            let Some(mutant) = mutant(&mut random, &proof) else {
                formless += 1;
                continue;
            };
            let board = Board::new(board.rules, mutant.claim.winner);
            let minimax = &mut minimax[mutant.claim.winner.index()];
            let verdict = check(&mutant);
            let judged = judge(&board, &mutant);
            assert_eq!(verdict.is_ok(), judged.is_some(), "{verdict:?}\n{proof}\n{mutant}");
            if verdict.is_ok() {
                accepted += 1;
                assert!(every_position_is_won(&board, minimax, &mutant), "{proof}\n{mutant}");
                assert_zones_hold(&mut random, &board, minimax, &mutant);
            } else {
                rejected += 1;
            }
        }
    }
    println!("{accepted} accepted, {rejected} rejected, {formless} without the form of a proof");
    assert!(accepted > 500 && rejected > 5000);
}

/// Zone cutting ([Kavalan]): of two answers to the same reply each may refute what the other does
/// not. Replies are dropped as long as the checker lets them go; the judge agrees each time.
#[test]
fn a_proof_may_rest_on_several_answers_to_one_reply() {
    let mut random = Random(3);
    let (mut dropped, mut kept, mut cut) = (0, 0, 0);
    for _ in 0..rounds(5_000) {
        let (board, setup) = position(&mut random, true);
        let mut prover = Prover::new(&board, Moves::All);
        let mut second = Prover::new(&board, Moves::Backwards);
        let style = Style { marks: random.chance(2), ..PLAIN };
        let Some(single) = certify(&mut prover, &setup, style) else { continue };
        let mut proof = certify_twice(&mut prover, Some(&mut second), &setup, style).unwrap();
        if proof.nodes() > 200 {
            continue;
        }
        let mut number = 0;
        while let Some(less) = without_reply(&proof, number) {
            let accepted = check(&less).is_ok();
            assert_eq!(accepted, judge(&board, &less).is_some(), "{less}");
            if accepted {
                dropped += 1;
                proof = less;
            } else {
                kept += 1;
                number += 1;
            }
        }
        cut += usize::from(proof.nodes() < single.nodes());
        let mut minimax = Minimax::default();
        assert!(every_position_is_won(&board, &mut minimax, &proof), "{proof}");
        assert_zones_hold(&mut random, &board, &mut minimax, &proof);
    }
    println!("{dropped} replies dropped, {kept} kept, {cut} proofs cut");
    assert!(dropped > 100 && kept > 1000 && cut > 0);
}

/// The order that the checker derives is one that the win has; a claim of a lower one is refused.
#[test]
fn the_order_of_a_proof_bounds_that_of_the_win() {
    let mut random = Random(4);
    let mut found = [0; 5];
    for _ in 0..rounds(6_000) {
        let (board, setup) = position(&mut random, true);
        let stones = board.stones(&setup);
        let mut prover = Prover::new(&board, Moves::All);
        let Some(proof) = certify(&mut prover, &setup, PLAIN) else { continue };
        let order = usize::from(check(&proof).unwrap().order.unwrap());
        if bits(board.empty(stones)).count() > 10 {
            continue;
        }
        found[order.min(4)] += 1;
        let left = setup.turn.stones_left as usize;
        let mut orders = Orders::default();
        let holds = if setup.turn.player == board.attacker {
            orders.attack(&board, stones, left, order)
        } else {
            orders.defence(&board, stones, left, order)
        };
        assert!(holds, "not of order {order}: {proof}");
        for claimed in [order - 1, order, order + 1] {
            let text = proof.to_string().replace("order -", &format!("order {claimed}"));
            // Hexagonal boards have no name that could be read.
            if let Ok(claim) = Certificate::read(text.as_bytes()) {
                assert_eq!(check(&claim).is_ok(), claimed >= order);
            }
        }
    }
    println!("{found:?} proofs of order 0, 1, ...");
    assert!(found[1] > 100 && found[2] > 20 && found[3] > 0);
}
