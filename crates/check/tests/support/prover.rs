//! A solver for tests: the verifier of THEORY 3 as it is written there, with every move tried.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Board, Mask, Stones, bits, subsets};

/// More orders of zones than any test needs; the last stands for all above it.
pub const ORDERS: usize = 24;

/// Zones as they are written in THEORY 3.
pub type Zones = [Mask; ORDERS];

pub struct Attack {
    pub stones: Mask,
    pub completes: bool,
    pub defence: Option<Rc<Defence>>,
    pub zones: Zones,
}

pub struct Defence {
    pub replies: Vec<(Mask, Rc<Attack>)>,
    pub zones: Zones,
}

/// Which turns of the attacker are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Moves {
    /// All.
    All,
    /// All, the last first: other proofs of the same wins.
    Backwards,
    /// Those within one segment.
    Near,
    /// Those within one segment that make as many threats as the defender has stones.
    Forcing,
}

pub struct Prover<'a> {
    pub board: &'a Board,
    pub moves: Moves,
    /// An attack that does not complete may not leave the attacker with more stones than this.
    pub most_stones: usize,
    attacks: HashMap<(Stones, usize), Option<Rc<Attack>>>,
    defences: HashMap<(Stones, usize), Option<Rc<Defence>>>,
}

impl<'a> Prover<'a> {
    pub fn new(board: &'a Board, moves: Moves) -> Prover<'a> {
        let most_stones = usize::MAX;
        Prover { board, moves, most_stones, attacks: HashMap::new(), defences: HashMap::new() }
    }

    pub fn attack(&mut self, stones: Stones, left: usize) -> Option<Rc<Attack>> {
        if let Some(known) = self.attacks.get(&(stones, left)) {
            return known.clone();
        }
        let found = self.find_attack(stones, left).map(Rc::new);
        self.attacks.insert((stones, left), found.clone());
        found
    }

    fn find_attack(&mut self, stones: Stones, left: usize) -> Option<Attack> {
        let board = self.board;
        let completing = board.active(stones.attacker, stones.defender, left);
        if let Some(&last) = completing.first() {
            let after = Stones { attacker: stones.attacker | last, ..stones };
            let zones = counter_wins(board, after, 0).map(|zone| zone | last);
            return Some(Attack { stones: last, completes: true, defence: None, zones });
        }
        let count = left.min(board.empty(stones).count_ones() as usize);
        if stones.attacker.count_ones() as usize + count > self.most_stones {
            return None;
        }
        for turn in self.candidates(stones, count) {
            let after = Stones { attacker: stones.attacker | turn, ..stones };
            if let Some(defence) = self.defence(after, board.p) {
                let zones = defence.zones.map(|zone| zone | turn);
                return Some(Attack {
                    stones: turn,
                    completes: false,
                    defence: Some(defence),
                    zones,
                });
            }
        }
        None
    }

    fn candidates(&self, stones: Stones, count: usize) -> Vec<Mask> {
        let board = self.board;
        if matches!(self.moves, Moves::All | Moves::Backwards) {
            let mut all = subsets(board.empty(stones), count);
            all.retain(|&turn| turn != 0);
            if self.moves == Moves::Backwards {
                all.reverse();
            }
            return all;
        }
        let near = board.active(stones.attacker, stones.defender, board.p + count);
        let mut found: Vec<Mask> = near.iter().flat_map(|&empty| subsets(empty, count)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    pub fn defence(&mut self, stones: Stones, left: usize) -> Option<Rc<Defence>> {
        if let Some(known) = self.defences.get(&(stones, left)) {
            return known.clone();
        }
        let found = self.find_defence(stones, left).map(Rc::new);
        self.defences.insert((stones, left), found.clone());
        found
    }

    fn find_defence(&mut self, stones: Stones, left: usize) -> Option<Defence> {
        let board = self.board;
        if !board.active(stones.defender, stones.attacker, left).is_empty() {
            return None;
        }
        let threats = board.active(stones.attacker, stones.defender, board.p);
        let critical = critical_defences(board.empty(stones), &threats, left);
        if self.moves == Moves::Forcing
            && critical.iter().any(|defence| (defence.count_ones() as usize) < left)
        {
            return None;
        }
        let mut replies = Vec::new();
        for defence in critical {
            self.sub(stones, left, defence, &mut replies)?;
        }
        let zones = defence_zones(board, stones, left, &threats, &replies);
        Some(Defence { replies, zones })
    }

    /// SUB(P, D).
    fn sub(
        &mut self,
        stones: Stones,
        left: usize,
        reply: Mask,
        replies: &mut Vec<(Mask, Rc<Attack>)>,
    ) -> Option<()> {
        if replies.iter().any(|&(other, _)| other == reply) {
            return Some(());
        }
        let after = Stones { defender: stones.defender | reply, ..stones };
        let answer = self.attack(after, self.board.p)?;
        replies.push((reply, answer.clone()));
        let nulls = left - reply.count_ones() as usize;
        if nulls > 0 {
            for square in bits(answer.zones[nulls - 1]) {
                self.sub(stones, left, reply | square, replies)?;
            }
        }
        Some(())
    }
}

/// Zi: the empty squares of active defender segments with at most i + `stones` of them.
pub fn counter_wins(board: &Board, stones: Stones, more: usize) -> Zones {
    std::array::from_fn(|i| {
        let active = board.active(stones.defender, stones.attacker, i + 1 + more);
        active.into_iter().fold(0, |zone, empty| zone | empty)
    })
}

/// The zones of Tt from those of the answers.
pub fn defence_zones(
    board: &Board,
    stones: Stones,
    left: usize,
    threats: &[Mask],
    replies: &[(Mask, Rc<Attack>)],
) -> Zones {
    let mut zones = counter_wins(board, stones, left);
    for zone in &mut zones {
        *zone = threats.iter().fold(*zone, |zone, threat| zone | threat);
    }
    for (reply, answer) in replies {
        let nulls = left - reply.count_ones() as usize;
        for (i, zone) in zones.iter_mut().enumerate() {
            *zone |= answer.zones[(i + nulls).min(ORDERS - 1)];
        }
    }
    zones
}

/// Sets of at most so many squares that hit all threats, none of which contains another.
pub fn critical_defences(empty: Mask, threats: &[Mask], stones: usize) -> Vec<Mask> {
    let relevant = threats.iter().fold(0, |all, threat| all | threat) & empty;
    let mut found: Vec<Mask> = Vec::new();
    for size in 0..=stones.min(relevant.count_ones() as usize) {
        for set in subsets(relevant, size) {
            let hits = threats.iter().all(|threat| threat & set != 0);
            if hits && !found.iter().any(|smaller| smaller & !set == 0) {
                found.push(set);
            }
        }
    }
    found
}
