//! The tree of a proof-number search over attacks and defences.
//!
//! Attacks are shared between all paths that lead to the same position; a defence belongs to the
//! attack whose move it answers. The proof number of a node is the effort that a proof is
//! expected to take, the disproof number the same for its opposite.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Player, SquareSet};

use super::moves::MoveList;
use crate::defence::{
    Conclusion, Defence, Shortened, Shorter, Standing, promise, zones_of_threats,
};
use crate::replay::{Cutting, replay_shortened};
use crate::solution::{Answer, Attack, Stones, Then};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AttackId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DefenceId(u32);

/// Beyond any effort.
pub(super) const NEVER: u32 = 1 << 30;

/// The effort that a proof and a disproof are expected to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER };
    const DISPROVEN: Numbers = Numbers { proof: NEVER, disproof: 0 };
    const STUCK: Numbers = Numbers { proof: NEVER, disproof: NEVER };
}

/// What is wanted of a position with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Aim {
    /// A win of at most this order.
    pub(super) order: u8,
    /// The attacker's turns that it may take, the one that completes a segment included.
    pub(super) turns: u8,
}

impl Aim {
    pub(super) const ANY_LENGTH: u8 = u8::MAX;

    /// Whether an answer is what is wanted.
    pub(super) fn is_met_by(self, answer: &Answer) -> bool {
        let is_short = || answer.attack.length() <= self.turns.into();
        answer.order <= self.order && (self.turns == Aim::ANY_LENGTH || is_short())
    }

    /// What is wanted after a move of the attacker and a reply, if that may be won by this order.
    fn after_reply(self, order: u8) -> Aim {
        let turns = if self.turns == Aim::ANY_LENGTH { self.turns } else { self.turns - 1 };
        Aim { order, turns }
    }
}

/// A position with the attacker to move.
pub(super) struct AttackNode {
    pub(super) numbers: Numbers,
    pub(super) aim: Aim,
    /// Threads that are at work on it.
    pub(super) busy: u32,
    pub(super) state: AttackState,
}

pub(super) enum AttackState {
    /// Nothing has been tried, or the threat search has been given up so many times.
    Fresh { tries: u32 },
    /// The threat search found nothing; moves are tried one by one.
    Open {
        moves: MoveList,
        children: Vec<DefenceId>,
        /// Moves that have too many replies to be looked at.
        not_judged: u32,
    },
    /// The attacker wins.
    Won(Answer),
    /// There is no win of this order.
    Lost,
    /// Neither can be found out.
    Stuck,
}

/// A position with the defender to move, after a move of the attacker.
pub(super) struct DefenceNode {
    pub(super) numbers: Numbers,
    pub(super) stones: Stones,
    /// What was wanted of the attack.
    aim: Aim,
    defence: Box<Defence>,
    pub(super) children: Vec<Child>,
}

/// An open reply.
pub(super) struct Child {
    pub(super) reply: SquareSet,
    pub(super) attack: AttackId,
    /// What its answer is worth against shorter replies, if that is known already.
    shortened: Option<Vec<Shortened>>,
}

/// What is known after a move of the attacker has been tried.
pub(super) enum Tried {
    Refuted,
    Wins(Box<Answer>),
    Open(Box<DefenceNode>),
    TooWide,
}

pub(super) struct Tree {
    attacks: Vec<AttackNode>,
    /// Places are never used again: another thread may be on its way through a defence that is
    /// given up here.
    defences: Vec<Option<Box<DefenceNode>>>,
    open_defences: usize,
    /// By the hash of the position and what is wanted.
    known: HashMap<(u64, Aim), AttackId>,
    cutting: Cutting,
    attacker: Player,
    /// Moves that are worth trying first at the root. With them, those that have refuted other replies
    /// are tried first everywhere.
    favoured: Option<Vec<Stones>>,
    /// The reply that refuted a move of the root last.
    refutation: Option<SquareSet>,
}

/// Trees of more attacks than this are freed in the background.
const LARGE_TREE: usize = 2_000;
/// How many open replies of a defence are looked at side by side.
const REPLIES_AT_ONCE: usize = 5;
/// So many replies that are not looked at yet count as one.
const WAITING_REPLIES: u32 = 16;
/// A move's place in the list adds one to its expected effort every so many places.
const MOVES_OF_A_KIND: usize = 3;

impl Tree {
    pub(super) const ROOT: AttackId = AttackId(0);

    pub(super) fn new(attacker: Player, aim: Aim, cutting: Cutting) -> Tree {
        let mut tree = Tree {
            attacks: Vec::new(),
            defences: Vec::new(),
            open_defences: 0,
            known: HashMap::new(),
            cutting,
            attacker,
            favoured: None,
            refutation: None,
        };
        tree.push_attack(aim);
        tree
    }

