//! The steps of a proof, and which of them may follow each other.

use std::io;

use thiserror::Error;

use super::{Claim, MAX_DEPTH, MAX_ZONES, NodeId};
use crate::{GameName, Player, Square, SquareSet};

/// One line of a proof. A proof is a sequence of steps in pre-order:
///
/// ```text
/// attack  = Attack(completes) | Attack(overwhelms) | Attack(continues) defence
/// defence = Defence, { Reply, (attack | Same) }, Close
/// ```
///
/// It is an attack if the winner is to move in the claimed position, and a defence otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// The attacker's stones of one turn.
    Attack {
        /// All stones left in the turn; fewer only if they complete k in a row or fill the board.
        stones: &'a [Square],
        /// What they do.
        effect: Effect,
    },
    /// The position is the same as at an attack further up, and so is the proof from here on.
    Same(NodeId),
    /// The defender is to move.
    Defence,
    /// Stones of the defender. If they are fewer than he has left, the others are null stones.
    Reply(&'a [Square]),
    /// The last reply of the innermost open defence has been answered. The zones Z1 ⊆ Z2 ⊆ ...
    /// claimed for its position: as many as the proof wants to speak of, or none.
    Close(&'a [SquareSet]),
}

/// What the stones of an attack do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// They complete k in a row.
    Completes,
    /// They leave more threats than the defender can block, and he cannot complete k in a row.
    Overwhelms,
    /// Neither: a defence follows.
    Continues,
}

/// Whoever takes a proof step by step.
///
/// Every method says which node the step belongs to, and refuses a step that cannot stand where
/// it is.
pub trait Sink {
    /// Takes the next step.
    fn step(&mut self, step: Step<'_>) -> Result<NodeId, SinkError>;

    /// The attacker's stones of one turn. If they neither complete nor overwhelm, a defence
    /// follows.
    fn attack(&mut self, stones: &[Square], effect: Effect) -> Result<NodeId, SinkError> {
        self.step(Step::Attack { stones, effect })
    }

    /// In place of an attack: the position and the rest of the proof are those of an earlier one.
    fn same_as(&mut self, attack: NodeId) -> Result<NodeId, SinkError> {
        self.step(Step::Same(attack))
    }

    /// The defender is to move; his replies follow.
    fn defence(&mut self) -> Result<NodeId, SinkError> {
        self.step(Step::Defence)
    }

    /// Stones of the defender, no stone for a null move. The attack that answers them follows.
    fn reply(&mut self, stones: &[Square]) -> Result<NodeId, SinkError> {
        self.step(Step::Reply(stones))
    }

    /// Ends the innermost open defence and claims these zones for it, Z1 first.
    fn close(&mut self, zones: &[SquareSet]) -> Result<NodeId, SinkError> {
        self.step(Step::Close(zones))
    }
}

/// Why a [`Sink`] does not take a step.
#[derive(Debug, Error)]
pub enum SinkError {
    /// The steps do not make a proof.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// The file cannot be written.
    #[error("the certificate cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// Why a sequence of steps does not have the form of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StructureError {
    /// The position of the claim is not one of its game.
    #[error("the position does not belong to {0}")]
    WrongBoard(GameName),
    /// A step that cannot stand here.
    #[error("{found} where {expected} is expected")]
    Unexpected {
        /// What came.
        found: &'static str,
        /// What may come.
        expected: &'static str,
    },
    /// An attack places at least one stone.
    #[error("an attack without stones")]
    NoStones,
    /// A stone or a zone lies outside the board.
    #[error("square number {} is not on the board", .0.index())]
    OffTheBoard(Square),
    /// The same square twice in one turn.
    #[error("square number {} twice", .0.index())]
    Repeated(Square),
    /// A reference to something else than an attack that is complete.
    #[error("node {0} is not an attack that ends before this line")]
    Reference(NodeId),
    /// Zones that do not contain the zones before them.
    #[error("zone {0} does not contain the zone before it")]
    NotNested(usize),
    /// More zones than any proof can use.
    #[error("more than {MAX_ZONES} zones")]
    TooManyZones,
    /// More attacks on one path than stones fit on any board.
    #[error("more than {MAX_DEPTH} attacks on one path")]
    TooDeep,
    /// More nodes than can be numbered.
    #[error("more than {} nodes", u32::MAX)]
    TooManyNodes,
}

/// What the next step must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    /// The attack that begins the proof.
    FirstAttack,
    /// The defence that begins the proof, or follows an attack.
    Defence,
    /// The answer to a reply.
    Answer,
    /// A reply, or the end of the defence.
    Reply,
    /// The end of the proof.
    End,
}

impl Expected {
    const fn words(self) -> &'static str {
        match self {
            Expected::FirstAttack => "an attack",
            Expected::Defence => "a defence",
            Expected::Answer => "an attack or a reference",
            Expected::Reply => "a reply or the end of the defence",
            Expected::End => "the end of the proof",
        }
    }
}

impl Step<'_> {
    const fn words(self) -> &'static str {
        match self {
            Step::Attack { .. } => "an attack",
            Step::Same(_) => "a reference",
            Step::Defence => "a defence",
            Step::Reply(_) => "a reply",
            Step::Close(_) => "the end of a defence",
        }
    }
}

