//! The rules of job-level search, one by one.

use sixfold_proof::job_level::{
    ApplyError, Cover, EdgeError, Finding, Grade, NodeId, Others, Policy, Settings, Siblings, Side,
    Stage, Status, SteerError, TaskId, TaskKind, UnknownTask,
};
use sixfold_proof::{Number, Numbers};

use crate::drawn::{Drawn, child};

const HOPELESS: Numbers = Numbers { proof: Number::INFINITY, disproof: Number::INFINITY };

#[test]
fn a_leaf_is_asked_for_a_move_or_for_defences() {
    assert_eq!(Drawn::new(Side::Prover).next(), ["move at 0"]);
    assert_eq!(Drawn::new(Side::Opponent).next(), ["verify 0"]);
}

#[test]
fn a_leaf_in_flight_is_not_picked_again_until_it_is_given_back() {
    let mut drawn = Drawn::new(Side::Prover);
    let task = drawn.search.next().remove(0);
    assert!(drawn.next().is_empty());
    drawn.search.give_back(task.id).expect("the job is in flight");
    assert_eq!(drawn.next(), ["move at 0"]);
}

#[test]
fn a_finding_that_comes_twice_counts_once() {
    let mut drawn = Drawn::new(Side::Prover);
    let task = drawn.search.next().remove(0);
    let finding = Finding::Move { child: child(1, Grade::Stable), others: Others::Open };
    drawn.search.apply(task.id, finding.clone()).expect("the first time");
    let unknown = ApplyError::UnknownTask(UnknownTask(task.id));
    assert_eq!(drawn.search.apply(task.id, finding), Err(unknown));
    assert_eq!(drawn.view(0).record.expansions, 1);
    assert_eq!(drawn.search.give_back(TaskId(77)), Err(UnknownTask(TaskId(77))));
}

#[test]
fn a_grade_is_worth_the_numbers_of_the_table() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Winning3);
    assert_eq!(drawn.numbers(1), Numbers::new(2, 12));
    drawn.graded_move(0, 2, Grade::Losing1);
    assert_eq!(drawn.numbers(0), Numbers::new(2, 16));
    drawn.defences(1, &[3, 4], Cover::Complete);
    assert_eq!(drawn.numbers(1), Numbers::new(12, 6));
    assert_eq!(drawn.numbers(0), Numbers::new(8, 10));
}

#[test]
fn grades_of_won_and_lost_are_proofs() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Lost);
    assert_eq!(drawn.status(1), Status::Disproven);
    assert_eq!(drawn.status(0), Status::Open);
    drawn.graded_move(0, 2, Grade::Won);
    assert_eq!(drawn.status(0), Status::Proven);
    assert!(drawn.next().is_empty());
}

#[test]
fn the_next_move_is_asked_for_when_the_last_one_is_expanded() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    assert_eq!(drawn.next(), ["verify 1", "move at 0 except 1"]);
    assert!(drawn.next().is_empty(), "once");

    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Winning4);
    drawn.graded_move(0, 2, Grade::Losing4);
    assert_eq!(drawn.next(), ["verify 1"], "the second move has yet to be needed");
    assert_eq!(drawn.next(), ["verify 2", "move at 0 except 1 2"]);
}

#[test]
fn a_next_move_that_was_given_back_is_asked_for_again() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    let tasks = drawn.search.next();
    drawn.search.give_back(tasks[1].id).expect("the job is in flight");
    let finding =
        Finding::Defences { children: vec![child(2, Grade::Stable)], cover: Cover::Complete };
    drawn.search.apply(tasks[0].id, finding).expect("a finding");
    assert_eq!(drawn.next(), ["move at 2", "move at 0 except 1"]);
}

#[test]
fn eager_siblings_are_asked_for_before_they_are_needed() {
    let settings = Settings { siblings: Siblings::Eager, ..Settings::default() };
    let mut drawn = Drawn::with(Side::Prover, settings);
    drawn.graded_move(0, 1, Grade::Winning4);
    drawn.graded_move(0, 2, Grade::Losing4);
    assert_eq!(drawn.next(), ["verify 1", "move at 0 except 1 2"]);
    assert_eq!(drawn.next(), ["verify 2"], "one at a time");
}

