//! What an answer must stand before it counts.

use sixfold_game::certificate::{Certificate, Claim};
use sixfold_game::{ConnectRules, GameName, Player, SquareSet, Turn};
use sixfold_proof::job_level::Status;
use sixfold_solve::{attack_certificate, recall};
use thiserror::Error;

use crate::{Done, Finding, GradedTurn, Job, Kind};

/// Why an answer does not count.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejected {
    /// A win or loss without a proof.
    #[error("a claim without a certificate")]
    NoCertificate,
    /// The certificate cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// It is about something else.
    #[error("the certificate is about something else")]
    OtherClaim,
    /// The checker does not accept it.
    #[error("the certificate proves nothing: {0}")]
    NotAProof(String),
    /// A turn or reply that cannot be played.
    #[error("a turn that cannot be played")]
    Illegal,
    /// An answer to another question.
    #[error("the answer does not fit the question")]
    OtherQuestion,
}

/// Checks all of an answer that can be checked.
pub fn accept(job: &Job, done: &Done) -> Result<(), Rejected> {
    let mover = job.position.turn.player;
    match (&done.finding, &job.kind) {
        (Finding::Won, _) => proof(job, done, mover),
        (Finding::Lost, Kind::Move { .. } | Kind::Verify { .. }) => {
            proof(job, done, mover.opponent())
        }
        (Finding::NoWin | Finding::Unknown, _) | (Finding::NoOtherTurn, Kind::Move { .. }) => {
            Ok(())
        }
        (Finding::Best { turns, .. }, Kind::Move { excluded }) => {
            let whole = usize::from(job.position.turn.stones_left);
            let legal = |turn: SquareSet| {
                turn.len() == whole && fits(job, turn) && !excluded.contains(&turn)
            };
            if turns.is_empty() || !turns.iter().all(|turn| legal(turn.stones)) {
                return Err(Rejected::Illegal);
            }
            no_claims(turns)
        }
        (Finding::Unrefuted(replies), Kind::Verify { .. }) => {
            let most = usize::from(job.position.turn.stones_left);
            let legal = |stones: SquareSet| stones.len() <= most && fits(job, stones);
            if !replies.iter().all(|reply| legal(reply.stones)) {
                return Err(Rejected::Illegal);
            }
            no_claims(replies)?;
            match done.certificate {
                Some(_) => refuted_replies(job, done),
                None => Ok(()),
            }
        }
        _ => Err(Rejected::OtherQuestion),
    }
}

/// A grade is an opinion: the grades of proven wins and losses would be claims.
fn no_claims(turns: &[GradedTurn]) -> Result<(), Rejected> {
    let is_opinion = |turn: &GradedTurn| turn.grade.status() == Status::Open;
    if turns.iter().all(is_opinion) { Ok(()) } else { Err(Rejected::NoCertificate) }
}

/// Whether all stones are on empty squares of the board.
fn fits(job: &Job, stones: SquareSet) -> bool {
    let taken = job.position.stones(Player::Black) | job.position.stones(Player::White);
    let cells = match job.game {
        GameName::Connect(rules) => rules.cells(),
        GameName::Hex(rules) => SquareSet::first(rules.grid().len()),
    };
    (stones & taken).is_empty() && (stones - cells).is_empty()
}

fn certificate(job: &Job, done: &Done, winner: Player) -> Result<Certificate, Rejected> {
    let sealed = done.certificate.as_ref().ok_or(Rejected::NoCertificate)?;
    let certificate = sealed.open().map_err(|e| Rejected::Unreadable(e.to_string()))?;
    let claim = certificate.claim;
    if (claim.game, claim.setup, claim.winner) != (job.game, job.position, winner) {
        return Err(Rejected::OtherClaim);
    }
    Ok(certificate)
}

fn proof(job: &Job, done: &Done, winner: Player) -> Result<(), Rejected> {
    checked(&certificate(job, done, winner)?)
}

fn checked(certificate: &Certificate) -> Result<(), Rejected> {
    match sixfold_check::check(certificate) {
        Ok(_) => Ok(()),
        Err(fault) => Err(Rejected::NotAProof(fault.to_string())),
    }
}

/// The certificate lacks replies, so it is no proof. But what is in it must be proven.
fn refuted_replies(job: &Job, done: &Done) -> Result<(), Rejected> {
    let partial = certificate(job, done, job.position.turn.player.opponent())?;
    match job.game {
        GameName::Connect(rules) => accept_replies(job, rules, &partial),
        GameName::Hex(_) => crate::hex::accept_threats(&partial),
    }
}

/// Each reply in a partial certificate of a Connect game must be refuted.
fn accept_replies(job: &Job, rules: ConnectRules, partial: &Certificate) -> Result<(), Rejected> {
    let turn = job.position.turn;
    let attacker = turn.player.opponent();
    let stones_left = rules.stones_per_turn();
    for reply in recall::replies(partial, &|square| square) {
        let mut setup = job.position;
        reply.stones.iter().for_each(|&square| setup.set(square, Some(turn.player)));
        setup.turn = Turn { player: attacker, stones_left };
        let claim = Claim { game: job.game, setup, winner: attacker, order: None };
        let written = attack_certificate(&claim, &reply.answer);
        checked(&written.map_err(|e| Rejected::Unreadable(e.to_string()))?)?;
    }
    Ok(())
}
