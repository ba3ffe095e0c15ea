//! Proofs that are interrupted, and workers that are not what they should be.

use std::path::Path;
use std::time::Duration;

use sixfold_game::{GameName, Player, Setup};
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, CampaignError, Conditions, Ending};
use sixfold_store::Store;

use crate::runner::{Absent, Manner, Scripted};
use crate::setting::{Run, begin, game, header, run, settings};

/// Black to move wins, which takes many small jobs to find out.
fn won_position() -> (GameName, Setup) {
    let game = game("connect(7,7,4,1,1)");
    (game, Setup::from_fen(game, "7/7/7/3x3/2o4/7/7 b 1").unwrap())
}

fn done(folder: &Path) -> u64 {
    Store::open(&folder.join("proof.db")).unwrap().totals().unwrap().done
}

fn whole_proof(manner: Manner) -> (Run, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (game, root) = won_position();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    let run = run(&mut campaign, &mut Scripted::new(manner, 1), u64::MAX);
    drop(campaign);
    (run, done(folder.path()))
}

#[test]
fn an_interrupted_proof_goes_on_to_the_same_end_and_counts_no_job_twice() {
    let (whole, _) = whole_proof(Manner::Honest);
    assert_eq!(whole.ending, Ending::Proven);
    assert!(whole.done > 5, "{} jobs", whole.done);
    let folder = tempfile::tempdir().unwrap();
    let (game, root) = won_position();
    let mut counted = 0;
    drop(begin(folder.path(), game, root, Player::Black));
    for seed in 0.. {
        let path = folder.path().join("proof.db");
        let mut campaign = Campaign::resume(&path, None).unwrap();
        let part = run(&mut campaign, &mut Scripted::new(Manner::Honest, seed), 2);
        counted += part.done;
        assert_eq!(campaign.store().totals().unwrap().done, counted);
        match part.ending {
            Ending::Stopped => assert!(seed < 500, "it comes to an end"),
            ending => {
                assert_eq!(ending, whole.ending);
                let certificate = campaign.tree_mut().certificate().unwrap();
                assert_eq!(certificate.claim.setup, root);
                break;
            }
        }
    }
    let path = folder.path().join("proof.db");
    let mut campaign = Campaign::resume(&path, None).unwrap();
    let again = run(&mut campaign, &mut Absent, u64::MAX);
    assert_eq!((again.ending, again.done), (Ending::Proven, 0), "what is proven stays so");
    campaign.tree_mut().certificate().unwrap();
}

#[test]
fn an_answer_that_comes_twice_counts_once() {
    let (run, done) = whole_proof(Manner::Twice);
    assert_eq!((run.ending, run.done), (Ending::Proven, done));
}

#[test]
fn a_lie_is_told_of_and_the_job_is_done_again() {
    let (run, done) = whole_proof(Manner::LyingFirst);
    assert_eq!((run.ending, run.done), (Ending::Proven, done));
    assert!(run.failed >= done, "{} lies, {done} jobs", run.failed);
}

#[test]
fn where_everybody_lies_nothing_is_proven() {
    let (run, done) = whole_proof(Manner::Lying);
    assert_eq!((run.ending, run.failed, done), (Ending::Stuck, 3, 0));
}

#[test]
fn where_nobody_works_yet_a_proof_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (game, root) = won_position();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    let mut ticks = 0;
    let ending = campaign.run(
        &mut Absent,
        &mut Conditions {
            time: None,
            command: &mut || {
                ticks += 1;
                (ticks == 5).then_some(Command::Stop)
            },
            watch: &mut |_, _, _| {},
        },
    );
    assert_eq!(ending.unwrap(), Ending::Stopped);
    assert_eq!(ticks, 6, "it waited until it was stopped");
}

#[test]
fn a_run_without_time_begins_nothing_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (game, root) = won_position();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    let mut conditions =
        Conditions { time: Some(Duration::ZERO), command: &mut || None, watch: &mut |_, _, _| {} };
    let ending = campaign.run(&mut Scripted::new(Manner::Honest, 1), &mut conditions);
    assert_eq!(ending.unwrap(), Ending::Stopped);
    assert_eq!(campaign.store().totals().unwrap().done, 0);
}

#[test]
fn the_file_of_another_engine_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (game, root) = won_position();
    let path = folder.path().join("proof.db");
    let header = sixfold_store::Header {
        engine: "sixfold 0.0.1 jobs 1".to_string(),
        ..header(game, root, Player::Black)
    };
    drop(Campaign::begin(&path, &header, settings()).unwrap());
    let refused = Campaign::resume(&path, None).map(drop).unwrap_err();
    assert!(matches!(refused, CampaignError::Engine { .. }), "{refused}");
}
