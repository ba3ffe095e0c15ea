//! Boards that are too large for minimax.

mod support;

use sixfold_check::{Reason, check};
use sixfold_game::certificate::{Builder, Certificate, Claim, Effect, Sink, Step};
use sixfold_game::{ConnectRules, GameName, Lattice, Player, Setup, Square, Turn, record};
use support::Board;
use support::emit::{PLAIN, Style, certify};
use support::prover::{Moves, Prover};
use support::random::Random;

fn connect_rules(game: GameName) -> ConnectRules {
    let GameName::Connect(rules) = game else { panic!("{game} is a Connect game") };
    rules
}

#[test]
fn a_forced_win_of_connect6_has_order_one() {
    let game: GameName = "connect(9,9,6,2,1)".parse().unwrap();
    let moves = "e5 d4f6 e4f5 d6f4 e6e7 e3e8 d5g5 c5h5";
    let setup = record::move_list::read(game, moves).unwrap().final_setup();
    let board = Board::new(connect_rules(game), Player::Black);
    let mut prover = Prover::new(&board, Moves::Forcing);
    for (zones, references) in [(0, false), (3, true)] {
        let style = Style { zones, references, ..PLAIN };
        let certificate = certify(&mut prover, &setup, style).expect("a forced win");
        let report = check(&certificate).unwrap();
        assert_eq!(report.order, Some(1));
        assert!(report.defences > 10, "{}", report.defences);
        // The file comes back and is still a proof.
        let again = Certificate::read(certificate.to_string().as_bytes()).unwrap();
        assert_eq!(check(&again), Ok(report));
    }
}

/// The same proof on a board with more rows and columns around it.
fn with_margin(certificate: &Certificate, rules: ConnectRules, margin: u8) -> Certificate {
    let claim = certificate.claim;
    let old = claim.game.grid();
    let game = GameName::Connect(rules);
    let new = game.grid();
    let moved = |square: Square| {
        new.square(old.column(square) + margin, old.row(square) + margin).expect("a larger board")
    };
    let mut setup = Setup::start(game);
    for player in Player::BOTH {
        claim.setup.stones(player).iter().for_each(|s| setup.set(moved(s), Some(player)));
    }
    setup.turn = claim.setup.turn;
    let mut builder = Builder::new(&Claim { game, setup, ..claim }).unwrap();
    for step in certificate.tree().unwrap().steps() {
        let own: Vec<Square> = match step {
            Step::Attack { stones, .. } | Step::Reply(stones) => {
                stones.iter().map(|&square| moved(square)).collect()
            }
            _ => Vec::new(),
        };
        let step = match step {
            Step::Attack { effect, .. } => Step::Attack { stones: &own, effect },
            Step::Reply(_) => Step::Reply(&own),
            other => other,
        };
        builder.step(step).unwrap();
    }
    builder.finish().unwrap()
}

/// What the checker says if the claim is about an unbounded board, seen through a window that is
/// wider than the proof's own board by a margin.
fn unbounded_fault(certificate: &Certificate, margin: u8) -> Option<Reason> {
    let rules = connect_rules(certificate.claim.game);
    let window = rules.with_window(rules.lattice()).unwrap().grown(margin).unwrap();
    match check(&with_margin(certificate, window, margin)) {
        Ok(report) => {
            assert!(report.unbounded && report.to_string().ends_with(", on an unbounded board"));
            assert!(report.zones.len() < rules.in_a_row().into());
            None
        }
        Err(fault) => Some(fault.reason),
    }
}

