//! How connections were derived.

use super::pair::EndIndex;

/// The last step of a derivation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// The ends are neighbours.
    Adjacent,
    /// The AND rule: from the first end to the middle, and from there to the other end.
    And { parts: [u32; 2], ends: [EndIndex; 2], middle: EndIndex },
    /// The OR rule: a range of the list of parts.
    Or { start: u32, count: u32 },
    /// By more than the two rules.
    Other,
}

/// All derivations, each known by its number. Those that rest on others come after them.
#[derive(Clone, Debug)]
pub(super) struct Origins {
    steps: Vec<Origin>,
    parts: Vec<u32>,
}

/// How many derivations there were at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark {
    steps: usize,
    parts: usize,
}

impl Origins {
    /// The number of the derivation of neighbours.
    pub(super) const ADJACENT: u32 = 0;
    /// The number of all derivations that need more than the two rules.
    pub(super) const OTHER: u32 = 1;

    pub(super) fn new() -> Origins {
        Origins { steps: vec![Origin::Adjacent, Origin::Other], parts: Vec::new() }
    }

    pub(super) fn get(&self, number: u32) -> Origin {
        self.steps[number as usize]
    }

    pub(super) fn parts(&self, start: u32, count: u32) -> &[u32] {
        &self.parts[start as usize..(start + count) as usize]
    }

    #[inline]
    pub(super) fn push_and(
        &mut self,
        parts: [u32; 2],
        ends: [EndIndex; 2],
        middle: EndIndex,
    ) -> u32 {
        self.push(Origin::And { parts, ends, middle })
    }

    pub(super) fn push_or(&mut self, parts: impl IntoIterator<Item = u32>) -> u32 {
        let start = self.parts.len();
        self.parts.extend(parts);
        let count = self.parts.len() - start;
        self.push(Origin::Or { start: start as u32, count: count as u32 })
    }

    fn push(&mut self, origin: Origin) -> u32 {
        self.steps.push(origin);
        (self.steps.len() - 1) as u32
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { steps: self.steps.len(), parts: self.parts.len() }
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        self.steps.truncate(mark.steps);
        self.parts.truncate(mark.parts);
    }
}
