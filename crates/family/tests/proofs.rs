//! Proofs on the plane: what the search finds the checker accepts, and nothing that was tampered with.

use sixfold_family::check::{Fault, check};
use sixfold_family::game::Family;
use sixfold_family::plane::{PlaneProof, PlaneReply, Point, Root, Rules};
use sixfold_family::prove::prove;
use sixfold_family::search::{self, Effort, Failure, Task};
use sixfold_family::theorem::{Proof, Theorem};
use sixfold_game::Player;
use sixfold_solve::Budget;

fn points(list: &[[i16; 2]]) -> Vec<Point> {
    list.iter().map(|&point| point.into()).collect()
}

/// Three in a row, six in a row wanted, three stones a turn: Black wins.
fn row_of_three() -> PlaneProof {
    let turn = points(&[[-1, 0], [0, 0], [1, 0]]);
    let task = Task { rules: Rules { k: 6, p: 3 }, defender: Vec::new(), turn };
    search::prove(&task, Effort::default(), &Budget::default()).unwrap().proof
}

fn replies(proof: &mut PlaneProof) -> &mut Vec<PlaneReply> {
    match &mut proof.root {
        Root::Defence(replies) => replies,
        Root::Attack(_) => unreachable!("the defender is to move"),
    }
}

#[test]
fn three_in_a_row_win_six_in_a_row() {
    let checked = check(&row_of_three()).unwrap();
    // One stone to spare, so that one more stone of the opponent elsewhere does not matter either.
    assert_eq!(checked.zones.len(), 1);
    assert!(!checked.zones[0].contains(&Point { x: 40, y: 17 }));
}

#[test]
fn no_reply_can_be_left_out() {
    let proof = row_of_three();
    for i in 0..replies(&mut proof.clone()).len() {
        let mut other = proof.clone();
        replies(&mut other).remove(i);
        // Another reply may cover a full turn, but never one with stones to spare.
        let is_semi_null = replies(&mut proof.clone())[i].stones.len() < 3;
        assert!(check(&other).is_err() || !is_semi_null, "reply {i}");
    }
}

#[test]
fn an_answer_that_does_not_win_is_found_out() {
    let proof = row_of_three();
    let mut weaker = proof.clone();
    replies(&mut weaker)[0].answer.stones = points(&[[30, 30], [35, 32], [40, 31]]);
    assert!(matches!(check(&weaker), Err(Fault::Unanswered { .. })));
    let mut taken = proof.clone();
    replies(&mut taken)[0].answer.stones[0] = Point { x: 0, y: 0 };
    assert_eq!(check(&taken), Err(Fault::Taken(Point { x: 0, y: 0 })));
    let mut fewer = proof.clone();
    replies(&mut fewer)[0].answer.stones.pop();
    assert_eq!(check(&fewer), Err(Fault::Stones { placed: 2, allowed: 3 }));
    let mut threatened = proof;
    threatened.defender = points(&[[20, 20], [21, 20], [22, 20]]);
    assert!(matches!(check(&threatened), Err(Fault::DefenderCompletes(_))));
}

#[test]
fn three_stones_to_spare_may_be_anywhere() {
    // Two stones threaten nothing: White may begin a row of his own at the other end of the board.
    let turn = points(&[[0, 0], [1, 0], [5, 5]]);
    let task = Task { rules: Rules { k: 6, p: 3 }, defender: Vec::new(), turn };
    let failed = search::prove(&task, Effort::default(), &Budget::default()).unwrap_err();
    assert_eq!(failed, Failure::Endless { spare: 3 });
}

fn proven(k: u16, p: u16, q: u16) -> (Theorem, Vec<u8>) {
    let proven = prove(Family { k, p, q }, &Budget::default()).unwrap();
    (proven.theorem, proven.file.unwrap_or_default())
}

#[test]
fn black_wins_with_three_first_stones_of_three_and_white_against_one() {
    let (theorem, bytes) = proven(6, 3, 3);
    assert_eq!(theorem.winner, Player::Black);
    // `sixfold check` accepts it.
    assert!(matches!(theorem.proof, Proof::Certificate { .. }));
    theorem.check(&bytes).unwrap();
    let (theorem, bytes) = proven(6, 3, 1);
    assert_eq!(theorem.winner, Player::White);
    theorem.check(&bytes).unwrap();
    // The same proof says nothing about two first stones, and nothing about Black.
    let two = Theorem { game: Family { k: 6, p: 3, q: 2 }, ..theorem.clone() };
    assert!(two.check(&bytes).is_err());
    assert!(Theorem { winner: Player::Black, ..theorem }.check(&bytes).is_err());
}

#[test]
fn small_games_are_won_by_black() {
    for (k, p, q) in [(4, 1, 1), (5, 2, 2)] {
        let (theorem, bytes) = proven(k, p, q);
        assert_eq!(theorem.winner, Player::Black);
        theorem.check(&bytes).unwrap();
    }
}

#[test]
fn games_that_are_decided_by_the_first_turns_alone() {
    let (theorem, _) = proven(19, 17, 7);
    assert_eq!(theorem.winner, Player::Black);
    let Proof::Overwhelm { mut stones } = theorem.proof.clone() else { panic!("{theorem:?}") };
    stones.pop();
    let fewer = Theorem { proof: Proof::Overwhelm { stones }, ..theorem };
    assert!(fewer.check(&[]).is_err());
    let (theorem, _) = proven(12, 10, 3);
    assert_eq!(theorem.winner, Player::White);
    // Five stones would be one more than White has left.
    let stones = points(&[[0, 0], [0, 1], [1, 0], [1, 1], [2, 2]]);
    let more = Theorem { proof: Proof::BlockAndBuild { stones }, ..theorem };
    assert!(more.check(&[]).is_err());
}

#[test]
fn games_out_of_range_are_refused() {
    for (k, p, q) in [(3, 3, 1), (3, 0, 1), (50, 2, 1), (4, 1, 0)] {
        let error = prove(Family { k, p, q }, &Budget::default()).unwrap_err();
        assert!(error.to_string().contains("out of range"), "{error}");
    }
}

#[test]
fn answers_to_one_stone_say_nothing_about_more_than_two() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/family/7-4-1.answers.json.gz");
    let bytes = std::fs::read(file).unwrap();
    for q in [3, 4] {
        let theorem = Theorem {
            game: Family { k: 7, p: 4, q },
            winner: Player::White,
            proof: Proof::Answers { file: "7-4-1.answers.json.gz".to_string() },
            nodes: 0,
            seconds: 0.0,
        };
        assert!(theorem.check(&bytes).is_err(), "q = {q}");
    }
}