#[test]
fn a_stopper_ends_the_search_for_moves() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.last_move(0, 1);
    assert_eq!(drawn.next(), ["verify 1"]);
    drawn.disproven(1);
    assert_eq!(drawn.status(0), Status::Disproven);

    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.found(0, Finding::NoOtherMove);
    assert_eq!(drawn.status(0), Status::Open);
    drawn.disproven(1);
    assert_eq!(drawn.status(0), Status::Disproven);
}

#[test]
fn a_node_without_any_move_is_disproven() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.found(0, Finding::NoOtherMove);
    assert_eq!(drawn.status(0), Status::Disproven);
}

#[test]
fn an_or_node_whose_moves_all_fail_is_a_leaf_again() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.disproven(1);
    assert_eq!(drawn.stage(0), Stage::Leaf);
    assert_eq!(drawn.numbers(0), Numbers::new(18, 1));
    assert_eq!(drawn.next(), ["move at 0 except 1"]);
    assert!(drawn.next().is_empty());
}

#[test]
fn an_and_node_is_proven_with_all_its_defences_and_disproven_with_one() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1, 2], Cover::Complete);
    drawn.proven(1);
    assert_eq!(drawn.status(0), Status::Open);
    let mut other = Drawn { search: drawn.search.clone() };
    drawn.proven(2);
    assert_eq!(drawn.status(0), Status::Proven);
    other.disproven(2);
    assert_eq!(other.status(0), Status::Disproven);

    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[], Cover::Complete);
    assert_eq!(drawn.status(0), Status::Proven);
}

#[test]
fn defences_so_far_are_verified_again_when_they_are_refuted() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1], Cover::SoFar);
    drawn.proven(1);
    assert_eq!(drawn.status(0), Status::Open);
    assert_eq!(drawn.numbers(0), Numbers::new(1, 18));
    assert_eq!(drawn.next(), ["verify 0"]);
    drawn.defences(0, &[1], Cover::Complete);
    assert_eq!(drawn.status(0), Status::Proven);
}

#[test]
fn a_verifier_that_repeats_itself_is_not_asked_for_ever() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1], Cover::SoFar);
    drawn.proven(1);
    drawn.defences(0, &[1], Cover::SoFar);
    assert_eq!((drawn.status(0), drawn.stage(0)), (Status::Open, Stage::Stuck));
    assert_eq!(drawn.numbers(0), HOPELESS);
    assert!(drawn.next().is_empty());
    drawn.defences(0, &[2], Cover::SoFar);
    assert_eq!(drawn.next(), ["move at 2"], "something new sets it going again");
}

#[test]
fn a_new_defence_that_is_proven_already_is_progress() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1], Cover::SoFar);
    drawn.proven(1);
    let proven = child(2, Grade::Won);
    drawn.found(0, Finding::Defences { children: vec![proven], cover: Cover::SoFar });
    assert_eq!(drawn.stage(0), Stage::Leaf);
}

#[test]
fn a_player_that_repeats_a_move_is_asked_twice_and_no_more() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.disproven(1);
    drawn.move_found(0, 1);
    assert_eq!(drawn.view(0).record.edges.len(), 1);
    assert_eq!(drawn.stage(0), Stage::Leaf);
    drawn.move_found(0, 1);
    assert_eq!((drawn.status(0), drawn.stage(0)), (Status::Open, Stage::Stuck));
    assert!(drawn.next().is_empty());
    drawn.move_found(0, 2);
    assert_eq!(drawn.stage(0), Stage::Inner);
}

#[test]
fn a_stuck_child_leaves_the_other_moves_as_they_were() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.graded_move(0, 1, Grade::Winning4);
    drawn.graded_move(0, 2, Grade::Losing4);
    drawn.defences(1, &[], Cover::SoFar);
    assert_eq!(drawn.stage(1), Stage::Stuck);
    assert_eq!(drawn.numbers(0), Numbers::new(18, 1));
    drawn.disproven(2);
    drawn.found(0, Finding::NoOtherMove);
    assert_eq!((drawn.status(0), drawn.stage(0)), (Status::Open, Stage::Stuck));
}

