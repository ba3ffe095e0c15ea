//! The VCDT solver against a plain exhaustive search.

#[path = "support/subsets.rs"]
mod subsets;

use std::sync::Arc;

use proptest::prelude::*;
use sixfold_connect::{
    Connect6Position, DefenceKind, GeneralPosition, Geometry, Position, SegmentState,
};
use sixfold_game::record::move_list;
use sixfold_game::{
    ConnectRules, Game, GameName, Lattice, Outcome, Player, Setup, Square, Turn, Value, Verdict,
};
use sixfold_solve::{Budget, vcdt};
use subsets::subsets;

/// Whether the side to move wins within so many turns by moves that make at least p threats:
/// tries all sets of squares and all normal defences.
fn wins_within<S: SegmentState>(position: &mut Position<S>, turns: u8) -> bool {
    let attacker = position.turn().player;
    if position.can_complete(attacker) {
        return true;
    }
    let empty: Vec<Square> = position.empty_squares().iter().collect();
    let stones = position.turn().stones_left as usize;
    turns > 1
        && subsets(&empty, stones.min(empty.len())).iter().any(|squares| {
            position.play_turn(squares).unwrap();
            let wins = wins_after_attack(position, attacker, turns);
            position.undo_stones(squares.len());
            wins
        })
}

fn wins_after_attack<S: SegmentState>(
    position: &mut Position<S>,
    attacker: Player,
    turns: u8,
) -> bool {
    let p = position.geometry().rules().stones_per_turn();
    let threats = position.threat_number(attacker);
    if position.can_complete(attacker.opponent()) || threats < p {
        return false;
    }
    threats > p
        || position
            .critical_defences(attacker.opponent())
            .iter()
            .filter(|defence| defence.kind == DefenceKind::Normal)
            .all(|defence| {
                position.play_turn(&defence.squares).unwrap();
                let wins = wins_within(position, turns - 1);
                position.undo_stones(defence.squares.len());
                wins
            })
}

/// The answer of the solver, unless it takes long: with three stones a turn it may.
fn solve(position: &GeneralPosition) -> Option<sixfold_solve::Solved> {
    let result = vcdt::solve(position, &Budget { nodes: Some(2000), ..Budget::default() });
    (!matches!(result.verdict, Verdict::Unknown(_))).then_some(result)
}

/// Random positions of small games without k in a row, the attacker with a full turn or a part.
fn positions() -> impl Strategy<Value = GeneralPosition> {
    let games = prop_oneof![
        4 => (5_u8..8, 5_u8..8, 4_u8..7, Just(2_u16)),
        2 => (4_u8..8, 4_u8..8, 3_u8..6, Just(1_u16)),
        1 => (3_u8..4, 3_u8..5, 3_u8..5, Just(3_u16)),
    ];
    (games, prop::collection::vec(0_u8..20, 64), 1_u16..4, any::<bool>()).prop_filter_map(
        "somebody has won already",
        |((rows, columns, k, p), cells, left, hexagonal)| {
            let lattice = if hexagonal && p == 2 {
                Lattice::Hexagonal { radius: 3 }
            } else {
                Lattice::Square { rows, columns }
            };
            let rules = ConnectRules::new(lattice, k, p, 1).ok()?;
            let mut setup = Setup::start(GameName::Connect(rules));
            for (square, cell) in rules.cells().iter().zip(cells) {
                setup.set(
                    square,
                    match cell {
                        0..11 => None,
                        11..17 => Some(Player::Black),
                        _ => Some(Player::White),
                    },
                );
            }
            setup.turn = Turn { player: Player::Black, stones_left: left.min(p) };
            let position: GeneralPosition =
                Position::from_setup(Arc::new(Geometry::new(rules)), &setup).ok()?;
            position.outcome().is_none().then_some(position)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn shortest_wins_equal_plain_search(mut position in positions()) {
        const DEEPEST: u8 = 3;
        let plain = (1..=DEEPEST).find(|&turns| wins_within(&mut position, turns));
        let Some(result) = solve(&position) else { return Ok(()) };
        let within = result.length().filter(|&turns| turns <= usize::from(DEEPEST));
        prop_assert_eq!(within, plain.map(usize::from));
        let wins = result.verdict == Verdict::Proven(Value::Win);
        prop_assert_eq!(result.length().is_some(), wins);
    }

    #[test]
    fn every_certificate_passes_the_checker(position in positions()) {
        let Some(result) = solve(&position) else { return Ok(()) };
        if let Some(certificate) = result.certificate(&position) {
            let certificate = certificate.unwrap();
            let checked = sixfold_check::check(&certificate);
            prop_assert!(checked.is_ok(), "{}\n{}", checked.unwrap_err(), certificate);
        }
    }

    #[test]
    fn the_line_is_legal_and_as_long_as_the_win(position in positions()) {
        let Some(result) = solve(&position) else { return Ok(()) };
        let mut after = position.clone();
        for turn in &result.line() {
            prop_assert!(after.play_turn(turn).is_ok());
        }
        if let Some(length) = result.length() {
            let winner = position.turn().player;
            let completed = after.outcome() == Some(Outcome::Win(winner));
            let turns = result.line().len().div_ceil(2) + usize::from(!completed);
            prop_assert_eq!(turns, length);
        }
    }
}

#[test]
fn a_ladder_of_wins() {
    for (moves, length) in [
        ("j10 j9k11 k9i11 h11h12 i10h10 j12i12", 2),
        ("j10 j9k12 l11k13 j12m12 l10l12 l9n10", 3),
        ("j10 i9k9 j8l9 i11k11", 5),
        ("j10 j9k10 k9l11 i10j11", 9),
    ] {
        let record = move_list::read(GameName::CONNECT6, moves).unwrap();
        let position = Connect6Position::replay(&record).unwrap();
        let result = vcdt::solve(&position, &Budget::default());
        assert_eq!(result.length(), Some(length), "{moves}");
        let report =
            sixfold_check::check(&result.certificate(&position).unwrap().unwrap()).unwrap();
        assert_eq!(report.order, Some(1));
    }
}
