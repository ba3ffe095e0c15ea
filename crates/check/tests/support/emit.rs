//! Proofs of the test solver as certificates.

use std::collections::HashMap;

use sixfold_game::certificate::{Builder, Certificate, Claim, Effect, NodeId, Sink};
use sixfold_game::{GameName, Setup, SquareSet};

use super::prover::{Attack, Defence, Prover};
use super::{Board, Stones, set, squares};

/// How much a certificate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How many zones are claimed at each defence.
    pub zones: usize,
    /// Whether the claimed zones of a defence that no other rests on are larger than need be.
    pub wide: bool,
    /// Whether positions that were met before are referred to.
    pub references: bool,
    /// Whether attacks that cannot be parried are just marked.
    pub marks: bool,
}

pub const PLAIN: Style = Style { zones: 0, wide: false, references: false, marks: true };

struct Emitter<'a, 'b> {
    board: &'a Board,
    /// Finds second answers to replies with null stones.
    second: Option<&'b mut Prover<'a>>,
    style: Style,
    builder: Builder,
    met: HashMap<Stones, NodeId>,
}

/// The certificate of a win from this position, if the prover finds one.
pub fn certify(prover: &mut Prover<'_>, setup: &Setup, style: Style) -> Option<Certificate> {
    certify_twice(prover, None, setup, style)
}

/// The same, with a second answer to every reply that has null stones.
pub fn certify_twice<'a>(
    prover: &mut Prover<'a>,
    second: Option<&mut Prover<'a>>,
    setup: &Setup,
    style: Style,
) -> Option<Certificate> {
    let board = prover.board;
    let game = GameName::Connect(board.rules);
    let claim = Claim { game, setup: *setup, winner: board.attacker, order: None };
    let builder = Builder::new(&claim).unwrap();
    let mut emitter = Emitter { board, second, style, builder, met: HashMap::new() };
    let stones = board.stones(setup);
    let left = setup.turn.stones_left as usize;
    if setup.turn.player == board.attacker {
        emitter.attack(&*prover.attack(stones, left)?, stones);
    } else {
        emitter.defence(&*prover.defence(stones, left)?, stones, left);
    }
    Some(emitter.builder.finish().unwrap())
}

impl Emitter<'_, '_> {
    fn attack(&mut self, attack: &Attack, stones: Stones) {
        if let Some(&same) = self.met.get(&stones).filter(|_| self.style.references) {
            self.builder.same_as(same).unwrap();
            return;
        }
        let marked = |defence: &Defence| self.style.marks && defence.replies.is_empty();
        let effect = match &attack.defence {
            None => Effect::Completes,
            Some(defence) if marked(defence) => Effect::Overwhelms,
            Some(_) => Effect::Continues,
        };
        let id = self.builder.attack(&squares(attack.stones), effect).unwrap();
        self.met.insert(stones, id);
        if let Some(defence) = attack.defence.as_ref().filter(|_| effect == Effect::Continues) {
            let after = Stones { attacker: stones.attacker | attack.stones, ..stones };
            self.defence(defence, after, self.board.p);
        }
    }

    fn defence(&mut self, defence: &Defence, stones: Stones, left: usize) {
        let is_root = self.builder.nodes() <= 1;
        self.builder.defence().unwrap();
        for (reply, answer) in &defence.replies {
            let after = Stones { defender: stones.defender | reply, ..stones };
            self.builder.reply(&squares(*reply)).unwrap();
            self.attack(answer, after);
            if let Some(second) = &mut self.second
                && (reply.count_ones() as usize) < left
            {
                let answer = second.attack(after, self.board.p).unwrap();
                self.builder.reply(&squares(*reply)).unwrap();
                self.attack(&answer, after);
            }
        }
        let empty = self.board.empty(stones);
        let is_wide = self.style.wide && is_root;
        let wider = |zone: u128| if is_wide { zone | zone << 1 & empty } else { zone };
        let zones: Vec<SquareSet> =
            defence.zones[..self.style.zones].iter().map(|&zone| set(wider(zone))).collect();
        self.builder.close(&zones).unwrap();
    }
}