/// A defence that has not been closed.
#[derive(Clone, Copy, Debug)]
struct Open {
    defence: NodeId,
    /// The attack that it follows, unless it begins the proof.
    attack: Option<NodeId>,
}

/// Follows the steps of a proof and refuses those that do not fit. It keeps one byte a node.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    cells: SquareSet,
    expected: Expected,
    /// The attack before the defence that must come next.
    last_attack: Option<NodeId>,
    open: Vec<Open>,
    /// For each node whether it is an attack.
    attacks: Vec<bool>,
}

impl Outline {
    pub(super) fn new(claim: &Claim) -> Result<Outline, StructureError> {
        let grid = claim.game.grid();
        let cells = match claim.game {
            GameName::Connect(rules) => rules.cells(),
            GameName::Hex(_) => SquareSet::first(grid.len()),
        };
        let stones = claim.setup.stones(Player::Black) | claim.setup.stones(Player::White);
        if claim.setup.grid() != grid || !(stones - cells).is_empty() {
            return Err(StructureError::WrongBoard(claim.game));
        }
        let attacks_first = claim.setup.turn.player == claim.winner;
        let expected = if attacks_first { Expected::FirstAttack } else { Expected::Defence };
        Ok(Outline { cells, expected, last_attack: None, open: Vec::new(), attacks: Vec::new() })
    }

    /// The number of nodes so far.
    pub(super) fn nodes(&self) -> usize {
        self.attacks.len()
    }

    /// Whether the proof is complete; else what is missing.
    pub(super) fn finish(&self) -> Result<(), StructureError> {
        match self.expected {
            Expected::End => Ok(()),
            missing => Err(StructureError::Unexpected {
                found: Expected::End.words(),
                expected: missing.words(),
            }),
        }
    }

    /// Takes the next step, or refuses it and stays as it is.
    pub(super) fn step(&mut self, step: Step<'_>) -> Result<NodeId, StructureError> {
        let unexpected =
            StructureError::Unexpected { found: step.words(), expected: self.expected.words() };
        match (step, self.expected) {
            (Step::Attack { stones, effect }, Expected::FirstAttack | Expected::Answer) => {
                self.attack(stones, effect)
            }
            (Step::Same(target), Expected::Answer) => self.same(target),
            (Step::Defence, Expected::Defence) => {
                let defence = self.add(false)?;
                self.open.push(Open { defence, attack: self.last_attack });
                self.expected = Expected::Reply;
                Ok(defence)
            }
            (Step::Reply(stones), Expected::Reply) => {
                self.check_stones(stones)?;
                self.expected = Expected::Answer;
                self.open.last().map(|open| open.defence).ok_or(unexpected)
            }
            (Step::Close(zones), Expected::Reply) => {
                self.check_zones(zones)?;
                let closed = self.open.pop().ok_or(unexpected)?;
                self.after_answer();
                Ok(closed.defence)
            }
            _ => Err(unexpected),
        }
    }

    fn attack(&mut self, stones: &[Square], effect: Effect) -> Result<NodeId, StructureError> {
        if stones.is_empty() {
            return Err(StructureError::NoStones);
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(StructureError::TooDeep);
        }
        self.check_stones(stones)?;
        let attack = self.add(true)?;
        match effect {
            Effect::Completes | Effect::Overwhelms => self.after_answer(),
            Effect::Continues => {
                self.last_attack = Some(attack);
                self.expected = Expected::Defence;
            }
        }
        Ok(attack)
    }

    fn same(&mut self, target: NodeId) -> Result<NodeId, StructureError> {
        let is_attack = self.attacks.get(target.index()) == Some(&true);
        if !is_attack || self.open.iter().any(|open| open.attack == Some(target)) {
            return Err(StructureError::Reference(target));
        }
        let node = self.add(false)?;
        self.after_answer();
        Ok(node)
    }

    fn after_answer(&mut self) {
        self.expected = if self.open.is_empty() { Expected::End } else { Expected::Reply };
    }

    fn add(&mut self, is_attack: bool) -> Result<NodeId, StructureError> {
        let node = NodeId::from_index(self.attacks.len()).ok_or(StructureError::TooManyNodes)?;
        self.attacks.push(is_attack);
        Ok(node)
    }

    fn check_stones(&self, stones: &[Square]) -> Result<(), StructureError> {
        let mut seen = SquareSet::EMPTY;
        for &square in stones {
            if !self.cells.contains(square) {
                return Err(StructureError::OffTheBoard(square));
            }
            if seen.contains(square) {
                return Err(StructureError::Repeated(square));
            }
            seen.insert(square);
        }
        Ok(())
    }

    fn check_zones(&self, zones: &[SquareSet]) -> Result<(), StructureError> {
        if zones.len() > MAX_ZONES {
            return Err(StructureError::TooManyZones);
        }
        if let Some(i) = zones.windows(2).position(|pair| !(pair[0] - pair[1]).is_empty()) {
            return Err(StructureError::NotNested(i + 2));
        }
        let largest = zones.last().copied().unwrap_or_default();
        match (largest - self.cells).iter().next() {
            Some(square) => Err(StructureError::OffTheBoard(square)),
            None => Ok(()),
        }
    }
}
