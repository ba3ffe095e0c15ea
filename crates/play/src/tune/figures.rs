//! How well tables foretell games that they were not learned from.

use std::fmt;

/// How well windows tell who wins.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct WindowFigures {
    positions: u32,
    wins: u32,
    right: u32,
    loss: f64,
}

impl WindowFigures {
    /// Adds a position that the side to move won, with the chance that it was given.
    pub(super) fn add_win(&mut self, chance: f32) {
        self.wins += 1;
        self.add(chance);
    }

    /// Adds a position that the side to move lost, with the chance of winning that it was given.
    pub(super) fn add_loss(&mut self, chance: f32) {
        self.add(1.0 - chance);
    }

    fn add(&mut self, chance_of_result: f32) {
        self.positions += 1;
        self.right += u32::from(chance_of_result > 0.5);
        self.loss -= f64::from(chance_of_result.max(f32::MIN_POSITIVE)).ln();
    }

    /// The positions.
    #[must_use]
    pub fn positions(&self) -> u32 {
        self.positions
    }

    /// The mean of minus the logarithm of the chance given to what happened.
    #[must_use]
    pub fn log_loss(&self) -> f64 {
        self.loss / f64::from(self.positions.max(1))
    }

    /// The share of positions in which the likelier side won.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        f64::from(self.right) / f64::from(self.positions.max(1))
    }

    /// The share of positions that the side to move won.
    #[must_use]
    pub fn base_rate(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.positions.max(1))
    }

    /// The log loss of who says nothing but the base rate.
    #[must_use]
    pub fn base_log_loss(&self) -> f64 {
        let entropy = |share: f64| if share > 0.0 { -share * share.ln() } else { 0.0 };
        entropy(self.base_rate()) + entropy(1.0 - self.base_rate())
    }
}

/// How well the values of stones tell where the next one is placed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StoneFigures {
    stones: u32,
    among_best: [u32; StoneFigures::RANKS.len()],
    loss: f64,
}

impl StoneFigures {
    /// The ranks for which shares are counted.
    pub const RANKS: [usize; 3] = [1, 5, 20];

    /// Adds a stone: the logarithms of the chances of all squares, and which of them was played.
    /// Of squares with equal chances, half are taken to come first.
    pub(super) fn add(&mut self, log_chances: &[f32], played: usize) {
        let given = log_chances[played];
        let compared = log_chances.iter().map(|chance| chance.total_cmp(&given));
        let (mut rank, mut equal) = (1, 0);
        for order in compared {
            rank += usize::from(order.is_gt());
            equal += usize::from(order.is_eq());
        }
        rank += equal / 2;
        self.stones += 1;
        self.loss -= f64::from(given);
        for (count, most) in self.among_best.iter_mut().zip(Self::RANKS) {
            *count += u32::from(rank <= most);
        }
    }

    /// The stones.
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// The mean of minus the logarithm of the chance given to the square that was played.
    #[must_use]
    pub fn log_loss(&self) -> f64 {
        self.loss / f64::from(self.stones.max(1))
    }

    /// The share of stones that were among so many best ones, for each of [`StoneFigures::RANKS`].
    #[must_use]
    pub fn shares(&self) -> [f64; Self::RANKS.len()] {
        self.among_best.map(|count| f64::from(count) / f64::from(self.stones.max(1)))
    }
}

impl fmt::Display for WindowFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "log loss {:.4}, accuracy {:.1} %", self.log_loss(), 100.0 * self.accuracy())
    }
}

impl fmt::Display for StoneFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "log loss {:.4}", self.log_loss())?;
        for (most, share) in Self::RANKS.iter().zip(self.shares()) {
            write!(f, ", top {most} {:.1} %", 100.0 * share)?;
        }
        Ok(())
    }
}
