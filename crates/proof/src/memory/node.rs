//! How the numbers of a node follow from those of its children.

use crate::{Number, Numbers};

/// Whose node it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The prover places the next stone: one proven child is enough.
    Or,
    /// The opponent does: one disproven child is enough.
    And,
}

/// Numbers as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Prospects {
    /// The work left to get what the side to move wants.
    pub(super) own: Number,
    /// The work left to get what the other side wants.
    pub(super) other: Number,
}

impl Kind {
    /// The numbers as the side to move sees them.
    pub(super) fn prospects(self, numbers: Numbers) -> Prospects {
        let Numbers { proof, disproof } = numbers;
        match self {
            Kind::Or => Prospects { own: proof, other: disproof },
            Kind::And => Prospects { own: disproof, other: proof },
        }
    }

    /// The opposite of [`Kind::prospects`].
    pub(super) fn numbers(self, prospects: Prospects) -> Numbers {
        let Prospects { own, other } = prospects;
        match self {
            Kind::Or => Numbers { proof: own, disproof: other },
            Kind::And => Numbers { proof: other, disproof: own },
        }
    }

    /// Whether a child with these numbers settles the node for the side to move.
    pub(super) fn is_reached_by(self, child: Numbers) -> bool {
        self.prospects(child).own == Number::ZERO
    }

    /// The numbers of a node with these children, of which there must be one.
    pub(super) fn combine(self, children: impl Iterator<Item = Numbers>) -> Numbers {
        let none = Prospects { own: Number::INFINITY, other: Number::ZERO };
        let prospects = children.fold(none, |sum, child| {
            let child = self.prospects(child);
            Prospects { own: sum.own.min(child.own), other: sum.other + child.other }
        });
        self.numbers(prospects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_proven_child_proves_an_or_node_and_all_do_an_and_node() {
        let open = Numbers::new(3, 2);
        let combine = |kind: Kind, children: &[Numbers]| kind.combine(children.iter().copied());
        assert_eq!(combine(Kind::Or, &[open, Numbers::PROVEN]), Numbers::PROVEN);
        assert_eq!(combine(Kind::Or, &[open, Numbers::DISPROVEN]), open);
        assert_eq!(combine(Kind::And, &[open, Numbers::PROVEN]), open);
        assert_eq!(combine(Kind::And, &[open, Numbers::DISPROVEN]), Numbers::DISPROVEN);
        assert_eq!(combine(Kind::And, &[Numbers::PROVEN; 2]), Numbers::PROVEN);
        assert_eq!(combine(Kind::Or, &[open, Numbers::new(1, 5)]), Numbers::new(1, 7));
        assert_eq!(combine(Kind::And, &[open, Numbers::new(1, 5)]), Numbers::new(4, 2));
    }
}
