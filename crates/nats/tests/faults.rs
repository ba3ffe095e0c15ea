//! Everything that can go wrong between a coordinator, a broker and workers, with the real broker.

mod support;

use std::time::Duration;

use sixfold_jobs::{
    Cost, Digest, Done, Failure, Finding, Job, Kind, Order, Runner, Sealed, perform,
};
use sixfold_nats::protocol::{
    Attachment, Envelope, Hello, JobPlace, Notice, Packet, Session, notice_subject,
};
use sixfold_nats::{NatsRunner, RunnerOptions};
use sixfold_solve::Control;
use support::broker::TestBroker;
use support::fake::Fake;
use support::proxy::Proxy;
use support::{connection, endless, long, quick, runner, runner_with, wait_until, worker};

fn done(order: &Order) -> Done {
    perform(order, &Control::default().into()).unwrap()
}

/// A certificate that says what is wanted and proves nothing: its only move does not win.
fn forged(order: &Order) -> Done {
    let Some(honest) = done(order).certificate else { panic!("a proof") };
    let certificate = honest.open().unwrap();
    let mut text = Vec::new();
    certificate.write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    // The last lines are left out: moves that the proof needs.
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..lines.len() / 2].join("\n") + "\n";
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, cut.as_bytes()).unwrap();
    let sealed = Sealed::from_bytes(encoder.finish().unwrap());
    Done { finding: Finding::Won, certificate: Some(sealed), cost: Cost::default() }
}

#[test]
fn jobs_are_done_over_the_broker() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "plain");
    assert_eq!(coordinator.runner.free(), 0);
    let _worker = worker(&broker.url(), "ada");
    wait_until("the worker is there", || coordinator.runner.free() > 1);
    for number in 0..3 {
        coordinator.runner.submit(quick(number)).unwrap();
        coordinator.runner.submit(quick(number)).unwrap();
    }
    for _ in 0..3 {
        let report = coordinator.next();
        assert_eq!(report.worker, "ada");
        assert_eq!(report.result.unwrap().finding, Finding::Won);
        coordinator.runner.settle(report.key);
    }
    wait_until("the worker tells of it", || coordinator.runner.workers()[0].done == 3);
    let fake = Fake::new(&broker.url(), "onlooker");
    wait_until("nothing is left", || fake.waiting_jobs() + fake.waiting_answers() == 0);
}

#[test]
fn a_worker_is_free_as_soon_as_its_answer_is_here() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "free");
    let _worker = worker(&broker.url(), "ada");
    wait_until("the worker is there", || coordinator.runner.free() > 0);
    for number in 0..50 {
        coordinator.runner.submit(quick(number)).unwrap();
        let report = coordinator.next();
        assert!(coordinator.runner.free() > 0, "after {number} jobs");
        coordinator.runner.settle(report.key);
    }
}

#[test]
fn a_worker_may_be_there_before_the_broker_and_the_coordinator() {
    let Some(mut broker) = TestBroker::start() else { return };
    broker.kill();
    let early = worker(&broker.url(), "early");
    wait_until("it says so", || early.diary.tells("no broker at 127.0.0.1"));
    broker.resume();
    let mut coordinator = runner(&broker.url(), "late");
    coordinator.runner.submit(quick(0)).unwrap();
    assert!(coordinator.next().result.is_ok());
}

#[test]
fn known_answers_that_are_too_large_for_a_message_reach_the_worker() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "large");
    let _worker = worker(&broker.url(), "ada");
    let known = Sealed::from_bytes(vec![7; 3 << 20]);
    let mut order = quick(0);
    order.job.kind = Kind::Verify { known: Some(known.digest()) };
    order.known = Some(known);
    coordinator.runner.submit(order).unwrap();
    // It reaches the worker, who finds that it is no certificate.
    let failure = coordinator.next().result.unwrap_err().to_string();
    assert!(failure.contains("the certificate cannot be read"), "{failure}");
}

