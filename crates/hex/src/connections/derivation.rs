//! Derivations for people and for proofs: which rules make a connection.

use super::origin::Origin;
use super::{Connections, index};
use crate::board::Place;
use crate::cells::CellSet;

/// How a connection comes about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Derivation {
    /// The ends are neighbours.
    Adjacent,
    /// The AND rule over a middle. If the middle is empty, it is the key of a semi-connection.
    And(Box<Step>),
    /// The OR rule for these semi-connections.
    Or(Vec<Derivation>),
}

/// The AND rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is connected. Ends that have since become one group are not distinguished.
    pub ends: [Place; 2],
    /// The end of both connections.
    pub middle: Place,
    /// The connections of the first end and the middle, and of the middle and the other end.
    pub parts: [Derivation; 2],
}

impl Derivation {
    /// How often a rule is applied, in all branches together.
    #[must_use]
    pub fn rules(&self) -> usize {
        match self {
            Derivation::Adjacent => 0,
            Derivation::And(step) => 1 + step.parts.iter().map(Derivation::rules).sum::<usize>(),
            Derivation::Or(parts) => 1 + parts.iter().map(Derivation::rules).sum::<usize>(),
        }
    }
}

impl<const WORDS: usize> Connections<WORDS> {
    /// How the connection with this carrier between two places is derived, if it is known and the two
    /// rules of the paper suffice.
    #[must_use]
    pub fn derivation(&self, ends: [Place; 2], carrier: &CellSet<WORDS>) -> Option<Derivation> {
        let (one, other) = (self.end(ends[0])?, self.end(ends[1])?);
        if one == other {
            return None;
        }
        let pair = &self.pairs[index([one, other])];
        let entry = pair.full.iter().chain(&pair.semi).find(|entry| entry.carrier == *carrier)?;
        self.unfold(entry.origin)
    }

    fn unfold(&self, origin: u32) -> Option<Derivation> {
        Some(match self.origins.get(origin) {
            Origin::Other => return None,
            Origin::Adjacent => Derivation::Adjacent,
            Origin::And { parts, ends, middle } => {
                let ends = ends.map(|end| self.place_of(end));
                let middle = self.place_of(middle);
                let parts = [self.unfold(parts[0])?, self.unfold(parts[1])?];
                Derivation::And(Box::new(Step { ends, middle, parts }))
            }
            Origin::Or { start, count } => {
                let parts = self.origins.parts(start, count).iter();
                Derivation::Or(parts.map(|&part| self.unfold(part)).collect::<Option<_>>()?)
            }
        })
    }
}
