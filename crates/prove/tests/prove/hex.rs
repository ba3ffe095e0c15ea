//! Proofs of Hex: by jobs so small that a tree is needed, compared with trying everything.

use std::path::Path;
use std::sync::Arc;

use sixfold_game::{GameName, PerPlayer, Player, Setup, Square, SquareSet, Value, Verdict};
use sixfold_hex::brute::WholeGame;
use sixfold_hex::solve::{self, Budget, solve};
use sixfold_hex::{Board, Position, hex_rules};
use sixfold_jobs::local::LocalRunner;
use sixfold_jobs::{Cost, Done, Effort};
use sixfold_proof::job_level::{NodeId, Side, Status};
use sixfold_prove::export::{Choice, Outline, Scope, json, sgf};
use sixfold_prove::steering::Command;
use sixfold_prove::{Campaign, Ending, Next, Settings, Symmetries, Tree};

use crate::runner::{Manner, Scripted};
use crate::setting::{expect_proofs, game, header, run, turn};

/// The solver sees a single position: what connections do not show takes a tree.
fn settings() -> Settings {
    let effort = Effort { order: 1, nodes: 1, player_nodes: 8, memory: 4 };
    Settings { effort, ..Settings::default() }
}

fn begin(folder: &Path, game: GameName, root: Setup, prover: Player) -> Campaign {
    let path = folder.join("proof.db");
    Campaign::begin(&path, &header(game, root, prover), settings()).unwrap()
}

fn winner(truth: &mut WholeGame, setup: &Setup) -> Player {
    truth.winner(PerPlayer::from_fn(|player| setup.stones(player)), setup.turn.player)
}

/// Who wins, as the solver finds out if it has all the time it needs.
fn solved_winner(game: GameName, setup: &Setup) -> Player {
    let board = Arc::new(Board::new(hex_rules(game).unwrap()));
    let position = Position::from_setup(board, setup).unwrap();
    match solve(&position, solve::Settings::default(), Budget::default()).answer.verdict {
        Verdict::Proven(Value::Win) => setup.turn.player,
        _ => setup.turn.player.opponent(),
    }
}

/// All positions with one stone of Black.
fn openings(game: GameName) -> Vec<Setup> {
    let start = Setup::start(game);
    let after = |cell: Square| Symmetries::of(game).after(&start, [cell].into_iter().collect());
    game.grid().squares().map(after).collect()
}

fn expect_truth(campaign: &mut Campaign, ending: Ending, winner: Player, what: &str) {
    let (root, prover) = (campaign.tree().root(), campaign.tree().prover());
    match ending {
        Ending::Proven => {
            assert_eq!(winner, prover, "{what}");
            let certificate = campaign.tree_mut().certificate().unwrap();
            assert_eq!((certificate.claim.setup, certificate.claim.winner), (root, prover));
            sixfold_check::check(&certificate).unwrap();
        }
        Ending::Disproven => {
            assert_ne!(winner, prover, "{what}");
            let certificate = campaign.tree().refutation().unwrap().expect(what);
            assert_eq!((certificate.claim.setup, certificate.claim.winner), (root, winner));
            sixfold_check::check(&certificate).unwrap();
        }
        Ending::Stuck | Ending::Stopped => panic!("{what}: {ending:?}"),
    }
    expect_proofs(campaign);
}

#[test]
fn every_opening_of_a_board_of_four_is_proven_or_disproven_as_it_is() {
    let game = game("hex4");
    let mut truth = WholeGame::new(game.grid()).unwrap();
    let mut most_jobs = 0;
    for (number, root) in openings(game).into_iter().enumerate() {
        for prover in Player::BOTH {
            let manner = [Manner::Honest, Manner::Twice, Manner::LyingFirst][number % 3];
            let folder = tempfile::tempdir().unwrap();
            let mut campaign = begin(folder.path(), game, root, prover);
            let run = run(&mut campaign, &mut Scripted::new(manner, number as u64), 500);
            most_jobs = most_jobs.max(run.done);
            let what = format!("{root}, {prover}, {manner:?}");
            expect_truth(&mut campaign, run.ending, winner(&mut truth, &root), &what);
        }
    }
    assert!(most_jobs > 5, "{most_jobs} jobs");
}