#[test]
fn a_job_whose_worker_falls_silent_is_done_by_another() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "silent");
    let silent = Fake::new(&broker.url(), "silent");
    silent.make_consumer(Duration::from_secs(1));
    coordinator.runner.submit(quick(0)).unwrap();
    drop(silent.take());
    let _worker = worker(&broker.url(), "ada");
    let report = coordinator.next();
    assert_eq!((report.worker.as_str(), report.result.is_ok()), ("ada", true));
}

#[test]
fn a_job_that_takes_longer_than_the_wait_is_done_once() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "slow");
    Fake::new(&broker.url(), "x").make_consumer(Duration::from_millis(600));
    let workers = [worker(&broker.url(), "ada"), worker(&broker.url(), "bob")];
    coordinator.runner.submit(long(0)).unwrap();
    let report = coordinator.next();
    assert!(report.result.unwrap().cost.seconds > 0.6, "the job is too quick for this test");
    let began = workers.iter().filter(|worker| worker.diary.tells("solve")).count();
    assert_eq!(began, 1);
}

#[test]
fn nothing_is_lost_when_the_broker_is_killed_and_started_again() {
    let Some(mut broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "restart");
    for number in 0..3 {
        coordinator.runner.submit(quick(number)).unwrap();
    }
    let fake = Fake::new(&broker.url(), "onlooker");
    wait_until("all jobs are in the queue", || fake.waiting_jobs() == 3);
    broker.kill();
    wait_until("the coordinator notices", || coordinator.diary.tells("the broker is gone"));
    coordinator.runner.submit(quick(3)).unwrap();
    broker.resume();
    let _worker = worker(&broker.url(), "ada");
    let mut keys: Vec<_> = (0..4).map(|_| coordinator.next().key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 4);
}

#[test]
fn a_broker_that_has_lost_everything_gets_the_jobs_again() {
    let Some(mut broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "amnesia");
    coordinator.runner.submit(quick(0)).unwrap();
    let fake = Fake::new(&broker.url(), "onlooker");
    wait_until("the job is in the queue", || fake.waiting_jobs() == 1);
    broker.kill();
    broker.resume_empty();
    let _worker = worker(&broker.url(), "ada");
    assert!(coordinator.next().result.is_ok());
}

#[test]
fn a_worker_that_is_cut_off_and_comes_back_delivers_its_answer() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "cut");
    let network = Proxy::to(broker.port());
    let ada = worker(&network.url(), "ada");
    coordinator.runner.submit(long(0)).unwrap();
    wait_until("it has begun", || ada.diary.tells("solve"));
    network.cut();
    wait_until("it notices", || ada.diary.tells("the broker is gone"));
    network.heal();
    let report = coordinator.next();
    assert_eq!((report.worker.as_str(), report.result.is_ok()), ("ada", true));
    assert!(coordinator.is_silent());
}

#[test]
fn an_answer_that_comes_twice_counts_once() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "twice");
    let eager = Fake::new(&broker.url(), "eager");
    eager.make_consumer(Duration::from_secs(30));
    coordinator.runner.submit(quick(0)).unwrap();
    let taken = eager.take();
    for _ in 0..3 {
        eager.answer(&taken, &done(&quick(0)));
    }
    eager.acknowledge(&taken);
    let report = coordinator.next();
    assert!(report.result.is_ok());
    eager.answer(&taken, &done(&quick(0)));
    coordinator.runner.settle(report.key);
    eager.answer(&taken, &done(&quick(0)));
    assert!(coordinator.is_silent());
    wait_until("nothing is left", || eager.waiting_answers() == 0);
}

#[test]
fn a_worker_that_lies_is_reported_and_another_does_the_job() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "liar");
    let liar = Fake::new(&broker.url(), "liar");
    liar.make_consumer(Duration::from_secs(30));
    coordinator.runner.submit(quick(0)).unwrap();
    // It even keeps the job for itself.
    let taken = liar.take();
    liar.answer(&taken, &forged(&quick(0)));
    wait_until("it is found out", || coordinator.diary.tells("worker liar is ignored from now on"));
    let _worker = worker(&broker.url(), "ada");
    let report = coordinator.next();
    assert_eq!((report.worker.as_str(), report.result.is_ok()), ("ada", true));
    let rejected = |name: &str| {
        let workers = coordinator.runner.workers();
        workers
            .iter()
            .filter(|worker| worker.name == name)
            .map(|worker| worker.rejected)
            .sum::<u64>()
    };
    assert_eq!((rejected("liar"), rejected("ada")), (1, 0));
    // Not even the truth is taken from it any more.
    coordinator.runner.submit(quick(1)).unwrap();
    liar.answer(&taken.instead(&quick(1)), &done(&quick(1)));
    assert_eq!(coordinator.next().worker, "ada");
}

