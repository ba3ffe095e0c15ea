//! What holds of every search at any time.

use std::collections::BTreeMap;

use crate::game::Shape;
use crate::naive::Naive;
use crate::turmoil::{POLICIES, Turmoil, all_settings};
use sixfold_proof::job_level::{Settings, Status};

const SEEDS: u64 = 150;

#[test]
fn every_policy_ends_with_the_true_value_and_never_errs_on_the_way() {
    for settings in all_settings() {
        for seed in 0..SEEDS {
            let mut turmoil = Turmoil::new(seed, Shape::Graph, settings);
            let workers = turmoil.rng.usize(1..12);
            turmoil.finish(workers, |turmoil| turmoil.game.assert_no_lies(&turmoil.search));
            assert_eq!(turmoil.search.status(), turmoil.game.value(0), "seed {seed}");
        }
    }
}

#[test]
fn results_that_come_after_the_end_change_nothing_that_is_proven() {
    for seed in 0..SEEDS {
        let mut turmoil = Turmoil::new(seed, Shape::Graph, Settings::default());
        turmoil.finish(8, |_| {});
        while !turmoil.in_flight.is_empty() {
            turmoil.deliver();
            turmoil.game.assert_no_lies(&turmoil.search);
            Naive::new(&turmoil.search, turmoil.settings).assert_agrees();
        }
        assert!(turmoil.search.next().is_empty());
        assert_eq!(turmoil.search.counts().in_flight, 0);
    }
}

#[test]
fn numbers_stages_flags_and_picks_are_those_of_a_plain_recomputation() {
    for settings in all_settings() {
        for seed in 0..SEEDS {
            let mut turmoil = Turmoil::new(seed, Shape::Graph, settings);
            for _ in 0..60 {
                match turmoil.rng.u8(..10) {
                    0 => turmoil.steer(),
                    1..5 => turmoil.deliver(),
                    _ => {
                        let pick = Naive::new(&turmoil.search, settings).pick();
                        let tasks = turmoil.ask();
                        assert_eq!(tasks.first().map(|task| task.node), pick, "seed {seed}");
                    }
                }
                Naive::new(&turmoil.search, settings).assert_agrees();
            }
            turmoil.game.assert_no_lies(&turmoil.search);
            turmoil.allow_everything();
            turmoil.finish(3, |_| {});
            assert_eq!(turmoil.search.status(), turmoil.game.value(0), "seed {seed}");
        }
    }
}

#[test]
fn with_one_worker_all_policies_are_textbook_proof_number_search() {
    for seed in 0..SEEDS {
        let picks = POLICIES.map(|policy| {
            let settings = Settings { policy, ..Settings::default() };
            let mut turmoil = Turmoil::new(seed, Shape::Tree, settings);
            let mut picks = Vec::new();
            while turmoil.search.status() == Status::Open {
                let pick = Naive::new(&turmoil.search, settings).pick();
                picks.push(turmoil.ask()[0].node);
                assert_eq!(picks.last().copied(), pick);
                while !turmoil.in_flight.is_empty() {
                    turmoil.deliver();
                }
            }
            picks
        });
        assert!(picks.iter().all(|other| *other == picks[0]), "seed {seed}");
    }
}

#[test]
fn a_store_that_writes_just_what_has_changed_misses_nothing() {
    for seed in 0..SEEDS {
        let mut turmoil = Turmoil::new(seed, Shape::Graph, Settings::default());
        let mut store = BTreeMap::new();
        for _ in 0..60 {
            match turmoil.rng.u8(..10) {
                0 => turmoil.steer(),
                1..6 => turmoil.deliver(),
                _ => drop(turmoil.ask()),
            }
            for id in turmoil.search.take_changed() {
                let view = turmoil.search.node(id).expect("a node that has changed");
                store.insert(id, (view.record.clone(), view.numbers));
            }
            let all = turmoil.search.nodes();
            assert!(
                all.map(|view| (view.record.clone(), view.numbers)).eq(store.values().cloned())
            );
        }
    }
}

#[test]
fn jobs_that_repeat_themselves_bring_a_search_to_rest_and_prove_nothing_false() {
    for settings in all_settings() {
        for seed in 0..SEEDS {
            let mut turmoil = Turmoil::new(seed, Shape::Graph, settings);
            while !turmoil.ask().is_empty() || !turmoil.in_flight.is_empty() {
                if turmoil.rng.u8(..100) < 30 {
                    turmoil.deliver_nothing_new();
                } else {
                    turmoil.deliver();
                }
                Naive::new(&turmoil.search, settings).assert_agrees();
            }
            turmoil.game.assert_no_lies(&turmoil.search);
            let counts = turmoil.search.counts();
            assert!(turmoil.search.status() != Status::Open || counts.stuck > 0, "seed {seed}");
        }
    }
}