    /// The same tree, in which these moves are tried first at the root, and after other replies those
    /// that have refuted their like.
    pub(super) fn favouring(self, moves: Option<&[Stones]>) -> Tree {
        Tree { favoured: moves.map(<[Stones]>::to_vec), ..self }
    }

    /// A tree in which only these moves are tried at the root.
    pub(super) fn with_moves(
        attacker: Player,
        aim: Aim,
        cutting: Cutting,
        moves: MoveList,
    ) -> Tree {
        let mut tree = Tree::new(attacker, aim, cutting);
        tree.attack_mut(Tree::ROOT).state =
            AttackState::Open { moves, children: Vec::new(), not_judged: 0 };
        tree
    }

    /// The reply that refuted a move of the root last.
    pub(super) fn refutation(&self) -> Option<SquareSet> {
        self.refutation
    }

    pub(super) fn attack(&self, id: AttackId) -> &AttackNode {
        &self.attacks[id.0 as usize]
    }

    pub(super) fn attack_mut(&mut self, id: AttackId) -> &mut AttackNode {
        &mut self.attacks[id.0 as usize]
    }

    /// Whether there is nothing to do at an attack but what another thread is doing.
    pub(super) fn is_taken(&self, id: AttackId) -> bool {
        let node = self.attack(id);
        node.busy > 0 && matches!(node.state, AttackState::Fresh { .. })
    }

    /// The defence, as long as it is in the tree.
    pub(super) fn defence(&self, id: DefenceId) -> Option<&DefenceNode> {
        self.defences[id.0 as usize].as_deref()
    }

    /// Roughly the bytes that the tree takes.
    pub(super) fn memory(&self) -> usize {
        self.attacks.len() * 2_000 + self.open_defences * 3_000
    }

    /// Frees the memory of the tree, a large one's in the background: that takes a tenth of a second
    /// for every ten million nodes searched, and whoever set a time limit is waiting.
    pub(super) fn discard(self) {
        if self.attacks.len() > LARGE_TREE {
            std::thread::spawn(move || drop(self));
        }
    }

    fn push_attack(&mut self, aim: Aim) -> AttackId {
        let id = AttackId(self.attacks.len() as u32);
        self.attacks.push(AttackNode {
            numbers: Numbers { proof: 1, disproof: 1 },
            aim,
            busy: 0,
            state: AttackState::Fresh { tries: 0 },
        });
        id
    }

    fn push_defence(&mut self, node: Box<DefenceNode>) -> DefenceId {
        self.defences.push(Some(node));
        self.open_defences += 1;
        DefenceId(self.defences.len() as u32 - 1)
    }

    /// Puts back a move that could not be tried.
    pub(super) fn give_back(&mut self, id: AttackId, stones: Stones) {
        let node = self.attack_mut(id);
        node.busy -= 1;
        if let AttackState::Open { moves, .. } = &mut node.state {
            moves.give_back(stones);
        }
        self.update_attack(id);
    }

    /// The child of an attack that looks easiest to prove, or nothing if the next move of the list
    /// looks easier still.
    pub(super) fn best_child(&self, id: AttackId) -> Option<DefenceId> {
        let AttackState::Open { moves, children, .. } = &self.attack(id).state else { return None };
        let proof = |id: &DefenceId| self.defence(*id).map_or(NEVER, |node| node.numbers.proof);
        let best = children.iter().copied().min_by_key(proof)?;
        let is_next_easier = moves.has_more() && expected_effort(moves.taken()) < proof(&best);
        (!is_next_easier).then_some(best)
    }

    /// Puts a tried move into the tree.
    pub(super) fn add_tried(&mut self, id: AttackId, tried: Tried) {
        match tried {
            Tried::Refuted => {}
            Tried::Wins(answer) => self.settle(id, AttackState::Won(*answer)),
            Tried::Open(node) => {
                let defence = self.push_defence(node);
                if let AttackState::Open { children, .. } = &mut self.attack_mut(id).state {
                    children.push(defence);
                } else {
                    self.release(defence);
                }
            }
            Tried::TooWide => {
                if let AttackState::Open { not_judged, .. } = &mut self.attack_mut(id).state {
                    *not_judged += 1;
                }
            }
        }
    }

    /// Ends the search at an attack.
    pub(super) fn settle(&mut self, id: AttackId, state: AttackState) {
        let node = self.attack_mut(id);
        node.numbers = match state {
            AttackState::Won(_) => Numbers::PROVEN,
            AttackState::Lost => Numbers::DISPROVEN,
            AttackState::Stuck => Numbers::STUCK,
            AttackState::Fresh { .. } | AttackState::Open { .. } => node.numbers,
        };
        if let AttackState::Open { children, .. } = std::mem::replace(&mut node.state, state) {
            for child in children {
                self.release(child);
            }
        }
    }