#[test]
fn a_false_certificate_from_the_object_store_is_found_out_too() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "object");
    let liar = Fake::new(&broker.url(), "liar");
    liar.make_consumer(Duration::from_secs(30));
    coordinator.runner.submit(quick(0)).unwrap();
    let claim = Done { certificate: None, ..done(&quick(0)) };
    let rubbish = Sealed::from_bytes(vec![7; 1 << 20]);
    liar.answer_with_object(&liar.take(), &claim, &rubbish);
    wait_until("it is found out", || coordinator.diary.tells("the certificate cannot be read"));
    // The same way, an honest worker is believed.
    let honest = Fake::new(&broker.url(), "honest");
    let proof = done(&quick(0)).certificate.unwrap();
    honest.answer_with_object(&honest.take(), &claim, &proof);
    let report = coordinator.next();
    assert_eq!(report.worker, "honest");
    assert_eq!(report.result.unwrap().certificate, Some(proof));
}

#[test]
fn a_coordinator_that_died_before_it_took_an_answer_gets_it_again() {
    let Some(broker) = TestBroker::start() else { return };
    let mut first = runner(&broker.url(), "resumed");
    let busy = worker(&broker.url(), "ada");
    for number in 0..3 {
        first.runner.submit(quick(number)).unwrap();
    }
    // One is received and stored, one is received only, one is not even received.
    let (stored, received) = (first.next(), first.next());
    first.runner.settle(stored.key);
    wait_until("all are answered", || first.runner.workers()[0].done == 3);
    drop(first);
    busy.departure.hurry();
    assert_eq!(busy.farewell().unwrap().done, 3);
    // Nobody is left to do them again.
    let mut second = runner(&broker.url(), "resumed");
    let wanted: Vec<Order> =
        (0..3).map(quick).filter(|order| order.job.key() != stored.key).collect();
    assert!(wanted.iter().any(|order| order.job.key() == received.key));
    for order in wanted {
        second.runner.submit(order).unwrap();
    }
    let again = [second.next(), second.next()];
    assert!(again.iter().all(|report| report.result.is_ok() && report.worker == "ada"));
    assert!(second.is_silent());
    for report in &again {
        second.runner.settle(report.key);
    }
    let fake = Fake::new(&broker.url(), "onlooker");
    wait_until("nothing is left", || fake.waiting_answers() == 0);
}

#[test]
fn a_job_that_costs_every_worker_its_life_is_given_up() {
    let Some(broker) = TestBroker::start() else { return };
    let url = broker.url();
    let options = RunnerOptions {
        most_attempts: 2,
        ..RunnerOptions::new(connection(&url), "poison".parse().unwrap())
    };
    let mut coordinator = runner_with(options);
    let mortal = Fake::new(&url, "mortal");
    mortal.make_consumer(Duration::from_secs(1));
    coordinator.runner.submit(quick(0)).unwrap();
    drop(mortal.take());
    drop(mortal.take());
    let _worker = worker(&url, "ada");
    let report = coordinator.next();
    let reason = "no worker who had it has answered".to_string();
    assert_eq!(report.result.unwrap_err(), Failure::GivenUp { attempts: 2, reason });
    let letters = coordinator.runner.dead_letters();
    assert_eq!(letters.iter().map(|letter| letter.key).collect::<Vec<_>>(), [quick(0).job.key()]);
}

