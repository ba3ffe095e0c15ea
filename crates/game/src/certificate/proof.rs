//! A proof in memory: all nodes in one list.

use std::fmt;
use std::ops::Range;

use super::outline::Outline;
use super::{Certificate, Claim, Effect, Evidence, Sink, SinkError, Step, StructureError};
use crate::{Square, SquareSet};

/// Names a node of a [`Proof`]: attacks, references and defences are numbered together in the
/// order in which they are written. People see numbers from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    pub(super) fn from_index(index: usize) -> Option<NodeId> {
        u32::try_from(index).ok().filter(|&index| index < u32::MAX).map(NodeId)
    }

    /// The node that people see under this number.
    #[must_use]
    pub fn from_number(number: u32) -> Option<NodeId> {
        number.checked_sub(1).map(NodeId)
    }

    /// The node's place in the list, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (u64::from(self.0) + 1).fmt(f)
    }
}

/// The tree of a proof. Its nodes live in one list, parents before children, the root first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    nodes: Vec<Stored>,
    replies: Vec<StoredReply>,
    squares: Vec<Square>,
    zones: Vec<SquareSet>,
}

/// A part of one of the lists of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Part {
    start: u32,
    len: u32,
}

impl Part {
    fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stored {
    /// The line of the file that begins the node.
    line: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Attack { stones: Part, effect: Effect },
    Same(NodeId),
    Defence { replies: Part, zones: Part },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoredReply {
    stones: Part,
    answer: NodeId,
}

/// A node of a proof, as [`Proof::node`] shows it.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// The attacker's turn.
    Attack(Attack<'a>),
    /// The same as an attack with a smaller number.
    Same(NodeId),
    /// The defender's turn.
    Defence(Defence<'a>),
}

/// The attacker's turn.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// His stones.
    pub stones: &'a [Square],
    /// What they do.
    pub effect: Effect,
    /// The defence that follows if they neither complete nor overwhelm.
    pub defence: Option<NodeId>,
}

/// The defender's turn.
#[derive(Clone, Copy, Debug)]
pub struct Defence<'a> {
    proof: &'a Proof,
    replies: Part,
    /// The zones claimed for the position, Z1 first; orders beyond them are not spoken of.
    pub zones: &'a [SquareSet],
}

/// A reply of the defender and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<'a> {
    /// His stones; if they are fewer than he has left, the others are null stones.
    pub stones: &'a [Square],
    /// The attack, or the reference to one, that answers them.
    pub answer: NodeId,
}

impl<'a> Defence<'a> {
    /// The replies that are answered, in their order.
    #[must_use]
    pub fn replies(&self) -> impl ExactSizeIterator<Item = Reply<'a>> + use<'a> {
        let proof = self.proof;
        proof.replies[self.replies.range()].iter().map(|reply| Reply {
            stones: &proof.squares[reply.stones.range()],
            answer: reply.answer,
        })
    }
}

impl Proof {
    /// The root: an attack or a defence.
    pub const ROOT: NodeId = NodeId(0);

    /// The number of nodes, at least one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A proof always has a node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes in their order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// A node.
    ///
    /// # Panics
    /// If the proof has no such node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        match self.nodes[id.index()].kind {
            Kind::Attack { stones, effect } => Node::Attack(Attack {
                stones: &self.squares[stones.range()],
                effect,
                defence: (effect == Effect::Continues).then_some(NodeId(id.0 + 1)),
            }),
            Kind::Same(target) => Node::Same(target),
            Kind::Defence { replies, zones } => {
                Node::Defence(Defence { proof: self, replies, zones: &self.zones[zones.range()] })
            }
        }
    }

    /// The line of the certificate's file on which a node begins, counted from 1.
    ///
    /// # Panics
    /// If the proof has no such node.
    #[must_use]
    pub fn line(&self, id: NodeId) -> usize {
        self.nodes[id.index()].line as usize
    }

    /// The steps that make this proof.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        Steps { proof: self, next: self.nodes.first().map(|_| Proof::ROOT), open: Vec::new() }
    }
}

