//! Jobs: what they find, what their answers must stand, who does them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sixfold_game::certificate::Certificate;
use sixfold_game::record::move_list;
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::wire::WireFinding;
use sixfold_jobs::{
    Cost, Done, Effort, Failure, Finding, Job, JobError, Kind, Order, Rejected, Runner, Sealed,
    accept, perform,
};

const GAME: GameName = GameName::CONNECT6;

fn setup(moves: &str) -> Setup {
    move_list::read(GAME, moves).unwrap().final_setup()
}

fn turn(names: &[&str]) -> SquareSet {
    names.iter().map(|name| GAME.grid().parse(name).unwrap()).collect()
}

fn small() -> Effort {
    Effort { order: 3, nodes: 40_000, player_nodes: 5_000, memory: 64 }
}

fn order(moves: &str, kind: Kind, effort: Effort) -> Order {
    Order { job: Job::new(GAME, setup(moves), kind, effort), known: None }
}

fn done(order: &Order) -> Done {
    let done = perform(order, &Arc::default()).unwrap();
    accept(&order.job, &done).unwrap();
    done
}

/// Black has a live three and stones beside it: he wins at once.
const WON: &str = "j10 a1s1 j11j12 a19s19 j13k10 a3a5";
/// White's stones are far away, and every reply of his loses.
const LOST: &str = "j10 d10j4 j11k10";
const BLACK_TO_MOVE: &str = "j10 d10j4";

#[test]
fn a_win_comes_with_a_certificate() {
    for kind in [Kind::Solve, Kind::Move { excluded: Vec::new() }] {
        let order = order(WON, kind, small());
        let done = done(&order);
        assert_eq!(done.finding, Finding::Won);
        let certificate = done.certificate.unwrap().open().unwrap();
        assert_eq!(certificate.claim.setup, order.job.position);
        sixfold_check::check(&certificate).unwrap();
    }
}

#[test]
fn the_same_job_gives_the_same_answer() {
    let order = order(BLACK_TO_MOVE, Kind::Move { excluded: Vec::new() }, small());
    let (one, other) = (done(&order), done(&order));
    assert_eq!(one.finding, other.finding);
    assert_eq!(one.certificate, other.certificate);
    assert_eq!(one.cost.nodes, other.cost.nodes);
}

#[test]
fn turns_that_are_known_are_not_told_again() {
    let mut excluded = Vec::new();
    for _ in 0..2 {
        let order = order(BLACK_TO_MOVE, Kind::Move { excluded: excluded.clone() }, small());
        let Finding::Best { turns, .. } = done(&order).finding else { panic!("no turns") };
        let known: HashSet<SquareSet> = excluded.iter().copied().collect();
        assert!(turns.iter().all(|turn| !known.contains(&turn.stones)));
        excluded.extend(turns.iter().map(|turn| turn.stones));
    }
}

#[test]
fn a_verification_goes_on_from_what_is_known() {
    let little = Effort { nodes: 4_000, ..small() };
    let first = order(LOST, Kind::Verify { known: None }, little);
    let partial = done(&first);
    let Finding::Unrefuted(replies) = &partial.finding else { panic!("{:?}", partial.finding) };
    assert!(!replies.is_empty());
    let known = partial.certificate.unwrap();
    let enough = Effort { nodes: 4_000_000, ..small() };
    let kind = Kind::Verify { known: Some(known.digest()) };
    let mut second = order(LOST, kind, enough);
    second.known = Some(known);
    let went_on = done(&second);
    let from_scratch = done(&order(LOST, Kind::Verify { known: None }, enough));
    assert_eq!((&went_on.finding, &from_scratch.finding), (&Finding::Lost, &Finding::Lost));
    assert!(went_on.cost.nodes < from_scratch.cost.nodes);
}

#[test]
fn a_job_that_lacks_what_it_speaks_of_is_refused() {
    let known = done(&order(LOST, Kind::Verify { known: None }, small())).certificate.unwrap();
    let mut order = order(LOST, Kind::Verify { known: Some(known.digest()) }, small());
    assert_eq!(perform(&order, &Arc::default()), Err(JobError::KnownMissing));
    order.known = Some(Sealed::from_bytes(b"no gzip".to_vec()));
    assert_eq!(perform(&order, &Arc::default()), Err(JobError::KnownMissing));
}

