//! Reading a certificate back into a solution, so that it can be played again.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::Square;
use sixfold_game::certificate::{Certificate, Effect, Node, NodeId, Proof};

use crate::solution::{Attack, Reply, Stones, Then};

/// The attack with which a certificate begins, with every square moved as by a symmetry. Nothing if
/// it begins with a defence, or is one of Hex.
#[must_use]
pub fn attack(certificate: &Certificate, image: &dyn Fn(Square) -> Square) -> Option<Arc<Attack>> {
    let proof = certificate.tree()?;
    match proof.node(Proof::ROOT) {
        Node::Attack(_) => Some(Recall::new(proof, image).attack(Proof::ROOT)),
        Node::Same(_) | Node::Defence(_) => None,
    }
}

/// The replies with which a certificate begins, with every square moved as by a symmetry. None if it
/// begins with an attack.
#[must_use]
pub fn replies(certificate: &Certificate, image: &dyn Fn(Square) -> Square) -> Vec<Reply> {
    let Some(proof) = certificate.tree() else { return Vec::new() };
    match proof.node(Proof::ROOT) {
        Node::Defence(_) => Recall::new(proof, image).defence(Proof::ROOT),
        Node::Same(_) | Node::Attack(_) => Vec::new(),
    }
}

/// The turns of a game from the position of a certificate, in which the loser holds out as long as he
/// can; see [`Attack::line_of_play`].
#[must_use]
pub fn line_of_play<S: SegmentState>(
    certificate: &Certificate,
    position: &Position<S>,
) -> Vec<Stones> {
    if let Some(attack) = attack(certificate, &|square| square) {
        return attack.line_of_play(position);
    }
    let replies = replies(certificate, &|square| square);
    let stubborn = replies.iter().max_by_key(|reply| (reply.answer.length(), reply.stones.len()));
    stubborn.map_or_else(Vec::new, |reply| reply.line_of_play(position))
}

struct Recall<'a> {
    proof: &'a Proof,
    image: &'a dyn Fn(Square) -> Square,
    attacks: HashMap<NodeId, Arc<Attack>>,
}

impl<'a> Recall<'a> {
    fn new(proof: &'a Proof, image: &'a dyn Fn(Square) -> Square) -> Recall<'a> {
        Recall { proof, image, attacks: HashMap::new() }
    }

    fn stones(&self, squares: &[Square]) -> Stones {
        let mut stones: Stones = squares.iter().map(|&square| (self.image)(square)).collect();
        stones.sort_unstable();
        stones
    }

    /// The attack of a node. The form of a proof makes sure that references lead to attacks.
    fn attack(&mut self, node: NodeId) -> Arc<Attack> {
        if let Some(attack) = self.attacks.get(&node) {
            return attack.clone();
        }
        let attack = match self.proof.node(node) {
            Node::Same(target) => self.attack(target),
            Node::Attack(attack) => {
                let then = match (attack.effect, attack.defence) {
                    (Effect::Completes, _) => Then::Completes,
                    (Effect::Continues, Some(defence)) => Then::Continues(self.defence(defence)),
                    (Effect::Overwhelms | Effect::Continues, _) => Then::Overwhelms,
                };
                Arc::new(Attack { stones: self.stones(attack.stones), then })
            }
            Node::Defence(_) => Arc::new(Attack { stones: Stones::new(), then: Then::Overwhelms }),
        };
        self.attacks.insert(node, attack.clone());
        attack
    }

    fn defence(&mut self, node: NodeId) -> Vec<Reply> {
        let Node::Defence(defence) = self.proof.node(node) else { return Vec::new() };
        let replies = defence.replies().map(|reply| Reply {
            stones: self.stones(reply.stones),
            answer: self.attack(reply.answer),
        });
        replies.collect()
    }
}
