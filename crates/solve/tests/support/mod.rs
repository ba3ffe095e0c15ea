//! Random small positions, and the order of a win as THEORY 2 defines it, by trying everything.

#![allow(dead_code, reason = "each test file uses a part")]

mod oracle;
pub mod subsets;

use std::sync::Arc;

pub use oracle::Oracle;
use proptest::prelude::*;
use sixfold_connect::{GeneralPosition, Geometry, Position};
use sixfold_game::certificate::Certificate;
use sixfold_game::{ConnectRules, Game, GameName, Lattice, Player, Setup, Turn, Value, Verdict};
use sixfold_solve::{Budget, exact};

/// How many positions each test tries; `SIXFOLD_POSITIONS` asks for more.
pub fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("SIXFOLD_POSITIONS").ok().and_then(|text| text.parse().ok());
    let cases = wanted.unwrap_or(usual);
    ProptestConfig {
        cases,
        max_local_rejects: u32::MAX,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Games on at most 25 squares, most of them such that a win takes a few turns.
fn games() -> impl Strategy<Value = ConnectRules> {
    let square = |rows, columns| {
        (rows, columns).prop_map(|(rows, columns)| Lattice::Square { rows, columns })
    };
    let hexagonal = (2_u8..3).prop_map(|radius| Lattice::Hexagonal { radius });
    prop_oneof![
        6 => (square(2_u8..6, 3_u8..6), 3_u8..6, Just(2_u16)),
        4 => (square(2_u8..6, 2_u8..6), 3_u8..5, Just(1_u16)),
        2 => (square(2_u8..5, 4_u8..6), 4_u8..6, Just(3_u16)),
        1 => (hexagonal, 3_u8..5, 1_u16..3),
    ]
    .prop_flat_map(|(lattice, k, p)| (Just(lattice), Just(k), Just(p), 1..p + 2))
    .prop_filter_map("no room for k", |(lattice, k, p, q)| ConnectRules::new(lattice, k, p, q).ok())
}

/// Positions that are not over, either side to move with a full turn or a part of one, and with at
/// most so many empty squares; a third fewer if a turn has three stones.
pub fn positions(most_empty: usize) -> impl Strategy<Value = GeneralPosition> {
    let turn = (any::<bool>(), prop_oneof![2 => Just(9_u16), 1 => 1_u16..5]);
    (games(), prop::collection::vec(0_u8..20, 25), turn).prop_filter_map(
        "over, or too many empty squares",
        move |(rules, cells, (black, left))| {
            let setup = setup(rules, &cells, black, left);
            let position: GeneralPosition =
                Position::from_setup(Arc::new(Geometry::new(rules)), &setup).ok()?;
            let most_empty = most_empty * if rules.stones_per_turn() > 2 { 2 } else { 3 } / 3;
            let is_small = position.empty_squares().len() <= most_empty;
            (position.outcome().is_none() && is_small).then_some(position)
        },
    )
}

fn setup(rules: ConnectRules, cells: &[u8], black: bool, left: u16) -> Setup {
    let game = GameName::Connect(rules);
    let mut setup = Setup::start(game);
    for (square, cell) in rules.cells().iter().zip(cells) {
        let stone = match cell {
            0..10 => None,
            10..15 => Some(Player::Black),
            _ => Some(Player::White),
        };
        setup.set(square, stone);
    }
    let player = if black { Player::Black } else { Player::White };
    let order = game.turn_order();
    let stones_left = if left == 9 { order.later } else { left.min(order.first.max(order.later)) };
    setup.turn = Turn { player, stones_left };
    setup
}

/// Positions in which neither side completes a row with this turn.
pub fn lively_positions(most_empty: usize) -> impl Strategy<Value = GeneralPosition> {
    positions(most_empty).prop_filter("over at once", |position| {
        !Player::BOTH.into_iter().any(|player| position.can_complete(player))
    })
}

/// The value for the side to move, unless it takes long to find.
pub fn exact_value(position: &GeneralPosition) -> Option<Value> {
    let budget = Budget { nodes: Some(200_000), ..unlimited() };
    match exact::solve(position, &budget).verdict {
        Verdict::Proven(value) => Some(value),
        _ => None,
    }
}

/// A budget without limits but that of memory.
pub fn unlimited() -> Budget {
    Budget { memory: 256 << 20, ..Budget::default() }
}

/// The game and the position, to be read in a failure.
pub fn described(position: &GeneralPosition) -> String {
    format!("{} {}", position.name(), position.setup())
}

/// The order that the checker finds a certificate to prove.
pub fn checked_order(certificate: &Certificate) -> Result<u8, TestCaseError> {
    match sixfold_check::check(certificate) {
        Ok(report) => Ok(report.order.unwrap_or_default() as u8),
        Err(fault) => Err(TestCaseError::fail(format!("{fault}\n{certificate}"))),
    }
}
