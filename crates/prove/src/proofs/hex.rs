//! Certificates of Hex: plans to join the edges.

use sixfold_game::certificate::{Certificate, Claim, Plans};
use sixfold_game::{GameName, Player, Square, SquareSet};
use sixfold_hex::Board;
use sixfold_hex::line::line_of_play;
use sixfold_hex::threats::{Defence, ProvenThreat, threats_of, turned_by_half};

use super::{Answers, Conclusion, ProvenReply, Refuted};
use crate::orientation::Orientation;

/// The opponent is lost when no cell is in the regions of all threats: a proof of the position after a
/// reply is a threat that does not need the cell of the reply.
pub(super) fn conclusion(claim: &Claim, answers: &Answers) -> Conclusion {
    let proven = answers.proven.iter().filter_map(threat_after);
    let partial = answers.partial.as_ref().and_then(Certificate::plans).and_then(threats_of);
    let threats = proven.chain(partial.unwrap_or_default());
    let defence = Defence::against(threats, empty(claim));
    let is_complete = defence.open.is_empty();
    match defence.proof().map(|plans| Certificate::of_plans(*claim, plans)) {
        Some(certificate) if is_complete => Conclusion::Proven(certificate),
        Some(certificate) => Conclusion::Partial(certificate),
        None => Conclusion::Nothing,
    }
}

/// The threats that follow from proofs come first: those that connections show serve where they leave
/// something open.
pub(super) fn refuted(
    claim: &Claim,
    proven: &[ProvenReply],
    shown: impl IntoIterator<Item = ProvenThreat>,
) -> Refuted {
    let threats = proven.iter().filter_map(threat_after).chain(shown);
    let defence = Defence::against(threats, empty(claim));
    let proof = defence.proof().filter(|_| defence.open.is_empty());
    let proof = proof.map(|plans| Certificate::of_plans(*claim, plans));
    Refuted { open: defence.open, proof }
}

fn empty(claim: &Claim) -> SquareSet {
    let taken = claim.setup.stones(Player::Black) | claim.setup.stones(Player::White);
    SquareSet::first(claim.game.grid().len()) - taken
}

fn threat_after(reply: &ProvenReply) -> Option<ProvenThreat> {
    ProvenThreat::of(turned_plans(&reply.proof, &reply.way))
}

pub(super) fn after_turn(
    claim: &Claim,
    played: SquareSet,
    proof: &Certificate,
    way: &Orientation,
) -> Certificate {
    let plans = turned_plans(proof, way);
    Certificate::of_plans(*claim, Plans { first: played.iter().next(), ..plans })
}

pub(super) fn turned(claim: &Claim, proof: &Certificate, way: &Orientation) -> Certificate {
    Certificate::of_plans(*claim, turned_plans(proof, way))
}

fn turned_plans(proof: &Certificate, way: &Orientation) -> Plans {
    let Some(plans) = proof.plans() else { return Plans::default() };
    match proof.claim.game {
        GameName::Hex(rules) if !way.is_identity() => turned_by_half(plans, &Board::new(rules)),
        GameName::Hex(_) | GameName::Connect(_) => plans.clone(),
    }
}

pub(super) fn line(certificate: &Certificate) -> Vec<Vec<Square>> {
    let plans = certificate.plans();
    let line = plans.map(|plans| line_of_play(plans, &certificate.claim)).unwrap_or_default();
    line.into_iter().map(|cell| vec![cell]).collect()
}
