//! Wins of the prover's opponent, put together from jobs.
//!
//! In Hex whoever does not win loses, so a position in which every turn of the prover is refuted is
//! a proof of his opponent: each refuted turn is a threat of the opponent that does not need the
//! cell of that turn, and the prover is lost when no cell is in all threats (THEORY section 9). What
//! a job says about turns that nobody has looked at counts for nothing.
//!
//! In Connect games the opponent may also draw, and there is nothing to put together.

use sixfold_game::certificate::{Certificate, Claim};
use sixfold_game::{GameName, Outcome, Player, Setup, Square, SquareSet};
use sixfold_jobs::{Finding as Answer, GradedTurn};
use sixfold_proof::job_level::{Finding, Grade, NodeId, Others, Side, Status};

use crate::evidence::EvidenceError;
use crate::proofs::{self, ProvenReply, Refuted};
use crate::tree::{Tree, TreeError};

/// The grade of a turn that no job has told: it is there to be refuted.
const GRADE_OF_THE_UNTOLD: Grade = Grade::Losing2;

impl Tree {
    /// What is refuted of the turns of a node in which the prover is to move; nothing in a game whose
    /// refutations are not put together.
    pub(crate) fn refuted(&self, node: NodeId) -> Result<Option<Refuted>, TreeError> {
        let Some(view) = self.node(node).filter(|view| view.record.side == Side::Prover) else {
            return Ok(None);
        };
        let GameName::Hex(_) = self.game() else { return Ok(None) };
        let position = view.record.position;
        let mut proven = Vec::new();
        for edge in &view.record.edges {
            let Some(child) = self.node(edge.child) else { continue };
            let Some(proof) = self.disproof(edge.child)? else { continue };
            // A turn is refuted wherever it comes to lie on a board that looks the same when turned.
            for played in self.symmetries().same_turns(&position, edge.played) {
                let after = self.symmetries().after(&position, played);
                let way = self.symmetries().between(&child.record.position, &after);
                let way = way.ok_or(EvidenceError::Missing(edge.child))?;
                proven.push(ProvenReply { played, proof: proof.clone(), way });
            }
        }
        if proven.is_empty() {
            return Ok(None);
        }
        let claim = self.refuting_claim(node)?;
        Ok(Some(proofs::refuted(self.symmetries(), &claim, &proven)?))
    }

    /// The certificate of the opponent's win in a disproven node; nothing if he only does not lose,
    /// or if nobody has kept enough to put one together.
    pub(crate) fn disproof(&self, node: NodeId) -> Result<Option<Certificate>, TreeError> {
        let Some(view) = self.node(node) else { return Ok(None) };
        if view.record.status != Status::Disproven {
            return Ok(None);
        }
        if let Some(sealed) = self.evidence().proof(node) {
            return Ok(Some(sealed.open().map_err(EvidenceError::Unseal)?));
        }
        let GameName::Hex(_) = self.game() else { return Ok(None) };
        let position = view.record.position;
        let claim = self.refuting_claim(node)?;
        if self.symmetries().outcome(&position)? == Some(Outcome::Win(claim.winner)) {
            return Ok(Some(proofs::joined(&claim)));
        }
        if view.record.side == Side::Prover {
            return Ok(self.refuted(node)?.and_then(|refuted| refuted.proof));
        }
        for edge in &view.record.edges {
            let Some(child) = self.node(edge.child) else { continue };
            let Some(proof) = self.disproof(edge.child)? else { continue };
            let after = self.symmetries().after(&position, edge.played);
            let way = self.symmetries().between(&child.record.position, &after);
            let way = way.ok_or(EvidenceError::Missing(edge.child))?;
            return Ok(Some(proofs::after_turn(&claim, edge.played, &proof, &way)?));
        }
        Ok(None)
    }

    /// If the root is disproven because the opponent wins: the proof of that as it was asked for,
    /// checked. There is none if he only does not lose.
    pub fn refutation(&self) -> Result<Option<Certificate>, TreeError> {
        let proof = self.disproof(self.search().root())?;
        proof.map(|proof| self.as_asked_for(&proof)).transpose()
    }

    /// What an answer about the turns of the prover means, given what is refuted of them: a turn that
    /// is, whoever told it, need not be looked at, and that there are no others is believed only if
    /// it follows.
    pub(crate) fn finding_of_turns(
        &self,
        node: NodeId,
        answer: &Answer,
        refuted: Option<&Refuted>,
    ) -> Result<TurnFinding, TreeError> {
        let told = match answer {
            Answer::Best { turns, .. } => turns.as_slice(),
            _ => &[],
        };
        let Some(view) = self.node(node) else { return Err(TreeError::NothingFound) };
        let position = view.record.position;
        let is_open =
            |turn: &&GradedTurn| refuted.is_none_or(|refuted| refuted.leaves(turn.stones));
        let mut open = told.iter().filter(is_open).copied();
        if let Some(best) = open.next() {
            let child = self.child(&position, best)?;
            let finding = Finding::Move { child, others: Others::Open };
            return Ok(TurnFinding { finding, spare: open.rev().collect() });
        }
        let finding = match self.untold(node, refuted) {
            _ if refuted.is_some_and(|refuted| refuted.proof.is_some()) => Finding::Disproven,
            Some(cell) => {
                let turn = [cell].into_iter().collect();
                let turn = GradedTurn { stones: turn, grade: GRADE_OF_THE_UNTOLD };
                Finding::Move { child: self.child(&position, turn)?, others: Others::Open }
            }
            None => Finding::NoOtherMove,
        };
        Ok(TurnFinding { finding, spare: Vec::new() })
    }

    /// A cell of the prover that is not refuted and that nobody has thought of.
    fn untold(&self, node: NodeId, refuted: Option<&Refuted>) -> Option<Square> {
        let record = &self.node(node)?.record;
        let position = record.position;
        let taken = position.stones(Player::Black) | position.stones(Player::White);
        let empty = self.symmetries().cells() - taken;
        let known = record.edges.iter();
        let known = known.flat_map(|edge| self.symmetries().same_turns(&position, edge.played));
        let known = known.fold(SquareSet::EMPTY, |known, turn| known | turn);
        let open = refuted.map_or(empty, |refuted| refuted.open);
        (open - known).iter().next()
    }

    fn refuting_claim(&self, node: NodeId) -> Result<Claim, TreeError> {
        let Some(view) = self.node(node) else { return Err(EvidenceError::Missing(node).into()) };
        let winner = self.prover().opponent();
        Ok(Claim { winner, ..self.claim(view.record.position) })
    }
}

/// What an answer about turns means to the tree.
pub(crate) struct TurnFinding {
    pub finding: Finding<Setup, SquareSet>,
    /// Further turns that are worth a look, the best last.
    pub spare: Vec<GradedTurn>,
}
