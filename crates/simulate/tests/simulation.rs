//! Searches on a virtual clock against a search that does one job after the other.

use std::collections::VecDeque;
use std::time::Duration;

use sixfold_proof::job_level::{Policy, Search, Settings, Siblings, Side, Status};
use sixfold_simulate::{
    Durations, ModelTree, Outcome, Row, Run, Simulation, Study, Workplace, plot,
};

/// Trees of a few dozen to a few hundred jobs.
fn trees() -> impl Iterator<Item = ModelTree> {
    (0..12).map(|seed| ModelTree::new(seed, 5))
}

fn settings(policy: Policy) -> Settings {
    Settings { policy, ..Settings::default() }
}

fn run(tree: ModelTree, policy: Policy, place: Workplace) -> Run {
    let durations = &Durations::Guess;
    let settings = settings(policy);
    Simulation { tree, settings, durations, place, most_jobs: None }.run().unwrap()
}

struct Sequential {
    jobs: u64,
    time: Duration,
    status: Status,
}

/// One job after the other, without a clock.
fn one_after_the_other(tree: ModelTree, policy: Policy) -> Sequential {
    let mut search = Search::new(tree.root(), Side::Prover, settings(policy));
    let (mut jobs, mut time) = (0, Duration::ZERO);
    while search.status() == Status::Open {
        let mut tasks = VecDeque::from(search.next());
        assert!(!tasks.is_empty());
        while let Some(task) = tasks.pop_front() {
            let node = search.node(task.node).unwrap();
            if node.record.status != Status::Open {
                search.give_back(task.id).unwrap();
                continue;
            }
            let (position, known) = (node.record.position, node.record.edges.len());
            time += Durations::Guess.of(&position, known);
            jobs += 1;
            search.apply(task.id, position.finding(known)).unwrap();
        }
    }
    Sequential { jobs, time, status: search.status() }
}

#[test]
fn one_worker_does_one_job_after_the_other() {
    for tree in trees() {
        for policy in Study::POLICIES {
            let plain = one_after_the_other(tree, policy);
            let run = run(tree, policy, Workplace::undisturbed(1));
            assert_eq!((run.jobs, run.makespan), (plain.jobs, plain.time), "{tree:?}");
            assert_eq!(run.status, plain.status);
            assert_eq!((run.working, run.unfinished, run.late), (plain.time, 0, 0));
        }
    }
}

#[test]
fn every_policy_finds_what_the_root_is_worth() {
    for tree in trees() {
        for policy in Study::POLICIES {
            for workers in [2, 7, 64] {
                let run = run(tree, policy, Workplace::undisturbed(workers));
                assert_eq!(run.status, Status::Proven, "{tree:?} {policy:?} {workers}");
            }
        }
    }
}

#[test]
fn workers_are_only_fast_by_working_at_once_or_by_doing_less() {
    for tree in trees() {
        let alone = run(tree, Policy::Greedy, Workplace::undisturbed(1));
        for workers in [2, 3, 8, 100] {
            for policy in Study::POLICIES {
                let run = run(tree, policy, Workplace::undisturbed(workers));
                assert!(run.makespan * workers >= run.working);
                let super_linear = run.makespan * workers < alone.makespan;
                assert!(!super_linear || run.working < alone.working, "{tree:?} {run:?}");
            }
        }
    }
}

#[test]
fn the_job_of_a_lost_worker_is_done_again_and_nothing_else_changes() {
    let faults = Workplace { losses_per_hour: 10.0, ..Workplace::undisturbed(1) };
    for tree in trees() {
        let calm = run(tree, Policy::Greedy, Workplace::undisturbed(1));
        let troubled = run(tree, Policy::Greedy, faults);
        assert!(troubled.lost > 0);
        assert_eq!((troubled.jobs, troubled.status), (calm.jobs, calm.status));
        let waits = faults.ack_wait * troubled.lost as u32;
        assert!(troubled.makespan > calm.makespan + waits, "{calm:?} {troubled:?}");
        let many = run(tree, Policy::Greedy, faults.with_workers(16));
        assert_eq!(many.status, Status::Proven);
    }
}

