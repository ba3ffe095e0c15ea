//! Proving again that a puzzle is what it claims to be.

use sixfold_check::Fault as CertificateFault;
use sixfold_game::certificate::{Certificate, Effect, Node, NodeId, Proof};
use sixfold_game::{SpentBudget, SquareSet};
use sixfold_solve::Budget;
use thiserror::Error;

use crate::compose::{Draft, Illegal, legality};
use crate::{Goal, Judgement, Puzzle, Referee, referee};

/// What is wrong with a puzzle.
#[derive(Debug, Error)]
pub enum Fault {
    /// The position cannot be that of a game.
    #[error("the position: {0}")]
    Position(#[from] Illegal),
    /// The certificate is about something else.
    #[error("the certificate is about another position")]
    OtherClaim,
    /// The certificate proves nothing.
    #[error("the certificate: {0}")]
    Certificate(CertificateFault),
    /// The proof shows a longer win or one of a higher order.
    #[error("the certificate shows a win of order {} in {} turns", .0.order, .0.turns)]
    OtherGoal(Goal),
    /// The proof begins with another turn.
    #[error("the certificate does not begin with the key")]
    OtherKey,
    /// The main line does not begin with the key.
    #[error("the main line does not begin with the key")]
    Line,
    /// A shorter win, one of a lower order, or another first turn.
    #[error("another turn wins too, or the key wins in fewer turns or by a lower order")]
    Cooked,
    /// A try is no try.
    #[error("the try {0} is not refuted")]
    Try(String),
    /// It could not be found out.
    #[error("it could not be found out within the budget")]
    Spent(SpentBudget),
}

impl From<SpentBudget> for Fault {
    fn from(spent: SpentBudget) -> Fault {
        Fault::Spent(spent)
    }
}

/// Proves again what a puzzle claims: its position is legal; the certificate proves a win of the stated
/// order and length that begins with the key; no other turn reaches the goal, and the key no shorter
/// one and none of a lower order; every try fails.
pub fn verify(puzzle: &Puzzle, budget: &Budget) -> Result<(), Fault> {
    let &Puzzle { game, setup, goal, key, .. } = puzzle;
    legality(game, &setup)?;
    let referee = referee(game).ok_or(Illegal::Game)?;
    verify_certificate(puzzle, &*referee)?;
    if puzzle.line.first() != Some(&key) {
        return Err(Fault::Line);
    }
    let draft = Draft { game, setup, goal, key };
    if !draft.is_sound(&*referee, budget)? {
        return Err(Fault::Cooked);
    }
    for tried in &puzzle.tries {
        let judged = referee.judge(&setup, goal, tried.turn, budget)?;
        if !matches!(judged, Judgement::Fails { .. }) {
            return Err(Fault::Try(game.grid().names(tried.turn.iter()).concat()));
        }
    }
    Ok(())
}

fn verify_certificate(puzzle: &Puzzle, referee: &dyn Referee) -> Result<(), Fault> {
    let certificate = &puzzle.certificate;
    let claim = certificate.claim;
    let is_claimed = claim.game == puzzle.game && claim.setup == puzzle.setup;
    if !is_claimed || claim.winner != puzzle.attacker() {
        return Err(Fault::OtherClaim);
    }
    let report = sixfold_check::check(certificate).map_err(Fault::Certificate)?;
    // In Hex any win reaches the goal.
    if let Some(proof) = certificate.tree() {
        let order = report.order.unwrap_or_default();
        let shown = Goal { order: u8::try_from(order).unwrap_or(u8::MAX), turns: length(proof) };
        if shown.order > puzzle.goal.order || shown.turns > puzzle.goal.turns {
            return Err(Fault::OtherGoal(shown));
        }
    }
    let keys = referee.same_turns(&puzzle.setup, puzzle.key);
    if first_turn(certificate).is_some_and(|turn| keys.contains(&turn)) {
        Ok(())
    } else {
        Err(Fault::OtherKey)
    }
}

fn first_turn(certificate: &Certificate) -> Option<SquareSet> {
    match certificate.tree().map(|proof| proof.node(Proof::ROOT)) {
        Some(Node::Attack(attack)) => Some(attack.stones.iter().copied().collect()),
        Some(Node::Same(_) | Node::Defence(_)) => None,
        None => Some([certificate.plans()?.first?].into_iter().collect()),
    }
}

/// The attacker's turns to the end of a proof if the defender holds out as long as he can.
fn length(proof: &Proof) -> u8 {
    Lengths { proof, known: vec![None; proof.len()] }.of(Proof::ROOT)
}

/// Lengths of parts of a proof. A path of it is no longer than a board has squares.
struct Lengths<'a> {
    proof: &'a Proof,
    known: Vec<Option<u8>>,
}

impl Lengths<'_> {
    fn of(&mut self, id: NodeId) -> u8 {
        if let Some(length) = self.known[id.index()] {
            return length;
        }
        let length = match self.proof.node(id) {
            Node::Attack(attack) => match (attack.effect, attack.defence) {
                (Effect::Completes, _) => 1,
                (_, Some(defence)) => self.of(defence).saturating_add(1),
                (_, None) => 2,
            },
            Node::Defence(defence) => {
                let answers: Vec<NodeId> = defence.replies().map(|reply| reply.answer).collect();
                answers.into_iter().map(|answer| self.of(answer)).max().unwrap_or(1)
            }
            Node::Same(target) => self.of(target),
        };
        self.known[id.index()] = Some(length);
        length
    }
}
