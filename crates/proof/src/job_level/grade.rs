//! What a job thinks of a position, and the numbers that a new leaf begins with (THEORY 6).

use serde::{Deserialize, Serialize};

use super::Status;
use crate::{Number, Numbers};

/// What is thought of a position, from the prover's side: how close it is to being won or lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Proven to be won (Bw).
    Won,
    /// Almost won (B4).
    Winning4,
    /// Very good (B3).
    Winning3,
    /// Good (B2).
    Winning2,
    /// Slightly better (B1).
    Winning1,
    /// Balanced and quiet.
    Stable,
    /// Balanced, but it may turn.
    Unstable1,
    /// Balanced, and it will turn.
    Unstable2,
    /// Slightly worse (W1).
    Losing1,
    /// Bad (W2).
    Losing2,
    /// Very bad (W3).
    Losing3,
    /// Almost lost (W4).
    Losing4,
    /// Proven not to be won (Ww).
    Lost,
}

impl Grade {
    /// All grades, the best for the prover first.
    pub const ALL: [Grade; 13] = [
        Grade::Won,
        Grade::Winning4,
        Grade::Winning3,
        Grade::Winning2,
        Grade::Winning1,
        Grade::Stable,
        Grade::Unstable1,
        Grade::Unstable2,
        Grade::Losing1,
        Grade::Losing2,
        Grade::Losing3,
        Grade::Losing4,
        Grade::Lost,
    ];

    /// What is known of a position of this grade: the first and the last are proofs.
    #[must_use]
    pub const fn status(self) -> Status {
        match self {
            Grade::Won => Status::Proven,
            Grade::Lost => Status::Disproven,
            _ => Status::Open,
        }
    }
}

/// The numbers that a new leaf of each grade begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GradeTable([Numbers; 13]);

impl GradeTable {
    /// The table of \[Report\], as THEORY 6 gives it.
    pub const PAPER: GradeTable = GradeTable([
        Numbers::PROVEN,
        Numbers::new(1, 18),
        Numbers::new(2, 12),
        Numbers::new(3, 10),
        Numbers::new(4, 8),
        Numbers::new(6, 6),
        Numbers::new(5, 5),
        Numbers::new(4, 4),
        Numbers::new(8, 4),
        Numbers::new(10, 3),
        Numbers::new(12, 2),
        Numbers::new(18, 1),
        Numbers::DISPROVEN,
    ]);

    /// The same table with other numbers for a grade. None if the grade is a proof, whose numbers
    /// are fixed, or if a number is 0 or infinite: nothing that is open may look solved.
    #[must_use]
    pub fn with(mut self, grade: Grade, numbers: Numbers) -> Option<GradeTable> {
        let is_open = |number| number != Number::ZERO && number != Number::INFINITY;
        let fits =
            grade.status() == Status::Open && is_open(numbers.proof) && is_open(numbers.disproof);
        self.0[grade as usize] = numbers;
        fits.then_some(self)
    }

    /// The numbers of a grade.
    #[must_use]
    pub const fn numbers(&self, grade: Grade) -> Numbers {
        self.0[grade as usize]
    }
}

impl Default for GradeTable {
    fn default() -> Self {
        GradeTable::PAPER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_open_grades_may_be_chosen_and_those_of_proofs_not() {
        let numbers = Numbers::new(7, 3);
        let table = GradeTable::PAPER.with(Grade::Stable, numbers).expect("an open grade");
        assert_eq!(table.numbers(Grade::Stable), numbers);
        assert_eq!(table.numbers(Grade::Losing1), Numbers::new(8, 4));
        assert_eq!(GradeTable::PAPER.with(Grade::Won, numbers), None);
        assert_eq!(GradeTable::PAPER.with(Grade::Stable, Numbers::PROVEN), None);
        assert_eq!(GradeTable::PAPER.with(Grade::Stable, Numbers::new(0, 4)), None);
    }
}
