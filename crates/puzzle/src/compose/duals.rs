//! Where the attacker has a choice after the key.

use sixfold_game::certificate::{Certificate, Effect, Node, NodeId, Proof};
use sixfold_game::{GameName, Setup, Square};
use sixfold_solve::Budget;

use crate::{Duals, Goal, Referee};

/// No more positions than this are looked at.
const MOST_POSITIONS: u32 = 100;

/// A position of the solution with the attacker to move.
struct Place {
    node: NodeId,
    setup: Setup,
    goal: Goal,
}

/// Counts the positions of a solution in which several turns win in time by the means that are left:
/// those after replies without null stones in which a win by order 1 is at hand, breadth first.
pub(super) fn count(
    game: GameName,
    goal: Goal,
    certificate: &Certificate,
    referee: &dyn Referee,
    budget: &Budget,
) -> Duals {
    let mut duals = Duals::default();
    let root = Place { node: Proof::ROOT, setup: certificate.claim.setup, goal };
    let mut places = std::collections::VecDeque::from([root]);
    while let Some(place) = places.pop_front() {
        for next in answered_replies(game, certificate, &place) {
            let by_threats = Goal { order: 1, ..next.goal };
            let turns = referee.winning_turns(&next.setup, by_threats, 2, budget);
            match turns.map(|turns| turns.len()) {
                Ok(0) | Err(_) => {}
                Ok(number) => {
                    duals.positions += 1;
                    duals.with_choice += u32::from(number > 1);
                }
            }
            if duals.positions >= MOST_POSITIONS {
                return duals;
            }
            places.push_back(next);
        }
    }
    duals
}

/// The positions after the solution's turn and each whole reply to it, as long as the attacker cannot
/// complete a row at once.
fn answered_replies(game: GameName, certificate: &Certificate, place: &Place) -> Vec<Place> {
    let Some(proof) = certificate.tree() else { return Vec::new() };
    let Node::Attack(attack) = proof.node(place.node) else { return Vec::new() };
    let Some(Node::Defence(defence)) = attack.defence.map(|id| proof.node(id)) else {
        return Vec::new();
    };
    let order = game.turn_order();
    let whole = defence.replies().filter(|reply| reply.stones.len() == usize::from(order.later));
    let is_attack = |id: NodeId| matches!(proof.node(id), Node::Attack(attack) if attack.effect != Effect::Completes);
    whole
        .filter(|reply| is_attack(reply.answer))
        .map(|reply| {
            let stones = |squares: &[Square]| squares.iter().copied().collect();
            let attacked = place.setup.after_turn(stones(attack.stones), order);
            let setup = attacked.after_turn(stones(reply.stones), order);
            Place { node: reply.answer, setup, goal: place.goal.after_reply() }
        })
        .collect()
}