    fn release(&mut self, id: DefenceId) {
        if self.defences[id.0 as usize].take().is_some() {
            self.open_defences -= 1;
        }
    }

    /// Brings the numbers of an attack in line with its children.
    pub(super) fn update_attack(&mut self, id: AttackId) {
        let AttackState::Open { moves, children, not_judged } = &self.attack(id).state else {
            return;
        };
        let busy = self.attack(id).busy;
        // What is being tried may be the last move, and may win.
        let more = moves.has_more() || busy > 0;
        let (taken, all_judged) = (moves.taken(), *not_judged == 0);
        let lost = |child: &DefenceId| {
            self.defence(*child).is_none_or(|node| node.numbers == Numbers::DISPROVEN)
        };
        let (gone, kept): (Vec<DefenceId>, Vec<DefenceId>) = children.iter().partition(|c| lost(c));
        let numbers = kept.iter().filter_map(|&child| self.defence(child)).map(|node| node.numbers);
        let next = if more { expected_effort(taken) } else { NEVER };
        let proof = numbers.clone().map(|n| n.proof).min().unwrap_or(NEVER).min(next);
        let hardest = numbers.map(|n| n.disproof).max().unwrap_or(0);
        let others = kept.len().saturating_sub(1) as u32 + u32::from(more);
        let disproof = hardest.saturating_add(others).min(NEVER);
        let node = self.attack_mut(id);
        node.numbers = Numbers { proof, disproof };
        if let AttackState::Open { children, .. } = &mut node.state {
            children.clone_from(&kept);
        }
        for child in gone {
            self.release(child);
        }
        if kept.is_empty() && !more && all_judged {
            self.settle(id, AttackState::Lost);
        } else if proof >= NEVER {
            self.settle(id, AttackState::Stuck);
        }
    }

    /// Takes what has been found out about the replies of a defence, looks for further ones, and
    /// brings its numbers in line. The position is the one with the defender to move. If all
    /// replies are refuted the attack above it wins.
    pub(super) fn update_defence<S: SegmentState>(
        &mut self,
        above: AttackId,
        id: DefenceId,
        position: &mut Position<S>,
    ) {
        let Some(mut node) = self.defences[id.0 as usize].take() else { return };
        while self.absorb(&mut node, position) {}
        let lost = |child: &Child| matches!(self.attack(child.attack).state, AttackState::Lost);
        if let Some(child) = node.children.iter().find(|child| lost(child)) {
            if above == Tree::ROOT {
                self.refutation = Some(child.reply);
            }
            node.numbers = Numbers::DISPROVEN;
        } else if node.defence.open().is_empty() {
            node.numbers = Numbers::PROVEN;
            let answer = node.conclude(position, self.attacker);
            self.defences[id.0 as usize] = Some(node);
            self.settle(above, AttackState::Won(answer));
            return;
        } else {
            node.numbers = self.numbers_of_defence(&node);
        }
        self.defences[id.0 as usize] = Some(node);
    }

    /// The replies that an answer to this one will be replayed against.
    pub(super) fn shorter(&self, id: DefenceId, reply: SquareSet) -> Vec<Shorter> {
        self.defence(id).map(|node| self.cutting.shorter(&node.defence, reply)).unwrap_or_default()
    }

    /// The moves that are worth trying first after a reply of this defence, or at the root.
    pub(super) fn favoured(&self, after: Option<DefenceId>) -> Vec<Stones> {
        match (&self.favoured, after.and_then(|id| self.defence(id))) {
            (None, _) => Vec::new(),
            (Some(_), Some(node)) => node.defence.refuting_moves(),
            (Some(moves), None) => moves.clone(),
        }
    }

    /// Takes what the answer to an open reply is worth against shorter ones.
    pub(super) fn add_shortened(
        &mut self,
        id: DefenceId,
        reply: SquareSet,
        shortened: Vec<Shortened>,
    ) {
        let Some(node) = &mut self.defences[id.0 as usize] else { return };
        if let Some(child) = node.children.iter_mut().find(|child| child.reply == reply) {
            child.shortened = Some(shortened);
        }
    }

    /// Brings the numbers of a defence and of the attack above it in line, without looking for
    /// anything new.
    pub(super) fn update_numbers(&mut self, above: AttackId, id: DefenceId) {
        let Some(mut node) = self.defences[id.0 as usize].take() else { return };
        node.numbers = self.numbers_of_defence(&node);
        self.defences[id.0 as usize] = Some(node);
        self.update_attack(above);
    }