#[test]
fn one_worker_and_two_prove_the_same_on_a_board_of_five() {
    let game = game("hex5");
    let mut most_jobs = 0;
    for fen in ["5/5/5/5/x4 w 1", "x4/5/5/5/5 w 1", "5/x4/5/5/5 w 1", "5/5/2x2/5/5 w 1"] {
        let root = Setup::from_fen(game, fen).unwrap();
        let winner = solved_winner(game, &root);
        for workers in [1, 2] {
            let folder = tempfile::tempdir().unwrap();
            let mut campaign = begin(folder.path(), game, root, Player::Black);
            let mut runner = LocalRunner::start(workers).unwrap();
            let run = run(&mut campaign, &mut runner, 5_000);
            let what = format!("{fen}, {workers} workers, {} jobs", run.done);
            most_jobs = most_jobs.max(run.done);
            expect_truth(&mut campaign, run.ending, winner, &what);
        }
    }
    assert!(most_jobs > 5, "{most_jobs} jobs");
}

/// Black wins with this opening, and a tree is needed to show it.
const OPENING: &str = "5/5/5/5/x4 w 1";

#[test]
fn an_interrupted_proof_of_hex_goes_on_to_the_same_end() {
    let game = game("hex5");
    let root = Setup::from_fen(game, OPENING).unwrap();
    let folder = tempfile::tempdir().unwrap();
    drop(begin(folder.path(), game, root, Player::Black));
    for seed in 0.. {
        let path = folder.path().join("proof.db");
        let mut campaign = Campaign::resume(&path, None).unwrap();
        let part = run(&mut campaign, &mut Scripted::new(Manner::Honest, seed), 2);
        if part.ending != Ending::Stopped {
            assert_eq!(part.ending, Ending::Proven);
            expect_truth(&mut campaign, part.ending, Player::Black, "interrupted");
            break;
        }
        assert!(seed < 500, "it comes to an end");
    }
}

#[test]
fn a_tree_of_hex_is_written_for_other_programs() {
    let game = game("hex5");
    let root = Setup::from_fen(game, OPENING).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    run(&mut campaign, &mut Scripted::new(Manner::Honest, 1), 500);
    let tree = campaign.tree();
    assert_eq!(tree.search().status(), Status::Proven);
    let outline = Outline::of(tree, Choice { scope: Scope::Proof, depth: None, most: None });
    let record = sgf::record(&outline, None);
    let text =
        sixfold_game::record::sgf::write(&record, sixfold_game::record::sgf::Style::Standard);
    let read = sixfold_game::record::sgf::read(&text, None).unwrap();
    assert_eq!(read.game(), game);
    assert_eq!(read.setup_at(read.root()), root);
    let document = serde_json::to_string(&json::document(&outline)).unwrap();
    assert!(document.contains("\"hex5\""));
}

/// What was found out about a root that was put together: nobody was asked about it as a whole.
fn is_put_together(campaign: &Campaign) -> bool {
    let search = campaign.tree().search();
    let root = search.node(search.root()).unwrap();
    root.record.side == Side::Prover && !root.record.edges.is_empty()
}

#[test]
fn a_loss_of_the_side_to_move_is_put_together_from_the_refutations_of_its_moves() {
    let game = game("hex5");
    let mut put_together = 0;
    for fen in ["5/5/5/4o/5 b 1", "5/5/5/5/3o1 b 1", "4o/5/5/5/5 b 1", "5/1o3/5/5/x4 b 1"] {
        let root = Setup::from_fen(game, fen).unwrap();
        let winner = solved_winner(game, &root);
        for manner in [Manner::Honest, Manner::LyingFirst] {
            let folder = tempfile::tempdir().unwrap();
            let mut campaign = begin(folder.path(), game, root, Player::Black);
            let run = run(&mut campaign, &mut Scripted::new(manner, 7), 5_000);
            let what = format!("{fen}, {manner:?}, {} jobs", run.done);
            expect_truth(&mut campaign, run.ending, winner, &what);
            put_together += u32::from(winner == Player::White && is_put_together(&campaign));
            drop(campaign);
            // The file knows it too.
            let path = folder.path().join("proof.db");
            let mut kept = Campaign::resume(&path, None).unwrap();
            expect_truth(&mut kept, run.ending, winner, &what);
        }
    }
    assert!(put_together > 0);
}