#[test]
fn a_job_for_another_engine_is_refused_in_one_line() {
    let mut order = order(WON, Kind::Solve, small());
    order.job.version = "sixfold 9.9.9".to_string();
    let error = perform(&order, &Arc::default()).unwrap_err().to_string();
    assert!(error.starts_with("the job is for 'sixfold 9.9.9', this is 'sixfold "), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn false_claims_are_rejected() {
    let lost = order(LOST, Kind::Verify { known: None }, small());
    let cost = Cost::default();
    let claim = |finding, certificate| Done { finding, certificate, cost };
    let bare = claim(Finding::Lost, None);
    assert_eq!(accept(&lost.job, &bare), Err(Rejected::NoCertificate));
    let won = done(&order(WON, Kind::Solve, small())).certificate;
    let other = claim(Finding::Lost, won);
    assert_eq!(accept(&lost.job, &other), Err(Rejected::OtherClaim));
    let forged =
        "sixfold-certificate 1\ngame connect6\nfen FEN\nwinner black\norder -\nd\n.\nend 1\n"
            .replace("FEN", &lost.job.position.to_string());
    let forged = Sealed::seal(&Certificate::read(forged.as_bytes()).unwrap()).unwrap();
    let lie = claim(Finding::Lost, Some(forged));
    assert!(matches!(accept(&lost.job, &lie), Err(Rejected::NotAProof(_))));
    let noise = claim(Finding::Lost, Some(Sealed::from_bytes(vec![31, 139, 8, 0, 1])));
    assert!(matches!(accept(&lost.job, &noise), Err(Rejected::Unreadable(_))));
    assert_eq!(accept(&lost.job, &claim(Finding::NoOtherTurn, None)), Err(Rejected::OtherQuestion));
}

#[test]
fn a_reply_that_is_not_refuted_cannot_be_slipped_in() {
    let lost = order(LOST, Kind::Verify { known: None }, small());
    // Black's answer to the null move completes nothing and leaves no threats.
    let forged = "sixfold-certificate 1\ngame connect6\nfen FEN\nwinner black\norder -\nd\nr -\n\
                  a a1a2 +\n.\nend 2\n"
        .replace("FEN", &lost.job.position.to_string());
    let forged = Sealed::seal(&Certificate::read(forged.as_bytes()).unwrap()).unwrap();
    let lie = Done {
        finding: Finding::Unrefuted(Vec::new()),
        certificate: Some(forged),
        cost: Cost::default(),
    };
    assert!(matches!(accept(&lost.job, &lie), Err(Rejected::NotAProof(_))));
}

#[test]
fn turns_that_cannot_be_played_are_rejected() {
    let excluded = vec![turn(&["k11", "l12"])];
    let job = order(BLACK_TO_MOVE, Kind::Move { excluded: excluded.clone() }, small()).job;
    let verdict = |stones| {
        let graded =
            sixfold_jobs::GradedTurn { stones, grade: sixfold_proof::job_level::Grade::Stable };
        let others = sixfold_proof::job_level::Others::Open;
        let finding = Finding::Best { turns: vec![graded], others };
        accept(&job, &Done { finding, certificate: None, cost: Cost::default() })
    };
    assert_eq!(verdict(turn(&["k11", "k12"])), Ok(()));
    assert_eq!(verdict(turn(&["k11"])), Err(Rejected::Illegal));
    assert_eq!(verdict(turn(&["j10", "k12"])), Err(Rejected::Illegal));
    assert_eq!(verdict(excluded[0]), Err(Rejected::Illegal));
}

#[test]
fn jobs_and_findings_survive_json() {
    let digest = Sealed::from_bytes(vec![1]).digest();
    let kinds = [
        Kind::Solve,
        Kind::Move { excluded: vec![turn(&["k11", "l12"]), turn(&["a1", "s19"])] },
        Kind::Verify { known: Some(digest) },
        Kind::Verify { known: None },
    ];
    let mut keys = HashSet::new();
    for kind in kinds {
        let job = order(LOST, kind, small()).job;
        let text = serde_json::to_string(&job).unwrap();
        let back: Job = serde_json::from_str(&text).unwrap();
        assert_eq!((&back, back.key()), (&job, job.key()));
        assert!(keys.insert(job.key()), "each question has a key of its own");
    }
    let finding = done(&order(LOST, Kind::Verify { known: None }, small())).finding;
    let text = serde_json::to_string(&finding.to_wire(GAME)).unwrap();
    let wire: WireFinding = serde_json::from_str(&text).unwrap();
    assert_eq!(Finding::from_wire(wire, GAME).unwrap(), finding);
}

#[test]
fn json_that_is_no_job_is_refused() {
    let job = order(LOST, Kind::Solve, small()).job;
    let text = serde_json::to_string(&job).unwrap();
    for wrong in [
        text.replace("connect6", "connect7"),
        text.replace(" w 2", " w 9"),
        text.replace("\"solve\"", "\"guess\""),
    ] {
        assert!(serde_json::from_str::<Job>(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn workers_share_the_jobs_and_do_each_once() {
    let mut runner = LocalRunner::start(2).unwrap();
    let orders: Vec<Order> = [WON, LOST, BLACK_TO_MOVE]
        .map(|moves| order(moves, Kind::Solve, Effort { nodes: 2_000, ..small() }))
        .into();
    for order in orders.iter().chain(&orders) {
        runner.submit(order.clone()).unwrap();
    }
    let mut keys: HashSet<_> = orders.iter().map(|order| order.job.key()).collect();
    while !keys.is_empty() {
        let report = runner.receive(Duration::from_secs(60)).unwrap().unwrap();
        assert!(keys.remove(&report.key), "an answer came twice");
        report.result.unwrap();
    }
    assert_eq!(runner.free(), 2);
    assert_eq!(runner.workers().iter().map(|worker| worker.done).sum::<u64>(), 3);
}

#[test]
fn a_job_that_is_called_off_says_so() {
    let mut runner = LocalRunner::start(1).unwrap();
    let endless = order(BLACK_TO_MOVE, Kind::Solve, Effort { nodes: u64::MAX, ..small() });
    let key = endless.job.key();
    runner.submit(endless).unwrap();
    runner.cancel(key);
    let report = runner.receive(Duration::from_secs(60)).unwrap().unwrap();
    assert_eq!((report.key, report.result), (key, Err(Failure::Cancelled)));
}