#[test]
fn workers_that_never_last_are_reported() {
    let place = Workplace { losses_per_hour: 1e6, ..Workplace::undisturbed(3) };
    let (tree, durations) = (ModelTree::new(1, 5), &Durations::Guess);
    let settings = Settings::default();
    let simulation = Simulation { tree, settings, durations, place, most_jobs: None };
    let reason = simulation.run().unwrap_err().to_string();
    assert!(reason.contains("lost faster than they can work"), "{reason}");
}

#[test]
fn overheads_add_up_for_one_worker() {
    let place = Workplace {
        coordinator: Duration::from_millis(5),
        latency: Duration::from_millis(20),
        slow_share: 1.0,
        slow_factor: 2.0,
        ..Workplace::undisturbed(1)
    };
    for tree in trees() {
        let alone = run(tree, Policy::Greedy, Workplace::undisturbed(1));
        let slow = run(tree, Policy::Greedy, place);
        let overhead = Duration::from_millis(45) * alone.jobs as u32;
        let difference = (2 * alone.makespan + overhead).abs_diff(slow.makespan);
        assert!(difference < Duration::from_millis(1), "{difference:?}");
    }
}

#[test]
fn a_busy_coordinator_is_the_limit() {
    let place = Workplace { coordinator: Duration::from_secs(30), ..Workplace::undisturbed(64) };
    for tree in trees() {
        let run = run(tree, Policy::VirtualEquivalence, place);
        assert!(run.makespan >= Duration::from_secs(30) * run.jobs as u32);
    }
}

fn study() -> Study {
    Study {
        policies: Study::POLICIES.to_vec(),
        workers: vec![1, 4, 16],
        trees: 3,
        jobs: 100,
        siblings: Siblings::Postponed,
        durations: Durations::Guess,
        place: Workplace { losses_per_hour: 1.0, ..Workplace::undisturbed(1) },
        most_jobs: None,
        seed: 5,
    }
}

#[test]
fn the_same_study_gives_the_same_figures_on_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| study().run(threads, &|_| ()).unwrap());
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&three).unwrap());
    assert_eq!(plot(&one).unwrap(), plot(&three).unwrap());
    let other = Study { seed: 6, ..study() }.run(1, &|_| ()).unwrap();
    assert_ne!(one, other);
}

#[test]
fn searches_that_wander_off_are_broken_off_and_counted() {
    let free = study().run(0, &|_| ()).unwrap();
    let bound = Study { most_jobs: Some(120), ..study() }.run(0, &|_| ()).unwrap();
    // What one worker needs is not bounded: the trees are the same.
    assert_eq!(free.trees, bound.trees);
    let rows = |outcome: &Outcome| -> Vec<Row> {
        outcome.curves.iter().flat_map(|curve| curve.rows.clone()).collect()
    };
    assert!(rows(&free).iter().all(|row| row.broken_off == 0));
    assert!(rows(&bound).iter().any(|row| row.broken_off > 0));
    for (free, bound) in rows(&free).iter().zip(rows(&bound)) {
        assert!(bound.jobs.mean <= 120.0, "{bound:?}");
        assert!(bound.speed_up.mean >= free.speed_up.mean, "{bound:?}");
        assert_eq!(bound.broken_off == 0, bound == *free);
    }
}

#[test]
fn trees_have_about_the_size_that_is_asked_for() {
    for jobs in [30, 300] {
        let outcome = Study { jobs, workers: vec![1], ..study() }.run(0, &|_| ()).unwrap();
        for subject in &outcome.trees {
            assert!((jobs / 2..=2 * jobs + 1).contains(&(subject.jobs as u32)), "{subject:?}");
        }
    }
}

#[test]
fn a_picture_has_a_curve_for_each_policy() {
    let svg = plot(&study().run(0, &|_| ()).unwrap()).unwrap();
    for text in ["virtual win", "virtual loss", "greedy", "virtual equivalence", "workers"] {
        assert!(svg.contains(text), "{text}");
    }
}
