//! Proof and disproof numbers.

use std::fmt;
use std::ops::Add;

/// How many leaves are still to be proven, or infinity. Sums that are too large stay finite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number(u32);

impl Number {
    /// Nothing is left to be done.
    pub const ZERO: Number = Number(0);
    /// The least work there is.
    pub const ONE: Number = Number(1);
    /// It cannot be done.
    pub const INFINITY: Number = Number(u32::MAX);
    const LARGEST_FINITE: u32 = u32::MAX - 1;

    /// A finite number.
    #[must_use]
    pub const fn new(number: u32) -> Number {
        Number(if number > Self::LARGEST_FINITE { Self::LARGEST_FINITE } else { number })
    }

    /// The number, if it is finite.
    #[must_use]
    pub const fn finite(self) -> Option<u32> {
        if self.0 == u32::MAX { None } else { Some(self.0) }
    }
}

impl Add for Number {
    type Output = Number;

    fn add(self, other: Number) -> Number {
        match (self.finite(), other.finite()) {
            (Some(one), Some(other)) => Number::new(one.saturating_add(other)),
            _ => Number::INFINITY,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            Some(number) => number.fmt(f),
            None => f.write_str("inf"),
        }
    }
}

/// The proof and the disproof number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numbers {
    /// The work left to prove it.
    pub proof: Number,
    /// The work left to disprove it.
    pub disproof: Number,
}

impl Numbers {
    /// It is proven.
    pub const PROVEN: Numbers = Numbers { proof: Number::ZERO, disproof: Number::INFINITY };
    /// It is disproven.
    pub const DISPROVEN: Numbers = Numbers { proof: Number::INFINITY, disproof: Number::ZERO };
    /// Nothing is known of it.
    pub const UNKNOWN: Numbers = Numbers { proof: Number::ONE, disproof: Number::ONE };

    /// Finite numbers.
    #[must_use]
    pub const fn new(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof: Number::new(proof), disproof: Number::new(disproof) }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.proof, self.disproof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stay_finite_and_infinity_swallows_everything() {
        assert_eq!(Number::new(u32::MAX - 3) + Number::new(10), Number::new(u32::MAX));
        assert!(Number::new(u32::MAX) < Number::INFINITY);
        assert_eq!(Number::ONE + Number::INFINITY, Number::INFINITY);
    }
}
