//! Targets for Hex: proofs, which must be true if the checker accepts them, and game records.

use std::cell::RefCell;
use std::collections::HashMap;

use sixfold_game::certificate::{Certificate, Claim, Plan, PlanId, Plans, Threat};
use sixfold_game::record::sgf;
use sixfold_game::{Game, GameName, HexRules, PerPlayer, Player, Record, Setup, Square};
use sixfold_hex::brute::WholeGame;
use sixfold_hex::{Position, hex_rules};

use crate::{certificate, check_message, check_sgf};

/// Trying everything takes no time on boards of so many cells.
const MOST_CELLS: usize = 16;
/// The longest side of a board that is made up.
const MOST_ROWS: u8 = 4;

thread_local! {
    /// Who wins which position, board by board.
    static TRUTH: RefCell<HashMap<HexRules, WholeGame>> = RefCell::default();
}

/// A certificate: what the checker accepts of Hex is true.
///
/// # Panics
/// If a certificate that was written is not read back, or the checker accepts a false one.
pub fn hex_certificate(data: &[u8]) {
    certificate(data);
    if let Ok(certificate) = Certificate::read(data) {
        expect_truth(&certificate);
    }
}

/// A position on a small board and plans, made up from any bytes: what the checker accepts is true, and
/// is accepted again when it comes back from a file.
///
/// # Panics
/// If the checker accepts what is false, or does not accept the same again.
pub fn hex_plans(data: &[u8]) {
    let certificate = Dice(data).certificate();
    if expect_truth(&certificate) == Verdict::Accepted {
        let again = Certificate::read(certificate.to_string().as_bytes());
        let again = again.expect("an accepted certificate can be read");
        assert!(sixfold_check::check(&again).is_ok(), "{certificate}");
    }
}

/// What came of a certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Accepted,
    Rejected,
}

fn expect_truth(certificate: &Certificate) -> Verdict {
    if let Err(fault) = sixfold_check::check(certificate) {
        check_message(&fault.to_string());
        return Verdict::Rejected;
    }
    let Claim { game, setup, winner, .. } = certificate.claim;
    let Ok(rules) = hex_rules(game) else { return Verdict::Accepted };
    if rules.grid().len() > MOST_CELLS {
        return Verdict::Accepted;
    }
    let stones = PerPlayer::from_fn(|player| setup.stones(player));
    let truth = TRUTH.with_borrow_mut(|games| {
        let whole = || WholeGame::new(rules.grid()).expect("a small board");
        games.entry(rules).or_insert_with(whole).winner(stones, setup.turn.player)
    });
    assert_eq!(truth, winner, "{certificate}");
    Verdict::Accepted
}

/// Game records of Hex: each comes back, and leads to the position that it says.
///
/// # Panics
/// If a record that was written is not read back, or leads elsewhere.
pub fn hex_sgf(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match sgf::read_collection(text, None) {
        Ok(records) => records.iter().for_each(check_record),
        Err(error) => check_message(&error.to_string()),
    }
}

fn check_record(record: &Record) {
    let GameName::Hex(_) = record.game() else { return };
    check_sgf(record);
    match Position::replay(record) {
        Ok(position) => assert_eq!(position.setup(), record.final_setup()),
        Err(error) => check_message(&error.to_string()),
    }
}

/// Any bytes, from which things are made up. When they are spent the rest is zeros.
struct Dice<'a>(&'a [u8]);

impl Dice<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    fn player(&mut self) -> Player {
        Player::BOTH[self.below(2)]
    }

    fn certificate(&mut self) -> Certificate {
        let side = |number: usize| number as u8 + 1;
        let (rows, columns) = (self.below(MOST_ROWS.into()), self.below(MOST_ROWS.into()));
        let rules = HexRules::new(side(rows), side(columns)).expect("a small board");
        let game = GameName::Hex(rules);
        let mut setup = Setup::start(game);
        let winner = self.player();
        setup.turn.player = self.player();
        for cell in rules.grid().squares() {
            let stone = [None, None, Some(Player::Black), Some(Player::White)][self.below(4)];
            setup.set(cell, stone);
        }
        let cells = rules.grid().len();
        let first = self.below(cells + 1);
        let first = (first < cells).then(|| Square::from_index(first));
        let mut plans = Vec::new();
        while !self.0.is_empty() {
            let plan = self.plan(cells, plans.len());
            plans.push(plan);
        }
        let claim = Claim { game, setup, winner, order: None };
        Certificate::of_plans(claim, Plans { first, plans })
    }

    fn cell(&mut self, cells: usize) -> Square {
        Square::from_index(self.below(cells))
    }

    /// Mostly a plan before the one with this number, sometimes this one or the next.
    fn part(&mut self, number: usize) -> PlanId {
        PlanId::from_index(self.below(number + 2))
    }

    fn plan(&mut self, cells: usize, number: usize) -> Plan {
        match self.below(4) {
            0 => Plan::Joined,
            1 => {
                let over: Vec<Square> = (0..self.below(4)).map(|_| self.cell(cells)).collect();
                let plans = (0..=over.len()).map(|_| self.part(number)).collect();
                Plan::Chain { over, plans }
            }
            2 => {
                let threats = (0..self.below(5))
                    .map(|_| Threat { cell: self.cell(cells), plan: self.part(number) })
                    .collect();
                Plan::Threats(threats)
            }
            _ => Plan::Region((0..self.below(8)).map(|_| self.cell(cells)).collect()),
        }
    }
}
