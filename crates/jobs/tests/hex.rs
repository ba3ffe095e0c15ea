//! Jobs of Hex: what they find, and what their answers must stand.

use std::sync::Arc;

use sixfold_game::certificate::{Certificate, Claim, Plan, PlanId, Plans, Threat};
use sixfold_game::{Game, GameName, Player, Setup, Square, SquareSet, Value, Verdict};
use sixfold_hex::solve::{Budget, Settings, solve};
use sixfold_hex::{Board, Position};
use sixfold_jobs::{
    Cost, Done, Effort, Finding, Job, Kind, Order, Rejected, Sealed, accept, perform,
};

/// The solver may look at so many positions: too few for most of a board of five.
const LITTLE: Effort = Effort { order: 1, nodes: 3, player_nodes: 8, memory: 4 };
const ENOUGH: Effort = Effort { nodes: 100_000, ..LITTLE };

fn setup(game: &str, fen: &str) -> Setup {
    Setup::from_fen(game.parse().unwrap(), fen).unwrap()
}

fn order(game: &str, fen: &str, kind: Kind, effort: Effort) -> Order {
    let job = Job::new(game.parse().unwrap(), setup(game, fen), kind, effort);
    Order { job, known: None }
}

fn done(order: &Order) -> Done {
    let done = perform(order, &Arc::default()).unwrap();
    accept(&order.job, &done).unwrap();
    done
}

fn position(game: GameName, setup: &Setup) -> Position {
    let GameName::Hex(rules) = game else { panic!("{game} is not Hex") };
    Position::from_setup(Arc::new(Board::new(rules)), setup).unwrap()
}

/// Who wins, as the solver finds out if it has all the time it needs.
fn winner(game: GameName, setup: &Setup) -> Player {
    let found = solve(&position(game, setup), Settings::default(), Budget::default()).answer;
    match found.verdict {
        Verdict::Proven(Value::Win) => setup.turn.player,
        _ => setup.turn.player.opponent(),
    }
}

/// Black wins, which connections alone do not show.
const START: &str = "7/7/7/7/7/7/7 b 1";

const FIRST: Kind = Kind::Verify { known: None };

fn best() -> Kind {
    Kind::Move { excluded: Vec::new() }
}

#[test]
fn wins_and_losses_come_with_certificates() {
    for (kind, fen, finding) in [
        (Kind::Solve, "4/4/4/4 b 1", Finding::Won),
        (best(), "4/4/4/4 b 1", Finding::Won),
        (FIRST, "4/2x1/4/4 w 1", Finding::Lost),
        (best(), "x3/4/4/4 w 1", Finding::Won),
        (best(), "4/2o1/4/4 b 1", Finding::Lost),
        (Kind::Solve, "4/2o1/4/4 b 1", Finding::NoWin),
    ] {
        let order = order("hex4", fen, kind, ENOUGH);
        let done = done(&order);
        assert_eq!(done.finding, finding, "{fen}");
        let is_claim = finding != Finding::NoWin;
        assert_eq!(done.certificate.is_some(), is_claim, "{fen}");
    }
}

#[test]
fn one_of_the_best_moves_wins() {
    let order = order("hex7", START, best(), LITTLE);
    let Finding::Best { turns, .. } = done(&order).finding else { panic!("no moves") };
    let wins = turns.iter().any(|turn| {
        let after = order.job.position.after_turn(turn.stones, order.job.game.turn_order());
        winner(order.job.game, &after) == Player::Black
    });
    assert!(wins);
}

