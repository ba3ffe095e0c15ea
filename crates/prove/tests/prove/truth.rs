//! What a proof says agrees with the exact solver.

use fastrand::Rng;
use sixfold_connect::GeneralPosition;
use sixfold_game::{Game, GameName, Player, Setup, Turn, Value, Verdict};
use sixfold_jobs::local::LocalRunner;
use sixfold_prove::Ending;
use sixfold_solve::{Budget, exact};

use crate::runner::{Manner, Scripted};
use crate::setting::{begin, expect_proofs, game, position, run};

/// A position with some stones of both players, in which the game is not over.
fn random_position(game: GameName, random: &mut Rng) -> Setup {
    let start = Setup::start(game);
    let geometry = position(game, &start).geometry().clone();
    loop {
        let mut setup = start;
        let mut squares: Vec<_> = geometry.cells().iter().collect();
        random.shuffle(&mut squares);
        let stones = random.usize(4..squares.len() - 3);
        for (number, &square) in squares[..stones].iter().enumerate() {
            let player = if number % 2 == 0 { Player::Black } else { Player::White };
            setup.set(square, Some(player));
        }
        let player = if random.bool() { Player::Black } else { Player::White };
        let most = geometry.rules().stones_per_turn();
        setup.turn = Turn { player, stones_left: random.u16(1..=most) };
        // Both may have a row.
        let position = GeneralPosition::from_setup(geometry.clone(), &setup);
        if position.is_ok_and(|position| position.outcome().is_none()) {
            return setup;
        }
    }
}

/// Whether a player wins.
fn wins(game: GameName, setup: &Setup, player: Player) -> bool {
    let solved = exact::solve(&position(game, setup), &Budget::default());
    let Verdict::Proven(value) = solved.verdict else { panic!("a small board is solved") };
    let own = if setup.turn.player == player { value } else { value.reversed() };
    own == Value::Win
}

fn expect_truth(name: &str, seeds: std::ops::Range<u64>) -> Vec<Ending> {
    let game = game(name);
    let mut endings = Vec::new();
    for seed in seeds {
        let mut random = Rng::with_seed(seed);
        let root = random_position(game, &mut random);
        let prover = if random.bool() { Player::Black } else { Player::White };
        let manner = *random.choice(&[Manner::Honest, Manner::Twice, Manner::LyingFirst]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = begin(folder.path(), game, root, prover);
        let ending = run(&mut campaign, &mut Scripted::new(manner, seed), 200).ending;
        let what = format!("seed {seed}: {name} {root}, {prover} {ending:?}, {manner:?}");
        match ending {
            Ending::Proven => {
                assert!(wins(game, &root, prover), "{what}");
                let certificate = campaign.tree_mut().certificate().unwrap();
                assert_eq!((certificate.claim.setup, certificate.claim.winner), (root, prover));
                sixfold_check::check(&certificate).unwrap();
            }
            Ending::Disproven => {
                assert!(!wins(game, &root, prover), "{what}");
                if let Some(certificate) = campaign.tree().refutation().unwrap() {
                    assert_eq!(certificate.claim.winner, prover.opponent(), "{what}");
                    sixfold_check::check(&certificate).unwrap();
                }
            }
            Ending::Stuck | Ending::Stopped => {}
        }
        expect_proofs(&mut campaign);
        endings.push(ending);
    }
    endings
}

#[test]
fn what_is_proven_or_disproven_is_so() {
    let mut endings = expect_truth("connect(4,4,3,1,1)", 0..25);
    endings.extend(expect_truth("connect(5,5,4,2,1)", 100..125));
    endings.extend(expect_truth("connect(5,4,4,2,1)", 200..225));
    let count = |ending| endings.iter().filter(|&&other| other == ending).count();
    let counts = [Ending::Proven, Ending::Disproven, Ending::Stuck, Ending::Stopped].map(count);
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}

#[test]
fn threads_prove_the_same() {
    let game = game("connect(6,6,4,2,1)");
    let root = Setup::from_fen(game, "6/6/2x3/3o2/6/6 b 2").unwrap();
    for workers in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = begin(folder.path(), game, root, Player::Black);
        let mut runner = LocalRunner::start(workers).unwrap();
        assert_eq!(run(&mut campaign, &mut runner, u64::MAX).ending, Ending::Proven);
        expect_proofs(&mut campaign);
    }
}
