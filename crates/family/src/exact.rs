//! The values of small boards: tables of Connect(m,n,k,p,q) by exact search.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use sixfold_connect::{GeneralPosition, Geometry};
use sixfold_game::{ConnectRules, Lattice, NameError, Value, Verdict};
use sixfold_solve::{Budget, exact};

/// Which boards are looked at: all with at most so many rows and columns on which k stones have room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boards {
    /// The most rows.
    pub rows: u8,
    /// The most columns.
    pub columns: u8,
    /// How many stones in a row win.
    pub in_a_row: u8,
    /// How many stones a turn places.
    pub stones_per_turn: u16,
    /// How many stones Black places first.
    pub first_stones: u16,
}

/// The value of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardValue {
    /// The rows.
    pub rows: u8,
    /// The columns.
    pub columns: u8,
    /// How it ends with best play.
    pub outcome: BoardOutcome,
    /// Nodes of the search.
    pub nodes: u64,
    /// Seconds that it took.
    pub seconds: f64,
}

/// How a board ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardOutcome {
    /// Black wins.
    Black,
    /// White wins.
    White,
    /// Nobody wins.
    Draw,
    /// The budget was spent.
    Unknown,
}

impl Boards {
    /// The boards with at most as many columns as rows, the others being the same turned, the smaller
    /// side first.
    pub fn sizes(&self) -> impl Iterator<Item = Lattice> + use<> {
        let Boards { rows, columns, in_a_row, .. } = *self;
        let (short, long) = (rows.min(columns), rows.max(columns));
        (1..=short).flat_map(move |rows| {
            (rows.max(in_a_row)..=long).map(move |columns| Lattice::Square { rows, columns })
        })
    }

    /// The value of one of the boards.
    pub fn value(&self, size: Lattice, budget: &Budget) -> Result<BoardValue, NameError> {
        let rules =
            ConnectRules::new(size, self.in_a_row, self.stones_per_turn, self.first_stones)?;
        let started = Instant::now();
        let position = GeneralPosition::start(Arc::new(Geometry::new(rules)));
        let result = exact::solve(&position, budget);
        let outcome = match result.verdict {
            Verdict::Proven(Value::Win) => BoardOutcome::Black,
            Verdict::Proven(Value::Loss) => BoardOutcome::White,
            Verdict::Proven(Value::Draw) => BoardOutcome::Draw,
            Verdict::Absent | Verdict::Unknown(_) => BoardOutcome::Unknown,
        };
        let grid = rules.grid();
        Ok(BoardValue {
            rows: grid.rows(),
            columns: grid.columns(),
            outcome,
            nodes: result.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(rows: u8, columns: u8, [k, p, q]: [u16; 3]) -> BoardOutcome {
        let boards =
            Boards { rows, columns, in_a_row: k as u8, stones_per_turn: p, first_stones: q };
        boards.value(Lattice::Square { rows, columns }, &Budget::default()).unwrap().outcome
    }

    #[test]
    fn three_in_a_row_is_drawn_on_three_by_three_and_won_with_a_column_more() {
        assert_eq!(outcome(3, 3, [3, 1, 1]), BoardOutcome::Draw);
        assert_eq!(outcome(3, 4, [3, 1, 1]), BoardOutcome::Black);
    }

    #[test]
    fn a_second_player_with_more_stones_wins() {
        assert_eq!(outcome(2, 3, [3, 3, 1]), BoardOutcome::White);
    }

    #[test]
    fn every_board_is_listed_once() {
        let boards =
            Boards { rows: 4, columns: 3, in_a_row: 3, stones_per_turn: 1, first_stones: 1 };
        let sizes: Vec<Lattice> = boards.sizes().collect();
        let size = |rows, columns| Lattice::Square { rows, columns };
        assert_eq!(sizes, [size(1, 3), size(1, 4), size(2, 3), size(2, 4), size(3, 3), size(3, 4)]);
    }
}