#[test]
fn a_job_is_given_up_when_all_answers_to_it_are_false() {
    let Some(broker) = TestBroker::start() else { return };
    let url = broker.url();
    let options = RunnerOptions {
        most_attempts: 2,
        ..RunnerOptions::new(connection(&url), "liars".parse().unwrap())
    };
    let mut coordinator = runner_with(options);
    let liars = [Fake::new(&url, "liar"), Fake::new(&url, "cheat")];
    liars[0].make_consumer(Duration::from_secs(30));
    coordinator.runner.submit(quick(0)).unwrap();
    for liar in &liars {
        liar.answer(&liar.take(), &forged(&quick(0)));
    }
    let failure = coordinator.next().result.unwrap_err();
    assert!(matches!(failure, Failure::GivenUp { attempts: 2, .. }), "{failure}");
}

#[test]
fn workers_of_another_version_are_told_and_told_of() {
    let Some(broker) = TestBroker::start() else { return };
    let url = broker.url();
    let coordinator = runner(&url, "versions");
    let other = Fake::new(&url, "other");
    wait_until("the user is told", || {
        other.heartbeat("sixfold 0.0.9 jobs 1");
        coordinator.diary.tells("all workers are of other versions ('sixfold 0.0.9 jobs 1')")
    });
    assert_eq!(coordinator.runner.free(), 0);
    let ada = worker(&url, "ada");
    wait_until("the worker is there", || ada.diary.tells("connected"));
    let campaign = "future".parse().unwrap();
    let session = Session { started: 1, id: "x".to_string() };
    let version = "sixfold 9.0.0 jobs 7".to_string();
    wait_until("the worker is told", || {
        let hello =
            Hello { session: session.clone(), version: version.clone(), dismissed: Vec::new() };
        other.tell(notice_subject(&campaign), Notice::Hello(hello));
        ada.diary.tells("the jobs of future are for 'sixfold 9.0.0 jobs 7', this is 'sixfold")
    });
}

#[test]
fn a_job_of_another_version_is_refused() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "refused");
    let _worker = worker(&broker.url(), "ada");
    let mut order = quick(0);
    order.job.version = "sixfold 9.0.0 jobs 7".to_string();
    coordinator.runner.submit(order).unwrap();
    let failure = coordinator.next().result.unwrap_err().to_string();
    assert!(failure.starts_with("the job is for 'sixfold 9.0.0 jobs 7', this is"), "{failure}");
}

#[test]
fn a_message_that_is_no_job_harms_nobody() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "rubbish");
    let fake = Fake::new(&broker.url(), "fake");
    let campaign: sixfold_nats::Campaign = "rubbish".parse().unwrap();
    let nowhere =
        JobPlace { campaign: campaign.clone(), key: sixfold_jobs::JobKey(Digest::of(b"")) };
    fake.publish(nowhere.job_subject(), &Packet { head: "rubbish".to_string(), body: vec![1] });
    fake.publish(nowhere.result_subject(), &Packet { head: "rubbish".to_string(), body: vec![1] });
    let wrong: Job = quick(1).job;
    let envelope = Envelope {
        job: wrong,
        known: Attachment::Stored { object: "none".into(), digest: Digest::of(b"") },
        most_deliveries: 3,
    };
    let elsewhere = JobPlace { campaign, key: sixfold_jobs::JobKey(Digest::of(b"x")) };
    fake.publish(elsewhere.job_subject(), &Packet { head: envelope, body: Vec::new() });
    let _worker = worker(&broker.url(), "ada");
    coordinator.runner.submit(quick(0)).unwrap();
    let report = coordinator.next();
    assert_eq!((report.key, report.result.is_ok()), (quick(0).job.key(), true));
}

#[test]
fn a_cancelled_job_is_left_by_its_worker() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "cancelled");
    let ada = worker(&broker.url(), "ada");
    coordinator.runner.submit(endless()).unwrap();
    wait_until("it has begun", || coordinator.somebody_works());
    coordinator.runner.cancel(endless().job.key());
    assert_eq!(coordinator.next().result.unwrap_err(), Failure::Cancelled);
    wait_until("the worker leaves it", || ada.diary.tells("is no longer wanted"));
    coordinator.runner.submit(quick(0)).unwrap();
    assert!(coordinator.next().result.is_ok());
}

