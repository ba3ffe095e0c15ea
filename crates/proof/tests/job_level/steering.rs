//! Steering a search while it runs.

use sixfold_proof::Numbers;
use sixfold_proof::job_level::{
    Cover, EdgeError, Grade, NoSuchNode, NodeId, Side, Stage, Status, SteerError,
};

use crate::drawn::{Drawn, child};

#[test]
fn a_suggested_move_is_tried_first_until_it_has_been_expanded() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Winning4);
    let node = drawn.search.suggest(drawn.id(0), child(2, Grade::Losing4)).expect("a move");
    assert_eq!(node, drawn.id(2));
    assert_eq!(drawn.numbers(2), Numbers::new(1, 18));
    assert_eq!(drawn.next(), ["verify 2", "move at 0 except 1 2"]);
    assert_eq!(drawn.next(), ["verify 1"]);
    drawn.defences(2, &[3], Cover::Complete);
    assert!(!drawn.view(2).record.suggested);
    assert_eq!(drawn.numbers(2), Numbers::new(6, 6));
}

#[test]
fn a_move_that_is_there_may_be_suggested() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Winning4);
    drawn.graded_move(0, 2, Grade::Losing4);
    drawn.search.suggest(drawn.id(0), child(2, Grade::Stable)).expect("a move");
    assert_eq!(drawn.numbers(2), Numbers::new(1, 18));
    assert_eq!(drawn.view(2).record.grade, Grade::Losing4, "what was thought of it first");
    assert_eq!(drawn.next()[0], "verify 2");
}

#[test]
fn a_move_suggested_at_a_leaf_is_its_first() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.search.suggest(drawn.id(0), child(1, Grade::Stable)).expect("a move");
    assert_eq!(drawn.next(), ["verify 1", "move at 0 except 1"]);
}

#[test]
fn a_suggestion_proves_nothing() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.search.suggest(drawn.id(0), child(1, Grade::Won)).expect("a move");
    assert_eq!(drawn.status(1), Status::Open);
}

#[test]
fn a_suggestion_that_makes_no_sense_is_refused() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.defences(1, &[2], Cover::Complete);
    let suggest = |drawn: &mut Drawn, node, to| {
        drawn.search.suggest(NodeId(node), child(to, Grade::Stable)).expect_err("nonsense")
    };
    assert_eq!(suggest(&mut drawn, 7, 3), SteerError::NoSuchNode(NoSuchNode(NodeId(7))));
    assert_eq!(suggest(&mut drawn, 1, 3), SteerError::WrongSide(NodeId(1)));
    let cycle = EdgeError::Cycle { from: NodeId(2), to: NodeId(1) };
    assert_eq!(suggest(&mut drawn, 2, 1), SteerError::Edge(cycle));
    assert_eq!(drawn.search.forbid(NodeId(7)), Err(NoSuchNode(NodeId(7))));
}

#[test]
fn a_forbidden_move_is_passed_over_and_comes_back_when_it_is_allowed() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Winning4);
    drawn.graded_move(0, 2, Grade::Losing4);
    drawn.search.forbid(drawn.id(1)).expect("a node");
    assert!(drawn.search.is_forbidden(drawn.id(1)));
    assert_eq!(drawn.numbers(0), Numbers::new(18, 1));
    assert_eq!(drawn.numbers(1), Numbers::new(1, 18), "its own numbers are as they were");
    assert_eq!(drawn.next()[0], "verify 2");
    drawn.search.allow(drawn.id(1)).expect("a node");
    assert_eq!(drawn.numbers(0), Numbers::new(1, 19));
    assert_eq!(drawn.next(), ["verify 1"]);
}

#[test]
fn forbidding_neither_proves_nor_disproves() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.last_move(0, 1);
    drawn.search.forbid(drawn.id(1)).expect("a node");
    assert_eq!((drawn.status(0), drawn.stage(0)), (Status::Open, Stage::Stuck));
    drawn.disproven(1);
    assert_eq!(drawn.status(0), Status::Disproven, "a job may still find out");

    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1, 2], Cover::Complete);
    drawn.search.forbid(drawn.id(1)).expect("a node");
    drawn.proven(2);
    assert_eq!((drawn.status(0), drawn.stage(0)), (Status::Open, Stage::Stuck));
}

#[test]
fn an_or_node_whose_only_move_is_forbidden_looks_for_another() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.search.forbid(drawn.id(1)).expect("a node");
    assert_eq!(drawn.next(), ["move at 0 except 1"]);
}

#[test]
fn a_forbidden_defence_leaves_the_others_to_be_disproven_by() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1, 2], Cover::Complete);
    drawn.search.forbid(drawn.id(1)).expect("a node");
    assert_eq!(drawn.numbers(0).proof.finite(), None);
    assert_eq!(drawn.next(), ["move at 2"]);
}

#[test]
fn nothing_is_picked_below_a_forbidden_root() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.search.forbid(drawn.id(0)).expect("a node");
    assert!(drawn.next().is_empty());
}