/// Walks through a proof. `open` holds each open defence with the number of replies done.
struct Steps<'a> {
    proof: &'a Proof,
    next: Option<NodeId>,
    open: Vec<(Defence<'a>, usize)>,
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let Some(id) = self.next.take() else {
            let (defence, done) = self.open.last_mut()?;
            if let Some(reply) = defence.replies().nth(*done) {
                *done += 1;
                self.next = Some(reply.answer);
                return Some(Step::Reply(reply.stones));
            }
            let (defence, _) = self.open.pop()?;
            return Some(Step::Close(defence.zones));
        };
        Some(match self.proof.node(id) {
            Node::Attack(attack) => {
                self.next = attack.defence;
                Step::Attack { stones: attack.stones, effect: attack.effect }
            }
            Node::Same(target) => Step::Same(target),
            Node::Defence(defence) => {
                self.open.push((defence, 0));
                Step::Defence
            }
        })
    }
}

/// Puts a [`Certificate`] together in memory.
#[derive(Clone, Debug)]
pub struct Builder {
    claim: Claim,
    outline: Outline,
    proof: Proof,
    /// The replies of each open defence. The answer of the last may be yet to come.
    open: Vec<(NodeId, Vec<StoredReply>)>,
    lines: u32,
}

impl Builder {
    /// Begins a certificate of this claim.
    pub fn new(claim: &Claim) -> Result<Builder, StructureError> {
        Ok(Builder {
            claim: *claim,
            outline: Outline::new(claim)?,
            proof: Proof::default(),
            open: Vec::new(),
            lines: super::writer::HEADER_LINES,
        })
    }

    /// The certificate, if its proof is complete.
    pub fn finish(self) -> Result<Certificate, StructureError> {
        self.outline.finish()?;
        Ok(Certificate { claim: self.claim, evidence: Evidence::Tree(self.proof) })
    }

    /// The number of nodes so far.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.outline.nodes()
    }

    /// Takes the next step. Unlike [`Sink::step`] it can fail in one way only.
    pub fn push(&mut self, step: Step<'_>) -> Result<NodeId, StructureError> {
        // Lists are addressed by 32 bits. A turn has fewer squares than this margin.
        const LARGEST_LIST: usize = u32::MAX as usize - 0x1_0000;
        let lists = [self.proof.squares.len(), self.proof.replies.len(), self.proof.zones.len()];
        if lists.into_iter().any(|len| len > LARGEST_LIST) || self.lines == u32::MAX {
            return Err(StructureError::TooManyNodes);
        }
        let id = self.outline.step(step)?;
        self.lines += 1;
        match step {
            Step::Attack { stones, effect } => {
                let stones = part(&mut self.proof.squares, stones);
                self.add(id, Kind::Attack { stones, effect });
            }
            Step::Same(target) => self.add(id, Kind::Same(target)),
            Step::Defence => {
                self.add(id, Kind::Defence { replies: Part::default(), zones: Part::default() });
                self.open.push((id, Vec::new()));
            }
            Step::Reply(stones) => {
                let stones = part(&mut self.proof.squares, stones);
                if let Some((_, replies)) = self.open.last_mut() {
                    // The answer is the node that comes next.
                    replies.push(StoredReply { stones, answer: NodeId(self.proof.len() as u32) });
                }
            }
            Step::Close(zones) => {
                if let Some((defence, replies)) = self.open.pop() {
                    let replies = part(&mut self.proof.replies, &replies);
                    let zones = part(&mut self.proof.zones, zones);
                    self.proof.nodes[defence.index()].kind = Kind::Defence { replies, zones };
                }
            }
        }
        Ok(id)
    }

    fn add(&mut self, id: NodeId, kind: Kind) {
        debug_assert_eq!(id.index(), self.proof.len());
        self.proof.nodes.push(Stored { line: self.lines, kind });
    }
}

impl Sink for Builder {
    fn step(&mut self, step: Step<'_>) -> Result<NodeId, SinkError> {
        Ok(self.push(step)?)
    }
}

/// Appends items to a list and says where they are.
fn part<T: Copy>(list: &mut Vec<T>, items: &[T]) -> Part {
    let start = list.len() as u32;
    list.extend_from_slice(items);
    Part { start, len: items.len() as u32 }
}