/// A proof that is said to hold on an unbounded board holds on every larger board, and as a proof
/// about an unbounded board; and on some of those of which it is not said, it does not.
#[test]
fn a_proof_away_from_the_edge_holds_on_every_larger_board() {
    let mut random = Random(5);
    let (mut unbounded, mut bounded, mut lost) = (0, 0, 0);
    let mut grown = 0;
    for _ in 0..150 {
        let side = 5 + random.below(5) as u8;
        let p = 1 + random.below(2) as u16;
        let k = p as u8 + 2;
        let rules = |side| {
            ConnectRules::new(Lattice::Square { rows: side, columns: side }, k, p, p).unwrap()
        };
        let board = Board::new(rules(side), Player::Black);
        let game = GameName::Connect(board.rules);
        let mut setup = Setup::start(game);
        for player in [Player::Black, Player::White, Player::Black] {
            let near = |random: &mut Random| side / 2 - 1 + random.below(3) as u8;
            let square = game.grid().square(near(&mut random), near(&mut random)).unwrap();
            setup.set(square, Some(player));
        }
        setup.turn = Turn { player: Player::BOTH[random.below(2)], stones_left: p };
        let mut prover = Prover::new(&board, Moves::Near);
        prover.most_stones = 4;
        let Some(proof) = certify(&mut prover, &setup, PLAIN) else { continue };
        let Ok(report) = check(&proof) else { panic!("{proof}") };
        let holds: Vec<bool> = (1..=4)
            .map(|margin| check(&with_margin(&proof, rules(side + 2 * margin), margin)).is_ok())
            .collect();
        let faults = [0, 1, 4].map(|margin| unbounded_fault(&proof, margin));
        if report.unbounded {
            unbounded += 1;
            assert_eq!(holds, [true; 4], "{proof}");
            assert_eq!(faults, [None, None, None], "{proof}");
            continue;
        }
        bounded += 1;
        lost += usize::from(holds.contains(&false));
        assert!(matches!(faults[0], Some(Reason::NearEdge { .. })), "{:?}: {proof}", faults[0]);
        // A margin of four is enough for any of these games: what is left is an edge that the
        // proof needs.
        assert_eq!(faults[2].is_none(), holds[3], "{:?}: {proof}", faults[2]);
        grown += usize::from(faults[2].is_none());
    }
    println!("{unbounded} unbounded, {bounded} bounded, {lost} of them lost on larger boards");
    println!("{grown} were only too near the edge of the window");
    assert!(unbounded > 10 && bounded > 10 && lost > 0 && grown > 0);
}

/// The longest path that fits on a board ends in a fault, not in an overflow.
#[test]
fn the_deepest_proof_is_walked_to_its_end() {
    let game: GameName = "connect(26,26,26,1,1)".parse().unwrap();
    let setup = Setup::start(game);
    let claim = Claim { game, setup, winner: Player::Black, order: None };
    let mut builder = Builder::new(&claim).unwrap();
    // All squares but those of one diagonal and one corner of the other: no line is ever full.
    let grid = game.grid();
    let is_left_out =
        |s: &Square| grid.column(*s) == grid.row(*s) || (grid.column(*s), grid.row(*s)) == (25, 0);
    let squares: Vec<Square> = grid.squares().filter(|s| !is_left_out(s)).collect();
    let (last, others) = squares.split_last().unwrap();
    for &square in others {
        builder.attack(&[square], Effect::Continues).unwrap();
        builder.defence().unwrap();
        builder.reply(&[]).unwrap();
    }
    builder.attack(&[*last], Effect::Completes).unwrap();
    for _ in others {
        builder.close(&[]).unwrap();
    }
    let fault = check(&builder.finish().unwrap()).unwrap_err();
    assert_eq!(fault.reason, Reason::NotCompleting);
    assert_eq!(fault.moves.split(' ').count(), 2 * others.len() + 1);
}

/// A game with so many stones a turn that its defences cannot be listed is refused in good time.
#[test]
fn a_position_that_is_too_wide_is_refused() {
    let game: GameName = "connect(12,12,12,9,9)".parse().unwrap();
    let mut setup = Setup::start(game);
    for column in 0..12 {
        for row in [2, 4, 6, 8, 10] {
            if column % 4 == 0 {
                setup.set(game.grid().square(column, row).unwrap(), Some(Player::Black));
            }
        }
    }
    setup.turn = Turn { player: Player::White, stones_left: 9 };
    let claim = Claim { game, setup, winner: Player::Black, order: None };
    let mut builder = Builder::new(&claim).unwrap();
    builder.defence().unwrap();
    builder.close(&[]).unwrap();
    let fault = check(&builder.finish().unwrap()).unwrap_err();
    assert_eq!(fault.reason, Reason::TooWide);
}
