//! How a search is to be done. Nothing here changes its answer.

use crate::{Number, Numbers};

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How the tree is walked.
    pub method: Method,
    /// What a position is worth before it has been expanded.
    pub leaves: LeafNumbers,
    /// Positions that are remembered, each a few hundred bytes. A full tree of
    /// [`Method::BestFirst`] ends the search; a full table of [`Method::DepthFirst`] forgets, which
    /// costs time only.
    pub memory: usize,
}

impl Default for Settings {
    /// Plain df-pn with a million positions.
    fn default() -> Settings {
        Settings {
            method: Method::DepthFirst(Widening::NONE),
            leaves: LeafNumbers::Plain,
            memory: 1_000_000,
        }
    }
}

/// How the tree is walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// From the root to a most-proving leaf, again and again, in a tree that is kept whole.
    BestFirst,
    /// df-pn: down into a child, and back as soon as another one looks better by more than the
    /// widening allows.
    DepthFirst(Widening),
}

/// How much worse than its best sibling a child may become before df-pn leaves it: the epsilon of
/// the 1+epsilon trick. A wider search changes less often between subtrees, and forgets less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Widening {
    thousandths: u32,
}

impl Widening {
    /// A child is left as soon as it is worse.
    pub const NONE: Widening = Widening { thousandths: 0 };

    /// An epsilon in thousandths: 250 for a quarter.
    #[must_use]
    pub const fn of_thousandths(thousandths: u32) -> Widening {
        Widening { thousandths }
    }

    /// The number at which a child is left whose best sibling has this one. It is larger than
    /// that in any case, or else the search would not move.
    pub(super) fn limit(self, sibling: Number) -> Number {
        let Some(number) = sibling.finite().map(u64::from) else { return Number::INFINITY };
        let widened = number.saturating_mul(1000 + u64::from(self.thousandths)) / 1000;
        u32::try_from(widened.max(number + 1))
            .ok()
            .filter(|&limit| Number::new(limit) > sibling)
            .map_or(Number::INFINITY, Number::new)
    }
}

/// What a position is worth before it has been expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafNumbers {
    /// One to prove and one to disprove.
    Plain,
    /// As in deep df-pn: both are base^(depth - d) for a position d < depth stones below the root,
    /// and one from there on. Leaves near the root look expensive, so that the search first goes
    /// on where it is deep already.
    Deep {
        /// The base; 1 is the same as [`LeafNumbers::Plain`].
        base: u32,
        /// The depth in stones from which on the numbers are plain.
        depth: u32,
    },
}

impl LeafNumbers {
    pub(super) fn at(self, depth: u32) -> Numbers {
        match self {
            LeafNumbers::Plain => Numbers::UNKNOWN,
            LeafNumbers::Deep { base, depth: plain_from } => {
                let number = base.max(1).saturating_pow(plain_from.saturating_sub(depth));
                Numbers::new(number, number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_always_above_the_sibling() {
        for thousandths in [0, 1, 250, 3000, u32::MAX] {
            let widening = Widening::of_thousandths(thousandths);
            for number in [0, 1, 2, 1000, u32::MAX / 2, u32::MAX - 2, u32::MAX - 1] {
                let sibling = Number::new(number);
                assert!(widening.limit(sibling) > sibling, "{number} widened by {thousandths}");
            }
            assert_eq!(widening.limit(Number::INFINITY), Number::INFINITY);
        }
        assert_eq!(Widening::NONE.limit(Number::new(8)), Number::new(9));
        assert_eq!(Widening::of_thousandths(250).limit(Number::new(8)), Number::new(10));
    }

    #[test]
    fn deep_leaves_get_cheaper_down_to_their_depth() {
        let deep = LeafNumbers::Deep { base: 3, depth: 2 };
        let numbers = [9, 3, 1, 1].map(|number| Numbers::new(number, number));
        assert_eq!([0, 1, 2, 3].map(|depth| deep.at(depth)), numbers);
        let far = LeafNumbers::Deep { base: 10, depth: 100 };
        assert!(far.at(0).proof < Number::INFINITY);
    }
}
