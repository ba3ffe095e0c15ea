//! A search that is written down and read again.

use sixfold_proof::job_level::{
    Edge, EdgeError, NodeId, NodeRecord, RestoreError, Search, Settings, Side, Status,
};

use crate::drawn::Drawn;
use crate::game::{Move, Position, Shape};
use crate::turmoil::{Turmoil, all_settings};

type Records = Vec<NodeRecord<Position, Move>>;

fn records(search: &Search<Position, Move>) -> Records {
    search.nodes().map(|view| view.record.clone()).collect()
}

#[test]
fn a_search_read_again_is_the_same_and_goes_on_the_same() {
    for settings in all_settings() {
        for seed in 0..100 {
            let mut turmoil = Turmoil::new(seed, Shape::Graph, settings);
            for _ in 0..turmoil.rng.usize(0..80) {
                match turmoil.rng.u8(..10) {
                    0 => turmoil.steer(),
                    1..6 => turmoil.deliver(),
                    _ => drop(turmoil.ask()),
                }
            }
            turmoil.give_everything_back();
            let mut kept = records(&turmoil.search);
            turmoil.rng.shuffle(&mut kept);
            let mut again =
                Search::restore(settings, turmoil.search.root(), kept).expect("records");
            assert_eq!(records(&again), records(&turmoil.search));
            assert_eq!(again.counts(), turmoil.search.counts());
            assert!(
                again
                    .nodes()
                    .map(|view| view.numbers)
                    .eq(turmoil.search.nodes().map(|v| v.numbers))
            );
            assert_eq!(again.take_changed(), []);
            let places = |search: &mut Search<Position, Move>| -> Vec<NodeId> {
                search.next().iter().map(|task| task.node).collect()
            };
            assert_eq!(places(&mut again), places(&mut turmoil.search));
        }
    }
}

#[test]
fn a_search_read_again_comes_to_the_true_value() {
    for seed in 0..100 {
        let mut turmoil = Turmoil::new(seed, Shape::Graph, Settings::default());
        while turmoil.search.status() == Status::Open {
            turmoil.ask();
            turmoil.deliver();
            turmoil.give_everything_back();
            let kept = records(&turmoil.search);
            turmoil.search =
                Search::restore(turmoil.settings, turmoil.search.root(), kept).expect("records");
        }
        assert_eq!(turmoil.search.status(), turmoil.game.value(0));
    }
}

/// An OR node 0 with one move to an AND node 1.
fn two_records() -> Records {
    let mut drawn = Drawn::new(Side::Prover);
    drawn.move_found(0, 1);
    records(&drawn.search)
}

fn error(records: Records) -> Option<RestoreError> {
    Search::restore(Settings::default(), NodeId(0), records).err()
}

#[test]
fn records_that_are_no_search_are_refused() {
    assert_eq!(error(two_records()), None);
    assert_eq!(error(Vec::new()), Some(RestoreError::Missing(NodeId(0))));

    let mut records = two_records();
    records.remove(0);
    assert_eq!(error(records), Some(RestoreError::Missing(NodeId(0))));

    let mut records = two_records();
    records.remove(1);
    let dangling = RestoreError::Dangling { from: NodeId(0), to: NodeId(1) };
    assert_eq!(error(records), Some(dangling));

    let mut records = two_records();
    records[1].position = records[0].position;
    assert_eq!(error(records), Some(RestoreError::SamePosition(NodeId(0), NodeId(1))));

    let mut records = two_records();
    records[1].side = Side::Prover;
    let same_side = EdgeError::SameSide { from: NodeId(0), to: NodeId(1) };
    assert_eq!(error(records), Some(RestoreError::Edge(same_side)));

    let mut records = two_records();
    records[1].edges.push(Edge { played: 9, child: NodeId(0), rank: 0 });
    assert_eq!(error(records), Some(RestoreError::Cycle));
}
