//! Certificates for `sixfold check`: from proofs on the plane that fit a window, and from the solvers for
//! one and two stones a turn.

use std::collections::BTreeSet;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use sixfold_connect::{GeneralPosition, Geometry, connect_rules};
use sixfold_game::certificate::{Certificate, Claim, SinkError};
use sixfold_game::{
    ConnectRules, Game, GameName, Lattice, MAX_SIDE, PerPlayer, Player, Setup, Square, Turn,
};
use sixfold_solve::orders::{Cutting, Methods};
use sixfold_solve::verify::{defence_certificate, verify};
use sixfold_solve::{Attack, Budget, Reply, Stones, Then};

use super::{Finding, Reason, does_not_fit, file_name};
use crate::game::Family;
use crate::plane::{DIRECTIONS, PlaneAttack, PlaneProof, PlaneReply, Point, Root};
use crate::theorem::Proof;

/// A compressed certificate.
pub(super) fn seal(certificate: &Certificate) -> Result<Vec<u8>, SinkError> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    certificate.write(&mut encoder)?;
    Ok(encoder.finish()?)
}

/// The largest window on the game.
fn window(game: Family) -> Option<ConnectRules> {
    let GameName::Connect(rules) = game.name().ok()? else { return None };
    rules.with_window(Lattice::Square { rows: MAX_SIDE, columns: MAX_SIDE }).ok()
}

/// A proof on the plane as a certificate, if it fits the largest window and the checker accepts it.
pub(super) fn certificate(game: Family, proof: &PlaneProof) -> Option<Certificate> {
    let rules = window(game)?;
    let Root::Defence(replies) = &proof.root else { return None };
    let writer = Writer { rules, k: game.k as i16 };
    let black = writer.squares(&proof.attacker)?.into_iter().collect();
    let stones = PerPlayer { black, ..PerPlayer::default() };
    let turn = Turn { player: Player::White, stones_left: game.p };
    let setup = Setup::with_stones(rules.grid(), stones, turn);
    let claim = Claim { game: GameName::Connect(rules), setup, winner: Player::Black, order: None };
    let own: BTreeSet<Point> = proof.attacker.iter().copied().collect();
    let replies: Option<Vec<Reply>> =
        replies.iter().map(|reply| writer.reply(reply, &own)).collect();
    let certificate = defence_certificate(&claim, &replies?).ok()?;
    sixfold_check::check(&certificate).is_ok().then_some(certificate)
}

struct Writer {
    rules: ConnectRules,
    k: i16,
}

impl Writer {
    fn square(&self, point: Point) -> Option<Square> {
        let centre = i16::from(MAX_SIDE) / 2;
        let column = u8::try_from(point.x + centre).ok()?;
        let row = u8::try_from(point.y + centre).ok()?;
        self.rules.grid().square(column, row)
    }

    fn squares(&self, points: &[Point]) -> Option<Stones> {
        points.iter().map(|&point| self.square(point)).collect()
    }

    fn reply(&self, reply: &PlaneReply, own: &BTreeSet<Point>) -> Option<Reply> {
        let stones = self.squares(&reply.stones)?;
        Some(Reply { stones, answer: Arc::new(self.attack(&reply.answer, own)?) })
    }

    fn attack(&self, attack: &PlaneAttack, own: &BTreeSet<Point>) -> Option<Attack> {
        let own: BTreeSet<Point> = own.iter().chain(&attack.stones).copied().collect();
        let then = if has_row(&own, self.k) {
            Then::Completes
        } else if attack.replies.is_empty() {
            Then::Overwhelms
        } else {
            let replies = attack.replies.iter().map(|reply| self.reply(reply, &own));
            Then::Continues(replies.collect::<Option<_>>()?)
        };
        Some(Attack { stones: self.squares(&attack.stones)?, then })
    }
}

fn has_row(stones: &BTreeSet<Point>, k: i16) -> bool {
    stones.iter().any(|stone| {
        let is_row = |direction| (0..k).all(|step| stones.contains(&stone.along(direction, step)));
        DIRECTIONS.into_iter().any(is_row)
    })
}

/// The highest order of a win that is looked for.
const MOST_ORDER: u8 = 4;

/// Black's first turns in games of one and two stones, by the verifier.
pub(super) fn by_solvers(game: Family, budget: &Budget) -> Result<Finding, Reason> {
    let turns: &[&[[i16; 2]]] = match game.q {
        1 => &[&[[0, 0]]],
        2 => &[&[[0, 0], [1, 0]], &[[0, 0], [1, 1]], &[[0, 0], [2, 1]]],
        3 => &[&[[-1, 0], [0, 1], [1, 0]], &[[0, 0], [1, 0], [0, 1]]],
        _ => return Err(does_not_fit()),
    };
    let rules = window(game).ok_or_else(does_not_fit)?;
    let writer = Writer { rules, k: game.k as i16 };
    let mut nodes = 0;
    for turn in turns {
        let points: Vec<Point> = turn.iter().map(|&point| point.into()).collect();
        let stones = writer.squares(&points).ok_or_else(does_not_fit)?;
        let geometry = Arc::new(Geometry::new(connect_rules(GameName::Connect(rules))?));
        let mut position = GeneralPosition::start(geometry);
        position.play_turn(&stones).map_err(|_| does_not_fit())?;
        // Answers that are replayed against other replies save time, but may be of a higher order than
        // the replies ask for, and then zones that need an end have none.
        let plain = Methods { cutting: Cutting::Off, patterns: 0, ..Methods::default() };
        let ways = [Methods::default(), plain];
        for (order, methods) in (2..=MOST_ORDER).flat_map(|order| ways.map(|way| (order, way))) {
            let verified = verify(&position, order, methods, budget);
            nodes += verified.nodes;
            let Some(certificate) = verified.certificate(&position).transpose()? else { continue };
            debug_assert_eq!(certificate.claim.game, position.name());
            if sixfold_check::check(&certificate).is_ok() {
                let file = file_name(game, "cert.gz");
                let bytes = seal(&certificate)?;
                let proof = Proof::Certificate { file };
                return Ok(Finding { winner: Player::Black, proof, file: Some(bytes), nodes });
            }
        }
    }
    Err(Reason("no first turn of Black was proven to win on an unbounded board".to_string()))
}