#[test]
fn a_job_is_not_believed_that_there_are_no_other_moves() {
    let game = game("hex4");
    let root = Setup::from_fen(game, "4/4/4/4 b 1").unwrap();
    let mut tree = Tree::new(game, root, Player::Black, settings().search()).unwrap();
    let Some(Next::Job(job)) = tree.next(settings().effort).unwrap().pop() else { panic!() };
    let finding = sixfold_jobs::Finding::NoOtherTurn;
    let done = Done { finding, certificate: None, cost: Cost::default() };
    tree.take(job.task, job.node, &done).unwrap();
    assert_eq!(tree.search().status(), Status::Open);
    assert_eq!(tree.refutation().unwrap(), None);
    let root = tree.search().node(tree.search().root()).unwrap();
    assert_eq!(root.record.edges.len(), 1, "a move that nobody has told");
}

#[test]
fn a_suggested_move_is_tried_first_however_the_board_lies() {
    let game = game("hex5");
    let symmetries = Symmetries::of(game);
    for (fen, cell) in [("4o/5/5/5/5 b 1", "b4"), ("5/5/5/5/o4 b 1", "d2")] {
        let root = Setup::from_fen(game, fen).unwrap();
        let mut tree = Tree::new(game, root, Player::Black, settings().search()).unwrap();
        let stones = turn(game, cell);
        let wanted = tree.suggest(&[stones]).unwrap();
        let next = tree.next(settings().effort).unwrap();
        let Some(Next::Job(assignment)) = next.first() else { panic!("{next:?}") };
        assert_eq!(assignment.node, wanted);
        let canonical = symmetries.canonical(&symmetries.after(&root, stones));
        assert_eq!(assignment.order.job.position, canonical);
        assert_eq!(tree.best_line(), [stones]);
    }
}

#[test]
fn a_forbidden_move_of_hex_is_left_alone_and_nothing_is_claimed_without_it() {
    let game = game("hex4");
    let root = Setup::from_fen(game, "4/4/4/4 b 1").unwrap();
    let mut truth = WholeGame::new(game.grid()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = begin(folder.path(), game, root, Player::Black);
    let wins: Vec<SquareSet> = game
        .grid()
        .squares()
        .map(|cell| [cell].into_iter().collect())
        .filter(|&stones| {
            let after = Symmetries::of(game).after(&root, stones);
            winner(&mut truth, &after) == Player::Black
        })
        .collect();
    let forbidden: Vec<NodeId> = wins
        .iter()
        .map(|&stones| {
            campaign.steer(&Command::Forbid(vec![stones])).unwrap();
            campaign.tree().walk(&[stones]).unwrap().node
        })
        .collect();
    let stuck = run(&mut campaign, &mut Scripted::new(Manner::Honest, 3), 5_000);
    // All other moves lose, but that does not make the position lost.
    assert_ne!(stuck.ending, Ending::Disproven);
    for node in forbidden {
        assert_eq!(campaign.tree().search().node(node).unwrap().record.expansions, 0);
    }
    for stones in wins {
        campaign.steer(&Command::Allow(vec![stones])).unwrap();
    }
    let run = run(&mut campaign, &mut Scripted::new(Manner::Honest, 3), 5_000);
    expect_truth(&mut campaign, run.ending, Player::Black, "allowed again");
}

#[test]
fn positions_turned_by_half_are_one() {
    let game = game("hex5");
    let symmetries = Symmetries::of(game);
    let one = Setup::from_fen(game, "x4/5/5/3o1/5 b 1").unwrap();
    let turned = Setup::from_fen(game, "5/1o3/5/5/4x b 1").unwrap();
    let mirrored = Setup::from_fen(game, "o4/5/5/5/5 b 1").unwrap();
    assert_eq!(symmetries.canonical(&one), symmetries.canonical(&turned));
    assert!(symmetries.between(&one, &turned).is_some());
    assert_eq!(symmetries.between(&one, &mirrored), None);
    assert!(symmetries.check(&Setup::start(GameName::CONNECT6)).is_err());
}
