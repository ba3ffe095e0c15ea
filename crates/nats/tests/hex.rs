//! Jobs of Hex over the real broker: who lies about one is found out.

mod support;

use std::time::Duration;

use sixfold_game::certificate::{Certificate, Claim, Plan, PlanId, Plans, Threat};
use sixfold_game::{GameName, Player, Setup, Square};
use sixfold_jobs::{Cost, Done, Effort, Finding, Job, Kind, Order, Runner, Sealed, perform};
use sixfold_solve::Control;
use support::broker::TestBroker;
use support::fake::Fake;
use support::{runner, wait_until, worker};

/// White has the middle of a board of five, so Black, who is to move, loses.
const LOST: &str = "5/5/2o2/5/5 b 1";
/// Black has it, and wins though White is to move.
const WON: &str = "5/5/2x2/5/5 w 1";

fn order(fen: &str, kind: Kind) -> Order {
    let game: GameName = "hex5".parse().unwrap();
    let effort = Effort { nodes: 100_000, ..Effort::default() };
    Order { job: Job::new(game, Setup::from_fen(game, fen).unwrap(), kind, effort), known: None }
}

fn best(fen: &str) -> Order {
    order(fen, Kind::Move { excluded: Vec::new() })
}

fn done(order: &Order) -> Done {
    perform(order, &Control::default().into()).unwrap()
}

/// A win of Black in a job that he has lost, with these plans.
fn claimed(job: &Job, plans: Plans) -> Done {
    let winner = Player::Black;
    let claim = Claim { game: job.game, setup: job.position, winner, order: None };
    let certificate = Sealed::seal(&Certificate::of_plans(claim, plans)).unwrap();
    Done { finding: Finding::Won, certificate: Some(certificate), cost: Cost::default() }
}

fn plans_of(order: &Order) -> Plans {
    let certificate = done(order).certificate.expect("a proof").open().unwrap();
    certificate.plans().unwrap().clone()
}

/// False wins: a proof of another position, one of the other player, and one that is cut short.
fn lies() -> Vec<Done> {
    let job = best(LOST).job;
    let elsewhere = plans_of(&order(WON, Kind::Verify { known: None }));
    let of_white = plans_of(&best(LOST));
    let joined = Plans { first: None, plans: vec![Plan::Joined] };
    [elsewhere, of_white, joined].into_iter().map(|plans| claimed(&job, plans)).collect()
}

#[test]
fn a_false_win_is_found_out_and_an_honest_worker_does_the_job() {
    let Some(broker) = TestBroker::start() else { return };
    for (number, lie) in lies().iter().enumerate() {
        let name = format!("liar{number}");
        let mut coordinator = runner(&broker.url(), &name);
        let liar = Fake::new(&broker.url(), &name);
        liar.make_consumer(Duration::from_secs(30));
        coordinator.runner.submit(best(LOST)).unwrap();
        let taken = liar.take();
        liar.answer(&taken, lie);
        let ignored = format!("worker {name} is ignored from now on");
        wait_until("it is found out", || coordinator.diary.tells(&ignored));
        assert!(coordinator.diary.tells("the certificate proves nothing"), "{lie:?}");
        let _worker = worker(&broker.url(), "ada");
        let report = coordinator.next();
        assert_eq!(report.worker, "ada");
        assert_eq!(report.result.unwrap().finding, Finding::Lost);
        coordinator.runner.settle(report.key);
    }
}

#[test]
fn a_threat_that_does_not_win_is_found_out_too() {
    let Some(broker) = TestBroker::start() else { return };
    let mut coordinator = runner(&broker.url(), "threat");
    let liar = Fake::new(&broker.url(), "liar");
    liar.make_consumer(Duration::from_secs(30));
    let asked = order(WON, Kind::Verify { known: None });
    coordinator.runner.submit(asked.clone()).unwrap();
    let threat = Threat { cell: Square::from_index(0), plan: PlanId::from_index(0) };
    let plans = Plans { first: None, plans: vec![Plan::Joined, Plan::Threats(vec![threat])] };
    let lie = Done { finding: Finding::Unrefuted(Vec::new()), ..claimed(&asked.job, plans) };
    liar.answer(&liar.take(), &lie);
    wait_until("it is found out", || coordinator.diary.tells("worker liar is ignored from now on"));
    let _worker = worker(&broker.url(), "ada");
    assert_eq!(coordinator.next().result.unwrap().finding, Finding::Lost);
}