#[test]
fn a_worker_that_leaves_at_once_gives_its_job_back() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "back");
    Fake::new(&broker.url(), "x").make_consumer(Duration::from_secs(600));
    let hasty = worker(&broker.url(), "hasty");
    coordinator.runner.submit(long(0)).unwrap();
    wait_until("it has begun", || coordinator.somebody_works());
    hasty.departure.hurry();
    hasty.departure.hurry();
    assert_eq!(hasty.farewell().unwrap().done, 0);
    let _worker = worker(&broker.url(), "ada");
    assert_eq!(coordinator.next().worker, "ada");
}

#[test]
fn a_worker_that_is_asked_to_leave_finishes_its_job() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "finish");
    let polite = worker(&broker.url(), "polite");
    coordinator.runner.submit(long(0)).unwrap();
    wait_until("it has begun", || coordinator.somebody_works());
    polite.departure.hurry();
    assert_eq!(polite.farewell().unwrap().done, 1);
    assert_eq!(coordinator.next().worker, "polite");
    wait_until("it is gone", || coordinator.runner.workers().is_empty());
}

#[test]
fn jobs_that_nobody_has_begun_with_are_withdrawn_with_their_runner() {
    let Some(broker) = TestBroker::start() else { return };
    let mut ours = runner(&broker.url(), "ours");
    let mut theirs = runner(&broker.url(), "theirs");
    for number in 0..4 {
        ours.runner.submit(quick(number)).unwrap();
        theirs.runner.submit(quick(number)).unwrap();
    }
    let fake = Fake::new(&broker.url(), "onlooker");
    wait_until("all are in the queue", || fake.waiting_jobs() == 8);
    drop(ours);
    assert_eq!(fake.waiting_jobs(), 4);
}

#[test]
fn the_later_of_two_coordinators_of_a_campaign_stays() {
    let Some(broker) = TestBroker::start() else { return };
    let mut first = runner(&broker.url(), "same");
    let mut second = runner(&broker.url(), "same");
    let error = loop {
        if let Err(error) = first.runner.receive(Duration::from_secs(1)) {
            break error.to_string();
        }
    };
    assert!(error.contains("another coordinator has taken over the campaign same"), "{error}");
    let _worker = worker(&broker.url(), "ada");
    second.runner.submit(quick(0)).unwrap();
    assert!(second.next().result.is_ok());
}

/// The file of `docs/jobs.md`: a coordinator and workers who may do no more than they need.
const ACCOUNTS: &str = include_str!("accounts.conf");

#[test]
fn the_documented_permissions_are_enough_and_passwords_are_asked_for() {
    let Some(broker) = TestBroker::start_configured(ACCOUNTS) else { return };
    let port = broker.port();
    let mut coordinator = runner(&format!("nats://coordinator:c0%21@127.0.0.1:{port}"), "accounts");
    let url = format!("nats://worker:w0rk@127.0.0.1:{port}");
    let ada = worker(&url, "ada");
    coordinator.runner.submit(quick(0)).unwrap();
    let report = coordinator.next();
    assert!(report.result.is_ok());
    coordinator.runner.settle(report.key);
    let known = Sealed::from_bytes(vec![7; 1 << 20]);
    let mut order = quick(1);
    order.job.kind = Kind::Verify { known: Some(known.digest()) };
    order.known = Some(known);
    coordinator.runner.submit(order).unwrap();
    let failure = coordinator.next().result.unwrap_err().to_string();
    assert!(failure.contains("the certificate cannot be read"), "{failure}");
    assert!(!ada.diary.tells("trying again"));
    assert!(!coordinator.diary.tells("trying again"));
    let wrong = format!("nats://worker:guess@127.0.0.1:{port}");
    let error = worker(&wrong, "stranger").farewell().unwrap_err().to_string();
    assert!(error.contains("wrong or missing user, password or credentials"), "{error}");
    let options = RunnerOptions::new(connection(&wrong), "stranger".parse().unwrap());
    assert!(NatsRunner::start(options, |_| {}).is_err());
}