#[test]
fn two_moves_to_one_position_count_once() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    let mut twin = child(1, Grade::Stable);
    twin.played = 99;
    drawn.found(0, Finding::Move { child: twin, others: Others::Open });
    assert_eq!(drawn.view(0).record.edges.len(), 2);
    assert_eq!(drawn.view(1).parents, [drawn.id(0)]);
    assert_eq!(drawn.numbers(0), Numbers::new(6, 6));
    assert_eq!(drawn.next(), ["verify 1", "move at 0 except 1 99"]);
}

#[test]
fn a_shared_position_is_one_node_that_tells_all_its_parents() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1, 2], Cover::Complete);
    drawn.move_found(1, 3);
    drawn.move_found(2, 3);
    assert_eq!(drawn.view(3).parents, [drawn.id(1), drawn.id(2)]);
    drawn.proven(3);
    assert_eq!(drawn.status(0), Status::Proven);
}

#[test]
fn a_known_position_may_be_reached_at_another_depth() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.move_found(0, 2);
    drawn.defences(1, &[3], Cover::Complete);
    drawn.move_found(3, 2);
    drawn.defences(2, &[4], Cover::Complete);
    assert_eq!(drawn.numbers(0), Numbers::new(6, 12));
    drawn.disproven(4);
    assert_eq!(drawn.status(2), Status::Disproven);
    assert_eq!(drawn.numbers(3), Numbers::new(18, 1));
    assert_eq!(drawn.numbers(0), Numbers::new(18, 1));
}

#[test]
fn a_move_that_closes_a_cycle_is_refused_and_changes_nothing() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    let back = Finding::Defences {
        children: vec![child(5, Grade::Stable), child(0, Grade::Stable)],
        cover: Cover::Complete,
    };
    let cycle = EdgeError::Cycle { from: drawn.id(1), to: drawn.id(0) };
    assert_eq!(drawn.apply(1, back), Err(ApplyError::Edge(cycle)));
    assert_eq!(drawn.search.find(&5), None);
    assert!(drawn.view(1).record.edges.is_empty());
    assert_eq!(drawn.view(1).in_flight.len(), 1, "the job is still to be done");

    let same_side = EdgeError::SameSide { from: drawn.id(0), to: drawn.id(0) };
    let finding = Finding::Move { child: child(0, Grade::Stable), others: Others::Open };
    assert_eq!(drawn.apply(0, finding), Err(ApplyError::Edge(same_side)));
}

#[test]
fn a_finding_of_the_wrong_kind_is_refused() {
    let mut drawn = Drawn::new(Side::Opponent);
    let wrong = Err(ApplyError::WrongSide(NodeId(0)));
    assert_eq!(drawn.apply(0, Finding::NoOtherMove), wrong);
    let kind = TaskKind::Move { excluded: Vec::new() };
    assert_eq!(drawn.search.resume(NodeId(0), kind), Err(SteerError::WrongSide(NodeId(0))));
}

#[test]
fn a_finding_may_come_too_late_and_must_not_contradict() {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    drawn.proven(0);
    drawn.move_found(0, 2);
    drawn.proven(0);
    assert_eq!(drawn.status(0), Status::Proven);
    assert_eq!(drawn.view(0).record.edges.len(), 2);
    let contradiction = |position| Err(ApplyError::Contradiction(NodeId(position)));
    assert_eq!(drawn.apply(0, Finding::Disproven), contradiction(0));

    drawn.disproven(1);
    let lie = Finding::Move { child: child(1, Grade::Won), others: Others::Open };
    assert_eq!(drawn.apply(0, lie), contradiction(1));
    let mut drawn = Drawn::new(Side::Prover);
    drawn.disproven(0);
    let lie = Finding::Move { child: child(1, Grade::Won), others: Others::Open };
    assert_eq!(drawn.apply(0, lie), contradiction(0));
}

