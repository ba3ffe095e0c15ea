//! A second opinion on certificates: the rules of THEORY 3 as they are defined, with every move of
//! the defender tried and every ordering of a list. It takes forever, and on small boards that is
//! short enough.

use std::collections::HashMap;

use sixfold_game::Square;
use sixfold_game::certificate::{Certificate, Effect, Node, NodeId, Proof};

use super::prover::{ORDERS, Zones, counter_wins};
use super::{Board, Mask, Minimax, Stones, bits, mask, subsets};

pub struct Judge<'a> {
    board: &'a Board,
    proof: &'a Proof,
    proven: HashMap<NodeId, (Stones, Zones)>,
}

/// The zones of the claimed position, if the certificate is a proof.
pub fn judge(board: &Board, certificate: &Certificate) -> Option<Zones> {
    let stones = board.stones(&certificate.claim.setup);
    if board.has_row(stones.attacker) || board.has_row(stones.defender) {
        return None;
    }
    let turn = certificate.claim.setup.turn;
    let mut judge = Judge { board, proof: certificate.tree().unwrap(), proven: HashMap::new() };
    let left = turn.stones_left as usize;
    if turn.player == board.attacker {
        judge.attack(Proof::ROOT, stones, left)
    } else {
        judge.defence(Some(Proof::ROOT), stones, left)
    }
}

fn stones_of(squares: &[Square]) -> Mask {
    mask(&squares.iter().copied().collect())
}

impl Judge<'_> {
    fn attack(&mut self, id: NodeId, stones: Stones, left: usize) -> Option<Zones> {
        let attack = match self.proof.node(id) {
            Node::Attack(attack) => attack,
            Node::Same(target) => {
                let (position, zones) = self.proven.get(&target)?;
                return (*position == stones).then_some(*zones);
            }
            Node::Defence(_) => unreachable!("the form of a proof forbids it"),
        };
        let turn = stones_of(attack.stones);
        let empty = self.board.empty(stones);
        let count = attack.stones.len();
        let after = Stones { attacker: stones.attacker | turn, ..stones };
        let wins = self.board.has_row(after.attacker);
        let is_whole = count == left.min(empty.count_ones() as usize);
        let is_legal = turn & !empty == 0 && count <= left && (wins || is_whole);
        if !is_legal || wins != (attack.effect == Effect::Completes) {
            return None;
        }
        let zones = match attack.effect {
            Effect::Completes => counter_wins(self.board, after, 0),
            _ => self.defence(attack.defence, after, self.board.p)?,
        };
        let zones = zones.map(|zone| zone | turn);
        self.proven.insert(id, (stones, zones));
        Some(zones)
    }

    fn defence(&mut self, id: Option<NodeId>, stones: Stones, left: usize) -> Option<Zones> {
        let board = self.board;
        if !board.active(stones.defender, stones.attacker, left).is_empty() {
            return None;
        }
        let mut answers: Vec<(Mask, Zones)> = Vec::new();
        let mut claimed = Vec::new();
        if let Some(id) = id {
            let Node::Defence(defence) = self.proof.node(id) else { unreachable!() };
            claimed = defence.zones.iter().map(mask).collect();
            for reply in defence.replies() {
                let set = stones_of(reply.stones);
                if set & !board.empty(stones) != 0 || reply.stones.len() > left {
                    return None;
                }
                let after = Stones { defender: stones.defender | set, ..stones };
                answers.push((set, self.attack(reply.answer, after, board.p)?));
            }
        }
        let threats = board.active(stones.attacker, stones.defender, board.p);
        let empty = board.empty(stones);
        for turn in subsets(empty, left.min(empty.count_ones() as usize)) {
            let leaves_a_threat = threats.iter().any(|threat| threat & turn == 0);
            let refuted = answers
                .iter()
                .any(|(reply, zones)| reply & !turn == 0 && is_irrelevant(turn & !reply, zones));
            if !leaves_a_threat && !refuted {
                return None;
            }
        }
        let mut zones = counter_wins(board, stones, left);
        for (i, zone) in zones.iter_mut().enumerate() {
            *zone |= threats.iter().fold(0, |all, threat| all | threat);
            for (reply, other) in &answers {
                let nulls = left - reply.count_ones() as usize;
                *zone |= other[(i + nulls).min(ORDERS - 1)];
            }
        }
        enlarge(&mut zones, &claimed, empty).then_some(zones)
    }
}

fn enlarge(zones: &mut Zones, claimed: &[Mask], empty: Mask) -> bool {
    let mut fits = true;
    for (i, zone) in zones.iter_mut().enumerate() {
        let Some(&claim) = claimed.get(i).or(claimed.last()) else { break };
        fits &= claim & !empty == 0 && (i >= claimed.len() || *zone & !claim == 0);
        *zone |= claim;
    }
    fits
}

/// Whether some order of the squares puts each outside the zone of its place.
pub fn is_irrelevant(list: Mask, zones: &[Mask]) -> bool {
    fn place(rest: Mask, zones: &[Mask], order: usize) -> bool {
        rest == 0
            || bits(rest).any(|bit| bit & zones[order] == 0 && place(rest & !bit, zones, order + 1))
    }
    place(list, zones, 0)
}

/// Whether the attacker wins every position of the tree in which he is to move, by minimax.
pub fn every_position_is_won(
    board: &Board,
    minimax: &mut Minimax,
    certificate: &Certificate,
) -> bool {
    let (claim, proof) = (&certificate.claim, certificate.tree().unwrap());
    let attacks = claim.setup.turn.player == claim.winner;
    let (root, left) = (board.stones(&claim.setup), claim.setup.turn.stones_left as usize);
    let mut todo = vec![(Proof::ROOT, root, left, attacks)];
    let mut all_won = true;
    while let Some((id, position, left, attacks)) = todo.pop() {
        all_won &= minimax.wins(board, position, attacks, left);
        match proof.node(id) {
            Node::Same(_) => {}
            Node::Attack(attack) => {
                let set = stones_of(attack.stones);
                let after = Stones { attacker: position.attacker | set, ..position };
                all_won &= minimax.wins(board, after, false, board.p);
                todo.extend(attack.defence.map(|id| (id, after, board.p, false)));
            }
            Node::Defence(defence) => todo.extend(defence.replies().map(|reply| {
                let defender = position.defender | stones_of(reply.stones);
                (reply.answer, Stones { defender, ..position }, board.p, true)
            })),
        }
    }
    all_won
}
