//! Certificates of Connect games: trees of attacks and replies.

use std::sync::Arc;

use sixfold_connect::{
    GeneralPosition, Geometry, LinePlanes, Position, SegmentCounts, SegmentState,
};
use sixfold_game::certificate::{Certificate, Claim};
use sixfold_game::{Square, SquareSet};
use sixfold_solve::orders::Methods;
use sixfold_solve::verify::{defence_certificate, verify_knowing};
use sixfold_solve::{Attack, Budget, Reply, Then, attack_certificate, recall};

use super::{Answers, Conclusion};
use crate::evidence::EvidenceError;
use crate::orientation::{Orientation, PositionError};
use crate::tree::TreeError;

pub(super) fn conclusion(
    geometry: &Arc<Geometry>,
    claim: &Claim,
    answers: &Answers,
) -> Result<Conclusion, TreeError> {
    let replies = replies(answers);
    if replies.is_empty() {
        return Ok(Conclusion::Nothing);
    }
    let proven = if LinePlanes::serve(geometry.rules()) {
        concluded::<LinePlanes>(geometry, claim, &replies)?
    } else {
        concluded::<SegmentCounts>(geometry, claim, &replies)?
    };
    if let Some(certificate) = proven {
        return Ok(Conclusion::Proven(certificate));
    }
    let partial = defence_certificate(claim, &replies);
    Ok(Conclusion::Partial(partial.map_err(EvidenceError::Sink)?))
}

fn replies(answers: &Answers) -> Vec<Reply> {
    let partial = answers.partial.iter();
    let told = partial.flat_map(|partial| recall::replies(partial, &|square| square));
    let proven = answers.proven.iter().filter_map(|reply| {
        let answer = recall::attack(&reply.proof, &|square| reply.way.image(square))?;
        Some(Reply { stones: reply.played.iter().collect(), answer })
    });
    told.chain(proven).collect()
}

/// The proof, if the known replies are enough for one.
fn concluded<S: SegmentState + Send + Sync>(
    geometry: &Arc<Geometry>,
    claim: &Claim,
    replies: &[Reply],
) -> Result<Option<Certificate>, TreeError> {
    let position = Position::<S>::from_setup(geometry.clone(), &claim.setup);
    let position = position.map_err(PositionError::from)?;
    let nothing = Budget { nodes: Some(0), memory: 0, ..Budget::default() };
    let verified = verify_knowing(&position, replies, 1, Methods::default(), &nothing);
    Ok(verified.certificate(&position).transpose().map_err(EvidenceError::Sink)?)
}

pub(super) fn after_turn(
    claim: &Claim,
    played: SquareSet,
    proof: &Certificate,
    way: &Orientation,
) -> Result<Certificate, EvidenceError> {
    let replies = recall::replies(proof, &|square| way.image(square));
    let then = if replies.is_empty() { Then::Overwhelms } else { Then::Continues(replies) };
    let attack = Attack { stones: played.iter().collect(), then };
    Ok(attack_certificate(claim, &attack)?)
}

pub(super) fn turned(
    claim: &Claim,
    proof: &Certificate,
    way: &Orientation,
) -> Result<Certificate, EvidenceError> {
    let image = |square| way.image(square);
    Ok(match recall::attack(proof, &image) {
        Some(attack) => attack_certificate(claim, &attack)?,
        None => defence_certificate(claim, &recall::replies(proof, &image))?,
    })
}

/// The line in which the loser holds out longest.
pub(super) fn longest_line(
    geometry: &Arc<Geometry>,
    certificate: &Certificate,
) -> Result<Vec<Vec<Square>>, TreeError> {
    let position = GeneralPosition::from_setup(geometry.clone(), &certificate.claim.setup);
    let position = position.map_err(PositionError::from)?;
    let turns = recall::line_of_play(certificate, &position);
    Ok(turns.iter().map(|stones| stones.to_vec()).collect())
}