    fn numbers_of_defence(&self, node: &DefenceNode) -> Numbers {
        let numbers = node.children.iter().map(|child| {
            let attack = self.attack(child.attack);
            (attack.numbers, attack.busy)
        });
        let waiting = (node.defence.open().len() - node.children.len()) as u32;
        let proof =
            numbers.clone().fold(0, |sum: u32, (n, busy)| (sum + n.proof + busy).min(NEVER));
        let disproof = numbers.map(|(n, busy)| n.disproof + 2 * busy).min().unwrap_or(1);
        Numbers {
            proof: (proof + waiting.div_ceil(WAITING_REPLIES)).min(NEVER),
            disproof: disproof.min(NEVER),
        }
    }

    /// Takes the answers that are there, and asks for those that are missing. Whether anything
    /// new was learnt.
    fn absorb<S: SegmentState>(
        &mut self,
        node: &mut DefenceNode,
        position: &mut Position<S>,
    ) -> bool {
        let won = node
            .children
            .iter()
            .position(|child| matches!(self.attack(child.attack).state, AttackState::Won(_)));
        if let Some(place) = won {
            let child = node.children.swap_remove(place);
            if let AttackState::Won(answer) = &self.attack(child.attack).state {
                let shortened = child.shortened.unwrap_or_else(|| {
                    let shorter = self.cutting.shorter(&node.defence, child.reply);
                    replay_shortened(&shorter, answer, position, self.attacker)
                });
                node.defence.refute_and_cut(node.aim.order, child.reply, answer, shortened);
            }
            node.children.retain(|child| node.defence.open().contains(&child.reply));
            return true;
        }
        let waiting = node.defence.open().len() - node.children.len();
        let wanted = REPLIES_AT_ONCE.saturating_sub(node.children.len()).min(waiting);
        for reply in node.strongest_waiting(position, wanted) {
            let aim = node.aim.after_reply(node.defence.order_after(reply, node.aim.order));
            let attack = self.attack_after(position, reply, aim);
            node.children.push(Child { reply, attack, shortened: None });
        }
        wanted > 0
    }

    /// The attack on the position after a reply, known or new.
    fn attack_after<S: SegmentState>(
        &mut self,
        position: &mut Position<S>,
        reply: SquareSet,
        aim: Aim,
    ) -> AttackId {
        position.add_stones(reply.iter(), self.attacker.opponent());
        let hash = position.hash();
        position.remove_stones(reply.iter());
        if let Some(&id) = self.known.get(&(hash, aim)) {
            return id;
        }
        let id = self.push_attack(aim);
        self.known.insert((hash, aim), id);
        id
    }
}

fn expected_effort(taken: usize) -> u32 {
    2 + (taken / MOVES_OF_A_KIND) as u32
}

impl DefenceNode {
    /// The defence against a move of the attacker. The position is the one after the move.
    pub(super) fn after_move<S: SegmentState>(
        position: &Position<S>,
        attacker: Player,
        stones: &Stones,
        aim: Aim,
    ) -> Tried {
        let stones_per_turn = position.geometry().rules().stones_per_turn();
        match Standing::of(position, attacker, stones_per_turn) {
            Standing::Escapes => Tried::Refuted,
            Standing::TooWide => Tried::TooWide,
            Standing::Overwhelmed(mut zones) => {
                zones.add_everywhere(stones.iter().copied().collect());
                let attack = Attack { stones: stones.clone(), then: Then::Overwhelms };
                let attack = Arc::new(attack);
                Tried::Wins(Box::new(Answer { attack, zones: *zones, order: 1 }))
            }
            Standing::Open(defence) => {
                let effort = defence.open().len() as u32;
                Tried::Open(Box::new(DefenceNode {
                    numbers: Numbers { proof: effort + 1, disproof: 1 },
                    stones: stones.clone(),
                    aim,
                    defence,
                    children: Vec::new(),
                }))
            }
        }
    }

    fn strongest_waiting<S: SegmentState>(
        &self,
        position: &Position<S>,
        wanted: usize,
    ) -> Vec<SquareSet> {
        if wanted == 0 {
            return Vec::new();
        }
        let is_new = |reply: &SquareSet| !self.children.iter().any(|child| child.reply == *reply);
        let mut waiting: Vec<SquareSet> =
            self.defence.open().iter().copied().filter(is_new).collect();
        waiting.sort_by_cached_key(|reply| std::cmp::Reverse(promise(position, reply)));
        waiting.truncate(wanted);
        waiting
    }

    /// The answer that this move is once all replies are refuted. The position is the one after the
    /// move.
    fn conclude<S: SegmentState>(&self, position: &Position<S>, attacker: Player) -> Answer {
        let stones_per_turn = position.geometry().rules().stones_per_turn();
        let zones = zones_of_threats(position, attacker, stones_per_turn);
        let Conclusion { replies, mut zones, order } = self.defence.conclude(zones);
        let stones = self.stones.clone();
        zones.add_everywhere(stones.iter().copied().collect());
        let attack = Arc::new(Attack { stones, then: Then::Continues(replies) });
        Answer { attack, zones, order }
    }
}
