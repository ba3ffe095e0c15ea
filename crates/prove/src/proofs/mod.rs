//! Putting certificates together: what each kind of game does in its own way.

mod connect;
mod hex;

use sixfold_game::certificate::{Certificate, Claim, Node, Plan, Plans, Proof};
use sixfold_game::{GameName, Square, SquareSet};

use crate::evidence::EvidenceError;
use crate::orientation::{Orientation, Symmetries};
use crate::tree::TreeError;

/// What is known about the replies of a position in which the prover's opponent is to move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// A certificate that lacks some replies.
    pub partial: Option<Certificate>,
    /// Replies that lead to positions that are proven.
    pub proven: Vec<ProvenReply>,
}

/// A reply that leads to a position that is proven.
#[derive(Clone, Debug)]
pub(crate) struct ProvenReply {
    pub played: SquareSet,
    /// The proof of the position after it, as that is kept.
    pub proof: Certificate,
    /// From there to how it lies after the reply.
    pub way: Orientation,
}

/// What follows from answers to some replies.
pub(crate) enum Conclusion {
    /// They are enough.
    Proven(Certificate),
    /// They are not: a certificate that lacks the others.
    Partial(Certificate),
    /// There are none.
    Nothing,
}

/// What is refuted of the turns of a position of Hex in which the prover is to move.
pub(crate) struct Refuted {
    /// The cells that are not.
    pub open: SquareSet,
    /// The certificate of his opponent's win, if no cell is open.
    pub proof: Option<Certificate>,
}

impl Refuted {
    /// Whether a turn is not refuted.
    pub fn leaves(&self, turn: SquareSet) -> bool {
        !(self.open & turn).is_empty()
    }
}

/// What follows from what is known about replies.
pub(crate) fn conclusion(
    symmetries: &Symmetries,
    claim: &Claim,
    answers: &Answers,
) -> Result<Conclusion, TreeError> {
    match symmetries.geometry() {
        Some(geometry) => connect::conclusion(geometry, claim, answers),
        None => Ok(hex::conclusion(claim, answers)),
    }
}

/// What proofs of the opponent in the positions after some turns of the prover refute: these turns,
/// and others that do not touch them.
pub(crate) fn refuted(
    symmetries: &Symmetries,
    claim: &Claim,
    proven: &[ProvenReply],
) -> Result<Refuted, TreeError> {
    let shown = symmetries.shown_threats(&claim.setup, claim.winner)?;
    Ok(hex::refuted(claim, proven, shown))
}

/// The certificate of a game of Hex that is over: the winner's edges are joined.
pub(crate) fn joined(claim: &Claim) -> Certificate {
    Certificate::of_plans(*claim, Plans { first: None, plans: vec![Plan::Joined] })
}

/// The certificate of a position that is won by a turn, from the certificate of the position after it
/// and how that is to be turned.
pub(crate) fn after_turn(
    claim: &Claim,
    played: SquareSet,
    proof: &Certificate,
    way: &Orientation,
) -> Result<Certificate, EvidenceError> {
    match claim.game {
        GameName::Connect(_) => connect::after_turn(claim, played, proof, way),
        GameName::Hex(_) => Ok(hex::after_turn(claim, played, proof, way)),
    }
}

/// A certificate on a board that is turned so that it is about this claim.
pub(crate) fn turned(
    claim: &Claim,
    proof: &Certificate,
    way: &Orientation,
) -> Result<Certificate, EvidenceError> {
    match claim.game {
        GameName::Connect(_) => connect::turned(claim, proof, way),
        GameName::Hex(_) => Ok(hex::turned(claim, proof, way)),
    }
}

/// The turn with which a certificate begins; none if the loser is to move.
#[must_use]
pub fn first_turn(certificate: &Certificate) -> Option<SquareSet> {
    match certificate.tree().map(|proof| proof.node(Proof::ROOT)) {
        Some(Node::Attack(attack)) => Some(attack.stones.iter().copied().collect()),
        Some(Node::Same(_) | Node::Defence(_)) => None,
        None => Some([certificate.plans()?.first?].into_iter().collect()),
    }
}

/// A line of the certificate in which the loser holds out, as a game with whole turns.
pub(crate) fn line(
    symmetries: &Symmetries,
    certificate: &Certificate,
) -> Result<Vec<Vec<Square>>, TreeError> {
    match symmetries.geometry() {
        Some(geometry) => connect::longest_line(geometry, certificate),
        None => Ok(hex::line(certificate)),
    }
}