#[test]
fn moves_that_are_known_are_not_told_again_until_there_is_none() {
    let mut excluded: Vec<SquareSet> = Vec::new();
    loop {
        let kind = Kind::Move { excluded: excluded.clone() };
        let order = order("hex7", START, kind, LITTLE);
        match done(&order).finding {
            Finding::Best { turns, .. } => excluded.extend(turns.iter().map(|turn| turn.stones)),
            Finding::NoOtherTurn => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(excluded.len() > 3);
}

/// Black has c3, in the middle of a board of five: he wins.
const MIDDLE: &str = "5/5/2x2/5/5 w 1";

#[test]
fn a_reply_that_no_threat_answers_is_open_and_others_are_refuted() {
    let order = order("hex5", "5/5/5/1x3/4o w 1", FIRST, LITTLE);
    let done = done(&order);
    let Finding::Unrefuted(replies) = &done.finding else { panic!("{:?}", done.finding) };
    assert!(!replies.is_empty());
    // Whatever wins for White is among the cells that the threats have in common.
    let partial = done.certificate.map(|sealed| sealed.open().unwrap());
    let threats = partial.as_ref().and_then(Certificate::plans);
    let threats = threats.and_then(sixfold_hex::threats::threats_of).unwrap_or_default();
    let start = position(order.job.game, &order.job.position);
    for reply in start.empty_cells().iter() {
        let mut after = start.clone();
        after.try_play(reply).unwrap();
        if winner(order.job.game, &after.setup()) == Player::White {
            assert!(threats.iter().all(|threat| threat.region().contains(reply)), "{reply:?}");
        }
    }
}

#[test]
fn a_verification_goes_on_from_what_is_known() {
    let first = order("hex5", MIDDLE, FIRST, Effort { nodes: 0, ..LITTLE });
    let mut start = done(&first);
    // Each open reply is solved by itself, and becomes a threat.
    let mut threats = Vec::new();
    let mut rounds = 0;
    while let Finding::Unrefuted(replies) = &start.finding {
        rounds += 1;
        let reply = replies[0].stones;
        let after = first.job.position.after_turn(reply, first.job.game.turn_order());
        let solve = Job::new(first.job.game, after, Kind::Solve, ENOUGH);
        let answer = done(&Order { job: solve, known: None });
        assert_eq!(answer.finding, Finding::Won);
        let proof = answer.certificate.unwrap().open().unwrap().plans().unwrap().clone();
        threats.extend(sixfold_hex::threats::ProvenThreat::of(proof));
        let empty = position(first.job.game, &first.job.position).empty_cells();
        let defence = sixfold_hex::threats::Defence::against(threats.clone(), empty);
        let claim = Claim {
            game: first.job.game,
            setup: first.job.position,
            winner: Player::Black,
            order: None,
        };
        let known = Sealed::seal(&Certificate::of_plans(claim, defence.proof().unwrap())).unwrap();
        let kind = Kind::Verify { known: Some(known.digest()) };
        let mut order = order("hex5", MIDDLE, kind, Effort { nodes: 0, ..LITTLE });
        order.known = Some(known);
        start = done(&order);
        assert!(rounds < 25, "every round refutes a reply");
    }
    assert_eq!(start.finding, Finding::Lost);
}

#[test]
fn a_threat_that_does_not_win_cannot_be_slipped_in() {
    let order = order("hex5", MIDDLE, FIRST, LITTLE);
    let claim = Claim {
        game: order.job.game,
        setup: order.job.position,
        winner: Player::Black,
        order: None,
    };
    let threat = Threat { cell: Square::from_index(0), plan: PlanId::from_index(0) };
    let plans = Plans { first: None, plans: vec![Plan::Joined, Plan::Threats(vec![threat])] };
    let forged = Sealed::seal(&Certificate::of_plans(claim, plans)).unwrap();
    let finding = Finding::Unrefuted(Vec::new());
    let lie = Done { finding, certificate: Some(forged), cost: Cost::default() };
    assert!(matches!(accept(&order.job, &lie), Err(Rejected::NotAProof(_))));
}

#[test]
fn the_same_job_gives_the_same_answer() {
    for kind in [best(), FIRST] {
        let order = order("hex5", MIDDLE, kind, LITTLE);
        let (one, other) = (done(&order), done(&order));
        assert_eq!((one.finding, one.certificate), (other.finding, other.certificate));
        assert_eq!(one.cost.nodes, other.cost.nodes);
    }
}