#[test]
fn a_node_is_flagged_when_all_below_it_is_in_flight() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1, 2], Cover::Complete);
    drawn.last_move(1, 3);
    drawn.defences(3, &[5, 6], Cover::Complete);
    assert_eq!(drawn.next(), ["move at 5"]);
    assert!(!drawn.view(3).flagged);
    assert_eq!(drawn.next(), ["move at 6"]);
    assert!(drawn.view(3).flagged && drawn.view(1).flagged && !drawn.view(0).flagged);
    assert_eq!(drawn.numbers(3), Numbers::new(12, 6), "numbers are as they were");
    let task = drawn.search.next().remove(0);
    assert_eq!(task.node, drawn.id(2));
    assert!(drawn.view(0).flagged);
    assert!(drawn.next().is_empty());
    drawn.search.give_back(task.id).expect("the job is in flight");
    assert_eq!(drawn.next(), ["move at 2"]);
}

#[test]
fn policies_differ_in_what_they_pick_beside_a_leaf_in_flight() {
    let second_pick = |policy| {
        let mut drawn = Drawn::with(Side::Opponent, Settings { policy, ..Settings::default() });
        drawn.defences(0, &[1, 2], Cover::Complete);
        drawn.last_move(1, 3);
        drawn.found(2, Finding::Move { child: child(4, Grade::Losing1), others: Others::Lose });
        assert_eq!(drawn.next(), ["verify 4"]);
        drawn.next()
    };
    assert_eq!(second_pick(Policy::VirtualWin), ["verify 3"]);
    assert!(second_pick(Policy::VirtualLoss).is_empty(), "the root is as good as lost");
    assert!(second_pick(Policy::Greedy).is_empty(), "8/4 is more likely lost");
    assert_eq!(second_pick(Policy::VirtualEquivalence), ["verify 3"]);
}

#[test]
fn the_view_shows_real_numbers_whatever_is_pretended() {
    let settings = Settings { policy: Policy::VirtualLoss, ..Settings::default() };
    let mut drawn = Drawn::with(Side::Prover, settings);
    drawn.next();
    assert_eq!(drawn.numbers(0), Numbers::new(6, 6));
    assert_eq!(drawn.search.counts().in_flight, 1);
}

#[test]
fn children_stay_to_be_picked_while_their_parent_has_a_job_of_its_own() {
    let mut drawn = Drawn::new(Side::Prover);
    let task = drawn.begin(0);
    drawn.move_found(0, 1);
    assert_eq!(drawn.next(), ["verify 1"]);
    assert_eq!(drawn.view(0).in_flight, [task.id]);
}

#[test]
fn the_best_line_leads_to_the_most_proving_leaf() {
    let mut drawn = Drawn::new(Side::Prover);
    assert!(drawn.search.best_line().is_empty());
    drawn.graded_move(0, 1, Grade::Losing1);
    drawn.graded_move(0, 2, Grade::Winning2);
    drawn.defences(2, &[3, 4], Cover::Complete);
    drawn.graded_move(4, 5, Grade::Losing4);
    let line: Vec<u32> = drawn.search.best_line().iter().map(|edge| edge.played).collect();
    assert_eq!(line, [1]);
    drawn.disproven(1);
    let line: Vec<u32> = drawn.search.best_line().iter().map(|edge| edge.played).collect();
    assert_eq!(line, [2, 4, 5]);
}

#[test]
fn the_best_line_of_a_proof_is_where_the_loser_holds_out_longest() {
    let mut drawn = Drawn::new(Side::Opponent);
    drawn.defences(0, &[1, 2, 3], Cover::Complete);
    drawn.proven(1);
    drawn.move_found(2, 4);
    drawn.proven(4);
    drawn.move_found(3, 5);
    drawn.defences(5, &[6], Cover::Complete);
    drawn.proven(6);
    let line: Vec<u32> = drawn.search.best_line().iter().map(|edge| edge.played).collect();
    assert_eq!(line, [3, 5, 6]);
}
